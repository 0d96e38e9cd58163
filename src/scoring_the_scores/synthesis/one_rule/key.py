"""For teachers: instances, and checkers that hold an answer, of synthesis/one-rule."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, number, several, unrounded, wrong
from scoring_the_scores.synthesis.answers import Given, picked


@draws("synthesis.rule-alarms")
def draw_best(rng: np.random.Generator) -> Given:
    """An F-score and its best value."""
    return {"beta": picked(rng, (0.5, 2, 3)), "best": int(rng.integers(31, 71)) / 100}


@checks("synthesis.rule-alarms")
def alarms(answer: Any, given: Given) -> str:
    """False alarms for a miss, from the best value of an F-score."""
    submitted = number(answer, low=0)
    beta, best = given["beta"], given["best"]
    price = best / (1 + beta**2)
    if close(submitted, 1 / price - 1, 0.01):
        return f"The price of a false alarm is {price:.4f}, so that a miss is as bad as {1 / price - 1:.2f}."
    usual = {
        "That is the price of F1, which is half of its best value; this is another F-score.": 2 / best - 1,
        "You took β where its square belongs.": (1 + beta) / best - 1,
        "That is the price of a false alarm, not the number of false alarms for a miss.": price,
        "That is the number of misses for one false alarm.": price / (1 - price),
        "One over the price compares a false alarm with both together, not with a miss.": 1 / price,
    }
    for hint, value in usual.items():
        if close(submitted, value, 0.01):
            wrong(hint)
    unrounded(submitted, 1 / price - 1, "the number of false alarms", 0.01)
    wrong(f"{submitted:.4g} false alarms for a miss would mean a price of {1 / (1 + submitted):.4f}.")


def best_f1(auroc: float, prevalence: float) -> float:
    """The best F1 of normal scores of one spread."""
    distance = math.sqrt(2) * float(ndtri(auroc))
    thresholds = np.linspace(-6, 8, 4001)
    fp, tp = (1 - prevalence) * ndtr(-thresholds), prevalence * ndtr(distance - thresholds)
    return float((2 * tp / (fp + tp + prevalence)).max())


@draws("synthesis.rule-read-price")
def draw_reading(rng: np.random.Generator) -> Given:
    """A prevalence, and the price at the best F1 of some classifier."""
    prevalence = picked(rng, (0.2, 0.1, 0.01))
    return {"prevalence": prevalence, "price": round(best_f1(rng.uniform(0.75, 0.97), prevalence) / 2, 2)}


@draws("synthesis.rule-read-price")
def draw_finer_reading(rng: np.random.Generator) -> Given:
    """A prevalence, and a price of three decimals."""
    prevalence = picked(rng, (0.2, 0.1, 0.01))
    return {"prevalence": prevalence, "price": round(best_f1(rng.uniform(0.75, 0.97), prevalence) / 2, 3)}


@checks("synthesis.rule-read-price")
def read_price(answer: Any, given: Given) -> str:
    """An AUROC read off the figure, and the best F1 that its price gives."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    auroc, best = (number(one, name) for one, name in zip(pair, ("AUROC", "F1"), strict=True))
    price, prevalence = given["price"], given["prevalence"]

    def at(share: float) -> float:
        return float(brentq(lambda area: best_f1(area, share) - 2 * price, 0.501, 0.99999))

    if close(best, price, 0.005):
        wrong("The price is not the best F1 itself.")
    if close(best, 1 - price, 0.005) or close(best, price / 2, 0.005):
        wrong(f"A best F1 of {best:.4g} does not go with the price {price}: by which factor do the two differ?")
    if not close(best, 2 * price, 0.005):
        wrong(f"A best F1 of {best:.4g} does not go with the price {price}.")
    if not close(auroc, at(prevalence), 0.02):
        for other in (0.5, 0.2, 0.1, 0.01):
            if best_f1(0.501, other) < 2 * price and other != prevalence and close(auroc, at(other), 0.01):
                wrong(f"At the prevalence {other:g} it would be an AUROC of {auroc:.3g}: that is another line.")
        side = "lower" if auroc < at(prevalence) else "higher"
        wrong(f"F1 is right. At an AUROC of {auroc:.3g} the price is {side} than {price}.")
    return f"At an AUROC of {at(prevalence):.3f} the best F1 is {2 * price:.2f}, twice the price."


@draws("synthesis.rule-no-price")
def draw_sizes(rng: np.random.Generator) -> Given:
    """Class sizes other than those of the chapter's example."""
    sizes = [(p, n) for p in range(3, 8) for n in range(4, 10) if (p, n) != (4, 6)]
    positives, negatives = picked(rng, sizes)
    return {"positives": positives, "negatives": negatives}


@draws("synthesis.rule-no-price")
def draw_larger_sizes(rng: np.random.Generator) -> Given:
    """Class sizes of which the negatives are more than there."""
    return {"positives": int(rng.integers(3, 9)), "negatives": int(rng.integers(10, 26))}
