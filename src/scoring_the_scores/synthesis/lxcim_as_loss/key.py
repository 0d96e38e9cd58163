"""For teachers: instances, and checkers that hold an answer, of synthesis/lxcim-as-loss."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from metricbook import exact
from metricbook.exact.samples import scored
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import function, whole, wrong
from scoring_the_scores.exercises.slips import Of, same_function
from scoring_the_scores.synthesis.answers import HALF, Given


@draws("synthesis.lxcim-gain")
def draw_gain(rng: np.random.Generator) -> Given:
    """How many of some decisions are right, and an LxCIM below accuracy that they can have."""
    n = int(rng.integers(9, 15))
    right = int(rng.integers(n // 2, n - 2))
    won = int(rng.integers(1, (right * (n - right) + 1) // 2))
    return {"cases": n, "right": right, "target": str(Fraction(right**2 + 2 * won, n**2))}


def _mean_risk(labels: Sequence[int], scores: Sequence[int], price: Fraction, at: Fraction) -> Fraction:
    """The mean over cases of the risk with a share ``at`` of the case, and of what ties with it, decided."""
    total = Fraction(0)
    for score in scores:
        for label, other in zip(labels, scores, strict=True):
            decided = at if abs(other) == abs(score) else Fraction(abs(other) > abs(score))
            total += decided * ((other > 0) != label) + price * (1 - decided)
    return total / len(labels) ** 2


@checks("synthesis.lxcim-any-price")
def any_price(answer: Any, given: Given) -> str:
    """The mean risk of a reject option, at any price of an undecided case."""
    prices = (Fraction(0), Fraction(1), HALF)
    tried = ((y, s, float(d)) for n in (1, 2, 3) for y, s in scored(n, (-2, -1, 1, 2), both=False) for d in prices)

    def risk(at: Fraction) -> Of:
        return lambda y, s, d: _mean_risk(y, s, Fraction(d), at)

    count = same_function(
        function(answer),
        lambda y, s, d: (1 + Fraction(d) - exact.ranking.lxcim(y, s)) / 2,
        tried,
        {
            "The price is forgotten: that is the mean of what is decided wrongly.": lambda y, s, d: _mean_risk(
                y, s, Fraction(0), HALF
            ),
            "That is the mean over cuts that decide each case whole; a case itself is, on average, half decided.": risk(
                Fraction(1)
            ),
            "That leaves out the case at the cut; it is, on average, half decided.": risk(Fraction(0)),
            "That is 1 - LxCIM, which has no price in it.": lambda y, s, d: 1 - exact.ranking.lxcim(y, s),
            "Confidence is the distance from 0: the lowest scores are as sure as the highest.": lambda y, s, d: (
                _by_score(y, s, Fraction(d))
            ),
        },
        names=("labels", "scores", "price"),
    )
    return f"It agrees with the definition in {count} cases; between the prices 0 and 1 it rises by 1/2 every time."


def _by_score(labels: Sequence[int], scores: Sequence[int], price: Fraction) -> Fraction:
    """The mean risk by score in place of confidence."""
    total = Fraction(0)
    for score, (label, other) in product(scores, list(zip(labels, scores, strict=True))):
        decided = HALF if other == score else Fraction(other > score)
        total += decided * ((other > 0) != label) + price * (1 - decided)
    return total / len(labels) ** 2


@draws("synthesis.lxcim-ballast")
def draw_ballast(rng: np.random.Generator) -> Given:
    """A test set with its LxCIM, and one that would look better."""
    lxcim, target = (round(float(rng.integers(*ends)) / 100, 2) for ends in ((60, 86), (92, 99)))
    return {"cases": 10 * int(rng.integers(10, 60)), "lxcim": lxcim, "target": target}


@checks("synthesis.lxcim-ballast")
def ballast(answer: Any, given: Given) -> str:
    """How many easy cases make LxCIM look good."""
    added = whole(answer, "the number of added cases")
    n = given["cases"]
    missing, wished = (1 - Fraction(str(given[name])) for name in ("lxcim", "target"))

    def left(m: int) -> Fraction:
        return missing * Fraction(n, n + m) ** 2

    summary = f"With {added} more cases LxCIM is {float(1 - left(added)):.5f}"
    least = next(m for m in range(math.isqrt(int(n**2 * missing / wished)) - n, 10**6) if left(m) <= wished)
    if added == least:
        return f"{summary}, and the error rate {float(Fraction(n, n + added)):.2f} times what it was."
    if added == math.ceil(n * (missing / wished - 1)):
        wrong(f"{summary}: so many it would take if it were an error rate. Fewer will do.")
    if added == n + least:
        wrong(f"{summary}: that is the size of the whole test set, not what is added.")
    wrong(f"{summary}, {'less than' if added < least else 'and fewer cases already reach'} {given['target']}.")
