"""Checkers of the exercises of lxcim/lxcim."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from metricbook import audrc_integral, audrc_sum
from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import close, fields, fraction, several, unrounded, wrong
from scoring_the_scores.lxcim.answers import decisions, scored, written


def _harmonic(n: int) -> Fraction:
    return sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0))


@checks("lxcim.against-audrc")
def against_audrc(answer: Any, given: Mapping[str, Any]) -> str:
    """Two orders of right and wrong decisions that LxCIM and AUDRC order differently."""
    submitted = several(answer, "the pair", shortest=2, longest=2)
    first, second = (decisions(one, f"order {k}", longest=8) for k, one in enumerate(submitted, start=1))
    if len(first) != len(second) or sum(first) != sum(second):
        counts = " and ".join(f"{sum(one)} of {len(one)}" for one in (first, second))
        wrong(f"Both must decide equally many cases and be right equally often: they are right in {counts}.")
    areas, audrcs = ([of(*scored(one)) for one in (first, second)] for of in (exact.lxcim, exact.audrc_sum))
    lx, audrc = (f"{float(one):.4f} and {float(two):.4f}" for one, two in (areas, audrcs))
    summary = f"LxCIM gives {lx}, AUDRC {audrc}"
    if areas[0] < areas[1] and audrcs[0] > audrcs[1]:
        wrong(f"This is the other way round: {summary}.")
    if areas[0] <= areas[1]:
        wrong(f"LxCIM must prefer the first: {summary}.")
    if audrcs[0] >= audrcs[1]:
        wrong(f"AUDRC must prefer the second: {summary}.")
    return f"{summary}."


@checks("lxcim.printed-weight")
def printed_weight(answer: Any, given: Mapping[str, Any]) -> str:
    """A shortest order for which the printed AUDRC leaves its range, and what a rank adds in truth."""
    parts = fields(answer, ("decisions", "weight"))
    order = decisions(parts["decisions"], "decisions")
    weight = fraction(parts["weight"], "weight", right=_harmonic_weight(given["n"], given["rank"]))
    printed = sum((Fraction(len(order) - i, i) * c for i, c in enumerate(order, start=1)), Fraction(0)) / len(order)
    if printed <= 1:
        wrong(f"For {written(order)} the printed sum is {printed}, which a share may be.")
    shorter = next(n for n in range(1, 11) if _harmonic(n) - 1 > 1)
    if len(order) > shorter:
        wrong(f"For {written(order)} the printed sum is {printed}, more than 1; fewer decisions do as well.")
    n, i = given["n"], given["rank"]
    if weight == _harmonic_weight(n, i):
        return f"The printed sum is {printed}; rank {i} of {n} adds {weight}."
    unrounded(weight, _harmonic_weight(n, i), "the weight")
    slips = {
        "the printed weight": Fraction(n - i, i * n),
        "what it adds to LxCIM": Fraction(2 * (n - i) + 1, n * n),
        f"the weight times {n}: AUDRC is a mean": _harmonic_weight(n, i) * n,
        "the weight of the next rank: the accuracy of the first i decisions counts the decision i itself": (
            _harmonic_weight(n, i + 1)
        ),
        "what it adds to the accuracy": Fraction(1, n),
    }
    for says, value in slips.items():
        if weight == value:
            wrong(f"{weight} is {says}.")
    if close(float(weight), math.log(n / i) / n, 2e-3):
        wrong("This is ln(N/i)/N, near the weight and not exact.")
    wrong(f"Rank {i} of {n} does not add {weight}: compare AUDRC of two orders that differ in this decision only.")


def _harmonic_weight(n: int, rank: int) -> Fraction:
    """By the definition: AUDRC of a single right decision at that rank."""
    return exact.audrc_sum(*scored([int(place == rank) for place in range(1, n + 1)]))


@checks("lxcim.sum-and-integral")
def sum_and_integral(answer: Any, given: Mapping[str, Any]) -> str:
    """An order for which the two AUDRC are nearly as far apart as they get."""
    order = decisions(answer, "the order", longest=100)
    total, integral = (float(of(*scored(order))) for of in (audrc_sum, audrc_integral))
    apart = abs(total - integral) * len(order)
    summary = f"The sum is {total:.5f} and the integral {integral:.5f}: they differ by {apart:.4f}/N"
    if apart < 0.45:
        runs = 1 + sum(one != other for one, other in pairwise(order))
        if runs == 1:
            wrong(f"{summary}. If all decisions are alike, both are the same.")
        if runs > 2:
            wrong(f"{summary}. Between right and wrong there are {runs - 1} changes; the extreme orders have one.")
        short = "N is small for such a k" if len(order) < 80 else "k is not the best one"
        wrong(f"{summary}. One change is right, but {short}.")
    return f"{summary}."
