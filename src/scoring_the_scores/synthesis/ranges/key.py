"""For teachers: instances, and checkers that hold an answer, of synthesis/ranges."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from metricbook import range_given_auroc
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, number, several, unrounded, wrong
from scoring_the_scores.synthesis.answers import Given, picked


@draws("synthesis.ranges-bound")
def draw_paper(rng: np.random.Generator) -> Given:
    """An AUROC and a prevalence at which the best threshold may be of no use, or must be of some."""
    return {
        "auroc": picked(rng, [k / 100 for k in range(62, 97, 2)]),
        "prevalence": picked(rng, [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45]),
    }


@checks("synthesis.ranges-bound")
def ranges_bound(answer: Any, given: Given) -> str:
    """The least and the greatest best accuracy beside an AUROC."""
    pair = several(answer, "the pair", shortest=2, longest=2)
    low, high = (number(one, f"the {name}") for one, name in zip(pair, ("least", "greatest"), strict=True))
    lost, prevalence = 1 - given["auroc"], given["prevalence"]
    right = range_given_auroc("best_accuracy", given["auroc"], prevalence)
    spread = math.sqrt(2 * prevalence * (1 - prevalence) * lost)
    if max(low, high) > 1:
        wrong("An accuracy is a share, between 0 and 1.")
    if close(low, right.high, 0.001) and close(high, right.low, 0.001):
        wrong("The two are swapped: the least comes first.")
    if not close(low, right.low, 0.001):
        if close(low, 1 - spread, 0.001):
            wrong("The least is too low: a threshold may also flag nothing.")
        if close(low, 1 - prevalence, 0.001):
            wrong("The least is more: at this AUROC some threshold must be better than flagging nothing.")
        unrounded(low, right.low, "the least", 0.001)
        wrong(f"The least is not {low:.4f}.")
    if not close(high, right.high, 0.001):
        if close(high, 1 - (1 - prevalence) * lost, 0.001):
            wrong("The greatest is more: let the lost pairs be those of some positives, which are rarer.")
        unrounded(high, right.high, "the greatest", 0.001)
        wrong(f"The greatest is not {high:.4f}.")
    more = "No better than flagging nothing, or" if close(right.low, 1 - prevalence, 1e-9) else "From"
    return f"{more} {right.low:.4f}, to {right.high:.4f}."


@draws("synthesis.ranges-confident")
def draw_lost(rng: np.random.Generator) -> Given:
    """Sizes of two unequal classes, and lost pairs that are no multiple of the larger one."""
    positives, negatives = int(rng.integers(6, 15)), int(rng.integers(20, 41))
    lost = negatives * int(rng.integers(2, positives // 2)) + int(rng.integers(5, negatives - 4))
    if rng.integers(2):
        positives, negatives = negatives, positives
    return {"positives": positives, "negatives": negatives, "lost": lost}


@checks("synthesis.ranges-confident")
def ranges_confident(answer: Any, given: Given) -> str:
    """The greatest LxCIM of a sample with so many pairs lost."""
    submitted = number(answer, "LxCIM", low=0, high=1)
    positives, negatives, lost = (given[name] for name in ("positives", "negatives", "lost"))
    square, few, many = (positives + negatives) ** 2, min(positives, negatives), max(positives, negatives)
    wrongly = -(-lost // many)
    right = 1 - (2 * lost + wrongly**2) / square
    if close(submitted, right, 0.0005):
        return f"{wrongly} wrong decisions are enough: 1 - (2 · {lost} + {wrongly}²)/{square} = {right:.4f}."
    unrounded(submitted, right, "LxCIM", 0.0005)
    usual = {
        "That leaves out that two wrong decisions of one class may meet, or one itself.": 1 - 2 * lost / square,
        "That takes the smaller class to lose to: fewer wrong decisions are enough.": (
            1 - (2 * lost + (-(-lost // few)) ** 2) / square
        ),
        "Of n² ordered pairs of cases each lost pair makes two, not one.": 1 - (lost + wrongly**2) / square,
    }
    for hint, value in usual.items():
        if close(submitted, value, 0.0005):
            wrong(hint)
    if submitted > right:
        wrong(f"No sample with {lost} lost pairs reaches {submitted:.4f}.")
    wrong(f"More than {submitted:.4f} is possible.")
