"""Performances, borders and zones in fractions, for the checks of who is best where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from metricbook.exact import tile as exact
from metricbook.tile import Zone
from metricbook.tile.polygons import SQUARE
from scoring_the_scores.tile.rankings.toy import TOY_RATES

#: Interior places of an exact grid, along each side.
N_PLACES = 16
Exact = tuple[Fraction, ...]
Place = tuple[Fraction, Fraction]


def performance(tnr: Fraction, tpr: Fraction, prior: Fraction) -> Exact:
    """A performance from its rates and the prior of the positive class."""
    return (1 - prior) * tnr, (1 - prior) * (1 - tnr), prior * (1 - tpr), prior * tpr


@cache
def toy(prior: Fraction) -> tuple[Exact, ...]:
    """The four performances of Figure 5, in fractions."""
    return tuple(performance(Fraction(str(tnr)), Fraction(str(tpr)), prior) for tnr, tpr in TOY_RATES.values())


def moved(x: Fraction, source: Fraction, target: Fraction) -> Fraction:
    """The function f of Lemma 5, from its formula."""
    positive, negative = target / source, (1 - target) / (1 - source)
    return x * positive / ((1 - x) * negative + x * positive)


@cache
def score(performance: Exact, a: Fraction, b: Fraction) -> Fraction | None:
    """The canonical ranking score at a place."""
    return exact.canonical_score(performance, a, b)


def inner_score(performance: Exact, a: Fraction, b: Fraction) -> Fraction:
    """The same at an inner place, where every performance has a score."""
    value = score(performance, a, b)
    assert value is not None
    return value


def lead(first: Exact, second: Exact, a: Fraction | int, b: Fraction | int) -> Fraction:
    """N1 E2 - N2 E1: positive where the first is better."""
    (right, wrong), (right_2, wrong_2) = (
        ((1 - a) * p[0] + a * p[3], (1 - b) * p[1] + b * p[2]) for p in (first, second)
    )
    return right * wrong_2 - right_2 * wrong


def bilinear(first: Exact, second: Exact) -> tuple[Fraction, ...]:
    """Coefficients of ab, a, b and 1 in the lead."""
    at = {(a, b): lead(first, second, a, b) for a in (0, 1) for b in (0, 1)}
    return at[1, 1] - at[1, 0] - at[0, 1] + at[0, 0], at[1, 0] - at[0, 0], at[0, 1] - at[0, 0], at[0, 0]


def ties_inside(first: Exact, second: Exact) -> bool:
    """Whether each is better than the other somewhere, so that a border runs through the square."""
    corners = [lead(first, second, a, b) for a, b in SQUARE]
    return min(corners) < 0 < max(corners)


def straight(first: Exact, second: Exact) -> bool:
    """Whether the places where two performances tie are lines: the lead is linear, or a product of linear factors."""
    ab, a, b, one = bilinear(first, second)
    return ab == 0 or ab * one == a * b


def no_worse(first: Exact, second: Exact, a: Fraction, b: Fraction) -> bool:
    """The paper's relation: by score if both are defined; otherwise only equal performances are equivalent."""
    one, other = (score(p, a, b) for p in (first, second))
    return first == second if one is None or other is None else one >= other


def inner_places(n: int = N_PLACES) -> list[Place]:
    """Midpoints of the cells of a regular grid."""
    steps = [Fraction(2 * k + 1, 2 * n) for k in range(n)]
    return list(product(steps, steps))


def winners(performances: Sequence[Exact], a: Fraction, b: Fraction) -> set[int]:
    """Which performances no other beats, by exact scores."""
    scores = [score(p, a, b) for p in performances]
    best = max(value for value in scores if value is not None)
    return {k for k, value in enumerate(scores) if value == best}


def inside(zone: Zone, a: float, b: float) -> bool:
    """Whether a place is strictly inside one of the pieces."""
    for piece in zone.pieces:
        for (start, stop), lower, upper in zip(pairwise(piece.columns), piece.lower, piece.upper, strict=True):
            if start <= a <= stop and lower.height(a) < b < upper.height(a):
                return True
    return False


def borders(zones: Iterable[Zone]) -> set[tuple[int, int]]:
    """Pairs of performances whose zones have a border in common."""
    arcs = ((zone.index, arc.rival) for zone in zones for piece in zone.pieces for arc in (*piece.lower, *piece.upper))
    return {(min(own, rival), max(own, rival)) for own, rival in arcs if rival is not None}
