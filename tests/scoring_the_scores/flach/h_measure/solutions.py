"""Solutions and mistakes: The H measure: when only the best threshold counts."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("flach.crossing-rankings")
def crossing_rankings(given):
    """The second begins with three sure positives, which its hull keeps; the first wins more pairs, below its hull."""
    return "PPNPNPNNN", "PPPNNNNPN"


@mistakes("flach.crossing-rankings", says="must prefer the second")
def the_same_order(given):
    return "PPPPNNNNN", "PPPNNNNPN"


@mistakes("flach.crossing-rankings", says="must prefer the first")
def swapped(given):
    return crossing_rankings(given)[::-1]


@mistakes("flach.crossing-rankings", says="must have 4 positives")
def classes_swapped(given):
    return "PNNNPNPPP", "NNPPPPNPN"


@mistakes("flach.crossing-rankings", says="the chapter's own")
def copied(given):
    return "PNPNPNNPN", "PNNNPPPNN"


def pooled(labels):
    """Groups of labels whose share of positives falls: pool neighbours until it does."""
    groups = []
    for label in labels:
        groups.append([label])
        while len(groups) > 1 and np.mean(groups[-1]) >= np.mean(groups[-2]):
            groups[-2:] = [groups[-2] + groups[-1]]
    return groups


def most(ranking):
    """The most that can be lost under uniform costs: by a classifier without skill."""
    share = Fraction(ranking.count("P"), len(ranking))
    return share * (1 - share)


@solves("flach.h-by-segments")
def h_by_segments(given):
    """Pool, then p for each segment under uniform costs and p (1 + p) under Beta(2, 2)."""
    labels = [int(sign == "P") for sign in given["ranking"]]
    groups, n = pooled(labels), len(labels)
    shares = [Fraction(sum(group), len(group)) for group in groups]
    loss = sum(Fraction(len(g), n) * v * (1 - v) for g, v in zip(groups, shares, strict=True))
    bent = sum(Fraction(len(g), n) * v * (1 - v) * (1 + v * (1 - v)) for g, v in zip(groups, shares, strict=True))
    worst = most(given["ranking"])
    return {"shares": shares, "loss": loss, "H": 1 - bent / (worst * (1 + worst))}


@mistakes("flach.h-by-segments", says="must fall from segment to segment")
def runs_of_one_class(given):
    return h_by_segments(given) | {"shares": [int(sign == "P") for sign in given["ranking"]]}


@mistakes("flach.h-by-segments", says="the highest scores come first")
def lowest_segment_first(given):
    right = h_by_segments(given)
    return right | {"shares": right["shares"][::-1]}


@mistakes("flach.h-by-segments", says="the factor 2 of the loss")
def doubled(given):
    right = h_by_segments(given)
    return right | {"loss": 2 * right["loss"]}


@mistakes("flach.h-by-segments", says="the scaled loss under uniform costs")
def h_under_uniform_costs(given):
    right = h_by_segments(given)
    return right | {"H": 1 - right["loss"] / most(given["ranking"])}


@mistakes("flach.h-by-segments", says="which depends on the share of positives")
def as_if_balanced(given):
    right, worst = h_by_segments(given), most(given["ranking"])
    return right | {"H": 1 - (1 - right["H"]) * worst * (1 + worst) / Fraction(5, 16)}


@solves("flach.h-changes-sides")
def h_changes_sides(given):
    """The second finds every positive, in one mixed segment: too mixed where positives are rare."""
    return (Fraction(3, 20), Fraction(13, 20)), (Fraction(1, 2), 1)


@mistakes("flach.h-changes-sides", says="The first must be ahead by 0.01")
def order_swapped(given):
    return h_changes_sides(given)[::-1]


@mistakes("flach.h-changes-sides", says="The second must be ahead by 0.01")
def a_mirror_image(given):
    return ((0, Fraction(1, 2)), (Fraction(1, 2), 1))


@mistakes("flach.h-changes-sides", says="must have the same AUROC")
def other_areas(given):
    return ((0, "1/2"), ("1/10", "9/10"))


@mistakes("flach.h-changes-sides", says="FPR comes first")
def tpr_first(given):
    return (("13/20", "3/20"), (1, "1/2"))
