"""Checkers of the exercises of synthesis/means-over-thresholds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from metricbook import exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, several, wrong
from scoring_the_scores.synthesis.answers import HALF, Given


@checks("synthesis.means-same-draws")
def same_draws(answer: Any, given: Given) -> str:
    """One AUROC, with a concave curve and with one that is not."""
    pair = several(answer, "the pair of samples", shortest=2, longest=2)
    results = []
    for one, place in zip(pair, ("first", "second"), strict=True):
        labels, scores = cases(one, f"the {place} sample", shortest=8, longest=8)
        if sum(labels) != 4:
            wrong(f"The {place} sample has {sum(labels)} positives, not four.")
        results.append((exact.ranking.auroc(labels, scores), exact.ranking.auch(labels, scores), len(set(scores)) < 8))
    (area, hull, tied), (other, other_hull, _) = results
    summary = f"AUROC is {area} and {other}, AUCH {hull} and {other_hull}"
    if area != other:
        wrong(f"Both must have one AUROC: {summary}.")
    if not HALF < area < 1:
        wrong(f"AUROC must lie between 1/2 and 1: {summary}.")
    if hull >= area + Fraction(1, 8) and other == other_hull:
        wrong(f"The samples are swapped: {summary}. The first is the one whose curve is concave.")
    if hull > area:
        stairs = "" if tied else " Without ties the curve is a staircase, below its hull unless the ranking is perfect."
        wrong(f"In the first, AUCH must be AUROC: {summary}.{stairs}")
    if other_hull < other + Fraction(1, 8):
        wrong(f"In the second, AUCH must be larger than AUROC by 1/8: {summary}.")
    return f"{summary}: at the thresholds drawn both lose the same, at the best ones they do not."
