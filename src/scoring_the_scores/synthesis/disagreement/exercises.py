"""Checkers of the exercises of synthesis/disagreement."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from metricbook import auroc, precision_at_indistinguishability
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, ranking, several, wrong
from scoring_the_scores.synthesis.answers import Given, Matrix, two_matrices


@checks("synthesis.disagreement-uncrossed")
def uncrossed(answer: Any, given: Given) -> str:
    """Curves that do not cross, and a metric that prefers the lower one."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=5)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    above = [int(k) for k in np.flatnonzero(np.cumsum(second) > np.cumsum(first)) + 1]
    areas = [auroc(one, descending(one)) for one in (first, second)]
    if above and not np.any(np.cumsum(first) > np.cumsum(second)):
        wrong("The rankings are swapped: it is the first whose curve must be nowhere below.")
    if above:
        k = above[0]
        wrong(
            f"The curves cross: among {k} cases the first has {sum(first[:k])} positives, the second {sum(second[:k])}."
        )
    if areas[0] - areas[1] < 0.15 - 1e-12:
        wrong(f"AUROC must prefer the first by 0.15: it is {areas[0]:.2f} and {areas[1]:.2f}.")
    if areas[1] < 0.5:
        wrong(f"C(r_b) of the second is not defined, because its AUROC, {areas[1]:.2f}, is below 1/2.")
    levels = [precision_at_indistinguishability(one, descending(one)) for one in (first, second)]
    summary = f"C(r_b) is {levels[0]:.3f} and {levels[1]:.3f}"
    if not levels[1] > levels[0] + 1e-12:
        wrong(f"C(r_b) must prefer the second: {summary}.")
    return f"AUROC is {areas[0]:.2f} and {areas[1]:.2f}, {summary}."


@checks("synthesis.disagreement-precision")
def same_precision(answer: Any, given: Given) -> str:
    """Two classifiers of one precision about whom F1 and accuracy disagree."""
    pair = two_matrices(answer, most=60)
    rated = []
    for tn, fp, fn, tp in pair:
        if tp + fp == 0:
            wrong("The precision of one of the two is not defined: it flags nothing.")
        rated.append((Fraction(tp, tp + fp), Fraction(2 * tp, 2 * tp + fp + fn), Fraction(tn + tp, tn + fp + fn + tp)))
    (precision, f1, accuracy), (other, other_f1, other_accuracy) = rated
    if precision != other:
        flagged = " They flag the same number: that is the theorem." if _flagged(pair[0]) == _flagged(pair[1]) else ""
        wrong(f"The precisions are {precision} and {other}, not the same.{flagged}")
    if f1 < other_f1 and accuracy > other_accuracy:
        wrong("The matrices are swapped: F1 must prefer the first.")
    summary = f"F1 is {f1} and {other_f1}, accuracy {accuracy} and {other_accuracy}"
    if f1 <= other_f1:
        wrong(f"F1 must prefer the first: {summary}.")
    if accuracy >= other_accuracy:
        wrong(f"Accuracy must prefer the second: {summary}. Of the further flags, are more right than wrong?")
    return f"Of one precision, {precision}: {summary}. What must be the same is the number flagged."


def _flagged(matrix: Matrix) -> int:
    return matrix[1] + matrix[3]
