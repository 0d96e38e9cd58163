"""Decisions at a threshold: who is flagged, and what that costs."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.influence import Influence
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.units import Units
from metricbook.metrics.validation import Array, Sample
from metricbook.reports.question import MEASURES, Question


def mistake_costs(question: Question) -> tuple[float, float]:
    """The costs of a false positive and a false negative, by default 1 each."""
    return (question.cost_fp or 1.0, question.cost_fn or 1.0)


def decision_costs(labels: NDArray[np.bool_], scores: Array, threshold: float, question: Question) -> Array:
    """The cost of the decision on each case; a score at the threshold is flagged."""
    flagged = scores >= threshold
    of_fp, of_fn = mistake_costs(question)
    return np.where(labels, of_fn * (1 - flagged), of_fp * flagged)


def cheapest_step(sweep: Sweep, question: Question) -> int:
    """How many of the distinct scores are flagged at the threshold of least cost."""
    of_fp, of_fn = mistake_costs(question)
    costs = of_fp * np.append(0.0, sweep.false_positives) - of_fn * np.append(0.0, sweep.true_positives)
    return int(costs.argmin())


def cheapest_threshold(sweep: Sweep, question: Question) -> float:
    """A threshold of least cost: the lowest score that is flagged."""
    flagged = cheapest_step(sweep, question)
    return float(sweep.thresholds[flagged - 1]) if flagged else math.inf


def mean_cost(weights: Array, costs: Array) -> Influence:
    """The mean cost of a case, and the influence of each cell on it."""
    value = float(weights @ costs / weights.sum())
    return Influence(value, weights * (costs - value) / weights.sum())


def is_decided(metric: str) -> bool:
    """Whether a metric sees only which scores are at or above the threshold.

    The package counts a score at the threshold half as flagged, for metrics that weigh confidence; whoever uses a
    threshold flags it, as scikit-learn does with ``>=``.
    """
    return MEASURES[metric].kind == "decision" and metric != "lxcim"


def flag(scores: Array, threshold: float) -> Array:
    """Decisions as scores on either side of 0."""
    return np.where(scores >= threshold, 1.0, -1.0)


def decide(units: Units, threshold: float) -> Units:
    """The decisions at a threshold; equal ones are one entry, unless clusters or weights tell them apart."""
    (labels, scores, weights), member, times = units
    flagged = flag(scores, threshold)
    if member is not None or (weights is not None and times is None):
        return units._replace(sample=Sample(labels, flagged, weights))
    cell = 2 * labels + (flagged > 0)
    counted = np.bincount(cell, times, 4).astype(np.float64)
    occurring = np.flatnonzero(counted)
    whole = counted if weights is None else np.bincount(cell, weights, 4).astype(np.float64)
    decided = Sample(occurring > 1, np.where(occurring % 2, 1.0, -1.0), whole[occurring])
    return Units(decided, times=counted[occurring])
