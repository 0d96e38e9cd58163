"""Solutions and mistakes: One rule for every threshold."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
from scipy.special import ndtr, ndtri

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.rule-alarms")
def alarms(given):
    """At the threshold of the best F_beta, that best value over 1 + beta squared is the price c of a false alarm.

    A miss costs (1 - c)/c false alarms, which is one over the price, less 1.
    """
    return (1 + given["beta"] ** 2) / given["best"] - 1


@mistakes("synthesis.rule-alarms", says="the price of F1")
def half_the_value(given):
    return 2 / given["best"] - 1


@mistakes("synthesis.rule-alarms", says="its square belongs")
def beta_without_square(given):
    return (1 + given["beta"]) / given["best"] - 1


@mistakes("synthesis.rule-alarms", says="the price of a false alarm")
def the_price(given):
    return given["best"] / (1 + given["beta"] ** 2)


@mistakes("synthesis.rule-alarms", says="with both together")
def one_over_the_price(given):
    return (1 + given["beta"] ** 2) / given["best"]


def best_f1(auroc, prevalence):
    """The best F1 over a grid of thresholds, for normal scores of one spread."""
    thresholds = np.linspace(-6, 8, 4001)
    true, false = prevalence * ndtr(np.sqrt(2) * ndtri(auroc) - thresholds), (1 - prevalence) * ndtr(-thresholds)
    return (2 * true / (prevalence + true + false)).max()


def _auroc(given, prevalence):
    areas = np.linspace(0.51, 0.999, 490)
    return float(areas[np.argmin([abs(best_f1(area, prevalence) - 2 * given["price"]) for area in areas])])


@solves("synthesis.rule-read-price")
def read_price(given):
    """The line of the prevalence has the height of the price at the AUROC that is asked for.

    The price at the best F1 is half of that F1, so the best F1 is twice the price.
    """
    return _auroc(given, given["prevalence"]), 2 * given["price"]


@mistakes("synthesis.rule-read-price", says="not the best F1 itself")
def price_for_value(given):
    return _auroc(given, given["prevalence"]), given["price"]


@mistakes("synthesis.rule-read-price", says="the price is")
def too_low(given):
    return _auroc(given, given["prevalence"]) - 0.03, 2 * given["price"]


@mistakes("synthesis.rule-read-price", says="by which factor")
def one_minus_the_price(given):
    return _auroc(given, given["prevalence"]), 1 - given["price"]


def below_a_line(points, place):
    """Whether a point of the curve lies below the line through one before it and one after it."""
    fp, tp = points[place]
    lines = product(points[:place], points[place + 1 :])
    return any((tp - v) * (x - u) < (y - v) * (fp - u) for (u, v), (x, y) in lines)


@solves("synthesis.rule-no-price")
def no_price(given):
    """In the middle of a long segment of the hull the product of both rates is larger than at its ends."""
    cases = range(given["positives"] + given["negatives"])
    for chosen in combinations(cases, given["positives"]):
        labels = np.array([place in chosen for place in cases])
        fp, tp = (np.append(0, np.cumsum(one)) for one in (~labels, labels))
        means = tp * (given["negatives"] - fp)
        if (means == means.max()).sum() == 1 and below_a_line(list(zip(fp, tp, strict=True)), means.argmax()):
            return "".join("P" if label else "N" for label in labels)
    raise AssertionError(given)


@mistakes("synthesis.rule-no-price", says="That costs least at prices from")
def a_good_ranking(given):
    return "PP" + "N" + "P" * (given["positives"] - 2) + "N" * (given["negatives"] - 1)


@mistakes("synthesis.rule-no-price", says="must be one threshold")
def two_best(given):
    return "N" * given["negatives"] + "P" * given["positives"]


@mistakes("synthesis.rule-no-price", says="must have")
def the_chapters_example(given):
    return "PNNPNPNPNN"
