"""For teachers: instances, and checkers that hold an answer, of foundations/your-scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from metricbook import hanley_mcneil
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import whole
from scoring_the_scores.exercises.slips import match


@draws("foundations.to-pass-a-bound")
def draw_bound(rng: np.random.Generator) -> dict[str, Any]:
    """A true AUROC and a bound below it."""
    bound = float(rng.choice([0.7, 0.75, 0.8]))
    return {"bound": bound, "auroc": round(bound + int(rng.integers(30, 101)) / 1000, 3)}


@checks("foundations.to-pass-a-bound")
def to_pass_a_bound(answer: Any, given: Mapping[str, Any]) -> str:
    """The smallest number of cases of each class."""
    submitted = whole(answer, low=1, high=10**6)
    area, bound = given["auroc"], given["bound"]

    def smallest(quantile: float) -> int:
        return next(n for n in range(1, 10**6) if area - quantile * hanley_mcneil(area, n, n) >= bound)

    right = smallest(1.96)
    end = area - 1.96 * hanley_mcneil(area, submitted, submitted)
    slips = {
        "these are the cases of both classes together": 2 * right,
        "this is for an interval with one end, of 1.645 standard errors": smallest(1.645),
        "this is for a single standard error": smallest(1),
    }
    hint = f"the lower end is {end:.4f} then" + ("" if end < bound else ", and fewer would do")
    match(submitted, right, "The number of positives", slips, hint=hint)
    return f"With {right} of each class the lower end is {end:.4f}."
