"""Numbers of the lecture on the missing label."""

from __future__ import annotations

from typing import Any

from scoring_the_scores.flach import completions


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    printed = completions.FIGURE_1_PRINTED_LABELS
    return {
        "labels": " ".join(map(str, printed)),
        "printed": len(printed),
        "scores": len(completions.FIGURE_1_SCORES),
        "lists": len(completions.completions(printed)),
    }
