"""For teachers: instances, and checkers that hold an answer, of lxcim/causal-discovery."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

import numpy as np

from metricbook import decision_curves
from metricbook.causal import authors_scores, decided
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, fraction, unrounded, values, wrong
from scoring_the_scores.lxcim.causal_discovery.exercises import slope_between, turned_auroc

#: How far a number read from a drawing may be off.
READ: Final = 0.03


@draws("lxcim.weighted-pairs")
def _eight_pairs(rng: np.random.Generator) -> Mapping[str, Any]:
    sizes = [int(x) for x in rng.choice([1, 2, 3, 4, 5, 6], 8)]
    scores = [float(x) for x in np.round(rng.normal(0.4, 1, 8), 1)]
    scores = [score or 0.2 for score in scores]
    scores[int(rng.integers(8))] = 0.0
    given = {"sizes": sizes, "scores": scores}
    if len({*_accuracies(given).values()}) < 5 or not 0 < _accuracies(given)["right"] < 1:
        return _eight_pairs(rng)
    rows = "\n".join(f"| {k} | {n} | {s:+.1f} |" for k, (n, s) in enumerate(zip(sizes, scores, strict=True), start=1))
    return {**given, "table": f"| pair | pairs in its family | score |\n|---|---|---|\n{rows}"}


def _accuracies(given: Mapping[str, Any]) -> dict[str, Fraction]:
    sizes, scores = given["sizes"], given["scores"]
    weights = [Fraction(1, size) for size in sizes]
    decided_ = [(w, s) for w, s in zip(weights, scores, strict=True) if s]
    won = sum((w for w, s in decided_ if s > 0), Fraction(0))
    zero = sum((w for w, s in zip(weights, scores, strict=True) if not s), Fraction(0))
    by_size = [(n, s) for n, s in zip(sizes, scores, strict=True) if s]
    return {
        "right": won / sum(w for w, _ in decided_),
        "the accuracy without weights": Fraction(sum(s > 0 for _, s in decided_), len(decided_)),
        "what comes out if the pair without a decision counts as wrong": won / sum(weights),
        "what comes out if the pair without a decision counts as half right": (won + zero / 2) / sum(weights),
        "weighted by the number of pairs in a family, so that large families count most": Fraction(
            sum(n for n, s in by_size if s > 0), sum(n for n, _ in by_size)
        ),
    }


@checks("lxcim.weighted-pairs")
def weighted_pairs(answer: Any, given: Mapping[str, Any]) -> str:
    """Weighted accuracy over the decided pairs."""
    submitted = fraction(answer, "the accuracy", low=0, high=1)
    slips = _accuracies(given)
    right = slips.pop("right")
    if submitted == right:
        return "Related pairs share one vote, and a pair without a decision has none."
    unrounded(submitted, right, "the accuracy")
    for says, value in slips.items():
        if submitted == value:
            wrong(f"{submitted} is {says}.")
    if submitted == 1 - right:
        wrong(f"{submitted} is the share of wrong decisions.")
    total = sum(Fraction(1, n) for n, s in zip(given["sizes"], given["scores"], strict=True) if s)
    wrong(f"The decided pairs weigh {total} together: what share of that has a positive score?")


@draws("lxcim.orientations")
def _eight_scores(rng: np.random.Generator) -> Mapping[str, Any]:
    sizes = rng.permutation(np.arange(1, 9))
    signs = np.where(np.isin(np.arange(8), rng.choice(8, 3, replace=False)), -1, 1)
    scores = [int(x) for x in sizes * signs]
    every = [turned_auroc(scores, which) for which in product((False, True), repeat=8)]
    there = [value for value in every if value is not None]
    return {"scores": scores, "gap": math.floor(95 * (max(there) - min(there))) / 100}


@checks("lxcim.between-two-rates")
def between_two_rates(answer: Any, given: Mapping[str, Any]) -> str:
    """Two points of NNCL's curve, and the slope between them."""
    submitted = values(answer, "the three numbers", shortest=3, longest=3)
    table, rates = authors_scores(), np.array([0.4, 0.8])
    scores, weights = decided(table["NNCL"], table["weight"])
    curve = decision_curves(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
    right = np.interp(rates, curve["decision_rate"], curve["cumulative_accuracy"])
    if all(close(one, share, READ) for one, share in zip(submitted, right / rates, strict=False)):
        wrong("You have read the upper curve, the accuracy among all that is decided so far.")
    for rate, one, share in zip(rates, submitted, right, strict=False):
        if not close(one, share, READ):
            ideal = " You seem to have read the dashed line, which is all right." if close(one, rate, READ) else ""
            wrong(f"At the decision rate {rate:g} the cumulative accuracy is not {one:g}.{ideal}")
    return slope_between(answer, given)
