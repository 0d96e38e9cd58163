"""Checkers of the exercises of synthesis/ranges."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from metricbook.exact.ranking import auroc, average_precision
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, ranking, wrong
from scoring_the_scores.synthesis.answers import Given


@checks("synthesis.ranges-worst-precision")
def worst_precision(answer: Any, given: Given) -> str:
    """A ranking of AUROC 3/4 with little precision."""
    labels = ranking(answer, positives=4, negatives=12)
    area, precision = (metric(labels, descending(labels)) for metric in (auroc, average_precision))
    lost = 48 - 48 * area
    if area != Fraction(3, 4):
        wrong(f"AUROC is {float(area):.4f}, not 0.75: {lost} of the 48 pairs are lost, and it must be twelve.")
    if precision > Fraction(44, 100):
        begins = " The list begins with a positive, which has precision 1." if labels[0] else ""
        wrong(f"AUROC is 0.75, but average precision {float(precision):.4f}, more than 0.44.{begins}")
    return f"AUROC 0.75, average precision {float(precision):.4f}."
