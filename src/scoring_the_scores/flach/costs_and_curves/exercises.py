"""Checkers of the exercises of flach/costs-and-curves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metricbook.exact import costs as exact_costs
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, wrong


@checks("flach.miscounted")
def miscounted(answer: Any, given: Mapping[str, Any]) -> str:
    """A sample whose cost curve has two segments more than its hull has inner corners."""
    labels, scores = cases(answer, longest=10)
    inner = len(exact_costs.roc_hull(labels, scores)) - 2
    pieces = len(exact_costs.cost_curve(labels, scores)) - 1
    summary = f"the hull has {inner} inner {'corner' if inner == 1 else 'corners'}, the cost curve {pieces} segments"
    if inner != 2:
        wrong(f"The hull must have two inner corners, but {summary}.")
    if pieces != 4:
        top, bottom = (
            {label for label, score in zip(labels, scores, strict=True) if score == end}
            for end in (max(scores), min(scores))
        )
        upright = "the hull starts upright, as only positives are on top" if top == {1} else ""
        level = "the hull ends level, as only negatives are at the bottom" if bottom == {0} else ""
        wrong(f"The cost curve must have four segments, but {summary}: {' and '.join(filter(None, (upright, level)))}.")
    return f"In this sample {summary}; the printed count says {inner}."
