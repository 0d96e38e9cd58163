"""Solutions and mistakes: LxCIM is an expected loss."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def by_confidence(order):
    """Decisions that are right (1) or wrong (0), the most confident first."""
    labels = [k % 2 for k in range(len(order))]
    confidences = range(len(order), 0, -1)
    signs = [1 if label == right else -1 for label, right in zip(labels, order, strict=True)]
    return labels, [sign * c for sign, c in zip(signs, confidences, strict=True)]


def _order(given):
    n, right = given["cases"], given["right"]
    won = int((Fraction(given["target"]) * n**2 - right**2) / 2)
    order = [0] * (n - right) + [1] * right
    for _ in range(won):
        at = next(k for k in range(n - 1) if order[k : k + 2] == [0, 1])
        order[at : at + 2] = [1, 0]
    return order


@solves("synthesis.lxcim-gain")
def gain(given):
    """From all wrong decisions on top, each exchange of two neighbours wins one pair."""
    return by_confidence(_order(given))


@mistakes("synthesis.lxcim-gain", says="upside down")
def least_confident_first(given):
    return by_confidence(_order(given)[::-1])


@mistakes("synthesis.lxcim-gain", says="equally confident")
def confident_by_score(given):
    n = given["cases"]
    return [1, 0] + [0] * (n - 2), [(-1) ** k * (1 + k // 2) for k in range(n)]


@mistakes("synthesis.lxcim-gain", says="decisions are right, not")
def all_right(given):
    return by_confidence([1] * given["cases"])


@solves("synthesis.lxcim-any-price")
def any_price(given):
    """While a case is being decided it is, on average, half decided."""

    def mean_risk(labels, scores, price):
        y, s = np.array(labels), np.array(scores)
        decided = (abs(s) > abs(s)[:, None]) + 0.5 * (abs(s) == abs(s)[:, None])
        return (decided * ((s > 0) != y) + price * (1 - decided)).mean()

    return mean_risk


@mistakes("synthesis.lxcim-any-price", says="price is forgotten")
def only_what_is_wrong(given):
    return lambda labels, scores, price: any_price(given)(labels, scores, 0)


@mistakes("synthesis.lxcim-any-price", says="half decided")
def cases_whole(given):
    def mean_risk(labels, scores, price):
        y, s = np.array(labels), np.array(scores)
        decided = abs(s) >= abs(s)[:, None]
        return (decided * ((s > 0) != y) + price * ~decided).mean()

    return mean_risk


@mistakes("synthesis.lxcim-any-price", says="the lowest scores are as sure")
def by_score(given):
    def mean_risk(labels, scores, price):
        y, s = np.array(labels), np.array(scores)
        decided = (s > s[:, None]) + 0.5 * (s == s[:, None])
        return (decided * ((s > 0) != y) + price * (1 - decided)).mean()

    return mean_risk


@solves("synthesis.lxcim-ballast")
def ballast(given):
    """Something is missing to 1 only where both of two drawn cases are old.

    So what is missing is divided by the square of the growth of the test set, and the growth that is needed is
    a root.
    """
    growth = math.sqrt((1 - given["lxcim"]) / (1 - given["target"]))
    return math.ceil(given["cases"] * (growth - 1) - 1e-9)


@mistakes("synthesis.lxcim-ballast", says="an error rate")
def like_an_error_rate(given):
    growth = (1 - Fraction(str(given["lxcim"]))) / (1 - Fraction(str(given["target"])))
    return math.ceil(given["cases"] * (growth - 1))


@mistakes("synthesis.lxcim-ballast", says="the whole test set")
def the_total(given):
    return given["cases"] + ballast(given)


@mistakes("synthesis.lxcim-ballast", says="less than")
def rounded_down(given):
    return ballast(given) - 1
