"""For teachers: instances, and checkers that hold an answer, of flach/missing-label."""

from __future__ import annotations

from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import draws
from scoring_the_scores.flach.missing_label.exercises import completions, two_numbers


@draws("flach.lost-label")
def _one_lost(rng: np.random.Generator) -> dict[str, Any]:
    """A list of labels with one lost, and two numbers that only together say which."""
    while True:
        labels = [int(one) for one in rng.random(12) < np.linspace(0.85, 0.15, 12)]
        at = int(rng.integers(12))
        printed = labels[:at] + labels[at + 1 :]
        if not 4 <= sum(labels) <= 8:
            continue
        area, hull = two_numbers(labels)
        others = [two_numbers(one) for one in completions(printed)]
        if others.count((area, hull)) == 1 and sum(one[1] == hull for one in others) > 1:
            return {"printed": "".join("NP"[one] for one in printed), "auroc": area, "auch": hull}
