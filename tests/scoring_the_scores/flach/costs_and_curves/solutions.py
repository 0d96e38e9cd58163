"""Solutions and mistakes: What a mistake costs."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np

from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def read(text):
    """Labels and scores of a ranking written with P and N."""
    return [int(sign == "P") for sign in text], list(range(len(text), 0, -1))


@solves("flach.price-and-skew")
def price_and_skew(given):
    """The cost proportion is the part of the false alarm in the cost of one false alarm and one miss together.

    The skew is the same part once every case is mistaken: all negatives as false alarms, all positives as
    misses.
    """
    negatives = given["one_in"] - 1
    return {"c": Fraction(1, 1 + given["times"]), "z": Fraction(negatives, negatives + given["times"])}


@mistakes("flach.price-and-skew", says="the miss's part of the costs")
def part_of_the_miss(given):
    right = price_and_skew(given)
    return right | {"c": 1 - right["c"]}


@mistakes("flach.price-and-skew", says="not of the other cost")
def ratio_of_costs(given):
    return price_and_skew(given) | {"c": Fraction(1, given["times"])}


@mistakes("flach.price-and-skew", says="a skew counts the classes too")
def forgot_the_classes(given):
    right = price_and_skew(given)
    return right | {"z": right["c"]}


@mistakes("flach.price-and-skew", says="gives the negatives the share of the positives")
def classes_swapped_in_z(given):
    return price_and_skew(given) | {"z": Fraction(1, 1 + given["times"] * (given["one_in"] - 1))}


@solves("flach.corners")
def corners(given):
    """Slopes of the hull's sloped segments, as skews, and what either end of a segment loses there."""
    hull, found = exact_costs.roc_hull(*read(given["ranking"])), []
    for (u, v), (x, y) in pairwise(hull):
        if u < x and v < y:
            z = (y - v) / (y - v + x - u)
            found.append((z, z * x + (1 - z) * (1 - y)))
    return found


@mistakes("flach.corners", says="is it a slope")
def slopes(given):
    return [(z / (1 - z), loss) for z, loss in corners(given)] + [(Fraction(3, 2), 0)]


@mistakes("flach.corners", says="All skews are mirrored")
def mirrored(given):
    return [(1 - z, loss) for z, loss in corners(given)]


@mistakes("flach.corners", says="This is an end of the curve")
def with_its_ends(given):
    return [(0, 0), *corners(given), (1, 0)]


@mistakes("flach.corners", says="some threshold loses less")
def only_the_constants(given):
    return [(Fraction(1, 2), Fraction(1, 2))]


@mistakes("flach.corners", says="not all of them")
def one_forgotten(given):
    return corners(given)[:-1]


def table_of_losses(labels, scores, z):
    """A row for each threshold, a column for each skew."""
    cuts = np.append(-np.inf, np.unique(scores))[:, None]
    fpr = (scores[labels == 0] > cuts).mean(axis=1, keepdims=True)
    fnr = (scores[labels == 1] <= cuts).mean(axis=1, keepdims=True)
    return z * fpr + (1 - z) * fnr


MIDDLES = (np.arange(4000) + 0.5) / 4000


@solves("flach.area-under-cost-curve")
def area_under_cost_curve(given):
    """The least of each column, averaged over the middles of 4000 intervals."""
    return lambda labels, scores: table_of_losses(labels, scores, MIDDLES).min(axis=0).mean()


@mistakes("flach.area-under-cost-curve", says="here the best is taken at each skew")
def mean_over_thresholds(given):
    return lambda labels, scores: float(exact_costs.expected_loss(labels.tolist(), scores.tolist()))


@mistakes("flach.area-under-cost-curve", says="which counts the classes")
def over_costs(given):
    def area(labels, scores):
        cuts, share = np.append(-np.inf, np.unique(scores))[:, None], labels.mean()
        fpr = (scores[labels == 0] > cuts).mean(axis=1, keepdims=True)
        fnr = (scores[labels == 1] <= cuts).mean(axis=1, keepdims=True)
        return 2 * (MIDDLES * (1 - share) * fpr + (1 - MIDDLES) * share * fnr).min(axis=0).mean()

    return area


@mistakes("flach.area-under-cost-curve", says="one less the area under the hull")
def less_than_the_hull(given):
    return lambda labels, scores: 1 - float(exact.auch(labels.tolist(), scores.tolist()))


@mistakes("flach.area-under-cost-curve", says="by a threshold below all scores")
def no_threshold_below_all(given):
    return lambda labels, scores: table_of_losses(labels, scores, MIDDLES)[1:].min(axis=0).mean()


@solves("flach.miscounted")
def miscounted(given):
    """A negative on top and a positive at the bottom open both ends of the hull."""
    return read("NPPNPNNP")


@mistakes("flach.miscounted", says="the hull has 1 inner corner")
def the_chapters_own(given):
    return [1, 1, 1, 1, 0, 1, 0, 0, 0, 0], [2] * 5 + [1] * 5


@mistakes("flach.miscounted", says="only positives are on top and the hull ends level")
def both_ends_closed(given):
    return read("PNPN")


@mistakes("flach.miscounted", says="must be a pair")
def only_labels(given):
    return [1, 0, 1]
