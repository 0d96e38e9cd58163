"""For teachers: instances, and checkers that hold an answer, of synthesis/axioms."""

from __future__ import annotations

from typing import Any

import numpy as np

from metricbook import h_measure
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import called, close, function, number, several, unrounded, wrong
from scoring_the_scores.synthesis.answers import Given, picked


@draws("synthesis.axioms-toss")
def draw_toss(rng: np.random.Generator) -> Given:
    """The two rates of a classifier of two scores, half of the cases positive, with its AUROC and its H."""
    tpr, fpr = picked(rng, [k / 100 for k in range(60, 96, 2)]), picked(rng, [k / 100 for k in range(6, 42, 2)])
    of = h_measure([1, 0, 1, 0], [1, 1, 0, 0], sample_weight=[tpr, fpr, 1 - tpr, 1 - fpr])
    return {"tpr": tpr, "fpr": fpr, "auroc": round((1 + tpr - fpr) / 2, 3), "h": round(of, 3)}


@checks("synthesis.axioms-toss")
def toss(answer: Any, given: Given) -> str:
    """AUROC and H of a toss between a classifier of two scores and one that says nothing."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    area, h = (number(one, name, low=0, high=1) for one, name in zip(pair, ("AUROC", "H"), strict=True))
    right, right_h = 0.75 * given["auroc"] + 0.125, given["h"] / 2
    if close(area, given["auroc"] / 2 + 0.25, 0.001):
        wrong("The mean of both is not AUROC of the toss: what of the pairs of a case of heads and one of tails?")
    if close(area, given["auroc"], 0.001):
        wrong("AUROC does not stay as it is: of the cases of tails it cannot order two.")
    if close(area, given["auroc"] / 4 + 0.375, 0.001):
        wrong("Pairs of a case of heads and one of tails are not all tied: the score of heads lies above or below.")
    unrounded(area, right, "AUROC", 0.001)
    if not close(area, right, 0.001):
        wrong(f"AUROC is {'larger' if area < right else 'smaller'} than {area:.4f}.")
    if close(h, given["h"], 0.001):
        wrong("AUROC is right. H is 0 on days of tails.")
    if close(h, 0.75 * given["h"] + 0.125, 0.001):
        wrong("AUROC is right. H has no pairs: on each day it has the value of that day's classifier.")
    unrounded(h, right_h, "H", 0.001)
    if not close(h, right_h, 0.001):
        wrong(f"AUROC is right. H is {'larger' if h < right_h else 'smaller'} than {h:.4f}.")
    return f"AUROC {right:.3f}, which is more than the mean, and H {right_h:.3f}, which is the mean."


@checks("synthesis.axioms-log-loss")
def log_loss(answer: Any, given: Given) -> str:
    """The density of costs of which the log loss is the expected least loss."""
    of = function(answer)
    for c in (0.25, 0.5, 0.8, 0.1, 0.95):
        returned, right = called(of, c, case=f"w({c})"), 1 / (2 * c * (1 - c))
        if close(returned, right, 1e-9 * right):
            continue
        usual = {
            "The loss Q has a factor of 2, and its slope falls by 2 at c, not by 1.": 2 * right,
            "Divide by the factor of 2 once, not twice.": right / 2,
            "That has the wrong sign: costs cannot have negative weights.": -right,
            "That is Hand's density, under which the least loss gives H.": 6 * c * (1 - c),
            "Uniform costs have the Brier score.": 1.0,
        }
        looks = next((f" {hint}" for hint, value in usual.items() if close(returned, value, 1e-9 * abs(value))), "")
        wrong(f"At the cost {c} the density is not {returned:.6g}.{looks}")
    return "With this density the log loss of a calibrated classifier is its expected least loss."
