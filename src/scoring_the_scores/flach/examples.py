"""The paper's small data, exact: the classifier of Figures 1, 3 and 4, and Examples 1 and 2.

Labels and scores are the printed ones (label 1 scores high), lists of int and Fraction. With the paper's names, class 0
is its positive class: see the docstring of `metricbook.metrics.costs`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

import claimledger as ledger
from claimledger import agree
from metricbook.exact import ranking as exact
from scoring_the_scores.flach.completions import FIGURE_1_PRINTED_LABELS, FIGURE_1_SCORES, completions

Sample = tuple[list[int], list[Fraction]]


def _fractions(text: str) -> list[Fraction]:
    return [Fraction(number) for number in text.split()]


#: Figure 1 as printed: 12 scores, 11 classes.
FIG1_SCORES: Final = list(FIGURE_1_SCORES)
FIG1_PRINTED_LABELS: Final = list(FIGURE_1_PRINTED_LABELS)

#: Example 1: the scores printed, and the classes of its table.
EX1_SCORES: Final = _fractions("0.9 0.8 0.7 0.2 0.1")
EX1_LABELS: Final = [1, 1, 0, 0, 0]

#: Example 2: a tie of both classes at 0.7; and the same after the exchange of classes, as printed.
EX2_SCORES: Final = _fractions("0.9 0.7 0.7 0.2 0.1")
EX2_LABELS: Final = [1, 1, 0, 0, 0]
EX2_SWAPPED_SCORES: Final = _fractions("0.9 0.8 0.3 0.3 0.1")
EX2_SWAPPED_LABELS: Final = [1, 1, 1, 0, 0]


def fig1_completions() -> list[list[int]]:
    """The 13 distinct lists of 12 labels that become the printed 11 when one is deleted."""
    return [list(labels) for labels in completions(FIG1_PRINTED_LABELS)]


@cache
def _fig1_labels() -> tuple[int, ...]:
    printed = ledger.load()["flach.fig1-data"].published
    fitting = [
        tuple(labels)
        for labels in fig1_completions()
        if agree(printed["auc"], exact.auroc(labels, FIG1_SCORES))
        and agree(printed["auch"], exact.auch(labels, FIG1_SCORES))
    ]
    (only,) = fitting
    return only


def fig1() -> Sample:
    """The classifier of Figure 1: labels completed so that its printed AUC and AUCH come out, and scores."""
    return list(_fig1_labels()), list(FIG1_SCORES)


def ex1() -> Sample:
    """Example 1 with the five classes that its table needs."""
    return list(EX1_LABELS), list(EX1_SCORES)


def ex2() -> Sample:
    """Example 2."""
    return list(EX2_LABELS), list(EX2_SCORES)


def ex2_swapped() -> Sample:
    """Example 2 after the exchange of classes, as printed."""
    return list(EX2_SWAPPED_LABELS), list(EX2_SWAPPED_SCORES)


def swapped(labels: list[int], scores: list[Fraction]) -> Sample:
    """Classes exchanged and scores complemented to 1, in falling order of the new score."""
    pairs = sorted(((1 - s, 1 - y) for y, s in zip(labels, scores, strict=True)), key=lambda pair: (-pair[0], -pair[1]))
    return [y for _, y in pairs], [s for s, _ in pairs]
