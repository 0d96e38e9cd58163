"""Numbers of the lecture on one data set."""

from __future__ import annotations

from typing import Any

from scoring_the_scores import pages
from scoring_the_scores.foundations.one_data_set import tables
from scoring_the_scores.patients import held_out


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    found = held_out()
    ten = tables.ten_metrics(found)
    first = tables.crossings(found)["to"].iloc[0]
    return {
        "patients": found.worse.size,
        "worse": int(found.worse.sum()),
        "ten": pages.table(ten[["metric", "regression", "SVM", "prefers", "clear"]]),
        "unclear": int((~ten["clear"]).sum()),
        "metrics": len(ten),
        "crossing": first,
        "ratio": (1 - first) / first,
    }
