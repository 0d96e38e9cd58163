"""The indistinguishability threshold: solutions and mistakes."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import ceil

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import norm

from metricbook.metrics.indistinguishability import IndistinguishabilitySweep

from . import mistakes, solves

# One pass down a list of eight


def win_rates(labels, own=Fraction(1, 2)):
    won, above, found = Fraction(0), 0, []
    for rank, label in enumerate(labels, start=1):
        won += above + own * label
        above += label
        found.append(won / (rank * sum(labels)))
    return found


@solves("sumpter.b-by-hand")
def b_by_hand(given):
    """Each flagged image is beaten by the cats above it, and by half of itself if it is a cat."""
    labels = [int(letter == "P") for letter in given["ranking"]]
    found = win_rates(labels)
    flagged = sum(b <= Fraction(1, 2) for b in found)
    return {"B": found, "C": Fraction(sum(labels[:flagged]), flagged)}


def for_list(given, own=Fraction(1, 2), reverse=False):
    labels = [int(letter == "P") for letter in given["ranking"]]
    return b_by_hand(given) | {"B": win_rates(labels[::-1] if reverse else labels, own)}


@mistakes("sumpter.b-by-hand", says="one half, not nothing")
def nothing_for_itself(given):
    return for_list(given, own=0)


@mistakes("sumpter.b-by-hand", says="one half, not as won")
def won_against_itself(given):
    return for_list(given, own=1)


@mistakes("sumpter.b-by-hand", says="the highest score comes first")
def from_the_other_end(given):
    return for_list(given, reverse=True)


@mistakes("sumpter.b-by-hand", says="divided by the number of all cats")
def not_divided(given):
    return b_by_hand(given) | {"B": [given["ranking"].count("P") * b for b in b_by_hand(given)["B"]]}


@mistakes("sumpter.b-by-hand", says="is not C at r_b")
def precision_of_all(given):
    return b_by_hand(given) | {"C": Fraction(given["ranking"].count("P"), 8) + Fraction(1, 100)}


# Precision at the threshold in ten lines


def at_threshold(labels, scores, *, ties=1, last=0, strictly=False):
    positives = [s for y, s in zip(labels, scores, strict=True) if y]
    steps, at = sorted(set(scores), reverse=True), 0
    for step, threshold in enumerate(steps):
        flagged = [s for s in scores if s >= threshold]
        twice = sum(2 * (one > other) + ties * (one == other) for one in positives for other in flagged)
        if twice <= len(positives) * len(flagged):
            at = step
    threshold = steps[min(at + last, len(steps) - 1)]
    flagged = [y for y, s in zip(labels, scores, strict=True) if s > threshold or (s == threshold and not strictly)]
    return sum(flagged) / max(len(flagged), 1)


@solves("sumpter.precision-at-the-threshold")
def precision_at_the_threshold(given):
    """Wins and pairs are counted from the definition, twice, so that one half needs no rounding."""
    return at_threshold


@mistakes("sumpter.precision-at-the-threshold", says="one step too far")
def one_step_too_far(given):
    return lambda y, s: at_threshold(y, s, last=1)


@mistakes("sumpter.precision-at-the-threshold", says="score exactly the threshold")
def above_the_threshold(given):
    return lambda y, s: at_threshold(y, s, strictly=True)


@mistakes("sumpter.precision-at-the-threshold", says="counts nothing for ties")
def ties_lost(given):
    return lambda y, s: at_threshold(y, s, ties=0)


@mistakes("sumpter.precision-at-the-threshold", says="the prevalence")
def everything_flagged(given):
    return lambda y, s: sum(y) / len(y)


# What the printed formula cannot see


@solves("sumpter.same-rates")
def same_rates(given):
    """Three positives above three negatives, and below them: the flagged negatives lose always, and never."""
    return {"first": "PPPNNNPN", "second": "NNNPPPPN", "B": ("9/16", "3/16")}


@mistakes("sumpter.same-rates", says="1/3 is asked for")
def too_close(given):
    return {"first": "PPPNNNPN", "second": "PPNPNNPN", "B": ("9/16", "25/48")}


@mistakes("sumpter.same-rates", says="positives in the first ranking and")
def other_rates(given):
    return {"first": "PPPPNNNN", "second": "NNNPPPPN", "B": ("2/3", "3/16")}


@mistakes("sumpter.same-rates", says="what u(t) in the integral gives")
def as_printed(given):
    return same_rates(given) | {"B": ("3/8", "3/8")}


@mistakes("sumpter.same-rates", says="counts one half here")
def without_itself(given):
    return same_rates(given) | {"B": ("4/7", "1/7")}


# A better ranking, a lower mark


@solves("sumpter.better-gets-less")
def better_gets_less(given):
    """B is 1/2 with all five flagged; the exchange lifts it, and the last positive drops out."""
    return "PNPNP", "PPNNP"


@mistakes("sumpter.better-gets-less", says="at least 1/10 is asked for")
def the_books(given):
    return "PNPPN", "PPNPN"


@mistakes("sumpter.better-gets-less", says="moves the negative up")
def the_other_way(given):
    return "PPNNP", "PNPNP"


@mistakes("sumpter.better-gets-less", says="exchange of two neighbours")
def far_apart(given):
    return "PNPNP", "PPPNN"


@mistakes("sumpter.better-gets-less", says="AUROC before the exchange")
def worse_than_a_coin(given):
    return "NNPP", "NPNP"


# Two rules on your own scores


def best(labels, scores):
    sweep = IndistinguishabilitySweep(labels, scores, pos_label=1)
    return sweep.thresholds[sweep.at()], sweep.thresholds[int(np.argmax(sweep.f1))]


@solves("sumpter.choose-and-judge")
def choose_and_judge(given):
    """Chosen on one part, judged on the other, and chosen again on resamples of the first."""
    rng = np.random.default_rng(5)
    labels = (rng.random(1200) < 0.2).astype(int)
    scores = rng.normal(size=1200) + 1.6 * labels
    choose, judge = (labels[:600], scores[:600]), (labels[600:], scores[600:])
    drawn = [rng.integers(0, 600, size=600) for _ in range(400)]
    spread = np.std([best(choose[0][one], choose[1][one]) for one in drawn], axis=0)
    answer = {"choose": choose, "judge": judge, "sd": spread, "steadier": "r_b" if spread[0] < spread[1] else "F1"}
    for name, threshold in zip(("r_b", "F1"), best(*choose), strict=True):
        flagged = judge[0][judge[1] >= threshold]
        answer[name] = threshold, flagged.mean(), flagged.sum() / judge[0].sum()
    return answer


@mistakes("sumpter.choose-and-judge", says="looks chosen on the part that judges")
def chosen_where_judged(given):
    answer = choose_and_judge(given)
    return answer | {"r_b": (best(*answer["judge"])[0], 0.5, 0.5)}


@mistakes("sumpter.choose-and-judge", says="is a percentage")
def in_percent(given):
    answer = choose_and_judge(given)
    threshold, precision, recall = answer["F1"]
    return answer | {"F1": (threshold, 100 * precision, recall)}


@mistakes("sumpter.choose-and-judge", says="root of the number of resamples")
def standard_error(given):
    answer = choose_and_judge(given)
    return answer | {"sd": answer["sd"] / 20}


@mistakes("sumpter.choose-and-judge", says="the other rule is the steadier one")
def read_the_wrong_way(given):
    answer = choose_and_judge(given)
    return answer | {"steadier": "F1" if answer["steadier"] == "r_b" else "r_b"}


@mistakes("sumpter.choose-and-judge", says="The two parts are the same")
def not_split(given):
    answer = choose_and_judge(given)
    return answer | {"judge": answer["choose"]}


@mistakes("sumpter.choose-and-judge", says="The two parts are the same")
def shuffled_not_split(given):
    answer = choose_and_judge(given)
    return answer | {"judge": tuple(one[::-1] for one in answer["choose"])}


# How many pictures of empty walls?


def walls_for(given, sd=2 * 2**0.5):
    low, high = (norm.cdf((10 - given[kind]) / sd) for kind in ("hard", "easy"))
    return low, high, 1000 * (given["target"] - low) / (high - given["target"])


@solves("sumpter.walls")
def walls(given):
    """AUROC is the mean over all negatives of what each kind has by itself."""
    return ceil(walls_for(given)[2])


@mistakes("sumpter.walls", says="2 times the root of 2")
def one_standard_deviation(given):
    return ceil(walls_for(given, sd=2)[2])


@mistakes("sumpter.walls", says="a thousand negatives in all")
def a_thousand_in_all(given):
    low, high, _ = walls_for(given)
    return ceil(1000 * (given["target"] - low) / (high - low))


@mistakes("sumpter.walls", says="the difficult ones among them")
def all_negatives(given):
    return 1000 + walls(given)


@mistakes("sumpter.walls", says="smallest whole number")
def rounded_down(given):
    return walls(given) - 1


# Read the collapse


def part(mean, r):
    """The share of negatives of a kind above r, and the integral of their density times v."""
    return norm.sf(r, mean, 2), quad(lambda t: norm.pdf(t, mean, 2) * norm.sf(t, 10, 2), r, 30)[0]


def counts(hard, easy, r):
    """With easy negatives so many that r is the threshold: how many, and the precision."""
    v, (above, beaten), (above_easy, beaten_easy) = norm.sf(r, 10, 2), part(hard, r), part(easy, r)
    many = ((v + above) / 2 - v**2 / 2 - beaten) / (beaten_easy - above_easy / 2)
    return 1000 * many, v / (v + above + many * above_easy)


def easy_for(hard, easy, goal=None):
    """B = 1/2 is linear in the number of easy negatives; the search is over r."""
    none = brentq(lambda r: counts(hard, easy, r)[0], 5, 9)
    goal = counts(hard, easy, none)[1] / 2 if goal is None else goal
    limit = brentq(lambda r: part(easy, r)[1] - part(easy, r)[0] / 2, none, 10)
    return counts(hard, easy, brentq(lambda r: counts(hard, easy, r)[1] - goal, none, limit - 1e-9))[0]


@solves("sumpter.collapse")
def collapse(given):
    """The curve passes one half above the second mark of the axis after 10,000."""
    return round(easy_for(7, 3, 0.5), -4)


@mistakes("sumpter.collapse", says="the curve for easy negatives at 4")
def another_curve(given):
    return easy_for(7, 4, 0.5)


@mistakes("sumpter.collapse", says="still well above one half")
def a_thousand(given):
    return 1000


@mistakes("sumpter.collapse", says="is the exponent")
def exponent(given):
    return np.log10(collapse(given))


# Half of the precision


@solves("sumpter.halved")
def halved(given):
    """B = 1/2 is linear in the number of easy negatives: solve for it, and search over r."""
    return easy_for(given["hard"], given["easy"])


@mistakes("sumpter.halved", says="r_b stays where it is")
def fixed_threshold(given):
    r = brentq(lambda r: counts(given["hard"], given["easy"], r)[0], 5, 9)
    flagged = 1000 * (norm.sf(r, 10, 2) + norm.sf(r, given["hard"], 2))
    return flagged / norm.sf(r, given["easy"], 2)


@mistakes("sumpter.halved", says="brings C down to one half")
def down_to_one_half(given):
    return easy_for(given["hard"], given["easy"], 0.5)


@mistakes("sumpter.halved", says="not half of")
def one_more_of_each(given):
    return 1000


# A negative that helps


@solves("sumpter.a-negative-that-helps")
def a_negative_that_helps(given):
    """Near the top it is beaten by one positive only: B falls to 1/2 with everything flagged, the last positive too."""
    return "PNPNNP", "PNNPNNP"


@mistakes("sumpter.a-negative-that-helps", says="nothing changes")
def below_the_threshold(given):
    return "PPNN", "PPNNN"


@mistakes("sumpter.a-negative-that-helps", says="it falls, as it mostly does")
def on_top(given):
    return "PPPNNN", "NPPPNNN"


@mistakes("sumpter.a-negative-that-helps", says="one negative inserted")
def a_positive_inserted(given):
    return "PNPNNP", "PPNPNNP"


@mistakes("sumpter.a-negative-that-helps", says="with one negative removed")
def the_wrong_way_round(given):
    return "PNNPNNP", "PNPNNP"


# Where does log-odds 0 go?


@solves("sumpter.moved-cut")
def moved_cut(given):
    """Multiplying the negatives divides the odds: the log-odds fall by ln k, and the cut moves up."""
    return {"flags": "fewer", "cut": (np.log(given["k"]) - given["b0"]) / given["b1"]}


@mistakes("sumpter.moved-cut", says="moved the wrong way")
def moved_down(given):
    return {"flags": "more", "cut": (-np.log(given["k"]) - given["b0"]) / given["b1"]}


@mistakes("sumpter.moved-cut", says="divided by the slope")
def slope_forgotten(given):
    return {"flags": "fewer", "cut": np.log(given["k"]) - given["b0"] / given["b1"]}


@mistakes("sumpter.moved-cut", says="logarithm to base 10")
def base_ten(given):
    return {"flags": "fewer", "cut": (np.log10(given["k"]) - given["b0"]) / given["b1"]}


@mistakes("sumpter.moved-cut", says="which cases are above it")
def read_backwards(given):
    return moved_cut(given) | {"flags": "more"}


# Solve a picture


def printed(labels, given):
    found = {}
    for name, k in (("1", given["k1"]), ("2", given["k2"]), ("3", 9)):
        wins = sum(sum(labels[:place]) for place in range(k))
        found[f"b{name}"] = f"{wins / (k * sum(labels) - sum(labels[:k])):.2f}"
        found[f"c{name}"] = f"{sum(labels[:k])}/{k}"
    return {name: found[name] for name in ("c1", "b1", "c2", "b2", "b3")}


def spelt(labels):
    return "".join("P" if label else "N" for label in labels)


def every_order(given):
    for chosen in combinations(range(9), given["cats"]):
        yield [int(place in chosen) for place in range(9)]


@solves("sumpter.the-order")
def the_order(given):
    """Go through all orders and keep the one with the printed values."""
    (found,) = [labels for labels in every_order(given) if printed(labels, given).items() <= given.items()]
    return spelt(found)


@mistakes("sumpter.the-order", says="Turned round it would fit")
def lowest_first(given):
    return the_order(given)[::-1]


@mistakes("sumpter.the-order", says="flagged is")
def fractions_only(given):
    there = (printed(labels, given) | {"order": spelt(labels)} for labels in every_order(given))
    fit = [one["order"] for one in there if all(one[name] == given[name] for name in ("c1", "c2"))]
    return next(one for one in fit if one != the_order(given))


@mistakes("sumpter.the-order", says="must have")
def a_cat_too_many(given):
    return the_order(given).replace("N", "P", 1)
