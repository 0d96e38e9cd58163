"""Solutions and mistakes: LxCIM: the accuracy of a ranking by confidence."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def _bounds(a):
    return [a * a, 1 - (1 - a) ** 2]


@solves("lxcim.two-parts")
def two_parts(given):
    """LxCIM is the probability that of two random decisions the more confident one is right.

    Either both are right, or one of the two is right and is the more confident. The bounds let that happen
    never, or always.
    """
    a, u = given["accuracy"], given["confidence"]
    return [a * a + 2 * a * (1 - a) * u, *_bounds(a)]


@mistakes("lxcim.two-parts", says="one way only")
def two_forgotten(given):
    a, u = given["accuracy"], given["confidence"]
    return [a * a + a * (1 - a) * u, *_bounds(a)]


@mistakes("lxcim.two-parts", says="product of the two numbers")
def product_of_both(given):
    a, u = given["accuracy"], given["confidence"]
    return [a * u, *_bounds(a)]


@mistakes("lxcim.two-parts", says="each other's place")
def exchanged_parts(given):
    u, a = given["accuracy"], given["confidence"]
    return [a * a + 2 * a * (1 - a) * u, *_bounds(u)]


@mistakes("lxcim.two-parts", says="most confident")
def no_bounds(given):
    return [two_parts(given)[0], 0.0, 1.0]


@solves("lxcim.in-five-lines")
def in_five_lines(given):
    """All pairs of draws at once: the more confident one is looked at, a tie is half of each."""

    def lxcim(y_true, y_score, sample_weight):
        y, s, w = (np.asarray(values, dtype=float) for values in (y_true, y_score, sample_weight))
        right = np.where(s == 0, 0.5, (s > 0) == (y == 1))
        wins = (np.sign(np.subtract.outer(abs(s), abs(s))) + 1) / 2
        return 2 * (w * right) @ wins @ w / w.sum() ** 2

    return lxcim


def _chapters(y_true, y_score, sample_weight):
    y, s = np.asarray(y_true), np.asarray(y_score)
    right = (s > 0) == y
    height = np.cumsum(np.r_[0, right[np.argsort(-abs(s), kind="stable")]]) / len(y)
    return 2 * np.trapezoid(height, dx=1 / len(y))


@mistakes("lxcim.in-five-lines", says="tied decisions share their ranks")
def the_chapters_lines(given):
    return _chapters


@mistakes("lxcim.in-five-lines", says="looks like the accuracy")
def only_accuracy(given):
    return lambda y, s, w: np.mean((np.asarray(s) > 0) == np.asarray(y))


@mistakes("lxcim.in-five-lines", says="least confident decision seems to come first")
def lowest_first(given):
    def lxcim(y_true, y_score, sample_weight):
        y, s = np.asarray(y_true), np.asarray(y_score)
        right = ((s > 0) == y)[np.argsort(abs(s))]
        return 2 * np.trapezoid(np.cumsum(np.r_[0, right]) / len(y), dx=1 / len(y))

    return lxcim


@mistakes("lxcim.in-five-lines", says="yours counts N - i + 1")
def steps_for_lines(given):
    def lxcim(y_true, y_score, sample_weight):
        y, s = np.asarray(y_true), np.asarray(y_score)
        right = ((s > 0) == y)[np.argsort(-abs(s))]
        return 2 * np.cumsum(right).sum() / len(y) ** 2

    return lxcim


@mistakes("lxcim.in-five-lines", says="The weights differ here")
def without_weights(given):
    right = in_five_lines(given)
    return lambda y, s, w: right(y, s, [1] * len(w))


@mistakes("lxcim.in-five-lines", says="at the threshold is half right")
def wrong_at_the_threshold(given):
    right = in_five_lines(given)
    return lambda y, s, w: right(y, [score if score else -1e-9 for score in s], w)


@solves("lxcim.against-audrc")
def against_audrc(given):
    """AUDRC loves the first rank; LxCIM prefers to have the next few right."""
    return "WRRRW", "RWWRR"


@mistakes("lxcim.against-audrc", says="other way round")
def orders_swapped(given):
    return against_audrc(given)[::-1]


@mistakes("lxcim.against-audrc", says="right equally often")
def other_accuracy(given):
    return "WRRRWWWW", "RWRWWWWW"


@mistakes("lxcim.against-audrc", says="AUDRC must prefer the second")
def they_agree(given):
    return "RRRWWW", "WWWRRR"


def _harmonic(n):
    return sum(Fraction(1, k) for k in range(1, n + 1))


def _weight(given, after=0):
    return (_harmonic(given["n"]) - _harmonic(given["rank"] - 1 + after)) / given["n"]


@solves("lxcim.printed-weight")
def printed_weight(given):
    """All right: the printed sum is H(N) - 1, more than 1 from N = 4 on. Rank i really adds (H(N) - H(i-1))/N."""
    return {"decisions": "RRRR", "weight": _weight(given)}


@mistakes("lxcim.printed-weight", says="is the printed weight")
def as_printed(given):
    n, i = given["n"], given["rank"]
    return {"decisions": "RRRR", "weight": Fraction(n - i, i * n)}


@mistakes("lxcim.printed-weight", says="AUDRC is a mean")
def not_a_mean(given):
    return {"decisions": "RRRR", "weight": _weight(given) * given["n"]}


@mistakes("lxcim.printed-weight", says="weight of the next rank")
def off_by_one(given):
    return {"decisions": "RRRR", "weight": _weight(given, 1)}


@mistakes("lxcim.printed-weight", says="which a share may be")
def too_few(given):
    return {"decisions": "RRR", "weight": _weight(given)}


@solves("lxcim.easy-cases")
def easy_cases(given):
    """(N + m)² must be ten times N²; and m must exceed N (n+ - n-) / n-."""
    positives, negatives = given["positives"], given["negatives"]
    n = positives + negatives
    tenth = math.isqrt(10 * n * n) - n + (math.isqrt(10 * n * n) ** 2 < 10 * n * n)
    return {"tenth": tenth, "overtakes": n * (positives - negatives) // negatives + 1}


@mistakes("lxcim.easy-cases", says="once, not twice")
def linear(given):
    return {**easy_cases(given), "tenth": 9 * (given["positives"] + given["negatives"])}


@mistakes("lxcim.easy-cases", says="that AUROC needs")
def of_auroc(given):
    return {**easy_cases(given), "tenth": 9 * given["negatives"]}


@mistakes("lxcim.easy-cases", says="is still larger than")
def classes_swapped(given):
    return {**easy_cases(given), "overtakes": (given["positives"] - given["negatives"]) // 9}


@mistakes("lxcim.easy-cases", says="already the smaller one")
def one_too_many(given):
    found = easy_cases(given)
    return {**found, "overtakes": found["overtakes"] + 1}


@solves("lxcim.sum-and-integral")
def sum_and_integral(given):
    """The first four right, all others wrong."""
    return "RRRR" + 96 * "W"


@mistakes("lxcim.sum-and-integral", says="both are the same")
def all_right(given):
    return 100 * "R"


@mistakes("lxcim.sum-and-integral", says="the extreme orders have one")
def in_turns(given):
    return 50 * "RW"


@mistakes("lxcim.sum-and-integral", says="N is small for such a k")
def few_decisions(given):
    return "RR" + 18 * "W"


@mistakes("lxcim.sum-and-integral", says="k is not the best one")
def too_many_right(given):
    return 30 * "R" + 70 * "W"
