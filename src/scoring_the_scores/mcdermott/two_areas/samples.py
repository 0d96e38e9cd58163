"""Small samples, and what is counted and shared in them, for the checks on the two areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from metricbook.exact import ranking as exact
from metricbook.exact.samples import Sample, samples
from scoring_the_scores.mcdermott.two_areas.tables import Rankings, all_rankings

LONGEST, TIED, LARGEST = 8, 5, 13
UNTIED_SCOPE = f"All rankings of 2 to {LONGEST} samples with both classes, in fractions."
TIED_SCOPE = f"All samples of 2 to {TIED} with both classes and ties of every kind, in fractions."
LARGE_SCOPE = f"All rankings of 2 to {LARGEST} samples with both classes."


@cache
def untied() -> tuple[Sample, ...]:
    """Every ranking of up to LONGEST samples as a scored sample."""
    return tuple(samples(LONGEST, ties=False))


@cache
def tied() -> tuple[Sample, ...]:
    """Every sample of up to TIED, ties of every kind."""
    return tuple(samples(TIED))


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


class Counts(NamedTuple):
    """The four counts at a threshold."""

    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int


def counts(sample: Sample, threshold: Fraction | int, *, above: Callable[[int, Fraction | int], bool]) -> Counts:
    """TP, FP, FN, TN where ``above(score, threshold)`` decides what is called positive."""
    labels, scores = sample
    called = [above(score, threshold) for score in scores]
    pairs = list(zip(labels, called, strict=True))
    return Counts(pairs.count((1, True)), pairs.count((0, True)), pairs.count((1, False)), pairs.count((0, False)))


def at_thresholds(chosen: Iterable[Sample]) -> list[tuple[Sample, Fraction]]:
    """Each sample with each threshold: its scores, and half a step above and below every one of them."""
    return [
        (sample, threshold)
        for sample in chosen
        for score in sorted(set(sample[1]))
        for threshold in (score - Fraction(1, 2), Fraction(score), score + Fraction(1, 2))
    ]


def share(sample: Sample, label: int, holds: Callable[[int], bool]) -> Fraction:
    """The chance that a score drawn from one class has a property."""
    own = [score for y, score in zip(*sample, strict=True) if y == label]
    return Fraction(sum(holds(score) for score in own), len(own))
