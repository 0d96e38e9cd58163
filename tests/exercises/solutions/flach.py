"""Costs: solutions and mistakes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
from scipy.stats import norm, rankdata

from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact

from . import mistakes, solves

HALF = Fraction(1, 2)


def read(text):
    """Labels and scores of a ranking written with P and N."""
    return [int(sign == "P") for sign in text], list(range(len(text), 0, -1))


@solves("flach.price-and-skew")
def price_and_skew(given):
    """One false alarm to so many times its cost; then all negatives to all positives at these costs."""
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
    return [(HALF, HALF)]


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


@solves("flach.perfect-but-costly")
def perfect_but_costly(given):
    """Two random cases of one class are in either order, and half of the decisions about them are wrong."""
    share = Fraction(1, given["one_in"])
    return {"loss": (share**2 + (1 - share) ** 2) / 2, "because": "threshold"}


@mistakes("flach.perfect-but-costly", says="if the best threshold is taken")
def nothing(given):
    return {"loss": 0, "because": "threshold"}


@mistakes("flach.perfect-but-costly", says="the loss over skews")
def a_quarter(given):
    return {"loss": "1/4", "because": "threshold"}


@mistakes("flach.perfect-but-costly", says="of which half are wrong")
def not_halved(given):
    return {"loss": 2 * perfect_but_costly(given)["loss"], "because": "threshold"}


@mistakes("flach.perfect-but-costly", says="The costs could be fixed at any c")
def blames_the_costs(given):
    return perfect_but_costly(given) | {"because": "costs"}


SURE_NEGATIVES = [1, 1, 1, 1, 0, 0, 0, 0], [2, 2, 2, 2, 2, 2, 1, 1]
SURE_POSITIVES = [1, 1, 1, 1, 0, 0, 0, 0], [2, 2, 1, 1, 1, 1, 1, 1]


@solves("flach.two-users")
def two_users(given):
    """The first is sure of negatives, and flags the rest; the second is sure of positives, and spares the rest."""
    return SURE_NEGATIVES, SURE_POSITIVES


@mistakes("flach.two-users", says="The first must be the better by 0.01")
def users_swapped(given):
    return SURE_POSITIVES, SURE_NEGATIVES


@mistakes("flach.two-users", says="must have the same AUROC")
def another_auroc(given):
    return SURE_NEGATIVES, ([1, 1, 1, 1, 0, 0, 0, 0], [2, 2, 2, 1, 1, 1, 1, 1])


@mistakes("flach.two-users", says="has a dent")
def with_dents(given):
    return read("PPPNNPNN"), read("PPNPPNNN")


@mistakes("flach.two-users", says="as many positives as negatives")
def not_balanced(given):
    return ([1, 1, 0], [2, 1, 1]), ([1, 1, 0], [2, 2, 1])


def best_f1(separation, share, costs=False):
    """The best F1 over a grid of thresholds, and the chance of a positive there."""
    t = np.linspace(-6, 8, 200_001)
    true, false = share * norm.sf(t - separation), (1 - share) * norm.sf(t)
    f1 = 2 * true / (share + true + false)
    best = t[f1.argmax()]
    up, down = share * norm.pdf(best - separation), (1 - share) * norm.pdf(best)
    return f1.max(), up / (up + down)


@solves("flach.price-of-f1")
def price_of_f1(given):
    """The chance of a positive at the best threshold comes out as half of the best F1."""
    share = given["percent"] / 100
    found = [best_f1(given[name], share) for name in ("weak", "strong")]
    return {"F1": [f1 for f1, _ in found], "c": [cost for _, cost in found]}


@mistakes("flach.price-of-f1", says="that is what a miss costs")
def price_of_a_miss(given):
    right = price_of_f1(given)
    return right | {"c": [1 - cost for cost in right["c"]]}


@mistakes("flach.price-of-f1", says="that is the best F1 itself")
def f1_for_c(given):
    right = price_of_f1(given)
    return right | {"c": right["F1"]}


@mistakes("flach.price-of-f1", says="halfway between the bells")
def in_the_middle(given):
    share, right = given["percent"] / 100, price_of_f1(given)
    true, false = share * norm.cdf(given["weak"] / 2), (1 - share) * norm.sf(given["weak"] / 2)
    return right | {"F1": [2 * true / (share + true + false), right["F1"][1]]}


@mistakes("flach.price-of-f1", says="that is the skew")
def skews(given):
    share, right = given["percent"] / 100, price_of_f1(given)
    return right | {"c": [c * (1 - share) / (c * (1 - share) + (1 - c) * share) for c in right["c"]]}


@solves("flach.one-loss-two-shares")
def one_loss_two_shares(given):
    """The lowest point of the middle curve is at 0.35; the lowest curve is as high at about 0.21 and 0.79."""
    return {"loss": 0.35, "shares": (0.21, 0.79)}


@mistakes("flach.one-loss-two-shares", says="the lowest of the three")
def the_lowest_curve(given):
    return {"loss": 0.275, "shares": (0.5, 0.5)}


@mistakes("flach.one-loss-two-shares", says="of a thin curve")
def a_thin_curve(given):
    return {"loss": 0.2, "shares": (0.21, 0.79)}


@mistakes("flach.one-loss-two-shares", says="not percentages")
def percentages(given):
    return {"loss": 0.35, "shares": (21, 79)}


@mistakes("flach.one-loss-two-shares", says="lay a level line")
def too_near_the_ends(given):
    return {"loss": 0.35, "shares": (0.05, 0.95)}


def own_cases(given):
    """What a student hands in, for two classifiers of 100 cases."""
    rng = np.random.default_rng(8)
    labels = (rng.random(100) < 0.4).astype(int)
    scores = [rng.normal(labels * distance, 1) for distance in (0.5, 2)]
    decisions = [one > one[:, None] for one in scores]
    return {
        "labels": labels,
        "first": scores[0],
        "second": scores[1],
        "called": [one.mean() for one in decisions],
        "false_alarms": [one[:, labels == 0].mean() for one in decisions],
        "same": "shares",
        "differs": "false alarm rates",
    }


@solves("flach.same-for-all")
def same_for_all(given):
    """Without ties the thresholds call 0, 1, 2, ... cases positive; the better classifier has fewer negatives there."""
    return own_cases(given)


@mistakes("flach.same-for-all", says="that is the mean TPR")
def hits_for_false_alarms(given):
    right = own_cases(given)
    scores, labels = (right["first"], right["second"]), right["labels"]
    return right | {"false_alarms": [(one > one[:, None])[:, labels == 1].mean() for one in scores]}


@mistakes("flach.same-for-all", says="a case at the threshold is not flagged")
def at_the_threshold_too(given):
    right = own_cases(given)
    return right | {"called": [(right[one] >= right[one][:, None]).mean() for one in ("first", "second")]}


@mistakes("flach.same-for-all", says="your own numbers say which")
def the_same_scores(given):
    return own_cases(given) | {"same": "scores"}


@mistakes("flach.same-for-all", says="have ties")
def rounded_scores(given):
    right = own_cases(given)
    return right | {"first": right["first"].round(1)}


@solves("flach.auroc-from-loss")
def auroc_from_loss(given):
    """The lead of ordered over reversed pairs, and then ordered pairs as a share of all, ties half."""
    p, m = given["positives"], given["negatives"]
    lead = (HALF - Fraction(given["loss"])) * (p + m) * (p + m + 1)
    return HALF + lead / (2 * p * m)


@mistakes("flach.auroc-from-loss", says="without n/(n+1)")
def as_in_a_population(given):
    p, m = given["positives"], given["negatives"]
    return HALF + (HALF - Fraction(given["loss"])) * (p + m) ** 2 / (2 * p * m)


@mistakes("flach.auroc-from-loss", says="the theorem for skews")
def as_over_skews(given):
    n = given["positives"] + given["negatives"]
    return HALF + 2 * (HALF - Fraction(given["loss"])) * Fraction(n + 1, n)


@mistakes("flach.auroc-from-loss", says="not yet divided")
def only_the_lead(given):
    n = given["positives"] + given["negatives"]
    return (HALF - Fraction(given["loss"])) * n * (n + 1)


@mistakes("flach.auroc-from-loss", says="one less the area")
def turned_round(given):
    return 1 - auroc_from_loss(given)


@solves("flach.loss-by-ranks")
def loss_by_ranks(given):
    """Midranks from the highest score; the middle of the loss line."""

    def loss(labels, scores):
        ranks, n = rankdata(-scores), len(labels)
        return 0.5 + (ranks[labels == 1].mean() - ranks[labels == 0].mean()) / (2 * (n + 1))

    return loss


@mistakes("flach.loss-by-ranks", says="rank 1 is the highest score")
def lowest_first(given):
    return lambda labels, scores: loss_by_ranks(given)(labels, -scores)


@mistakes("flach.loss-by-ranks", says="leaves out the default classifier")
def no_default(given):
    def loss(labels, scores):
        ranks, n = rankdata(-scores), len(labels)
        return 0.5 + (ranks[labels == 1].mean() - ranks[labels == 0].mean()) / (2 * n)

    return loss


@mistakes("flach.loss-by-ranks", says="the last of the places they share")
def last_places(given):
    def loss(labels, scores):
        ranks, n = rankdata(-scores, method="max"), len(labels)
        return 0.5 + (ranks[labels == 1].mean() - ranks[labels == 0].mean()) / (2 * (n + 1))

    return loss


@mistakes("flach.loss-by-ranks", says="raises IndexError")
def lists_in_mind(given):
    return lambda labels, scores: scores[len(scores)]


@solves("flach.ties-that-hide")
def ties_that_hide(given):
    """One tied pair in each class, and classes of different size."""
    return [1, 1, 0, 0, 0], [3, 3, 2, 2, 1]


@mistakes("flach.ties-that-hide", says="Over cost proportions the directions must agree")
def one_class_tied(given):
    return [1, 1, 0, 0], [3, 3, 2, 1]


@mistakes("flach.ties-that-hide", says="No positive may tie with a negative")
def tied_across(given):
    return [1, 0, 0], [2, 2, 1]


@mistakes("flach.ties-that-hide", says="Over skews the directions must differ")
def classes_of_one_size(given):
    return [1, 1, 0, 0], [2, 2, 1, 1]


@mistakes("flach.ties-that-hide", says="Without any tie")
def no_tie(given):
    return [1, 0, 1], [3, 2, 1]


RIGHT = ("PPNPNPNNN", "PPPNNNNPN")


@solves("flach.crossing-rankings")
def crossing_rankings(given):
    """The second begins with three sure positives, which its hull keeps; the first wins more pairs, below its hull."""
    return RIGHT


@mistakes("flach.crossing-rankings", says="must prefer the second")
def the_same_order(given):
    return "PPPPNNNNN", "PPPNNNNPN"


@mistakes("flach.crossing-rankings", says="must prefer the first")
def swapped(given):
    return RIGHT[::-1]


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


@solves("flach.h-by-segments")
def h_by_segments(given):
    """Pool, then p for each segment under uniform costs and p (1 + p) under Beta(2, 2)."""
    labels, _ = read(given["ranking"])
    groups, n = pooled(labels), len(labels)
    shares = [Fraction(sum(group), len(group)) for group in groups]
    loss = sum(Fraction(len(g), n) * v * (1 - v) for g, v in zip(groups, shares, strict=True))
    bent = sum(Fraction(len(g), n) * v * (1 - v) * (1 + v * (1 - v)) for g, v in zip(groups, shares, strict=True))
    most = Fraction(sum(labels), n) * Fraction(n - sum(labels), n)
    return {"shares": shares, "loss": loss, "H": 1 - bent / (most * (1 + most))}


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
    right, labels = h_by_segments(given), read(given["ranking"])[0]
    return right | {"H": 1 - right["loss"] / (Fraction(sum(labels), 10) * Fraction(10 - sum(labels), 10))}


@mistakes("flach.h-by-segments", says="which depends on the share of positives")
def as_if_balanced(given):
    right, labels = h_by_segments(given), read(given["ranking"])[0]
    most = Fraction(sum(labels), 10) * Fraction(10 - sum(labels), 10)
    return right | {"H": 1 - (1 - right["H"]) * most * (1 + most) / Fraction(5, 16)}


@solves("flach.h-changes-sides")
def h_changes_sides(given):
    """The second finds every positive, in one mixed segment: too mixed where positives are rare."""
    return (Fraction(3, 20), Fraction(13, 20)), (HALF, 1)


@mistakes("flach.h-changes-sides", says="The first must be ahead by 0.01")
def order_swapped(given):
    return h_changes_sides(given)[::-1]


@mistakes("flach.h-changes-sides", says="The second must be ahead by 0.01")
def a_mirror_image(given):
    return ((0, HALF), (HALF, 1))


@mistakes("flach.h-changes-sides", says="must have the same AUROC")
def other_areas(given):
    return ((0, "1/2"), ("1/10", "9/10"))


@mistakes("flach.h-changes-sides", says="FPR comes first")
def tpr_first(given):
    return (("13/20", "3/20"), (1, "1/2"))


def completions(printed):
    """Every list that becomes the printed one when a sign is deleted."""
    return sorted({printed[:i] + new + printed[i:] for i in range(len(printed) + 1) for new in "NP"})


def fits(one, given, names=("auroc", "auch")):
    """Whether the numbers of a list are those printed."""
    return all(f"{float(getattr(exact, name)(*read(one))):.4f}" == given[name] for name in names)


@solves("flach.lost-label")
def lost_label(given):
    """Try all completions."""
    (only,) = (one for one in completions(given["printed"]) if fits(one, given))
    return only


@mistakes("flach.lost-label", says="Its AUCH fits, but its AUROC")
def auch_alone(given):
    return next(one for one in completions(given["printed"]) if fits(one, given, ["auch"]) and not fits(one, given))


@mistakes("flach.lost-label", says="Its AUCH is")
def somewhere(given):
    return next(one for one in completions(given["printed"]) if not fits(one, given, ["auch"]))


@mistakes("flach.lost-label", says="so there are 12, not 11")
def as_printed(given):
    return given["printed"]


@mistakes("flach.lost-label", says="must become the printed one")
def another_list(given):
    return "".join("P" if sign == "N" else "N" for sign in given["printed"]) + "N"
