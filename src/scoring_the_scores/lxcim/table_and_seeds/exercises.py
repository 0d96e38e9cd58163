"""Checkers of the exercises of lxcim/table-and-seeds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import fields, fraction, several, unrounded, whole, wrong
from scoring_the_scores.lxcim.answers import decisions, scored, written


def _turned(given: Mapping[str, Any]) -> dict[str, list[str]]:
    """Each order of ten decisions that is right, and LxCIM of the turned scores, as text."""
    orders = (one for one in product((0, 1), repeat=10) if sum(one) >= 6)
    right = (one for one in orders if exact.lxcim(*scored(one)) <= Fraction(45, 100))
    return {"known": [f"{''.join(map(str, one))} {1 - exact.lxcim(*scored(one))}" for one in right]}


@checks("lxcim.below-one-half", reference=_turned)
def below_one_half(answer: Any, given: Mapping[str, Any]) -> str:
    """Mostly right decisions with an LxCIM below one half, and what the turned signs give."""
    parts = fields(answer, ("decisions", "turned"))
    order, turned = decisions(parts["decisions"], "decisions"), fraction(parts["turned"], "turned")
    if len(order) != 10 or sum(order) < 6:
        wrong(f"There must be ten decisions, at least six of them right, not {sum(order)} of {len(order)}.")
    value = exact.lxcim(*scored(order))
    if value > Fraction(45, 100):
        reverse = exact.lxcim(*scored(order[::-1]))
        hint = (
            " Read from the other end it would do: the first letter is the most confident." if reverse <= 0.45 else ""
        )
        wrong(f"LxCIM of {written(order)} is {float(value):.3f}, more than 0.45.{hint}")
    opposite = exact.lxcim(*scored([1 - one for one in order]))
    if turned == opposite:
        return f"LxCIM {float(value):.3f} at an accuracy of {sum(order) / 10:g}; turned, {float(opposite):.3f}."
    unrounded(turned, opposite, "turned")
    if turned == value:
        wrong("Turning all signs is no exchange of classes: the labels stay, and right decisions become wrong ones.")
    if turned == exact.lxcim(*scored(order[::-1])):
        wrong("This is LxCIM of the decisions in the opposite order; turned signs leave the confidence as it is.")
    wrong(f"LxCIM of the turned scores is not {turned}: it is that of {written([1 - one for one in order])}.")


@checks("lxcim.a-unit-in-the-last-place")
def a_unit_in_the_last_place(answer: Any, given: Mapping[str, Any]) -> str:
    """A quantile that should be a value and falls below it."""
    submitted = several(answer, "the three numbers", shortest=3, longest=3)
    k, n, m = (whole(one, name, high=2000) for name, one in zip(("k", "n", "m"), submitted, strict=True))
    if not (3 <= n <= 30 and n != 19 and 0 < k < n and m >= 10):
        wrong(f"n must be from 3 to 30 and not 19, k between 0 and n, m from 10 on: not {k}, {n}, {m}.")
    if (m - 1) * k % n:
        wrong(f"The {k}/{n} quantile of {m} values is at {Fraction((m - 1) * k, n)}, between two of them.")
    share = float(np.linspace(0, 1, n + 1)[k])
    cut, value = float(np.quantile(np.arange(m), share)), (m - 1) * k // n
    gap = Fraction(share) - Fraction(k, n)
    if cut < value:
        return f"The cut is {cut!r}, and {value} is on the other side of it."
    if cut > value:
        wrong(f"The cut is {cut!r}, above {value}: here rounding goes the other way.")
    if gap < 0:
        wrong(f"The float for {k}/{n} is too small, but (m - 1) times it rounds to {value} again: try another m.")
    if gap == 0:
        wrong(f"{k}/{n} is exact in binary, so that the cut is {value}.")
    wrong(f"The float for {k}/{n} is above the fraction, and the cut is {value}.")
