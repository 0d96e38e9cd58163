"""`Sweep`, a scored sample sorted once with ties grouped, from which every metric of the ranking is computed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.ordering import PART, ascending_order, gather, slices, sort_flagged
from metricbook.metrics.validation import Label, Sample, check_sample

#: Least weight of a class, and of the product of both classes, for which no share of it underflows.
LEAST: Final = 1e-300
#: Least weight of a class as a share of the other, where a difference of their sums must not lose the smaller.
LIGHTEST: Final = 1e-12
#: The x and the y of the points of a curve.
Curve: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]

#: Number of cells of equal width: scores that all fall into different cells are counted there instead of sorted.
CELLS: Final = 1 << 16
#: Mean number of cases per distinct score from which merging tied cases saves time.
TIES_PAY: Final = 8


class Sweep:
    """Weight of the positives and of the negatives that score at least t, for every distinct score t.

    The thresholds are the distinct scores, highest first, so that each entry stands for one classifier
    "positive if score >= threshold". Samples with equal scores pass a threshold together: they are one
    step, and every metric computed from the sweep treats their order as unknown.

    Parameters
    ----------
    y_true : array of shape (n,)
        Labels 0 and 1, -1 and 1, or booleans, of which 1 is the positive class; any two labels with ``pos_label``.
        A list, an array, or a column of pandas, polars or Arrow, as are the other two. Cases are matched by
        position: the index of a Series is ignored. A masked or missing entry is refused.
    y_score : array of shape (n,)
        Finite scores; larger means more positive. Whole numbers beyond 2^53 that no float equals are refused, since
        they would tie with their neighbours.
    sample_weight : array of shape (n,), optional
        Finite weights, none negative and not all zero; 1 for every sample by default.
    pos_label : bool, int, float or str, optional
        The label of the positive class, where it is not 1 or True.

    Attributes
    ----------
    thresholds : array of shape (m,)
        The m <= n distinct scores, highest first, in the units of the scores.
    true_positives, false_positives : arrays of shape (m,)
        Cumulative weight of the positives and of the negatives with score >= threshold.
    positives, negatives : float
        Total weight of each class. One of them may be zero: a metric that needs both raises an error.

    Raises
    ------
    ValueError
        See `metricbook.metrics.validation.check_sample`.

    Notes
    -----
    Time is that of one sort. Sources: Fawcett (2006), Algorithm 1; Flach et al. (2011), Section 2.

    Examples
    --------
    Two positives and two negatives, one of each tied at 0.5:

    >>> sweep = Sweep([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1])
    >>> sweep.thresholds.tolist()
    [0.9, 0.5, 0.1]
    >>> sweep.true_positives.tolist(), sweep.false_positives.tolist()
    ([1.0, 2.0, 2.0], [0.0, 1.0, 2.0])
    """

    thresholds: NDArray[np.float64]
    true_positives: NDArray[np.float64]
    false_positives: NDArray[np.float64]
    #: Cache of `metricbook.metrics.hull.roc_hull_points`.
    hull: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None

    def __init__(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Label | None = None,
    ) -> None:
        sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        self._read(in_order(sample))

    @classmethod
    def of_sorted(cls, sample: Sample) -> Sweep:
        """The sweep of a sample already put in order by `sort_by_score`; saves the second sort."""
        sweep = cls.__new__(cls)
        sweep._read(sample)
        return sweep

    @classmethod
    def of_steps(
        cls, thresholds: NDArray[np.float64], positives: NDArray[np.float64], negatives: NDArray[np.float64]
    ) -> Sweep:
        """The sweep of distinct scores, highest first, each with the weight of its positives and of its negatives."""
        sweep = cls.__new__(cls)
        sweep.thresholds = thresholds
        sweep.true_positives, sweep.false_positives = np.cumsum(positives), np.cumsum(negatives)
        sweep.positives, sweep.negatives = float(sweep.true_positives[-1]), float(sweep.false_positives[-1])
        return sweep

    @cached_property
    def doubled_area(self) -> float:
        """Twice the area under the curve of both weights, which is whole where the weights are."""
        return sum(doubled_area(*part) for part in curve_parts(self.false_positives, self.true_positives))

    @cached_property
    def summed_precision(self) -> float:
        """Precision at every threshold, times the weight of the positives that are gained there, added up."""
        return sum(summed_precision(*part) for part in curve_parts(self.false_positives, self.true_positives))

    def require_positives(self, metric: str) -> None:
        """Raise a ``ValueError`` that names the metric unless the positive class carries weight."""
        if not self.positives > 0:
            raise ValueError(f"{metric} is undefined: y_true has no positive sample of positive weight")
        if self.positives < LEAST:
            raise ValueError(f"{metric} is undefined: the positives weigh next to nothing, {self.positives}")

    def require_both_classes(self, metric: str, *, lightest: float = 1e-305) -> None:
        """Raise a ``ValueError`` that names the metric unless both classes carry weight, also next to each other."""
        self.require_positives(metric)
        if not self.negatives > 0:
            raise ValueError(f"{metric} is undefined: y_true has no negative sample of positive weight")
        lighter, heavier = sorted((self.positives, self.negatives))
        if lighter < LEAST or lighter < lightest * heavier or lighter * heavier < LEAST:
            raise ValueError(
                f"{metric} is undefined: one class weighs next to nothing, {self.positives} against {self.negatives}"
            )

    def _read(self, sample: Sample) -> None:
        scores = sample.scores[::-1]
        last = last_of_each_value(scores)
        self.thresholds = _take(scores, last)
        if sample.weights is None:
            self.true_positives = _take(cumulative_count(sample.labels[::-1]), last)
            self.false_positives = np.arange(1.0, scores.size + 1) if last is None else last + np.float64(1)
            self.false_positives -= self.true_positives
        else:
            # Two sums rather than one and a difference, so that a step of one class leaves the other's sum untouched.
            weights = sample.weights * sample.labels, sample.weights * ~sample.labels
            sums = cumulative_sums(
                *(one[::-1] for one in weights)
            )  # products taken before reversing, in a third of the time
            self.true_positives, self.false_positives = (_take(one, last) for one in sums)
        self.positives = float(self.true_positives[-1])
        self.negatives = float(self.false_positives[-1])


def in_order(sample: Sample) -> Sample:
    """The same sample in ascending order of score; with many ties, merged to one case per class and distinct score."""
    return _count_in_cells(sample) or merge_ties(sort_by_score(sample))


def _count_in_cells(sample: Sample) -> Sample | None:
    """One case of each class for each score, by counting; None if cases or ties are few, or a cell holds two scores."""
    scores, low = sample.scores, float(sample.scores.min())
    width = float(scores.max()) - low
    many = scores.size >= TIES_PAY * CELLS
    number = CELLS if many else CELLS // 4  # the memory of all of them would take longer than fewer cases do
    scale = (number - 1) / width if width > 0 else math.inf
    pays = many or (sample.weights is None and scores.size >= CELLS)
    if not pays or not 0 < scale < math.inf:
        return None
    cells, held = np.empty(scores.size, dtype=np.intp), np.empty(number)
    for part in slices(scores.size):
        cells[part] = (scores[part] - low) * scale
        held[cells[part]] = scores[part]
        if part.start == 0 and (held[cells[part]] != scores[part]).any():  # most samples without ties
            return None
    if any((held[cells[part]] != scores[part]).any() for part in slices(scores.size)):
        return None
    cells <<= 1
    cells |= sample.labels
    cases = np.bincount(cells, minlength=2 * number).reshape(number, 2)
    filled = np.flatnonzero(cases[:, 0] | cases[:, 1])
    if TIES_PAY * filled.size > scores.size:
        return None
    weights = cases if sample.weights is None else np.bincount(cells, sample.weights, 2 * number).reshape(number, 2)
    return _merge_cases(held[filled], weights[filled].astype(np.float64))


def _merge_cases(scores: NDArray[np.float64], weights: NDArray[np.float64]) -> Sample:
    """One negative and one positive case per distinct score, weighted by the tied cases."""
    return Sample(np.tile([False, True], scores.size), np.repeat(scores, 2), weights.ravel())


def sort_by_score(sample: Sample) -> Sample:
    """The same sample in ascending order of score; equal scores stand in no particular order."""
    if sample.weights is None:
        scores, labels = sort_flagged(sample.scores, sample.labels)
        return Sample(labels, scores, None)
    order, scores = ascending_order(sample.scores)
    return Sample(gather(sample.labels, order), scores, gather(sample.weights, order))


def merge_ties(sample: Sample) -> Sample:
    """A sorted sample; with many ties, one case per class and distinct score, weighted by the tied cases."""
    changes = sample.scores[1:] != sample.scores[:-1]
    if TIES_PAY * (1 + np.count_nonzero(changes)) > sample.scores.size:
        return sample
    first = np.append(0, np.flatnonzero(changes) + 1)
    weights = np.empty((first.size, 2))
    if sample.weights is None:
        weights[:, 1] = np.add.reduceat(sample.labels, first, dtype=np.intp)
        weights[:, 0] = np.diff(first, append=sample.scores.size) - weights[:, 1]
    else:
        weights[:, 1] = np.add.reduceat(sample.weights * sample.labels, first)
        weights[:, 0] = np.add.reduceat(sample.weights * ~sample.labels, first)
    return _merge_cases(sample.scores[first], weights)


def last_of_each_value(ordered: NDArray[Any]) -> NDArray[np.intp] | None:
    """Index of the last of each run of equal values in an ordered array; None where all values differ."""
    steps = ordered[1:] != ordered[:-1]
    if steps.all():
        return None
    return np.append(np.flatnonzero(steps), ordered.size - 1)


def cumulative_count(chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Cumulative count of the chosen, as floats; small integers are added up much faster than floats."""
    counts, so_far = np.empty(chosen.size), 0.0
    for part in slices(chosen.size):
        np.add(np.cumsum(chosen[part], dtype=np.int32), so_far, out=counts[part])
        so_far = counts[part][-1]
    return counts


def cumulative_sums(one: NDArray[np.float64], other: NDArray[np.float64]) -> Curve:
    """Cumulative sums of two arrays, in place. As parts of complex numbers they take the time of one."""
    so_far = 0j
    for part in slices(one.size):
        pairs = np.empty(one[part].size, dtype=np.complex128)
        pairs.real, pairs.imag = one[part], other[part]
        pairs[0] += so_far
        np.cumsum(pairs, out=pairs)
        one[part], other[part], so_far = pairs.real, pairs.imag, pairs[-1]
    return one, other


def steps_of(cumulative: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each entry of cumulative sums adds, in a third of the time that `numpy.diff` takes with a 0 in front."""
    steps = cumulative.copy()
    steps[1:] -= cumulative[:-1]
    return steps


def curve_parts(x: NDArray[np.float64], y: NDArray[np.float64]) -> Iterator[Curve]:
    """Parts of the curve from (0, 0) through the points; each begins with the last point of the one before."""
    yield np.append(0.0, x[:PART]), np.append(0.0, y[:PART])
    for first in range(PART, x.size, PART):
        yield x[first - 1 : first + PART], y[first - 1 : first + PART]


def doubled_area(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    """Twice the area under a curve through the points, by trapezoids."""
    return float(np.dot(np.diff(x), y[1:] + y[:-1]))


def summed_precision(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    """Sum of the increase of y at each point after the first, times the precision y / (x + y) there."""
    # Before the first positive the precision is 0, or 0/0 without weight, and adds nothing.
    first = max(int(np.searchsorted(y, 0.0, side="right")), 1)
    precision = y[first:] + x[first:]
    np.divide(y[first:], precision, out=precision)
    return float(np.dot(np.diff(y[first - 1 :]), precision))


def share(value: float) -> float:
    """A value clipped to 0 and 1, which rounding may have passed by the last digits."""
    return min(max(value, 0.0), 1.0)


def _take(values: NDArray[Any], index: NDArray[np.intp] | None) -> NDArray[Any]:
    return values if index is None else values[index]
