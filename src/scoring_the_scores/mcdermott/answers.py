"""What several checkers of this part use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring_the_scores.exercises.reading import close, number, unrounded, wrong

Given = Mapping[str, Any]


def read_share(answer: Any, what: str) -> float:
    """A number from 0 to 1, not a percentage."""
    submitted = number(answer, what)
    if 1 < submitted <= 100:
        wrong(f"{what} must lie between 0 and 1: {submitted:g} looks like a percentage.")
    return number(submitted, what, low=0, high=1)


def expect(
    submitted: float, right: float, tolerance: float, what: str, forms: Mapping[str, float], otherwise: str
) -> None:
    """Say which wrong form a number is, if it is not the right one."""
    if close(submitted, right, tolerance):
        return
    near = next((hint for hint, value in forms.items() if close(submitted, value, tolerance)), None)
    if near is None:
        unrounded(submitted, right, what, tolerance)
    wrong(f"{submitted:.5g} is not {what}: {near or otherwise}.")
