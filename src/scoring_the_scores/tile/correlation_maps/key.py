"""For teachers: instances, and checkers that hold an answer, of tile/correlation-maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
from scipy.stats import kendalltau

from metricbook import tile
from metricbook.exact import tile as exact
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, fraction, several, unrounded, wrong
from scoring_the_scores.tile.answers import HALF
from scoring_the_scores.tile.correlation_maps.exercises import kendall


@draws("tile.six-classifiers")
def _six(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        tp, fp = (rng.choice(np.arange(low, high), 6, replace=False).tolist() for low, high in ((2, 12), (1, 11)))
        rows = [(15 - no, no, 12 - yes, yes) for yes, no in zip(tp, fp, strict=True)]
        one, *others = _corner_orders(rows).values()
        if len(set(one)) == 6 and all(kendall(one, other) not in (-1, 0, 1) for other in others):
            table = "\n".join(f"| {name} | {row} |" for name, row in zip("ABCDEF", rows, strict=True))
            return {"table": f"| classifier | counts |\n|---|---|\n{table}", "classifiers": rows}


def _corner_orders(rows: Sequence[Sequence[int]]) -> dict[str, list[Any]]:
    return {name: [exact.canonical_score(row, *place) for row in rows] for name, place in _CORNERS.items()}


_CORNERS: Final = {"precision": (1, 0), "recall": (1, 1), "specificity": (0, 0)}


@checks("tile.six-classifiers")
def six_classifiers(answer: Any, given: Mapping[str, Any]) -> str:
    """Kendall's correlations of precision with recall and with specificity."""
    submitted = several(answer, "the pair", shortest=2, longest=2)
    one, *others = _corner_orders(given["classifiers"]).values()
    for name, value, other in zip(("recall", "specificity"), submitted, others, strict=True):
        tau = fraction(value, f"τ with {name}", low=-1, high=1)
        unrounded(tau, kendall(one, other), f"τ with {name}")
        if tau != kendall(one, other):
            wrong(f"τ of precision and {name} is not {tau}{_tau_slip(tau, one, other)}")
    alike = [float(kendall(one, other)) for other in others]
    return f"Of these six, τ of precision is {alike[0]:.2f} with recall and {alike[1]:.2f} with specificity."


def _tau_slip(submitted: Fraction, one: Sequence[Any], two: Sequence[Any]) -> str:
    tau = kendall(one, two)
    if submitted == (1 + tau) / 2:
        return ": this is the share of pairs in the same order, and those in opposite order must be taken off."
    if submitted == (1 - tau) / 2:
        return ": this is the share of pairs in opposite order."
    if submitted == -tau:
        return ": the sign is turned, for pairs in the same order count for τ."
    if submitted == tau * 30 / 36:
        return ": six classifiers have 15 pairs, and you have divided by more."
    ranks = [[sum(other <= value for other in column) for value in column] for column in (one, two)]
    if submitted == 1 - Fraction(6 * sum((x - y) ** 2 for x, y in zip(*ranks, strict=True)), 6 * 35):
        return ": this is Spearman's correlation of the ranks, not Kendall's."
    return f". It would mean {float(15 * (1 + submitted) / 2):g} pairs of 15 in the same order: count them once more."


@draws("tile.exact-tau")
def _a_ratio(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        ratio = Fraction(int(rng.integers(11, 60)), int(rng.integers(2, 10)))
        if ratio.denominator > 1 and ratio > 1:
            return {"ratio": str(ratio)}


@checks("tile.exact-tau")
def exact_tau(answer: Any, given: Mapping[str, Any]) -> str:
    """Kendall's correlation of accuracy and TNR for independent uniform rates."""
    submitted, ratio = fraction(answer, "τ", low=-1, high=1), Fraction(given["ratio"])
    beyond = _exceeds(ratio)
    tau = 1 - beyond
    if submitted == tau:
        return f"One pair in {float(2 / beyond):.1f} is discordant."
    unrounded(submitted, tau, "τ")
    slips = {
        "This is τ of the accuracy and TPR, the rate of the rarer class": beyond,
        "Opposite signs happen in half of all cases; you have counted every case": 1 - 2 * beyond,
        "This is the share of concordant pairs, not yet their balance": 1 - beyond / 2,
        "This takes the sizes of the differences for uniform; small ones are more likely": 1 - 1 / (2 * ratio),
        "This would be right if both classes were equally frequent": HALF,
    }
    for says, value in slips.items():
        if submitted == value:
            wrong(f"{says}.")
    rng = np.random.default_rng(5)
    drawn = tile.fixed_prevalence_performances(4000, float(1 / (1 + ratio)), rng=rng)
    near = float(kendalltau(*(tile.ranking_score(drawn, *place) for place in ((0, 0), (0.5, 0.5)))).statistic)
    if close(float(submitted), near, 0.02):
        wrong(f"{submitted} is near what a simulation gives, {near:.2f}, and not exact.")
    wrong(f"4,000 simulated classifiers give {near:.2f}, your {submitted} is {float(submitted):.2f}.")


def _exceeds(ratio: Fraction) -> Fraction:
    """Probability that one difference of uniform numbers is, in size, more than so many times another: exactly.

    The size t has density 2(1-t), and exceeds s with probability (1-s)². So integrate 2(1-t)(1-rt)² up to 1/r.
    """
    polynomial = [Fraction(2), -2 - 4 * ratio, 4 * ratio + 2 * ratio**2, -2 * ratio**2]
    return sum((c / (k + 1) / ratio ** (k + 1) for k, c in enumerate(polynomial)), Fraction(0))
