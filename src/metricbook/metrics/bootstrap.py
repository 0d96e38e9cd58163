"""Bootstrap of metrics from one sort: a replicate is the sorted sample with new weights, so none is sorted again.

It answers the question of `metricbook.metrics.intervals` without a formula: how much would a metric move if as many
cases, or clusters of them, had been drawn once more? Metrics that choose their best thresholds on the sample are
optimistic once more in every replicate, so that quantiles of the replicates are no interval: use `interval`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.confusion import METRICS
from metricbook.metrics.calibration import brier_score_of, log_loss_of
from metricbook.metrics.expected_loss import expected_loss_of
from metricbook.metrics.h_measure import expected_min_loss_of, h_measure_of
from metricbook.metrics.halves import GROUPS
from metricbook.metrics.ranking import auch_of, auroc_of, average_precision_of, kolmogorov_smirnov_of
from metricbook.metrics.selective import (
    ConfidenceSweep,
    audrc_integral_of,
    audrc_sum_of,
    confidence_of,
    confusion_at,
    lxcim_of,
)
from metricbook.metrics.sweep import Sweep, sort_by_score
from metricbook.metrics.units import class_of_members, members, summed
from metricbook.metrics.validation import SUM_OF_WEIGHTS, Array, Label, Sample, check_sample

if TYPE_CHECKING:
    import pandas as pd


def bootstrap(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    metrics: Sequence[str] = ("auroc", "average_precision", "h_measure", "lxcim"),
    replicates: int = 1000,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    clusters: ArrayLike | None = None,
    fixed_classes: bool = False,
    threshold: float = 0.0,
    progress: Callable[[range], Iterable[int]] | None = None,
    rng: np.random.Generator,
) -> pd.DataFrame:
    """Metrics of samples drawn with replacement, all metrics from the same draws.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, clusters, fixed_classes
        As for `standard_error`. With clusters, whole clusters are drawn.
    metrics : sequence of str
        Names of metrics, as for `standard_error`.
    replicates : int
        How many samples are drawn, each as large as the given one.
    threshold : float
        The decision threshold, for metrics that have one.
    progress : callable, optional
        Progress bar such as ``tqdm.tqdm``: called with the range of the replicates, and iterated over.
    rng : numpy.random.Generator
        Source of the random draws.

    Returns
    -------
    pandas.DataFrame
        A row for each replicate, a column for each metric; NaN where a replicate lacks a class that the metric needs,
        or has no weight.

    Raises
    ------
    ValueError
        On bad input, or for an unknown metric.

    Notes
    -----
    Only the number of cases of one label and one score is drawn, as they are interchangeable. Of more than `GROUPS`
    distinct scores neighbours are grouped: a replicate is then the sample's metric plus what the draw changes in the
    grouped sample.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> drawn = bootstrap([1, 1, 0, 0] * 50, [4, 2, 3, 1] * 50, metrics=["auroc"], replicates=200, rng=rng)
    >>> bool(abs(drawn["auroc"].mean() - 0.75) < 0.01)
    True
    """
    from pandas import DataFrame  # here, for importing it takes longer than importing all else

    known = {*_OF_THE_SWEEP, *_OF_THE_CONFIDENCE_SWEEP, *METRICS}
    if unknown := sorted({*metrics} - known):
        raise ValueError(f"unknown metrics {unknown}; known are {sorted(known)}")
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    cells = _cells(sample, threshold)
    draw = _draw_function(sample, cells, clusters, fixed_classes, rng)
    weights = np.ones_like(sample.scores) if sample.weights is None else sample.weights
    replicate = _Replicate(cells, metrics, threshold)
    rounds = range(replicates) if progress is None else progress(range(replicates))
    rows = np.array([replicate.values(draw()) for _ in rounds]).reshape(replicates, len(metrics))
    if cells.grouped:
        rows += _values(sort_by_score(sample), metrics, threshold) - replicate.values(
            summed(cells.of_cases, weights, cells.size)
        )
    return DataFrame(rows, columns=list(metrics))


class _Cells(NamedTuple):
    """Cases of one label and one score, or neighbouring scores: negatives and positives in turn, lowest score first."""

    of_cases: NDArray[np.intp]
    scores: Array
    size: int
    grouped: bool


def _cells(sample: Sample, threshold: float) -> _Cells:
    distinct, step = np.unique(sample.scores, return_inverse=True)
    group = np.arange(distinct.size)
    if grouped := distinct.size > GROUPS:
        group = group * GROUPS // distinct.size
    # No group reaches across the decision threshold, on whose sides scores mean different decisions.
    group = group + np.searchsorted([threshold], distinct, "left") + np.searchsorted([threshold], distinct, "right")
    _, first, group = np.unique(group, return_index=True, return_inverse=True)
    middle = (first + np.append(first[1:], distinct.size) - 1) // 2
    return _Cells(2 * group[step] + sample.labels, distinct[middle], 2 * first.size, grouped)


class _Replicate:
    """The metrics of a sample of cells from the cells' weights, in the time of a few sums: all sorting is done once."""

    def __init__(self, cells: _Cells, metrics: Sequence[str], threshold: float) -> None:
        self.metrics, self.thresholds = metrics, cells.scores[::-1]
        self.side = (cells.scores > threshold) * 1.0 - (cells.scores < threshold)
        confidence = confidence_of(cells.scores, threshold)
        self.order = np.argsort(-confidence, kind="stable")
        self.confidences, self.starts = np.unique(-confidence[self.order], return_index=True)

    def values(self, weights: Array) -> Array:
        """The metrics, NaN where one is undefined."""
        if weights.sum() < SUM_OF_WEIGHTS[0]:  # the cases drawn have no weight
            return np.full(len(self.metrics), math.nan)
        negatives, positives = weights[::2], weights[1::2]
        sweep, decisions, counts = None, None, None
        wanted = {*self.metrics}
        if wanted & {*_OF_THE_SWEEP}:
            sweep = Sweep.of_steps(self.thresholds, positives[::-1], negatives[::-1])
        if wanted & {*_OF_THE_CONFIDENCE_SWEEP}:
            correct = np.where(self.side > 0, positives, negatives)
            correct = np.where(self.side == 0, (positives + negatives) / 2, correct)
            both = (np.add.reduceat(of[self.order], self.starts) for of in (positives + negatives, correct))
            decisions = ConfidenceSweep.of_steps(-self.confidences, *both)
        if wanted & {*METRICS}:
            flagged = (self.side + 1) / 2
            fp, tp = float(negatives @ flagged), float(positives @ flagged)
            counts = float(negatives.sum()) - fp, fp, float(positives.sum()) - tp, tp
        return _compute(self.metrics, sweep, decisions, counts)


def _draw_function(
    sample: Sample, cells: _Cells, clusters: ArrayLike | None, fixed_classes: bool, rng: np.random.Generator
) -> Callable[[], Array]:
    """A function that draws as many cases, or clusters, as there are, and returns the weight of each cell."""
    size = sample.labels.size
    if clusters is None and sample.weights is None:
        counts = np.bincount(cells.of_cases, minlength=cells.size)
        own = np.arange(cells.size) % 2
        parts = (
            [np.flatnonzero((counts > 0) & (own == c)) for c in (0, 1)] if fixed_classes else [np.flatnonzero(counts)]
        )
        probabilities = [counts[part] / counts[part].sum() for part in parts if part.size]

        def draw_cells() -> Array:
            drawn = np.zeros(cells.size)
            for part, probability in zip([part for part in parts if part.size], probabilities, strict=True):
                drawn[part] = rng.multinomial(counts[part].sum(), probability)
            return drawn

        return draw_cells
    weights = np.ones(size) if sample.weights is None else sample.weights
    member = np.arange(size) if clusters is None else members(clusters, size)
    positive = class_of_members(member, sample.labels, fixed_classes)
    groups = [np.flatnonzero(positive), np.flatnonzero(~positive)] if fixed_classes else [np.arange(positive.size)]

    def draw() -> Array:
        drawn = np.concatenate([rng.choice(group, group.size) for group in groups if group.size])
        times = np.bincount(drawn, minlength=positive.size)
        return summed(cells.of_cases, weights * times[member], cells.size)

    return draw


_OF_THE_SWEEP: dict[str, Callable[[Any], float]] = {
    "auroc": auroc_of,
    "average_precision": average_precision_of,
    "auch": auch_of,
    "brier_score": brier_score_of,
    "expected_loss": expected_loss_of,
    "expected_min_loss": expected_min_loss_of,
    "h_measure": h_measure_of,
    "kolmogorov_smirnov": kolmogorov_smirnov_of,
    "log_loss": log_loss_of,
}
_OF_THE_CONFIDENCE_SWEEP: dict[str, Callable[[Any], float]] = {
    "lxcim": lxcim_of,
    "audrc_sum": audrc_sum_of,
    "audrc_integral": audrc_integral_of,
}


def _values(sample: Sample, metrics: Sequence[str], threshold: float) -> Array:
    """The metrics of a sample in ascending order, NaN where one is undefined."""
    labels, scores, weights = sample
    return _compute(
        metrics,
        Sweep.of_sorted(sample),
        ConfidenceSweep.of_sorted(sample, threshold=threshold),
        confusion_at(labels, scores, sample_weight=weights, threshold=threshold),
    )


def _compute(
    metrics: Sequence[str],
    sweep: Sweep | None,
    decisions: ConfidenceSweep | None,
    counts: tuple[float, float, float, float] | None,
) -> Array:
    values = np.full(len(metrics), math.nan)
    for place, name in enumerate(metrics):
        with suppress(ValueError):  # a class is missing, or a predicted class
            if name in _OF_THE_SWEEP:
                values[place] = _OF_THE_SWEEP[name](sweep)
            elif name in _OF_THE_CONFIDENCE_SWEEP:
                values[place] = _OF_THE_CONFIDENCE_SWEEP[name](decisions)
            elif counts is not None:
                values[place] = float(METRICS[name](*counts))
    return values
