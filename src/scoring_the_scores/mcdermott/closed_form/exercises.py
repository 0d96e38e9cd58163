"""Checkers of the exercises of mcdermott/closed-form."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq

from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import cases, fields, several, whole, wrong
from scoring_the_scores.mcdermott.answers import Given, expect, read_share

# Two groups in closed form


def two_groups(rng: np.random.Generator) -> Given:
    while True:
        share, a0, a1 = (round(float(x), 2) for x in (rng.uniform(0.1, 0.9), *rng.uniform(0.02, 0.5, size=2)))
        k0, k1 = sorted(round(float(x), 1) for x in rng.uniform(0.1, 0.9, size=2))
        w1 = weight(share, a0, a1)
        if k1 > k0 and min(abs(w1 - other) for other in (0.5, share, 1 - share)) > 0.05 and abs(share - 0.5) > 0.05:
            return {"share": share, "a0": a0, "a1": a1, "k0": k0, "k1": k1}


def weight(share: float, a0: float, a1: float) -> float:
    """The share of the positives that belongs to group 1."""
    return share * a1 / (share * a1 + (1 - share) * a0)


@checks("mcdermott.weights", given=two_groups)
def weights(answer: Any, given: Given) -> str:
    """The weight of group 1 among the positives, the pooled AUROC, and whom it prefers."""
    entries = fields(answer, ("w1", "AUROC", "prefers"))
    submitted, area = read_share(entries["w1"], "w1"), read_share(entries["AUROC"], "AUROC")
    prefers = whole(entries["prefers"], "prefers", high=1)
    share, a0, a1, k0, k1 = (given[name] for name in ("share", "a0", "a1", "k0", "k1"))
    w1 = weight(share, a0, a1)
    forms = {
        "that is the share of the cases, and a group with more cases need not have more positives": share,
        "that is the share of the cases in the other group": 1 - share,
        "that is the weight of group 0, the groups are exchanged": 1 - w1,
        "that is a share of all cases, not of the positives": share * a1,
        "that is what the prevalences alone would give, but the groups differ in size": a1 / (a0 + a1),
    }
    expect(submitted, w1, 6e-4, "w1", forms, f"of 1000 cases {1000 * share * a1:g} are positives of group 1")

    def mixed(w: float) -> float:
        return w * (1 + k1) / 2 + (1 - w) * (1 + k0) / 2

    areas = {
        "that is the mean by cases, and the mean by positives is needed": mixed(share),
        "that is the mean with the printed weights, the share of group 1 for group 0": mixed(1 - share),
        "that is the mean with the weights exchanged": mixed(1 - w1),
        "that is the mean of the groups, both counted the same": mixed(0.5),
        "that is the mean of the two k, but the AUROC of group g is (1 + k_g)/2": w1 * k1 + (1 - w1) * k0,
    }
    expect(area, mixed(w1), 6e-4, "AUROC", areas, "group g by itself has (1 + k_g)/2")
    if prefers != (w1 > 0.5):
        minority = "the minority" if (prefers == 1) == (share < 0.5) else "the better group" if prefers else "a group"
        wrong(f"AUROC does not prefer {minority} as such: compare its slopes by k_0 and k_1.")
    return f"Group 1 has {w1:.3f} of the positives, the AUROC is {mixed(w1):.3f}, and it prefers group {prefers}."


@checks("mcdermott.no-mean")
def no_mean(answer: Any, given: Given) -> str:
    """Two groups of AUROC at most 1/2 whose union has at least 0.8."""
    triple = several(answer, "the answer", longest=200)
    if len(triple) != 3:
        wrong("The answer must be three lists of equal length: labels, scores and groups.")
    labels, scores = cases(triple[:2], "the data", longest=12)
    groups = [
        whole(one, f"group {i}", high=1) for i, one in enumerate(several(triple[2], "groups", longest=12), start=1)
    ]
    if len(groups) != len(labels):
        wrong(f"There are {len(labels)} labels and {len(groups)} groups.")
    areas = [_area_within(labels, scores, groups, group) for group in (0, 1)]
    return beyond_both(areas, exact.auroc(labels, scores))


def beyond_both(areas: Sequence[Fraction], pooled: Fraction) -> str:
    """Two areas of at most 1/2, and at least 0.8 over all cases."""
    summary = f"AUROC is {areas[0]} in group 0, {areas[1]} in group 1, {pooled} over all cases"
    if max(areas) > Fraction(1, 2):
        wrong(f"{summary}: neither group may have more than 1/2.")
    if pooled < Fraction(4, 5):
        wrong(f"{summary}: over all cases at least 4/5 are asked for.")
    return f"{summary}: it lies beyond both."


def _area_within(labels: list[int], scores: list[float], groups: list[int], group: int) -> Fraction:
    inside = [(y, s) for y, s, g in zip(labels, scores, groups, strict=True) if g == group]
    if {y for y, _ in inside} != {0, 1}:
        wrong(f"Group {group} must have positives and negatives, or it has no AUROC.")
    return exact.auroc([y for y, _ in inside], [s for _, s in inside])


def groups_with_a_border(rng: np.random.Generator) -> Given:
    while True:
        share, a0, a1 = (round(float(x), 2) for x in (rng.uniform(0.1, 0.9), *rng.uniform(0.02, 0.5, size=2)))
        k0, w1 = round(float(rng.uniform(0.0, 0.5)), 2), weight(share, a0, a1)
        if 0.1 < w1 < 0.47 and k0 + 0.08 < border(w1, share * a1 + (1 - share) * a0, k0) < 0.97:
            return {"share": share, "a0": a0, "a1": a1, "k0": k0}


def border(w1: float, prevalence: float, k0: float) -> float:
    """The k_1 above which AUPRC would rather have k_1 raised than k_0, for w1 below one half."""
    w0, a = 1 - w1, 1 - k0
    c = prevalence * w0 + (1 - prevalence) * a

    def psi(t: float) -> float:
        return (w1 + w0 * t) / (prevalence * w1 + c * t) ** 2

    def difference(r: float) -> float:
        return w0 * (r**2 * psi(r) + quad(lambda t: t * psi(t), r, 1)[0]) - w1 * psi(r)

    return float(1 - a * brentq(difference, 1e-9, 1))


@checks("mcdermott.border", given=groups_with_a_border)
def the_border(answer: Any, given: Given) -> str:
    """The border, from the quotient of the two slopes."""
    submitted = read_share(answer, "the border")
    share, a0, a1, k0 = (given[name] for name in ("share", "a0", "a1", "k0"))
    w1, prevalence = weight(share, a0, a1), share * a1 + (1 - share) * a0
    right = border(w1, prevalence, k0)
    forms = {
        "that is the border for weights by cases, but it is the positives that are mixed": (share, prevalence),
        "that is the border of the printed formula, which takes the share of group 1 for the weight of group 0": (
            1 - share,
            prevalence,
        ),
        "that is the border at a prevalence of one half": (w1, 0.5),
        "that is the border at the mean of the two prevalences, but the groups differ in size": (w1, (a0 + a1) / 2),
        "that is the border with the prevalence of group 0 for that of all cases": (w1, a0),
        "that is the border with the prevalence of group 1 for that of all cases": (w1, a1),
    }
    borders = {hint: border(w, p, k0) for hint, (w, p) in forms.items() if w < 0.5}
    if submitted <= k0:
        wrong(f"Group 1 is the better one, so the border is above k_0 = {k0:g}.")
    expect(submitted, right, 0.003, "the border", borders, "just above k_0 AUPRC prefers the group with more positives")
    return f"Group 1 has {w1:.3f} of the positives, and the border is at {right:.4f}."
