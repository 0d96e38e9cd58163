"""Enumerations of all small samples, rankings and confusion matrices, for proofs by exhaustion.

A sample is its labels and its scores, highest score first. Only the order of scores matters to metrics of a
ranking, so scores are the whole numbers k, ..., 1 where k of them differ. A performance is a confusion matrix in
shares. Everything is made of whole numbers and fractions and comes in a fixed order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

__all__ = [
    "Labels",
    "Matrix",
    "Performance",
    "Sample",
    "Scores",
    "matrices",
    "performances",
    "performances_at",
    "rankings",
    "samples",
    "scored",
    "weak_orders",
]

Labels = tuple[int, ...]
Scores = tuple[int, ...]
Sample = tuple[Labels, Scores]
#: Shares, or numbers, of true negatives, false positives, false negatives and true positives.
Performance = tuple[Fraction, Fraction, Fraction, Fraction]
Matrix = tuple[int, int, int, int]


def rankings(n: int, positives: int | None = None) -> Iterator[Labels]:
    """Every ranking of n members by label, highest first, with ``positives`` positives or any number from 1 to n - 1.

    Examples
    --------
    >>> list(rankings(3, 1))
    [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    >>> [len(list(rankings(n))) for n in (1, 2, 3, 8)]
    [0, 2, 6, 254]
    """
    for count in range(1, n) if positives is None else (positives,):
        for chosen in combinations(range(n), count):
            yield tuple(int(place in chosen) for place in range(n))


def samples(largest: int, *, smallest: int = 2, ties: bool = True) -> Iterator[Sample]:
    """Every sample of both classes of these sizes: without ties, or with every way in which members can be tied.

    Samples that differ in the order of members of equal score are one.

    Examples
    --------
    >>> list(samples(2))
    [((0, 1), (1, 1)), ((1, 0), (2, 1)), ((0, 1), (2, 1))]
    >>> list(samples(2, ties=False))
    [((1, 0), (2, 1)), ((0, 1), (2, 1))]
    >>> len(list(samples(5))), len(list(samples(8, ties=False)))
    (333, 494)
    """
    for n in range(smallest, largest + 1):
        if ties:
            yield from (sample for sample in map(_sample, _groups(n)) if 0 < sum(sample[0]) < n)
        else:
            yield from ((labels, tuple(range(n, 0, -1))) for labels in rankings(n))


def weak_orders(n: int) -> Iterator[Scores]:
    """Every weak order of n distinguishable members, ties included: scores 1, 2, ... without gaps.

    Examples
    --------
    >>> list(weak_orders(2))
    [(1, 1), (1, 2), (2, 1)]
    >>> [len(list(weak_orders(n))) for n in range(1, 6)]
    [1, 3, 13, 75, 541]
    """
    for scores in product(range(1, n + 1), repeat=n):
        if len(set(scores)) == max(scores):
            yield scores


def scored(n: int, values: Iterable[int], *, both: bool = True) -> Iterator[Sample]:
    """Every assignment of labels, and of scores from some values, to n distinguishable members.

    For metrics that depend on the values of scores, such as their sign, or on the order in which members are given.
    With
    ``both``, each class has a member.

    Examples
    --------
    >>> len(list(scored(3, (-1, 0, 1)))), len(list(scored(3, (-1, 0, 1), both=False)))
    (162, 216)
    """
    values = tuple(values)
    for labels in product((0, 1), repeat=n):
        if not both or 0 < sum(labels) < n:
            yield from ((labels, scores) for scores in product(values, repeat=n))


def matrices(total: int) -> Iterator[Matrix]:
    """Every confusion matrix (tn, fp, fn, tp) of ``total`` members.

    Examples
    --------
    >>> list(matrices(1))
    [(0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0)]
    >>> len(list(matrices(8)))
    165
    """
    for tn, fp, fn in product(range(total + 1), repeat=3):
        if tn + fp + fn <= total:
            yield tn, fp, fn, total - tn - fp - fn


def performances(total: int = 8) -> Iterator[Performance]:
    """Every performance whose four probabilities are multiples of ``1 / total``.

    Examples
    --------
    >>> next(performances())
    (Fraction(0, 1), Fraction(0, 1), Fraction(0, 1), Fraction(1, 1))
    """
    for tn, fp, fn, tp in matrices(total):
        yield Fraction(tn, total), Fraction(fp, total), Fraction(fn, total), Fraction(tp, total)


def performances_at(prior: Fraction, steps: int = 4) -> Iterator[Performance]:
    """Every performance at a prevalence whose FPR and TPR are multiples of ``1 / steps``.

    Examples
    --------
    >>> list(performances_at(Fraction(1, 3), 1))[1] == (Fraction(2, 3), 0, 0, Fraction(1, 3))
    True
    """
    for fpr, tpr in product((Fraction(step, steps) for step in range(steps + 1)), repeat=2):
        yield (1 - prior) * (1 - fpr), (1 - prior) * fpr, prior * (1 - tpr), prior * tpr


def _groups(n: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to part n members into groups of equal score, highest first: negatives and positives of each group."""
    if n == 0:
        yield ()
    for rest in range(n):
        for lower in _groups(rest):
            yield from (((n - rest - positives, positives), *lower) for positives in range(n - rest + 1))


def _sample(groups: tuple[tuple[int, int], ...]) -> Sample:
    labels = [label for counts in groups for label in (0, 1) for _ in range(counts[label])]
    scores = [len(groups) - place for place, counts in enumerate(groups) for _ in range(sum(counts))]
    return tuple(labels), tuple(scores)
