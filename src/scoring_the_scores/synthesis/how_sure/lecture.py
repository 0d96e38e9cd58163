"""Numbers of the lecture on how sure one is."""

from __future__ import annotations

from typing import Any

from scoring_the_scores import pages
from scoring_the_scores.synthesis.how_sure import tables

SIZE = 300


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    ways = pages.table(tables.three_ways(prevalence=0.5, n=SIZE), digits=1)
    return {"size": SIZE, "level": 95, "ways": ways}
