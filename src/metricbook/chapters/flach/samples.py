"""Small samples, and the paper's rates and losses counted on them: what the checks of Sections 2.1 and 2.2 share.

Here, as in the paper, class 0 is the positive class, and s > t is class 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from metricbook.exact import ranking as exact

HALF = Fraction(1, 2)
#: Operating conditions at which losses are compared: ends, and fractions of several denominators.
CONDITIONS = (Fraction(0), Fraction(1, 5), Fraction(1, 3), HALF, Fraction(3, 5), Fraction(5, 7), Fraction(1))
Labels = tuple[int, ...]
Scores = tuple[int, ...]
Sample = tuple[Labels, Scores]
Rates = tuple[Fraction, Fraction]


@cache
def samples(largest: int) -> tuple[Sample, ...]:
    """Every sample of both classes with up to so many examples, every way to tie them included, highest scores first.

    Samples that differ in the order of their examples, or in the size of their scores but not in their order, are one.
    """
    return tuple(sample for n in range(2, largest + 1) for sample in _of_size(n))


def without_ties(largest: int) -> list[Sample]:
    """The samples in which no two scores are equal: every order of the labels."""
    return [(labels, scores) for labels, scores in samples(largest) if len(set(scores)) == len(scores)]


def thresholds(scores: Sequence[exact.Number]) -> list[exact.Number]:
    """One below all scores, and every distinct score: no other threshold decides otherwise under s > t."""
    distinct = sorted(set(scores))
    return [distinct[0] - 1, *distinct]


def rates(labels: Sequence[int], scores: Sequence[exact.Number], threshold: exact.Number) -> Rates:
    """F_0(t) and F_1(t): shares of class 0, and of class 1, with s <= t."""
    shares = []
    for k in (0, 1):
        own = [s for y, s in zip(labels, scores, strict=True) if y == k]
        shares.append(Fraction(sum(s <= threshold for s in own), len(own)))
    return shares[0], shares[1]


def all_rates(sample: Sample) -> list[Rates]:
    """(F_0, F_1) at every threshold, from (0, 0) up to (1, 1)."""
    return [rates(*sample, t) for t in thresholds(sample[1])]


def share_of_class_0(labels: Sequence[int]) -> Fraction:
    """The class proportion π_0."""
    return Fraction(list(labels).count(0), len(labels))


def decisions(sample: Sample, threshold: exact.Number) -> list[tuple[int, int]]:
    """Each example's class and the class that it is given."""
    return [(y, int(s > threshold)) for y, s in zip(*sample, strict=True)]


def skew_loss(f: Rates, z: Fraction) -> Fraction:
    """Q_z = z (1 - F_0) + (1 - z) F_1."""
    return z * (1 - f[0]) + (1 - z) * f[1]


def cost_loss(f: Rates, c: Fraction, pi_0: Fraction, b: Fraction | int = 2) -> Fraction:
    """Q_c = b {c π_0 (1 - F_0) + (1 - c) π_1 F_1}."""
    return b * (c * pi_0 * (1 - f[0]) + (1 - c) * (1 - pi_0) * f[1])


def skew(c: Fraction, pi_0: Fraction) -> Fraction:
    """The skew of a cost proportion, Eq. 2."""
    return c * pi_0 / (c * pi_0 + (1 - c) * (1 - pi_0))


def of(agreeing: int, tried: int) -> str:
    """How many agree, in words."""
    return f"{agreeing} of {tried}"


def _of_size(n: int) -> Iterator[Sample]:
    for groups in _compositions(n):
        for positives in product(*(range(size + 1) for size in groups)):
            if 0 < sum(positives) < n:
                labels, scores = [], []
                for place, (size, ones) in enumerate(zip(groups, positives, strict=True)):
                    labels += [1] * ones + [0] * (size - ones)
                    scores += [len(groups) - place] * size
                yield tuple(labels), tuple(scores)


def _compositions(n: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for first in range(1, n + 1):
        for rest in _compositions(n - first):
            yield first, *rest
