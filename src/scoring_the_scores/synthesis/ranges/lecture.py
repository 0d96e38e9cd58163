"""Numbers of the lecture on what an AUROC leaves open."""

from __future__ import annotations

from typing import Any

from scoring_the_scores import pages
from scoring_the_scores.synthesis.ranges import tables


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    left = tables.seconds()["4 and 40"]
    shown = tables.ranges(["AP", "best F1", "H", "LxCIM"], [0.8], 0.1)[["metric", "low", "high"]]
    return {"ranges": pages.table(shown, digits=2), "h": left["H"], "ap": left["AP"], "ks": left["KS"]}
