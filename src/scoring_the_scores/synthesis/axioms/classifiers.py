"""Classifiers of small samples, their calibration by isotonic regression, their least losses, and tosses between them.

A classifier is what it makes of a sample: for each score, the highest first, the score and its negatives and positives.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from metricbook.exact.samples import samples


class Group(NamedTuple):
    """The cases of one score."""

    score: Fraction
    negatives: int
    positives: int

    @property
    def share(self) -> Fraction:
        """The share of positives among the cases."""
        return Fraction(self.positives, self.negatives + self.positives)


#: Groups from the highest score down.
Classifier = tuple[Group, ...]
#: Share of the cases by calibrated score.
Law = Mapping[Fraction, Fraction]


def sizes(classifier: Classifier) -> tuple[int, int]:
    """How many negatives and positives there are."""
    return sum(group.negatives for group in classifier), sum(group.positives for group in classifier)


def from_counts(*counts: tuple[int, int]) -> Classifier:
    """The classifier with these negatives and positives at each score, highest first, scores being evenly spaced.

    Examples
    --------
    >>> [str(group.score) for group in from_counts((0, 1), (1, 0))]
    ['2/3', '1/3']
    """
    steps = len(counts) + 1
    return tuple(Group(Fraction(steps - k, steps), *count) for k, count in enumerate(counts, 1))


@cache
def classifiers(n: int) -> tuple[Classifier, ...]:
    """All classifiers of n cases of both classes, which differ in the order of their scores."""
    found = []
    for labels, scores in samples(n, smallest=n):
        counts: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        for label, score in zip(labels, scores, strict=True):
            counts[score][label] += 1
        found.append(from_counts(*((counts[s][0], counts[s][1]) for s in sorted(counts, reverse=True))))
    return tuple(found)


@cache
def calibrated(classifier: Classifier) -> Classifier:
    """Neighbours pooled until the share of positives falls from score to score, and these shares as the scores.

    Examples
    --------
    >>> calibrated(from_counts((1, 0), (0, 1))) == (Group(Fraction(1, 2), 1, 1),)
    True
    """
    pooled: list[Group] = []
    for _, negatives, positives in classifier:
        group = Group(Fraction(0), negatives, positives)
        while pooled and pooled[-1].share <= group.share:
            above = pooled.pop()
            group = Group(Fraction(0), above.negatives + group.negatives, above.positives + group.positives)
        pooled.append(group)
    return tuple(group._replace(score=group.share) for group in pooled)


@cache
def all_calibrated(n: int) -> tuple[Classifier, ...]:
    """All calibrated classifiers of n cases, in the order in which they are found."""
    return tuple(dict.fromkeys(calibrated(classifier) for classifier in classifiers(n)))


def pairs(n: int) -> Iterator[tuple[Classifier, Classifier]]:
    """Every two calibrated classifiers of n cases with the same numbers of either class."""
    for k, first in enumerate(all_calibrated(n)):
        for second in all_calibrated(n)[k + 1 :]:
            if sizes(first) == sizes(second):
                yield first, second


@cache
def toss(first: Classifier, second: Classifier) -> Classifier:
    """Both pooled with the scores that they have: half of the cases are judged by the one, half by the other.

    Examples
    --------
    >>> both = toss(calibrated(from_counts((0, 1), (1, 0))), calibrated(from_counts((1, 1))))
    >>> [(str(group.score), group.negatives, group.positives) for group in both]
    [('1', 0, 1), ('1/2', 1, 1), ('0', 1, 0)]
    """
    merged: dict[Fraction, list[int]] = defaultdict(lambda: [0, 0])
    for score, negatives, positives in first + second:
        merged[score][0] += negatives
        merged[score][1] += positives
    return tuple(Group(score, *merged[score]) for score in sorted(merged, reverse=True))


def law(classifier: Classifier) -> Law:
    """The share of the cases that has each calibrated score."""
    n = sum(sizes(classifier))
    return {group.share: Fraction(group.negatives + group.positives, n) for group in calibrated(classifier)}


def points(classifier: Classifier) -> list[tuple[Fraction, Fraction]]:
    """The ROC points from (0, 0) to (1, 1)."""
    n, p = sizes(classifier)
    found = [(Fraction(0), Fraction(0))]
    for _, negatives, positives in classifier:
        found.append((found[-1][0] + Fraction(negatives, n), found[-1][1] + Fraction(positives, p)))
    return found


def least_loss(classifier: Classifier, cost: Fraction) -> Fraction:
    """The least of twice the cost of false positives and of false negatives per case, over all thresholds.

    Examples
    --------
    >>> least_loss(from_counts((1, 1)), Fraction(1, 4))
    Fraction(1, 4)
    """
    n, p = sizes(classifier)
    share = Fraction(p, n + p)
    return min(2 * (cost * (1 - share) * f + (1 - cost) * share * (1 - t)) for f, t in points(classifier))


def corners(classifier: Classifier) -> list[Fraction]:
    """The costs at which the least loss has its corners or ends: the calibrated scores, 0 and 1."""
    return sorted({Fraction(0), Fraction(1)} | {group.share for group in calibrated(classifier)})


def nowhere_lower(first: Classifier, second: Classifier) -> bool:
    """Whether the first hull is nowhere below the second, for the same class sizes: its losses are nowhere higher."""
    costs = {*corners(first), *corners(second)}
    return all(least_loss(first, cost) <= least_loss(second, cost) for cost in costs)


def written(classifier: Classifier) -> str:
    """The classes from the highest score down, ties in brackets.

    Examples
    --------
    >>> written(from_counts((0, 2), (1, 1), (1, 0)))
    '(PP)(PN)N'
    """
    parts = ["P" * group.positives + "N" * group.negatives for group in classifier]
    return "".join(part if len(part) == 1 else f"({part})" for part in parts)
