"""Checkers of the exercises of foundations/one-sort."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from metricbook import auroc, brier_score, confusion, log_loss
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import four_counts, several, values, wrong

SIX = [1, 1, 1, 0, 0, 0]


@checks("foundations.rank-well-forecast-badly")
def rank_well_forecast_badly(answer: Any, given: Mapping[str, Any]) -> str:
    """Probabilities that rank perfectly, and worse ranked ones that are better probabilities."""
    first, second = (
        values(one, f"the {place} list", shortest=6, longest=6)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    if not all(0 < chance < 1 for chance in first + second):
        wrong("All twelve numbers are probabilities, larger than 0 and smaller than 1.")
    areas, briers, logs = ([of(SIX, one) for one in (first, second)] for of in (auroc, brier_score, log_loss))
    if areas[0] < 1:
        wrong(
            f"The first list must put every positive above every negative, without ties: its AUROC is {areas[0]:.3f}."
        )
    if areas[1] > 2 / 3 + 1e-12:
        wrong(f"The second list must have an AUROC of at most 2/3, not {areas[1]:.3f}.")
    for name, (one, other) in (("Brier score", briers), ("log loss", logs)):
        if other >= one - 1e-9:
            wrong(f"The second list must have the smaller {name}: it has {other:.4f}, the first {one:.4f}.")
    summary = "AUROC {:.3f} and {:.3f}, Brier score {:.3f} and {:.3f}, log loss {:.3f} and {:.3f}"
    return f"{summary.format(*areas, *briers, *logs)}."


def _printed_kappa(tn: int, fp: int, fn: int, tp: int) -> Fraction:
    n = tn + fp + fn + tp
    chance = Fraction((tn + fp) * (tn + fn) + (tp + fn) ** 2, n * n)
    return (Fraction(tn + tp, n) - chance) / (1 - chance)


@checks("foundations.misprinted-kappa")
def misprinted_kappa(answer: Any, given: Mapping[str, Any]) -> str:
    """Decisions without skill that a misprinted kappa praises."""
    tn, fp, fn, tp = four_counts(answer, "the matrix")
    if 0 in (tn + fp, fn + tp, tn + fn, fp + tp):
        wrong("The matrix must have positives and negatives, and decisions of both kinds.")
    kappa, printed = confusion.cohen_kappa(tn, fp, fn, tp), _printed_kappa(tn, fp, fn, tp)
    summary = f"the kappa of this matrix is {kappa} and the printed formula gives {float(printed):.3f}"
    if kappa != 0:
        wrong(f"These decisions must have no skill, which is a kappa of exactly 0, but {summary}.")
    if printed < Fraction(1, 5) <= _printed_kappa(tp, fn, fp, tn):
        wrong(f"These counts would do from the other end, but they go tn, fp, fn, tp: {summary}.")
    if printed < 0:
        wrong(f"The printed formula must praise these decisions, but it blames them: {summary}.")
    if printed < Fraction(1, 5):
        wrong(f"The printed formula must give at least 0.2, but {summary}.")
    return f"No skill, and praise for it: {summary}."
