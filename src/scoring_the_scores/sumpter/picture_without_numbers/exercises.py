"""Checkers of the exercises of sumpter/picture-without-numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, ranking, wrong
from scoring_the_scores.sumpter.answers import HALF, Given, win_rate, written

# The case file


def a_picture(rng: np.random.Generator) -> Given:
    while True:
        cats = int(rng.integers(4, 7))
        labels = rng.permutation([1] * cats + [0] * (9 - cats)).tolist()
        k1, k2 = int(rng.integers(3, 5)), int(rng.integers(6, 8))
        printed = _printed(labels, k1, k2)
        orders = [[int(i in chosen) for i in range(9)] for chosen in combinations(range(9), cats)]
        if (
            HALF < exact.auroc(labels, descending(labels)) < 1
            and sum(_printed(one, k1, k2) == printed for one in orders) == 1
        ):
            return {"cats": cats, "k1": k1, "k2": k2, **printed}


def _printed(labels: Sequence[int], k1: int, k2: int) -> dict[str, str]:
    counts = {"c1": f"{sum(labels[:k1])}/{k1}", "c2": f"{sum(labels[:k2])}/{k2}"}
    rounded = {f"b{i}": f"{float(_discarding(labels, k)):.2f}" for i, k in enumerate((k1, k2, 9), start=1)}
    return counts | rounded


def _discarding(labels: Sequence[int], flagged: int) -> Fraction:
    """B with draws of an image against itself thrown away, by counting."""
    pairs = flagged * sum(labels) - sum(labels[:flagged])
    return Fraction(sum(sum(labels[:place]) for place in range(flagged)), pairs)


@checks("sumpter.the-order", given=a_picture)
def the_order(answer: Any, given: Given) -> str:
    """An order that has every printed value."""
    cats = given["cats"]
    labels = ranking(answer, positives=cats, negatives=9 - cats)
    printed = _printed(labels, given["k1"], given["k2"])
    sizes = {"1": given["k1"], "2": given["k2"], "3": 9}
    for name in ("c1", "c2", "b1", "b2", "b3"):
        if printed[name] != given[name]:
            turned = _printed(labels[::-1], given["k1"], given["k2"])
            hint = (
                " Turned round it would fit: the highest score comes first." if turned.items() <= given.items() else ""
            )
            halves = " (It would fit if a draw against itself counted one half.)" if _fits_halves(labels, given) else ""
            wrong(
                f"In {written(labels)} {name[0].upper()} with {sizes[name[1]]} flagged is {printed[name]}, "
                f"not {given[name]}.{hint}{halves}"
            )
    return f"{written(labels)} has every printed value."


def _fits_halves(labels: Sequence[int], given: Given) -> bool:
    sizes = (given["k1"], given["k2"], 9)
    return all(f"{float(win_rate(labels, k)):.2f}" == given[f"b{i}"] for i, k in enumerate(sizes, start=1))
