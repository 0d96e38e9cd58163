"""Numbers of the lecture on how sure one is."""

from __future__ import annotations

from typing import Any

from scoring_the_scores import pages
from scoring_the_scores.synthesis.how_sure import tables

SIZE = 300


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    cases = tables.cases()
    some = cases[cases["metric"].isin(["AUROC", "LxCIM", "AP", "accuracy", "F1"])]
    wide = some.pivot(index="metric", columns="prevalence", values="cases").reset_index()
    wide.columns = [str(name) for name in wide.columns]
    return {
        "size": SIZE,
        "level": 95,
        "ways": pages.table(tables.three_ways(prevalence=0.5, n=SIZE), digits=1),
        "cases": pages.table(wide, digits=0),
        "one": 0.80,
        "other": 0.82,
    }
