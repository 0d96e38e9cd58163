"""What a swap is worth at the best threshold, and at Sumpter's threshold, in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

from metricbook.exact.costs import Line, at

HALF = Fraction(1, 2)


def lines(labels: Sequence[int]) -> list[Line]:
    """Loss at cost proportions 0 and 1 of every cut, from 0 cases flagged to all.

    Examples
    --------
    >>> [(str(a), str(b)) for a, b in lines((1, 0))]
    [('1', '0'), ('0', '0'), ('0', '1')]
    """
    n, positives = len(labels), sum(labels)
    true_positives = [sum(labels[:r]) for r in range(n + 1)]
    return [(Fraction(2 * (positives - t), n), Fraction(2 * (r - t), n)) for r, t in enumerate(true_positives)]


def gain_at_best(labels: Sequence[int], rank: int) -> Fraction:
    """What a swap across a cut takes off the expected least loss, costs by Beta(2, 2): mean of (2/n - excess)+.

    Between crossings of lines the mean's integrand is a polynomial of degree three, for which Simpson's rule is exact.

    Examples
    --------
    >>> gain_at_best((0, 1), 1)
    Fraction(5, 16)
    """
    step, every = Fraction(2, len(labels)), lines(labels)
    lowered = every[rank][0] - step, every[rank][1] - step
    corners = {Fraction(0), HALF, Fraction(1)}
    for (a, b), (c, d) in combinations({*every, lowered}, 2):
        if b - a != d - c and 0 < (c - a) / (b - a - d + c) < 1:
            corners.add((c - a) / (b - a - d + c))

    def height(c: Fraction) -> Fraction:
        excess = at(every[rank], c) - min(at(line, c) for line in every)
        return max(step - excess, Fraction(0)) * 6 * c * (1 - c)

    return sum(
        ((b - a) * (height(a) + 4 * height((a + b) / 2) + height(b)) / 6 for a, b in pairwise(sorted(corners))),
        Fraction(0),
    )


def rises_above_hull(labels: Sequence[int], rank: int) -> bool:
    """Whether the ROC point that a swap moves ends above the hull of all others."""
    true_positives = [sum(labels[:r]) for r in range(len(labels) + 1)]
    others = [(Fraction(r - t), Fraction(t)) for r, t in enumerate(true_positives) if r != rank]
    x, y = Fraction(rank - true_positives[rank] - 1), Fraction(true_positives[rank] + 1)
    heights = [
        a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]) for a in others for b in others if a[0] <= x <= b[0] != a[0]
    ]
    return y > max([*heights, *(b for a, b in others if a == x)])


class Flagged(NamedTuple):
    """Sumpter's threshold: how many it flags, and the precision among them."""

    number: int
    precision: Fraction


def win_rates(labels: Sequence[int]) -> list[Fraction]:
    """B at cuts 1 to n: the chance that a random positive stands above a random flagged case, itself one half.

    Examples
    --------
    >>> [str(b) for b in win_rates((1, 0, 1))]
    ['1/4', '3/8', '1/2']
    """
    beaten = [sum(labels[: i + 1]) - Fraction(label, 2) for i, label in enumerate(labels)]
    return [sum(beaten[:m], Fraction(0)) / (m * sum(labels)) for m in range(1, len(labels) + 1)]


def flagged(labels: Sequence[int]) -> Flagged | None:
    """The largest flagged set with B of at most one half, or None where B stays below one half.

    Examples
    --------
    >>> flagged((1, 0, 1, 1, 0))
    Flagged(number=4, precision=Fraction(3, 4))
    """
    rates = win_rates(labels)
    if rates[-1] < HALF:
        return None
    number = max(m for m, b in enumerate(rates, 1) if b <= HALF)
    return Flagged(number, Fraction(sum(labels[:number]), number))
