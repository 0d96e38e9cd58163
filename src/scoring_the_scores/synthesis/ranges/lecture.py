"""Numbers of the lecture on what an AUROC leaves open."""

from __future__ import annotations

from typing import Any

from scoring_the_scores import pages
from scoring_the_scores.synthesis.ranges import tables


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    positives, negatives, area, rare = 4, 40, 0.8, 0.1
    left = tables.seconds()[f"{positives} and {negatives}"]
    shown = tables.ranges(["AP", "best F1", "H", "LxCIM"], [area], rare)[["metric", "low", "high"]]
    told = {"area": area, "rate": 0.1, "positives": positives, "negatives": negatives}
    return told | {"ranges": pages.table(shown, digits=2), "h": left["H"], "ap": left["AP"], "ks": left["KS"]}
