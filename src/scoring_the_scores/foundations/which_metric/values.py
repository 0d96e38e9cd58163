"""The values of the numbers that the guide tells to report, of labels and scores; ``guide.js`` computes the same."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from metricbook import (
    Sweep,
    auroc_of,
    average_precision_of,
    confusion_at,
    h_measure_of,
    lxcim,
    precision_at_k_of,
    recall_at_k_of,
)
from metricbook.confusion import accuracy, recall, specificity
from scoring_the_scores.foundations.which_metric.guide import random_precision


def values(
    report: Sequence[str], settled: Mapping[str, float | str], y_true: ArrayLike, y_score: ArrayLike
) -> dict[str, float]:
    """The values of the numbers to report that have one.

    Parameters
    ----------
    report : sequence of str
        Keys of numbers, as `compose` answers.
    settled : mapping
        Every parameter of the guide.
    y_true, y_score : array-like
        Labels, 0 and 1, and scores.

    Returns
    -------
    dict of str to float
        NaN where the scores do not say where they decide.

    Examples
    --------
    >>> values(["auroc", "intervals"], {}, [1, 0, 1, 0], [4, 3, 2, 1])
    {'auroc': 0.75}
    """
    labels, scores = np.asarray(y_true, dtype=bool), np.asarray(y_score, dtype=float)
    n, m = labels.size, int(labels.sum())
    weights, of_positive, of_negative = np.ones(n), 1.0, 1.0
    moves = "in_use" in report
    if moves:
        share = float(settled["in_use"])
        of_positive, of_negative = share * n / m, (1 - share) * n / (n - m)
        weights = np.where(labels, of_positive, of_negative)
    sweep = Sweep(labels, scores, sample_weight=weights)
    threshold = own_threshold(scores)
    if "cost" in report:
        # Scores are probabilities where the data come from: for another prevalence the odds change.
        alarm, miss = float(settled["fp"]) * of_negative, float(settled["fn"]) * of_positive
        threshold = alarm / (alarm + miss) if threshold == 0.5 else math.nan
    found: dict[str, float] = {}
    if not math.isnan(threshold):
        flagged = np.where(scores >= threshold, 1.0, -1.0)  # whoever uses a threshold flags a score at it
        cells = confusion_at(labels, flagged, threshold=0, sample_weight=weights)
        found = {
            "accuracy": float(accuracy(*cells)),
            "lxcim": lxcim(labels, scores, threshold=threshold, sample_weight=weights),
            "calibration": float(scores.mean()) - m / n,
            "tpr": float(recall(*cells)),
            "fpr": 1 - float(specificity(*cells)),
        }
        if "cost" in report:
            _, alarms, missed, _ = cells
            cost = float(settled["fp"]) * float(alarms) + float(settled["fn"]) * float(missed)
            found["cost"] = cost / float(weights.sum())
    tp, fp = (np.append(0.0, each) for each in (sweep.true_positives, sweep.false_positives))
    if "f1" in report:
        f1 = 2 * tp / (2 * tp + fp + (sweep.positives - tp))
        best = int(np.argmax(f1))
        steps = [*sweep.thresholds.tolist(), float(sweep.thresholds[-1]) - 2]  # the last is below all scores
        found["threshold"] = (steps[best - 1] + steps[best]) / 2
        found |= {"f1": float(f1[best]), "price": float((2 - f1[best]) / f1[best])}
        found |= {"tpr": float(tp[best] / sweep.positives), "fpr": float(fp[best] / sweep.negatives)}
    if "least_cost" in report:
        costs = float(settled["fp"]) * fp + float(settled["fn"]) * (sweep.positives - tp)
        found["least_cost"] = float(costs.min() / weights.sum())
    if "precision_at_k" in report:
        k = float(settled["k"]) / n
        found |= {"precision_at_k": precision_at_k_of(sweep, k=k), "recall_at_k": recall_at_k_of(sweep, k=k)}
    found |= {"h": h_measure_of(sweep), "ap": average_precision_of(sweep), "auroc": auroc_of(sweep)}
    if not moves:  # a random order of the cases as they are says nothing of AP at another prevalence
        found["ap_random"] = random_precision(n, m)
    undefined = ("accuracy", "lxcim", "cost", "calibration", "tpr", "fpr")
    return {key: found.get(key, math.nan) for key in report if key in found or key in undefined}


def own_threshold(scores: ArrayLike) -> float:
    """The threshold that scores speak of: 1/2 for those between 0 and 1, 0 for those of both signs, else NaN.

    Examples
    --------
    >>> own_threshold([0.2, 0.9]), own_threshold([-3, 1]), own_threshold([20, 70])
    (0.5, 0.0, nan)
    """
    low, high = float(np.min(scores)), float(np.max(scores))
    return 0.5 if low >= 0 and high <= 1 else 0.0 if low < 0 < high else math.nan
