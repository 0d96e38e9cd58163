"""Numbers of the lecture on two areas."""

from __future__ import annotations

from typing import Any

from metricbook import auroc, average_precision
from scoring_the_scores import pages
from scoring_the_scores.mcdermott.two_areas import tables, worked_ranking

CASES = 100
PREVALENCE, MISS = 0.01, 200


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    labels = worked_ranking.WORKED
    scores = range(labels.size, 0, -1)
    gains = worked_ranking.gains_table({"worked": labels}).dropna()[["rank", "auroc_gain", "average_precision_gain"]]
    gains.columns = ["rank of the negative", "AUROC gains", "AUPRC gains"]
    (chance,) = tables.chance_levels((1 / CASES,), (CASES,))["chance"]
    return {
        "ranking": worked_ranking.letters(map(int, labels)),
        "auroc": auroc(labels, scores),
        "auprc": average_precision(labels, scores),
        "gains": pages.table(gains, digits=4),
        "cases": CASES,
        "chance": chance,
        "prevalence": 1 / CASES,
        "half": 0.5,
        "percent": round(100 * PREVALENCE),
        "miss": MISS,
        "bound": (1 + MISS) * PREVALENCE,
    }
