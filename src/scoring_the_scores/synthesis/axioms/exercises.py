"""Checkers of the exercises of synthesis/axioms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from metricbook import exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, ranking, several, wrong
from scoring_the_scores.synthesis.answers import Given


@checks("synthesis.axioms-one-hull")
def one_hull(answer: Any, given: Given) -> str:
    """Two rankings of one hull and of different AUROC."""
    both = [
        ranking(one, f"the {place} ranking", longest=14)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    ]
    if any(len(set(labels)) < 2 for labels in both):
        wrong("Both rankings must have positives and negatives.")
    if len({(len(labels), sum(labels)) for labels in both}) > 1:
        wrong("Both rankings must have the same numbers of positives and of negatives.")
    hulls = [exact.costs.roc_hull(labels, descending(labels)) for labels in both]
    areas = [exact.ranking.auroc(labels, descending(labels)) for labels in both]
    summary = f"AUROC is {float(areas[0]):.3f} and {float(areas[1]):.3f}"
    if hulls[0] != hulls[1]:
        wrong(f"The hulls differ: the first has {len(hulls[0])} corners, the second {len(hulls[1])}, not all the same.")
    if len(hulls[0]) == 2:
        wrong("Their hull is the diagonal: let the first case be a positive.")
    if areas[1] - areas[0] >= Fraction(1, 5):
        wrong("The rankings are swapped: the one of larger AUROC comes first.")
    if areas[0] - areas[1] < Fraction(1, 5):
        wrong(f"The areas must differ by 0.2 at least: {summary}.")
    return f"{summary}, and H of both is {float(exact.costs.h_measure(both[0], descending(both[0]))):.3f}."
