"""Checkers of the exercises of tile/rankings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from metricbook import tile
from metricbook.exact import tile as exact
from scoring_the_scores.exercises.checking import checks
from scoring_the_scores.exercises.reading import (
    cases,
    choice,
    close,
    columns,
    fields,
    fraction,
    several,
    unrounded,
    values,
    whole,
    wrong,
)
from scoring_the_scores.tile.answers import HALF, THIRD_DIGIT, Array, at, tenths

# ---------- rankings


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


@checks("tile.tie", given=_two_that_tie)
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


@checks("tile.four-quarters")
def four_quarters(answer: Any, given: Mapping[str, Any]) -> str:
    """Two classifiers that leave a quarter of the square to each of four."""
    submitted = several(answer, "the pair", shortest=2, longest=2)
    rates = [values(one, f"classifier {k}", shortest=2, longest=2) for k, one in enumerate(submitted, start=1)]
    for k, pair in enumerate(rates, start=1):
        if not all(0 <= rate <= 1 for rate in pair):
            wrong(f"TNR and TPR of classifier {k} must lie between 0 and 1.")
        if sum(pair) <= 1:
            wrong(f"Classifier {k} is no better than guessing: TNR + TPR is {sum(pair):g}, and it wins nowhere.")
    if rates[0] == rates[1]:
        wrong("The two classifiers are one: they tie everywhere.")
    tnr, tpr = np.transpose([(1, 0), *rates, (0, 1)])
    areas = [zone.area for zone in tile.zones(tile.from_rates(tnr, tpr, 0.5))]
    names = ("always negative", "the first", "the second", "always positive")
    summary = ", ".join(f"{name} {100 * area:.1f} %" for name, area in zip(names, areas, strict=True))
    if max(abs(area - 0.25) for area in areas) > 0.01 + 1e-12:
        outer = areas[0] + areas[3]
        least = min(range(4), key=lambda k: areas[k])
        reason = (
            f"{names[least]} wins nowhere"
            if areas[least] < 1e-9
            else "your classifiers are too good"
            if outer < 0.48
            else "your classifiers leave too much to the constant ones"
            if outer > 0.52
            else "the two of a kind are not alike"
        )
        wrong(f"The areas are {summary}: {reason}.")
    return f"The areas are {summary}."


def _performance_and_b(rng: np.random.Generator) -> Mapping[str, Any]:
    positives = int(rng.choice([20, 30, 40, 60, 70]))
    tp = int(rng.integers(positives // 2 + 2, positives - 2))
    tn = int(rng.integers((100 - positives) // 2 + 5, 100 - positives - 3))
    performance = (tn, 100 - positives - tn, positives - tp, tp)
    return {"performance": performance, "b": float(rng.choice([0.1, 0.2, 0.3, 0.7, 0.8, 0.9]))}


@checks("tile.chance-forgets", given=_performance_and_b)
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


@checks("tile.map-that-holds")
def map_that_holds(answer: Any, given: Mapping[str, Any]) -> str:
    """Two places with different winners, the first of which holds in resamples: computed anew from the scores."""
    parts = fields(answer, ("labels", "scores", "places", "winners", "held"))
    by_name = columns(parts["scores"], "scores", count=3)
    names = list(by_name)
    read = {
        name: cases((parts["labels"], scores), f"classifier {name}", shortest=60, longest=2000)
        for name, scores in by_name.items()
    }
    labels = np.array(read[names[0]][0], dtype=np.float64)
    submitted = _places_and_winners(parts, names)
    rng = np.random.default_rng(17)
    weights = np.vstack([np.ones(labels.size), rng.multinomial(labels.size, [1 / labels.size] * labels.size, _DRAWS)])
    shares = []
    for (a, b), winner, held in submitted:
        best = np.array([_best_scores(labels, np.array(scores), weights, a, b) for _, scores in read.values()])
        place, first = names.index(winner), int(best[:, 0].argmax())
        others = np.delete(best, place, axis=0).max(axis=0)
        if best[place, 0] <= others[0]:
            summary = ", ".join(f"{name} {value:.4f}" for name, value in zip(names, best[:, 0], strict=True))
            alone = "ties with another" if best[place, 0] == others[0] else f"is not best, {names[first]} is"
            wrong(f"At ({a:g}, {b:g}) {winner} {alone}: {summary}.")
        shares.append(float(np.mean((best[place] > others)[1:])))
        if not close(held, shares[-1], _SPREAD):
            wrong(
                f"At ({a:g}, {b:g}) {winner} wins in {shares[-1]:.1%} of {_DRAWS} resamples of whole cases, "
                f"not in {held:.1%}: does each resample draw a label with its three scores, and a new threshold?"
            )
    if submitted[0][1] == submitted[1][1]:
        wrong(f"The two places must have different winners, and {submitted[0][1]} is best at both.")
    if min(shares[0], submitted[0][2]) < 0.95:
        wrong(f"At the first place the claim must hold in 95 % of the resamples: it does in {shares[0]:.1%}.")
    return f"The first winner holds in {shares[0]:.1%} of {_DRAWS} resamples, the second in {shares[1]:.1%}."


_DRAWS: Final = 400


#: Two hundred resamples and ours differ by less than this, three times in a thousand.
_SPREAD: Final = 0.13


def _places_and_winners(parts: Mapping[str, Any], names: Sequence[str]) -> list[tuple[tuple[float, float], str, float]]:
    places_ = several(parts["places"], "the places", shortest=2, longest=2)
    winners = several(parts["winners"], "the winners", shortest=2, longest=2)
    held = values(parts["held"], "held", shortest=2, longest=2)
    claimed = []
    for one, winner, share in zip(places_, winners, held, strict=True):
        a, b = values(one, "a place", shortest=2, longest=2)
        if not (0 < a < 1 and 0 < b < 1):
            wrong(f"places must lie inside the square: ({a:g}, {b:g}) does not.")
        winner = choice(winner, names, "a winner")
        if not 0 <= share <= 1:
            wrong("held must be shares between 0 and 1, not percentages.")
        claimed.append(((a, b), winner, share))
    return claimed


def _best_scores(labels: Array, scores: Array, weights: Array, a: float, b: float) -> Array:
    """The best canonical score over all thresholds, for each row of weights."""
    order = np.argsort(-scores, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(scores[order]) != 0, True))
    heavy = weights[:, order]
    # In parts of the whole weight, threshold by threshold, the first of which flags nobody.
    tp, fp = (
        np.pad(np.cumsum(heavy * of, axis=1)[:, ends], ((0, 0), (1, 0))) for of in (labels[order], 1 - labels[order])
    )
    positives, negatives = tp[:, -1:], fp[:, -1:]
    right = (1 - a) * (negatives - fp) + a * tp
    mistakes = (1 - b) * fp + b * (positives - tp)
    return np.asarray((right / (right + mistakes)).max(axis=1))
