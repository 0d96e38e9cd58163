"""Checkers of the exercises of foundations/checking-a-paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from metricbook import confusion
from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, four_counts, wrong
from scoring_the_scores.foundations.answers import full, strict


def means(printed: str) -> tuple[Fraction, Fraction]:
    """The interval of the numbers that are printed so."""
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    return Fraction(printed) - half, Fraction(printed) + half


RATE_NAMES = {"accuracy": confusion.accuracy, "precision": confusion.precision, "recall": confusion.recall}


@checks("foundations.matrix-behind-the-numbers")
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
        low, high = means(given[name])
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
