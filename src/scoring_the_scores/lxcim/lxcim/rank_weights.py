"""How much each rank of confidence counts in LxCIM and in AUDRC.

Both metrics are linear in the correctness of the decisions: metric = sum over the ranks j of weight_j times
correct_j. The functions give these weights, which always add up to 1, for decisions in order of falling confidence
with no two equally confident.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from numbers import Rational

Number = Rational | float | int


def lxcim_by_rank(sample_weight: Sequence[Number]) -> list[Fraction]:
    r"""Weight of each rank in LxCIM, :math:`\frac{2 w_j}{W^2}\left(W_{>j} + \frac{w_j}2\right)`.

    Returns
    -------
    list of n Fraction
        Exact, and 1 in all. W is the total weight, :math:`W_{>j}` what is decided with less confidence than j.

    Notes
    -----
    It follows from Brogueira and Figueiredo, Eqs. 15-16, by exchanging the order of the two integrals.

    Examples
    --------
    >>> [str(weight) for weight in lxcim_by_rank([1, 1])]
    ['3/4', '1/4']
    """
    weights, decided = _checked(sample_weight)
    total = decided[-1]
    return [w * (2 * (total - reached) + w) / total**2 for w, reached in zip(weights, decided, strict=True)]


def audrc_sum_by_rank(sample_weight: Sequence[Number]) -> list[Fraction]:
    r"""Weight of each rank in AUDRC as a sum, :math:`\frac{w_j}{W}\sum_{i\ge j}\frac{w_i}{C_i}`.

    Returns
    -------
    list of n Fraction
        Exact, and 1 in all. :math:`C_i` is the weight decided at least as confidently as i.

    Notes
    -----
    Brogueira and Figueiredo, Eq. 1 with the two sums exchanged; their Eq. 26 is a different, wrong formula.

    Examples
    --------
    >>> [str(weight) for weight in audrc_sum_by_rank([1, 1])]
    ['3/4', '1/4']
    """
    weights, decided = _checked(sample_weight)
    # A weight of zero may stand where nothing is decided yet: its own step has no width.
    shares = [w / reached if w else Fraction(0) for w, reached in zip(weights, decided, strict=True)]
    tails = list(accumulate(reversed(shares)))[::-1]
    return [w * tail / decided[-1] for w, tail in zip(weights, tails, strict=True)]


def audrc_integral_by_rank(sample_weight: Sequence[Number]) -> list[float]:
    r"""Weight of each rank in AUDRC as an integral, :math:`\frac1W\int_{C_{j-1}}^{C_j}\ln\frac Wu\,du`.

    Notes
    -----
    Brogueira and Figueiredo, Eq. 25 with the order of the two integrals exchanged.

    Examples
    --------
    >>> [round(weight, 4) for weight in audrc_integral_by_rank([1, 1])]
    [0.8466, 0.1534]
    """
    _, decided = _checked(sample_weight)
    total = decided[-1]

    def below(rate: Fraction) -> float:
        """The integral of ln(1/x) from 0 to the rate."""
        return float(rate) * (1 - math.log(rate)) if rate else 0.0

    ends = [below(reached / total) for reached in (Fraction(0), *decided)]
    return [end - start for start, end in pairwise(ends)]


def _checked(sample_weight: Sequence[Number]) -> tuple[list[Fraction], list[Fraction]]:
    """The weights and their running sums, as fractions."""
    weights = [Fraction(weight) for weight in sample_weight]
    if negative := [rank for rank, weight in enumerate(weights, start=1) if weight < 0]:
        raise ValueError(f"sample_weight is negative at rank {negative[0]}")
    if not any(weights):
        raise ValueError("sample_weight must hold a positive weight")
    return weights, list(accumulate(weights))
