"""For teachers: instances, and checkers that hold an answer, of foundations/which-metric."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import number
from scoring_the_scores.exercises.slips import match


@draws("foundations.elsewhere")
def _tested(rng: np.random.Generator) -> dict[str, Any]:
    """What a test with as many positives as negatives gives, and how rare positives are in use."""
    flagged = {"tp": 10 * int(rng.integers(60, 97)), "fp": 10 * int(rng.integers(3, 25))}
    return flagged | {"one_in": int(rng.integers(21, 80))}


@checks("foundations.elsewhere")
def elsewhere(answer: Any, given: Mapping[str, Any]) -> str:
    """The precision of a balanced test, carried over to where positives are rare."""
    tp, fp, rare = given["tp"], given["fp"], given["one_in"]
    slips = {
        "that is the precision of the test, where positives are as many as negatives": tp / (tp + fp),
        "that is a percentage": 100 * tp / (tp + fp * (rare - 1)),
        "that is the share of positives, as if the classifier knew nothing": 1 / rare,
        f"beside one positive stand {rare - 1} negatives, not {rare}": tp / (tp + fp * rare),
        "that is the precision of the test times the share of positives": tp / (tp + fp) / rare,
        "that is the share of positives times TPR, which still has to be divided": tp / 1000 / rare,
        "that is the false positive rate": fp / 1000,
    }
    hint = "count what is flagged among many cases, true and false"
    right = tp / (tp + fp * (rare - 1))
    match(number(answer, "the precision"), right, "The precision", slips, tolerance=6e-5, hint=hint)
    return f"In the test {tp / (tp + fp):.1%} of the alarms are right, in use {right:.1%}, at the same two rates."


@draws("foundations.three-judges")
def _sizes(rng: np.random.Generator) -> dict[str, Any]:
    positives = int(rng.integers(20, 41))
    return {"positives": positives, "negatives": int(rng.integers(4 * positives, 6 * positives))}
