"""Solutions and mistakes: Which scores are alike."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from scipy.stats import kendalltau

from metricbook import tile
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def _orders(given):
    rows = given["classifiers"]
    return [[Fraction(row[3], row[3] + row[1]) for row in rows], [row[3] for row in rows], [row[0] for row in rows]]


@solves("tile.six-classifiers")
def six_classifiers(given):
    """Two scores order a pair of classifiers alike, which makes it concordant, or in opposite ways.

    Kendall's tau is the share of concordant pairs less that of discordant ones.
    """
    precision, *others = _orders(given)
    pairs = list(combinations(range(6), 2))
    same = [sum((precision[i] - precision[j]) * (o[i] - o[j]) > 0 for i, j in pairs) for o in others]
    return [Fraction(2 * count - 15, 15) for count in same]


@mistakes("tile.six-classifiers", says="share of pairs in the same order")
def only_concordant(given):
    return [(1 + tau) / 2 for tau in six_classifiers(given)]


@mistakes("tile.six-classifiers", says="sign is turned")
def turned(given):
    return [-tau for tau in six_classifiers(given)]


@mistakes("tile.six-classifiers", says="divided by more")
def all_squares(given):
    return [tau * 30 / 36 for tau in six_classifiers(given)]


@solves("tile.opposite-orders")
def opposite_orders(given):
    """Down a ROC curve: each step loses more true negatives than it gains true positives, which F1 forgives."""
    return [(7, 3, 4, 6), (4, 6, 2, 8), (1, 9, 0, 10)]


@mistakes("tile.opposite-orders", says="Both scores prefer")
def a_better_one(given):
    return [(9, 1, 1, 9), (7, 3, 3, 7), (6, 4, 3, 7)]


@mistakes("tile.opposite-orders", says="no better than guessing")
def flags_everybody(given):
    return [(7, 3, 4, 6), (4, 6, 2, 8), (0, 10, 0, 10)]


@mistakes("tile.opposite-orders", says="tie by accuracy")
def equal_accuracies(given):
    return [(8, 2, 3, 7), (7, 3, 2, 8), (1, 9, 0, 10)]


def _beyond(r):
    r = Fraction(r)
    return 2 / (3 * r) - 1 / (6 * r * r)


@solves("tile.exact-tau")
def exact_tau(given):
    """Discordant: signs opposite, and the difference in TPR more than r times that in TNR; τ is 1 minus that chance."""
    return 1 - _beyond(given["ratio"])


@mistakes("tile.exact-tau", says="accuracy and TPR")
def rare_class(given):
    return _beyond(given["ratio"])


@mistakes("tile.exact-tau", says="every case")
def signs_forgotten(given):
    return 1 - 2 * _beyond(given["ratio"])


@mistakes("tile.exact-tau", says="not yet their balance")
def concordant_share(given):
    return 1 - _beyond(given["ratio"]) / 2


@mistakes("tile.exact-tau", says="small ones are more likely")
def uniform_sizes(given):
    return 1 - 1 / (2 * Fraction(given["ratio"]))


@mistakes("tile.exact-tau", says="and not exact")
def simulated(given):
    return round(1 - _beyond(given["ratio"]), 3) + Fraction(8, 1000)


@cache
def measured():
    place, moved, shares = (1.0, 0.9), (0.95, 0.95), []
    for batch in range(40):
        drawn = tile.uniform_performances(1000, rng=np.random.default_rng([1, batch]))
        tau = kendalltau(tile.ranking_score(drawn, *place), tile.ranking_score(drawn, *moved)).statistic
        shares.append((1 - tau) / 2)
    return {"place": place, "moved": moved, "share": np.mean(shares), "error": np.std(shares, ddof=1) / 40**0.5}


@solves("tile.how-little")
def how_little(given):
    """Near a corner, off the side: a little weight on an outcome that did not count changes most."""
    return measured()


@mistakes("tile.how-little", says="τ itself")
def tau_for_share(given):
    return {**measured(), "share": 1 - 2 * measured()["share"]}


@mistakes("tile.how-little", says="counts each reversed pair twice")
def twice(given):
    return {**measured(), "share": 2 * measured()["share"]}


@mistakes("tile.how-little", says="not a percentage")
def percentage(given):
    return {**measured(), "share": 100 * measured()["share"]}


@mistakes("tile.how-little", says="another reverses")
def the_middle(given):
    return {"place": (0.5, 0.5), "moved": (0.55, 0.5), "share": 0.0185, "error": 0.0007}


@mistakes("tile.how-little", says="leaves the share open")
def guessed(given):
    """A guess with an error that covers it."""
    return {**measured(), "share": 0.05, "error": 0.005}
