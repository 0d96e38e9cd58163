"""Numbers of the lecture on ranking scores."""

from __future__ import annotations

from typing import Any

import pandas as pd

from metricbook import tile
from scoring_the_scores import pages

#: Ten cases, five of them positive, of which four are flagged, three of these rightly.
COUNTS = {"tn": 4, "fp": 1, "fn": 2, "tp": 3}
PLACES = {"accuracy": (0.5, 0.5), "precision": (1, 0), "recall": (1, 1), "F1": (1, 0.5)}
RARE, FREQUENT = 0.05, 0.95


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    rows = [
        {"metric": name, "a": a, "b": b, "value": float(tile.ranking_score(list(COUNTS.values()), a, b))}
        for name, (a, b) in PLACES.items()
    ]
    rare, frequent = (tile.place("kappa", prevalence=prior) for prior in (RARE, FREQUENT))
    assert rare is not None
    assert frequent is not None  # kappa has a place at every prevalence
    return {
        **COUNTS,
        "table": pages.table(pd.DataFrame(rows), digits={"a": 1, "b": 1, "value": 4}),
        "rare": round(100 * RARE),
        "frequent": round(100 * FREQUENT),
        "rare_a": float(rare[0]),
        "frequent_a": float(frequent[0]),
    }
