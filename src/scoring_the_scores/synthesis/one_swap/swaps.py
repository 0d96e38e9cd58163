"""Swaps of neighbours in small rankings, in fractions: what changes, and what every metric pays for it.

A ranking is its labels, highest score first. A swap exchanges a negative with the positive directly below it, so that
the ranking gets better; cut r flags the first r cases. By confidence, the labels say whether a decision is right. With
ties, a negative changes places with a positive of the block directly below its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from types import MappingProxyType
from typing import NamedTuple

from metricbook.exact import costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import Labels, Sample, rankings

HALF = Fraction(1, 2)
#: Cases of the rankings that checks go through.
LONGEST = 6
#: A confusion matrix in whole numbers: tn, fp, fn, tp.
Matrix = tuple[int, int, int, int]


class Swap(NamedTuple):
    """Where a swap happens.

    Attributes
    ----------
    rank : int
        r, the rank of the negative before the swap; the positive is at r + 1.
    true_positives : int
        k, the number of positives down to rank r + 1.
    positives, negatives : int
        Sizes of the classes.
    """

    rank: int
    true_positives: int
    positives: int
    negatives: int

    @property
    def cases(self) -> int:
        """Number of cases."""
        return self.positives + self.negatives

    @property
    def cell(self) -> tuple[int, int]:
        """The k-th positive and the j-th negative from the top, which change places."""
        return self.true_positives, self.rank - self.true_positives + 1


class BlockSwap(NamedTuple):
    """A negative of one block of ties and a positive of the next block below, which change places.

    Attributes
    ----------
    rank : int
        Cases down to the end of the upper block.
    upper, lower : int
        Sizes of the two blocks.
    in_upper : int
        Positives in the upper block before the swap.
    above, through : int
        Positives down to the end of the upper block, and of the lower one, before the swap.
    positives, negatives : int
        Sizes of the classes.
    """

    rank: int
    upper: int
    lower: int
    in_upper: int
    above: int
    through: int
    positives: int
    negatives: int

    @property
    def cases(self) -> int:
        """Number of cases."""
        return self.positives + self.negatives


def swaps(labels: Sequence[int]) -> Iterator[Swap]:
    """Every swap that a ranking allows, topmost first.

    Examples
    --------
    >>> [swap.cell for swap in swaps((0, 1, 0, 0, 1))]
    [(1, 1), (2, 3)]
    """
    positives = sum(labels)
    for rank in range(1, len(labels)):
        if (labels[rank - 1], labels[rank]) == (0, 1):
            yield Swap(rank, sum(labels[: rank + 1]), positives, len(labels) - positives)


def swapped(labels: Labels, rank: int) -> Labels:
    """The ranking after the cases of this rank and the next have changed places.

    Examples
    --------
    >>> swapped((0, 1, 0), 1)
    (1, 0, 0)
    """
    return *labels[: rank - 1], labels[rank], labels[rank - 1], *labels[rank + 1 :]


def each(largest: int) -> Iterator[tuple[Labels, Swap]]:
    """Every ranking of up to so many cases, with each of its swaps."""
    for n in range(2, largest + 1):
        yield from ((labels, swap) for labels in rankings(n) for swap in swaps(labels))


@cache
def small() -> tuple[tuple[Labels, Swap], ...]:
    """Every swap of every ranking of up to `LONGEST` cases."""
    return tuple(each(LONGEST))


def scores(labels: Sequence[int]) -> tuple[int, ...]:
    """Scores n, ..., 1 in the order of the ranking."""
    return tuple(range(len(labels), 0, -1))


def decisions(right: Sequence[int], confidence: Sequence[int] | None = None) -> tuple[list[int], list[int]]:
    """Labels and scores of decisions, at threshold 0, that are right or wrong; confidence n, ..., 1 by default.

    Examples
    --------
    >>> decisions((1, 0))
    ([1, 1], [2, -1])
    """
    sure = scores(right) if confidence is None else confidence
    return [1] * len(right), [g if c else -g for c, g in zip(right, sure, strict=True)]


def matrix(labels: Sequence[int], flagged: int) -> Matrix:
    """The confusion matrix (tn, fp, fn, tp) of the first cases flagged.

    Examples
    --------
    >>> matrix((1, 0, 1, 0), 3)
    (1, 1, 0, 2)
    """
    tp = sum(labels[:flagged])
    fn = sum(labels) - tp
    return len(labels) - flagged - fn, flagged - tp, fn, tp


#: Metrics of a ranking, read by score or by confidence, ties at half credit where a metric has a choice.
METRICS: Mapping[str, Callable[[Sequence[int], Sequence[int]], Fraction]] = MappingProxyType(
    {
        "AUROC": exact.auroc,
        "AP": exact.average_precision,
        "L over costs": lambda y, s: -costs.expected_loss(y, s, over="cost"),
        "L over skews": lambda y, s: -costs.expected_loss(y, s, over="skew"),
        "LxCIM": lambda y, s: exact.lxcim(*decisions(y, s)),
        "AUDRC": lambda y, s: exact.audrc_sum(*decisions(y, s)),
    }
)

#: What each of them gains by one swap.
WORTH: Mapping[str, Callable[[Swap], Fraction]] = MappingProxyType(
    {
        "AUROC": lambda s: Fraction(1, s.positives * s.negatives),
        "AP": lambda s: Fraction(s.true_positives, s.positives * s.rank * (s.rank + 1)),
        "L over costs": lambda s: Fraction(2, s.cases * (s.cases + 1)),
        "L over skews": lambda s: Fraction(s.cases, 2 * (s.cases + 1) * s.positives * s.negatives),
        "LxCIM": lambda s: Fraction(2, s.cases**2),
        "AUDRC": lambda s: Fraction(1, s.cases * s.rank),
    }
)

#: The same between two blocks of ties.
TIED_WORTH: Mapping[str, Callable[[BlockSwap], Fraction]] = MappingProxyType(
    {
        "AUROC": lambda s: Fraction(s.upper + s.lower, 2 * s.positives * s.negatives),
        "AP": lambda s: (
            (Fraction(s.in_upper + s.above + 1, s.rank) - Fraction(s.through, s.rank + s.lower)) / s.positives
        ),
        "L over costs": lambda s: Fraction(s.upper + s.lower, s.cases * (s.cases + 1)),
        "L over skews": lambda s: Fraction(
            s.cases * (s.upper + s.lower), 4 * (s.cases + 1) * s.positives * s.negatives
        ),
        "LxCIM": lambda s: Fraction(s.upper + s.lower, s.cases**2),
        "AUDRC": lambda s: Fraction(s.upper, s.cases * s.rank),
    }
)


@cache
def value(metric: str, labels: Labels, order: tuple[int, ...] | None = None) -> Fraction:
    """A metric of a ranking, or of a sample with these scores; a loss with its sign turned.

    Examples
    --------
    >>> value("AUROC", (1, 0, 1))
    Fraction(1, 2)
    """
    return METRICS[metric](labels, scores(labels) if order is None else order)


def gain(metric: str, labels: Labels, swap: Swap) -> Fraction:
    """What a metric gains by a swap, from its definition before and after."""
    return value(metric, swapped(labels, swap.rank)) - value(metric, labels)


def blocks(sample: Sample) -> list[list[int]]:
    """The labels of each block of ties, highest score first."""
    pairs = sorted(zip(*sample, strict=True), key=lambda pair: -pair[1])
    return [[label for label, _ in group] for _, group in groupby(pairs, key=lambda pair: pair[1])]


def from_blocks(parts: Sequence[Sequence[int]]) -> Sample:
    """The sample with these blocks of ties, highest score first.

    Examples
    --------
    >>> from_blocks([[0, 1], [1]])
    ((0, 1, 1), (2, 2, 1))
    """
    return (
        tuple(label for part in parts for label in part),
        tuple(len(parts) - place for place, part in enumerate(parts) for _ in part),
    )


def block_swaps(sample: Sample) -> Iterator[tuple[BlockSwap, Sample]]:
    """Every swap between neighbouring blocks of ties, and the sample after it."""
    parts = blocks(sample)
    positives = sum(map(sum, parts))
    for place in range(len(parts) - 1):
        upper, lower = parts[place : place + 2]
        if 0 in upper and 1 in lower:
            rank, above = sum(map(len, parts[: place + 1])), sum(map(sum, parts[: place + 1]))
            where = BlockSwap(
                rank, len(upper), len(lower), sum(upper), above, above + sum(lower),
                positives, len(sample[0]) - positives,
            )  # fmt: skip
            changed = [sorted([*upper, 1], reverse=True)[:-1], sorted([*lower, 0])[:-1]]
            yield where, from_blocks([*parts[:place], *changed, *parts[place + 2 :]])


def broken_ties(sample: Sample) -> Iterator[tuple[int, tuple[int, int], tuple[int, int], Sample]]:
    """Every way to break one block of ties in two: cases above it, (negatives, positives) of both parts, the result."""
    parts = blocks(sample)
    for place, part in enumerate(parts):
        sizes = part.count(0), part.count(1)
        for first in product(range(sizes[0] + 1), range(sizes[1] + 1)):
            second = sizes[0] - first[0], sizes[1] - first[1]
            if sum(first) and sum(second):
                broken = [[0] * n + [1] * p for n, p in (first, second)]
                above = sum(map(len, parts[:place]))
                yield above, first, second, from_blocks([*parts[:place], *broken, *parts[place + 1 :]])


def won(labels: Sequence[int]) -> set[tuple[int, int]]:
    """The cells (i, j) with the i-th positive above the j-th negative, both counted from the top.

    Examples
    --------
    >>> sorted(won((0, 1, 0, 1)))
    [(1, 2)]
    """
    up = [place for place, label in enumerate(labels) if label]
    down = [place for place, label in enumerate(labels) if not label]
    return {(i, j) for i, p in enumerate(up, 1) for j, q in enumerate(down, 1) if p < q}


def mass(metric: str, i: int, j: int, positives: int, negatives: int) -> Fraction:
    """What a metric pays for the pair of the i-th positive and the j-th negative.

    Examples
    --------
    >>> mass("AP", 2, 3, positives=2, negatives=3)
    Fraction(1, 20)
    """
    return WORTH[metric](Swap(i + j - 1, i, positives, negatives))


def worst(positives: int, negatives: int) -> Labels:
    """All negatives above all positives."""
    return (0,) * negatives + (1,) * positives
