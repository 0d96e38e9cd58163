"""Numbers of the lecture on easy negatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from metricbook import auroc
from scoring_the_scores import pages
from scoring_the_scores.patients import held_out
from scoring_the_scores.sumpter.easy_negatives import added_negatives

EASY, WALLS = 10_000, 1000


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    table = added_negatives.metrics_with_easy_negatives(
        [-1, 4], easy=EASY, threshold=8.5, rng=np.random.default_rng(2023)
    )
    found = held_out()
    more = np.append(found.worse, np.zeros(WALLS, dtype=bool))
    after = np.append(found.regression, np.full(WALLS, found.regression.min() - 1))
    return {
        "easy": f"{EASY:,}",
        "table": pages.table(table),
        "walls": f"{WALLS:,}",
        "before": auroc(found.worse, found.regression),
        "after": auroc(more, after),
    }
