"""Reference implementation of the win rate B(r), its parts and its threshold, in fractions: slow and exact.

Every function takes lists of labels 0 and 1, of scores and of weights, as in `metricbook.exact`, and compares every
positive with every sample that is labelled positive.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from metricbook.exact.ranking import HALF, Exact, Number, as_exact

__all__ = ["Rates", "indistinguishability_threshold", "rates", "thresholds"]


class Rates(NamedTuple):
    """The win rate B, its parts and the rates at one threshold."""

    win_rate: Fraction | None
    positive_part: Fraction | None
    negative_part: Fraction | None
    precision: Fraction
    true_positive_rate: Fraction
    false_positive_rate: Fraction


def rates(
    labels: Sequence[int],
    scores: Sequence[Number],
    threshold: Number,
    weights: Sequence[Number] | None = None,
    *,
    ties: str = "half",
) -> Rates:
    """B(r), ``B_+``, ``B_-``, C, v and u with every score of at least the threshold labelled positive.

    B and its parts are None where every pair is discarded.

    Raises
    ------
    ZeroDivisionError
        If a class, or the labelled set, has no weight.

    Examples
    --------
    >>> [str(rates([1, 0, 1], [3, 2, 1], 2, ties=ties).win_rate) for ties in ("half", "negative", "discard")]
    ['3/8', '1/4', '1/3']
    """
    members = [
        (i, label, as_exact(score), as_exact(1 if weights is None else weights[i]))
        for i, (label, score) in enumerate(zip(labels, scores, strict=True))
    ]
    positives = [member for member in members if member[1] == 1]
    labelled = [member for member in members if member[2] >= threshold]
    of_ties: dict[str, Exact] = {"half": HALF, "negative": 0, "discard": HALF}
    tied = of_ties[ties]
    wins: dict[int, Exact] = {0: 0, 1: 0}
    drawn: Exact = 0
    for i, _, score, weight in positives:
        for j, label, other, other_weight in labelled:
            if ties == "discard" and i == j:
                continue
            pair = weight * other_weight
            drawn += pair
            if score >= other:
                wins[label] += pair if score > other else pair * tied
    true = sum(w for _, label, _, w in labelled if label == 1)
    false = sum(w for _, label, _, w in labelled if label == 0)
    all_positives = sum(w for *_, w in positives)
    all_negatives = sum(w for _, label, _, w in members if label == 0)

    def share_of_drawn(part: Exact) -> Fraction | None:
        return None if drawn == 0 else Fraction(part, drawn)

    return Rates(
        share_of_drawn(wins[0] + wins[1]),
        share_of_drawn(wins[1]),
        share_of_drawn(wins[0]),
        Fraction(true, true + false),
        Fraction(true, all_positives),
        Fraction(false, all_negatives),
    )


def thresholds(scores: Sequence[Number], weights: Sequence[Number] | None = None) -> list[Fraction]:
    """The distinct scores that carry weight, highest first.

    Examples
    --------
    >>> [str(t) for t in thresholds([1, 2, 1], [1, 1, 0])]
    ['2', '1']
    """
    distinct = {Fraction(s) for i, s in enumerate(scores) if weights is None or weights[i] > 0}
    return sorted(distinct, reverse=True)


def indistinguishability_threshold(
    labels: Sequence[int],
    scores: Sequence[Number],
    weights: Sequence[Number] | None = None,
    *,
    level: Fraction = HALF,
    ties: str = "half",
) -> Fraction | None:
    """The lowest threshold with B <= level, or None if B stays above the level or does not reach it.

    Examples
    --------
    >>> indistinguishability_threshold([1, 1, 0, 0], [4, 2, 3, 1])
    Fraction(2, 1)
    >>> indistinguishability_threshold([0, 1], [2, 1]) is None
    True
    """
    values = [
        (t, value)
        for t in thresholds(scores, weights)
        if (value := rates(labels, scores, t, weights, ties=ties).win_rate) is not None
    ]
    if not values or values[-1][1] < level:
        return None
    below = [t for t, value in values if value <= level]
    return below[-1] if below else None
