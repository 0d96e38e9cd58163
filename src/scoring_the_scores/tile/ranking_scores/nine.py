"""Which of the 50 conditional probabilities are ranking scores, by solving for the importance."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import sympy

from metricbook.exact import tile as exact
from metricbook.tile import EVENTS_OF

#: A conditional probability, as its event and its condition.
Pair = tuple[frozenset[str], frozenset[str]]


def indicator(event: frozenset[str]) -> tuple[int, ...]:
    """The importance that is one on an event and zero elsewhere."""
    return tuple(int(outcome in event) for outcome in exact.OMEGA)


@cache
def solutions(pair: Pair) -> tuple[tuple[Fraction, ...], ...]:
    """A basis of all importances, signs and zeros free, whose ranking score has the values of X(E1 | E2).

    The two quotients are equal if N_X D_I = N_I D_X for all probabilities, where N_I and D_I are linear in I: the
    coefficients of the ten products of two probabilities are ten linear equations in the four importances.
    """
    first, second = (indicator(event) for event in pair)
    satisfied = indicator(exact.SATISFYING)
    rows = []
    for j, k in combinations_with_replacement(range(4), 2):
        row = [0] * 4
        for one, other in {(j, k), (k, j)}:  # I(other) times the coefficient of p(one), of both products
            row[other] += first[one] - satisfied[other] * second[one]
        rows.append(row)
    return tuple(tuple(map(Fraction, map(str, vector))) for vector in sympy.Matrix(rows).nullspace())


def ranking_pairs() -> list[Pair]:
    """The pairs of which one of the solutions, or its negative, is an admissible importance."""
    pairs = []
    for pair in exact.conditional_pairs():
        for vector in solutions(pair):
            weights = tuple(abs(w) for w in vector)
            one_sign = all(w >= 0 for w in vector) or all(w <= 0 for w in vector)
            if one_sign and weights[0] + weights[3] > 0 and weights[1] + weights[2] > 0:
                pairs.append(pair)
    return pairs


def nine_events() -> list[Pair]:
    """The pairs that meet the condition of Lemma 6."""
    return [(first, second) for first, second in exact.conditional_pairs() if first == second & exact.SATISFYING]


def proportional(one: tuple, other: tuple) -> bool:
    """Whether one importance is a multiple of the other."""
    return all(one[j] * other[k] == one[k] * other[j] for j in range(4) for k in range(4))


def pair_of(name: str) -> Pair:
    """The event and the condition of a named score."""
    return EVENTS_OF[name]
