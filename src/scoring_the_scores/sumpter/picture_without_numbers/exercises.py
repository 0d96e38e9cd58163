"""Checkers of the exercises of sumpter/picture-without-numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import ranking, wrong
from scoring_the_scores.sumpter.answers import Given, win_rate, written


def as_printed(labels: Sequence[int], k1: int, k2: int) -> dict[str, str]:
    counts = {"c1": f"{sum(labels[:k1])}/{k1}", "c2": f"{sum(labels[:k2])}/{k2}"}
    rounded = {f"b{i}": f"{float(_discarding(labels, k)):.2f}" for i, k in enumerate((k1, k2, 9), start=1)}
    return counts | rounded


def _discarding(labels: Sequence[int], flagged: int) -> Fraction:
    """B with draws of an image against itself thrown away, by counting."""
    pairs = flagged * sum(labels) - sum(labels[:flagged])
    return Fraction(sum(sum(labels[:place]) for place in range(flagged)), pairs)


@checks("sumpter.the-order")
def the_order(answer: Any, given: Given) -> str:
    """An order that has every printed value."""
    cats = given["cats"]
    labels = ranking(answer, positives=cats, negatives=9 - cats)
    printed = as_printed(labels, given["k1"], given["k2"])
    sizes = {"1": given["k1"], "2": given["k2"], "3": 9}
    for name in ("c1", "c2", "b1", "b2", "b3"):
        if printed[name] != given[name]:
            turned = as_printed(labels[::-1], given["k1"], given["k2"])
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
