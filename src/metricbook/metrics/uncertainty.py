"""How sure a metric is: standard errors and intervals in closed form, paired differences, a bootstrap from one sort.

The closed forms square the influences of `metricbook.metrics.influence`; the bootstrap weighs the sorted sample anew
for each replicate, instead of drawing cases and sorting them. Both answer one question: how much would the metric move
if as many cases (or as many patients, if their cases are clusters) had been drawn once more? Neither covers what the
sample cannot show: other hospitals, later years, wrong labels.

Metrics that choose their best thresholds on the sample (AUCH, H, expected minimum loss, Kolmogorov-Smirnov gap) are too
good on average, by about a standard error at n = 100. A bootstrap sees less than half of that. Their intervals here
take it into account, by `metricbook.metrics.optimism`; their values, standard errors and replicates are those of the
metric as it is defined.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.calibration import brier_score_of, log_loss_of
from metricbook.metrics.confusion import METRICS, confusion_at
from metricbook.metrics.expected_loss import expected_loss_of
from metricbook.metrics.h_measure import expected_min_loss_of, h_measure_of
from metricbook.metrics.influence import Influence, influence
from metricbook.metrics.optimism import CHOOSERS, GROUPS, between, held_out, members
from metricbook.metrics.ranking import auch_of, auroc_of, average_precision_of, kolmogorov_smirnov_of
from metricbook.metrics.selective import ConfidenceSweep, audrc_integral_of, audrc_sum_of, confidence_of, lxcim_of
from metricbook.metrics.sweep import Sweep, sort_by_score
from metricbook.metrics.validation import Label, Sample, check_sample

if TYPE_CHECKING:
    import pandas as pd

Array = NDArray[np.float64]

#: Metrics that can be negative, whose intervals are symmetric, and log loss, which has no upper end and whose
#: intervals are made on the scale of logarithms. All others lie between 0 and 1; theirs are made on the logit scale,
#: and stay there.
SIGNED: Final = frozenset({"cohen_kappa", "matthews_correlation", "youden_index"})
#: Of what share of which cases these metrics are: without a case of the rarer kind their intervals are exact.
SHARES: Final = {
    "accuracy": lambda labels, flagged: np.ones_like(labels),
    "error_rate": lambda labels, flagged: np.ones_like(labels),
    "recall": lambda labels, flagged: labels,
    "specificity": lambda labels, flagged: ~labels,
    "precision": lambda labels, flagged: flagged,
    "false_discovery_rate": lambda labels, flagged: flagged,
    "negative_predictive_value": lambda labels, flagged: ~flagged,
}


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
    **parameters: Any,
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


def _spread(found: Influence, sample: Sample, clusters: ArrayLike | None, fixed_classes: bool) -> tuple[float, float]:
    """The standard error, and the degrees of freedom behind it."""
    drawn, positive = found.of_cases, sample.labels
    if clusters is not None:
        member = members(clusters, positive.size)
        drawn = _summed(member, drawn)
        positive = _class_of_members(member, positive, fixed_classes)
    classes = [drawn[positive], drawn[~positive]]
    groups = classes if fixed_classes else [drawn]
    if min(group.size for group in groups) < 2:
        what = "cases" if clusters is None else "clusters"
        raise ValueError(f"a standard error needs at least two {what}{' of each class' if fixed_classes else ''}")
    variance = float(sum(group.size * group.var(ddof=1) for group in groups))
    # Satterthwaite's: ten positives among a thousand cases tell about the variance between positives what ten can tell.
    parts = [(float(np.dot(of, of)), max(of.size - 1, 1)) for of in classes if of.size]
    squared = sum(part**2 / freedom for part, freedom in parts)
    freedom = sum(part for part, _ in parts) ** 2 / squared if squared > 0 else 1.0
    return math.sqrt(variance), min(freedom, drawn.size - len(groups))


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
    **parameters: Any,
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
        The ends lie between 0 and 1, but for a metric that can be negative or above 1.

    Raises
    ------
    ValueError
        As for `standard_error`; also if all cases have the same influence, as for a perfect ranking, and no exact
        interval is known: such a sample does not show how far the metric would move.

    Notes
    -----
    *Metrics of best thresholds* (AUCH, H, expected minimum loss, Kolmogorov-Smirnov gap) are too good on average. Their
    intervals reach from an end that takes the optimism for large to one that takes it for small (see
    `metricbook.metrics.optimism`), so that they lie lower than the value, or even beside it, and are longer than
    others.

    *Coverage*, in simulations of 2,000 samples each, with 100, 300 and 1,000 cases, half or a tenth of them positive,
    and from no to nearly full separation of two normal classes (``python -m benchmarks.coverage``): of the 95 %
    intervals for metrics of best thresholds 95.5 % to 100 % held the truth, where the value and its standard error by
    themselves held it in as few as 42 %. Those of AUROC held it in 93 % to 97 %, but in as few as 90 % with ten
    positives, or thirty, and an area above 0.9; those of average precision in 92 % to 97 %. For a few positives, then,
    take a higher level.

    *No errors at all.* If every decision is right, or every positive outranks every negative, the interval of AUROC,
    LxCIM, accuracy and of the rates with one kind of case for a denominator is exact or conservative, where there are
    neither weights nor clusters: m cases without an error have the probability a^m. The other metrics raise an error.

    Examples
    --------
    >>> [round(number, 3) for number in interval("auroc", [1, 1, 1, 0, 0, 0], [6, 5, 2, 4, 3, 1])]
    [0.778, 0.053, 0.995, 0.222]

    Five right decisions of five: at least 0.478 would give them once in forty times.

    >>> round(interval("accuracy", [1, 1, 0, 0, 0], [2, 1, -1, -2, -3]).low, 3)
    0.478
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    found = influence(metric, *sample[:2], sample_weight=sample.weights, **parameters)
    if metric in CHOOSERS:
        low, high, error = _bracket(metric, [sample], level, clusters, fixed_classes, parameters)
        least, largest = CHOOSERS[metric]
        return Interval(found.value, min(max(low, least), largest), min(max(high, least), largest), error)
    error, freedom = _spread(found, sample, clusters, fixed_classes)
    value, quantile = found.value, _student(level, freedom)
    if not error > 1e-12 or (value in (0.0, 1.0) and metric not in {*SIGNED, "log_loss"}):
        return _without_errors(metric, sample, value, level, clusters, parameters)
    half = quantile * error
    if metric in SIGNED:
        return Interval(value, max(value - half, -1.0), min(value + half, 1.0), error)
    if metric == "log_loss":
        return Interval(value, value * math.exp(-half / value), value * math.exp(half / value), error)
    odds, width = math.log(value / (1 - value)), half / (value * (1 - value))
    low, high = (float(_logistic(odds + sign * width)) for sign in (-1, 1))
    return Interval(value, low, high, error)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > 0 else math.exp(x) / (1 + math.exp(x)) if x > -700 else 0.0


def _bracket(
    metric: str,
    samples: Sequence[Sample],
    level: float,
    clusters: ArrayLike | None,
    fixed_classes: bool,
    parameters: dict[str, Any],
) -> tuple[float, float, float]:
    """The ends of the interval of a metric of best thresholds, or of the difference of two, and the standard error."""
    size = samples[0].labels.size
    member = np.arange(size) if clusters is None else members(clusters, size)
    seen = [influence(metric, *sample[:2], sample_weight=sample.weights, **parameters) for sample in samples]
    held = [held_out(metric, sample, member, **parameters) for sample in samples]
    value, other = (
        Influence(
            sum(sign * one.value for sign, one in zip((1, -1), of, strict=False)),
            np.sum([sign * one.of_cases for sign, one in zip((1, -1), of, strict=False)], axis=0),
        )
        for of in (seen, held)
    )
    (error, few), (wide, many) = (_spread(found, samples[0], clusters, fixed_classes) for found in (value, other))
    if not max(error, wide) > 1e-12 and len(samples) == 1:
        raise ValueError(_NO_INTERVAL.format(metric=metric))
    half = max(_student(level, few) * error, _student(level, many) * wide)
    # Where no threshold is better than others there is no regret: for a gap and an area this is scores that know
    # nothing.
    ratio = 3.0 if metric in {"h_measure", "expected_min_loss"} else math.inf
    ends = [
        between(value.value, other.value, 1),
        other.value if math.isinf(ratio) else between(value.value, other.value, ratio),
    ]
    return min(ends) - half, max(ends) + half, error


_NO_INTERVAL: Final = (
    "{metric} has no interval here: all cases have the same influence on it, as where no decision is wrong. "
    "Report that of auroc or of accuracy, which are then exact, or judge on more cases"
)


def _without_errors(
    metric: str,
    sample: Sample,
    value: float,
    level: float,
    clusters: ArrayLike | None,
    parameters: dict[str, Any],
) -> Interval:
    """The interval of a metric whose value is the best or the worst there is: as many draws without an exception."""
    labels, scores, weights = sample
    flagged = scores > parameters.get("threshold", 0.0)
    if clusters is not None or weights is not None or value not in (0.0, 1.0):
        raise ValueError(_NO_INTERVAL.format(metric=metric))
    if metric in SHARES:
        draws = float(SHARES[metric](labels, flagged).sum())
    elif metric == "auroc":  # so many pairs without a common case are in order
        draws = float(min(labels.sum(), (~labels).sum()))
    elif metric == "lxcim":  # which is at least the square of accuracy, and at most what its mirror image says
        draws = labels.size / 2
    else:
        raise ValueError(_NO_INTERVAL.format(metric=metric))
    if not draws:  # all that is flagged is so by half, with scores at the threshold
        raise ValueError(_NO_INTERVAL.format(metric=metric))
    far = ((1 - level) / 2) ** (1 / draws)
    return Interval(value, far, 1.0, 0.0) if value == 1 else Interval(value, 0.0, 1 - far, 0.0)


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
    **parameters: Any,
) -> Interval:
    """The metric of the first scores less that of the second, on the same cases, with its confidence interval.

    What both models find hard is in both metrics and leaves their difference alone, so that this interval is mostly
    much shorter than those of the two metrics would suggest.

    Parameters
    ----------
    first, second : array of shape (n,)
        The scores of two models.
    metric, y_true, level, sample_weight, pos_label, clusters, fixed_classes, **parameters
        As for `interval`.

    Returns
    -------
    Interval
        Symmetric about the difference, but for a metric of best thresholds, where the models' optimism may differ. If
        both models have the same influences, as two scores of one ranking have, the standard error is 0 and both ends
        are the difference.

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
    if metric in CHOOSERS:
        low, high, error = _bracket(metric, samples, level, clusters, fixed_classes, parameters)
        return Interval(found.value, low, high, error)
    error, freedom = _spread(found, samples[0], clusters, fixed_classes)
    half = _student(level, freedom) * error
    return Interval(found.value, found.value - half, found.value + half, error)


def hanley_mcneil(auroc: float, positives: float, negatives: float) -> float:
    r"""Standard error of an AUROC from its value and the numbers of cases alone, for readers of papers without scores.

    With :math:`A` the area, :math:`Q_1 = A / (2 - A)` and :math:`Q_2 = 2 A^2 / (1 + A)`, it is the root of
    :math:`\{A (1 - A) + (P - 1)(Q_1 - A^2) + (N - 1)(Q_2 - A^2)\} / (P N)`.

    Parameters
    ----------
    auroc : float
        Between 0 and 1.
    positives, negatives : float
        How many cases there were of each class, at least one.

    Returns
    -------
    float
        0 where the area is 0 or 1.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Q_1 and Q_2 are the shares of two positives that both beat a negative, and of two negatives that both lose to a
    positive, if the scores of both classes are exponentially distributed. With the scores at hand `standard_error`
    needs no such assumption. Source: Hanley and McNeil (1982), Eqs. 1 and 2.

    Examples
    --------
    Guessing among 4 positives and 4 negatives, where Q_1 and Q_2 are 1/3: the root of (1/4 + 1/4 + 1/4) / 16.

    >>> round(hanley_mcneil(0.5, 4, 4) ** 2, 6)
    0.046875
    """
    if not 0 <= auroc <= 1:
        raise ValueError(f"auroc must lie between 0 and 1, not {auroc!r}")
    for name, number in (("positives", positives), ("negatives", negatives)):
        if not 1 <= number < math.inf:
            raise ValueError(f"{name} must be a number of cases, at least 1, not {number!r}")
    both_beat, both_lose, squared = auroc / (2 - auroc), 2 * auroc**2 / (1 + auroc), auroc**2
    variance = auroc * (1 - auroc) + (positives - 1) * (both_beat - squared) + (negatives - 1) * (both_lose - squared)
    return math.sqrt(max(variance, 0.0) / (positives * negatives))


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
    """Metrics of samples drawn with replacement, all of them from the same draws and none from a new sort.

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
        What shows how far the replicates are, such as ``tqdm.tqdm``: it is given their range and iterated over.
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
    Cases of one label and one score are alike, so that only their number is drawn. Of more than `GROUPS` distinct
    scores neighbours are grouped: a replicate is then the sample's metric plus what the draw changes in the grouped
    sample.

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
    weights = np.ones_like(sample.scores) if sample.weights is None else sample.weights
    replicate = _Replicate(cells, metrics, threshold)
    rounds = range(replicates) if progress is None else progress(range(replicates))
    rows = np.array([replicate.values(draw()) for _ in rounds]).reshape(replicates, len(metrics))
    if cells.grouped:
        rows += _values(sort_by_score(sample), metrics, threshold) - replicate.values(
            _summed(cells.of_cases, weights, cells.size)
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
        self.side = np.sign(cells.scores - threshold)
        confidence = confidence_of(cells.scores, threshold)
        self.order = np.argsort(-confidence, kind="stable")
        self.confidences, self.starts = np.unique(-confidence[self.order], return_index=True)

    def values(self, weights: Array) -> Array:
        """The metrics, NaN where one is undefined."""
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
        return _read_off(self.metrics, sweep, decisions, counts)


def _drawing(
    sample: Sample, cells: _Cells, clusters: ArrayLike | None, fixed_classes: bool, rng: np.random.Generator
) -> Callable[[], Array]:
    """A function that draws as many cases, or clusters, as there are, and returns what each cell then weighs."""
    size = sample.labels.size
    if clusters is None and sample.weights is None:
        counts = np.bincount(cells.of_cases, minlength=cells.size)
        own = np.arange(cells.size) % 2
        parts = (
            [np.flatnonzero((counts > 0) & (own == c)) for c in (0, 1)] if fixed_classes else [np.flatnonzero(counts)]
        )
        chances = [counts[part] / counts[part].sum() for part in parts if part.size]

        def draw_cells() -> Array:
            drawn = np.zeros(cells.size)
            for part, chance in zip([part for part in parts if part.size], chances, strict=True):
                drawn[part] = rng.multinomial(counts[part].sum(), chance)
            return drawn

        return draw_cells
    weights = np.ones(size) if sample.weights is None else sample.weights
    member = np.arange(size) if clusters is None else members(clusters, size)
    positive = _class_of_members(member, sample.labels, fixed_classes)
    groups = [np.flatnonzero(positive), np.flatnonzero(~positive)] if fixed_classes else [np.arange(positive.size)]

    def draw() -> Array:
        drawn = np.concatenate([rng.choice(group, group.size) for group in groups if group.size])
        times = np.bincount(drawn, minlength=positive.size)
        return _summed(cells.of_cases, weights * times[member], cells.size)

    return draw


def _summed(of: NDArray[np.intp], values: Array, size: int = 0) -> Array:
    return np.bincount(of, weights=values, minlength=size).astype(np.float64, copy=False)


def _class_of_members(member: NDArray[np.intp], labels: NDArray[np.bool_], fixed_classes: bool) -> NDArray[np.bool_]:
    """Whether each cluster has positives; ``ValueError`` if classes are fixed and one has negatives too."""
    share = np.bincount(member, weights=labels) / np.bincount(member)
    if fixed_classes and ((share > 0) & (share < 1)).any():
        raise ValueError("classes cannot be fixed where a cluster has cases of both")
    return share > 0


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
    return _read_off(
        metrics,
        Sweep.of_sorted(sample),
        ConfidenceSweep.of_sorted(sample, threshold=threshold),
        confusion_at(labels, scores, sample_weight=weights, threshold=threshold),
    )


def _read_off(
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


def _student(level: float, freedom: float) -> float:
    from scipy.special import stdtrit  # here, for importing it takes longer than importing NumPy

    if not 0 < level < 1:
        raise ValueError(f"level must lie strictly between 0 and 1, not {level!r}")
    return float(stdtrit(freedom, (1 + level) / 2))
