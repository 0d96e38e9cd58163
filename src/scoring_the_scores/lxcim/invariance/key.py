"""For teachers: instances, and checkers that hold an answer, of lxcim/invariance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from metricbook.confusion import exchanged
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import fields, four_counts, several, whole, wrong


@draws("lxcim.exchanged-matrix")
def _a_matrix(rng: np.random.Generator) -> Mapping[str, Any]:
    tn, fp, fn, tp = (int(x) for x in rng.choice(np.arange(6, 40), 4, replace=False))
    right, mistakes = (int(x) for x in rng.choice(np.arange(1, 6), 2, replace=False))
    return {"matrix": (tn, fp, fn, tp), "right": right, "mistakes": mistakes}


@checks("lxcim.exchanged-matrix")
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
