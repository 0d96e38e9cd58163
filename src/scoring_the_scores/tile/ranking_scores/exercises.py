"""Checkers of the exercises of tile/ranking-scores."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

from metricbook.exact import tile as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import fields, fraction, several, unrounded, wrong
from scoring_the_scores.tile.answers import HALF, Counts, at, pair, read_counts

#: So far at least the harmonic mean is to miss the score.
MISSED: Final = Fraction(1, 10)


def _row(counts: Counts) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Scores at the ends of the row in the middle, their harmonic mean, and the score half way between them."""
    left, right, true = (exact.canonical_score(counts, a, HALF) for a in (0, 1, HALF))
    return left, right, 2 / (1 / left + 1 / right), true


def _middles(given: Mapping[str, Any]) -> dict[str, list[str]]:
    """What tn, fp + fn, tp and the score in the middle are, as text, where the harmonic mean misses it."""
    told = []
    for tn, wrongs, tp in product(range(1, 10), range(2, 19), range(1, 10)):
        *_, harmonic, true = _row((tn, wrongs // 2, wrongs - wrongs // 2, tp))
        if abs(harmonic - true) >= MISSED:
            told.append(f"{tn} {wrongs} {tp} {true}")
    return {"known": told}


@checks("tile.interpolation", reference=_middles)
def interpolation(answer: Any, given: Mapping[str, Any]) -> str:
    """A performance for which the printed rule of a row fails, and the true score."""
    parts = fields(answer, ("performance", "middle"))
    counts = read_counts(parts["performance"], "the performance", low=1, high=9)
    middle = fraction(parts["middle"], "the score in the middle")
    left, right, harmonic, true = _row(counts)
    arithmetic = (left + right) / 2
    if middle != true:
        unrounded(middle, Fraction(true), "the score in the middle")
        if middle == harmonic:
            wrong("Your value in the middle is the harmonic mean itself, which is what the printed rule says.")
        if middle == arithmetic:
            wrong("Your value in the middle is the mean of the two ends; the score is not linear along a row.")
        if middle in (exact.canonical_score(counts, HALF, 0), exact.canonical_score(counts, HALF, 1)):
            wrong("Your value belongs to the column a = 1/2, not to the middle of the square.")
        wrong(f"At (1/2, 1/2) the score of {counts} is not {middle}: all four outcomes count alike there.")
    if abs(harmonic - true) < MISSED:
        gap = f"{float(abs(harmonic - true)):.3f}"
        wrong(f"For {counts} the ends have {left} and {right}, and their harmonic mean misses by {gap} only.")
    return (
        f"The ends have {left} and {right}: their harmonic mean is {float(harmonic):.3f}, the score {float(true):.3f}."
    )


@checks("tile.kappa-changes-its-mind")
def kappa_changes_its_mind(answer: Any, given: Mapping[str, Any]) -> str:
    """Two classifiers of equal balanced accuracy that kappa orders by the prior."""
    submitted = several(answer, "the pair", shortest=2, longest=2)
    first, second = (
        pair(one, f"the {which} classifier") for which, one in zip(("first", "second"), submitted, strict=True)
    )
    for which, rates in ((1, first), (2, second)):
        if sum(rates) <= 1:
            wrong(f"Classifier {which} is no better than guessing: TNR + TPR is {sum(rates)}.")
    if sum(first) != sum(second):
        summary = " and ".join(str(sum(rates) / 2) for rates in (first, second))
        wrong(f"The balanced accuracy must see no difference: it is {summary}.")
    kappas = [[exact.SCORES["kappa"](at(rates, prior)) for rates in (first, second)] for prior in _RARE_AND_COMMON]
    summary = "; ".join(
        f"at {prior} κ is {float(one):.3f} and {float(two):.3f}"
        for prior, (one, two) in zip(("1/10", "9/10"), kappas, strict=True)
    )
    if kappas[0][0] == kappas[0][1]:
        wrong(f"Your classifiers are the same: {summary}.")
    if kappas[0][0] < kappas[0][1]:
        wrong(f"This is the other way round: {summary}.")
    if kappas[1][0] >= kappas[1][1]:
        wrong(f"κ does not change its mind: {summary}.")
    return f"{summary[0].upper()}{summary[1:]}."


_RARE_AND_COMMON: Final = (Fraction(1, 10), Fraction(9, 10))
