"""Checkers of the exercises of foundations/checking-a-paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from metricbook import confusion
from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, four_counts, several, values, wrong
from scoring_the_scores.foundations.answers import full, strict


def _printed_accuracies(rng: np.random.Generator) -> dict[str, Any]:
    """Three accuracies to two decimals of which one is impossible for so many cases."""
    every = [f"0.{hundredths}" for hundredths in range(60, 98)]
    impossible: list[str] = []
    while not impossible:  # with 80 cases none is: 50 of them may be printed as 0.62 and as 0.63
        n = int(rng.integers(52, 90))
        possible = [printed for printed in every if _counts(printed, n)]
        impossible = sorted(set(every) - set(possible))
    printed = [*rng.choice(possible, 2, replace=False), rng.choice(impossible)]
    return {"n": n, "printed": [str(one) for one in rng.permutation(printed)]}


def _counts(printed: str, n: int) -> list[int]:
    """How many of n decisions can be right if the share is printed so."""
    low, high = _means(printed)
    return list(range(max(math.ceil(low * n), 0), min(math.floor(high * n), n) + 1))


def _means(printed: str) -> tuple[Fraction, Fraction]:
    """The interval of the numbers that are printed so."""
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    return Fraction(printed) - half, Fraction(printed) + half


@checks("foundations.counts-behind-accuracies", given=_printed_accuracies)
def counts_behind_accuracies(answer: Any, given: Mapping[str, Any]) -> str:
    """The numbers of right decisions that three printed accuracies allow, of which one allows none."""
    n = given["n"]
    for printed, counts in zip(given["printed"], several(answer, "the answer", shortest=3, longest=3), strict=True):
        right = _counts(printed, n)
        submitted = values(counts, f"the list for {printed}", longest=n)
        for count in submitted:
            if not count.is_integer():
                wrong(f"Of {n} decisions a whole number is right, not {count:g}: hand in counts, not shares.")
            if count not in right:
                wrong(f"{count:g} of {n} is {count / n:.4f}, which nobody prints as {printed}.")
        if set(submitted) != set(right):
            wrong(f"There are whole numbers of {n} whose share is printed as {printed}; your list has not all of them.")
    return "Two of the accuracies can be true and one cannot, whatever the classifier did."


def _printed_rates(rng: np.random.Generator) -> dict[str, Any]:
    """Three rates of a matrix that keeps its mistakes apart."""
    while True:
        tn, fp, fn, tp = (int(one) for one in rng.integers([150, 10, 10, 30], [300, 60, 60, 90]))
        if abs(fp - fn) >= 12:
            rates = {name: of(tn, fp, fn, tp) for name, of in RATE_NAMES.items()}
            return {"n": tn + fp + fn + tp} | {name: f"{float(rate):.3f}" for name, rate in rates.items()}


RATE_NAMES = {"accuracy": confusion.accuracy, "precision": confusion.precision, "recall": confusion.recall}


@checks("foundations.matrix-behind-the-numbers", given=_printed_rates)
def matrix_behind_the_numbers(answer: Any, given: Mapping[str, Any]) -> str:
    """A confusion matrix that gives the three rates a paper prints."""
    tn, fp, fn, tp = four_counts(answer, "the matrix", high=given["n"])
    if tn + fp + fn + tp != given["n"]:
        wrong(f"The four counts must add up to {given['n']}, not {tn + fp + fn + tp}.")
    if 0 in (tp + fp, tp + fn):
        wrong("With these counts precision or recall is not defined.")
    if misses := _misses((tn, fp, fn, tp), given):
        for hint, other in (
            ("with fp and fn exchanged it would: precision is about false positives", (tn, fn, fp, tp)),
            ("from the other end it would: the counts go tn, fp, fn, tp", (tp, fn, fp, tn)),
        ):
            if other[1] + other[3] and other[2] + other[3] and not _misses(other, given):
                wrong(f"The matrix does not give what is printed; {hint}.")
        wrong(f"The matrix does not give what is printed: {', '.join(misses)}.")
    return f"All three agree to their last digit, and the paper's prevalence is {(tp + fn) / given['n']:.1%}."


def _misses(matrix: tuple[int, int, int, int], given: Mapping[str, Any]) -> list[str]:
    """The rates that a matrix does not give as they are printed."""
    missed = {}
    for name, of in RATE_NAMES.items():
        low, high = _means(given[name])
        if not low <= (rate := of(*matrix)) <= high:
            missed[name] = rate
    return [f"its {name} is {float(rate):.4f}" for name, rate in missed.items()]


def _in_file_order(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    """AUROC by a sort that leaves tied cases in the order of the file."""
    order = sorted(range(len(labels)), key=lambda place: -scores[place])
    return exact.auroc([labels[place] for place in order], list(range(len(labels), 0, -1)))


IMPOSTORS: Mapping[str, Callable[[Any, Any], Fraction]] = {
    "gives ties no credit": strict,
    "gives ties full credit": full,
    "leaves tied cases in the order of the file": _in_file_order,
    "takes small scores for positive": lambda y, s: 1 - exact.auroc(y, s),
    "takes the area under the convex hull": exact.auch,
    "returns average precision": exact.average_precision,
    "joins (0, 0), the point farthest above the diagonal and (1, 1)": lambda y, s: (
        (1 + max(tpr - fpr for fpr, tpr in exact.roc_points(y, s))) / 2
    ),
}


@checks("foundations.sample-that-tells-apart")
def sample_that_tells_apart(answer: Any, given: Mapping[str, Any]) -> str:
    """One sample on which no wrong AUROC gives the right value."""
    labels, scores = cases(answer, longest=6)
    right = exact.auroc(labels, scores)
    gaps = {impostor: abs(wrongly(labels, scores) - right) for impostor, wrongly in IMPOSTORS.items()}
    if passing := [impostor for impostor, gap in gaps.items() if gap < Fraction(1, 100)]:
        more = f", and {len(passing) - 1} more" if len(passing) > 1 else ""
        wrong(f"The AUROC is {right}, and a program that {passing[0]} gives the same on your sample{more}.")
    return f"The AUROC is {right}, and each of the {len(gaps)} wrong programs is off by {min(gaps.values())} or more."
