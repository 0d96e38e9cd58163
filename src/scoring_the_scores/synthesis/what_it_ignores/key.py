"""For teachers: instances, and checkers that hold an answer, of synthesis/what-it-ignores."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, number, several, unrounded, whole, wrong
from scoring_the_scores.synthesis.answers import Given, picked


@draws("synthesis.ignores-easy")
def draw_easy(rng: np.random.Generator) -> Given:
    """A test set, and the AUROC that it has with more and with fewer easy negatives."""
    times = picked(rng, (2, 4, 5, 8, 10))
    before = int(rng.integers(65, 90)) / 100
    return {
        "positives": 10 * int(rng.integers(3, 30)),
        "negatives": 10 * int(rng.integers(5, 60)),
        "before": before,
        "after": round(1 - (1 - before) / times, 5),
        "accuracy": int(rng.integers(60, 90)) / 100,
    }


@checks("synthesis.ignores-easy")
def easy(answer: Any, given: Given) -> str:
    """How many easy negatives were added, and what they do to accuracy."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    added, accuracy = whole(pair[0], "the number of negatives"), number(pair[1], "the accuracy", low=0, high=1)
    n, negatives = given["positives"] + given["negatives"], given["negatives"]
    missing = (1 - Fraction(str(given["before"]))) / (1 - Fraction(str(given["after"])))
    right = int(negatives * (missing - 1))
    if added == int(negatives * missing):
        wrong(f"{added} is the number of all negatives, not of those that were added.")
    if added == int(n * (missing - 1)):
        wrong("The number of cases has no part in AUROC, which counts pairs of a positive and a negative.")
    if added != right:
        auroc = 1 - (1 - given["before"]) * negatives / (negatives + added)
        wrong(f"With {added} more easy negatives AUROC would be {auroc:.4f}.")
    mistaken = 1 - given["accuracy"]
    if close(accuracy, 1 - mistaken * n / (n + right), 0.001):
        return (
            f"With {added} easy negatives AUROC is {given['after']} and accuracy {accuracy:.3f}; no decision is better."
        )
    if close(accuracy, 1 - mistaken / float(missing), 0.001):
        wrong("The number is right. Accuracy does not move as AUROC does: it counts positives, too.")
    if close(accuracy, given["accuracy"], 0.001):
        wrong("The number is right. Accuracy does not stay: the added cases are all decided rightly.")
    if close(accuracy, given["accuracy"] * n / (n + right), 0.001):
        wrong("The number is right. That would be the accuracy if all added cases were decided wrongly.")
    unrounded(accuracy, 1 - mistaken * n / (n + right), "the accuracy", 0.001)
    wrong(f"The number is right. The accuracy is not {accuracy:.4f}: count the mistakes, and the cases there are now.")
