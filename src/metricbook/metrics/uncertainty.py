"""Uncertainty of a metric: standard errors and intervals in closed form, and paired differences.

They square the influences of `metricbook.metrics.influence`, and answer one question: how much would the metric move if
as many cases (or as many patients, if their cases are clusters) had been drawn once more? They do not cover what the
sample cannot show: other hospitals, later years, wrong labels. `metricbook.metrics.bootstrap` answers it by drawing.

Metrics that choose their best thresholds on the sample (AUCH, H, expected minimum loss, Kolmogorov-Smirnov gap) are
optimistic, by about a standard error at n = 100. A bootstrap sees less than half of that. Their intervals here
take it into account, by `metricbook.metrics.optimism`; their values, standard errors and replicates are those of the
metric as it is defined.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.influence import Influence, SweptSample, influence_of
from metricbook.metrics.optimism import (
    CHOOSERS,
    Units,
    between,
    divide,
    held_out,
    held_out_together,
    members,
    summed,
)
from metricbook.metrics.ranking import weight_of_top
from metricbook.metrics.shares import share_ends
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.validation import Label, Sample, check_number, check_sample

Array = NDArray[np.float64]

#: Metrics that can be negative: their intervals are symmetric. Those of log loss, which has no upper bound, are made on
#: the log scale, and those of all other metrics, which lie between 0 and 1, on the logit scale.
SIGNED: Final = frozenset({"cohen_kappa", "matthews_correlation", "youden_index"})
#: Metrics that are a share of some of the cases, with a mask of these: if the share is 0 or 1, the interval is exact.
SHARES: Final = {
    "accuracy": lambda labels, flagged: np.ones_like(labels),
    "error_rate": lambda labels, flagged: np.ones_like(labels),
    "recall": lambda labels, flagged: labels,
    "specificity": lambda labels, flagged: ~labels,
    "precision": lambda labels, flagged: flagged,
    "false_discovery_rate": lambda labels, flagged: flagged,
    "negative_predictive_value": lambda labels, flagged: ~flagged,
    "recall_at_k": lambda labels, flagged: labels,
}


#: Metrics that are a share of the first k cases, or of the positives that are among them.
LISTED: Final = frozenset({"precision_at_k", "recall_at_k"})
#: Metrics that are mean losses, with the loss of a positive and of a negative of a stated probability.
LOSSES: Final[Mapping[str, Callable[[Array], tuple[Array, Array]]]] = {
    "brier_score": lambda stated: ((1 - stated) ** 2, stated**2),
    "log_loss": lambda stated: (-np.log(stated), -np.log1p(-stated)),
}
#: A probability so far from 0 has a finite logarithm.
TINY: Final = 1e-300


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
    """Standard error of a metric: the root of the sum of the squared influences of the cases, or clusters, drawn.

    Parameters
    ----------
    metric, y_true, y_score, sample_weight, pos_label, **parameters
        As for `metricbook.influence`.
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
    influences = influence_of(metric, SweptSample(sample), **parameters)
    return spread(influences, sample, clusters, fixed_classes).error


class Spread(NamedTuple):
    """How far a metric moves from sample to sample, and how much the sample tells of it.

    Attributes
    ----------
    error : float
        The standard error.
    freedom : float
        Degrees of freedom behind it, by Satterthwaite's formula.
    contributing : float
        The number of independent draws that contribute to the variance: as many equal contributions would be as uneven.
    positives, negatives : float
        Independent draws of each class; of clusters or weights that are unequal, Kish's effective number.
    """

    error: float
    freedom: float
    contributing: float
    positives: float
    negatives: float

    def half(self, level: float) -> float:
        """Half the width of a symmetric interval, with at most two degrees of freedom for each draw that contributes.

        To a difference only those contribute that the two models treat differently, as in McNemar's test.
        """
        return student(level, max(min(self.freedom, 2 * self.contributing), 1.0)) * self.error


def spread(
    influences: Influence,
    sample: Sample,
    clusters: ArrayLike | None,
    fixed_classes: bool,
    times: Array | None = None,
) -> Spread:
    """The standard error that influences imply, and what stands behind it; raises as `standard_error`.

    If ``times`` is given, an entry of the sample stands for so many equal cases, which were drawn one by one.
    """
    drawn, positive = influences.of_cases, sample.labels
    weights = np.ones(positive.size) if sample.weights is None else sample.weights
    of_classes = [weights * positive, weights * ~positive]
    if clusters is not None:
        member = members(clusters, positive.size)
        drawn = summed(member, drawn)
        of_classes = [summed(member, of) for of in of_classes]
        positive = class_of_members(member, positive, fixed_classes)
    times = np.ones(positive.size) if times is None else times
    each = drawn / times
    classes = [positive, ~positive]
    groups = classes if fixed_classes else [np.ones_like(positive)]
    if min(times[group].sum() for group in groups) < 2:
        what = "cases" if clusters is None else "clusters"
        raise ValueError(f"a standard error needs at least two {what}{' of each class' if fixed_classes else ''}")
    variance = sum(_variance_of_sum(each[group], times[group]) for group in groups)
    # Satterthwaite's formula: the variance between positives is estimated from the positives only, be they ten of
    # 1,000.
    parts = [(float(times[of] @ each[of] ** 2), max(float(times[of].sum()) - 1, 1.0)) for of in classes if of.any()]
    total = sum(part for part, _ in parts)
    squared = sum(part**2 / freedom for part, freedom in parts)
    freedom = total**2 / squared if squared > 0 else 1.0
    fourth = float(times @ (each**2) ** 2)
    return Spread(
        math.sqrt(variance),
        min(freedom, float(times.sum()) - len(groups)),
        total**2 / fourth if fourth > 0 else 1.0,
        *(_effective_number(of, times) for of in of_classes),
    )


def _variance_of_sum(each: Array, times: Array) -> float:
    """The variance of a sum over independent draws, of which ``times`` are equal and add ``each``."""
    size = float(times.sum())
    return size / (size - 1) * float(times @ (each - float(times @ each) / size) ** 2)


def _effective_number(weights: Array, times: Array) -> float:
    """Kish's effective number of draws whose weights these are, for ``times`` equal ones together."""
    squared = float((weights**2 / times).sum())
    return float(weights.sum()) ** 2 / squared if squared > 0 else 0.0


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
    """Confidence interval of a metric, from its standard error and Student's t, on a scale that suits the metric.

    Parameters
    ----------
    metric, y_true, y_score, sample_weight, pos_label, clusters, fixed_classes, **parameters
        As for `standard_error`.
    level : float
        The confidence level: the share of samples whose interval should hold the true value, between 0 and 1.

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
    *Metrics of best thresholds* (AUCH, H, expected minimum loss, Kolmogorov-Smirnov gap) are optimistic. Their
    intervals reach from an end that assumes a large optimism to one that assumes a small one (see
    `metricbook.metrics.optimism`), so that they lie lower than the value, may not contain it, and are longer than
    others.

    *AUROC and average precision* of few positives have skewed distributions. The interval of AUROC holds the areas
    that a score test does not reject, with the variance of Hanley and McNeil (1982), or the sample's where it is
    larger; that of average precision has as many degrees of freedom as cases contribute to its variance.

    *Precision and recall at k* are shares, whose limits are Wilson's or the mid-P, whichever are further, for as many
    draws as vary as much. *Brier score and log loss* have the limits of a score test whose variance falls with the
    mean loss, and takes the loss of a surprise to be at least what the stated probabilities expect.

    *Coverage*, in simulations of 2,000 samples each, with 100, 300 and 1,000 cases, half or a tenth of them positive,
    and from no to nearly full separation of two normal classes (``python -m benchmarks.coverage``): of the 95 %
    intervals for metrics of best thresholds 95.5 % to 100 % held the true value, where the value and its standard error
    by themselves held it in as few as 42 %.

    With 8 to 250 positives, 0.1 % to 50 % of 60 to 8,000 cases, and areas of 0.78, 0.91 and 0.99
    (``python -m benchmarks.report_coverage``, 200 samples of each of 132 settings, so that a share of 95 % has a
    standard error of 1.5 points; normal, beta, mixed and graded scores), the 95 % intervals of AUROC held the true
    value in 92.5 to 100.0 % and those of average precision in 90.5 to 100.0 %; at most 5.0 % and 8.0 % lay above it. An
    average precision of 1 has no interval. Those of the Brier score held it in 92.5 % or more, and those of log loss in
    93.0 %. The constants of the intervals of AUROC and average precision were chosen on other settings, those of
    ``benchmarks.rare_coverage``. Models that are too sure are surprised more than they state: where the stated log odds
    were twice those of the population's logistic regression, the intervals of log loss held the true value in some 80 %
    (100 cases, 30 % positive, area 0.985; tests of this module).

    *Perfect samples.* If every decision is right, or every positive outranks every negative, the interval of AUROC,
    LxCIM, accuracy and of the rates with one kind of case for a denominator is exact or conservative, where there are
    neither weights nor clusters: m cases without an error have the probability a^m. The other metrics raise an error.

    Examples
    --------
    >>> [round(number, 3) for number in interval("auroc", [1, 1, 1, 0, 0, 0], [6, 5, 2, 4, 3, 1])]
    [0.778, 0.277, 0.995, 0.222]

    Five right decisions of five: at least 0.478 would give them once in forty times.

    >>> round(interval("accuracy", [1, 1, 0, 0, 0], [2, 1, -1, -2, -3]).low, 3)
    0.478
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    if metric not in CHOOSERS:
        cases = SweptSample(sample)
        return interval_in(metric, cases, level=level, clusters=clusters, fixed_classes=fixed_classes, **parameters)
    units = divide(sample, clusters)
    cases = SweptSample(units.sample)
    value = influence_of(metric, cases, **parameters)
    other = held_out_together({metric: parameters}, cases, units.member, times=units.times)[metric]
    return interval_of_best(metric, value, other, units, level, fixed_classes)[0]


def interval_in(
    metric: str,
    cases: SweptSample,
    *,
    level: float,
    clusters: ArrayLike | None,
    fixed_classes: bool,
    times: Array | None = None,
    **parameters: Any,
) -> Interval:
    """The interval of a metric in a sample that is sorted already; not of one of best thresholds.

    Equal cases may be given once, with the number of ``times`` that they occur and the weight of all of them: the
    interval is the same. Raises as `interval`.
    """
    value, of_cases = influence_of(metric, cases, **parameters)
    found = spread(Influence(value, of_cases), cases.sample, clusters, fixed_classes, times)
    if not found.error > 1e-12 or (value in (0.0, 1.0) and metric not in {*SIGNED, "log_loss"}):
        return _exact_interval(metric, cases.sample, value, level, clusters, times, parameters)
    if metric in LOSSES:
        return Interval(value, *_ends_of_loss(metric, cases.sample, value, found, level), found.error)
    most = math.inf
    if metric in LISTED and clusters is None:
        drawn = found.positives + found.negatives
        most = found.positives if metric == "recall_at_k" else _share_of_top(cases.sweep, parameters) * drawn
    return Interval(value, *ends(metric, value, found, level, most), found.error)


def ends(metric: str, value: float, found: Spread, level: float, most: float = math.inf) -> tuple[float, float]:
    """The ends of an interval from a metric's value and its spread, on the scale that suits the metric.

    A share of a list, or of the positives in it, is taken as that of as many draws as vary so much, ``most`` at most.
    """
    if metric in LISTED:
        draws = min(value * (1 - value) / found.error**2, most)
        return share_ends(value, draws, tail_of(level, max(found.positives + found.negatives - 1, 1.0)))
    quantile = student(level, found.freedom)
    half = quantile * found.error
    if metric in SIGNED:
        return max(value - half, -1.0), min(value + half, 1.0)
    if metric == "log_loss":  # of a part of the cases, whose variance is pooled
        return value * math.exp(-half / value), value * math.exp(half / value)
    if metric == "auroc":
        return _ends_of_auroc(value, found, level)
    if metric == "average_precision":
        return _ends_of_average_precision(value, found, level)
    return ends_on_logit_scale(value, half)


def ends_on_logit_scale(value: float, half: float) -> tuple[float, float]:
    """The ends of an interval that is symmetric on the logit scale, from half its width on the scale of the value."""
    times = math.exp(-half / (value * (1 - value)))  # factor between the odds at either end and those of the value
    return times * value / (times * value + (1 - value)), value / (value + times * (1 - value))


def _share_of_top(sweep: Sweep, parameters: dict[str, Any]) -> float:
    """The share of the weight of all cases that the first k have."""
    return weight_of_top(sweep, parameters.get("k", 0.1)) / (sweep.positives + sweep.negatives)


def _ends_of_loss(metric: str, sample: Sample, value: float, found: Spread, level: float) -> tuple[float, float]:
    """The mean losses that a score test does not reject, whose variance falls with the mean as that of a share does.

    A few cases make most of a mean loss, and where none of those was drawn the loss is small and its variance too. If
    a mean loss is m and the mean of its squares r times as large, its variance is m (r - m). The ratio r of the sample
    is replaced by that of labels drawn with the stated probabilities, if that is larger: a sample without a surprise
    does not show how large surprises are.
    """
    labels, stated, weights = sample
    weights = np.ones(labels.size) if weights is None else weights
    of_either = LOSSES[metric](np.clip(stated, TINY, 1 - np.finfo(float).epsneg))
    of_positives, of_negatives = of_either
    losses = np.where(labels, *of_either)
    seen = float(weights @ losses**2) / float(weights @ losses)
    squares, mean = (
        float(weights @ (stated * of_positives**power + (1 - stated) * of_negatives**power)) for power in (2, 1)
    )
    draws = value * (seen - value) / found.error**2
    ratio = max(seen, squares / mean) if mean > 0 else seen  # none is expected where all are sure
    square = student(level, found.freedom) ** 2 / draws
    # The solutions m of (m - value)² = square m (ratio - m).
    middle, factor = value + square * ratio / 2, 1 + square
    half = math.sqrt(max(middle**2 - factor * value**2, 0.0))
    return (middle - half) / factor, (middle + half) / factor


#: How many positives, or negatives, out of order the formula of Hanley and McNeil counts for as a prior.
OUT_OF_ORDER: Final = 4.0


def _ends_of_auroc(value: float, found: Spread, level: float) -> tuple[float, float]:
    """The areas that a score test does not reject, whose variance is Hanley and McNeil's, times a factor.

    Near 1 few positives are out of order, or none of those drawn, so that the variance of the sample is too small just
    where the area is too large. So the factor is the ratio of the sample's variance to the formula's, drawn towards 1
    where it is smaller. The end beyond which fewer areas lie is at least as far off as on the logit scale.
    """
    fewer, more = sorted(max(cases, 1.0) for cases in (found.positives, found.negatives))
    ratio = (found.error / hanley_mcneil(value, fewer, more)) ** 2
    prior = OUT_OF_ORDER / min(value, 1 - value)
    factor = max((prior + found.freedom * ratio) / (prior + found.freedom), ratio)
    quantile = student(level, prior + found.freedom) * math.sqrt(factor)

    def is_rejected(area: float) -> bool:
        return abs(value - area) > quantile * _hanley_mcneil(area, fewer, more)

    low, high = _bisect(is_rejected, 0.0, value), _bisect(is_rejected, 1.0, value)
    of_logit = ends_on_logit_scale(value, student(level, found.freedom) * found.error)
    return (low, max(high, of_logit[1])) if value >= 0.5 else (min(low, of_logit[0]), high)


def _bisect(is_rejected: Callable[[float], bool], outer: float, inner: float) -> float:
    """The border between what is rejected and what is not, the inner end."""
    for _ in range(60):
        middle = (outer + inner) / 2
        outer, inner = (middle, inner) if is_rejected(middle) else (outer, middle)
    return inner


def _ends_of_average_precision(value: float, found: Spread, level: float) -> tuple[float, float]:
    """The ends on the logit scale, with as many degrees of freedom as cases contribute to the variance.

    A few positives at the top make most of an average precision and of its variance, and whether there are any is a
    matter of luck. The upper end is at least Wilson's for a share of the positives, some of which might be at the top.
    """
    freedom = max(min(found.freedom, found.contributing), 1.0)
    low, high = ends_on_logit_scale(value, student(level, freedom) * found.error)
    square, positives = student(level, math.inf) ** 2, max(found.positives, 1.0)
    half = math.sqrt(square * value * (1 - value) / positives + (square / (2 * positives)) ** 2)
    return low, max(high, (value + square / (2 * positives) + half) / (1 + square / positives))


def interval_of_best(
    metric: str, value: Influence, other: Influence, units: Units, level: float, fixed_classes: bool
) -> tuple[Interval, float]:
    """The interval of a metric of best thresholds, from it and from that of held-out halves, and the corrected value.

    Raises as `interval`.
    """
    sample, member, times = units
    low, high, error = ends_of_best(metric, value, other, sample, level, member, fixed_classes, times)
    if high - low < 1e-12:
        raise ValueError(_NO_INTERVAL.format(metric=metric))
    least, largest = CHOOSERS[metric]
    low, high, corrected = (
        min(max(each, least), largest) for each in (low, high, between(value.value, other.value, 3))
    )
    return Interval(value.value, low, high, error), corrected


def ends_of_best(
    metric: str,
    value: Influence,
    other: Influence,
    sample: Sample,
    level: float,
    clusters: ArrayLike | None,
    fixed_classes: bool,
    times: Array | None = None,
) -> tuple[float, float, float]:
    """The ends of the interval of a metric of best thresholds, or of the difference of two, and the standard error.

    Both metrics are that of the same cases, and of held-out ones.
    """
    same, held = (spread(one, sample, clusters, fixed_classes, times) for one in (value, other))
    half = max(student(level, one.freedom) * one.error for one in (same, held))
    # Where no threshold is better than others there is no regret: for a gap and an area, with uninformative scores.
    ratio = 3.0 if metric in {"h_measure", "expected_min_loss"} else math.inf
    ends = [
        between(value.value, other.value, 1),
        other.value if math.isinf(ratio) else between(value.value, other.value, ratio),
    ]
    return min(ends) - half, max(ends) + half, same.error


_NO_INTERVAL: Final = (
    "{metric} has no interval here: all cases have the same influence on it, as where no decision is wrong. "
    "Report that of auroc or of accuracy, which are then exact, or judge on more cases"
)


def _exact_interval(
    metric: str,
    sample: Sample,
    value: float,
    level: float,
    clusters: ArrayLike | None,
    times: Array | None,
    parameters: dict[str, Any],
) -> Interval:
    """Exact interval of a metric at its best or worst value: a run of draws without an exception."""
    labels, scores, weights = sample
    flagged = scores > parameters.get("threshold", 0.0)
    one_by_one = weights is None or (times is not None and np.array_equal(weights, times))
    if clusters is not None or not one_by_one or value not in (0.0, 1.0):
        raise ValueError(_NO_INTERVAL.format(metric=metric))
    cases = np.ones(labels.size) if times is None else times
    if metric in SHARES:
        draws = float(cases @ SHARES[metric](labels, flagged))
    elif metric == "precision_at_k":
        draws = weight_of_top(Sweep(labels, scores, sample_weight=cases), parameters.get("k", 0.1))
    elif metric == "auroc":  # the number of pairs in order that share no case
        draws = float(min(cases[labels].sum(), cases[~labels].sum()))
    elif metric == "lxcim":  # at least the square of the accuracy, and at most the mirror image of that bound
        draws = float(cases.sum()) / 2
    else:
        raise ValueError(_NO_INTERVAL.format(metric=metric))
    if not draws:  # only scores at the threshold are predicted positive, each by half
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

    Cases that are hard for both models affect both metrics and cancel in their difference, so that this interval is
    mostly much shorter than those of the two metrics would suggest.

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
    >>> paired_difference("auroc", [1, 1, 0, 0], [4, 2, 3, 1], [2, 1, 4, 3]).value
    0.75
    """
    samples = [check_sample(y_true, s, sample_weight=sample_weight, pos_label=pos_label) for s in (first, second)]
    one, other = (influence_of(metric, SweptSample(s), **parameters) for s in samples)
    difference = Influence(one.value - other.value, one.of_cases - other.of_cases)
    if metric in CHOOSERS:
        member = None if clusters is None else members(clusters, samples[0].labels.size)
        held, elsewhere = (held_out(metric, s, member, **parameters) for s in samples)
        unseen = Influence(held.value - elsewhere.value, held.of_cases - elsewhere.of_cases)
        low, high, error = ends_of_best(metric, difference, unseen, samples[0], level, clusters, fixed_classes)
        return Interval(difference.value, low, high, error)
    found = spread(difference, samples[0], clusters, fixed_classes)
    half = found.half(level)
    return Interval(difference.value, difference.value - half, difference.value + half, found.error)


def hanley_mcneil(auroc: float, positives: float, negatives: float) -> float:
    r"""Standard error of an AUROC from its value and the numbers of cases alone, for papers that print no scores.

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
    auroc = check_number("auroc", auroc, "lie between 0 and 1", lambda share: 0 <= share <= 1)
    for name, number in (("positives", positives), ("negatives", negatives)):
        check_number(name, number, "be a number of cases, at least 1", lambda cases: cases >= 1)
    return _hanley_mcneil(auroc, positives, negatives)


def _hanley_mcneil(auroc: float, positives: float, negatives: float) -> float:
    both_beat, both_lose, squared = auroc / (2 - auroc), 2 * auroc**2 / (1 + auroc), auroc**2
    variance = auroc * (1 - auroc) + (positives - 1) * (both_beat - squared) + (negatives - 1) * (both_lose - squared)
    return math.sqrt(max(variance, 0.0) / (positives * negatives))


def class_of_members(member: NDArray[np.intp], labels: NDArray[np.bool_], fixed_classes: bool) -> NDArray[np.bool_]:
    """Whether each cluster has positives; ``ValueError`` if classes are fixed and a cluster has both."""
    share = np.bincount(member, weights=labels) / np.bincount(member)
    if fixed_classes and ((share > 0) & (share < 1)).any():
        raise ValueError("classes cannot be fixed where a cluster has cases of both")
    return share > 0


def student(level: float, freedom: float) -> float:
    """The quantile of Student's t that leaves out ``1 - level`` in both tails together."""
    from scipy.special import stdtrit  # here, for importing it takes longer than importing NumPy

    level = check_number("level", level, "lie strictly between 0 and 1", lambda share: 0 < share < 1)
    return float(stdtrit(freedom, (1 + level) / 2))


def tail_of(level: float, freedom: float) -> float:
    """The probability beyond Student's quantile under the normal law, to be left out beyond each end of an interval."""
    from scipy.special import ndtr  # here, for importing it takes longer than importing NumPy

    return float(ndtr(-student(level, freedom)))
