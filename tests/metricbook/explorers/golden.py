"""Samples, and what the package says of them: what the explorers' JavaScript must say too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from metricbook import confusion, confusion_at
from metricbook.metrics.calibration import brier_score_of, log_loss_of
from metricbook.metrics.costs import cost_curve_of, cost_lines_of, loss_of
from metricbook.metrics.expected_loss import expected_loss_of
from metricbook.metrics.h_measure import expected_min_loss_of, h_measure_of
from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.indistinguishability import IndistinguishabilitySweep
from metricbook.metrics.ranking import auch_of, auroc_of, average_precision_of
from metricbook.metrics.selective import ConfidenceSweep, audrc_integral_of, audrc_sum_of, lxcim_of
from metricbook.metrics.sweep import Sweep
from metricbook.tile.scores import ranking_score

PLACES = (0.0, 0.25, 0.5, 0.9, 1.0)


def samples() -> Iterator[tuple[str, Any, Any, Any, float]]:
    """Name, labels, scores, weights and decision threshold: ordinary samples, then the edges."""
    rng = np.random.default_rng(16)
    for n in (5, 40, 800):
        labels = rng.random(n) < 0.3
        labels[:2] = True, False
        scores = rng.normal(1.3 * labels)
        yield f"{n} different scores", labels, scores, None, 0.4
        yield f"{n} scores in ties", labels, scores.round(), None, 1.0
        yield f"{n} weighted scores in ties", labels, scores.round(1), rng.integers(0, 4, n) + (np.arange(n) < 2), 0.5
        yield f"{n} chances", labels, 1 / (1 + np.exp(-scores)), rng.uniform(0.1, 2, n), 0.5
    yield "constant scores", [1, 0, 1, 0, 0], [0.5] * 5, None, 0.5
    yield "perfect", [1, 1, 0, 0, 0], [5, 4, 3, 2, 1], None, 3.5
    yield "reversed", [1, 1, 0, 0, 0], [1, 2, 3, 4, 5], None, 2.5
    yield "one class", [1, 1, 1], [3, 2, 1], None, 2
    yield "the other class", [0, 0], [3, 2], None, 2
    yield "one case", [1], [0.7], None, 0.5
    yield "far apart", [1, 0, 1, 0], [1e300, 1e-300, -1e-300, -1e300], None, 0
    yield "unequal classes", np.arange(500) < 1, rng.normal(size=500), None, 0
    yield "all at the threshold", [1, 0], [0.5, 0.5], None, 0.5


def _or_none(metric: Callable[..., Any], *arguments: Any, **parameters: Any) -> Any:
    """A metric's value; None where it is undefined."""
    try:
        return metric(*arguments, **parameters)
    except (ValueError, ZeroDivisionError):
        return None


def _best_scores(sweep: Sweep) -> list[float | None]:
    """The best ranking score of any threshold, at every place; None where none is defined."""
    true, false = np.append(0, sweep.true_positives), np.append(0, sweep.false_positives)
    outcomes = np.column_stack([sweep.negatives - false, false, sweep.positives - true, true])
    scores = ranking_score(
        outcomes[:, None] / outcomes[0].sum(), *(part.ravel() for part in np.meshgrid(PLACES, PLACES))
    )
    best = np.fmax.reduce(scores, axis=0)
    return [None if np.isnan(value) else float(value) for value in best]


def expected(labels: Any, scores: Any, weights: Any, threshold: float) -> dict[str, Any]:
    """Everything the scripts compute, by their names."""
    sweep = Sweep(labels, scores, sample_weight=weights)
    decisions = ConfidenceSweep(labels, scores, sample_weight=weights, threshold=threshold)
    cells = confusion_at(labels, scores, sample_weight=weights, threshold=threshold)
    both = sweep.positives > 0 and sweep.negatives > 0
    found: dict[str, Any] = {
        "auroc": _or_none(auroc_of, sweep),
        "averagePrecision": _or_none(average_precision_of, sweep),
        "auch": _or_none(auch_of, sweep),
        "hMeasure": _or_none(h_measure_of, sweep),
        "hMeasure 3.5 1.2": _or_none(h_measure_of, sweep, alpha=3.5, beta=1.2),
        "lxcim": lxcim_of(decisions),
        "audrcSum": audrc_sum_of(decisions),
        "audrcIntegral": audrc_integral_of(decisions),
        "confusion": list(cells),
        "rankingScores": [
            None if np.isnan(value) else float(value)
            for value in ranking_score(np.array(cells) / sum(cells), *np.meshgrid(PLACES, PLACES)).ravel()
        ],
        "outcomes": {
            name: _or_none(confusion.METRICS[name], *cells)
            for name in (
                *("accuracy", "recall", "specificity", "precision", "balanced_accuracy"),
                *("youden_index", "f1_score", "jaccard_index", "cohen_kappa", "matthews_correlation"),
            )
        },
        "coverage": decisions.coverage.tolist(),
        "correct": decisions.correct.tolist(),
    }
    for over in ("cost", "skew"):
        found[f"expectedMinLoss {over}"] = _or_none(expected_min_loss_of, sweep, over=over, alpha=2, beta=5)
        found[f"expectedLoss {over}"] = _or_none(expected_loss_of, sweep, over=over)
        if both:
            curve = cost_curve_of(sweep, over=over)
            found[f"costCurve {over}"] = [curve.conditions.tolist(), curve.losses.tolist()]
    shares = np.array(PLACES)
    found["rightAt"] = np.interp(
        shares * decisions.total, np.append(0, decisions.coverage), np.append(0, decisions.correct)
    ).tolist()
    if both:
        lines = cost_lines_of(sweep)
        losses = np.outer(1 - shares, lines.at_zero) + np.outer(shares, lines.at_one)
        found["lossAt"] = [float(loss_of(sweep, threshold=threshold, condition=share)) for share in PLACES]
        found["leastLoss"] = losses.min(axis=1).tolist()
        found["bestScores"] = _best_scores(sweep)
        found["off the level"] = 0.0
        found["hull"] = [part.tolist() for part in roc_hull_points(sweep)]
        curves = IndistinguishabilitySweep(labels, scores, sample_weight=weights)
        found["winRate"] = curves.win_rate.tolist()
        at = _or_none(curves.at)
        found["precisionAtIndistinguishability"] = None if at is None else float(curves.precision[at])
    if min(scores) >= 0 and max(scores) <= 1:
        found["brierScore"] = brier_score_of(sweep)
        found["logLoss"] = log_loss_of(sweep)
    return found


def golden() -> list[dict[str, Any]]:
    """Every sample with what is expected of it, ready for JSON."""
    return [
        {
            "name": name,
            "labels": [int(label) for label in labels],
            "scores": [float(score) for score in scores],
            "weights": None if weights is None else [float(weight) for weight in weights],
            "threshold": float(threshold),
            "expected": expected(
                np.asarray(labels, dtype=int), np.asarray(scores, dtype=float), weights, float(threshold)
            ),
        }
        for name, labels, scores, weights, threshold in samples()
    ]
