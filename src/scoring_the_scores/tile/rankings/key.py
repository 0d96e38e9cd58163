"""For teachers: instances, and checkers that hold an answer, of tile/rankings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from metricbook.exact import tile as exact
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import choice, close, fields, fraction, unrounded, values, whole, wrong
from scoring_the_scores.tile.answers import HALF, THIRD_DIGIT, at, tenths


@draws("tile.tie")
def _two_that_tie(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        given = {
            "prevalence": tenths(rng, 2, 8),
            "tnr_a": tenths(rng, 7, 9),
            "tpr_a": tenths(rng, 3, 6),
            "tnr_b": tenths(rng, 3, 6),
            "tpr_b": tenths(rng, 7, 9),
        }
        ties = _tie(*_of_tie(given)), _tie(*_of_tie({**given, "prevalence": 0.5}))
        if None not in ties and len({*ties, HALF}) == 3:
            return given


def _of_tie(given: Mapping[str, Any]) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    first, second = ((Fraction(str(given[f"tnr_{who}"])), Fraction(str(given[f"tpr_{who}"]))) for who in "ab")
    prevalence = Fraction(str(given["prevalence"]))
    return at(first, prevalence), at(second, prevalence)


def _tie(one: Sequence[Fraction], two: Sequence[Fraction]) -> Fraction | None:
    """Where N1 M2 = N2 M1 in the middle column; None if not strictly between 0 and 1."""
    right = one[0] + one[3], two[0] + two[3]
    at_zero, at_one = (right[0] * two[k] - right[1] * one[k] for k in (1, 2))
    return at_zero / (at_zero - at_one) if at_zero * at_one < 0 else None


@checks("tile.tie")
def tie(answer: Any, given: Mapping[str, Any]) -> str:
    """The border of two classifiers in the middle column."""
    parts = fields(answer, ("b", "above"))
    b = fraction(parts["b"], "b", low=0, high=1)
    above = choice(parts["above"], ("A", "B"), "above")
    one, two = _of_tie(given)
    if (right := _tie(one, two)) is not None:
        unrounded(b, right, "b")
    scores = [exact.canonical_score(p, HALF, b) for p in (one, two)]
    if scores[0] != scores[1]:
        summary = f"At (1/2, {b}) the scores are {float(scores[0]):.4f} and {float(scores[1]):.4f}, not equal"
        wrong(f"{summary}{_tie_slip(b, given)}")
    better = "A" if exact.canonical_score(one, HALF, 1) > exact.canonical_score(two, HALF, 1) else "B"
    if above != better:
        wrong(f"They do tie at {b}, but upwards misses count more, and {above} is not the one with fewer of them.")
    return f"Both have {float(scores[0]):.4f} there, and {better} is better above."


def _tie_slip(b: Fraction, given: Mapping[str, Any]) -> str:
    right = _tie(*_of_tie(given))
    if right is not None and b == 1 - right:
        return ": b is the weight of a miss, and this is that of a false alarm."
    if b == _tie(*_of_tie({**given, "prevalence": 0.5})):
        return ": this is the tie if both classes were equally frequent. What is the share of positives?"
    if b == _tie(*_of_tie({**given, "prevalence": round(1 - given["prevalence"], 1)})):
        return ": the shares of the two classes have changed places."
    one, two = _of_tie(given)
    if (one[1] - two[1]) * (1 - b) + (one[2] - two[2]) * b == 0:
        return ": the mistakes tie there, but what is right differs as well."
    return "."


@draws("tile.chance-forgets")
def _performance_and_b(rng: np.random.Generator) -> Mapping[str, Any]:
    positives = int(rng.choice([20, 30, 40, 60, 70]))
    tp = int(rng.integers(positives // 2 + 2, positives - 2))
    tn = int(rng.integers((100 - positives) // 2 + 5, 100 - positives - 3))
    performance = (tn, 100 - positives - tn, positives - tp, tp)
    return {"performance": performance, "b": float(rng.choice([0.1, 0.2, 0.3, 0.7, 0.8, 0.9]))}


@checks("tile.chance-forgets")
def chance_forgets(answer: Any, given: Mapping[str, Any]) -> str:
    """Three scores of one row, corrected for chance."""
    parts = fields(answer, ("different", "values"))
    different = whole(parts["different"], "the number of different values", low=1, high=3)
    submitted = values(parts["values"], "the values", shortest=3, longest=3)
    rows = {name: [of(given, a) for a in _COLUMNS] for name, of in _CORRECTIONS.items()}
    if not all(close(one, float(two), THIRD_DIGIT) for one, two in zip(submitted, rows["right"], strict=True)):
        for name, row in rows.items():
            if all(close(one, float(two), THIRD_DIGIT) for one, two in zip(submitted, row, strict=True)):
                wrong(f"Your three values are {name}.")
        for place, (one, two) in enumerate(zip(submitted, rows["right"], strict=True), start=1):
            unrounded(one, two, f"value {place}", THIRD_DIGIT)
        guess = exact.no_skill(given["performance"])
        summary = f"In hundredths, guessing at the same rates has ({', '.join(f'{100 * float(p):g}' for p in guess)})"
        wrong(f"The values are not right. {summary}: take its score at the same place.")
    if different != 1:
        wrong(f"The values are right, but are they {different} different numbers?")
    return "Three colleagues who want different things get one number: the correction forgets a."


_COLUMNS: Final = (Fraction(1, 20), HALF, Fraction(19, 20))


def _corrected(given: Mapping[str, Any], a: Fraction) -> Fraction:
    performance, b = given["performance"], Fraction(str(given["b"]))
    score, by_chance = (exact.canonical_score(p, a, b) for p in (performance, exact.no_skill(performance)))
    return Fraction(score - by_chance) / (1 - by_chance)


def _corrected_by_best_guess(given: Mapping[str, Any], a: Fraction) -> Fraction:
    performance, b = given["performance"], Fraction(str(given["b"]))
    tn, fp, fn, tp = performance
    guesses = [exact.canonical_score(p, a, b) for p in ((tn + fp, 0, fn + tp, 0), (0, tn + fp, 0, fn + tp))]
    return Fraction(exact.canonical_score(performance, a, b) - max(guesses)) / (1 - max(guesses))


_CORRECTIONS: Final[Mapping[str, Callable[[Mapping[str, Any], Fraction], Fraction]]] = {
    "right": _corrected,
    "the scores before the correction": lambda given, a: Fraction(
        exact.canonical_score(given["performance"], a, Fraction(str(given["b"])))
    ),
    "corrected by the best constant answer, not by guessing at the same rates": _corrected_by_best_guess,
    "κ, which belongs to the row b = 1/2": lambda given, _: Fraction(exact.SCORES["kappa"](given["performance"])),
    "those of the row 1 - b": lambda given, a: _corrected({**given, "b": round(1 - given["b"], 1)}, a),
}
