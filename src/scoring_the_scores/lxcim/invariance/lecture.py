"""Numbers of the lecture on invariance."""

from __future__ import annotations

from typing import Any

import pandas as pd

from metricbook import accuracy, auroc, exchange_classes, lxcim
from metricbook.confusion import METRICS
from scoring_the_scores import pages
from scoring_the_scores.lxcim.invariance import tables

MATRIX, AFTER = (5, 2, 3, 7), (7, 1, 4, 5)
LABELS, SCORES = [0, 1, 0, 1], [-4.0, -3.0, 1.0, 2.0]


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    rows = [
        (tables.spelled(name), float(METRICS[name](*MATRIX)), float(METRICS[name](*AFTER)))
        for name in ("accuracy", "balanced_accuracy", "f1_score")
    ]
    labels, scores, _ = exchange_classes(LABELS, SCORES, which=[False, False, True, False])
    found = {"AUROC": auroc, "accuracy": accuracy, "LxCIM": lxcim}
    return {
        "matrix": ", ".join(map(str, MATRIX)),
        "exchanged": ", ".join(map(str, AFTER)),
        "table": pages.table(pd.DataFrame(rows, columns=["metric", "before", "after"])),
        "scored": pages.table(
            pd.DataFrame(
                [(name, metric(LABELS, SCORES), metric(labels, scores)) for name, metric in found.items()],
                columns=["metric", "before", "after"],
            )
        ),
        "cases": sum(MATRIX),
        "right": MATRIX[0] + MATRIX[3],
    }
