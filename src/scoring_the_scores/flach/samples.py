"""The paper's rates and losses counted on a sample: what the checks of several sections share.

Here, as in the paper, class 0 is the positive class, and s > t is class 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from metricbook.exact import ranking as exact

HALF = Fraction(1, 2)
#: Operating conditions at which losses are compared: ends, and fractions of several denominators.
CONDITIONS = (Fraction(0), Fraction(1, 5), Fraction(1, 3), HALF, Fraction(3, 5), Fraction(5, 7), Fraction(1))
Rates = tuple[Fraction, Fraction]
#: Labels, and scores of any kind: a sample of `metricbook.exact.samples`, or printed data.
Ranked = tuple[Sequence[int], Sequence[exact.Number]]


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


def all_rates(sample: Ranked) -> list[Rates]:
    """(F_0, F_1) at every threshold, from (0, 0) up to (1, 1)."""
    return [rates(*sample, t) for t in thresholds(sample[1])]


def share_of_class_0(labels: Sequence[int]) -> Fraction:
    """The class proportion π_0."""
    return Fraction(list(labels).count(0), len(labels))


def decisions(sample: Ranked, threshold: exact.Number) -> list[tuple[int, int]]:
    """Each example's class and the class that it is given."""
    return [(y, int(s > threshold)) for y, s in zip(*sample, strict=True)]


def tied_with(sample: Ranked, label: int) -> Fraction:
    """Mean number of other examples, of either class, that share the score of an example of this class."""
    labels, scores = sample
    others = [scores.count(s) - 1 for y, s in zip(labels, scores, strict=True) if y == label]
    return Fraction(sum(others), len(others))


def skew_loss(f: Rates, z: Fraction) -> Fraction:
    """Q_z = z (1 - F_0) + (1 - z) F_1."""
    return z * (1 - f[0]) + (1 - z) * f[1]


def cost_loss(f: Rates, c: Fraction, pi_0: Fraction, b: Fraction | int = 2) -> Fraction:
    """Q_c = b {c π_0 (1 - F_0) + (1 - c) π_1 F_1}."""
    return b * (c * pi_0 * (1 - f[0]) + (1 - c) * (1 - pi_0) * f[1])


def skew(c: Fraction, pi_0: Fraction) -> Fraction:
    """The skew of a cost proportion, Eq. 2."""
    return c * pi_0 / (c * pi_0 + (1 - c) * (1 - pi_0))
