"""For teachers: instances, and checkers that hold an answer, of sumpter/easy-negatives."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, log, log10
from typing import Any, Final

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr
from scipy.stats import norm

from scoring_the_scores.exercises.checking import checks, draws, smallest
from scoring_the_scores.exercises.reading import choice, close, fields, number, unrounded, wrong
from scoring_the_scores.sumpter.answers import Floats, Given

TOP: Final = 10.0


SPREAD: Final = 2.0


@draws("sumpter.walls")
def kinds_of_negatives(rng: np.random.Generator) -> Given:
    while True:
        hard, easy = round(float(rng.uniform(6.5, 9)), 1), round(float(rng.uniform(1, 4)), 1)
        target = float(rng.choice([0.93, 0.94, 0.95, 0.96, 0.97, 0.98]))
        if area_against(hard) < target - 0.05 and target < area_against(easy) - 0.003:
            return {"hard": hard, "easy": easy, "target": target}


def area_against(mean: float, root: float = 2**0.5) -> float:
    """The chance that a positive outscores a negative of a kind."""
    return float(ndtr((TOP - mean) / (SPREAD * root)))


def walls_needed(hard: float, easy: float, target: float, root: float = 2**0.5) -> float:
    """How many negatives of the easy kind beside a thousand of the difficult kind give that AUROC."""
    return 1000 * (target - area_against(hard, root)) / (area_against(easy, root) - target)


@checks("sumpter.walls")
def walls(answer: Any, given: Given) -> str:
    """The smallest number of easy negatives that lifts the mean over negatives to the target."""
    hard, easy, target = (given[name] for name in ("hard", "easy", "target"))
    exact_number = walls_needed(hard, easy, target)
    submitted = number(answer, "the number", low=-1e9, high=1e9)
    if submitted == int(submitted) and int(submitted) == ceil(exact_number):
        return f"{int(submitted)} easy negatives take AUROC from {area_against(hard):.3f} to {target:g}."
    if close(submitted, exact_number, 1):
        wrong(f"{submitted:g} is near: the smallest whole number that reaches {target:g} is asked for.")
    low, high = area_against(hard), area_against(easy)
    forms = {
        "the standard deviation of a difference is 2 times the root of 2": walls_needed(hard, easy, target, 1.0),
        "that is the number if there are a thousand negatives in all": 1000 * (target - low) / (high - low),
        "the two kinds are exchanged": 1000 * (high - target) / (target - low),
        "that is the number of all negatives, the difficult ones among them": exact_number + 1000,
    }
    near = [hint for hint, value in forms.items() if close(submitted, value, 1 + 2e-3 * abs(value))]
    if submitted < 0:
        wrong(f"There cannot be {submitted:g} easy negatives{': ' + near[0] if near else ''}.")
    reached = (1000 * low + submitted * high) / (1000 + submitted)
    wrong(f"With {submitted:g} easy negatives AUROC is {reached:.4f}, not {target:g}{': ' + near[0] if near else ''}.")


#: Thresholds, the positives' rate above each, and a step of the grid.
GRID: Final[Floats] = np.linspace(30, -6, 6001)


RATE: Final[Floats] = ndtr((TOP - GRID) / SPREAD)


@lru_cache(maxsize=64)
def _flagged(mean: float) -> tuple[Floats, Floats]:
    """Of negatives of a kind: the share above each threshold, and the integral of their density times v above it."""
    density = norm.pdf(GRID, mean, SPREAD) * RATE
    middle = (density[1:] + density[:-1]) / 2
    return ndtr((mean - GRID) / SPREAD), np.append(0, np.cumsum(middle)) * (GRID[0] - GRID[1])


def precision_with(hard: float, easy: float, count: float, at: float | None = None) -> tuple[float, float]:
    """C and the threshold, r_b or another, for a thousand positives, a thousand difficult negatives and easy ones."""
    (above_hard, beaten_hard), (above_easy, beaten_easy) = _flagged(hard), _flagged(easy)
    false = 1000 * above_hard + count * above_easy
    ahead = 500 * RATE**2 + 1000 * beaten_hard + count * beaten_easy - (1000 * RATE + false) / 2
    r = at if at is not None else float(np.interp(0, ahead[RATE > 0.5], GRID[RATE > 0.5]))
    true, wrongly = (float(np.interp(-r, -GRID, one)) for one in (1000 * RATE, false))
    return true / (true + wrongly), r


def easy_until(hard: float, easy: float, goal: float, at: float | None = None) -> float:
    """How many easy negatives bring C down to a goal."""
    exponent = brentq(lambda power: precision_with(hard, easy, 10**power, at)[0] - goal, -3, 12, xtol=1e-8)
    return float(10**exponent)


@checks("sumpter.collapse")
def collapse(answer: Any, given: Given) -> str:
    """Where the curve for easy negatives at 3, beside difficult ones at 7, passes one half."""
    submitted = number(answer, "the number", low=0, high=1e12)
    right = {mean: easy_until(7, mean, 0.5) for mean in (2, 3, 4)}
    if right[3] / 1.5 <= submitted <= 1.5 * right[3]:
        return f"The curve passes one half at about {right[3]:,.0f}."
    for mean in (2, 4):
        if right[mean] / 1.5 <= submitted <= 1.5 * right[mean]:
            wrong(f"{submitted:,.0f} is read off the curve for easy negatives at {mean}.")
    if 2 <= submitted <= 7 and right[3] / 2 <= 10**submitted <= 2 * right[3]:
        wrong(f"{submitted:g} is the exponent: the marks of the axis are powers of ten.")
    side = "above" if precision_with(7, 3, submitted)[0] > 0.5 else "below"
    wrong(f"With {submitted:,.0f} easy negatives the curve is still well {side} one half.")


@draws("sumpter.halved")
def means_to_halve(rng: np.random.Generator) -> Given:
    return {"hard": round(float(rng.uniform(6.5, 8.5)), 1), "easy": round(float(rng.uniform(2.5, 5.5)), 1)}


@checks("sumpter.halved")
def halved(answer: Any, given: Given) -> str:
    """The number of easy negatives at which C(r_b) is half of what it is without any."""
    submitted = number(answer, "the number", low=0, high=1e12)
    hard, easy = given["hard"], given["easy"]
    before, threshold = precision_with(hard, easy, 0)
    right = easy_until(hard, easy, before / 2)
    if close(submitted, right, 0.02 * right):
        return f"C(r_b) falls from {before:.4f} to {before / 2:.4f}."
    now, moved = precision_with(hard, easy, submitted)
    forms = {
        "r_b stays where it is without easy negatives, but it moves": easy_until(hard, easy, before / 2, threshold),
        "the threshold stays halfway between the difficult negatives and the positives": easy_until(
            hard, easy, precision_with(hard, easy, 0, (TOP + hard) / 2)[0] / 2, (TOP + hard) / 2
        ),
        "that brings C down to one half, not to half of what it was": easy_until(hard, easy, 0.5)
        if before > 0.5
        else -1,
    }
    near = [summary for summary, value in forms.items() if close(submitted, value, 0.02 * abs(value))]
    summary = f"With {submitted:,.0f} easy negatives r_b is {moved:.3f} and C(r_b) {now:.4f}, not half of {before:.4f}"
    wrong(f"{summary}{': ' + near[0] if near else ''}.")


@draws("sumpter.moved-cut")
def log_odds(rng: np.random.Generator) -> Given:
    b0, b1 = round(float(rng.uniform(-6, -2)), 1), round(float(rng.uniform(0.4, 2.0)), 1)
    return {"b0": b0, "b1": b1, "k": int(rng.integers(3, 60))}


@checks("sumpter.moved-cut")
def moved_cut(answer: Any, given: Given) -> str:
    """Odds are divided by k, so log-odds fall by ln k."""
    entries = fields(answer, ("flags", "cut"))
    flags = choice(entries["flags"], ("more", "fewer", "as many"), "flags")
    submitted = number(entries["cut"], "cut")
    b0, b1, k = (given[name] for name in ("b0", "b1", "k"))
    right = (log(k) - b0) / b1
    forms = {
        "that is where it was before": -b0 / b1,
        "the log-odds are moved the wrong way": (-log(k) - b0) / b1,
        "that takes the logarithm to base 10, and log-odds are natural logarithms": (log10(k) - b0) / b1,
        "that subtracts the factor itself, and not its logarithm": (k - b0) / b1,
        "that is how far the log-odds fall, not at which x they are 0": log(k),
        "the fall of the log-odds has to be divided by the slope": log(k) - b0 / b1,
        "the log-odds are multiplied, but it is the odds that are": -b0 / (k * b1),
        "the old log-odds are 0 where b0 + b1 x = 0, with a minus": (log(k) + b0) / b1,
    }
    if not close(submitted, right, 0.006):
        near = next((name for name, value in forms.items() if close(submitted, value, 0.006)), None)
        if near is None:
            unrounded(submitted, right, "the cut", 0.006)
        wrong(f"The new log-odds are not 0 at x = {submitted:.3f}{': ' + near if near else ''}.")
    if flags != "fewer":
        wrong(
            f"The cut is right, at {right:.2f} where it was at {-b0 / b1:.2f}: look again at which cases are above it."
        )
    return f"The cut moves from {-b0 / b1:.2f} to {right:.2f}, and fewer cases are above it."


smallest("sumpter.a-negative-that-helps", 6)
