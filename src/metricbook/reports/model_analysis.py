"""The analysis of one model: metrics, curves, thresholds, calibration."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from metricbook.metrics.calibration import brier_score_of
from metricbook.metrics.costs import cost_curve_of
from metricbook.metrics.curves import decision_points, precision_recall_points, roc_points
from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.optimism import CHOOSERS
from metricbook.metrics.ranking import auroc_of
from metricbook.metrics.sweep import Sweep, steps_of
from metricbook.metrics.validation import Array
from metricbook.reports.bands import (
    POINTS,
    decision_band,
    pool_cases,
    precision_recall_band,
    roc_band,
    spaced_thresholds,
)
from metricbook.reports.calibration import calibrate, calibration_edges
from metricbook.reports.cases import Cases
from metricbook.reports.decisions import cheapest_step
from metricbook.reports.model_contents import GROUPS_OF_SCORES, VERTICES, Bands, Calibration, Curves, Model
from metricbook.reports.near_ties import find_near_ties
from metricbook.reports.net_benefit import decision_curve, decision_thresholds
from metricbook.reports.question import MEASURES, Question
from metricbook.reports.recalibration import recalibrate
from metricbook.reports.thinning import thin
from metricbook.reports.thresholds import choose_threshold, performance_at, tabulate_thresholds

#: Rows of the table of thresholds.
ROWS: Final = 10


def _computable_metrics(threshold: float | None, probabilities: bool, question: Question) -> list[str]:
    """The metrics that can be computed for a model."""
    possible = {
        "ranking": True,
        "budget": question.budget is not None,
        "probability": probabilities,
        "decision": threshold is not None,
        "cost": threshold is not None and question.cost_proportion is not None,
    }
    return [measure.name for measure in MEASURES.values() if possible[measure.kind]]


def parameters_of(metric: str, threshold: float | None, cases: Cases) -> dict[str, Any]:
    """The keyword arguments that a metric takes."""
    kind = MEASURES[metric].kind
    if metric in CHOOSERS:
        return cases.of_best[metric]
    if kind == "budget":
        return {"k": cases.question.share(cases.size)}
    return {"threshold": threshold} if kind in ("decision", "cost") else {}


def analyse_model(cases: Cases, name: str, level: float, best_drawn: Array) -> Model:
    """Everything about one model; ``best_drawn`` are the best thresholds of the bootstrap."""
    sweep, question = cases.sweep(name), cases.question
    threshold, why, probabilities = choose_threshold(sweep, question, cases.odds)
    weights = steps_of(sweep.true_positives + sweep.false_positives)
    tail = (1 - level) / 2
    metrics = _computable_metrics(threshold, probabilities, question)
    histogram, histogram_error = _group_scores(sweep, _most_per_model(GROUPS_OF_SCORES, cases))
    return Model(
        name=name,
        distinct=int(sweep.thresholds.size),
        lowest=float(sweep.thresholds[-1]),
        highest=float(sweep.thresholds[0]),
        mean=float(weights @ sweep.thresholds / weights.sum()),
        positive_share=sweep.positives / (sweep.positives + sweep.negatives),
        threshold=threshold,
        threshold_why=why,
        probabilities=probabilities,
        metrics={each: cases.estimate(each, name, level, **parameters_of(each, threshold, cases)) for each in metrics},
        curves=_analyse_curves(cases, name, sweep, threshold, probabilities, level),
        thresholds=tabulate_thresholds(sweep, question, ROWS if len(cases.names) <= 8 else ROWS // 2),
        best=performance_at(sweep, cheapest_step(sweep, question), question),
        best_range=cases.bracket(name, *np.quantile(best_drawn, [tail, 1 - tail]).tolist()),
        recalibration=recalibrate(cases, name, level) if probabilities else None,
        brier_parts=_decompose_brier_score(sweep) if probabilities else None,
        histogram=histogram,
        histogram_error=histogram_error,
        near_ties=find_near_ties(
            cases, name, {each: parameters_of(each, threshold, cases) for each in metrics}, threshold
        ),
    )


def _most_per_model(most: int, cases: Cases) -> int:
    """How many of something a page has of each model: fewer if there are many models."""
    shared = 2 * most // (len(cases.names) + 1)
    return shared if len(cases.names) <= 8 else 3 * shared // 4


def _analyse_curves(
    cases: Cases, name: str, sweep: Sweep, threshold: float | None, probabilities: bool, level: float
) -> Curves:
    """The curves that a model has, thinned; smooth ones need few vertices, and precision begins with jags."""
    most = _most_per_model(VERTICES, cases)
    cost = cost_curve_of(sweep, over="cost")
    decided = None if threshold is None else decision_points(cases.decisions(name, threshold))
    calibration, bands = _analyse_bands(cases, name, sweep, probabilities, level)
    return Curves(
        roc=thin(*roc_points(sweep), most=most),
        precision_recall=thin(*precision_recall_points(sweep), most=min(3 * most // 2, VERTICES)),
        cost=thin(cost.conditions, cost.losses, most=most),
        confidence=None if decided is None else thin(*decided, most=most // 2),
        decision=decision_curve(sweep, cases.odds, cases.question, most // 2) if probabilities else None,
        calibration=calibration,
        bands=bands,
    )


def _analyse_bands(
    cases: Cases, name: str, sweep: Sweep, probabilities: bool, level: float
) -> tuple[Calibration | None, Bands]:
    """Calibration, if scores are probabilities, and the bands of curves, from one table of the cases."""
    thresholds = spaced_thresholds(sweep, POINTS)
    if not probabilities:
        pool = pool_cases(cases, name, thresholds)
        return None, Bands(roc_band(pool, thresholds, level), precision_recall_band(pool, thresholds, level), None)
    odds, decided = decision_thresholds(sweep, cases.odds, cases.question, POINTS)
    edges = np.unique(np.concatenate([thresholds, decided, calibration_edges(sweep)]))
    pool = pool_cases(cases, name, edges)
    bands = Bands(
        roc_band(pool, thresholds, level),
        precision_recall_band(pool, thresholds, level),
        decision_band(pool, odds, decided, level),
    )
    return calibrate(pool, sweep, level), bands


def _decompose_brier_score(sweep: Sweep) -> tuple[float, float, float]:
    """Miscalibration, discrimination and uncertainty, by the isotonic regression that the ROC hull is."""
    false, true = (steps_of(x) for x in roc_hull_points(sweep))
    total = sweep.positives + sweep.negatives
    recalibrated = float((true * false / np.maximum(true + false, 1e-300)).sum()) / total
    uncertainty = sweep.positives * sweep.negatives / total**2
    return brier_score_of(sweep) - recalibrated, uncertainty - recalibrated, uncertainty


def _group_scores(sweep: Sweep, most: int) -> tuple[list[tuple[float, float, float]], float]:
    """Groups of neighbouring scores, highest first, each with its positives and negatives; and the error of AUROC."""
    size = sweep.thresholds.size
    last = np.unique(np.linspace(0, size, min(size, most) + 1)[1:].round().astype(int)) - 1
    positives, negatives = (steps_of(x[last]) for x in (sweep.true_positives, sweep.false_positives))
    grouped = Sweep.of_steps(sweep.thresholds[last], positives, negatives)
    groups = zip(grouped.thresholds.tolist(), positives.tolist(), negatives.tolist(), strict=True)
    return list(groups), abs(auroc_of(grouped) - auroc_of(sweep))
