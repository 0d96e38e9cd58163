"""For teachers: instances, and checkers that hold an answer, of foundations/checking-a-paper."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import several, values, wrong
from scoring_the_scores.foundations.checking_a_paper.exercises import RATE_NAMES, means


@draws("foundations.counts-behind-accuracies")
def _printed_accuracies(rng: np.random.Generator) -> dict[str, Any]:
    """Three accuracies to two decimals of which one is impossible for so many cases."""
    every = [f"0.{hundredths}" for hundredths in range(60, 98)]
    impossible: list[str] = []
    while not impossible:  # with 80 cases none is: 50 of them may be printed as 0.62 and as 0.63
        n = int(rng.integers(52, 90))
        possible = [printed for printed in every if _counts(printed, n)]
        impossible = sorted(set(every) - set(possible))
    printed = [*rng.choice(possible, 2, replace=False), rng.choice(impossible)]
    return {"n": n, "printed": [str(one) for one in rng.permutation(printed)]}


def _counts(printed: str, n: int) -> list[int]:
    """How many of n decisions can be right if the share is printed so."""
    low, high = means(printed)
    return list(range(max(math.ceil(low * n), 0), min(math.floor(high * n), n) + 1))


@checks("foundations.counts-behind-accuracies")
def counts_behind_accuracies(answer: Any, given: Mapping[str, Any]) -> str:
    """The numbers of right decisions that three printed accuracies allow, of which one allows none."""
    n = given["n"]
    for printed, counts in zip(given["printed"], several(answer, "the answer", shortest=3, longest=3), strict=True):
        right = _counts(printed, n)
        submitted = values(counts, f"the list for {printed}", longest=n)
        for count in submitted:
            if not count.is_integer():
                wrong(f"Of {n} decisions a whole number is right, not {count:g}: hand in counts, not shares.")
            if count not in right:
                wrong(f"{count:g} of {n} is {count / n:.4f}, which nobody prints as {printed}.")
        if set(submitted) != set(right):
            wrong(f"There are whole numbers of {n} whose share is printed as {printed}; your list has not all of them.")
    return "Two of the accuracies can be true and one cannot, whatever the classifier did."


@draws("foundations.matrix-behind-the-numbers")
def _printed_rates(rng: np.random.Generator) -> dict[str, Any]:
    """Three rates of a matrix that keeps its mistakes apart."""
    while True:
        tn, fp, fn, tp = (int(one) for one in rng.integers([150, 10, 10, 30], [300, 60, 60, 90]))
        if abs(fp - fn) >= 12:
            rates = {name: of(tn, fp, fn, tp) for name, of in RATE_NAMES.items()}
            return {"n": tn + fp + fn + tp} | {name: f"{float(rate):.3f}" for name, rate in rates.items()}
