"""How sure a metric is: standard errors and intervals in closed form, paired differences, and a bootstrap from one sort.

The closed forms square the influences of `metricbook.metrics.influence`; the bootstrap weighs the sorted sample anew for
each replicate, instead of drawing cases and sorting them. Both answer one question: how much would the metric move if as
many cases (or as many patients, if their cases are clusters) had been drawn once more? Neither covers what the sample
cannot show: other hospitals, later years, wrong labels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.confusion import METRICS, confusion_at
from metricbook.metrics.h_measure import h_measure_of
from metricbook.metrics.influence import Influence, influence
from metricbook.metrics.ranking import auch_of, auroc_of, average_precision_of, kolmogorov_smirnov_of
from metricbook.metrics.selective import ConfidenceSweep, audrc_integral_of, audrc_sum_of, lxcim_of
from metricbook.metrics.sweep import Sweep, sort_by_score
from metricbook.metrics.validation import Label, Sample, check_sample

if TYPE_CHECKING:
    import pandas as pd

#: Metrics that can be negative; the intervals of all others are made on the logit scale, and stay between 0 and 1.
SIGNED: Final = frozenset({"cohen_kappa", "matthews_correlation", "youden_index"})
#: Of more distinct scores than this the bootstrap groups neighbours, to so many groups.
GROUPS: Final = 1 << 14


class Interval(NamedTuple):
    """A value, the ends of its confidence interval and its standard error, all in the metric's unit."""

    value: float
    low: float
    high: float
    standard_error: float


def standard_error(
    metric: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    clusters: ArrayLike | None = None,
    fixed_classes: bool = False,
    **parameters: float,
) -> float:
    """Standard error of a metric: the root of the sum of the squared influences of what was drawn.

    Parameters
    ----------
    metric, y_true, y_score, sample_weight, pos_label, **parameters
        As for `metricbook.metrics.influence.influence`.
    clusters : array of shape (n,), optional
        Which cases belong together, by any names: they were drawn together. By default each case was drawn by itself.
    fixed_classes : bool
        Whether the numbers of positives and negatives were fixed before anything was drawn, as in a case-control study.

    Returns
    -------
    float
        In the unit of the metric; 0 where all cases have the same influence, as for a perfect ranking.

    Raises
    ------
    ValueError
        On bad input; if fewer than two cases, or clusters, were drawn (of each class, if these are fixed); or if the
        classes are fixed and a cluster has cases of both.

    Notes
    -----
    For AUROC with fixed classes this is the estimate of DeLong, DeLong and Clarke-Pearson (1988). Source of the method:
    Efron (1982), the infinitesimal jackknife.

    Examples
    --------
    An accuracy of 3/4 among four cases: the root of 3/4 times 1/4 by 3.

    >>> standard_error("accuracy", [1, 1, 0, 0], [2.0, 1.0, 0.5, -1.0])
    0.25
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    found = influence(metric, *sample[:2], sample_weight=sample.weights, **parameters)
    return _spread(found, sample, clusters, fixed_classes)[0]


def _spread(found: Influence, sample: Sample, clusters: ArrayLike | None, fixed_classes: bool) -> tuple[float, int]:
    """The standard error, and the degrees of freedom behind it."""
    drawn, positive = found.of_cases, sample.labels
    if clusters is not None:
        member = _members(clusters, positive.size)
        drawn = np.bincount(member, weights=drawn)
        positive = _class_of_members(member, positive, fixed_classes)
    groups = [drawn[positive], drawn[~positive]] if fixed_classes else [drawn]
    if min(group.size for group in groups) < 2:
        what = "cases" if clusters is None else "clusters"
        raise ValueError(f"a standard error needs at least two {what}{' of each class' if fixed_classes else ''}")
    variance = sum(group.size * group.var(ddof=1) for group in groups)
    return math.sqrt(variance), drawn.size - len(groups)


def interval(
    metric: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    level: float = 0.95,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    clusters: ArrayLike | None = None,
    fixed_classes: bool = False,
    **parameters: float,
) -> Interval:
    """Confidence interval of a metric, from its standard error and Student's t, on the logit scale.

    Parameters
    ----------
    metric, y_true, y_score, sample_weight, pos_label, clusters, fixed_classes, **parameters
        As for `standard_error`.
    level : float
        The share of samples whose interval should hold the true value, between 0 and 1.

    Returns
    -------
    Interval
        The ends lie between 0 and 1, but for a metric that can be negative.

    Raises
    ------
    ValueError
        As for `standard_error`; also if all cases have the same influence, as for a perfect ranking: such a sample does
        not show how far the metric would move.

    Examples
    --------
    >>> [round(number, 3) for number in interval("auroc", [1, 1, 1, 0, 0, 0], [6, 5, 2, 4, 3, 1])]
    [0.778, 0.114, 0.99, 0.222]
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    found = influence(metric, *sample[:2], sample_weight=sample.weights, **parameters)
    error, freedom = _spread(found, sample, clusters, fixed_classes)
    if not error > 0:
        raise ValueError(f"{metric} has no interval here: all cases have the same influence on it")
    value = found.value
    half = _student(level, freedom) * error
    if metric in SIGNED:
        return Interval(value, max(value - half, -1.0), min(value + half, 1.0), error)
    odds, width = math.log(value / (1 - value)), half / (value * (1 - value))
    low, high = (1 / (1 + math.exp(-(odds + sign * width))) for sign in (-1, 1))
    return Interval(value, low, high, error)


def paired_difference(
    metric: str,
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    level: float = 0.95,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    clusters: ArrayLike | None = None,
    fixed_classes: bool = False,
    **parameters: float,
) -> Interval:
    """The metric of the first scores less that of the second, on the same cases, with its confidence interval.

    What both models find hard is in both metrics and leaves their difference alone, so that this interval is mostly much
    shorter than those of the two metrics would suggest.

    Parameters
    ----------
    first, second : array of shape (n,)
        The scores of two models.
    metric, y_true, level, sample_weight, pos_label, clusters, fixed_classes, **parameters
        As for `interval`.

    Returns
    -------
    Interval
        Symmetric about the difference. If both models have the same influences, as two scores of one ranking have, the
        standard error is 0 and both ends are the difference.

    Raises
    ------
    ValueError
        As for `standard_error`.

    Examples
    --------
    >>> found = paired_difference("auroc", [1, 1, 0, 0], [4, 2, 3, 1], [2, 1, 4, 3])
    >>> found.value
    0.75
    """
    samples = [check_sample(y_true, s, sample_weight=sample_weight, pos_label=pos_label) for s in (first, second)]
    one, other = (influence(metric, *s[:2], sample_weight=s.weights, **parameters) for s in samples)
    found = Influence(one.value - other.value, one.of_cases - other.of_cases)
    error, freedom = _spread(found, samples[0], clusters, fixed_classes)
    half = _student(level, freedom) * error
    return Interval(found.value, found.value - half, found.value + half, error)


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
    rng: np.random.Generator,
) -> pd.DataFrame:
    """Metrics of samples drawn with replacement from the sample, all metrics from the same draws and none from a new sort.

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
    rng : numpy.random.Generator
        Where chance comes from.

    Returns
    -------
    pandas.DataFrame
        A row for each replicate, a column for each metric; NaN where a replicate lacks a class that the metric needs.

    Raises
    ------
    ValueError
        On bad input, or for an unknown metric.

    Notes
    -----
    Cases of one label and one score are alike, so that only their number is drawn. Of more than `GROUPS` distinct scores
    neighbours are grouped: a replicate is then the sample's metric plus what the draw changes in the grouped sample.

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
    draw = _drawing(sample, cells, clusters, fixed_classes, rng)
    base = np.ones_like(sample.scores) if sample.weights is None else sample.weights
    exactly = _values(sort_by_score(sample), metrics, threshold)
    of_cells = np.bincount(cells.of_cases, weights=base, minlength=cells.labels.size)
    shift = exactly - _values(cells.weighing(of_cells), metrics, threshold)
    rows = [shift + _values(cells.weighing(draw()), metrics, threshold) for _ in range(replicates)]
    return DataFrame(rows, columns=list(metrics))


class _Cells(NamedTuple):
    """Cases of one label and of one score, or of neighbouring scores: the cell of each case, and what is in a cell."""

    of_cases: NDArray[np.intp]
    labels: NDArray[np.bool_]
    scores: NDArray[np.float64]

    def weighing(self, weights: NDArray[np.float64]) -> Sample:
        """The cells as a sample in ascending order, each of this weight."""
        return Sample(self.labels, self.scores, weights)


def _cells(sample: Sample, threshold: float) -> _Cells:
    distinct, step = np.unique(sample.scores, return_inverse=True)
    group = np.arange(distinct.size) if distinct.size <= GROUPS else np.arange(distinct.size) * GROUPS // distinct.size
    # No group reaches across the decision threshold, on whose sides scores mean different decisions.
    group = group + np.searchsorted([threshold], distinct, "left") + np.searchsorted([threshold], distinct, "right")
    _, first, group = np.unique(group, return_index=True, return_inverse=True)
    middle = (first + np.append(first[1:], distinct.size) - 1) // 2
    return _Cells(
        2 * group[step] + sample.labels,
        np.tile([False, True], first.size),
        np.repeat(distinct[middle], 2),
    )


def _drawing(
    sample: Sample, cells: _Cells, clusters: ArrayLike | None, fixed_classes: bool, rng: np.random.Generator
) -> Callable[[], NDArray[np.float64]]:
    """A function that draws as many cases, or clusters, as there are, and returns what each cell then weighs."""
    if clusters is None and sample.weights is None:
        counts = np.bincount(cells.of_cases, minlength=cells.labels.size).astype(float)
        parts = [counts * cells.labels, counts * ~cells.labels] if fixed_classes else [counts]
        return lambda: np.sum([rng.multinomial(int(c.sum()), c / c.sum()) for c in parts if c.any()], axis=0, dtype=float)
    size = sample.labels.size
    weights = np.ones(size) if sample.weights is None else sample.weights
    member = np.arange(size) if clusters is None else _members(clusters, size)
    positive = _class_of_members(member, sample.labels, fixed_classes)
    groups = [np.flatnonzero(positive), np.flatnonzero(~positive)] if fixed_classes else [np.arange(positive.size)]

    def draw() -> NDArray[np.float64]:
        drawn = np.concatenate([rng.choice(group, group.size) for group in groups if group.size])
        times = np.bincount(drawn, minlength=positive.size)
        return np.bincount(cells.of_cases, weights=weights * times[member], minlength=cells.labels.size)

    return draw


def _class_of_members(
    member: NDArray[np.intp], labels: NDArray[np.bool_], fixed_classes: bool
) -> NDArray[np.bool_]:
    """Whether each cluster has positives; ``ValueError`` if classes are fixed and one has negatives too."""
    share = np.bincount(member, weights=labels) / np.bincount(member)
    if fixed_classes and ((share > 0) & (share < 1)).any():
        raise ValueError("classes cannot be fixed where a cluster has cases of both")
    return share > 0


_OF_THE_SWEEP: dict[str, Callable[[Any], float]] = {
    "auroc": auroc_of,
    "average_precision": average_precision_of,
    "auch": auch_of,
    "h_measure": h_measure_of,
    "kolmogorov_smirnov": kolmogorov_smirnov_of,
}
_OF_THE_CONFIDENCE_SWEEP: dict[str, Callable[[Any], float]] = {
    "lxcim": lxcim_of,
    "audrc_sum": audrc_sum_of,
    "audrc_integral": audrc_integral_of,
}


def _values(sample: Sample, metrics: Sequence[str], threshold: float) -> NDArray[np.float64]:
    """The metrics of a sample in ascending order, NaN where one is undefined."""
    sweep = Sweep.of_sorted(sample)
    decisions = ConfidenceSweep.of_sorted(sample, threshold=threshold) if {*metrics} & {*_OF_THE_CONFIDENCE_SWEEP} else None
    labels, scores, weights = sample
    cells = confusion_at(labels, scores, sample_weight=weights, threshold=threshold) if {*metrics} & {*METRICS} else None
    values = []
    for name in metrics:
        try:
            if name in _OF_THE_SWEEP:
                values.append(_OF_THE_SWEEP[name](sweep))
            elif name in _OF_THE_CONFIDENCE_SWEEP:
                values.append(_OF_THE_CONFIDENCE_SWEEP[name](decisions))
            else:
                values.append(float(METRICS[name](*cells)))
        except ValueError:
            values.append(math.nan)
    return np.array(values)


def _student(level: float, freedom: int) -> float:
    from scipy.special import stdtrit  # here, for importing it takes longer than importing NumPy

    if not 0 < level < 1:
        raise ValueError(f"level must lie strictly between 0 and 1, not {level!r}")
    return float(stdtrit(freedom, (1 + level) / 2))


def _members(clusters: ArrayLike, size: int) -> NDArray[np.intp]:
    names = np.asarray(clusters)
    if names.shape != (size,):
        raise ValueError(f"clusters must name one cluster for each of {size} cases, but have the shape {names.shape}")
    return np.unique(names, return_inverse=True)[1]
