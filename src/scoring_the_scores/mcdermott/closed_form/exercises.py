"""Checkers of the exercises of mcdermott/closed-form."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, several, whole, wrong
from scoring_the_scores.mcdermott.answers import Given


@checks("mcdermott.no-mean")
def no_mean(answer: Any, given: Given) -> str:
    """Two groups of AUROC at most 1/2 whose union has at least 0.8."""
    triple = several(answer, "the answer", longest=200)
    if len(triple) != 3:
        wrong("The answer must be three lists of equal length: labels, scores and groups.")
    labels, scores = cases(triple[:2], "the data", longest=12)
    groups = [
        whole(one, f"group {i}", high=1) for i, one in enumerate(several(triple[2], "groups", longest=12), start=1)
    ]
    if len(groups) != len(labels):
        wrong(f"There are {len(labels)} labels and {len(groups)} groups.")
    areas = [_area_within(labels, scores, groups, group) for group in (0, 1)]
    return beyond_both(areas, exact.auroc(labels, scores))


def beyond_both(areas: Sequence[Fraction], pooled: Fraction) -> str:
    """Two areas of at most 1/2, and at least 0.8 over all cases."""
    summary = f"AUROC is {areas[0]} in group 0, {areas[1]} in group 1, {pooled} over all cases"
    if max(areas) > Fraction(1, 2):
        wrong(f"{summary}: neither group may have more than 1/2.")
    if pooled < Fraction(4, 5):
        wrong(f"{summary}: over all cases at least 4/5 are asked for.")
    return f"{summary}: it lies beyond both."


def _area_within(labels: list[int], scores: list[float], groups: list[int], group: int) -> Fraction:
    inside = [(y, s) for y, s, g in zip(labels, scores, groups, strict=True) if g == group]
    if {y for y, _ in inside} != {0, 1}:
        wrong(f"Group {group} must have positives and negatives, or it has no AUROC.")
    return exact.auroc([y for y, _ in inside], [s for _, s in inside])
