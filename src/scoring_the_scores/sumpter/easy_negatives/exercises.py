"""Checkers of the exercises of sumpter/easy-negatives."""

from __future__ import annotations

from typing import Any

from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, wrong
from scoring_the_scores.sumpter.answers import Given, precision_there, two_rankings


@checks("sumpter.a-negative-that-helps")
def a_negative_that_helps(answer: Any, given: Given) -> str:
    """One more negative, and C(r_b) rises."""
    without, added = two_rankings(answer, ("without the negative", "with it"))
    if not any([*without[:i], 0, *without[i:]] == added for i in range(len(without) + 1)):
        removed = "removed" if len(added) < len(without) else "inserted, with all others in their order"
        wrong(f"The second ranking must be the first with one negative {removed}.")
    levels = [precision_there(one, descending(one)) for one in (without, added)]
    if levels[0] is None or levels[1] is None:
        which = "without" if levels[0] is None else "with"
        wrong(f"There is no r_b {which} the negative: the AUROC must be at least 1/2.")
    summary = f"C(r_b) goes from {levels[0]} to {levels[1]}"
    if levels[1] == levels[0]:
        wrong(f"{summary}: nothing changes{'; a negative below r_b never counts' if added[-1] == 0 else ''}.")
    if levels[1] < levels[0]:
        wrong(f"{summary}: it falls, as it mostly does.")
    return f"{summary}: r_b moves down, and takes a positive in."
