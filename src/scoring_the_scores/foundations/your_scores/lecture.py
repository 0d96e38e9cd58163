"""Numbers of the lecture on one's own scores."""

from __future__ import annotations

from typing import Any

from metricbook import interval, paired_difference
from scoring_the_scores.foundations.your_scores import shown


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    table = shown.predictions()
    labels = (table["diagnosis"] == "malignant").to_numpy()
    scores = {name: table[name].to_numpy() for name in ("logistic", "tree")}
    one, other = (interval("auroc", labels, values) for values in scores.values())
    lead = paired_difference("auroc", labels, *scores.values())
    return {
        "cases": labels.size,
        "confidence": 95,
        **{f"one_{end}": getattr(one, end) for end in ("value", "low", "high")},
        **{f"other_{end}": getattr(other, end) for end in ("value", "low", "high")},
        **{f"lead_{end}": getattr(lead, end) for end in ("value", "low", "high")},
    }
