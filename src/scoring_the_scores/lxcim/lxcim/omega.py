"""What the checks on LxCIM and the AUROC of Ω share: small samples, Ω, its ROC curve, and areas, all in fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, groupby, pairwise, product
from typing import NamedTuple

import numpy as np

from metricbook.exact import ranking as exact

HALF = Fraction(1, 2)
SEED = 21  # of the signs and weights that go with the orders of right and wrong
Point = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Member:
    """One sample with s* = 0."""

    score: int
    label: int
    weight: Fraction = Fraction(1)

    def __str__(self) -> str:
        return f"y = {self.label} at {self.score}" + (f" of weight {self.weight}" if self.weight != 1 else "")


class Decision(NamedTuple):
    """What a metric of decisions sees of a sample."""

    confidence: int
    correct: Fraction
    weight: Fraction


Data = tuple[Member, ...]


@cache
def samples() -> tuple[Data, ...]:
    """Small samples with ties and scores at s*, few first: all of up to four, weighted of up to three, `orders`."""
    plain = [Member(s, y) for s, y in product(range(-2, 3), (0, 1))]
    heavy = [Member(s, y, Fraction(w)) for s, y, w in product((-1, 0, 1), (0, 1), (1, 3))]
    alike = [combinations_with_replacement(plain, n) for n in range(1, 5)]
    weighted = [combinations_with_replacement(heavy, n) for n in range(1, 4)]
    return tuple(sorted(chain(*alike, *weighted, orders()), key=len))


@cache
def orders() -> tuple[Data, ...]:
    """Every order of right and wrong of up to seven decisions of distinct confidence, with random signs and weights."""
    rng = np.random.default_rng(SEED)
    sequences = []
    for n in range(1, 8):
        for correct in product((0, 1), repeat=n):
            sides, weights = rng.integers(0, 2, n).tolist(), rng.integers(1, 10, n).tolist()
            ranks = range(n, 0, -1)
            sequences.append(
                tuple(
                    Member(rank if side else -rank, side if right else 1 - side, Fraction(weight))
                    for rank, right, side, weight in zip(ranks, correct, sides, weights, strict=True)
                )
            )
    return tuple(sequences)


@cache
def split() -> tuple[tuple[Data, ...], tuple[Data, ...]]:
    """The samples without a score at s*, and those with one."""
    free = tuple(data for data in samples() if all(member.score for member in data))
    touching = tuple(data for data in samples() if not all(member.score for member in data))
    return free, touching


@cache
def omega(data: Data, flip: bool = False) -> Data:
    """Eq. 20, each sample and then each A-image; with ``flip``, A gives a sample at s* the other label too."""
    return data + tuple(image(member, flip) for member in data)


def image(member: Member, flip: bool = False) -> Member:
    """Eq. 11: A of a sample."""
    label = 1 - member.label if member.score or flip else member.label
    return Member(-member.score, label, member.weight)


def in_order(data: Data, flip: bool = False) -> list[Member]:
    """Eq. 22: Ω from the highest score down, tied samples so that the second half mirrors the first."""
    n = len(data)

    def place(index: int) -> tuple[int, int, int]:
        score, first = omega(data, flip)[index].score, index < n
        leads = score > 0 or (score == 0 and first)
        return (-score, 0, index % n) if leads else (-score, 1, -(index % n))

    return [omega(data, flip)[index] for index in sorted(range(2 * n), key=place)]


def opposite(row: Sequence[Member], first: int, second: int) -> bool:
    """Whether the places, counted from 1, exist and hold a sample and its exchanged copy."""
    if not 1 <= min(first, second) <= max(first, second) <= len(row):
        return False
    a, b = row[first - 1], row[second - 1]
    return (a.score, a.label, a.weight) == (-b.score, 1 - b.label, b.weight)


def about_midpoint(row: Sequence[Member]) -> bool:
    """Whether the places N + 1 - i and N + i are opposite for all i from 1 to N."""
    n = len(row) // 2
    return all(opposite(row, n + 1 - i, n + i) for i in range(1, n + 1))


def first_halves(data: Data) -> list[Data]:
    """Every first half of sorted Ω: all positive scores, filled up with scores at s*, of which Ω has twice too many."""
    above = tuple(m for m in omega(data) if m.score > 0)
    middle = [m for m in omega(data) if m.score == 0]
    return [above + chosen for chosen in combinations(middle, len(data) - len(above))]


def is_exchange(data: Data, half: Data) -> bool:
    """Whether a first half is the data with A applied to the samples that Eq. 2 predicts negative."""
    return Counter(half) == Counter(m if m.score > 0 else image(m) for m in data)


def class_weights(members: Iterable[Member]) -> list[Fraction]:
    """Weight of the negatives and of the positives."""
    weights = [Fraction(0), Fraction(0)]
    for member in members:
        weights[member.label] += member.weight
    return weights


def columns(data: Sequence[Member]) -> tuple[list[int], list[int], list[Fraction]]:
    """Labels, scores and weights, as the exact metrics take them."""
    return [m.label for m in data], [m.score for m in data], [m.weight for m in data]


@cache
def auroc(data: Data) -> Fraction | None:
    """AUROC, None where one class is missing."""
    return exact.auroc(*columns(data)) if len({m.label for m in data}) == 2 else None


@cache
def roc(data: Data) -> tuple[Point, ...] | None:
    """The corners of the ROC curve, points inside a straight piece left out; None where one class is missing."""
    if len({m.label for m in data}) < 2:
        return None
    vertices: list[Point] = []
    for point in exact.roc_points(*columns(data)):
        while len(vertices) > 1 and _straight(vertices[-2], vertices[-1], point):
            vertices.pop()
        vertices.append(point)
    return tuple(vertices)


def _straight(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (c[0] - b[0]) * (b[1] - a[1])


def mirrored(points: Sequence[Point]) -> tuple[Point, ...]:
    """The curve reflected in the line TPR = 1 - FPR, which is TNR against FNR."""
    return tuple((1 - y, 1 - x) for x, y in reversed(points))


def crossing(points: Sequence[Point]) -> Point:
    """Where a ROC curve meets TPR = 1 - FPR: once, since x + y rises along it from 0 to 2."""
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 + y0 <= 1 <= x1 + y1:
            part = (1 - x0 - y0) / (x1 + y1 - x0 - y0)
            return x0 + part * (x1 - x0), y0 + part * (y1 - y0)
    raise ArithmeticError("the curve does not run from (0, 0) to (1, 1)")


def area_up_to(points: Sequence[Point], end: Fraction) -> Fraction:
    """Area under the curve for x from 0 to the given end: Eq. 37 for the end 1 - ACC."""
    area = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(points):
        stop = min(x1, end)
        if x0 < stop:
            at_stop = y0 + (y1 - y0) * (stop - x0) / (x1 - x0)
            area += (stop - x0) * (y0 + at_stop) / 2
    return area


@cache
def decisions(data: Data, repair: bool = False) -> tuple[Decision, ...]:
    """Decisions from the most confident; a score at s* is negative (Eq. 2), or half right with the repair."""
    ranked = sorted(data, key=lambda m: -abs(m.score))
    return tuple(Decision(abs(m.score), HALF if repair and m.score == 0 else right(m), m.weight) for m in ranked)


def right(member: Member) -> Fraction:
    """Whether the decision of Eq. 2 is right."""
    return Fraction((member.score > 0) == (member.label == 1))


def accuracy(made: Sequence[Decision]) -> Fraction:
    """Share of the weight decided correctly."""
    return sum((d.weight * d.correct for d in made), Fraction(0)) / sum(d.weight for d in made)


@cache
def area_h(data: Data, repair: bool) -> Fraction:
    """Eq. 37: the area under the ROC curve of Ω up to 1 - ACC."""
    points = roc(omega(data, repair))
    assert points is not None  # asked of an Ω of both classes only
    return area_up_to(points, 1 - accuracy(decisions(data, repair)))


@cache
def curve(made: tuple[Decision, ...]) -> tuple[Point, ...]:
    """Corners (v, G(v)) of Eq. 16 in weights, straight across equal confidences."""
    points = [(Fraction(0), Fraction(0))]
    for _, tied in groupby(made, key=lambda d: d.confidence):
        step = list(tied)
        v, g = points[-1]
        points.append((v + sum(d.weight for d in step), g + sum(d.weight * d.correct for d in step)))
    return tuple(points)


@cache
def area_form(made: tuple[Decision, ...]) -> Fraction:
    """Twice the area under cumulative accuracy against decision rate, both as shares of the total weight."""
    return 2 * exact.area(curve(made)) / curve(made)[-1][0] ** 2


def equation_13(made: Sequence[Decision]) -> Fraction:
    """Eq. 13 as printed, the stray comma read as a product."""
    sums = (sum((d.weight * d.correct for d in made[:i]), Fraction(0)) for i in range(1, len(made) + 1))
    return 2 * sum(sums, Fraction(0)) / sum(d.weight for d in made)


def equation_14(made: Sequence[Decision]) -> Fraction:
    """Eq. 14 as printed."""
    n = len(made)
    parts = ((n - i) * d.weight * d.correct for i, d in enumerate(made, 1))
    return 2 * sum(parts, Fraction(0)) / sum(d.weight for d in made)


def equation_15(made: tuple[Decision, ...]) -> Fraction:
    """Eq. 15 as printed: G in weights, divided by the total weight once."""
    return 2 * exact.area(curve(made)) / curve(made)[-1][0]


def of_total_one(made: Sequence[Decision]) -> tuple[Decision, ...]:
    """The decisions with weights that add up to 1."""
    total = sum(d.weight for d in made)
    return tuple(d._replace(weight=d.weight / total) for d in made)


def pieces(made: tuple[Decision, ...]) -> Iterator[tuple[Fraction, Fraction]]:
    """For each straight piece of G: its slope y', and the area under it."""
    for start, end in pairwise(curve(made)):
        yield (end[1] - start[1]) / (end[0] - start[0]), exact.area([start, end])


def rates_from_y(data: Data, repair: bool) -> bool:
    """At each confidence above 0: the ROC point of Ω there, and the integrals of y' and 1 - y' over W."""
    both, total = omega(data, repair), sum(m.weight for m in data)
    weights = class_weights(both)
    if 0 in weights:
        return False
    for cut in {abs(m.score) for m in data} - {0}:
        above = class_weights([m for m in both if m.score >= cut])
        rates = [weight / of for weight, of in zip(above, weights, strict=True)]
        y = [(m.label if m.score > 0 else 1 - m.label, m.weight) for m in data if abs(m.score) >= cut]
        if rates != [sum((w * (label == kind) for label, w in y), Fraction(0)) / total for kind in (0, 1)]:
            return False
    return True
