"""Expected minimum loss from losses counted at every threshold: what the checks of Section 4 share.

Between two neighbouring crossings of cost lines the least loss is a straight line. Times a density of degree up to
three it is integrated exactly by Boole's rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import factorial

import pandas as pd

from scoring_the_scores.flach import samples as small
from scoring_the_scores.flach.six_measures import measures

Density = Callable[[Fraction], Fraction]
HALF = Fraction(1, 2)


def density(alpha: int, beta: int) -> Density:
    """The Beta density with whole parameters, of degree at most three."""
    scale = Fraction(factorial(alpha + beta - 1), factorial(alpha - 1) * factorial(beta - 1))
    return lambda c: scale * c ** (alpha - 1) * (1 - c) ** (beta - 1)


def integral(
    sample: small.Ranked, *, over: str, law: Density, b: Fraction | int = 2, condition: Fraction | None = None
) -> Fraction:
    """Integral of the least loss of any threshold, or of the one that is best at a given condition, against a law."""
    lines = _lines(sample, over, b)
    chosen = lines if condition is None else [min(lines, key=lambda line: _at(line, condition))]
    parts = (
        _five_points(lambda c: min(_at(line, c) for line in chosen) * law(c), left, right)
        for left, right in pairwise(_crossings(lines))
    )
    return sum(parts, Fraction(0))


def under(curve: Sequence[tuple[Fraction, Fraction]], parameters: tuple[int, int]) -> Fraction:
    """Integral of a curve given by its corners against a Beta density."""
    law = density(*parameters)

    def between(start: tuple[Fraction, Fraction], end: tuple[Fraction, Fraction]) -> Fraction:
        (x0, y0), (x1, y1) = start, end
        slope = (y1 - y0) / (x1 - x0)
        return _five_points(lambda c: (y0 + slope * (c - x0)) * law(c), x0, x1)

    return sum((between(start, end) for start, end in pairwise(curve)), Fraction(0))


def half_loss(share: Fraction) -> Fraction:
    """Half the expected loss of samples of one fate under Beta(2, 2), v being the share of positives among them."""
    return share * (1 - share) * (1 + share * (1 - share)) / 2


def h(ranking: Iterable[int]) -> Fraction:
    """Eq. 18 for the labels of a sample without ties, highest score first."""
    labels = tuple(ranking)
    return 1 - measures(labels)["L_B(c)"] / (2 * half_loss(Fraction(sum(labels), len(labels))))


def agreed(table: pd.DataFrame, first: str, second: str, losses: Collection[str]) -> bool:
    """Whether both measures strictly prefer one classifier to another somewhere: the best by the first to the worst."""
    signs = [-1 if name in losses else 1 for name in (first, second)]
    rows = sorted((signs[0] * a, signs[1] * b) for a, b in zip(table[first], table[second], strict=True))
    return rows[0][0] < rows[-1][0] and rows[0][1] < rows[-1][1]


def on_one_line(first: Sequence[Fraction], second: Sequence[Fraction]) -> bool:
    """Whether all points (first, second) lie on a straight line that is not upright."""
    points = sorted(set(zip(first, second, strict=True)))
    (x0, y0), (x1, y1) = points[0], points[-1]
    return x0 < x1 and all((y - y0) * (x1 - x0) == (y1 - y0) * (x - x0) for x, y in points)


def straight(points: Sequence[tuple[Fraction, Fraction]]) -> bool:
    """Whether all points lie on one line, of any direction."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    return all((y - y0) * (x1 - x0) == (y1 - y0) * (x - x0) for x, y in points)


def _lines(sample: small.Ranked, over: str, b: Fraction | int) -> list[tuple[Fraction, Fraction]]:
    """Loss at conditions 0 and 1 for every threshold."""
    pi_0, zero, one = small.share_of_class_0(sample[0]), Fraction(0), Fraction(1)
    if over == "skew":
        return [(small.skew_loss(f, zero), small.skew_loss(f, one)) for f in small.all_rates(sample)]
    return [(small.cost_loss(f, zero, pi_0, b), small.cost_loss(f, one, pi_0, b)) for f in small.all_rates(sample)]


def _at(line: tuple[Fraction, Fraction], condition: Fraction) -> Fraction:
    return (1 - condition) * line[0] + condition * line[1]


def _crossings(lines: Sequence[tuple[Fraction, Fraction]]) -> list[Fraction]:
    crossings = {Fraction(0), Fraction(1)}
    for (a, b), (c, d) in combinations(set(lines), 2):
        if b - a != d - c:
            crossings.add((c - a) / ((b - a) - (d - c)))
    return sorted(z for z in crossings if 0 <= z <= 1)


def _five_points(function: Callable[[Fraction], Fraction], left: Fraction, right: Fraction) -> Fraction:
    """Boole's rule, exact up to degree five."""
    h = (right - left) / 4
    values = [function(left + k * h) for k in range(5)]
    return 2 * h * sum(w * v for w, v in zip((7, 32, 12, 32, 7), values, strict=True)) / 45
