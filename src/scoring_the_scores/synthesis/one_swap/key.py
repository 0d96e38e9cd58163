"""For teachers: instances, and checkers that hold an answer, of synthesis/one-swap."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from metricbook import exact
from scoring_the_scores.exercises.checking import checks, draws, smallest
from scoring_the_scores.exercises.reading import (
    called,
    close,
    descending,
    fraction,
    function,
    several,
    unrounded,
    wrong,
)
from scoring_the_scores.synthesis.answers import Given, picked


@draws("synthesis.swap-prices")
def draw_swap(rng: np.random.Generator) -> Given:
    """A ranking and one of its mistakes, with a positive above, that AUROC and average precision price differently."""
    while True:
        n = int(rng.integers(8, 13))
        labels = rng.permutation([1] * (n // 2 - 1) + [0] * (n - n // 2 + 1)).tolist()
        pairs = [r for r in range(2, n) if labels[r - 1] == 0 and labels[r] == 1 and sum(labels[:r])]
        ranks = [r for r in pairs if sum(labels[: r + 1]) * labels.count(0) != r * (r + 1)]
        if ranks:
            return {"ranking": "".join("NP"[label] for label in labels), "rank": picked(rng, ranks)}


@checks("synthesis.swap-prices")
def swap_prices(answer: Any, given: Given) -> str:
    """What a swap is worth to AUROC and to average precision."""
    pair = several(answer, "the pair of gains", shortest=2, longest=2)
    area, precision = (fraction(one, f"the gain of {name}") for one, name in zip(pair, ("AUROC", "AP"), strict=True))
    labels, r = ["NP".index(letter) for letter in given["ranking"]], given["rank"]
    swapped = [*labels[: r - 1], 1, 0, *labels[r + 1 :]]
    n, k = sum(labels), sum(labels[: r + 1])
    areas, precisions = (
        of(swapped, descending(swapped)) - of(labels, descending(labels))
        for of in (exact.ranking.auroc, exact.ranking.average_precision)
    )
    if (area, precision) == (precisions, areas):
        wrong("The gains are swapped: AUROC comes first.")
    if area == -areas or precision == -precisions:
        wrong("Both rise: a negative of the gain has the sign of a loss.")
    if area == Fraction(2, len(labels) * (len(labels) - 1)):
        wrong("For AUROC only pairs of a positive and a negative count, not all pairs.")
    unrounded(area, areas, "the gain of AUROC")
    if area != areas:
        wrong(f"AUROC gains {'more' if area < areas else 'less'} than {area}.")
    unrounded(precision, precisions, "the gain of AP")
    if precision == Fraction(k - 1, n * r * (r + 1)):
        wrong("AUROC is right. For average precision the positive that moves counts among those found.")
    if precision == n * precisions:
        wrong("AUROC is right. That is what the precision at the positive gains; AP is a mean over all positives.")
    if precision == Fraction(k, n * (r + 1) * (r + 2)):
        wrong(
            "AUROC is right. For average precision the rank is off by one: the positive rises to that of the negative."
        )
    if precision != precisions:
        wrong(f"AUROC is right. AP gains {'more' if precision < precisions else 'less'} than {precision}.")
    return f"AUROC gains {areas}, AP {precisions}."


@checks("synthesis.swap-discount")
def swap_discount(answer: Any, given: Given) -> str:
    """What a pair in order is worth to the discounted cumulative gain."""
    of = function(answer)

    def drop(rank: int, log: Callable[[float], float] = math.log2, more: int = 1) -> float:
        return 1 / log(more + rank) - 1 / log(more + rank + 1)

    pairs = sorted(product(range(1, 7), repeat=2), key=lambda pair: (sum(pair), pair))
    for i, j in pairs:
        returned, right = called(of, i, j, case=f"worth({i}, {j})"), drop(i + j - 1)
        if close(returned, right, 1e-9):
            continue
        usual = {
            "That has the wrong sign: DCG rises.": -right,
            "The logarithm is that to base 2.": drop(i + j - 1, math.log),
            "Is the negative at rank i + j? Above the pair stand i - 1 positives and j - 1 negatives.": drop(i + j),
            "Only the j-th negative was counted above the positive, not the other positives.": drop(j),
            "Only the positives above were counted, not the negatives.": drop(i),
        }
        looks = next((f" {hint}" for hint, value in usual.items() if close(returned, value, 1e-9)), "")
        before = "N" * (j - 1) + "P" * (i - 1) + "NP"
        after = before[:-2] + "PN"
        wrong(f"From {before} to {after} DCG gains {right:.6f}, and worth({i}, {j}) is {returned:.6f}.{looks}")
    return "With these worths DCG is the sum over all pairs in order, for every ranking of up to six and six."


smallest("synthesis.swap-unseen", 12)
