"""For teachers: instances, and checkers that hold an answer, of synthesis/diagonal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from metricbook import exact
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import fraction, unrounded, wrong
from scoring_the_scores.synthesis.answers import HALF, Given, picked


@draws("synthesis.diagonal-price")
def draw_price(rng: np.random.Generator) -> Given:
    """A confusion matrix and a price."""
    positives, negatives = 5 * int(rng.integers(3, 9)), 5 * int(rng.integers(10, 30))
    fn, fp = int(rng.integers(1, positives // 2)), int(rng.integers(2, negatives // 3))
    return {
        "total": positives + negatives,
        "tn": negatives - fp,
        "fp": fp,
        "fn": fn,
        "tp": positives - fn,
        "c": picked(rng, (0.1, 0.2, 0.3, 0.7, 0.8, 0.9)),
    }


@checks("synthesis.diagonal-price")
def diagonal_price(answer: Any, given: Given) -> str:
    """The canonical score at one minus the price."""
    submitted, c = fraction(answer, "the score"), Fraction(str(given["c"]))
    shares = tuple(Fraction(given[name], given["total"]) for name in ("tn", "fp", "fn", "tp"))
    _, fp, fn, _ = shares
    right = exact.tile.canonical_score(shares, 1 - c, 1 - c)
    if submitted == right:
        return f"It stands at ({1 - c}, {1 - c}) and is {right}, about {float(right):.4f}."
    unrounded(submitted, Fraction(right), "the score")
    if submitted == exact.tile.canonical_score(shares, c, c):
        wrong(f"That is the score at ({c}, {c}). The place is not the price itself.")
    if submitted == 1 - 2 * (c * fp + (1 - c) * fn):
        wrong("That is one minus the loss, which is no canonical score: it need not be 0 where all is wrong.")
    if submitted in (1 - right, 2 * (c * fp + (1 - c) * fn)):
        wrong("That is a loss, which is large where much is wrong; a score is large where much is right.")
    if submitted == exact.tile.canonical_score(shares, HALF, HALF):
        wrong("That is accuracy, for users to whom a false alarm and a miss cost the same.")
    wrong(f"{float(submitted):.4f} is not the score on the diagonal that belongs to the price {c}.")


@draws("synthesis.diagonal-parallel")
def draw_prior(rng: np.random.Generator) -> Given:
    """A prevalence."""
    return {"prior": picked(rng, [k / 100 for k in range(4, 49, 2)])}


@draws("synthesis.diagonal-parallel")
def draw_finer_prior(rng: np.random.Generator) -> Given:
    """A prevalence of three decimals."""
    return {"prior": picked(rng, [k / 1000 for k in range(41, 489) if k % 10])}
