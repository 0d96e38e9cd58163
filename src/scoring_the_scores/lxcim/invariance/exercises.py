"""Checkers of the exercises of lxcim/invariance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

from metricbook.confusion import exchanges, swapped
from metricbook.exact import ranking as exact
from metricbook.exact.samples import matrices
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import called, cases, close, function, several, whole, wrong

HALF: Final = Fraction(1, 2)


@checks("lxcim.one-exchange")
def one_exchange(answer: Any, given: Mapping[str, Any]) -> str:
    """One exchange of one of at most six cases that moves AUROC by a half."""
    submitted = several(answer, "the triple", shortest=3, longest=3)
    labels, scores = cases(submitted[:2], "the sample", shortest=2, longest=6)
    which = whole(submitted[2], "the number of the case", low=0, high=6)
    if which == 0 or which > len(labels):
        wrong(f"cases are counted from 1: there is no case {which} among {len(labels)}.")
    if 0 in scores:
        wrong("No score may be 0, which is the threshold.")
    new = exact.exchange(labels, scores, which=[which - 1])
    if len(set(new[0])) < 2:
        name = "positive" if new[0][0] else "negative"
        wrong(f"After the exchange all cases are {name}, and AUROC is undefined.")
    before, after = exact.auroc(labels, scores), exact.auroc(*new)
    moved = f"from {before} to {after}"
    score = f"{float(new[1][which - 1]):g}"
    if abs(after - before) < HALF:
        wrong(
            f"Case {which} gets label {new[0][which - 1]} and score {score}, and AUROC goes {moved}: not by one half."
        )
    return f"AUROC goes {moved}; LxCIM is {exact.lxcim(labels, scores)} before and after."


@checks("lxcim.another-metric")
def another_metric(answer: Any, given: Mapping[str, Any]) -> str:
    """A metric that is invariant, not constant and no one-to-one function of accuracy."""
    of = function(answer)
    value = {m: called(of, *m, case=f"{m}") for total in range(1, 7) for m in matrices(total)}
    survives_the_swap = all(close(value[m], value[tuple(swapped(m))], 1e-9) for m in value)
    for m, before in value.items():
        for other in exchanges(m):
            if not close(value[tuple(other)], before, 1e-9):
                also = (
                    " It does survive the swap of all cases at once, which asks for less." if survives_the_swap else ""
                )
                wrong(f"{m} has {before:.4g}, and {tuple(other)}, an exchange of it, {value[tuple(other)]:.4g}.{also}")
    of_six = [value[(k, 6 - k, 0, 0)] for k in range(7)]
    equal = [(i, j) for i, j in product(range(7), repeat=2) if i < j and close(of_six[i], of_six[j], 1e-9)]
    if len(equal) == 21:
        wrong(f"It is constant on six cases, {of_six[0]:g}: that tells no two classifiers apart.")
    if not equal:
        wrong(
            "It is invariant, but each of the seven accuracies of six cases has a value of its own: it is one-to-one."
        )
    i, j = equal[0]
    return f"Invariant, and of six cases {i} right ones and {j} right ones have the same value, {of_six[i]:g}."
