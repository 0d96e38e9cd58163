"""Numbers of the lecture on the papers of a review."""

from __future__ import annotations

from typing import Any

from scoring_the_scores.mcdermott.literature import review


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    entries = review.works("final")
    without = len(set(review.works("no-citation"))), len(set(review.works("no-valid-citation")))
    return {
        "entries": len(entries),
        "works": len(set(entries)),
        "none": without[0],
        "invalid": without[1],
        "with": len(set(entries)) - sum(without),
    }
