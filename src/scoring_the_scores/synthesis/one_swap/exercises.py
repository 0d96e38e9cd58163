"""Checkers of the exercises of synthesis/one-swap."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from metricbook import exact, h_measure
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, ranking, wrong
from scoring_the_scores.synthesis.answers import Given


@checks("synthesis.swap-unseen")
def swap_unseen(answer: Any, given: Given) -> str:
    """A ranking whose mistakes are worth nothing to H."""
    labels = ranking(answer, longest=20)
    if len(set(labels)) < 2:
        wrong("The ranking must have positives and negatives.")
    scores = descending(labels)
    area = exact.ranking.auroc(labels, scores)
    ranks = [r for r, pair in enumerate(pairwise(labels), start=1) if pair == (0, 1)]
    if len(ranks) < 3:
        wrong(f"There must be at least three mistakes, N directly above P, not {len(ranks)}.")
    if area == 1 - area or area < Fraction(3, 5):
        upside = " Is the highest score first?" if area <= Fraction(2, 5) else ""
        wrong(f"AUROC is {float(area):.3f}, less than 0.6.{upside}")
    before = h_measure(labels, scores)
    for r in ranks:
        gained = h_measure([*labels[: r - 1], 1, 0, *labels[r + 1 :]], scores) - before
        if gained > 1e-12:
            wrong(f"The mistake at ranks {r} and {r + 1} is worth {gained:.4f} to H: its point rises above the hull.")
    return f"AUROC {float(area):.3f}, H {before:.3f}: {len(ranks)} mistakes, and none is worth anything to H."
