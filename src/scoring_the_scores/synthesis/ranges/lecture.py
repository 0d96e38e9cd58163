"""Numbers of the lecture on what an AUROC leaves open."""

from __future__ import annotations

from typing import Any

from scoring_the_scores.synthesis.ranges import tables

AUROC = 0.8


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    left = tables.seconds()["4 and 40"]
    ends = tables.ranges(["AP"], [AUROC], 0.1).iloc[0]
    return {
        "auroc": AUROC,
        "low": ends["low"],
        "high": ends["high"],
        "h": left["H"],
        "ap": left["AP"],
        "ks": left["KS"],
    }
