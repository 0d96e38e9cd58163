"""Numbers of the lecture on what an AUROC leaves open."""

from __future__ import annotations

from typing import Any

from scoring_the_scores import pages
from scoring_the_scores.synthesis.ranges import tables


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    auroc, positives, negatives = 0.8, 4, 40
    left = tables.seconds()[f"{positives} and {negatives}"]
    shown = tables.ranges(["AP", "best F1", "H", "LxCIM"], [auroc], 0.1)[["metric", "low", "high"]]
    return {
        "auroc": auroc,
        "positives": positives,
        "negatives": negatives,
        "ranges": pages.table(shown, digits=2),
        "h": left["H"],
        "ap": left["AP"],
        "ks": left["KS"],
    }
