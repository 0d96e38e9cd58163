"""Rankings as a lattice, and curves as the region below them: what is a valuation, and how far a metric is from one.

A ranking is its labels, highest score first, without ties. Of two rankings of the same cases the join finds, down to
every rank, as many positives as the better of the two does there, and the meet as many as the worse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, pairwise
from types import MappingProxyType
from typing import NamedTuple

from metricbook.confusion import f1_score
from metricbook.exact import costs
from metricbook.exact import ranking as exact
from metricbook.exact.costs import Point
from metricbook.exact.samples import Labels, rankings
from scoring_the_scores.synthesis.one_swap import best, swaps

#: A metric of a ranking; None where it has no value.
Metric = Callable[[Labels], Fraction | None]


class Crossing(NamedTuple):
    """Two rankings whose curves cross, and a metric of both, of their join and of their meet.

    Attributes
    ----------
    one, other, join, meet : tuple of int
        The rankings.
    both, split : Fraction
        Sum over the two, and over join and meet; equal for a valuation.
    """

    one: Labels
    other: Labels
    join: Labels
    meet: Labels
    both: Fraction
    split: Fraction


def join(one: Labels, other: Labels) -> Labels:
    """The ranking whose ROC region is the union of both regions.

    Examples
    --------
    >>> join((1, 0, 0, 1), (0, 1, 1, 0))
    (1, 0, 1, 0)
    """
    return _labels([max(pair) for pair in zip(accumulate(one), accumulate(other), strict=True)])


def meet(one: Labels, other: Labels) -> Labels:
    """The ranking whose ROC region is the part that both regions share.

    Examples
    --------
    >>> meet((1, 0, 0, 1), (0, 1, 1, 0))
    (0, 1, 0, 1)
    """
    return _labels([min(pair) for pair in zip(accumulate(one), accumulate(other), strict=True)])


def _labels(found: list[int]) -> Labels:
    return tuple(after - before for before, after in pairwise([0, *found]))


def crossing(positives: int, negatives: int) -> Iterator[tuple[Labels, Labels]]:
    """Every two rankings of these sizes of which neither curve is nowhere below the other.

    Examples
    --------
    >>> list(crossing(2, 2))
    [((1, 0, 0, 1), (0, 1, 1, 0))]
    """
    every = sorted(rankings(positives + negatives, positives), reverse=True)
    return (pair for pair in combinations(every, 2) if join(*pair) not in pair)


def measured(metric: Metric, one: Labels, other: Labels) -> Crossing | None:
    """A metric of two rankings, their join and their meet; None if one of the four has no value."""
    upper, lower = join(one, other), meet(one, other)
    values = [metric(ranking) for ranking in (one, other, upper, lower)]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    return Crossing(one, other, upper, lower, known[0] + known[1], known[2] + known[3])


def first_failure(metric: Metric, largest: int) -> Crossing | None:
    """Two rankings of as few cases as possible, of up to so many, that show a metric to be no valuation."""
    sizes = ((p, n - p) for n in range(2, largest + 1) for p in range(1, n))
    tried = (measured(metric, *pair) for size in sizes for pair in crossing(*size))
    return next((found for found in tried if found and found.both != found.split), None)


@cache
def hull(labels: Labels) -> tuple[Point, ...]:
    """Corners of the ROC convex hull, ends included.

    Examples
    --------
    >>> [(str(x), str(y)) for x, y in hull((0, 1, 0, 1))]
    [('0', '0'), ('1', '1')]
    """
    return tuple(costs.roc_hull(labels, swaps.scores(labels)))


def _matrices(labels: Labels) -> list[swaps.Matrix]:
    return [swaps.matrix(labels, flagged) for flagged in range(len(labels) + 1)]


def best_youden(labels: Labels) -> Fraction:
    """The largest TPR - FPR of any threshold."""
    return max(Fraction(tp, fn + tp) - Fraction(fp, tn + fp) for tn, fp, fn, tp in _matrices(labels))


def best_accuracy(labels: Labels) -> Fraction:
    """The largest share of right decisions of any threshold."""
    return max(Fraction(tn + tp, len(labels)) for tn, _, _, tp in _matrices(labels))


def best_f1(labels: Labels) -> Fraction:
    """The largest F1 of any threshold that flags something."""
    return max(f1_score(*outcomes) for outcomes in _matrices(labels)[1:])


def largest_distance(labels: Labels) -> Fraction:
    """Kolmogorov and Smirnov's: the largest distance of TPR and FPR, in either direction."""
    return max(best_youden(labels), best_youden(labels[::-1]))


def half_way_precision(labels: Labels) -> Fraction | None:
    """Sumpter's precision at indistinguishability; None if nothing can be flagged."""
    flagged = best.flagged(labels)
    return flagged.precision if flagged else None


def _with_scores(measure: Callable[[Labels, tuple[int, ...]], Fraction]) -> Callable[[Labels], Fraction]:
    return lambda labels: measure(labels, swaps.scores(labels))


#: Metrics whose swaps are worth what their place says.
BY_PLACE: Mapping[str, Callable[[Labels], Fraction]] = MappingProxyType(
    {"AUROC": _with_scores(exact.auroc), "AP": _with_scores(exact.average_precision)}
)
#: Metrics that read the ROC convex hull and nothing else.
OF_HULL: Mapping[str, Callable[[Labels], Fraction]] = MappingProxyType(
    {
        "H": _with_scores(costs.h_measure),
        "AUCH": _with_scores(exact.auch),
        "best Youden index": best_youden,
        "best accuracy": best_accuracy,
        "best F1": best_f1,
    }
)
#: Others that choose their threshold.
CHOOSING: Mapping[str, Metric] = MappingProxyType({"KS": largest_distance, "C(r_b)": half_way_precision})


def one_step(i: int, j: int, positives: int, negatives: int) -> Labels:
    """The lowest ranking with pair (i, j) in order: j - 1 negatives, i positives, the other negatives, the others.

    Examples
    --------
    >>> one_step(1, 2, 2, 2)
    (0, 1, 0, 1)
    """
    return (0,) * (j - 1) + (1,) * i + (0,) * (negatives - j + 1) + (1,) * (positives - i)


def by_steps(metric: Metric, labels: Labels) -> Fraction:
    """What a metric would be if it were a valuation, from its values for the worst ranking and those of one step."""
    p, q = sum(labels), len(labels) - sum(labels)

    def height(i: int, j: int) -> Fraction:
        value = metric(one_step(i, j, p, q))
        if value is None:
            raise ValueError("the metric has no value for a ranking of one step")
        return value

    masses = (height(i, j) - height(i - 1, j) - height(i, j + 1) + height(i - 1, j + 1) for i, j in swaps.won(labels))
    return height(0, 1) + sum(masses, Fraction(0))


# ---------------------------------------------------------------------------- curves, as staircases of any sizes


def corners(labels: Labels) -> list[Point]:
    """The corners (FPR, TPR) of the staircase, from (0, 0) to (1, 1)."""
    return exact.roc_points(labels, swaps.scores(labels))


def height_at(labels: Labels, rate: Fraction) -> Fraction:
    """The largest TPR at this false positive rate.

    Examples
    --------
    >>> height_at((1, 0, 1, 0), Fraction(1, 2))
    Fraction(1, 1)
    """
    return max(y for x, y in corners(labels) if x <= rate)


def partial_area(labels: Labels, rate: Fraction) -> Fraction:
    """Area below the staircase to the left of this false positive rate."""
    return sum(
        (y * max(min(right, rate) - left, Fraction(0)) for (left, y), (right, _) in pairwise(corners(labels))),
        Fraction(0),
    )


def height_at_share(labels: Labels, share: Fraction, prevalence: Fraction) -> Fraction:
    """TPR where this share of all cases is flagged.

    Examples
    --------
    >>> height_at_share((1, 0), Fraction(1, 4), Fraction(1, 2))
    Fraction(1, 2)
    """
    for (left, low), (right, high) in pairwise(corners(labels)):
        if (1 - prevalence) * right + prevalence * high >= share:
            return low if high == low else (share - (1 - prevalence) * left) / prevalence
    raise ValueError(f"the share flagged is {share}, above 1")


def area_between(one: Labels, other: Labels) -> Fraction:
    """Area between two staircases."""
    upper, lower = (exact.auroc(y, swaps.scores(y)) for y in (join(one, other), meet(one, other)))
    return upper - lower
