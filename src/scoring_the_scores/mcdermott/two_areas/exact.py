"""Areas as expectations, and the gain of fixing an atomic mistake, from their definitions, in fractions.

Independent of `scoring_the_scores.mcdermott.two_areas.expectations` and `scoring_the_scores.mcdermott.mistakes`:
every sample is compared with every other, and a gain is the difference of two areas computed from scratch. For small
samples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import ge, gt

from metricbook.exact.ranking import Number

#: How a score compares with the threshold to count as above it.
ABOVE: dict[str, Callable[[Number, Number], bool]] = {"at least": ge, "above": gt}


def auroc_expectation(labels: Sequence[int], scores: Sequence[Number], inequality: str = "at least") -> Fraction:
    """One less the mean over the positives of the share of negatives above them.

    Examples
    --------
    >>> auroc_expectation([1, 1, 0, 0], [3, 2, 2, 1]), auroc_expectation([1, 1, 0, 0], [3, 2, 2, 1], "above")
    (Fraction(3, 4), Fraction(1, 1))
    """
    exceeds = ABOVE[inequality]
    negatives = [score for label, score in zip(labels, scores, strict=True) if not label]
    rates = [
        Fraction(sum(exceeds(other, score) for other in negatives), len(negatives))
        for label, score in zip(labels, scores, strict=True)
        if label
    ]
    return 1 - sum(rates, Fraction(0)) / len(rates)


def auprc_expectation(labels: Sequence[int], scores: Sequence[Number], inequality: str = "at least") -> Fraction:
    """One less the negatives' share times the mean over the positives of FPR over firing rate.

    Examples
    --------
    >>> auprc_expectation([0, 1, 1], [3, 2, 1]), auprc_expectation([0, 1, 1], [3, 2, 1], "above")
    (Fraction(7, 12), Fraction(1, 4))
    """
    exceeds = ABOVE[inequality]
    n = len(labels)
    negatives = [score for label, score in zip(labels, scores, strict=True) if not label]
    ratios = []
    for label, score in zip(labels, scores, strict=True):
        if label:
            rate = Fraction(sum(exceeds(other, score) for other in negatives), len(negatives))
            ratios.append(rate / Fraction(sum(exceeds(other, score) for other in scores), n))
    return 1 - Fraction(len(negatives), n) * sum(ratios, Fraction(0)) / len(ratios)


def areas(ranking: Sequence[int]) -> tuple[Fraction, Fraction]:
    """AUROC and average precision of a ranking by label, highest first, without ties.

    Examples
    --------
    >>> areas((1, 0, 1, 0))
    (Fraction(3, 4), Fraction(5, 6))
    """
    scores = range(len(ranking), 0, -1)
    return auroc_expectation(ranking, scores), auprc_expectation(ranking, scores)


def mistake_gains(ranking: Sequence[int]) -> list[tuple[int, Fraction, Fraction]]:
    """Rank of the negative, gain in AUROC and in average precision of every atomic mistake, topmost first.

    Examples
    --------
    >>> mistake_gains((0, 1, 0))
    [(1, Fraction(1, 2), Fraction(1, 2))]
    """
    before = areas(ranking)
    gains = []
    for index in range(len(ranking) - 1):
        if not ranking[index] and ranking[index + 1]:
            fixed = list(ranking)
            fixed[index], fixed[index + 1] = 1, 0
            after = areas(fixed)
            gains.append((index + 1, after[0] - before[0], after[1] - before[1]))
    return gains
