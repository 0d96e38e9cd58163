"""For teachers: instances, and checkers that hold an answer, of synthesis/how-sure."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from metricbook import influence
from metricbook.exact.samples import matrices
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import choice, close, fields, function, number, unrounded, wrong
from scoring_the_scores.exercises.slips import same_function
from scoring_the_scores.synthesis.answers import Given
from scoring_the_scores.synthesis.how_sure.exercises import mean_and_error


@checks("synthesis.sure-f1")
def sure_f1(answer: Any, given: Given) -> str:
    """The standard error of F1 from the four counts."""
    tried = [
        cells
        for total in range(2, 7)
        for cells in matrices(total)
        if cells[0] + cells[1] and cells[2] + cells[3] and sum(cells[1:])
    ]

    def right(tn: int, fp: int, fn: int, tp: int) -> float:
        labels, scores = [0] * (tn + fp) + [1] * (fn + tp), [-1] * tn + [1] * fp + [-1] * fn + [1] * tp
        return math.sqrt(float((influence("f1_score", labels, scores).of_cases ** 2).sum()))

    def share(tp: int, rest: int, cases: int) -> float:
        f1 = 2 * tp / (2 * tp + rest)
        return math.sqrt(f1 * (1 - f1) / cases)

    count = same_function(
        function(answer),
        right,
        tried,
        {
            "That is the variance; the standard error is its root.": lambda *cells: right(*cells) ** 2,
            "That is the error of a share of all cases; F1 is not one.": lambda tn, fp, fn, tp: share(
                tp, fp + fn, tn + fp + fn + tp
            ),
            "That is the error of a share of tp + fp + fn cases; F1 is not one.": lambda tn, fp, fn, tp: share(
                tp, fp + fn, fp + fn + tp
            ),
            "The factor n / (n - 1) is not asked for: the squares are added up as they are.": lambda *cells: (
                right(*cells) * math.sqrt(sum(cells) / (sum(cells) - 1))
            ),
            "Only true positives vary there; false positives and false negatives do, too.": lambda tn, fp, fn, tp: (
                math.sqrt(tp) * 2 * (fp + fn) / (2 * tp + fp + fn) ** 2
            ),
            "Influences are added up by kind before they are squared; square each case's.": lambda tn, fp, fn, tp: (
                2 * tp * math.sqrt((fp + fn) ** 2 + fp**2 + fn**2) / (2 * tp + fp + fn) ** 2
            ),
        },
    )
    return f"It agrees with the influences on all {count} confusion matrices of up to six cases."


@draws("synthesis.sure-cases")
def draw_comparison(rng: np.random.Generator) -> Given:
    """Two models on the same cases, with their errors and how alike these are."""
    return {
        "cases": 50 * int(rng.integers(4, 30)),
        "difference": int(rng.integers(10, 26)) / 1000,
        "first": int(rng.integers(12, 25)) / 1000,
        "second": int(rng.integers(12, 25)) / 1000,
        "correlation": int(rng.integers(40, 90)) / 100,
    }


@checks("synthesis.sure-cases")
def sure_cases(answer: Any, given: Given) -> str:
    """How many cases a comparison takes."""
    submitted = number(answer, "the number of cases", low=1)
    n, gap, first, second = (given[name] for name in ("cases", "difference", "first", "second"))
    apart, alike = first**2 + second**2, 2 * given["correlation"] * first * second
    power = float(ndtri(0.975) + ndtri(0.8))

    def needed(variance: float, errors: float = power) -> float:
        return n * errors**2 * variance / gap**2

    right = needed(apart - alike)
    if close(submitted, right, 0.01 * right):
        return f"The difference has the error {math.sqrt(apart - alike):.4f}; it takes {right:.0f} cases, not {n}."
    usual = {
        "That takes the models for independent; they are judged on the same cases.": needed(apart),
        "So many show it at the 5 % level in half of all trials; a power of 80 % takes more.": needed(
            apart - alike, 1.96
        ),
        "Was the ratio of errors squared? Errors shrink with the root of the number of cases.": math.sqrt(right * n),
        "What both models find hard cancels in the difference: the correlation has the other sign.": needed(
            apart + alike
        ),
        "The variance of a difference is not the difference of the variances.": needed(abs(first**2 - second**2)),
    }
    for hint, value in usual.items():
        if close(submitted, value, 0.01 * value):
            wrong(hint)
    error, side = math.sqrt((apart - alike) * n / submitted), "few" if submitted < right else "many"
    wrong(f"On {submitted:.0f} cases the difference would have the error {error:.5f}: that is too {side}.")


@draws("synthesis.sure-luck")
def draw_luck(rng: np.random.Generator) -> Given:
    """How far apart two normal classes are, and how many cases of each are drawn."""
    return {
        "distance": int(rng.integers(60, 180)) / 100,
        "positives": int(rng.integers(8, 31)),
        "negatives": int(rng.integers(15, 61)),
    }


def _drawn_luck(given: Given) -> dict[str, float]:
    """The mean and the standard deviation of KS over test sets."""
    return _luck_of(given["distance"], given["positives"], given["negatives"])


@lru_cache(maxsize=32)
def _luck_of(distance: float, positives: int, negatives: int) -> dict[str, float]:
    drawn = _best_gaps(distance, positives, negatives, np.random.default_rng(0))
    return {"mean": float(drawn.mean()), "deviation": float(drawn.std()), "draws": drawn.size}


def _best_gaps(distance: float, positives: int, negatives: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """KS of 4,000 test sets of normal scores."""
    scores = rng.standard_normal((4000, positives + negatives))
    scores[:, :positives] += distance
    top = np.argsort(-scores, axis=1, kind="stable") < positives
    gaps = np.cumsum(np.where(top, 1 / positives, -1 / negatives), axis=1)
    return np.abs(gaps).max(axis=1)


@checks("synthesis.sure-luck", reference=_drawn_luck)
def luck(answer: Any, given: Given) -> str:
    """What is predicted of a best threshold's metric, and what comes out."""
    parts = fields(answer, ("KS", "AUROC", "population", "mean", "error"))
    entries = {name: choice(parts[name], ("above", "the same", "below"), name) for name in ("KS", "AUROC")}
    population, right = number(parts["population"], "population"), 2 * float(ndtr(given["distance"] / 2)) - 1
    if close(population, float(ndtr(given["distance"] / math.sqrt(2))), 0.002):
        wrong("That is the AUROC of the population, not its KS.")
    if not close(population, right, 0.002):
        unrounded(population, right, "KS of the population", 0.002)
        wrong(f"The best threshold of the population has not TPR - FPR = {population:.4g}. Where does it lie?")
    said = mean_and_error(answer, _drawn_luck(given))
    if entries != {"KS": "above", "AUROC": "the same"}:
        name = "KS" if entries["KS"] != "above" else "AUROC"
        wrong(f"The numbers are right, but the mean of {name} is not {entries[name]} what it is in the population.")
    return said
