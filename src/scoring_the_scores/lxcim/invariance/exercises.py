"""Checkers of the exercises of lxcim/invariance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

import numpy as np

from metricbook.confusion import exchanged, exchanges, swapped
from metricbook.exact import ranking as exact
from metricbook.exact.samples import matrices
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import (
    called,
    cases,
    close,
    fields,
    four_counts,
    function,
    several,
    whole,
    wrong,
)

HALF: Final = Fraction(1, 2)


# ---------- invariance


def _a_matrix(rng: np.random.Generator) -> Mapping[str, Any]:
    tn, fp, fn, tp = (int(x) for x in rng.choice(np.arange(6, 40), 4, replace=False))
    right, mistakes = (int(x) for x in rng.choice(np.arange(1, 6), 2, replace=False))
    return {"matrix": (tn, fp, fn, tp), "right": right, "mistakes": mistakes}


@checks("lxcim.exchanged-matrix", given=_a_matrix)
def exchanged_matrix(answer: Any, given: Mapping[str, Any]) -> str:
    """A confusion matrix after an exchange of some of its cases."""
    parts = fields(answer, ("matrix", "deltas"))
    submitted = four_counts(parts["matrix"], "matrix")
    deltas = tuple(
        whole(one, "a delta", low=-100, high=100) for one in several(parts["deltas"], "deltas", shortest=2, longest=2)
    )
    (tn, fp, fn, tp), k, m = given["matrix"], given["right"], given["mistakes"]
    right = exchanged((tn, fp, fn, tp), -k, m)
    slips = {
        "You have turned the labels only: each case is then called what it was, and rights become wrongs": (
            *(tn, fp + k - m, fn, tp - k + m),
        ),
        "You have turned the predictions only: right decisions become wrong ones": (tn + m, fp - m, fn + k, tp - k),
        "The cases have moved the wrong way, from the negatives to the positives": exchanged((tn, fp, fn, tp), k, -m),
        "All true and all false positives are exchanged here, not so many of them": exchanged(
            (tn, fp, fn, tp), -tp, fp
        ),
        "This is in the order of the paper, TP, FP, FN, TN": right[::-1],
        "This is the matrix before the exchange": (tn, fp, fn, tp),
    }
    if submitted != right:
        for says, matrix in slips.items():
            if submitted == tuple(matrix):
                wrong(f"{says}.")
        summary = f"{submitted} has {submitted[0] + submitted[3]} right decisions of {sum(submitted)}"
        if (submitted[0] + submitted[3], sum(submitted)) == (tn + tp, sum(right)):
            wrong(f"{summary}, as it should, but not those: where do true and where do false positives go?")
        wrong(f"{summary}, not {tn + tp} of {sum(right)}.")
    if deltas != (-k, m):
        if deltas == (k, m):
            wrong(
                "The matrix is right; but δ1 counts what moves from TN to TP, and here true positives become negative."
            )
        if deltas == (m, -k):
            wrong("The matrix is right; but δ1 is about right decisions and δ2 about mistakes.")
        wrong(f"The matrix is right, but these deltas would lead to {exchanged(given['matrix'], *deltas)}.")
    return f"Still {tn + tp} right decisions of {sum(right)}."


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
