"""Solutions and mistakes: Two groups in closed form."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("mcdermott.weights")
def weights(given):
    """A group's part of the positives is its share of the cases times its prevalence, out of the sum for both groups.

    The groups have the same negatives, so AUROC is the mean of the groups' own by these parts, and an
    improvement counts most where most positives are.
    """
    share, a0, a1, k0, k1 = (given[name] for name in ("share", "a0", "a1", "k0", "k1"))
    w1 = share * a1 / (share * a1 + (1 - share) * a0)
    return {"w1": w1, "AUROC": w1 * (1 + k1) / 2 + (1 - w1) * (1 + k0) / 2, "prefers": int(w1 > 0.5)}


@mistakes("mcdermott.weights", says="that is the share of the cases")
def beta_for_w(given):
    return weights(given) | {"w1": given["share"]}


@mistakes("mcdermott.weights", says="the groups are exchanged")
def weight_of_group_0(given):
    return weights(given) | {"w1": 1 - weights(given)["w1"]}


@mistakes("mcdermott.weights", says="mean by cases")
def area_by_cases(given):
    share, k0, k1 = given["share"], given["k0"], given["k1"]
    return weights(given) | {"AUROC": share * (1 + k1) / 2 + (1 - share) * (1 + k0) / 2}


@mistakes("mcdermott.weights", says="AUROC does not prefer")
def the_other_group(given):
    return weights(given) | {"prefers": 1 - weights(given)["prefers"]}


@solves("mcdermott.no-mean")
def no_mean(given):
    """Within each group all scores are equal; the group on top has nearly all positives."""
    return [1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0], [1] * 6 + [0] * 6, [1] * 6 + [0] * 6


@mistakes("mcdermott.no-mean", says="neither group may have more than 1/2")
def good_groups(given):
    return [1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], [1, 1, 1, 0, 0, 0]


@mistakes("mcdermott.no-mean", says="over all cases at least 4/5")
def small_groups(given):
    return [1, 1, 1, 0, 1, 0, 0, 0], [1] * 4 + [0] * 4, [1] * 4 + [0] * 4


@mistakes("mcdermott.no-mean", says="must have positives and negatives")
def a_group_of_positives(given):
    return [1, 1, 1, 0, 0, 0], [1] * 3 + [0] * 3, [1] * 3 + [0] * 3


def closed_form(w1, prevalence, k0, k1):
    w0, a, b = 1 - w1, 1 - k0, 1 - k1
    r, c = b / a, prevalence * w0 + (1 - prevalence) * a
    t = w1 + w0 * r
    d = prevalence * t + (1 - prevalence) * b
    rest = w0 * (1 - r) / c + (1 - prevalence) * a * w1 / c**2 * np.log((prevalence * w1 + c) / d)
    return prevalence * t**2 / d + prevalence * w0 * rest


def border(w1, prevalence, k0, h=1e-5):
    def difference(k1):
        by_k1 = closed_form(w1, prevalence, k0, k1 + h) - closed_form(w1, prevalence, k0, k1 - h)
        return by_k1 - closed_form(w1, prevalence, k0 + h, k1) + closed_form(w1, prevalence, k0 - h, k1)

    return brentq(difference, k0 + 5 * h, 1 - 5 * h)


@solves("mcdermott.border")
def the_border(given):
    """The closed form of AUPRC, its slopes by small steps, and the place where they are equal."""
    share, a0, a1 = given["share"], given["a0"], given["a1"]
    prevalence = share * a1 + (1 - share) * a0
    return border(share * a1 / prevalence, prevalence, given["k0"])


@mistakes("mcdermott.border", says="the border at a prevalence of one half")
def balanced(given):
    return border(weights(given | {"k1": 0})["w1"], 0.5, given["k0"])


@mistakes("mcdermott.border", says="so the border is above k_0")
def where_it_starts(given):
    return given["k0"]


@mistakes("mcdermott.border", says="prefers the group with more positives")
def always_the_better_group(given):
    return given["k0"] + 0.01


@mistakes("mcdermott.border", says="looks like a percentage")
def border_in_hundredths(given):
    return 100 * the_border(given)
