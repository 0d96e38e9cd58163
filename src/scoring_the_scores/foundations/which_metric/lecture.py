"""Numbers of the lecture on which metric."""

from __future__ import annotations

from typing import Any

from scoring_the_scores import pages
from scoring_the_scores.foundations.which_metric import answers

RATES = 0.8, 0.1
PREVALENCES = [0.5, 0.1, 0.01]


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    table = answers.elsewhere(*RATES, PREVALENCES)
    ratio = 9
    return {
        "tpr": RATES[0],
        "fpr": RATES[1],
        "elsewhere": pages.table(table[["prevalence", "balanced accuracy", "accuracy", "precision", "F1"]]),
        "ratio": ratio,
        "cut": 1 / (1 + ratio),
        "opposite": ratio / (1 + ratio),
        "equal": 0.5,
        "miss": 1 / ratio,
    }
