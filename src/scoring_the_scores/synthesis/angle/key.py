"""For teachers: instances, and checkers that hold an answer, of synthesis/angle."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, number, several, wrong
from scoring_the_scores.synthesis.answers import Given, picked


@draws("synthesis.angle-read-share")
def draw_flagged(rng: np.random.Generator) -> Given:
    """A share that is flagged."""
    return {"share": picked(rng, [k / 100 for k in (*range(5, 25, 2), *range(37, 95, 3))])}


@draws("synthesis.angle-read-share")
def draw_any_flagged(rng: np.random.Generator) -> Given:
    """A share that is flagged, at or between the lines of the figure's grid."""
    return {"share": picked(rng, [k / 200 for k in (*range(8, 49), *range(72, 189))])}


@checks("synthesis.angle-read-share")
def read_share(answer: Any, given: Given) -> str:
    """How often a share flagged disagrees with AUROC and with AP, off the figure."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    submitted = [number(one, f"the share for {name}") for one, name in zip(pair, ("AUROC", "AP"), strict=True)]
    t = given["share"]
    correlations = math.sqrt(3 * t * (1 - t)), -math.log(t) * math.sqrt(t / (1 - t))
    right = [math.acos(one) / math.pi for one in correlations]
    if max(submitted) > 1:
        wrong("The shares are shares, between 0 and 1, not percentages.")
    if all(close(one, other, 0.015) for one, other in zip(submitted, right, strict=True)):
        return f"Disagrees with AUROC in {right[0]:.3f} of all cases, with AP in {right[1]:.3f}."
    if all(close(one, other, 0.015) for one, other in zip(submitted, right[::-1], strict=True)):
        wrong("AUROC and AP are swapped: AUROC's line is lowest where half is flagged.")
    if all(close(one, other, 0.015) for one, other in zip(submitted, correlations, strict=True)):
        wrong("Those are the correlations, not how often the metrics disagree.")
    off = " and ".join(
        name for name, one, other in zip(("AUROC", "AP"), submitted, right, strict=True) if abs(one - other) > 0.015
    )
    wrong(f"For {off} it is not that often where a share {t:g} is flagged.")


@draws("synthesis.angle-third")
def draw_sides(rng: np.random.Generator) -> Given:
    """Two shares, both below one half or one above it."""
    one, two = (picked(rng, [k / 100 for k in range(*ends)]) for ends in ((31, 60), (8, 30)))
    return {"one": one, "two": two}


@checks("synthesis.angle-third")
def third_side(answer: Any, given: Given) -> str:
    """The ends of the third side of a triangle on a sphere."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    low, high = (number(one, what) for one, what in zip(pair, ("the least", "the largest"), strict=True))
    one, two = given["one"], given["two"]
    right = abs(one - two), min(one + two, 2 - one - two)
    if max(low, high) > 1:
        wrong("The shares are shares, between 0 and 1, not percentages or degrees.")
    if close(low, right[0], 0.002) and close(high, right[1], 0.002):
        return f"Between {right[0]:.2f} and {right[1]:.2f}: angles of metrics are distances."
    if close(low, right[1], 0.002) and close(high, right[0], 0.002):
        wrong("The two are swapped: the least comes first.")
    if close(low, 0, 0.002):
        wrong("It cannot be 0: then the first and the third would be one direction, equally far from the second.")
    if close(low, right[0], 0.002):
        wrong(f"The least is right. The largest is no {high:g}: how far can one go by way of the second metric?")
    wrong("The three shares are sides of a triangle: neither end is what its inequality gives.")


@draws("synthesis.angle-one-threshold")
def draw_threshold(rng: np.random.Generator) -> Given:
    """How many positives come in for a negative, and F1."""
    return {
        "positives": picked(rng, [k / 10 for k in range(25, 60)]),
        "f1": picked(rng, [k / 100 for k in range(20, 66)]),
    }


@checks("synthesis.angle-one-threshold")
def one_threshold(answer: Any, given: Given) -> str:
    """How often accuracy and F1 disagree about near twins with one threshold."""
    submitted = number(answer, "the share")
    ratio, f1 = given["positives"], given["f1"]
    # Jumps of accuracy are 1 and -1, of F1 2 - F1 and -F1; positives count `ratio` times.
    product = ratio * (2 - f1) + f1
    cosine = product / math.sqrt((ratio + 1) * (ratio * (2 - f1) ** 2 + f1**2))
    right = math.acos(cosine) / math.pi
    even = math.atan(1 - f1) / math.pi
    if submitted > 1:
        wrong("The share is a share, between 0 and 1, not an angle or a percentage.")
    if close(submitted, right, 0.006):
        return f"The cosine is {cosine:.4f}: they disagree in {right:.3f} of the samples."
    if close(submitted, cosine, 0.006):
        wrong("That is the cosine, not how often they disagree.")
    if close(submitted, even, 0.006):
        wrong("That is arctan(1 - F1), for a threshold at which both classes come in equally often.")
    if close(submitted, 0.5, 0.006):
        wrong("Both jump at the same place: they are not at a right angle.")
    wrong("Multiply the jumps of both metrics, class by class, and weigh each class by how often it comes in.")
