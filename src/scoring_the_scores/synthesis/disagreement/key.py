"""For teachers: instances, and checkers that hold an answer, of synthesis/disagreement."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, number, several, wrong
from scoring_the_scores.synthesis.answers import Given, picked


@draws("synthesis.disagreement-read-share")
def draw_flagged(rng: np.random.Generator) -> Given:
    """A share that is flagged."""
    return {"share": picked(rng, [k / 100 for k in (*range(4, 25, 2), *range(36, 95, 2))])}


@draws("synthesis.disagreement-read-share")
def draw_any_flagged(rng: np.random.Generator) -> Given:
    """A share that is flagged, at or between the lines of the figure's grid."""
    return {"share": picked(rng, [k / 200 for k in (*range(8, 49), *range(72, 189))])}


@checks("synthesis.disagreement-read-share")
def read_share(answer: Any, given: Given) -> str:
    """How often a share flagged disagrees with AUROC and with AP, off the figure."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    submitted = [number(one, f"the share for {name}") for one, name in zip(pair, ("AUROC", "AP"), strict=True)]
    t = given["share"]
    correlations = math.sqrt(3 * t * (1 - t)), -math.log(t) * math.sqrt(t / (1 - t))
    right = [math.acos(one) / math.pi for one in correlations]
    if max(submitted) > 1:
        wrong("The shares are shares, between 0 and 1, not percentages.")
    if all(close(one, other, 0.015) for one, other in zip(submitted, right, strict=True)):
        return f"Disagrees with AUROC in {right[0]:.3f} of all cases, with AP in {right[1]:.3f}."
    if all(close(one, other, 0.015) for one, other in zip(submitted, right[::-1], strict=True)):
        wrong("AUROC and AP are swapped: AUROC's line is lowest where half is flagged.")
    if all(close(one, other, 0.015) for one, other in zip(submitted, correlations, strict=True)):
        wrong("Those are the correlations, not how often the metrics disagree.")
    off = " and ".join(
        name for name, one, other in zip(("AUROC", "AP"), submitted, right, strict=True) if abs(one - other) > 0.015
    )
    wrong(f"For {off} it is not that often where a share {t:g} is flagged.")
