"""Checkers: how sure are you?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from metricbook import influence
from metricbook.exact.samples import matrices
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import (
    cases,
    choice,
    close,
    fields,
    function,
    number,
    unrounded,
    values,
    wrong,
)
from scoring_the_scores.exercises.slips import same_function
from scoring_the_scores.synthesis.answers import Given


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


def draw_comparison(rng: np.random.Generator) -> Given:
    """Two models on the same cases, with their errors and how alike these are."""
    return {
        "cases": 50 * int(rng.integers(4, 30)),
        "difference": int(rng.integers(10, 26)) / 1000,
        "first": int(rng.integers(12, 25)) / 1000,
        "second": int(rng.integers(12, 25)) / 1000,
        "correlation": int(rng.integers(40, 90)) / 100,
    }


@checks("synthesis.sure-cases", given=draw_comparison)
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


@checks("synthesis.sure-luck", given=draw_luck, reference=_drawn_luck)
def luck(answer: Any, given: Given) -> str:
    """What is predicted of a best threshold's metric, and what comes out."""
    parts = fields(answer, ("KS", "AUROC", "population", "mean", "error"))
    entries = {name: choice(parts[name], ("above", "the same", "below"), name) for name in ("KS", "AUROC")}
    population, mean, error = (number(parts[name], name) for name in ("population", "mean", "error"))
    right = 2 * float(ndtr(given["distance"] / 2)) - 1
    drawn = _drawn_luck(given)
    if close(population, float(ndtr(given["distance"] / math.sqrt(2))), 0.002):
        wrong("That is the AUROC of the population, not its KS.")
    if not close(population, right, 0.002):
        unrounded(population, right, "KS of the population", 0.002)
        wrong(f"The best threshold of the population has not TPR - FPR = {population:.4g}. Where does it lie?")
    if close(error, drawn["deviation"], 0.3 * drawn["deviation"]):
        wrong("That is the standard deviation of KS from one test set to the next; the error of a mean is smaller.")
    if not 0 < error <= 1.2 * drawn["deviation"] / math.sqrt(2000):
        wrong(f"The error of a mean of 2,000 or more test sets is above 0 and smaller than {error:.4g}.")
    if not close(mean, drawn["mean"], 4 * math.hypot(error, drawn["deviation"] / math.sqrt(drawn["draws"]))):
        why = " Its bias is missing: is the threshold chosen anew on each test set?" if close(mean, right, 0.01) else ""
        wrong(f"The mean of KS over such test sets is not {mean:.4f}.{why}")
    if entries != {"KS": "above", "AUROC": "the same"}:
        name = "KS" if entries["KS"] != "above" else "AUROC"
        wrong(f"The numbers are right, but the mean of {name} is not {entries[name]} what it is in the population.")
    return f"KS is {mean - population:.3f} too high on average, from luck alone; AUROC, a mean over pairs, is not."


def _best_gaps(distance: float, positives: int, negatives: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """KS of 4,000 test sets of normal scores."""
    scores = rng.standard_normal((4000, positives + negatives))
    scores[:, :positives] += distance
    top = np.argsort(-scores, axis=1, kind="stable") < positives
    gaps = np.cumsum(np.where(top, 1 / positives, -1 / negatives), axis=1)
    return np.abs(gaps).max(axis=1)


@checks("synthesis.clinic-own")
def clinic_own(answer: Any, given: Given) -> str:
    """Two models on one's own data: losses at a price, the interval of their difference, and a verdict."""
    names = ("labels", "first", "second", "price", "thresholds", "losses", "interval", "verdict")
    parts = fields(answer, names)
    price = number(parts["price"], "the price", low=0.001, high=0.999)
    cuts, losses, interval = (values(parts[name], name, shortest=2, longest=2) for name in names[4:7])
    verdict = choice(parts["verdict"], ("first", "second", "cannot tell"), "the verdict")
    costs, both = [], []
    for name, cut in zip(("first", "second"), cuts, strict=True):
        found, scores = cases((parts["labels"], parts[name]), f"the {name} model", shortest=100, longest=20_000)
        labels, flagged = np.array(found) == 1, np.array(scores) > cut
        if min(labels.sum(), (~labels).sum()) < 30:
            wrong(
                f"There must be 30 cases of each class, not {labels.sum()} positives and {(~labels).sum()} negatives."
            )
        if len(set(scores)) < 10:
            wrong(f"The scores of the {name} model have fewer than ten values: hand in scores, not decisions.")
        both.append(scores)
        costs.append(np.where(labels, 2 * (1 - price) * ~flagged, 2 * price * flagged))
    if both[0] == both[1]:
        wrong("Both models give every case the same score: that is one model at two thresholds.")
    _check_losses(losses, [float(cost.mean()) for cost in costs], price, costs)
    if np.array_equal(costs[0], costs[1]):
        wrong("Both models decide every case alike at these thresholds: there is nothing to compare.")
    low, high = _check_interval(interval, *costs)
    right = "first" if interval[1] < 0 else "second" if interval[0] > 0 else "cannot tell"
    if verdict != right:
        smaller = " The better model has the smaller loss." if {verdict, right} == {"first", "second"} else ""
        wrong(
            f"An interval from {interval[0]:.4f} to {interval[1]:.4f} does not allow the verdict {verdict!r}.{smaller}"
        )
    return f"{costs[0].size} cases, difference of losses from {low:.4f} to {high:.4f}: {verdict}."


#: How far a loss may be off; a thousandth stays one when it is computed in another order.
_OFF = 0.001 + 1e-9


def _check_losses(said: Sequence[float], right: Sequence[float], price: float, costs: Sequence[Any]) -> None:
    if all(close(one, other, _OFF) for one, other in zip(said, right, strict=True)):
        return
    turned = [float(np.where(cost == 2 * price, 2 * (1 - price), cost * price / (1 - price)).mean()) for cost in costs]
    usual = {
        "The factor 2 is missing: a false alarm costs 2c and a miss 2(1 - c).": [one / 2 for one in right],
        "The two losses are swapped.": [right[1], right[0]],
        "The prices are swapped: a false alarm costs 2c and a miss 2(1 - c).": turned,
        "Those are sums; the loss is the mean over cases.": [one * costs[0].size for one in right],
    }
    for message, looked in usual.items():
        if all(close(one, other, _OFF) for one, other in zip(said, looked, strict=True)):
            wrong(message)
    for name, one, other in zip(("first", "second"), said, right, strict=True):
        unrounded(one, other, f"the loss of the {name}", _OFF)
    wrong(f"At these thresholds the losses are not {said[0]:.4f} and {said[1]:.4f}.")


def _check_interval(
    said: Sequence[float], first: NDArray[np.float64], second: NDArray[np.float64]
) -> tuple[float, float]:
    """Check a 95 % interval of the difference of two means over the same cases, up to a twentieth of its length."""

    def about(deviation: float, middle: float) -> tuple[float, float]:
        reach = 1.96 * deviation / math.sqrt(first.size)
        return middle - reach, middle + reach

    gap = first - second
    right = about(float(gap.std(ddof=1)), float(gap.mean()))
    apart = about(math.hypot(first.std(ddof=1), second.std(ddof=1)), float(gap.mean()))
    tolerance = 0.05 * (right[1] - right[0])

    def is_it(ends: Sequence[float]) -> bool:
        return all(close(one, other, tolerance) for one, other in zip(said, ends, strict=True))

    if is_it(right):
        return right
    if is_it((-right[1], -right[0])):
        wrong("That is the interval of second minus first.")
    if is_it(apart):
        wrong("That interval takes the models for independent; take the difference case by case first.")
    if is_it(about(float(gap.std(ddof=1)) * math.sqrt(first.size), float(gap.mean()))):
        wrong("That is where the difference of a single case lies; the error of the mean is smaller.")
    wrong(f"The interval is not from {said[0]:.4f} to {said[1]:.4f}.")
