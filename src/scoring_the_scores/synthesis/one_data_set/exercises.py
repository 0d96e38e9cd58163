"""Checkers: one data set through five papers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook import exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import (
    cases,
    choice,
    close,
    descending,
    fields,
    number,
    ranking,
    several,
    values,
    wrong,
)
from scoring_the_scores.synthesis.answers import Given


def draw_clinic(rng: np.random.Generator) -> Given:
    """A share of positives and a price."""
    return {"share": int(rng.integers(4, 31)) / 100, "c": int(rng.integers(5, 36)) / 100}


@checks("synthesis.clinic-threshold", given=draw_clinic)
def clinic_threshold(answer: Any, given: Given) -> str:
    """The score from which on to call, with the weights of the classes undone."""
    found, share, c = number(answer, "the threshold"), given["share"], given["c"]
    undone, odds = math.log((1 - share) / share), math.log(c / (1 - c))
    if close(found, undone + odds, 0.01):
        return f"Equal weights add {undone:.3f} to all log-odds; the log-odds of {c:g} are {odds:.3f}."
    usual = {
        "The weights are not undone: equal weights raise the log-odds of everybody.": odds,
        "The price is forgotten: this is where the model's own chance is one half, its weights undone.": undone,
        "The weights are undone in the wrong direction: they raised the log-odds, and so the threshold.": odds - undone,
        "False alarms and misses are swapped: who finds misses dear should call more.": undone - odds,
        "Is that a chance? The scores are log-odds.": 1 / (1 + math.exp(-undone - odds)),
        "Log-odds have natural logarithms.": (undone + odds) / math.log(10),
    }
    for said, value in usual.items():
        if close(found, value, 0.01):
            wrong(said)
    chance = 1 / (1 + math.exp(-max(-500.0, min(500.0, found - undone))))
    wrong(f"Whoever is called from {found:.3g} on has, with the weights undone, a chance of at least {chance:.3g}.")


@checks("synthesis.clinic-cuts")
def clinic_cuts(answer: Any, given: Given) -> str:
    """A lead in AP that comes from the first two cuts."""
    first, second = (
        ranking(one, f"the {place} ranking", positives=4, negatives=6)
        for place, one in zip(("first", "second"), several(answer, "the pair", shortest=2, longest=2), strict=True)
    )
    areas = [exact.ranking.auroc(one, descending(one)) for one in (first, second)]
    leads = [
        Fraction(sum(second[:r]) * (sum(second[:r]) + 1) - sum(first[:r]) * (sum(first[:r]) + 1), 8 * r * (r + 1))
        for r in range(1, 11)
    ]
    total, rest = sum(leads), sum(leads[2:])
    if areas[0] < areas[1] and total < 0:
        wrong("The rankings are swapped: AUROC must prefer the first.")
    if areas[0] <= areas[1]:
        wrong(f"AUROC must prefer the first: it is {areas[0]} and {areas[1]}.")
    if total <= 0:
        wrong(f"AP must prefer the second, which is behind by {float(-total):.4f}.")
    if rest >= 0:
        side = f"still ahead by {float(rest):.4f}" if rest else "level"
        wrong(f"AP prefers the second by {float(total):.4f}, but without the first two cuts it is {side}.")
    return (
        f"The second leads in AP by {float(total):.4f}; without the first two cuts it is behind by {float(-rest):.4f}."
    )


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


def _check_losses(said: Sequence[float], right: Sequence[float], price: float, costs: Sequence[Any]) -> None:
    if all(close(one, other, 0.001) for one, other in zip(said, right, strict=True)):
        return
    turned = [float(np.where(cost == 2 * price, 2 * (1 - price), cost * price / (1 - price)).mean()) for cost in costs]
    usual = {
        "The factor 2 is missing: a false alarm costs 2c and a miss 2(1 - c).": [one / 2 for one in right],
        "The two losses are swapped.": [right[1], right[0]],
        "The prices are swapped: a false alarm costs 2c and a miss 2(1 - c).": turned,
        "Those are sums; the loss is the mean over cases.": [one * costs[0].size for one in right],
    }
    for message, looked in usual.items():
        if all(close(one, other, 0.001) for one, other in zip(said, looked, strict=True)):
            wrong(message)
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
