"""Checkers of the exercises of synthesis/how-sure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring_the_scores.exercises.checking import checks, checks_rest
from scoring_the_scores.exercises.reading import cases, choice, close, fields, number, unrounded, values, wrong
from scoring_the_scores.synthesis.answers import Given


@checks_rest("synthesis.sure-luck")
def mean_and_error(answer: Any, given: Given) -> str:
    """The mean of KS over test sets and its error, against a mean and a deviation of as many draws as are given."""
    parts = fields(answer, ("KS", "AUROC", "population", "mean", "error"))
    population, mean, error = (number(parts[name], name) for name in ("population", "mean", "error"))
    deviation = given["deviation"]
    if close(error, deviation, 0.3 * deviation):
        wrong("That is the standard deviation of KS from one test set to the next; the error of a mean is smaller.")
    if not 0 < error <= 1.2 * deviation / math.sqrt(2000):
        wrong(f"The error of a mean of 2,000 or more test sets is above 0 and smaller than {error:.4g}.")
    if not close(mean, given["mean"], 4 * math.hypot(error, deviation / math.sqrt(given["draws"]))):
        missing = " Its bias is missing: is the threshold chosen anew on each test set?"
        wrong(f"The mean of KS over such test sets is not {mean:.4f}.{missing * close(mean, population, 0.01)}")
    return f"KS is {mean - population:.3f} too high on average, from luck alone; AUROC, a mean over pairs, is not."


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
