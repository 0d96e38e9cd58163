"""What several checkers of this part use."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scoring_the_scores.exercises.reading import four_counts, fraction, several

HALF: Final = Fraction(1, 2)
#: Half a unit of the third digit, and a little for rounding on the way.
THIRD_DIGIT: Final = 0.0011
Counts = tuple[int, int, int, int]
Place = tuple[Fraction, Fraction]


def read_counts(answer: Any, what: str, *, low: int = 0, high: int = 100) -> Counts:
    """A performance as four counts, in the order tn, fp, fn, tp."""
    return four_counts(answer, what, low=low, high=high)


def pair(answer: Any, what: str) -> tuple[Fraction, Fraction]:
    """Two fractions between 0 and 1."""
    first, second = several(answer, what, shortest=2, longest=2)
    return fraction(first, f"the first number of {what}", low=0, high=1), fraction(
        second, f"the second number of {what}", low=0, high=1
    )


def at(rates: tuple[Fraction, Fraction], prevalence: Fraction) -> tuple[Fraction, ...]:
    """The performance of a TNR and a TPR."""
    tnr, tpr = rates
    negative = 1 - prevalence
    return negative * tnr, negative * (1 - tnr), prevalence * (1 - tpr), prevalence * tpr


def tenths(rng: np.random.Generator, low: int, high: int) -> float:
    """A number of tenths from ``low`` to ``high``."""
    return int(rng.integers(low, high + 1)) / 10


Array = NDArray[np.float64]


def exactly(value: float) -> Fraction:
    """The fraction that a printed number is."""
    return Fraction(str(value))
