"""What the papers say together: solutions and mistakes."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from . import mistakes, solves


@solves("synthesis.means-two-cases")
def two_cases(given):
    """The chance of a right decision gives m, the chance of two classes; m is a straight line in lambda."""
    m = (given["target"] - 0.5) / (given["auroc"] - 0.5)
    return (m - given["alpha"]) / (1 - 2 * given["alpha"])


@mistakes("synthesis.means-two-cases", says="classes are swapped")
def the_negatives_chance(given):
    return 1 - two_cases(given)


@mistakes("synthesis.means-two-cases", says="nothing to pairs of one class")
def no_halves(given):
    m = given["target"] / given["auroc"]
    return (m - given["alpha"]) / (1 - 2 * given["alpha"])


@mistakes("synthesis.means-two-cases", says="the decision is right with chance")
def the_same_chance(given):
    return 0.5


@solves("synthesis.means-accuracy")
def mean_accuracy(given):
    """A threshold at every case's score, as often as cases have it; what is at it is half flagged."""

    def mean_accuracy(labels, scores):
        y, s = np.array(labels), np.array(scores)
        flagged = (s > s[:, None]) + 0.5 * (s == s[:, None])
        return np.where(y == 1, flagged, 1 - flagged).mean()

    return mean_accuracy


def _at(tie):
    def mean_accuracy(labels, scores):
        y, s = np.array(labels), np.array(scores)
        flagged = (s > s[:, None]) + tie * (s == s[:, None])
        return np.where(y == 1, flagged, 1 - flagged).mean()

    return mean_accuracy


@mistakes("synthesis.means-accuracy", says="left unflagged")
def strictly_above(given):
    return _at(0)


@mistakes("synthesis.means-accuracy", says="flagged whole")
def at_least(given):
    return _at(1)


@mistakes("synthesis.means-accuracy", says="drawn twice as often")
def each_score_once(given):
    def mean_accuracy(labels, scores):
        y, s = np.array(labels), np.array(scores)
        t = np.unique(s)[:, None]
        flagged = (s > t) + 0.5 * (s == t)
        return np.where(y == 1, flagged, 1 - flagged).mean()

    return mean_accuracy


@solves("synthesis.means-same-draws")
def same_draws(given):
    """Two groups with 3 of 4 and 1 of 4 positives have a concave curve; the other loses its pairs at the top."""
    return ([1, 1, 1, 0, 1, 0, 0, 0], [2, 2, 2, 2, 1, 1, 1, 1]), ([0, 1, 1, 1, 1, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])


@mistakes("synthesis.means-same-draws", says="swapped")
def the_second_first(given):
    return same_draws(given)[::-1]


@mistakes("synthesis.means-same-draws", says="a staircase")
def no_ties(given):
    ranking = [1, 1, 1, 0, 0, 1, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1]
    return ranking, ranking


@mistakes("synthesis.means-same-draws", says="larger than AUROC by 1/8")
def one_sample_twice(given):
    return (same_draws(given)[0],) * 2


def by_confidence(order):
    """Decisions that are right (1) or wrong (0), the most confident first."""
    labels = [1, 0] * (len(order) // 2)
    confidences = range(len(order), 0, -1)
    signs = [1 if label == right else -1 for label, right in zip(labels, order, strict=True)]
    return labels, [sign * c for sign, c in zip(signs, confidences, strict=True)]


def _order(given):
    right = given["right"]
    won = int((Fraction(given["target"]) * 144 - right**2) / 2)
    order = [0] * (12 - right) + [1] * right
    for _ in range(won):
        at = next(k for k in range(11) if order[k : k + 2] == [0, 1])
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
    return [1] * 6 + [0] * 6, [6, 5, 4, 3, 2, 1, -1, -2, -3, -4, -5, -6]


@mistakes("synthesis.lxcim-gain", says="decisions are right, not")
def all_right(given):
    return by_confidence([1] * 12)


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
    """What is missing to 1 is divided by the square of the growth."""
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
