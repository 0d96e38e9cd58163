"""Numbers of the lecture on the three wishes."""

from __future__ import annotations

from typing import Any

from scoring_the_scores.synthesis.axioms.metrics import METRICS
from scoring_the_scores.synthesis.axioms.tables import TOSSED


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    area, h = METRICS["AUROC"], METRICS["H"]
    first, second, both = TOSSED.values()
    return {"mean": float(area(first) + area(second)) / 2, "auroc": float(area(both)), "h": float(h(both))}
