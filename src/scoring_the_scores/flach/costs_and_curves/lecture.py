"""Numbers of the lecture on what a mistake costs."""

from __future__ import annotations

from typing import Any

from metricbook import skew_from_cost

COST, RARE = 0.1, 0.01


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    return {"c": COST, "ratio": round((1 - COST) / COST), "skew": skew_from_cost(0.5, RARE)}
