"""Checkers of the exercises of synthesis/diagonal."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from metricbook import exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import fraction, several, wrong
from scoring_the_scores.synthesis.answers import HALF, Given, two_matrices


@checks("synthesis.diagonal-parallel")
def parallel(answer: Any, given: Given) -> str:
    """A place whose ruler is parallel to that of F1."""
    pair = several(answer, "the place", shortest=2, longest=2)
    a, b = (fraction(one, name, low=0, high=1) for one, name in zip(pair, "ab", strict=True))
    prior = Fraction(str(given["prior"]))
    if a == 1 and b == HALF:
        wrong("That is the place of F1 itself.")

    def tilt(one: Fraction, other: Fraction, positive: Fraction = prior) -> Fraction | None:
        base = (1 - positive) * (1 - other) + positive * other
        return (other - one) / base if base else None

    if tilt(a, b) == tilt(Fraction(1), HALF):
        return f"The ruler of ({a}, {b}) is parallel to that of F1 at the prevalence {prior}."
    if tilt(a, b, 1 - prior) == tilt(Fraction(1), HALF):
        wrong(f"The two rulers are parallel at the prevalence {1 - prior}: the classes are swapped.")
    if a == b:
        wrong("On the diagonal rulers are upright, at every prevalence; that of F1 is slanted.")
    if b - a == HALF - 1:
        wrong("The prices of saving and of paying are as far apart as those of F1, but the ruler is not parallel.")
    slope = 2 * ((1 - a) * (1 - prior) + a * prior) / (b - a)
    wrong(f"The ruler of ({a}, {b}) has the slope {slope}, which is not that of F1.{_toss(a, b, prior)}")


def _toss(a: Fraction, b: Fraction, prior: Fraction) -> str:
    """Two classifiers that the mean of F1 and this score rates alike, and their toss, which it rates otherwise."""
    places = (Fraction(1), HALF), (a, b)

    def rated_so(level: Fraction, flagged: Fraction) -> tuple[Fraction, ...] | None:
        weights = [(x, (1 - x) * (1 - prior) + y * prior + (x - y) * flagged) for x, y in places]
        if not all(base for _, base in weights):
            return None
        negative = sum((1 - x) * (1 - prior - flagged) / base for x, base in weights)
        tp = (2 * level - negative) / sum(1 / base for _, base in weights)
        matrix = 1 - prior - flagged + tp, flagged - tp, prior - tp, tp
        return matrix if min(matrix) >= 0 else None

    for tenths, level in product(((1, 8), (1, 6), (1, 4), (2, 9), (1, 3), (1, 2)), range(1, 20)):
        one, other = (rated_so(Fraction(level, 20), Fraction(k, 10)) for k in tenths)
        if one and other:
            toss = [(x + y) / 2 for x, y in zip(one, other, strict=True)]
            value = sum(exact.tile.canonical_score(toss, *place) for place in places) / 2
            shown = " and ".join(f"({', '.join(f'{float(x):.3f}' for x in shares)})" for shares in (one, other))
            return f" The shares (tn, fp, fn, tp) {shown} are both rated {level / 20:g}, their toss {float(value):.4f}."
    return ""


@checks("synthesis.diagonal-toss")
def below_both(answer: Any, given: Given) -> str:
    """Two confusion matrices whose toss the mean of precision and recall rates below both."""
    first, second = two_matrices(answer, most=100)
    both = tuple(x + y for x, y in zip(first, second, strict=True))
    rated = []
    for (_, fp, fn, tp), name in ((first, "the first"), (second, "the second"), (both, "the toss")):
        if tp + fp == 0:
            wrong(f"The precision of {name} is not defined: it flags nothing.")
        rated.append((Fraction(tp, tp + fp) + Fraction(tp, tp + fn)) / 2)
    one, other, toss = rated
    summary = f"the two are rated {float(one):.3f} and {float(other):.3f}, their toss {float(toss):.3f}"
    if toss >= min(one, other):
        wrong(f"The toss lies between the two: {summary}.")
    if toss > min(one, other) - Fraction(1, 20):
        wrong(f"The toss must be lower than both by at least 0.05: {summary}.")
    return f"{summary[0].upper()}{summary[1:]}, though accuracy finds it as good as the mean of both."
