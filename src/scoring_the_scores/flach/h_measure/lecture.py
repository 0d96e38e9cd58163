"""Numbers of the lecture on the H measure."""

from __future__ import annotations

from typing import Any

from metricbook import auroc, h_measure
from scoring_the_scores.flach.h_measure.tumours import judged


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    labels, rivals = judged([0, 1], seed=1)
    return {
        "auroc": ", ".join(f"{auroc(labels, scores):.3f}" for scores in rivals.values()),
        "h": ", ".join(f"{h_measure(labels, scores):.4f}" for scores in rivals.values()),
    }
