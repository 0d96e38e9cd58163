"""Checkers of the exercises of synthesis/what-it-ignores."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from metricbook.exact.samples import matrices
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import called, close, function, several, whole, wrong
from scoring_the_scores.synthesis.answers import Given, Matrix, two_matrices


def _decided(matrix: Matrix, extra: int) -> dict[str, Fraction]:
    """Balanced accuracy, kappa and MCC (its square, with its sign) after easy negatives."""
    tn, fp, fn, tp = matrix[0] + extra, *matrix[1:]
    chance = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
    lead, spread = tp * tn - fp * fn, (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return {
        "balanced accuracy": (Fraction(tn, tn + fp) + Fraction(tp, tp + fn)) / 2,
        "κ": Fraction(2 * lead, chance),
        "MCC": Fraction(lead * abs(lead), spread) if spread else Fraction(0),
    }


@checks("synthesis.ignores-order")
def ignores_order(answer: Any, given: Given) -> str:
    """Easy negatives that reverse the order of two classifiers by three metrics."""
    submitted = several(answer, "the triple", shortest=3, longest=3)
    pair = two_matrices(submitted[:2], most=200)
    extra = whole(submitted[2], "the number of easy negatives", high=10_000)
    if min(pair[0][0] + pair[0][1], pair[0][2] + pair[0][3]) < 5:
        wrong("There must be at least five cases of either class.")
    if any(matrix[1] + matrix[3] == 0 for matrix in pair):
        wrong("One of the two flags nothing, so that MCC is not defined.")
    without, beside = ([_decided(matrix, more) for matrix in pair] for more in (0, extra))
    if all(without[0][name] < without[1][name] and beside[0][name] > beside[1][name] for name in without[0]):
        wrong("The classifiers are swapped: the second must be ahead with the easy negatives.")
    for rated, name in product((without, beside), without[0]):
        ahead = rated[0][name] > rated[1][name] if rated is without else rated[0][name] < rated[1][name]
        if not ahead:
            summary = " and ".join(f"{_plain(one[name], name):.4f}" for one in rated)
            when, who = ("Without", "first") if rated is without else (f"With {extra}", "second")
            wrong(f"{when} easy negatives {name} must prefer the {who}; it is {summary}.")
    return f"With {extra} easy negatives, which both decide rightly, all three change sides."


def _plain(value: Fraction, name: str) -> float:
    return math.copysign(math.sqrt(abs(value)), value) if name == "MCC" else float(value)


@checks("synthesis.ignores-two-wishes")
def two_wishes(answer: Any, given: Given) -> str:
    """A metric that ignores global exchange, easy negatives and copies."""
    of = function(answer)

    def value(cells: Matrix) -> float:
        return called(of, *cells, case=f"(tn, fp, fn, tp) = {cells}")

    changes: dict[str, Callable[[int, int, int, int], Matrix]] = {
        "Global exchange": lambda tn, fp, fn, tp: (tp, fn, fp, tn),
        "One more true negative": lambda tn, fp, fn, tp: (tn + 1, fp, fn, tp),
        "A second copy of all cases": lambda tn, fp, fn, tp: (2 * tn, 2 * fp, 2 * fn, 2 * tp),
    }
    values_of: set[float] = set()
    for cells in (cells for total in range(1, 6) for cells in matrices(total)):
        before = value(cells)
        values_of.add(round(before, 9))
        for name, change in changes.items():
            after = value(change(*cells))
            if not close(before, after, 1e-9):
                wrong(f"{name} changes it: at {cells} it is {before:.4g}, at {change(*cells)} it is {after:.4g}.")
    if len(values_of) == 1:
        wrong("It is the same for all classifiers.")
    if len(values_of) == 2:
        wrong("It takes two values only, such as whether there is a mistake at all; a third can be had.")
    return f"It ignores all three, and takes {len(values_of)} values on all matrices of up to five cases."
