"""The cost plane and the Tile: what decisions save at one price and what they cost at another, in fractions.

The cost plane has the cost proportion c to the right and the loss Q_c upwards. A performance is the tuple of tn, fp,
fn, tp of `metricbook.exact.tile`, a line the pair of its heights at c = 0 and c = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from metricbook.exact.costs import Line, Point, at
from metricbook.exact.ranking import roc_points
from metricbook.exact.samples import Performance, Sample

Place = tuple[Fraction, Fraction]
Ruler = tuple[Point, Point]
#: The corners of the Tile at which one of the two constant decisions has no score.
OPEN_CORNERS: tuple[Place, Place] = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))


def cost_line(performance: Performance) -> Line:
    """Loss Q_c at c = 0 and c = 1: twice the misses, and twice the false alarms.

    Examples
    --------
    >>> [str(end) for end in cost_line((Fraction(4, 10), Fraction(1, 10), Fraction(2, 10), Fraction(3, 10)))]
    ['2/5', '1/5']
    """
    _, fp, fn, _ = performance
    return 2 * fn, 2 * fp


def all_wrong(prior: Fraction) -> Line:
    """The cost line of decisions that are all wrong: above all others.

    Examples
    --------
    >>> [str(end) for end in all_wrong(Fraction(1, 4))]
    ['1/2', '3/2']
    """
    return 2 * prior, 2 * (1 - prior)


def two_prices(performance: Performance, a: Fraction, b: Fraction) -> Fraction | None:
    """Saving at price 1 - a, as a share of it and of the loss at price 1 - b; None if both are zero.

    Examples
    --------
    Precision saves misses, at price 0, and pays for false alarms, at price 1:

    >>> two_prices((Fraction(4, 10), Fraction(1, 10), Fraction(2, 10), Fraction(3, 10)), Fraction(1), Fraction(0))
    Fraction(3, 4)
    """
    line, top = cost_line(performance), all_wrong(performance[2] + performance[3])
    saved, paid = at(top, 1 - a) - at(line, 1 - a), at(line, 1 - b)
    return None if saved + paid == 0 else Fraction(saved, saved + paid)


def ruler(a: Fraction, b: Fraction, prior: Fraction) -> Ruler:
    """The segment of the cost plane that belongs to a place, from the line of all wrong down to the axis.

    Examples
    --------
    That of F1 starts at price 0 and ends at price 1/2:

    >>> [(str(c), str(loss)) for c, loss in ruler(Fraction(1), Fraction(1, 2), Fraction(1, 4))]
    [('0', '1/2'), ('1/2', '0')]
    """
    return (1 - a, at(all_wrong(prior), 1 - a)), (1 - b, Fraction(0))


def mark(along: Ruler, share: Fraction) -> Point:
    """The point of a ruler at a share of its way down."""
    (c, loss), (foot, _) = along
    return (1 - share) * c + share * foot, (1 - share) * loss


def meeting(curve: Sequence[Point], along: Ruler) -> tuple[Fraction, Fraction] | None:
    """Where a ruler meets a cost curve: how far down, and at which cost proportion; None if it runs along the curve.

    Computed from the corners of the curve alone, piece by piece.

    Examples
    --------
    >>> roof = [(Fraction(0), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0))]
    >>> [str(x) for x in meeting(roof, ruler(Fraction(1), Fraction(1, 2), Fraction(1, 2)))]
    ['2/3', '1/3']
    """
    (c0, top), (c1, _) = along
    for (left, low), (right, high) in pairwise(curve):
        slope = (high - low) / (right - left)
        # height of the ruler above this piece's line, at its two ends
        above, below = top - (low + slope * (c0 - left)), -(low + slope * (c1 - left))
        if above != below:
            share = above / (above - below)
            c = (1 - share) * c0 + share * c1
            if 0 <= share <= 1 and left <= c <= right:
                return share, c
    return None


def performances_of(sample: Sample) -> list[Performance]:
    """What all thresholds of a sample do, flagging nothing first.

    Examples
    --------
    >>> [[str(x) for x in p] for p in performances_of(((1, 0), (2, 1)))]
    [['1/2', '0', '1/2', '0'], ['1/2', '0', '0', '1/2'], ['0', '1/2', '0', '1/2']]
    """
    labels, scores = sample
    prior = Fraction(sum(labels), len(labels))
    return [
        ((1 - prior) * (1 - x), (1 - prior) * x, prior * (1 - y), prior * y)
        for x, y in sorted(roc_points(labels, scores))
    ]
