"""Solutions and mistakes: one rule for every threshold."""

from __future__ import annotations

import numpy as np

from . import mistakes, solves


@solves("synthesis.rule-alarms")
def alarms(given):
    """The best value over 1 + beta squared is the price."""
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


def _auroc(given, prevalence):
    from metricbook.exercises.parts.synthesis.one_rule import best_f1

    areas = np.linspace(0.51, 0.999, 490)
    return float(areas[np.argmin([abs(best_f1(area, prevalence) - 2 * given["price"]) for area in areas])])


@solves("synthesis.rule-read-price")
def read_price(given):
    """The line of the prevalence at the height of the price; the best F1 is twice the price."""
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


@solves("synthesis.rule-no-price")
def no_price(given):
    """In the middle of a long segment of the hull the product of both rates is larger than at its ends."""
    from itertools import combinations

    from metricbook import exercises

    positives, n = given["positives"], given["positives"] + given["negatives"]
    rankings = ("".join("P" if k in places else "N" for k in range(n)) for places in combinations(range(n), positives))
    seed = next(s for s in (None, "ada", 7, "grace", "emmy", "sofia") if _given("synthesis.rule-no-price", s) == given)
    return next(r for r in rankings if exercises.check("synthesis.rule-no-price", r, seed=seed))


def _given(name, seed):
    from metricbook.exercises.checking import instance
    from metricbook.exercises.exercise import load

    return instance(load()[name], seed)


@mistakes("synthesis.rule-no-price", says="That costs least at prices from")
def a_good_ranking(given):
    return "PP" + "N" + "P" * (given["positives"] - 2) + "N" * (given["negatives"] - 1)


@mistakes("synthesis.rule-no-price", says="must be one threshold")
def two_best(given):
    return "N" * given["negatives"] + "P" * given["positives"]


@mistakes("synthesis.rule-no-price", says="must have")
def the_chapters_example(given):
    return "PNNPNPNPNN"
