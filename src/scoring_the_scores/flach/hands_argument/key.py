"""For teachers: instances, and checkers that hold an answer, of flach/hands-argument."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import choice, fields, fraction, number, values, wrong
from scoring_the_scores.exercises.slips import match
from scoring_the_scores.flach.answers import HALF
from scoring_the_scores.flach.hands_argument.exercises import means_at_random_thresholds


@draws("flach.perfect-but-costly")
def _rarity(rng: np.random.Generator) -> dict[str, Any]:
    return {"one_in": int(rng.integers(3, 40))}


@draws("flach.perfect-but-costly")
def _greater_rarity(rng: np.random.Generator) -> dict[str, Any]:
    return {"one_in": int(rng.integers(40, 300))}


@checks("flach.perfect-but-costly")
def perfect_but_costly(answer: Any, given: Mapping[str, Any]) -> str:
    """The loss of a perfect ranking at a threshold that is the score of a random case."""
    submitted = fields(answer, ("loss", "because"))
    share = Fraction(1, given["one_in"])
    slips = {
        "that is the loss if the best threshold is taken": Fraction(0),
        "that is the loss over skews, whatever the class sizes": Fraction(1, 4),
        "that is the loss of a ranking that knows nothing": HALF,
        "that is the chance that two random cases are of one class, of which half are wrong": share**2
        + (1 - share) ** 2,
        "pairs of different classes are never in the wrong order here; look at those of one class": share * (1 - share),
        "a threshold can be the score of a case of either class": (1 - share) / 2,
    }
    loss = fraction(submitted["loss"], "the loss")
    hint = "draw the case that is judged and the case that is the threshold, and see when the decision is wrong"
    match(loss, (share**2 + (1 - share) ** 2) / 2, "The loss", slips, hint=hint)
    because = choice(submitted["because"], ("threshold", "costs", "ranking"), "because")
    if because != "threshold":
        what = "The costs could be fixed at any c" if because == "costs" else "The ranking is perfect"
        wrong(f"{what}, and the loss would not vanish: what would have to be chosen with care.")
    return "Most thresholds do not suit a ranking, not even a perfect one."


@draws("flach.price-of-f1")
def _two_bells(rng: np.random.Generator) -> dict[str, Any]:
    """Two classifiers with normal scores and one share of positives, at which halfway is not best for either."""
    while True:
        first = round(float(rng.uniform(0.7, 1.3)), 2)
        strong, percent = round(first + float(rng.uniform(0.6, 1.2)), 2), int(rng.integers(8, 45))
        lost = [_best_f1(one, percent / 100)[0] - _f1_halfway(one, percent / 100) for one in (first, strong)]
        if min(lost) > 2e-3:
            return {"weak": first, "strong": strong, "percent": percent}


def _best_f1(separation: float, share: float) -> tuple[float, float]:
    """The best F1 of normal scores, and the chance of a positive at its threshold."""

    def f1(threshold: float) -> float:
        true, false = share * ndtr(separation - threshold), (1 - share) * ndtr(-threshold)
        return float(2 * true / (share + true + false))

    best = minimize_scalar(lambda t: -f1(t), bounds=(-6, 8), method="bounded", options={"xatol": 1e-10}).x
    odds = share / (1 - share) * np.exp(separation * (best - separation / 2))
    return f1(best), float(odds / (1 + odds))


@checks("flach.price-of-f1")
def price_of_f1(answer: Any, given: Mapping[str, Any]) -> str:
    """The costs at which the thresholds of the best F1 are best, for two classifiers."""
    submitted = fields(answer, ("F1", "c"))
    scores, costs = (values(submitted[name], name, shortest=2, longest=2) for name in ("F1", "c"))
    share = given["percent"] / 100
    for place, name in enumerate(("weak", "strong")):
        best, cost = _best_f1(given[name], share)
        of_f1 = {"that is F1 at the threshold halfway between the bells": _f1_halfway(given[name], share)}
        match(scores[place], best, f"F1 of the {name} classifier", of_f1, tolerance=1e-3, hint="try more thresholds")
        skew = cost * (1 - share) / (cost * (1 - share) + (1 - cost) * share)
        of_c = {
            "that is what a miss costs": 1 - cost,
            "that is the skew": skew,
            "that is the best F1 itself": best,
            "that is the misses' part of the skew": 1 - skew,
        }
        hint = "at the best threshold for c the chance of a positive is c"
        match(costs[place], cost, f"c of the {name} classifier", of_c, tolerance=2e-3, hint=hint)
    return f"F1 prices a false alarm at {costs[0]:.3f} for one classifier and at {costs[1]:.3f} for the other."


def _f1_halfway(separation: float, share: float) -> float:
    true, false = share * ndtr(separation / 2), (1 - share) * ndtr(-separation / 2)
    return float(2 * true / (share + true + false))


@checks("flach.one-loss-two-shares")
def one_loss_two_shares(answer: Any, given: Mapping[str, Any]) -> str:
    """The shares of positives at which one classifier loses what another loses with balanced classes, from a figure."""
    submitted = fields(answer, ("loss", "shares"))
    loss = number(submitted["loss"], "the loss")
    of_loss = {"that is what the lowest of the three loses there": 0.275, "that is a least loss, of a thin curve": 0.2}
    match(
        loss,
        0.35,
        "The loss",
        of_loss,
        tolerance=0.01,
        hint="the middle of the three thick curves, at its lowest point",
    )
    shares = sorted(values(submitted["shares"], "shares", shortest=2, longest=2))
    if max(shares) > 1:
        wrong("Read shares between 0 and 1, not percentages.")
    # 1/2 - 2 p (1 - p) (0.95 - 1/2) is 0.35 where p (1 - p) is 1/6
    low = (1 - (1 - 4 / 6) ** 0.5) / 2
    slips = {"that is where all of them are lowest": 0.5, "that is the loss": 0.35}
    hint = "lay a level line through the lowest point of the middle curve and see where the lowest curve meets it"
    for value, right in zip(shares, (low, 1 - low), strict=True):
        match(value, right, "The share", slips, tolerance=0.03, hint=hint)
    return f"All is within what a figure allows of what the theorem gives: 0.35, {low:.3f} and {1 - low:.3f}."


@checks("flach.same-for-all")
def same_for_all(answer: Any, given: Mapping[str, Any]) -> str:
    """What random thresholds share between two classifiers of a student's own cases, and what they do not."""
    said = means_at_random_thresholds(answer, given)
    submitted = fields(answer, ("labels", "first", "second", "called", "false_alarms", "same", "differs"))
    units = ("scores", "shares", "false alarm rates")
    if choice(submitted["same"], units, "same") != "shares":
        wrong("same names the unit in which the thresholds of both are distributed alike; your own numbers say which.")
    if choice(submitted["differs"], units, "differs") != "false alarm rates":
        wrong("differs names what your own numbers show to differ, and scores of two classifiers have no common unit.")
    return said
