"""What several checkers of this part use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring_the_scores.exercises.forms import DECISIONS
from scoring_the_scores.exercises.reading import lettered, wrong


def decisions(answer: Any, what: str, *, longest: int = 10) -> list[int]:
    """Right (1) and wrong (0) decisions, the most confident first: text of R and W, or a list of 1 and 0."""
    submitted = lettered(answer, what, DECISIONS, 'R and W, such as "RRWR", most confident first', longest=longest)
    if not 1 <= len(submitted) <= longest:
        wrong(f"{what} must have 1 to {longest} decisions.")
    return submitted


def scored(decisions: Sequence[int]) -> tuple[list[int], list[int]]:
    """A sample whose decisions are these, the first most confident."""
    n = len(decisions)
    return [1] * n, [(n - place) * (2 * one - 1) for place, one in enumerate(decisions)]


def written(decisions: Sequence[int]) -> str:
    """Decisions as text, the surest first: W for wrong, R for right."""
    return "".join("WR"[one] for one in decisions)
