"""The least and the greatest value of a metric beside each AUROC, by trying every ranking, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from metricbook.exact.ranking import auroc, lxcim, roc_points
from metricbook.exact.samples import Labels, rankings

__all__ = [
    "best_accuracy",
    "best_f1_score",
    "kolmogorov_smirnov",
    "ranges_given_auroc",
    "ranges_of_lxcim",
]

#: For each AUROC, the least and the greatest value.
Ranges = dict[Fraction, tuple[Fraction, Fraction]]


def best_accuracy(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    """The greatest accuracy of all thresholds, none and all flagged included.

    Examples
    --------
    >>> best_accuracy([1, 0, 1, 0], [4, 3, 2, 1])
    Fraction(3, 4)
    """
    return max(1 - Fraction(fn + fp, len(labels)) for _, fp, fn, _ in _counts(labels, scores))


def best_f1_score(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    """The greatest F1 of all thresholds.

    Examples
    --------
    >>> best_f1_score([1, 0, 1, 0], [4, 3, 2, 1])
    Fraction(4, 5)
    """
    return max(Fraction(2 * tp, 2 * tp + fp + fn) for _, fp, fn, tp in _counts(labels, scores))


def kolmogorov_smirnov(labels: Sequence[int], scores: Sequence[float]) -> Fraction:
    """The greatest distance of TPR and FPR, in either direction, of all thresholds.

    Examples
    --------
    >>> kolmogorov_smirnov([0, 1], [2, 1])
    Fraction(1, 1)
    """
    return max(abs(tpr - fpr) for fpr, tpr in roc_points(labels, scores))


def _counts(labels: Sequence[int], scores: Sequence[float]) -> Iterator[tuple[int, int, int, int]]:
    """The four counts at each threshold, that above all scores included."""
    for threshold in [*sorted(set(scores)), max(scores) + 1]:
        cells = [0, 0, 0, 0]
        for label, score in zip(labels, scores, strict=True):
            cells[2 * label + (score >= threshold)] += 1
        tn, fp, fn, tp = cells
        yield tn, fp, fn, tp


def ranges_given_auroc(value: Callable[[Labels, Sequence[int]], Fraction], positives: int, negatives: int) -> Ranges:
    """Of all rankings of so many cases without ties, the least and the greatest value beside each AUROC.

    Examples
    --------
    >>> found = ranges_given_auroc(best_accuracy, 2, 2)
    >>> [(str(a), str(low), str(high)) for a, (low, high) in sorted(found.items())][2:]
    [('1/2', '3/4', '3/4'), ('3/4', '3/4', '3/4'), ('1', '1', '1')]
    """
    scores = range(positives + negatives, 0, -1)
    every = rankings(positives + negatives, positives)
    return _ranges((auroc(labels, scores), value(labels, scores)) for labels in every)


def ranges_of_lxcim(positives: int, negatives: int) -> Ranges:
    """Of all samples of so many cases with distinct confidences, the least and the greatest LxCIM beside each AUROC.

    Examples
    --------
    >>> [(str(a), str(low), str(high)) for a, (low, high) in sorted(ranges_of_lxcim(1, 1).items())]
    [('0', '0', '1/4'), ('1', '3/4', '1')]
    """
    n = positives + negatives
    samples = (
        (labels, [side * confidence for side, confidence in zip(sides, range(n, 0, -1), strict=True)])
        for labels in rankings(n, positives)
        for sides in product((-1, 1), repeat=n)
    )
    return _ranges((auroc(labels, scores), lxcim(labels, scores)) for labels, scores in samples)


def _ranges(values: Iterator[tuple[Fraction, Fraction]]) -> Ranges:
    found: Ranges = {}
    for area, value in values:
        low, high = found.get(area, (value, value))
        found[area] = min(low, value), max(high, value)
    return found
