"""Checkers of the exercises of mcdermott/two-areas."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from metricbook.exact import ranking as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import descending, ranking, wrong
from scoring_the_scores.mcdermott.answers import Given


def chance_level(n: int, m: int) -> Fraction:
    """Mean of average precision over all orders of n cases, m of them positive."""
    return chance(n, m, n)


def chance(n: int, m: int, last: int) -> Fraction:
    harmonic = sum((Fraction(1, i) for i in range(1, last + 1)), Fraction(0))
    return Fraction(m, n) + (1 - Fraction(m, n)) * (harmonic - 1) / (n - 1)


@checks("mcdermott.dearer-below")
def dearer_below(answer: Any, given: Given) -> str:
    """A positive on top, and the lowest mistake gains 4/3 times as much as the topmost."""
    labels = ranking(answer, longest=20)
    if not labels[0]:
        wrong("The ranking must have a positive on top; with P the first letter stands for the highest score.")
    gains = atomic_gains(labels)
    if len(gains) < 2:
        wrong(f"2 atomic mistakes are needed, each a negative directly above a positive: the ranking has {len(gains)}.")
    (first, top), (last, low) = gains[0], gains[-1]
    summary = (
        f"Fixing the mistake at ranks {first} and {first + 1} adds {top}, that at {last} and {last + 1} adds {low}"
    )
    if low <= top:
        wrong(f"{summary}: the lower one is not worth more.")
    if low < Fraction(4, 3) * top:
        wrong(f"{summary}: {float(low / top):.3f} times as much, and 4/3 are asked for.")
    return f"{summary}, {float(low / top):.3f} times as much."


def atomic_gains(labels: Sequence[int]) -> list[tuple[int, Fraction]]:
    """The rank of each negative directly above a positive, and what exchanging the two adds to average precision."""
    gains, before = [], exact.average_precision(labels, descending(labels)) if any(labels) else Fraction(0)
    for place, pair in enumerate(pairwise(labels)):
        if pair == (0, 1):
            fixed = [*labels[:place], 1, 0, *labels[place + 2 :]]
            gains.append((place + 1, exact.average_precision(fixed, descending(fixed)) - before))
    return gains


@checks("mcdermott.better-than-a-coin")
def better_than_a_coin(answer: Any, given: Given) -> str:
    """AUROC at least 0.7, average precision below its mean over all orders."""
    labels = ranking(answer, longest=40)
    n, m = len(labels), sum(labels)
    if not 2 <= m < n:
        wrong(f"The ranking must have two positives or more, and negatives: it has {m} and {n - m}.")
    area, precision = (of(labels, descending(labels)) for of in (exact.auroc, exact.average_precision))
    mean = chance_level(n, m)
    summary = f"AUROC is {float(area):.4f}, average precision {float(precision):.4f}, a coin's {float(mean):.4f}"
    if area < Fraction(7, 10):
        turned = (
            " It would be reached the other way round: is the highest score first?" if area <= Fraction(3, 10) else ""
        )
        wrong(f"{summary}: AUROC must be at least 0.7.{turned}")
    if precision >= mean:
        wrong(f"{summary}: a coin does not do better than this ranking yet.")
    below = "below" if precision < Fraction(m, n) else "still above"
    return f"{summary}: it is {below} the prevalence, {m / n:.4f}."
