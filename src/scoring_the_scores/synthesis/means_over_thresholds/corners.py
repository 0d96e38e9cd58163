"""Thresholds drawn by what they are best for: corners of the ROC hull, each with the operating conditions it serves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from scoring_the_scores.synthesis.steps import HALF, Step, totals

__all__ = ["Corner", "corners", "cuts", "least_loss", "masses"]


class Corner(NamedTuple):
    """A cut that is best for an interval of operating conditions; ``flagged`` counts the steps above it."""

    flagged: int
    false_positive_rate: Fraction
    true_positive_rate: Fraction
    lowest: Fraction
    highest: Fraction


def cuts(steps: Sequence[Step]) -> list[tuple[Fraction, Fraction]]:
    """The points (FPR, TPR) of the ROC curve: nothing flagged, then one step more each time.

    Examples
    --------
    >>> from scoring_the_scores.synthesis.steps import steps_of
    >>> [(int(x), int(y)) for x, y in cuts(steps_of([1, 0], [2, 1]))]
    [(0, 0), (0, 1), (1, 1)]
    """
    positives, negatives = totals(steps)
    above = ((s.negatives_above / negatives, s.positives_above / positives) for s in steps)
    return [*above, (Fraction(1), Fraction(1))]


def corners(steps: Sequence[Step], *, over: str = "cost") -> list[Corner]:
    """Corners of the hull from the left, each with the costs (or skews) of a false positive for which it is best.

    Examples
    --------
    >>> from scoring_the_scores.synthesis.steps import steps_of
    >>> [(c.flagged, str(c.lowest), str(c.highest)) for c in corners(steps_of([1, 0, 1, 0], [4, 3, 2, 1]))]
    [(1, '1/2', '1'), (3, '0', '1/2')]
    """
    points = cuts(steps)
    hull: list[int] = []
    for place, point in enumerate(points):
        while len(hull) > 1 and _not_below(points[hull[-2]], points[hull[-1]], point):
            hull.pop()
        hull.append(place)
    positives, negatives = totals(steps)
    prior = HALF if over == "skew" else positives / (positives + negatives)
    changes = [Fraction(1)]
    for (x0, y0), (x1, y1) in pairwise(points[place] for place in hull):
        gained, lost = prior * (y1 - y0), (1 - prior) * (x1 - x0)
        changes.append(gained / (gained + lost))
    changes.append(Fraction(0))
    vertices = (
        Corner(place, *points[place], low, high) for place, (high, low) in zip(hull, pairwise(changes), strict=True)
    )
    return [corner for corner in vertices if corner.lowest < corner.highest]


def masses(corner: Corner, law: str) -> tuple[Fraction, Fraction]:
    """Chance of the conditions that a corner serves, and their mean, under ``"uniform"`` or ``"beta22"``.

    Examples
    --------
    >>> [str(value) for value in masses(Corner(0, Fraction(0), Fraction(0), Fraction(0), HALF), "beta22")]
    ['1/2', '5/16']
    """
    low, high = corner.lowest, corner.highest
    if law == "uniform":
        return high - low, (low + high) / 2
    chance = _below(high) - _below(low)
    return chance, (_moment(high) - _moment(low)) / chance


def least_loss(steps: Sequence[Step], *, over: str = "cost", law: str = "beta22") -> Fraction:
    """Expected least loss as a mean over corners: each judged at the mean of the conditions that it serves.

    Examples
    --------
    >>> from scoring_the_scores.synthesis.steps import steps_of
    >>> str(least_loss(steps_of([1, 0, 1, 0], [4, 3, 2, 1]), law="uniform"))
    '1/8'
    """
    total = Fraction(0)
    for corner in corners(steps, over=over):
        chance, mean = masses(corner, law)
        total += chance * loss_at(steps, corner, mean, over=over)
    return total


def loss_at(steps: Sequence[Step], corner: Corner, condition: Fraction, *, over: str) -> Fraction:
    """Loss of a corner's decisions at an operating condition.

    Examples
    --------
    >>> from scoring_the_scores.synthesis.steps import steps_of
    >>> steps = steps_of([1, 0], [2, 1])
    >>> str(loss_at(steps, Corner(2, Fraction(1), Fraction(1), Fraction(0), HALF), HALF, over="skew"))
    '1/2'
    """
    positives, negatives = totals(steps)
    prior = HALF if over == "skew" else positives / (positives + negatives)
    false, missed = (1 - prior) * corner.false_positive_rate, prior * (1 - corner.true_positive_rate)
    return 2 * (condition * false + (1 - condition) * missed)


def _not_below(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], c: tuple[Fraction, Fraction]) -> bool:
    """Whether b lies on the line from a to c, or below it."""
    return (b[0] - a[0]) * (c[1] - a[1]) >= (b[1] - a[1]) * (c[0] - a[0])


def _below(c: Fraction) -> Fraction:
    return 3 * c**2 - 2 * c**3


def _moment(c: Fraction) -> Fraction:
    return 2 * c**3 - 3 * c**4 / 2
