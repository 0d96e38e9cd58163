"""Every metric of a scored sample from one sort."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.h_measure import h_measure_of
from metricbook.metrics.hull import hull_of_curve, roc_hull_points
from metricbook.metrics.ordering import PART
from metricbook.metrics.ranking import auch_of, auroc_of, average_precision_of
from metricbook.metrics.selective import (
    NEGLIGIBLE,
    ConfidenceSweep,
    accuracy_of,
    audrc_integral_of,
    audrc_sum_of,
    curve_sums,
    lxcim_of,
)
from metricbook.metrics.sweep import Sweep, doubled_area, in_order, summed_precision
from metricbook.metrics.validation import Label, Sample, check_sample, check_threshold

if TYPE_CHECKING:
    import pandas as pd

_OF_THE_SWEEP: dict[str, Callable[[Any], float]] = {
    "auroc": auroc_of,
    "average_precision": average_precision_of,
    "auch": auch_of,
    "h_measure": h_measure_of,
}
_OF_THE_CONFIDENCE_SWEEP: dict[str, Callable[[Any], float]] = {
    "accuracy": accuracy_of,
    "lxcim": lxcim_of,
    "audrc_sum": audrc_sum_of,
    "audrc_integral": audrc_integral_of,
}


def summary(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> pd.Series:
    """Every metric of the package as one Series, from one sort of the sample.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    threshold : float
        The decision threshold, in the units of the scores.

    Returns
    -------
    pandas.Series
        Values by the name of the metric's function. A metric that needs a class which is missing is NaN; called
        by itself it raises an error.

    Raises
    ------
    ValueError
        On bad input.

    Examples
    --------
    >>> summary([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1], threshold=0.4)[["auroc", "accuracy"]].to_dict()
    {'auroc': 0.875, 'accuracy': 0.75}
    """
    from pandas import Series  # here, for importing it takes longer than importing all else

    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    sample = in_order(sample)
    values = {}
    sweep = _ranking(sample)
    defined = sweep.positives > 0 and sweep.negatives > 0
    for name, metric in _OF_THE_SWEEP.items():
        # Without negatives precision is 1 throughout; everything else here needs both classes.
        possible = defined or (name == "average_precision" and sweep.positives > 0)
        values[name] = metric(sweep) if possible else float("nan")
    decisions = _decisions(sample, check_threshold(threshold))
    values.update((name, metric(decisions)) for name, metric in _OF_THE_CONFIDENCE_SWEEP.items())
    return Series(values, name="value")


def _ranking(sample: Sample) -> Sweep:
    """A sweep with only the last step of a sorted sample, and the sums over all steps that the metrics need.

    The sums are taken in parts: allocating arrays as long as a large sample would take more time than all the sums.
    """
    starts = np.unique(np.searchsorted(sample.scores, sample.scores[::PART]))  # of scores, so that no tie is split
    area = precision = x = y = 0.0
    vertices = []
    for start, end in reversed([*pairwise([*starts, sample.scores.size])]):
        part = Sweep.of_sorted(_cut(sample, slice(start, end)))
        if part.positives + part.negatives > 0:
            vertices.append(np.array(roc_hull_points(part)) + np.array([[x], [y]]))
        curve = np.append(x, x + part.false_positives), np.append(y, y + part.true_positives)
        area += doubled_area(*curve)
        precision += summed_precision(*curve)
        x, y = float(curve[0][-1]), float(curve[1][-1])
    sweep = Sweep.of_steps(sample.scores[:1], np.array([y]), np.array([x]))
    sweep.doubled_area, sweep.summed_precision = area, precision
    false, true = np.concatenate(vertices, axis=1)
    sweep.hull = hull_of_curve(false, true)
    return sweep


def _decisions(sample: Sample, threshold: float) -> ConfidenceSweep:
    """A confidence sweep with only the last step of a sorted sample, and the sums over all steps, taken in parts."""
    least = 0.0 if sample.weights is None else NEGLIGIBLE * sample.weights.sum()
    sums, v, g = np.zeros(3), 0.0, 0.0
    for places in _by_confidence(sample.scores, threshold):
        part = ConfidenceSweep.of_sorted(_cut(sample, *places), threshold=threshold)
        if part.total > least:
            curve = np.append(v, v + part.coverage), np.append(g, g + part.correct)
            sums += curve_sums(*curve)
            v, g = float(curve[0][-1]), float(curve[1][-1])
    sweep = ConfidenceSweep.of_steps(np.zeros(1), np.array([v]), np.array([g]))
    sweep.sums = sums
    return sweep


def _by_confidence(scores: NDArray[np.float64], threshold: float) -> Iterator[tuple[slice, ...]]:
    """Slices of sorted scores that hold consecutive ranges of confidence, from the highest (at both ends) down."""

    def distance(score: float) -> float:
        return abs(float(score) - threshold)

    low, high, middle = 0, scores.size, int(np.searchsorted(scores, threshold))
    if math.isfinite(distance(scores[0]) + distance(scores[-1])):
        for bound in sorted({*map(distance, scores[PART::PART])}, reverse=True):
            outside = low, high
            low = bisect_right(scores, -bound, low, middle, key=lambda score: -distance(score))
            high = bisect_left(scores, bound, middle, high, key=distance)
            yield slice(outside[0], low), slice(high, outside[1])
    if low < high:
        yield (slice(low, high),)


def _cut(sample: Sample, *places: slice) -> Sample:
    """The cases in these slices."""

    def cut(array: NDArray[Any]) -> NDArray[Any]:
        return array[places[0]] if len(places) == 1 else np.concatenate([array[place] for place in places])

    labels, scores, weights = sample
    return Sample(cut(labels), cut(scores), None if weights is None else cut(weights))
