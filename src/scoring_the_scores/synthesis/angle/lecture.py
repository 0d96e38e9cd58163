"""Numbers of the lecture on the angle between two metrics."""

from __future__ import annotations

from typing import Any

from scoring_the_scores.synthesis.angle import tables


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    return {"settings": len(tables.compared())}
