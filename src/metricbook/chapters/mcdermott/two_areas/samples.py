"""Small samples and rankings, score laws with densities, and counting, for the checks on the two areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from metricbook.chapters.mcdermott.two_areas.exact import rankings
from metricbook.chapters.mcdermott.two_areas.tables import Rankings, all_rankings
from metricbook.exact import ranking as exact

LONGEST, TIED, LARGEST = 8, 5, 13
UNTIED_SCOPE = f"All rankings of 2 to {LONGEST} samples with both classes, in fractions."
TIED_SCOPE = f"All samples of 2 to {TIED} with both classes and ties of every kind, in fractions."
LARGE_SCOPE = f"All rankings of 2 to {LARGEST} samples with both classes."

Sample = tuple[tuple[int, ...], tuple[int, ...]]


@cache
def untied() -> tuple[Sample, ...]:
    """Every ranking of up to LONGEST samples as a scored sample, highest first."""
    return tuple((ranking, tuple(range(n, 0, -1))) for n in range(2, LONGEST + 1) for ranking in rankings(n))


@cache
def tied() -> tuple[Sample, ...]:
    """Every sample of up to TIED with both classes, ties of every kind: at each score any number of either class."""
    return tuple(
        _sample(levels) for n in range(2, TIED + 1) for levels in _levels(n) if all(map(sum, zip(*levels, strict=True)))
    )


def _levels(n: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Positives and negatives at each distinct score, highest first, n in all."""
    if n == 0:
        yield ()
    for size in range(1, n + 1):
        for positives, rest in product(range(size + 1), _levels(n - size)):
            yield ((positives, size - positives), *rest)


def _sample(levels: tuple[tuple[int, int], ...]) -> Sample:
    labels: list[int] = []
    scores: list[int] = []
    for score, (positives, negatives) in zip(range(len(levels), 0, -1), levels, strict=True):
        labels += [1] * positives + [0] * negatives
        scores += [score] * (positives + negatives)
    return tuple(labels), tuple(scores)


@cache
def large() -> tuple[Rankings, ...]:
    """Every ranking of up to LARGEST samples, by size."""
    return tuple(all_rankings(n) for n in range(2, LARGEST + 1))


@cache
def auroc(sample: Sample) -> Fraction:
    """AUROC of a sample, in fractions, half credit for ties."""
    return exact.auroc(*sample)


@cache
def average_precision(sample: Sample) -> Fraction:
    """Average precision of a sample, in fractions."""
    return exact.average_precision(*sample)


def count(test: Callable[..., bool], cases: Iterable) -> dict:
    """How many cases pass; they must all, and there must be one."""
    outcomes = [bool(test(case)) for case in cases]
    return tally(np.array(outcomes))


def tally(outcomes: np.ndarray) -> dict:
    """The same from an array of outcomes."""
    passed, tried = int(np.count_nonzero(outcomes)), int(outcomes.size)
    return {"agrees": passed == tried > 0, "reproduced": f"{passed:,} of {tried:,}"}


class Counts(NamedTuple):
    """The four counts at a threshold."""

    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int


def counts(sample: Sample, threshold: float, *, above: Callable[[float, float], bool]) -> Counts:
    """TP, FP, FN, TN where ``above(score, threshold)`` decides what is called positive."""
    labels, scores = sample
    called = [above(score, threshold) for score in scores]
    pairs = list(zip(labels, called, strict=True))
    return Counts(pairs.count((1, True)), pairs.count((0, True)), pairs.count((1, False)), pairs.count((0, False)))


def at_thresholds(samples: Iterable[Sample]) -> list[tuple[Sample, Fraction]]:
    """Each sample with each threshold: its scores, and half a step above and below every one of them."""
    return [
        (sample, threshold)
        for sample in samples
        for score in sorted(set(sample[1]))
        for threshold in (score - Fraction(1, 2), Fraction(score), score + Fraction(1, 2))
    ]


def share(sample: Sample, label: int, holds: Callable[[int], bool]) -> Fraction:
    """The chance that a score drawn from one class has a property."""
    own = [score for y, score in zip(*sample, strict=True) if y == label]
    return Fraction(sum(holds(score) for score in own), len(own))
