"""The numbers that the explorers show for a state, computed by the package: the scripts compute the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np

from metricbook import confusion
from metricbook.explorers.samples import Scored, State, bent, drawn, ranked, told_apart, two_groups, with_easy
from metricbook.explorers.states import ALLOWED
from metricbook.metrics.calibration import brier_score_of, log_loss_of
from metricbook.metrics.expected_loss import expected_loss_of
from metricbook.metrics.h_measure import h_measure_of
from metricbook.metrics.indistinguishability import IndistinguishabilitySweep, precision_at_indistinguishability
from metricbook.metrics.ranges import range_given_auroc
from metricbook.metrics.ranking import auroc, auroc_of, average_precision, average_precision_of
from metricbook.metrics.selective import ConfidenceSweep, audrc_sum_of, confusion_at, lxcim_of
from metricbook.metrics.sweep import Sweep

#: Names of the metrics in text.
NAMES: Final = {
    "auroc": "AUROC",
    "average_precision": "average precision",
    "h_measure": "H measure",
    "expected_loss": "1 − expected loss",
    "c_rb": "C(r_b)",
    "lxcim": "LxCIM",
    "audrc": "AUDRC",
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
    "precision": "precision",
    "recall": "recall",
    "f1_score": "F1",
    "jaccard_index": "Jaccard index",
    "cohen_kappa": "Cohen's κ",
    "matthews_correlation": "MCC",
    "auroc_a": "AUROC within A",
    "auroc_b": "AUROC within B",
    "across_ab": "positives of A over negatives of B",
    "across_ba": "positives of B over negatives of A",
    "ap": "average precision",
    "ap_a": "average precision within A",
    "ap_b": "average precision within B",
    "brier": "Brier score",
    "log_loss": "log loss",
    "cost": "cost per case",
    "b": "B(r)",
    "c": "C(r), precision",
    "best": "best guess right",
    "best_f1_score": "best F1",
    "best_accuracy": "best accuracy",
    "kolmogorov_smirnov": "KS",
}
#: Two metrics of a ranking differ if they do by more than this: less is rounding.
ROUNDING: Final = 1e-9
#: The normal distribution's quantile at 0.975, of intervals of 95 %.
NORMAL: Final = 1.959963984540054
_OUTCOMES = (
    "accuracy",
    "balanced_accuracy",
    "precision",
    "recall",
    "f1_score",
    "cohen_kappa",
    "matthews_correlation",
)


def defined(metric: Callable[..., Any], *arguments: Any, **parameters: Any) -> float:
    """A metric's value; NaN where it is undefined."""
    try:
        return float(metric(*arguments, **parameters))
    except (ValueError, ZeroDivisionError):
        return float("nan")


def all_metrics(sample: Scored, threshold: float = 0.0) -> dict[str, float]:
    """Every metric of the threshold bench."""
    labels, scores, weights = sample
    sweep = Sweep(labels, scores, sample_weight=weights)
    decisions = ConfidenceSweep(labels, scores, sample_weight=weights, threshold=threshold)
    cells = confusion_at(labels, scores, sample_weight=weights, threshold=threshold)
    return {
        "auroc": defined(auroc_of, sweep),
        "average_precision": defined(average_precision_of, sweep),
        "h_measure": defined(h_measure_of, sweep),
        "c_rb": defined(precision_at_indistinguishability, labels, scores, sample_weight=weights),
        "lxcim": lxcim_of(decisions),
        "audrc": audrc_sum_of(decisions),
        **{name: defined(confusion.METRICS[name], *cells) for name in _OUTCOMES},
    }


def ranking_metrics(text: str) -> dict[str, float]:
    """Metrics of a ranking; for LxCIM and AUDRC its marks are right and wrong decisions, the surest first."""
    labels, scores, _ = ranked(text)
    sweep, decisions = Sweep(labels, scores), ConfidenceSweep(labels, scores)
    return {
        "auroc": defined(auroc_of, sweep),
        "average_precision": defined(average_precision_of, sweep),
        "h_measure": defined(h_measure_of, sweep),
        "expected_loss": 1 - defined(expected_loss_of, sweep),
        "c_rb": defined(precision_at_indistinguishability, labels, scores),
        "lxcim": lxcim_of(decisions),
        "audrc": audrc_sum_of(decisions),
    }


def swap_gains(text: str, metric: str) -> tuple[list[float], int]:
    """Change of a metric by each swap of two neighbours in a ranking; index of the first largest change, or -1."""
    now = ranking_metrics(text)[metric]
    other = [text[:k] + text[k + 1] + text[k] + text[k + 2 :] for k in range(len(text) - 1)]
    gains = [ranking_metrics(swapped)[metric] - now for swapped in other]
    sizes = np.nan_to_num(np.abs(gains))
    return gains, int(np.argmax(sizes > sizes.max() - ROUNDING)) if sizes.max() > ROUNDING else -1


def group_metrics(state: State) -> dict[str, float]:
    """AUROC and average precision over all, within each group, and AUROC across them."""
    (a_up, a_down), (b_up, b_down) = two_groups(state)

    def compute(metric: Callable[..., float], positives: Sequence[Any], negatives: Sequence[Any]) -> float:
        scores = np.concatenate([*positives, *negatives])
        return metric(np.arange(scores.size) < sum(map(len, positives)), scores)

    return {
        "auroc": compute(auroc, [a_up, b_up], [a_down, b_down]),
        "auroc_a": compute(auroc, [a_up], [a_down]),
        "auroc_b": compute(auroc, [b_up], [b_down]),
        "across_ab": compute(auroc, [a_up], [b_down]),
        "across_ba": compute(auroc, [b_up], [a_down]),
        "ap": compute(average_precision, [a_up, b_up], [a_down, b_down]),
        "ap_a": compute(average_precision, [a_up], [a_down]),
        "ap_b": compute(average_precision, [b_up], [b_down]),
    }


def easy_metrics(state: State, easy: float) -> dict[str, float]:
    """Metrics with ``easy`` easy negatives, decided at 0."""
    return all_metrics(with_easy(state, easy))


def duel(
    values: Sequence[Mapping[str, Any]], first: str, second: str
) -> tuple[tuple[Mapping[str, Any], Mapping[str, Any]] | None, float]:
    """The first pair in opposite order by two metrics whose smaller gap is the largest, and the share of such pairs."""
    known = [value for value in values if np.isfinite(value[first]) and np.isfinite(value[second])]
    best, pair, opposite = 0.0, None, 0
    for upper, lower in combinations(known, 2):
        one, other = upper[first] - lower[first], upper[second] - lower[second]
        gap = min(abs(one), abs(other))
        if (one > 0) == (other > 0) or gap <= ROUNDING:
            continue
        opposite += 1
        if gap > best + ROUNDING:
            best, pair = gap, (upper, lower) if one > 0 else (lower, upper)
    return pair, opposite / (len(known) * (len(known) - 1) / 2)


def normal_outcomes(threshold: float, separation: float, prevalence: float) -> tuple[float, float, float, float]:
    """Probabilities of the four outcomes: normal scores of means 0 and ``separation``, positive above a threshold."""
    from scipy.special import ndtr  # here, for importing it takes longer than importing NumPy

    false_negative_rate, true_negative_rate = ndtr(threshold - separation), ndtr(threshold)
    return (
        (1 - prevalence) * true_negative_rate,
        (1 - prevalence) * (1 - true_negative_rate),
        prevalence * false_negative_rate,
        prevalence * (1 - false_negative_rate),
    )


def probability_at(threshold: float, separation: float, prevalence: float) -> float:
    """Probability of being positive at a score."""
    odds = prevalence / (1 - prevalence) * np.exp(separation * threshold - separation**2 / 2)
    return float(odds / (1 + odds))


def optimum(metric: str, separation: float, prevalence: float) -> tuple[float, float, float]:
    """Best threshold of a metric for normal scores, its value there, and the probability of being positive there."""
    from scipy.optimize import minimize_scalar

    # Accuracy is flat to the last digit where its best threshold is far out; there a positive prediction is as often
    # right as wrong.
    if metric == "accuracy":
        threshold = separation / 2 + np.log((1 - prevalence) / prevalence) / separation
        return float(threshold), confusion.accuracy(*normal_outcomes(threshold, separation, prevalence)), 0.5

    def loss(threshold: float) -> float:
        return -defined(confusion.METRICS[metric], *normal_outcomes(threshold, separation, prevalence))

    grid = np.arange(-8, 10, 0.05)
    losses = np.array([loss(t) for t in grid])
    start = grid[np.nanargmin(losses)]
    result = minimize_scalar(loss, bounds=(start - 0.05, start + 0.05), method="bounded", options={"xatol": 1e-10})
    return float(result.x), -float(result.fun), probability_at(float(result.x), separation, prevalence)


def bent_metrics(state: State) -> dict[str, float]:
    """Metrics of probabilities whose log-odds are bent, and the mean cost of the decisions, a false alarm's being 1."""
    labels, scores, _ = bent(state)
    sweep = Sweep(labels, scores)
    _, false_positives, false_negatives, _ = confusion_at(labels, scores, threshold=state["threshold"])
    return {
        "auroc": auroc_of(sweep),
        "average_precision": average_precision_of(sweep),
        "brier": brier_score_of(sweep),
        "log_loss": log_loss_of(sweep),
        "cost": (false_positives + state["price"] * false_negatives) / labels.size,
    }


def drawn_aurocs(draw: int, state: State) -> list[dict[str, float]]:
    """AUROC of two models on a test set, its standard error for classes of fixed size, and a plain interval's ends."""
    from metricbook.metrics.interval_ends import ends_on_logit_scale  # here, for importing takes long
    from metricbook.metrics.standard_errors import standard_error  # here, for importing takes long

    found = []
    for labels, scores, _ in drawn(draw, state):
        value, error = auroc(labels, scores), standard_error("auroc", labels, scores, fixed_classes=True)
        low, high = ends_on_logit_scale(value, NORMAL * error) if error > 0 and value < 1 else (value, value)
        found.append({"auroc": value, "error": error, "low": low, "high": high})
    return found


def telling_apart(state: State, threshold: float) -> dict[str, float]:
    """B and C at a threshold, and the probability that the best guess of the positive is right."""
    curves = IndistinguishabilitySweep(*told_apart(state)[:2])
    k = max(int(np.count_nonzero(curves.thresholds >= threshold)) - 1, 0)
    win_rate = float(curves.win_rate[k])
    return {"b": win_rate, "c": float(curves.precision[k]), "best": max(win_rate, 1 - win_rate)}


def ranges_beside(state: State) -> dict[str, tuple[float, float]]:
    """The least and the greatest value of each metric beside an AUROC, by the metric."""
    names = ALLOWED["auroc-ranges"]["metric"]
    found = [range_given_auroc(name, state["auroc"], state["prevalence"]) for name in names]
    return {name: (ends.low, ends.high) for name, ends in zip(names, found, strict=True)}
