"""Checkers of the exercises of lxcim/reading-table-1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring_the_scores.exercises.checking import checks_rest
from scoring_the_scores.exercises.reading import close, fields, number, wrong


@checks_rest("lxcim.two-methods")
def interval_over_families(answer: Any, given: Mapping[str, Any]) -> str:
    """An interval as wide as families say: between their bootstrap and their jackknife, give or take a tenth."""
    parts = fields(answer, ("pairs", "families", "difference", "low", "high"))
    difference, low, high = (number(parts[name], name) for name in ("difference", "low", "high"))
    if not low < difference < high:
        wrong("low must lie below the difference, and high above.")
    drawn, smooth, alone = (given[name] for name in ("drawn", "smooth", "alone"))
    widths = sorted((drawn[1] - drawn[0], smooth[1] - smooth[0]))
    if high - low < 0.9 * widths[0]:
        apart = alone[1] - alone[0]
        naive = close(high - low, apart, 0.1 * apart)
        why = "it draws pairs as if they were independent" if naive else "it must hold at 95 %, for drawn families"
        wrong(f"Your interval is {high - low:.3f} wide and that over families {widths[0]:.3f}: {why}.")
    if high - low > 1.1 * widths[1]:
        wrong(
            f"Your interval is {high - low:.3f} wide and that over families {widths[1]:.3f}: are both drawn together?"
        )
    for place, end in enumerate((low, high)):
        if min(abs(end - drawn[place]), abs(end - smooth[place])) > 0.03:
            wrong(f"Your interval is as wide as it should be, but ours goes from {drawn[0]:.3f} to {drawn[1]:.3f}.")
    summary = f"from {low:.3f} to {high:.3f}; as if pairs were independent, from {alone[0]:.3f} to {alone[1]:.3f}"
    return f"The difference is {difference:.3f}, {summary}."
