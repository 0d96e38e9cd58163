"""Confidence intervals in closed form: of a metric, and of the difference of two models on the same cases.

They answer one question: how much would the metric move if as many cases (or as many patients, if their cases are
clusters) had been drawn once more? They do not cover what the sample cannot show: other hospitals, later years, wrong
labels. `metricbook.metrics.bootstrap` answers it by drawing.

Metrics that choose their best thresholds on the sample (AUCH, H, expected minimum loss, Kolmogorov-Smirnov gap) are
optimistic, by about a standard error at n = 100. A bootstrap sees less than half of that. Their intervals here
take it into account, by `metricbook.metrics.optimism`; their values, standard errors and replicates are those of the
metric as it is defined.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.held_out import held_out, held_out_together
from metricbook.metrics.influence import Influence, SweptSample, influence_of
from metricbook.metrics.interval_ends import LISTED, LOSSES, SIGNED, ends, ends_of_loss
from metricbook.metrics.optimism import CHOOSERS, between
from metricbook.metrics.ranking import weight_of_top
from metricbook.metrics.standard_errors import spread, student
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.units import Units, divide, members
from metricbook.metrics.validation import Array, Label, Sample, check_sample

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


class Interval(NamedTuple):
    """A value, the ends of its confidence interval and its standard error, all in the metric's unit."""

    value: float
    low: float
    high: float
    standard_error: float


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
        return Interval(value, *ends_of_loss(metric, cases.sample, value, found, level), found.error)
    most = math.inf
    if metric in LISTED and clusters is None:
        drawn = found.positives + found.negatives
        most = found.positives if metric == "recall_at_k" else _share_of_top(cases.sweep, parameters) * drawn
    return Interval(value, *ends(metric, value, found, level, most), found.error)


def _share_of_top(sweep: Sweep, parameters: dict[str, Any]) -> float:
    """The share of the weight of all cases that the first k have."""
    return weight_of_top(sweep, parameters.get("k", 0.1)) / (sweep.positives + sweep.negatives)


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
    difference = subtract(*(influence_of(metric, SweptSample(s), **parameters) for s in samples))
    if metric in CHOOSERS:
        member = None if clusters is None else members(clusters, samples[0].labels.size)
        unseen = subtract(*(held_out(metric, s, member, **parameters) for s in samples))
        low, high, error = ends_of_best(metric, difference, unseen, samples[0], level, clusters, fixed_classes)
        return Interval(difference.value, low, high, error)
    found = spread(difference, samples[0], clusters, fixed_classes)
    half = found.half(level)
    return Interval(difference.value, difference.value - half, difference.value + half, found.error)


def subtract(one: Influence, other: Influence) -> Influence:
    """The difference of two metrics of the same cases."""
    return Influence(one.value - other.value, one.of_cases - other.of_cases)
