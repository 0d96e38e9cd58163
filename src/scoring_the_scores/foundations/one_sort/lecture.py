"""Numbers and drawings of the lecture on one sort."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

import metricbook as mb
from scoring_the_scores import pages
from scoring_the_scores.foundations import tumours
from scoring_the_scores.foundations.one_sort import figures

LABELS = np.array([1, 1, 0, 1, 0, 0, 1, 0, 0, 0])
SCORES = np.array([0.9, 0.8, 0.7, 0.6, 0.6, 0.4, 0.3, 0.2, 0.2, 0.1])
#: A test for a rare disease: of how many patients, the share that is ill, and both rates.
PATIENTS, PREVALENCE, TPR, FPR = 1000, 0.01, 0.8, 0.1
COST = 0.2
AREA = 0.9


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    sweep = mb.Sweep(LABELS, SCORES)
    outcomes = mb.confusion_at(LABELS, SCORES, threshold=0.5)
    counts = {f"{name}5": int(n) for name, n in zip(("tn", "fp", "fn", "tp"), outcomes, strict=True)}
    positive, negative = SCORES[LABELS == 1], SCORES[LABELS == 0]
    won = (positive[:, None] > negative).sum(axis=1) + (positive[:, None] == negative).sum(axis=1) / 2
    ill = round(PATIENTS * PREVALENCE)
    found, alarms = round(TPR * ill), round(FPR * (PATIENTS - ill))
    columns = pd.DataFrame({"label": LABELS.astype(str), "score": SCORES.astype(str)}, index=range(1, LABELS.size + 1))
    labels, scores = tumours.scored()
    costs = np.asarray(
        mb.loss(LABELS, SCORES, threshold=sweep.thresholds, condition=COST, over="cost", ties="positive")
    )
    best = int(np.argmin(costs))
    return {
        **counts,
        "columns": pages.table(columns.T.reset_index(names="case")),
        "cases": LABELS.size,
        "half": 0.5,
        "tpr5": counts["tp5"] / LABELS.sum(),
        "fpr5": counts["fp5"] / (1 - LABELS).sum(),
        "precision5": counts["tp5"] / (counts["tp5"] + counts["fp5"]),
        "won": ", ".join(f"{one:g}" for one in won),
        "pairs": positive.size * negative.size,
        "sum": won.sum(),
        "auroc": mb.auroc(LABELS, SCORES),
        "ap": mb.average_precision(LABELS, SCORES),
        "patients": PATIENTS,
        "ill": ill,
        "well": PATIENTS - ill,
        "rate": TPR,
        "false": FPR,
        "found": found,
        "alarms": alarms,
        "flagged": found + alarms,
        "precision": found / (found + alarms),
        "missed_alarms": 1 - FPR,
        "prevalence": PREVALENCE,
        "area": AREA,
        "auroc_lr": mb.auroc(labels, scores["logistic regression"]),
        "auroc_nb": mb.auroc(labels, scores["naive Bayes"]),
        "log_lr": mb.log_loss(labels, scores["logistic regression"]),
        "log_nb": mb.log_loss(labels, scores["naive Bayes"]),
        "c": COST,
        "ratio": round((1 - COST) / COST),
        "cut": sweep.thresholds[best],
        "cost": costs[best],
    }


def going_down() -> Iterator[Figure]:
    """Both curves of the ten cases after two, four, six cases, and at the end."""
    sweep = mb.Sweep(LABELS, SCORES)
    curves = mb.roc_curve_of(sweep), mb.precision_recall_curve_of(sweep)
    for points in (3, 5, 7, None):
        grid = figures.ten_cases(*curves)
        for axes in grid.flat if points else ():
            for area in axes.collections:
                area.remove()
            for line in axes.lines[:1] if axes is grid[0, 0] else axes.lines:
                line.set_data(*(values[:points] for values in line.get_data()))
        yield grid[0, 0].figure
