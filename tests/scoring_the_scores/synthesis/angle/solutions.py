"""Solutions and mistakes: The angle between two metrics."""

from __future__ import annotations

import math

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("synthesis.angle-read-share")
def read_share(given):
    """In the limit the differences of the two metrics are normal, with a known correlation.

    They differ in sign with a probability that is the angle of the correlation, out of half a turn.
    """
    t = given["share"]
    correlations = math.sqrt(3 * t * (1 - t)), -math.log(t) * math.sqrt(t / (1 - t))
    return tuple(round(math.acos(one) / math.pi, 3) for one in correlations)


@mistakes("synthesis.angle-read-share", says="swapped")
def ap_first(given):
    return read_share(given)[::-1]


@mistakes("synthesis.angle-read-share", says="not percentages")
def percentages(given):
    return tuple(100 * one for one in read_share(given))


@mistakes("synthesis.angle-read-share", says="not how often")
def the_correlations(given):
    return tuple(math.cos(math.pi * one) for one in read_share(given))


@mistakes("synthesis.angle-read-share", says="For AUROC and AP")
def one_in_six(given):
    return 1 / 6 - 0.02, 0.15


@solves("synthesis.angle-third")
def third(given):
    """On a sphere a side is at least the difference of the other two, and at most their sum."""
    return round(abs(given["one"] - given["two"]), 3), round(given["one"] + given["two"], 3)


@mistakes("synthesis.angle-third", says="swapped")
def largest_first(given):
    return third(given)[::-1]


@mistakes("synthesis.angle-third", says="cannot be 0")
def from_nothing(given):
    return 0.0, third(given)[1]


@mistakes("synthesis.angle-third", says="The least is right")
def up_to_one(given):
    return third(given)[0], 1.0


@mistakes("synthesis.angle-third", says="not percentages")
def in_degrees(given):
    return tuple(180 * one for one in third(given))


@mistakes("synthesis.angle-third", says="its inequality")
def as_independent(given):
    a, b = given["one"], given["two"]
    return a * b, a + b - a * b


@solves("synthesis.angle-one-threshold")
def one_threshold(given):
    """Accuracy jumps by 1 and -1, F1 by 2 - F1 and -F1, up to a factor; their cosine weighs the classes."""
    w, f1 = given["positives"], given["f1"]
    cosine = (w * (2 - f1) + f1) / math.sqrt((w + 1) * (w * (2 - f1) ** 2 + f1**2))
    return round(math.acos(cosine) / math.pi, 4)


@mistakes("synthesis.angle-one-threshold", says="the cosine")
def only_the_cosine(given):
    return math.cos(math.pi * one_threshold(given))


@mistakes("synthesis.angle-one-threshold", says="equally often")
def most_accurate(given):
    return math.atan(1 - given["f1"]) / math.pi


@mistakes("synthesis.angle-one-threshold", says="right angle")
def independent(given):
    return 0.5


@mistakes("synthesis.angle-one-threshold", says="not an angle")
def degrees(given):
    return 180 * one_threshold(given)


@mistakes("synthesis.angle-one-threshold", says="class by class")
def half_of_it(given):
    return one_threshold(given) / 2
