"""Small samples on which the checks are exact: every order of right and wrong decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, product

from metricbook import audrc_integral
from metricbook.exact import ranking as exact

Correct = tuple[int, ...]
#: Samples of up to this many decisions are all tried.
LARGEST = 8


def vectors(largest: int = LARGEST, smallest: int = 1) -> Iterator[Correct]:
    """Every way in which 1, 2, ... decisions can be right (1) and wrong (0), the most confident first."""
    for n in range(smallest, largest + 1):
        yield from product((0, 1), repeat=n)


def sample(correct: Sequence[int]) -> tuple[list[int], list[int]]:
    """Labels, all positive, and distinct scores with given right and wrong decisions; s* = 0."""
    n = len(correct)
    return [1] * n, [(n - j) * (1 if right else -1) for j, right in enumerate(correct)]


@cache
def equation_1(correct: Correct) -> Fraction:
    """Eq. 1 from its definition, the value that other formulas are compared with."""
    return exact.audrc_sum(*sample(correct))


def equation_25(correct: Sequence[int], weights: Sequence[float] | None = None) -> float:
    """Eq. 25, the integral of the package."""
    return audrc_integral(*sample(correct), sample_weight=weights)


def accuracies(correct: Sequence[int]) -> list[Fraction]:
    """Accuracy among the first 1, 2, ... decisions."""
    return [Fraction(right, j) for j, right in enumerate(accumulate(correct), start=1)]


def mean(weights: Sequence[Fraction], correct: Sequence[int]) -> Fraction:
    """The metric that has these weights by rank."""
    return sum((w * c for w, c in zip(weights, correct, strict=True)), Fraction(0))


@cache
def harmonic(n: int) -> Fraction:
    """1 + 1/2 + ... + 1/n."""
    return sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0))
