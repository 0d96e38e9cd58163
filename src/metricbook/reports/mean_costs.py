"""The mean cost of a case as a sum of shares: of the positives, and of the negatives, that cost more or less."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np

from metricbook.metrics.shares import Shares
from metricbook.metrics.standard_errors import tail_of
from metricbook.metrics.units import Units, summed
from metricbook.metrics.validation import Array

#: The classes whose cases may cost more, 1, or less, -1.
Possible: TypeAlias = Iterable[tuple[bool, int]]

#: For how many independent events the prior counts that the cases of a cluster are equal.
PRIOR: Final = 2.0
#: Of one model than of another.
EITHER_WAY: Final = ((True, 1), (True, -1), (False, 1), (False, -1))


def possible_costs(threshold: float, fixed_classes: bool) -> Possible:
    """The classes of which an unknown share costs something at a threshold; nobody or everybody may be flagged."""
    if math.isinf(threshold):
        return [] if fixed_classes else [(threshold > 0, 1)]
    return [(True, 1), (False, 1)]


def possible_differences(threshold: float, than: float) -> Possible:
    """The classes whose cases may cost more, 1, or less, -1, at one threshold of a model than at another."""
    sign = 1 if threshold > than else -1
    return [(True, sign), (False, -sign)]


def divide_costs(
    units: Units,
    costs: Array,
    prices: tuple[float, float],
    possible: Possible,
    fixed_classes: bool,
) -> Shares:
    """The shares of which a mean cost of a case, or a difference of two, is the sum.

    Parameters
    ----------
    units : Units
    costs : array of shape (n,)
        The mean cost of a case of each entry.
    prices : tuple of float
        Of a false positive and a false negative.
    possible : iterable of (bool, int)
        The classes whose cases may cost something, with its sign; of others none is counted, and none expected.
    fixed_classes : bool
        If so, each is a share of its class, and else of all cases.

    Notes
    -----
    A share of weighted cases, or of cases in clusters, has the number of draws that its variance implies, at most
    Kish's effective number of cases. Few events tell little of it, so it is drawn towards Kish's number of clusters.
    """
    labels, _, given = units.sample
    times = np.ones(labels.size) if units.times is None else units.times
    cases = times if given is None else given
    weights, shares, draws, moved = [], [], [], []
    for label, sign in possible:
        of_class = labels == label
        part = cases * of_class if fixed_classes else cases
        price = prices[int(label)]
        events = of_class * np.maximum(sign * costs, 0.0) / price
        whole = float(part.sum())
        share = min(float(part @ events) / whole, 1.0)
        influence = _draw(part * (events - share) / whole, units, times)
        weights.append(sign * price * whole / float(cases.sum()))
        shares.append(share)
        draws.append(_count_draws(share, influence, part, units, times))
        moved.append(influence)
    correlations = _correlate(np.array(moved)) if moved else np.empty((0, 0))
    return Shares(np.array(weights), np.array(shares), np.array(draws), correlations)


def cost_arms(shares: Shares, units: Units, level: float, factor: float = 1.0) -> tuple[float, float]:
    """How far the ends of the interval lie below and above the sum, were there ``factor`` times the draws."""
    clusters = math.inf if units.member is None else factor * (float(units.member.max()) + 1)
    return shares.arms(tail_of(level, max(clusters - 1, 1.0)), factor)


def _draw(of_cases: Array, units: Units, times: Array) -> Array:
    """What each independent draw brings, scaled so that the squares add up to a variance."""
    return of_cases / np.sqrt(times) if units.member is None else summed(units.member, of_cases)


def _count_draws(share: float, influence: Array, part: Array, units: Units, times: Array) -> float:
    """In how many independent draws of equal weight a share would vary as much."""
    whole = float(part.sum()) ** 2
    of_cases = whole / float(part**2 @ (1 / times))
    of_clusters = whole / float((_draw(part, units, times) ** 2).sum())
    variance = float(influence @ influence)
    if not variance > 0:
        return of_clusters
    own = min(share * (1 - share) / variance, of_cases)
    events = min(share, 1 - share) * own
    return (events + PRIOR) / (events / own + PRIOR / of_clusters)


def _correlate(moved: Array) -> Array:
    """The correlations of the rows, 0 with one that does not vary."""
    covariance = moved @ moved.T
    error = np.sqrt(np.diag(covariance))
    both = np.outer(error, error)
    found: Array = np.divide(covariance, both, out=np.zeros_like(covariance), where=both > 0)
    np.fill_diagonal(found, 1.0)
    return found
