"""Checkers of the exercises of flach/auc-as-expected-loss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metricbook.exact import costs as exact_costs
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, wrong


@checks("flach.ties-that-hide")
def ties_that_hide(answer: Any, given: Mapping[str, Any]) -> str:
    """Ties inside the classes that move the loss over skews, and not that over cost proportions."""
    labels, scores = cases(answer, longest=7)
    tied = {one for label, one in zip(labels, scores, strict=True) if label} & {
        one for label, one in zip(labels, scores, strict=True) if not label
    }
    if tied:
        wrong(f"No positive may tie with a negative, but both score {min(tied):g}.")
    gaps = {}
    for over in ("skew", "cost"):
        one, other = (
            exact_costs.expected_loss(labels, scores, over=over, ties=side) for side in ("negative", "positive")
        )
        gaps[over] = one - other
    summary = f"over skews the directions differ by {gaps['skew']}, over cost proportions by {gaps['cost']}"
    if len(set(scores)) == len(scores):
        wrong(f"Without any tie nothing depends on the direction: {summary}.")
    if gaps["skew"] == 0:
        wrong(f"Over skews the directions must differ, but {summary}.")
    if gaps["cost"] != 0:
        wrong(f"Over cost proportions the directions must agree, but {summary}.")
    return f"With half credit nothing of this is seen: {summary}."
