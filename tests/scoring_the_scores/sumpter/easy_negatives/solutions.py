"""Solutions and mistakes: Easy negatives."""

from __future__ import annotations

from math import ceil

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def walls_for(given, sd=2 * 2**0.5):
    low, high = (norm.cdf((10 - given[kind]) / sd) for kind in ("hard", "easy"))
    return low, high, 1000 * (given["target"] - low) / (high - given["target"])


@solves("sumpter.walls")
def walls(given):
    """AUROC is the mean, over all negatives, of what each kind of negative has by itself.

    So the target says how many easy ones there must be beside the difficult ones; a part of an image is rounded
    up.
    """
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


def part(mean, r):
    """The share of negatives of a kind above r, and the integral of their density times v."""
    t = np.linspace(r, 30, 4001)
    return norm.sf(r, mean, 2), np.trapezoid(norm.pdf(t, mean, 2) * norm.sf(t, 10, 2), t)


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
    """Follow the curve of the easy negatives at three down to one half, and read the axis below.

    Each mark is ten times the one before, so a third of the way between two marks is about twice the lower one.
    """
    return 220_000


@mistakes("sumpter.collapse", says="the curve for easy negatives at 4")
def another_curve(given):
    return easy_for(7, 4, 0.5)


@mistakes("sumpter.collapse", says="still well above one half")
def a_thousand(given):
    return 1000


@mistakes("sumpter.collapse", says="is the exponent")
def exponent(given):
    return np.log10(collapse(given))


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
