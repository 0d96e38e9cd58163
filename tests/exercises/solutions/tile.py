"""Ranking scores and the Tile: solutions and mistakes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from metricbook import tile

from . import mistakes, solves


def exactly(value):
    return Fraction(str(value))


def performance(rates, prevalence):
    tnr, tpr = rates
    return (1 - prevalence) * tnr, (1 - prevalence) * (1 - tnr), prevalence * (1 - tpr), prevalence * tpr


def score(counts, a, b):
    tn, fp, fn, tp = counts
    right, mistakes_ = (1 - a) * tn + a * tp, (1 - b) * fp + b * fn
    return Fraction(right) / (right + mistakes_)


# ---------- tile.places


def _places(given, of):
    return [of(*importance) for importance in given.values()]


@solves("tile.places")
def places(given):
    """Each pair is scaled to the sum 1 by itself: a is the share of tp, b that of fn."""
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tp, tn + tp), Fraction(fn, fp + fn)))


@mistakes("tile.places", says="share of false alarms")
def as_the_paper_prints_it(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tp, tn + tp), Fraction(fp, fp + fn)))


@mistakes("tile.places", says="changed places")
def coordinates_swapped(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(fn, fp + fn), Fraction(tp, tn + tp)))


@mistakes("tile.places", says="not all four by one sum")
def by_one_sum(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tp, tn + fp + fn + tp), Fraction(fn, tn + fp + fn + tp)))


@mistakes("tile.places", says="right outcomes are weighed against each other")
def as_precision(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tp, tp + fp), Fraction(fn, tn + fn)))


@mistakes("tile.places", says="share of true negatives")
def lowest_first(given):
    return _places(given, lambda tn, fp, fn, tp: (Fraction(tn, tn + tp), Fraction(fp, fp + fn)))


# ---------- tile.interpolation


@solves("tile.interpolation")
def interpolation(given):
    """From J- over the accuracy to F1: with many true negatives and few true positives the ends are far apart."""
    return {"performance": (9, 1, 1, 1), "middle": score((9, 1, 1, 1), Fraction(1, 2), Fraction(1, 2))}


@mistakes("tile.interpolation", says="harmonic mean itself")
def believes_the_rule(given):
    left, right = (score((9, 1, 1, 1), a, Fraction(1, 2)) for a in (0, 1))
    return {"performance": (9, 1, 1, 1), "middle": 2 / (1 / left + 1 / right)}


@mistakes("tile.interpolation", says="misses by 0.0")
def too_alike(given):
    return {"performance": (5, 2, 3, 6), "middle": Fraction(11, 16)}


@mistakes("tile.interpolation", says="mean of the two ends")
def plain_mean(given):
    left, right = (score((9, 1, 1, 1), a, Fraction(1, 2)) for a in (0, 1))
    return {"performance": (9, 1, 1, 1), "middle": (left + right) / 2}


@mistakes("tile.interpolation", says="not to the middle of the square")
def end_of_the_column(given):
    return {"performance": (9, 1, 2, 1), "middle": score((9, 1, 2, 1), Fraction(1, 2), 0)}


# ---------- tile.after-a-shift


def _shifting(down, up):
    def after_shift(counts, importance, prevalence):
        tn, fp, fn, tp = counts
        share = (fn + tp) / (tn + fp + fn + tp)
        low, high = down(share, prevalence), up(share, prevalence)
        factors = (low, low, high, high)
        tn, fp, fn, tp = (c * i * f for c, i, f in zip(counts, importance, factors, strict=True))
        return (tn + tp) / (tn + fp + fn + tp)

    return after_shift


@solves("tile.after-a-shift")
def after_a_shift(given):
    """tn and fp are multiplied by the new over the old share of negatives, fn and tp by that of positives."""
    return _shifting(lambda old, new: (1 - new) / (1 - old), lambda old, new: new / old)


@mistakes("tile.after-a-shift", says="before the shift")
def no_shift(given):
    return _shifting(lambda old, new: 1, lambda old, new: 1)


@mistakes("tile.after-a-shift", says="changed places")
def classes_swapped(given):
    return _shifting(lambda old, new: new / old, lambda old, new: (1 - new) / (1 - old))


@mistakes("tile.after-a-shift", says="old prior over new")
def old_over_new(given):
    return _shifting(lambda old, new: (1 - old) / (1 - new), lambda old, new: old / new)


@mistakes("tile.after-a-shift", says="must first be divided by the old one")
def not_divided(given):
    return _shifting(lambda old, new: 1 - new, lambda old, new: new)


@mistakes("tile.after-a-shift", says="not with what it was called")
def by_prediction(given):
    def after_shift(counts, importance, prevalence):
        tn, fp, fn, tp = counts
        share = (fn + tp) / sum(counts)
        low, high = (1 - prevalence) / (1 - share), prevalence / share
        tn, fp, fn, tp = (c * i * f for c, i, f in zip(counts, importance, (low, high, low, high), strict=True))
        return (tn + tp) / (tn + fp + fn + tp)

    return after_shift


# ---------- tile.kappa-changes-its-mind


@solves("tile.kappa-changes-its-mind")
def kappa_changes_its_mind(given):
    """At a fixed balanced accuracy κ wants the common class to be right, whichever it is."""
    return ("9/10", "7/10"), ("7/10", "9/10")


@mistakes("tile.kappa-changes-its-mind", says="other way round")
def exchanged(given):
    return ("7/10", "9/10"), ("9/10", "7/10")


@mistakes("tile.kappa-changes-its-mind", says="no better than guessing")
def as_percent_of_errors(given):
    return ("1/10", "3/10"), ("3/10", "1/10")


@mistakes("tile.kappa-changes-its-mind", says="must see no difference")
def other_balanced_accuracy(given):
    return ("9/10", "7/10"), ("7/10", "4/5")


@mistakes("tile.kappa-changes-its-mind", says="are the same")
def one_twice(given):
    return ("3/4", "3/4"), ("3/4", "3/4")


# ---------- tile.crossings


@solves("tile.crossings")
def crossings(given):
    """Accuracy: 0.7 = 0.5 (1-p) + 0.8 p at two thirds; F1 earlier. Equal precisions need equal FPR/TPR."""
    return {"A": 0.67, "F1": 0.52, "TNR": 1 - 0.8 * 0.3 / 0.7}


@mistakes("tile.crossings", says="read the panel of F1")
def panels_swapped(given):
    return {"A": 0.52, "F1": 0.67, "TNR": 0.657}


@mistakes("tile.crossings", says="do not cross at 0.6")
def in_the_middle(given):
    return {"A": 0.6, "F1": 0.52, "TNR": 0.657}


@mistakes("tile.crossings", says="one minus it")
def fpr_for_tnr(given):
    return {"A": 0.67, "F1": 0.52, "TNR": 0.343}


@mistakes("tile.crossings", says="not equal")
def same_youden(given):
    return {"A": 0.67, "F1": 0.52, "TNR": 0.6}


# ---------- tile.tie


def _tie(prevalence, a, b):
    one, two = (performance([exactly(x) for x in rates], exactly(prevalence)) for rates in (a, b))
    first, second = one[0] + one[3], two[0] + two[3]
    low, high = first * two[1] - second * one[1], first * two[2] - second * one[2]
    return low / (low - high)


def _given_tie(given, prevalence=None):
    a, b = ((given[f"tnr_{who}"], given[f"tpr_{who}"]) for who in "ab")
    return _tie(given["prevalence"] if prevalence is None else prevalence, a, b)


@solves("tile.tie")
def tie(given):
    """N1 M2(b) = N2 M1(b) is linear in b; above, where misses are dear, the one with the higher TPR wins."""
    return {"b": _given_tie(given), "above": "B"}


@mistakes("tile.tie", says="if both classes were equally frequent")
def prevalence_forgotten(given):
    return {"b": _given_tie(given, 0.5), "above": "B"}


@mistakes("tile.tie", says="that of a false alarm")
def complement(given):
    return {"b": 1 - _given_tie(given), "above": "B"}


@mistakes("tile.tie", says="upwards misses count more")
def wrong_winner(given):
    return {"b": _given_tie(given), "above": "A"}


# ---------- tile.four-quarters


@solves("tile.four-quarters")
def four_quarters(given):
    """Mirror images of each other; at (0.5, 0.75) the two keep half of the square between them."""
    return (0.5, 0.75), (0.75, 0.5)


@mistakes("tile.four-quarters", says="too good")
def too_good(given):
    return (0.9, 0.6), (0.6, 0.9)


@mistakes("tile.four-quarters", says="no better than guessing")
def with_fpr(given):
    return (0.5, 0.25), (0.25, 0.5)


@mistakes("tile.four-quarters", says="wins nowhere")
def one_dominates(given):
    return (0.7, 0.7), (0.6, 0.7)


# ---------- tile.chance-forgets


def _score_at(given, a, counts=None):
    return score(given["performance"] if counts is None else counts, exactly(a), exactly(given["b"]))


def _guess(given):
    tn, fp, fn, tp = given["performance"]
    rows, columns = (tn + fp, fn + tp), (tn + fn, fp + tp)
    return [Fraction(row * column, 100) for row in rows for column in columns]


@solves("tile.chance-forgets")
def chance_forgets(given):
    """One number, thrice."""
    found = [(_score_at(given, a), _score_at(given, a, _guess(given))) for a in (0.05, 0.5, 0.95)]
    return {"different": 1, "values": [round(float((r - r0) / (1 - r0)), 3) for r, r0 in found]}


@mistakes("tile.chance-forgets", says="but are they 3 different")
def right_numbers(given):
    return {**chance_forgets(given), "different": 3}


@mistakes("tile.chance-forgets", says="before the correction")
def uncorrected(given):
    return {"different": 3, "values": [round(float(_score_at(given, a)), 3) for a in (0.05, 0.5, 0.95)]}


@mistakes("tile.chance-forgets", says="best constant answer")
def best_guess(given):
    tn, fp, fn, tp = given["performance"]
    constant = (tn + fp, 0, fn + tp, 0), (0, tn + fp, 0, fn + tp)
    found = [(_score_at(given, a), max(_score_at(given, a, c) for c in constant)) for a in (0.05, 0.5, 0.95)]
    return {"different": 3, "values": [round(float((r - r0) / (1 - r0)), 3) for r, r0 in found]}


# ---------- tile.map-that-holds


def _own_data():
    rng = np.random.default_rng(3)
    labels = (rng.random(600) < 0.4).astype(int)
    sharp = labels * rng.normal(3.0, 1, 600) * (rng.random(600) < 0.55) + rng.normal(0, 1, 600)
    wide = rng.normal(0, 1, 600) - (1 - labels) * np.abs(rng.normal(4.0, 1, 600)) * (rng.random(600) < 0.55)
    dull = labels + rng.normal(0, 2, 600)
    return labels.tolist(), {"sharp": sharp.tolist(), "wide": wide.tolist(), "dull": dull.tolist()}


def _best(labels, scores, a, b):
    labels, scores = np.asarray(labels), np.asarray(scores)
    best = 0.0
    for threshold in [np.inf, *np.unique(scores)]:
        flagged = scores >= threshold
        tp, fp = (flagged & (labels == 1)).sum(), (flagged & (labels == 0)).sum()
        right = (1 - a) * ((labels == 0).sum() - fp) + a * tp
        best = max(best, right / (right + (1 - b) * fp + b * ((labels == 1).sum() - tp)))
    return best


@cache
def own_map():
    labels, scores = _own_data()
    places_ = [(0.5, 0.15), (0.5, 0.85)]
    rng, held = np.random.default_rng(1), np.zeros(2)
    for _ in range(60):
        drawn = rng.integers(0, 600, 600)
        y = np.array(labels)[drawn]
        for k, (a, b) in enumerate(places_):
            best = [_best(y, np.array(s)[drawn], a, b) for s in scores.values()]
            held[k] += int(np.argmax(best)) == k
    return {
        "labels": labels,
        "scores": scores,
        "places": places_,
        "winners": ["sharp", "wide"],
        "held": (held / 60).tolist(),
    }


@solves("tile.map-that-holds")
def map_that_holds(given):
    """One classifier is sure of some positives, one of some negatives; the draws are of whole cases."""
    return own_map()


@mistakes("tile.map-that-holds", says="not in 50.0%")
def wrong_share(given):
    return {**own_map(), "held": [0.95, 0.5]}


@mistakes("tile.map-that-holds", says="is not best")
def winners_swapped(given):
    return {**own_map(), "winners": ["wide", "sharp"]}


@mistakes("tile.map-that-holds", says="not percentages")
def percentages(given):
    return {**own_map(), "held": [98, 97]}


@mistakes("tile.map-that-holds", says="must have different winners")
def one_place(given):
    held, _ = own_map()["held"]
    return {**own_map(), "places": [(0.5, 0.15), (0.5, 0.16)], "winners": ["sharp"] * 2, "held": [held, held]}


# ---------- tile.coin-and-precision


def _mixed(given, heads):
    return [heads * x + (1 - heads) * y for x, y in zip(given["first"], given["second"], strict=True)]


@solves("tile.coin-and-precision")
def coin_and_precision(given):
    """Mix the counts, then divide."""
    _, fp, _, tp = _mixed(given, exactly(given["heads"]))
    return tp / (tp + fp)


@mistakes("tile.coin-and-precision", says="mean of the two precisions")
def mean_of_precisions(given):
    heads = exactly(given["heads"])
    one, two = (Fraction(p[3], p[1] + p[3]) for p in (given["first"], given["second"]))
    return heads * one + (1 - heads) * two


@mistakes("tile.coin-and-precision", says="Heads and tails")
def tails(given):
    _, fp, _, tp = _mixed(given, 1 - exactly(given["heads"]))
    return tp / (tp + fp)


@mistakes("tile.coin-and-precision", says="is the recall")
def recall_for_precision(given):
    _, _, fn, tp = _mixed(given, exactly(given["heads"]))
    return tp / (tp + fn)


# ---------- tile.mcc-and-the-coin


@solves("tile.mcc-and-the-coin")
def mcc_and_the_coin(given):
    """One flags a single positive and no negative, the other finds all positives and flags half of the negatives."""
    return (7, 0, 2, 1), (4, 3, 0, 3)


@mistakes("tile.mcc-and-the-coin", says="not three and seven")
def example_of_the_chapter(given):
    return (5, 0, 4, 1), (1, 4, 0, 5)


@mistakes("tile.mcc-and-the-coin", says="by less than 0.05")
def too_little(given):
    return (7, 0, 2, 1), (2, 5, 0, 3)


@mistakes("tile.mcc-and-the-coin", says="undefined")
def constant_answers(given):
    return (7, 0, 3, 0), (0, 7, 0, 3)


@mistakes("tile.mcc-and-the-coin", says="between them")
def one_is_better(given):
    return (7, 0, 0, 3), (5, 2, 2, 1)


# ---------- tile.mirrors


def _reflected(given, *spots):
    return [round(float(score(given["performance"], *map(exactly, (round(a, 1), round(b, 1))))), 3) for a, b in spots]


@solves("tile.mirrors")
def mirrors(given):
    """Turned predictions mirror about the rising diagonal, and R becomes 1 - R; half a turn; b becomes 1-b."""
    a, b = given["a"], given["b"]
    turned, named, traded = _reflected(given, (b, a), (1 - a, 1 - b), (a, 1 - b))
    return [round(1 - turned, 3), named, traded]


@mistakes("tile.mirrors", says="here the score becomes one minus")
def not_inverted(given):
    turned, named, traded = mirrors(given)
    return [round(1 - turned, 3), named, traded]


@mistakes("tile.mirrors", says="wrong mirror")
def mirrored_in_b(given):
    a, b = given["a"], given["b"]
    turned, _, traded = mirrors(given)
    return [turned, *_reflected(given, (a, 1 - b)), traded]


@mistakes("tile.mirrors", says="After label and prediction")
def trade_is_half_a_turn(given):
    turned, named, _ = mirrors(given)
    return [turned, named, named]


# ---------- tile.means-that-rank


def _partner(given, prevalence):
    (a, b, p), q = (exactly(given[name]) for name in ("a", "b", "prevalence")), exactly(prevalence)
    steep = (b - a) / ((1 - q) * (1 - b) + q * b)
    for step in range(101):
        height = Fraction(step, 100)
        width = height - steep * ((1 - q) * (1 - height) + q * height)
        if 0 <= width <= 1 and min(abs(width - a), abs(height - b)) >= Fraction(1, 10) and p != Fraction(1, 2):
            return width, height
    return None


@solves("tile.means-that-rank")
def means_that_rank(given):
    """The share of tn - tp in the denominator must be the same: choose b, solve for a."""
    return _partner(given, given["prevalence"])


@mistakes("tile.means-that-rank", says="equal priors, which these are not")
def parallel(given):
    shift = 0.1 if max(given["a"], given["b"]) < 0.9 else -0.1
    return round(given["a"] + shift, 1), round(given["b"] + shift, 1)


@mistakes("tile.means-that-rank", says="diagonal goes with the diagonal only")
def on_the_diagonal(given):
    x = next(Fraction(k, 20) for k in range(1, 20) if min(abs(k / 20 - given["a"]), abs(k / 20 - given["b"])) > 0.11)
    return x, x


@mistakes("tile.means-that-rank", says="must differ")
def the_same_place(given):
    return given["a"], given["b"]


@mistakes("tile.means-that-rank", says="their even mixture")
def accuracy_and_another(given):
    return Fraction(1 if given["a"] <= 0.5 else 0), Fraction(0 if given["b"] >= 0.5 else 1)


# ---------- tile.six-classifiers


def _orders(given):
    rows = given["classifiers"]
    return [[Fraction(row[3], row[3] + row[1]) for row in rows], [row[3] for row in rows], [row[0] for row in rows]]


@solves("tile.six-classifiers")
def six_classifiers(given):
    """The share of concordant pairs less that of discordant ones."""
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


# ---------- tile.opposite-orders


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


# ---------- tile.exact-tau


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
    return Fraction(round(1 - float(_beyond(given["ratio"])), 2) + 0.01).limit_denominator(100)


# ---------- tile.how-little


@cache
def measured():
    place, moved, shares = (1.0, 0.9), (0.95, 0.95), []
    for batch in range(40):
        drawn = tile.uniform_performances(1000, rng=np.random.default_rng([1, batch]))
        tau = tile.kendall_map(tile.ranking_score(drawn, *place), drawn, *moved)
        shares.append((1 - float(tau)) / 2)
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
