"""Influence of each case on a metric, the basis of standard errors, intervals and paired comparisons.

Every metric θ here is a smooth function of the weights of the cases. The *influence* of case i is w_i ∂θ/∂w_i: by how
much θ moves, to first order, when the case's weight grows by a small share of itself. A metric depends on ratios of
weights only, so that the influences of all cases add up to zero. A bootstrap gives each case a random weight of mean
and variance 1, so the variance of θ over samples is about the sum of the squared influences (the infinitesimal
jackknife). For AUROC this is the estimate of DeLong et al., but for a factor that tends to 1.

- Cases that belong together (images of one patient) are one cluster: their influences are added before squaring.
- Two metrics on the same cases differ by a quantity whose influences are the differences of theirs: paired comparison.
- If the numbers of positives and negatives were fixed in advance, influences vary about their class's mean only.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.confusion import METRICS
from metricbook.metrics.calibration import brier_score_of, log_loss_of
from metricbook.metrics.costs import Over, Ties
from metricbook.metrics.expected_loss import expected_loss_of
from metricbook.metrics.h_measure import expected_min_loss_of, h_measure_of
from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.indistinguishability import ROUNDING, IndistinguishabilitySweep
from metricbook.metrics.ranking import (
    auch_of,
    auroc_of,
    average_precision_of,
    kolmogorov_smirnov_of,
    positives_in_top,
    precision_at_k_of,
    recall_at_k_of,
    weight_of_top,
)
from metricbook.metrics.selective import (
    ConfidenceSweep,
    audrc_integral_of,
    audrc_sum_of,
    confidence_of,
    confusion_at,
    lxcim_of,
)
from metricbook.metrics.sweep import LIGHTEST, Sweep, steps_of
from metricbook.metrics.validation import Label, Sample, check_sample

Array = NDArray[np.float64]


class Influence(NamedTuple):
    """A metric's value and each case's influence on it.

    Attributes
    ----------
    value : float
        The metric.
    of_cases : array of shape (n,)
        The influences, in the metric's unit and in the order of the cases; they add up to zero (but for
        `expected_loss` with a default classifier, whose weight does not grow with the sample's).
    """

    value: float
    of_cases: Array


class SweptSample:
    """A sample, its weights (1 by default), its sweep, and the step of the sweep that each case belongs to."""

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.positive = sample.labels
        self.weights = np.ones_like(sample.scores) if sample.weights is None else sample.weights

    @cached_property
    def sweep(self) -> Sweep:
        """The sample in order."""
        return Sweep(self.sample.labels, self.sample.scores, sample_weight=self.sample.weights)

    @cached_property
    def step(self) -> NDArray[np.intp]:
        """The step of each case."""
        return np.searchsorted(-self.sweep.thresholds, -self.sample.scores)

    def require_weights(self) -> None:
        """Raise a ``ValueError`` if the weight of a class is lost beside that of the other."""
        lighter, heavier = sorted(float(self.weights @ of) for of in (self.positive, ~self.positive))
        if 0 < lighter < LIGHTEST * heavier:
            raise ValueError(
                f"an influence is undefined: one class weighs next to nothing, {lighter} against {heavier}"
            )

    def by_class(self, of_positives: Array, of_negatives: Array) -> Array:
        """Weighted: for each case the entry of its step, from the array of its class."""
        return self.weights * np.where(self.positive, of_positives[self.step], of_negatives[self.step])


def _middle(cumulative: Array) -> Array:
    """Cumulative weight at the middle of each step: ties count one half."""
    return cumulative - steps_of(cumulative) / 2


def _sum_from_each(values: Array) -> Array:
    """Sum of each entry and all after it."""
    return np.cumsum(values[::-1])[::-1]


def _divide(part: Array, whole: Array) -> Array:
    """The quotient, and 0 where the denominator is 0, for steps without weight."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def pair_shares(true: Array, false: Array) -> tuple[Array, Array]:
    """Share of the negatives that a positive of each step outranks, and of the positives that outrank its negatives.

    Steps come from the highest scores down, given by the positives and the negatives up to the end of each.
    """
    return 1 - _middle(false) / false[-1], _middle(true) / true[-1]


def _area_influences(sweep: Sweep, true: Array, false: Array, area: float) -> tuple[Array, Array]:
    """Influence of a positive, and of a negative, of each step on the area under the line through these points."""
    won, lost = pair_shares(true, false)
    return (won - area) / sweep.positives, (lost - area) / sweep.negatives


def _auroc(cases: SweptSample) -> Influence:
    sweep = cases.sweep
    area = auroc_of(sweep)
    return Influence(area, cases.by_class(*_area_influences(sweep, sweep.true_positives, sweep.false_positives, area)))


def _auch(cases: SweptSample) -> Influence:
    area = auch_of(cases.sweep)
    block, true, false = _hull_blocks(cases.sweep)
    won, lost = _area_influences(cases.sweep, true, false, area)
    return Influence(area, cases.by_class(won[block], lost[block]))


def _hull_blocks(sweep: Sweep) -> tuple[NDArray[np.intp], Array, Array]:
    """The block of the ROC hull that each step belongs to, and the positives and negatives up to each block's end."""
    false, true = roc_hull_points(sweep)
    block = np.searchsorted(true + false, sweep.true_positives + sweep.false_positives)
    return np.minimum(block, true.size - 1), true, false


def _average_precision(cases: SweptSample) -> Influence:
    sweep = cases.sweep
    value = average_precision_of(sweep)
    true, false = sweep.true_positives, sweep.false_positives
    gained, squared = steps_of(true), (true + false) ** 2
    raised = _sum_from_each(_divide(gained * false, squared))
    lowered = _sum_from_each(_divide(gained * true, squared))
    precision = _divide(true, true + false)
    return Influence(value, cases.by_class((precision + raised - value) / sweep.positives, -lowered / sweep.positives))


def _precision_at_k(cases: SweptSample, *, k: float = 0.1) -> Influence:
    value, end = precision_at_k_of(cases.sweep, k=k), weight_of_top(cases.sweep, k)
    share = end / (cases.sweep.positives + cases.sweep.negatives)
    return Influence(value, (_on_positives_in_top(cases, end) - cases.weights * share * value) / end)


def _recall_at_k(cases: SweptSample, *, k: float = 0.1) -> Influence:
    value, end = recall_at_k_of(cases.sweep, k=k), weight_of_top(cases.sweep, k)
    return Influence(
        value, (_on_positives_in_top(cases, end) - cases.weights * cases.positive * value) / cases.sweep.positives
    )


def _on_positives_in_top(cases: SweptSample, end: float) -> Array:
    """Influence of each case on the weight of the positives in the top k, k being a fixed share of all cases.

    More weight on a case in the top k pushes the last cases out, of which some are positive; more weight elsewhere lets
    further cases in. The share of positives at the border is estimated between k/2 and 3k/2 (or as far as there are
    cases): the curve bends little there, and a narrower window holds too few cases.
    """
    sweep = cases.sweep
    reached = sweep.true_positives + sweep.false_positives
    total = sweep.positives + sweep.negatives
    width = steps_of(reached)
    inside = np.clip(_divide(end - reached + width, width), 0.0, 1.0)[cases.step]
    half = min(end, total - end) / 2
    about = positives_in_top(sweep, end + half) - positives_in_top(sweep, end - half)
    last = about / (2 * half) if half > 0 else 0.0
    return cases.weights * (cases.positive * inside + last * (end / total - inside))


def _kolmogorov_smirnov(cases: SweptSample) -> Influence:
    sweep = cases.sweep
    value = kolmogorov_smirnov_of(sweep)
    tpr, fpr = sweep.true_positives / sweep.positives, sweep.false_positives / sweep.negatives
    widest = int(np.abs(tpr - fpr).argmax())
    sign = np.sign(tpr[widest] - fpr[widest])
    passed = np.arange(tpr.size) <= widest
    of_steps = sign * (passed - tpr[widest]) / sweep.positives, -sign * (passed - fpr[widest]) / sweep.negatives
    return Influence(value, cases.by_class(*of_steps))


def beta_prices(positives: Array, negatives: Array, alpha: float, beta: float) -> tuple[Array, Array]:
    """Expected cost of one more positive, and of one more negative, in each block, with the best decision at each cost.

    The cost proportion is drawn from Beta(alpha, beta), as in `metricbook.metrics.h_measure`. A positive costs 1 - c
    wherever its block is rejected, which is at costs above the share of positives in it; a negative costs c below.
    """
    from scipy.special import betainc, betaincc  # here, for importing it takes longer than importing NumPy

    share, mean = _divide(positives, positives + negatives), alpha / (alpha + beta)
    return (1 - mean) * betaincc(alpha, beta + 1, share), mean * betainc(alpha + 1, beta, share)


def _h_measure(cases: SweptSample, *, alpha: float = 2, beta: float = 2) -> Influence:
    sweep = cases.sweep
    value = h_measure_of(sweep, alpha=alpha, beta=beta)
    block, true, false = _hull_blocks(sweep)
    per_positive, per_negative = beta_prices(steps_of(true), steps_of(false), alpha, beta)
    (base_positive,), (base_negative,) = beta_prices(true[-1:], false[-1:], alpha, beta)
    most = sweep.positives * base_positive + sweep.negatives * base_negative
    of_steps = (1 - value) * base_positive - per_positive[block], (1 - value) * base_negative - per_negative[block]
    return Influence(value, cases.by_class(*of_steps) / most)


def _expected_min_loss(cases: SweptSample, *, over: Over = "skew", alpha: float = 1, beta: float = 1) -> Influence:
    sweep = cases.sweep
    value = expected_min_loss_of(sweep, over=over, alpha=alpha, beta=beta)
    block, true, false = _hull_blocks(sweep)
    positives, negatives = steps_of(true), steps_of(false)
    if over == "cost":
        total = sweep.positives + sweep.negatives
        per_positive, per_negative = beta_prices(positives, negatives, alpha, beta)
        return Influence(
            value, cases.by_class(2 * per_positive[block] - value, 2 * per_negative[block] - value) / total
        )
    positives, negatives = positives / sweep.positives, negatives / sweep.negatives
    per_positive, per_negative = beta_prices(positives, negatives, alpha, beta)
    of_positives = (per_positive - per_positive @ positives) / sweep.positives
    of_negatives = (per_negative - per_negative @ negatives) / sweep.negatives
    return Influence(value, cases.by_class(of_positives[block], of_negatives[block]))


def _expected_loss(
    cases: SweptSample, *, over: Over = "skew", ties: Ties = "half", default_weight: float = 1
) -> Influence:
    sweep = cases.sweep
    value = expected_loss_of(sweep, over=over, ties=ties, default_weight=default_weight)
    reached = sweep.true_positives + sweep.false_positives
    drawn = steps_of(reached)
    # The weight of a case enters twice: as a case that thresholds at or below its score accept, and as a threshold that
    # accepts the cases above it.
    half = {"negative": 0.0, "half": 0.5, "positive": 1.0}[ties]
    above = sweep.positives + sweep.negatives - reached + half * drawn
    whole = reached[-1] + default_weight
    moved = []
    for at_least in (sweep.true_positives, sweep.false_positives):
        accepted = at_least - (1 - half) * steps_of(at_least)
        by_default = (1 - half) * default_weight
        mean = float(drawn @ accepted + by_default * at_least[-1]) / whole
        as_threshold = (accepted - mean) / whole
        moved.append((mean, as_threshold, as_threshold + (above + by_default) / whole))
    (true, of_negatives, of_positives), (false, cross, own) = moved
    if over == "cost":
        total = sweep.positives + sweep.negatives
        return Influence(value, cases.by_class(1 - of_positives + cross - value, own - of_negatives - value) / total)
    by_positive = true / sweep.positives**2 - of_positives / sweep.positives + cross / sweep.negatives
    by_negative = own / sweep.negatives - false / sweep.negatives**2 - of_negatives / sweep.positives
    return Influence(value, cases.by_class(by_positive, by_negative) / 2)


def _brier_score(cases: SweptSample) -> Influence:
    value = brier_score_of(cases.sweep)
    return _mean_influence(cases, value, (cases.positive - cases.sample.scores) ** 2)


def _log_loss(cases: SweptSample) -> Influence:
    value = log_loss_of(cases.sweep)
    probability = np.where(cases.positive, cases.sample.scores, 1 - cases.sample.scores)
    impossible = np.flatnonzero((probability == 0) & (cases.weights > 0))
    if impossible.size:
        raise ValueError(f"log_loss is infinite, so that nothing moves it: case {impossible[0]} was given no chance")
    return _mean_influence(cases, value, -np.log(np.where(probability > 0, probability, 1.0)))


def _mean_influence(cases: SweptSample, value: float, of_cases: Array) -> Influence:
    """The influences on a weighted mean over the cases."""
    return Influence(value, cases.weights * (of_cases - value) / cases.weights.sum())


def _precision_at_indistinguishability(cases: SweptSample) -> Influence:
    labels, scores, weights = cases.sample
    sweep = IndistinguishabilitySweep(labels, scores, sample_weight=weights)
    at = sweep.at()
    value, rate = float(sweep.precision[at]), float(sweep.win_rate[at])
    flagged = scores >= sweep.thresholds[at]
    true, false = cases.sweep.true_positives, cases.sweep.false_positives
    end = int(np.searchsorted(-cases.sweep.thresholds, -sweep.thresholds[at]))
    size = true[end] + false[end]
    of_precision = flagged * np.where(labels, 1 - value, -value) / size
    # B at a fixed threshold: pairs won less B times all pairs of a positive with a case labelled positive.
    won = np.where(labels, true[end] + false[end] - _middle(false)[cases.step], _middle(true)[cases.step]) * flagged
    pairs = size * labels + sweep.positives * flagged
    of_rate = (won - rate * pairs) / (sweep.positives * size)
    # When B at the old threshold rises, the threshold rises too, and the precision moves along the curve of both.
    near = _neighbouring_steps(sweep.win_rate, at)
    # All scores tied, or all steps but one of negligible weight: there is no other threshold.
    moves = np.ptp(sweep.win_rate[near]) > ROUNDING
    slope = np.polyfit(sweep.win_rate[near], sweep.precision[near], 1)[0] if moves else 0.0
    return Influence(value, cases.weights * (of_precision - slope * of_rate))


def _neighbouring_steps(rising: Array, at: int) -> slice:
    """The steps around one of them from which a slope is estimated: of the order of n^(4/5) of n, at least two."""
    reach = max(2, int(rising.size**0.8 / 4))
    return slice(max(at - reach, 0), at + reach + 1)


def _confusion(cases: SweptSample, metric: Callable[..., Any], *, threshold: float = 0.0) -> Influence:
    labels, scores, weights = cases.sample
    cells = confusion_at(labels, scores, sample_weight=weights, threshold=threshold)
    value = float(metric(*cells))
    tiny = 1e-30 * sum(cells)
    # The derivative by a complex step has no rounding: there is no difference of nearly equal numbers.
    slopes = [metric(*(c + tiny * 1j * (k == cell) for k, c in enumerate(cells))).imag / tiny for cell in range(4)]
    if not np.abs(slopes).max() * sum(cells) < 1e12:
        raise ValueError(f"{metric.__name__} has no derivative here: its value {value:g} is at the root of its scale")
    predicted_positive = np.where(scores == threshold, 0.5, scores > threshold)
    tn, fp, fn, tp = slopes
    of_positives, of_negatives = fn + (tp - fn) * predicted_positive, tn + (fp - tn) * predicted_positive
    return Influence(value, cases.weights * np.where(labels, of_positives, of_negatives))


def _confidence_steps(cases: SweptSample, threshold: float) -> tuple[ConfidenceSweep, Array, NDArray[np.intp]]:
    labels, scores, weights = cases.sample
    sweep = ConfidenceSweep(labels, scores, sample_weight=weights, threshold=threshold)
    correct = np.where(scores == threshold, 0.5, (scores > threshold) == labels)
    step = np.searchsorted(-sweep.confidences, -confidence_of(scores, threshold))
    return sweep, correct, np.minimum(step, sweep.confidences.size - 1)


def _lxcim(cases: SweptSample, *, threshold: float = 0.0) -> Influence:
    sweep, correct, step = _confidence_steps(cases, threshold)
    value = lxcim_of(sweep)
    # Of each pair of cases the more confident one counts: a case itself against the less confident, else the other.
    met = correct * (sweep.total - _middle(sweep.coverage)[step]) + _middle(sweep.correct)[step]
    return Influence(value, cases.weights * 2 / sweep.total * (met / sweep.total - value))


def _audrc_sum(cases: SweptSample, *, threshold: float = 0.0) -> Influence:
    sweep, correct, step = _confidence_steps(cases, threshold)
    value = audrc_sum_of(sweep)
    accuracy, width = sweep.correct / sweep.coverage, steps_of(sweep.coverage)
    later, paid = _sum_from_each(width / sweep.coverage), _sum_from_each(width * accuracy / sweep.coverage)
    moved = accuracy[step] + correct * later[step] - paid[step]
    return Influence(value, cases.weights * (moved - value) / sweep.total)


def _audrc_integral(cases: SweptSample, *, threshold: float = 0.0) -> Influence:
    sweep, correct, step = _confidence_steps(cases, threshold)
    value = audrc_integral_of(sweep)
    end, width = sweep.coverage, steps_of(sweep.coverage)
    start = np.append(0.0, end[:-1])
    slope = steps_of(sweep.correct) / width
    offset = np.append(0.0, sweep.correct[:-1]) - slope * start  # G(v) = offset + slope v on the step
    growth = np.append(0.0, np.log1p(width[1:] / start[1:]))
    # A case before a step shifts it along both axes; a case inside makes it longer, and steeper if it is right.
    shrunk = np.append(0.0, offset[1:] * (1 / end[1:] - 1 / start[1:]))
    after_slope = np.append(_sum_from_each(growth)[1:], 0.0)
    after_rest = np.append(_sum_from_each(shrunk - slope * growth)[1:], 0.0)
    inside = correct - (correct - slope[step]) * (start * growth / width)[step] + (offset / end)[step]
    return Influence(
        value, cases.weights * (inside + correct * after_slope[step] + after_rest[step] - value) / sweep.total
    )


_INFLUENCES: Mapping[str, Callable[..., Influence]] = MappingProxyType(
    {
        "auroc": _auroc,
        "average_precision": _average_precision,
        "auch": _auch,
        "brier_score": _brier_score,
        "expected_loss": _expected_loss,
        "expected_min_loss": _expected_min_loss,
        "kolmogorov_smirnov": _kolmogorov_smirnov,
        "h_measure": _h_measure,
        "log_loss": _log_loss,
        "precision_at_k": _precision_at_k,
        "recall_at_k": _recall_at_k,
        "precision_at_indistinguishability": _precision_at_indistinguishability,
        "lxcim": _lxcim,
        "audrc_sum": _audrc_sum,
        "audrc_integral": _audrc_integral,
    }
)

#: Names of the metrics that have influences.
KNOWN: Final = frozenset({*_INFLUENCES, *METRICS})


def influence(
    metric: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    **parameters: Any,
) -> Influence:
    """A metric and the influence of each case on it, w_i ∂θ/∂w_i.

    Parameters
    ----------
    metric : str
        The name of a function of the package: one of `auroc`, `average_precision`, `auch`, `kolmogorov_smirnov`,
        `h_measure`, `expected_min_loss`, `expected_loss`, `precision_at_indistinguishability`, `precision_at_k`,
        `recall_at_k`, `lxcim`, `audrc_sum`, `audrc_integral`, `brier_score`, `log_loss`, or a categorical metric of
        `metricbook.confusion`, such as `f1_score`.
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    **parameters
        Further arguments of the metric's function: ``threshold`` for decisions, ``alpha`` and ``beta`` for H, and so
        on.

    Returns
    -------
    Influence
        The value and an array of shape (n,).

    Raises
    ------
    ValueError
        On bad input, or where the metric is undefined, or has no derivative; also for an unknown metric.
    TypeError
        If the metric takes no such parameter.

    Notes
    -----
    For `h_measure_severity` and `h_measure_prevalence` pass their ``alpha`` and ``beta`` to `h_measure`: the class
    shares that these are made of are then taken as known.

    AUCH, H, the expected minimum loss and the Kolmogorov-Smirnov gap choose the best of many thresholds. A small
    change of weights leaves the choice alone, so that it does not occur in the derivative. The threshold of the
    precision at indistinguishability does move, and so does the end of the top k; the density of cases there is
    estimated from neighbouring steps, so that these influences are estimates, the only ones here that are not exact. A
    number k of cases is taken as the share of all that it is.

    On few distinct scores, where B keeps clear of one half at the threshold's score and at the next, the threshold of
    indistinguishability is the same in most samples, which these estimates do not know: there the influences on
    ``precision`` at that threshold are the right ones. Where B is one half at one of few scores, the metric jumps from
    sample to sample, and no influence says by how much.

    Examples
    --------
    Of two positives the first outranks both negatives, the second one of them:

    >>> auroc = influence("auroc", [1, 0, 1, 0], [4, 3, 2, 1])
    >>> auroc.value, auroc.of_cases.tolist()
    (0.75, [0.125, -0.125, -0.125, 0.125])
    """
    compute = _find(metric, parameters)
    cases = SweptSample(check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
    cases.require_weights()
    return compute(cases, **parameters)


def influence_of(metric: str, cases: SweptSample, **parameters: Any) -> Influence:
    """`influence` in a sample that is sorted already."""
    compute = _find(metric, parameters)
    cases.require_weights()
    return compute(cases, **parameters)


def _find(metric: str, parameters: Mapping[str, Any]) -> Callable[..., Influence]:
    """What computes a metric and its influences. Raises for an unknown metric or parameter."""
    if metric not in KNOWN:
        raise ValueError(f"unknown metric '{metric}'; known are {sorted(KNOWN)}")
    compute: Callable[..., Influence] = _INFLUENCES.get(metric, _confusion)
    check_parameters(metric, compute, parameters)
    return partial(compute, metric=METRICS[metric]) if metric in METRICS else compute


def check_parameters(metric: str, compute: Callable[..., Any], parameters: Mapping[str, Any]) -> None:
    """Raise a ``TypeError`` that names a metric's parameters if it is given any other."""
    takes = [p.name for p in inspect.signature(compute).parameters.values() if p.kind is p.KEYWORD_ONLY]
    if unknown := sorted({*parameters} - {*takes}):
        raise TypeError(f"{metric} takes no {' and no '.join(unknown)}; its parameters are {takes}")
