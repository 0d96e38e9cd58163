"""Numbers of the lecture on where metrics disagree."""

from __future__ import annotations

from typing import Any

from scoring_the_scores.synthesis.disagreement import tables


def numbers() -> dict[str, Any]:
    """Numbers of the lecture, each by its name."""
    shares = tables.by_worth("AUROC", "AP").iloc[:, -1]
    return {"close": shares.iloc[0], "far": shares.iloc[-1]}
