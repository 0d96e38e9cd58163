"""What several checkers of this part use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring_the_scores.exercises.reading import close, number, wrong

Given = Mapping[str, Any]


def read_share(answer: Any, what: str) -> float:
    """A number from 0 to 1, not a percentage."""
    found = number(answer, what)
    if 1 < found <= 100:
        wrong(f"{what} must lie between 0 and 1: {found:g} looks like a percentage.")
    return number(found, what, low=0, high=1)


def expect(found: float, right: float, tolerance: float, what: str, forms: Mapping[str, float], otherwise: str) -> None:
    """Say which wrong form a number is, if it is not the right one."""
    if close(found, right, tolerance):
        return
    near = next((said for said, value in forms.items() if close(found, value, tolerance)), otherwise)
    wrong(f"{found:.5g} is not {what}: {near}.")
