"""Intervals of shares that hold however few cases they count, and of weighted sums of such shares.

A sample without a missed positive does not show that none is ever missed: of n cases, three in n may be. The standard
error of the sample, which is 0 then, knows nothing of it. The limits here invert a binomial test, so that they know,
and the arms of several shares are put together as variances are (the method of variance estimates recovery).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from metricbook.metrics.validation import Array

#: Steps of bisection, of which each halves the distance to a limit.
STEPS: Final = 60


def share_ends(share: float, draws: float, tail: float) -> tuple[float, float]:
    """The ends of the interval of a share that was seen in so many draws: the outer ones of Wilson's and the mid-P.

    Wilson's upper end is the probability whose standard error, times the normal quantile, is its distance from the
    share; that of the mid-P interval is the one at which P(X < x) + P(X = x) / 2 is ``tail``, X being binomial and x
    the number seen. The lower ends are the mirror images. Wilson's are too near where an event was seen and a part of
    one was expected, those of the mid-P where none was seen and three were.

    Parameters
    ----------
    share : float
        Between 0 and 1.
    draws : float
        How many independent draws there were, or as many as tell as much: a number that need not be whole, for which
        the incomplete beta function continues the binomial distribution.
    tail : float
        The probability left out beyond each end, between 0 and 1/2.

    Returns
    -------
    tuple of float
        The lower end is 0 for a share of 0, and the upper end 1 for a share of 1.

    Notes
    -----
    Of 30, 500 and 8,000 draws in which 0.02 to 20 events are expected, the ends of 95 % hold the share with a
    probability of at least 93.4 %, summed over all outcomes; Wilson's alone with 83.7 %, the mid-P alone with 91.6 %.
    Source: Newcombe (1998), who compares both.

    Examples
    --------
    None of 20: Newcombe's table has 0.1611 for Wilson's and 0.1391. One of 29: 0.0061 to 0.1718 and 0.0017 to 0.1585.

    >>> [round(end, 4) for end in share_ends(0.0, 20, 0.025)]
    [0.0, 0.1611]
    >>> [round(end, 4) for end in share_ends(1 / 29, 29, 0.025)]
    [0.0017, 0.1718]
    """
    return 1.0 - _upper_end(1.0 - share, draws, tail), _upper_end(share, draws, tail)


def _upper_end(share: float, draws: float, tail: float) -> float:
    from scipy.special import betainc, ndtri  # here, for importing it takes longer than importing NumPy

    seen, others = share * draws, (1.0 - share) * draws
    if others <= 0:
        return 1.0
    square = float(ndtri(tail)) ** 2 / draws
    half = math.sqrt(square * share * (1 - share) + square**2 / 4)
    inner, outer, middle = 0.0, 1.0, (share + square / 2 + half) / (1 + square)
    for step in range(STEPS):
        at_most = betainc(others, seen + 1, 1 - middle)
        fewer = betainc(others + 1, seen, 1 - middle) if seen > 0 else 0.0
        if at_most + fewer > 2 * tail:
            inner = middle
        elif step:
            outer = middle
        else:  # Wilson's end is the outer one
            return middle
        middle = (inner + outer) / 2
    return inner


@dataclass(frozen=True)
class Shares:
    """A weighted sum of shares, each seen in a number of draws.

    Attributes
    ----------
    weights : array of shape (k,)
        What each share counts in the sum; it may be negative.
    shares : array of shape (k,)
        Between 0 and 1.
    draws : array of shape (k,)
        In how many independent draws each was seen, or as many as tell as much.
    correlations : array of shape (k, k)
        Those of the shares, without the signs of the weights.
    """

    weights: Array
    shares: Array
    draws: Array
    correlations: Array

    def arms(self, tail: float, factor: float = 1.0) -> tuple[float, float]:
        """How far the ends of the interval of the sum lie below and above it, were there ``factor`` times the draws.

        Each share brings the distance of its own end; the squares add up, and twice the products times the
        correlations. Source: Zou and Donner (2008), after Newcombe (1998).

        Examples
        --------
        56 of 70 less 48 of 80, Newcombe's example (a): with Wilson's ends his method 10 has 0.0524 to 0.3339.

        >>> less = Shares(np.array([1.0, -1.0]), np.array([0.8, 0.6]), np.array([70.0, 80.0]), np.eye(2))
        >>> below, above = less.arms(0.025)
        >>> round(0.2 - below, 3), round(0.2 + above, 3)
        (0.051, 0.337)
        """
        ends = [share_ends(*each, tail) for each in zip(self.shares, factor * self.draws, strict=True)]
        down, up = self.shares - [low for low, _ in ends], [high for _, high in ends] - self.shares
        arms = []
        for ups in (self.weights < 0, self.weights > 0):
            moved = self.weights * np.where(ups, up, down)
            arms.append(math.sqrt(max(float(moved @ self.correlations @ moved), 0.0)))
        return arms[0], arms[1]
