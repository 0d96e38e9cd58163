"""Score laws that are constant on bins, in fractions: densities, convex or not, whose losses are exact.

Bin k holds the scores from k to k + 1. Within a bin both distribution functions are straight and both densities level,
so that integrals of one against the other are sums of mid-points. A sample is such a law too: give each distinct score
a bin. Names are the paper's (Flach et al. 2011): class 0 scores low, F_0 and F_1 are the distribution functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise, product

from metricbook.exact.ranking import Number

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Histogram:
    """Masses of both classes on bins of score, from the lowest, and the share of class 0.

    Examples
    --------
    >>> law = histogram([3, 1], [1, 3])
    >>> print(law)
    masses 3/4, 1/4 and 1/4, 3/4, π_0 = 1/2
    >>> law.auc, law.expected_loss(), law.expected_least_loss()
    (Fraction(3, 4), Fraction(3, 8), Fraction(1, 4))
    """

    masses_0: tuple[Fraction, ...]
    masses_1: tuple[Fraction, ...]
    share_0: Fraction

    def __str__(self) -> str:
        masses = (", ".join(map(str, masses)) for masses in (self.masses_0, self.masses_1))
        return f"masses {' and '.join(masses)}, π_0 = {self.share_0}"

    @cached_property
    def edges(self) -> list[tuple[Fraction, Fraction]]:
        """F_0 and F_1 at the bins' edges, (0, 0) first and (1, 1) last."""
        return [(Fraction(0), Fraction(0)), *zip(accumulate(self.masses_0), accumulate(self.masses_1), strict=True)]

    @cached_property
    def middles(self) -> list[tuple[Fraction, Fraction]]:
        """F_0 and F_1 in the middle of each bin."""
        return [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(self.edges)]

    @cached_property
    def auc(self) -> Fraction:
        """∫ F_0 f_1."""
        return sum((f0 * q for (f0, _), q in zip(self.middles, self.masses_1, strict=True)), Fraction(0))

    @cached_property
    def one_minus_auc(self) -> Fraction:
        """∫ F_1 f_0, by itself."""
        return sum((f1 * p for (_, f1), p in zip(self.middles, self.masses_0, strict=True)), Fraction(0))

    @cached_property
    def masses(self) -> list[Fraction]:
        """Each bin's share of both classes together."""
        return [self.share_0 * p + (1 - self.share_0) * q for p, q in zip(self.masses_0, self.masses_1, strict=True)]

    @cached_property
    def costs(self) -> list[tuple[Fraction, Fraction]]:
        """c(T), the share of class 1 in each bin that is not empty, and the bin's share of both classes together."""
        return [
            ((1 - self.share_0) * q / mass, mass) for q, mass in zip(self.masses_1, self.masses, strict=True) if mass
        ]

    @property
    def convex(self) -> bool:
        """Whether the ROC curve coincides with its convex hull, that is, c(T) does not fall with T."""
        shares = [c for c, _ in self.costs]
        return shares == sorted(shares)

    @property
    def balanced(self) -> Histogram:
        """The same scores with classes of equal size."""
        return replace(self, share_0=HALF)

    def loss(self, edge: int, cost: Fraction) -> Fraction:
        """Q_c = 2 {c π_0 (1 - F_0) + (1 - c) π_1 F_1} with the threshold on an edge."""
        f0, f1 = self.edges[edge]
        return 2 * (cost * self.share_0 * (1 - f0) + (1 - cost) * (1 - self.share_0) * f1)

    def least_loss(self, cost: Fraction) -> Fraction:
        """min_t Q_c: the loss is straight inside bins, so that an edge is best."""
        return min(self.loss(edge, cost) for edge in range(len(self.edges)))

    def expected_least_loss(self) -> Fraction:
        """Mean of the least loss where the cost proportion is c(T) and T the score of a random instance."""
        return sum((mass * self.least_loss(cost) for cost, mass in self.costs), Fraction(0))

    def expected_loss(self, *, over: str = "cost") -> Fraction:
        """Mean loss where the cost proportion, or the skew, is uniform and T the score of a random instance."""
        weight_0, weight_1 = (self.share_0, 1 - self.share_0) if over == "cost" else (HALF, HALF)
        return sum(
            (
                (weight_0 * (1 - f0) + weight_1 * f1) * mass
                for (f0, f1), mass in zip(self.middles, self.masses, strict=True)
            ),
            Fraction(0),
        )

    def hull(self) -> Histogram:
        """Neighbouring bins pooled until c(T) rises: the law whose ROC curve is the convex hull."""
        blocks: list[tuple[Fraction, Fraction]] = []
        for p, q in zip(self.masses_0, self.masses_1, strict=True):
            while blocks and blocks[-1][1] * p >= q * blocks[-1][0]:
                p, q = p + blocks[-1][0], q + blocks[-1][1]
                blocks.pop()
            blocks.append((p, q))
        return Histogram(tuple(p for p, _ in blocks), tuple(q for _, q in blocks), self.share_0)


def histogram(counts_0: Sequence[Number], counts_1: Sequence[Number], share_0: Number = HALF) -> Histogram:
    """The law with masses in proportion to counts.

    Examples
    --------
    >>> histogram([1, 1], [0, 1]).auc
    Fraction(3, 4)
    """
    if len(counts_0) != len(counts_1):
        raise ValueError(f"both classes need the same bins, not {len(counts_0)} and {len(counts_1)}")
    if min(*counts_0, *counts_1) < 0 or not sum(counts_0) > 0 or not sum(counts_1) > 0:
        raise ValueError(f"counts must not be negative, nor a class empty: {counts_0}, {counts_1}")
    if not 0 < share_0 < 1:
        raise ValueError(f"share_0 must lie strictly between 0 and 1, not {share_0}")
    return Histogram(_shares(counts_0), _shares(counts_1), Fraction(share_0))


def _shares(counts: Sequence[Number]) -> tuple[Fraction, ...]:
    total = sum((Fraction(n) for n in counts), Fraction(0))
    return tuple(Fraction(n) / total for n in counts)


def all_histograms(bins: int, total: int, shares_0: Sequence[Fraction]) -> Iterator[Histogram]:
    """Every law on some bins with masses in multiples of 1/total, for every share of class 0.

    Examples
    --------
    >>> sum(1 for _ in all_histograms(2, 2, [Fraction(1, 2)]))
    9
    """
    splits = [counts for counts in product(range(total + 1), repeat=bins) if sum(counts) == total]
    for counts_0, counts_1, share_0 in product(splits, splits, shares_0):
        yield histogram(counts_0, counts_1, share_0)
