"""For teachers: instances, and checkers that hold an answer, of mcdermott/closed-form."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import fields, whole, wrong
from scoring_the_scores.mcdermott.answers import Given, expect, read_share


@draws("mcdermott.weights")
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


@checks("mcdermott.weights")
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


@draws("mcdermott.border")
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


@checks("mcdermott.border")
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
