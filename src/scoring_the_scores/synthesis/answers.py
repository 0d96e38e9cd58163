"""What several checkers of this part use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import numpy as np

from scoring_the_scores.exercises.reading import four_counts, several, wrong

HALF = Fraction(1, 2)
Given: TypeAlias = Mapping[str, Any]
T = TypeVar("T")


def picked(rng: np.random.Generator, among: Sequence[T]) -> T:
    """One of several things, as plain as it stands there."""
    return among[int(rng.integers(len(among)))]


Matrix: TypeAlias = tuple[int, int, int, int]


def matrix(answer: Any, what: str, *, most: int) -> Matrix:
    """A confusion matrix (tn, fp, fn, tp) in whole numbers, with both classes."""
    tn, fp, fn, tp = four_counts(answer, what, high=most)
    if tn + fp == 0 or fn + tp == 0 or tn + fp + fn + tp > most:
        wrong(f"{what} must have positives and negatives, and at most {most} cases, in the order tn, fp, fn, tp.")
    return tn, fp, fn, tp


def two_matrices(answer: Any, *, most: int) -> tuple[Matrix, Matrix]:
    """Two confusion matrices of the same class sizes."""
    pair = several(answer, "the pair of matrices", shortest=2, longest=2)
    first, second = matrix(pair[0], "the first matrix", most=most), matrix(pair[1], "the second matrix", most=most)
    sizes = [(one[0] + one[1], one[2] + one[3]) for one in (first, second)]
    if sizes[0] != sizes[1]:
        summary = " and ".join(f"{n} negatives, {p} positives" for n, p in sizes)
        wrong(f"Both must have the same class sizes, tn + fp and fn + tp, not {summary}.")
    return first, second
