"""The ends of an interval from a value and its standard error, on the scale that suits the metric."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from metricbook.metrics.shares import share_ends
from metricbook.metrics.standard_errors import Spread, error_of_area, hanley_mcneil, student, tail_of
from metricbook.metrics.validation import Array, Sample

#: Metrics that can be negative: their intervals are symmetric. Those of log loss, which has no upper bound, are made on
#: the log scale, and those of all other metrics, which lie between 0 and 1, on the logit scale.
SIGNED: Final = frozenset({"cohen_kappa", "matthews_correlation", "youden_index"})
#: Metrics that are a share of the first k cases, or of the positives that are among them.
LISTED: Final = frozenset({"precision_at_k", "recall_at_k"})
#: Metrics that are mean losses, with the loss of a positive and of a negative of a stated probability.
LOSSES: Final[Mapping[str, Callable[[Array], tuple[Array, Array]]]] = {
    "brier_score": lambda stated: ((1 - stated) ** 2, stated**2),
    "log_loss": lambda stated: (-np.log(stated), -np.log1p(-stated)),
}
#: A probability so far from 0 has a finite logarithm.
TINY: Final = 1e-300


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


def ends_of_loss(metric: str, sample: Sample, value: float, found: Spread, level: float) -> tuple[float, float]:
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
        return abs(value - area) > quantile * error_of_area(area, fewer, more)

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
