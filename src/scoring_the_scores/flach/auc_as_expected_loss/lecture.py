"""Numbers of the lecture on AUROC as an expected loss."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scoring_the_scores.flach import examples
from scoring_the_scores.flach.auc_as_expected_loss import loss_lines

CASES = 1000
BEFORE, AFTER = 0.8, 0.9


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    example: Fraction = loss_lines.area(loss_lines.line_of_ranks(*examples.ex1()))
    return {
        "example": str(example),
        "before": BEFORE,
        "after": AFTER,
        "loss_before": _loss(BEFORE),
        "loss_after": _loss(AFTER),
    }


def _loss(area: float) -> float:
    return 0.5 - CASES / (CASES + 1) * (area - 0.5) / 2
