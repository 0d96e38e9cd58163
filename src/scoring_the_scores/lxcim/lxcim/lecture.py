"""Numbers of the lecture on LxCIM."""

from __future__ import annotations

from typing import Any

from metricbook import accuracy, auroc, confidence_auroc, lxcim
from scoring_the_scores.patients import held_out

LABELS, SCORES = [1, 0, 1, 0, 1, 0, 0, 1], [8, -7, -6, -5, 4, 3, -2, -1]
EASY = 9


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    held = held_out()
    right = accuracy(LABELS, SCORES)
    return {
        "cases": len(LABELS),
        "accuracy": right,
        "confidence": confidence_auroc(LABELS, SCORES),
        "lxcim": lxcim(LABELS, SCORES),
        "factor": EASY + 1,
        "square": (EASY + 1) ** 2,
        "told": lxcim(held.worse, held.regression),
        "undone": lxcim(held.worse, held.regression - held.undone),
        "auroc": auroc(held.worse, held.regression),
    }
