"""Checkers of the exercises on ranking scores and the Tile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook import tile
from metricbook.exact import tile as exact
from metricbook.exact.samples import matrices, performances_at
from metricbook.exercises.checking import checks
from metricbook.exercises.reading import (
    called,
    cases,
    choice,
    close,
    fields,
    fraction,
    function,
    number,
    several,
    values,
    whole,
    wrong,
)
from metricbook.metrics.confusion import matthews_correlation

HALF: Final = Fraction(1, 2)
#: How far a number read from a drawing may be off.
READ: Final = 0.05
#: Half a unit of the third digit, and a little for whoever rounds on the way.
THIRD_DIGIT: Final = 0.0011

Counts = tuple[int, int, int, int]
Place = tuple[Fraction, Fraction]


def _counts(answer: Any, what: str, *, low: int = 0, high: int = 100) -> Counts:
    found = several(answer, what, shortest=4, longest=4)
    tn, fp, fn, tp = (
        whole(one, f"{name} of {what}", low=low, high=high) for one, name in zip(found, exact.OMEGA, strict=True)
    )
    return tn, fp, fn, tp


def _pair(answer: Any, what: str) -> tuple[Fraction, Fraction]:
    first, second = several(answer, what, shortest=2, longest=2)
    return fraction(first, f"the first number of {what}", low=0, high=1), fraction(
        second, f"the second number of {what}", low=0, high=1
    )


def _at(rates: tuple[Fraction, Fraction], prevalence: Fraction) -> tuple[Fraction, ...]:
    """The performance of a TNR and a TPR."""
    tnr, tpr = rates
    negative = 1 - prevalence
    return negative * tnr, negative * (1 - tnr), prevalence * (1 - tpr), prevalence * tpr


def _tenths(rng: np.random.Generator, low: int, high: int) -> float:
    return int(rng.integers(low, high + 1)) / 10


# ---------- ranking scores


def _three_importances(rng: np.random.Generator) -> Mapping[str, Any]:
    """None is canonical or symmetric, so that each wrong formula shows."""
    drawn = [tuple(int(i) for i in rng.choice(np.arange(1, 10), 4, replace=False)) for _ in range(3)]
    return dict(zip(("first", "second", "third"), drawn, strict=True))


@checks("tile.places", given=_three_importances)
def places(answer: Any, given: Mapping[str, Any]) -> str:
    """The orders of three scores of given importances."""
    found = several(answer, "the list", shortest=3, longest=3)
    for number_, (one, importance) in enumerate(zip(found, given.values(), strict=True), start=1):
        place = _pair(one, f"place {number_}")
        right = exact.place(importance)
        if place != right:
            wrong(f"Place {number_}, of {importance}, is not ({place[0]}, {place[1]}){_slip(place, importance)}")
    return "All three are where their orders are."


def _slip(place: Place, importance: Sequence[int]) -> str:
    (a, b), (tn, fp, fn, tp), total = exact.place(importance), importance, sum(importance)
    if place[0] == a and place[1] == 1 - b:
        return ": a is right; b is the share of misses in what mistakes weigh, and this is the share of false alarms."
    if place == (b, a):
        return ": the two coordinates have changed places. To the right right decisions count, upwards mistakes do."
    if place in ((1 - a, b), (1 - a, 1 - b)):
        return ": to the right true positives count more, and this is the share of true negatives."
    if place == (Fraction(tp, total), Fraction(fn, total)):
        return ": right outcomes and mistakes are scaled each by itself, not all four by one sum."
    by_column, by_row = (Fraction(tp, tp + fp), Fraction(fn, tn + fn)), (Fraction(tp, tp + fn), Fraction(fp, tn + fp))
    if place in (by_column, by_row):
        return ": right outcomes are weighed against each other, and mistakes against each other."
    return ": look at I(tn) and I(tp) for a, and at I(fp) and I(fn) for b."


@checks("tile.interpolation")
def interpolation(answer: Any, given: Mapping[str, Any]) -> str:
    """A performance for which the printed rule of a row fails, and the true score."""
    parts = fields(answer, ("performance", "middle"))
    counts = _counts(parts["performance"], "the performance", low=1, high=9)
    middle = fraction(parts["middle"], "the score in the middle")
    left, right, true = (exact.canonical_score(counts, a, HALF) for a in (0, 1, HALF))
    harmonic, arithmetic = 2 / (1 / left + 1 / right), (left + right) / 2
    if middle != true:
        if middle == harmonic:
            wrong("Your value in the middle is the harmonic mean itself, which is what the printed rule says.")
        if middle == arithmetic:
            wrong("Your value in the middle is the mean of the two ends; the score is not linear along a row.")
        if middle in (exact.canonical_score(counts, HALF, 0), exact.canonical_score(counts, HALF, 1)):
            wrong("Your value belongs to the column a = 1/2, not to the middle of the square.")
        wrong(f"At (1/2, 1/2) the score of {counts} is not {middle}: all four outcomes count alike there.")
    if abs(harmonic - true) < Fraction(1, 10):
        gap = f"{float(abs(harmonic - true)):.3f}"
        wrong(f"For {counts} the ends have {left} and {right}, and their harmonic mean misses by {gap} only.")
    return (
        f"The ends have {left} and {right}: their harmonic mean is {float(harmonic):.3f}, the score {float(true):.3f}."
    )


@checks("tile.after-a-shift")
def after_a_shift(answer: Any, given: Mapping[str, Any]) -> str:
    """A score after a prior shift, on all small performances."""
    of = function(answer)
    importances = [(1, 1, 1, 1), (1, 2, 3, 4), (4, 1, 1, 2)]
    tried = 0
    for total in range(2, 6):
        small = [counts for counts in matrices(total) if 0 < counts[2] + counts[3] < total]
        for counts, importance, prevalence in product(small, importances, (0.5, 0.25, 0.9)):
            right = _shifted_score(counts, importance, Fraction(str(prevalence)))
            case = f"performance {counts}, importance {importance}, prevalence {prevalence}"
            value = called(of, counts, importance, prevalence, case=case)
            if not close(value, float(right), 1e-9):
                said = f"On {case} the score is {float(right):.4f} and your function returns {value:.4f}"
                wrong(f"{said}{_shift_slip(of)}")
            tried += 1
    for scale in (0.1, 7.0):
        scaled = tuple(scale * count for count in (3, 1, 2, 2))
        value = called(of, scaled, (1, 2, 3, 4), 0.25, case=f"performance {scaled}")
        if not close(value, float(_shifted_score((3, 1, 2, 2), (1, 2, 3, 4), Fraction(1, 4))), 1e-9):
            wrong(f"Counts and shares must give the same score: on {scaled} yours is another than on (3, 1, 2, 2).")
    return f"Right in all {tried} cases of up to five, and for shares."


def _shifted_score(counts: Sequence[int], importance: Sequence[int], prevalence: Fraction) -> Fraction:
    shifted = exact.shifted(counts, prevalence)
    assert shifted is not None  # both classes are there
    return Fraction(exact.ranking_score(shifted, importance))


def _shift_slip(of: Callable[..., Any]) -> str:
    """The usual mistake that explains what a function returns on four cases."""
    known: dict[str, Callable[[Fraction, Fraction], tuple[Any, ...]]] = {
        ", which is the score before the shift": lambda down, up: (1, 1, 1, 1),
        ": the factors of the two classes have changed places, or are old prior over new": lambda down, up: (
            up,
            up,
            down,
            down,
        ),
        ": the factor goes with the label of a case, not with what it was called": lambda down, up: (
            down,
            up,
            down,
            up,
        ),
        ": mistakes shift as well, not only what is right": lambda down, up: (down, 1, 1, up),
    }
    trials = list(product([(3, 1, 2, 2), (1, 4, 3, 2)], [Fraction(1, 4), Fraction(9, 10)]))
    found = [called(of, p, (1, 2, 3, 4), float(prior), case=f"performance {p}") for p, prior in trials]
    for says, factors in known.items():
        if all(close(v, _moved(p, prior, factors), 1e-9) for v, (p, prior) in zip(found, trials, strict=True)):
            return f"{says}."
    priors = [(1 - prior, 1 - prior, prior, prior) for _, prior in trials]
    undivided = [
        exact.ranking_score([f * c for f, c in zip(four, p, strict=True)], (1, 2, 3, 4))
        for four, (p, _) in zip(priors, trials, strict=True)
    ]
    if all(close(value, float(score), 1e-9) for value, score in zip(found, undivided, strict=True)):
        return ": a new prior must first be divided by the old one."
    return "."


def _moved(
    counts: Sequence[int], prevalence: Fraction, factors: Callable[[Fraction, Fraction], tuple[Any, ...]]
) -> float:
    positive = Fraction(exact.prior_of(counts, 1))
    four = factors((1 - prevalence) / (1 - positive), prevalence / positive)
    return float(exact.ranking_score([f * c for f, c in zip(four, counts, strict=True)], (1, 2, 3, 4)))


@checks("tile.kappa-changes-its-mind")
def kappa_changes_its_mind(answer: Any, given: Mapping[str, Any]) -> str:
    """Two classifiers of equal balanced accuracy that kappa orders by the prior."""
    found = several(answer, "the pair", shortest=2, longest=2)
    first, second = (
        _pair(one, f"the {which} classifier") for which, one in zip(("first", "second"), found, strict=True)
    )
    for which, rates in ((1, first), (2, second)):
        if sum(rates) <= 1:
            wrong(f"Classifier {which} is no better than guessing: TNR + TPR is {sum(rates)}.")
    if sum(first) != sum(second):
        said = " and ".join(str(sum(rates) / 2) for rates in (first, second))
        wrong(f"The balanced accuracy must see no difference: it is {said}.")
    kappas = [[exact.SCORES["kappa"](_at(rates, prior)) for rates in (first, second)] for prior in _RARE_AND_COMMON]
    said = "; ".join(
        f"at {prior} κ is {float(one):.3f} and {float(two):.3f}"
        for prior, (one, two) in zip(("1/10", "9/10"), kappas, strict=True)
    )
    if kappas[0][0] == kappas[0][1]:
        wrong(f"Your classifiers are the same: {said}.")
    if kappas[0][0] < kappas[0][1]:
        wrong(f"This is the other way round: {said}.")
    if kappas[1][0] >= kappas[1][1]:
        wrong(f"κ does not change its mind: {said}.")
    return f"{said[0].upper()}{said[1:]}."


_RARE_AND_COMMON: Final = (Fraction(1, 10), Fraction(9, 10))


@checks("tile.crossings")
def crossings(answer: Any, given: Mapping[str, Any]) -> str:
    """Where the two classifiers of the figure change places."""
    parts = fields(answer, ("A", "F1", "TNR"))
    read = {name: number(parts[name], name, low=0, high=1) for name in ("A", "F1")}
    tnr = number(parts["TNR"], "TNR", low=0, high=1)
    true = {name: _crossing(of) for name, of in _BY_PRIOR.items()}
    for name, value in read.items():
        if close(value, true[name], READ):
            continue
        other = "F1" if name == "A" else "A"
        if close(value, true[other], READ):
            wrong(f"For {name} you have read the panel of {other}.")
        if close(value, 1 - true[name], READ):
            wrong(f"For {name} you seem to have read the share of negatives: the axis shows that of positives.")
        wrong(f"For {name} the lines do not cross at {value:g}: look for the prior where both have one value.")
    first, second = _CROSSING
    needed = 1 - second[1] * (1 - first[0]) / first[1]
    if close(tnr, 1 - float(needed), 0.002):
        wrong("This is the FPR that the second would need: the TNR is one minus it.")
    if not close(tnr, float(needed), 0.002):
        precisions = [exact.canonical_score(_at(p, HALF), 1, 0) for p in (first, (_exactly(round(tnr, 6)), second[1]))]
        said = " and ".join(f"{float(value):.3f}" for value in precisions)
        wrong(f"With a TNR of {tnr:g} the precisions at equal priors are {said}, not equal.")
    return "Read well; precision compares the two by FPR/TPR, in which the prior does not occur."


_CROSSING: Final = ((Fraction(7, 10), Fraction(7, 10)), (HALF, Fraction(4, 5)))
_BY_PRIOR: Final[Mapping[str, Callable[[Sequence[Any]], Any]]] = {
    "A": lambda performance: exact.canonical_score(performance, HALF, HALF),
    "F1": exact.SCORES["F1"],
}


def _crossing(of: Callable[[Sequence[Any]], Any]) -> float:
    """By bisection, where the score of the first is no longer the larger."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(20):
        middle = (low + high) / 2
        one, two = (of(_at(rates, middle)) for rates in _CROSSING)
        low, high = (middle, high) if one > two else (low, middle)
    return float(low)


# ---------- rankings


def _two_that_tie(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        given = {
            "prevalence": _tenths(rng, 2, 8),
            "tnr_a": _tenths(rng, 7, 9),
            "tpr_a": _tenths(rng, 3, 6),
            "tnr_b": _tenths(rng, 3, 6),
            "tpr_b": _tenths(rng, 7, 9),
        }
        ties = _tie(*_of_tie(given)), _tie(*_of_tie({**given, "prevalence": 0.5}))
        if None not in ties and len({*ties, HALF}) == 3:
            return given


def _of_tie(given: Mapping[str, Any]) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    first, second = ((Fraction(str(given[f"tnr_{who}"])), Fraction(str(given[f"tpr_{who}"]))) for who in "ab")
    prevalence = Fraction(str(given["prevalence"]))
    return _at(first, prevalence), _at(second, prevalence)


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
    scores = [exact.canonical_score(p, HALF, b) for p in (one, two)]
    if scores[0] != scores[1]:
        said = f"At (1/2, {b}) the scores are {float(scores[0]):.4f} and {float(scores[1]):.4f}, not equal"
        wrong(f"{said}{_tie_slip(b, given)}")
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
    found = several(answer, "the pair", shortest=2, longest=2)
    rates = [values(one, f"classifier {k}", shortest=2, longest=2) for k, one in enumerate(found, start=1)]
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
    said = ", ".join(f"{name} {100 * area:.1f} %" for name, area in zip(names, areas, strict=True))
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
        wrong(f"The areas are {said}: {reason}.")
    return f"The areas are {said}."


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
    found = values(parts["values"], "the values", shortest=3, longest=3)
    rows = {name: [of(given, a) for a in _COLUMNS] for name, of in _CORRECTIONS.items()}
    if not all(close(one, float(two), THIRD_DIGIT) for one, two in zip(found, rows["right"], strict=True)):
        for name, row in rows.items():
            if all(close(one, float(two), THIRD_DIGIT) for one, two in zip(found, row, strict=True)):
                wrong(f"Your three values are {name}.")
        guess = exact.no_skill(given["performance"])
        said = f"In hundredths, guessing at the same rates has ({', '.join(f'{100 * float(p):g}' for p in guess)})"
        wrong(f"The values are not right. {said}: take its score at the same place.")
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
    if not isinstance(parts["scores"], Mapping) or len(parts["scores"]) != 3:
        wrong("scores must be a dictionary of three lists, by the names of the classifiers")
    names = [str(name) for name in parts["scores"]]
    if len(set(names)) < 3:
        wrong("the three classifiers must have different names.")
    read = {
        name: cases((parts["labels"], scores), f"classifier {name}", shortest=60, longest=2000)
        for name, scores in zip(names, parts["scores"].values(), strict=True)
    }
    labels = np.array(read[names[0]][0], dtype=np.float64)
    found = _places_and_winners(parts, names)
    rng = np.random.default_rng(17)
    weights = np.vstack([np.ones(labels.size), rng.multinomial(labels.size, [1 / labels.size] * labels.size, _DRAWS)])
    shares = []
    for (a, b), winner, held in found:
        best = np.array([_best_scores(labels, np.array(scores), weights, a, b) for _, scores in read.values()])
        place, first = names.index(winner), int(best[:, 0].argmax())
        others = np.delete(best, place, axis=0).max(axis=0)
        if best[place, 0] <= others[0]:
            said = ", ".join(f"{name} {value:.4f}" for name, value in zip(names, best[:, 0], strict=True))
            alone = "ties with another" if best[place, 0] == others[0] else f"is not best, {names[first]} is"
            wrong(f"At ({a:g}, {b:g}) {winner} {alone}: {said}.")
        shares.append(float(np.mean((best[place] > others)[1:])))
        if not close(held, shares[-1], _SPREAD):
            wrong(
                f"At ({a:g}, {b:g}) {winner} wins in {shares[-1]:.1%} of {_DRAWS} resamples of whole cases, "
                f"not in {held:.1%}: does each resample draw a label with its three scores, and a new threshold?"
            )
    if found[0][1] == found[1][1]:
        wrong(f"The two places must have different winners, and {found[0][1]} is best at both.")
    if min(shares[0], found[0][2]) < 0.95:
        wrong(f"At the first place the claim must hold in 95 % of the resamples: it does in {shares[0]:.1%}.")
    return f"The first winner holds in {shares[0]:.1%} of {_DRAWS} resamples, the second in {shares[1]:.1%}."


_DRAWS: Final = 400
#: Two hundred resamples and ours differ by less than this, three times in a thousand.
_SPREAD: Final = 0.13

Array = NDArray[np.float64]


def _places_and_winners(parts: Mapping[str, Any], names: Sequence[str]) -> list[tuple[tuple[float, float], str, float]]:
    places_ = several(parts["places"], "the places", shortest=2, longest=2)
    winners = several(parts["winners"], "the winners", shortest=2, longest=2)
    held = values(parts["held"], "held", shortest=2, longest=2)
    found = []
    for one, winner, share in zip(places_, winners, held, strict=True):
        a, b = values(one, "a place", shortest=2, longest=2)
        if not (0 < a < 1 and 0 < b < 1):
            wrong(f"places must lie inside the square: ({a:g}, {b:g}) does not.")
        if winner not in names:
            wrong("winners must be names of your classifiers.")
        if not 0 <= share <= 1:
            wrong("held must be shares between 0 and 1, not percentages.")
        found.append(((a, b), str(winner), share))
    return found


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


# ---------- geometry


def _two_and_a_coin(rng: np.random.Generator) -> Mapping[str, Any]:
    positives = int(rng.choice([30, 40, 50, 60]))
    cautious = int(rng.integers(8, 13)), int(rng.integers(1, 3))
    generous = int(rng.integers(15, positives - 4)), int(rng.integers(15, 30))
    first, second = ((100 - positives - fp, fp, positives - tp, tp) for tp, fp in (cautious, generous))
    return {"first": first, "second": second, "heads": float(rng.choice([0.2, 0.4, 0.6, 0.7, 0.8]))}


@checks("tile.coin-and-precision", given=_two_and_a_coin)
def coin_and_precision(answer: Any, given: Mapping[str, Any]) -> str:
    """The precision of a mixture."""
    found = fraction(answer, "the precision", low=0, high=1)
    first, second, heads = given["first"], given["second"], Fraction(str(given["heads"]))

    def mixed(weight: Fraction) -> list[Fraction]:
        return [weight * x + (1 - weight) * y for x, y in zip(first, second, strict=True)]

    if found == exact.canonical_score(mixed(heads), 1, 0):
        return "The classifier that flags more has the greater say in the precision of the mixture."
    precisions = [Fraction(exact.canonical_score(p, 1, 0)) for p in (first, second)]
    if found == heads * precisions[0] + (1 - heads) * precisions[1]:
        wrong("This is the mean of the two precisions: the coin mixes decisions, and one flags more than the other.")
    if found == exact.canonical_score(mixed(1 - heads), 1, 0):
        wrong("Heads and tails have changed places.")
    if found == exact.canonical_score(mixed(HALF), 1, 0):
        wrong("This is the precision of an even mixture; the coin is not fair.")
    if found == exact.canonical_score(mixed(heads), 1, 1):
        wrong("This is the recall of the mixture, which divides by the positives and not by what is flagged.")
    said = ", ".join(f"{float(count):g}" for count in mixed(heads))
    wrong(f"Of 100 cases the mixture has on average ({said}): what share of what it flags is positive?")


@checks("tile.mcc-and-the-coin")
def mcc_and_the_coin(answer: Any, given: Mapping[str, Any]) -> str:
    """Two performances whose mixture MCC rates below both."""
    found = several(answer, "the pair", shortest=2, longest=2)
    pair = [_counts(one, f"performance {k}") for k, one in enumerate(found, start=1)]
    for counts in pair:
        tn, fp, fn, tp = counts
        if (tn + fp, fn + tp) != (7, 3):
            wrong(f"{counts} has {fn + tp} positives and {tn + fp} negatives, not three and seven.")
        if tn + fn == 0 or fp + tp == 0:
            wrong(f"MCC of {counts} is undefined: it always says the same.")
    mixture = [x + y for x, y in zip(*pair, strict=True)]
    one, two, of_mixture = (float(matthews_correlation(*counts)) for counts in (*pair, mixture))
    said = f"MCC is {one:.4f} and {two:.4f}, that of the mixture {of_mixture:.4f}"
    if of_mixture >= min(one, two):
        above = "better than both" if of_mixture > max(one, two) else "between them"
        wrong(f"{said}: {above if of_mixture > min(one, two) else 'the same'}, not worse than both.")
    if min(one, two) - of_mixture < 0.05:
        wrong(f"{said}: worse than both, but by less than 0.05.")
    return f"{said}."


def _a_map(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        a, b = (int(x) / 10 for x in rng.choice([1, 2, 3, 4, 6, 7, 8, 9], 2, replace=False))
        counts = tuple(int(x) for x in [*rng.multinomial(97, [0.35, 0.15, 0.15, 0.35])])
        around = {place: float(exact.canonical_score(counts, *map(_exactly, place))) for place in _around(a, b)}
        both = sorted({*around.values(), *(1 - value for value in around.values())})
        if len(around) == 8 and len(both) == 16 and min(np.diff(both)) > 3 * THIRD_DIGIT:
            break
    rows = "\n".join(f"| ({x:g}, {y:g}) | {value:.3f} |" for (x, y), value in sorted(around.items()))
    return {"a": a, "b": b, "table": f"| place (a, b) | score |\n|---|---|\n{rows}", "performance": counts}


def _exactly(value: float) -> Fraction:
    return Fraction(str(value))


def _around(a: float, b: float) -> list[tuple[float, float]]:
    return [
        (round(x, 1), round(y, 1)) for one, two in ((a, b), (b, a)) for x, y in product((one, 1 - one), (two, 1 - two))
    ]


_TURNS: Final[Mapping[str, tuple[Callable[[int, int], int], Callable[[int, int], int]]]] = {
    "all predictions are turned round": (lambda y, h: y, lambda y, h: 1 - h),
    "the classes trade names": (lambda y, h: 1 - y, lambda y, h: 1 - h),
    "label and prediction trade places": (lambda y, h: h, lambda y, h: y),
}


@checks("tile.mirrors", given=_a_map)
def mirrors(answer: Any, given: Mapping[str, Any]) -> str:
    """What three exchanges of outcomes do to the score at a place."""
    found = values(answer, "the three numbers", shortest=3, longest=3)
    place = _exactly(given["a"]), _exactly(given["b"])
    right = [
        float(exact.canonical_score(exact.relabelled(given["performance"], *turn), *place)) for turn in _TURNS.values()
    ]
    around = {
        spot: float(exact.canonical_score(given["performance"], *map(_exactly, spot)))
        for spot in _around(given["a"], given["b"])
    }
    for name, value, true in zip(_TURNS, found, right, strict=True):
        if close(value, true, THIRD_DIGIT):
            continue
        said = f"After {name} the score there is not {value:g}"
        if close(value, 1 - true, THIRD_DIGIT):
            least = "becomes" if name.startswith("all") else "does not become"
            wrong(f"{said}: the place is right, but here the score {least} one minus a score.")
        for spot, known in around.items():
            if close(value, known, THIRD_DIGIT) or close(value, 1 - known, THIRD_DIGIT):
                wrong(f"{said}: it comes from the value at ({spot[0]:g}, {spot[1]:g}), which is the wrong mirror.")
        wrong(f"{said}, and it comes from none of the eight values.")
    return "All three mirrors are the right ones."


def _a_place_off_the_diagonal(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        a, b = (int(x) / 10 for x in rng.choice(np.arange(1, 10), 2, replace=False))
        given = {"prevalence": _tenths(rng, 1, 9), "a": a, "b": b}
        if (
            given["prevalence"] != 0.5
            and abs(a - b) >= 0.2
            and any(_fits(_partner(given, k), given) for k in range(11))
        ):
            return given


def _steepness(a: Fraction, b: Fraction, prevalence: Fraction) -> Fraction:
    """The denominator of a score grows by so much, in parts of what it is without it, with tn - tp."""
    return (b - a) / ((1 - prevalence) * (1 - b) + prevalence * b)


def _partner(given: Mapping[str, Any], tenth: int) -> Place:
    b, prevalence = Fraction(tenth, 10), _exactly(given["prevalence"])
    steep = _steepness(_exactly(given["a"]), _exactly(given["b"]), prevalence)
    return b - steep * ((1 - prevalence) * (1 - b) + prevalence * b), b


def _fits(place: Place, given: Mapping[str, Any]) -> bool:
    far = min(abs(place[0] - _exactly(given["a"])), abs(place[1] - _exactly(given["b"])))
    return 0 <= place[0] <= 1 and far >= Fraction(1, 10)


@checks("tile.means-that-rank", given=_a_place_off_the_diagonal)
def means_that_rank(answer: Any, given: Mapping[str, Any]) -> str:
    """A second place whose mean with the first keeps mixtures in range."""
    place = _pair(answer, "the place")
    first, prevalence = (_exactly(given["a"]), _exactly(given["b"])), _exactly(given["prevalence"])
    if min(abs(place[0] - first[0]), abs(place[1] - first[1])) < Fraction(1, 10):
        wrong(f"Both coordinates must differ from those of ({first[0]}, {first[1]}) by at least 1/10.")
    if _steepness(*place, prevalence) == _steepness(*first, prevalence):
        return "The two denominators are proportional, so the mean is a quotient of two linear functions again."
    if _steepness(*place, HALF) == _steepness(*first, HALF):
        slip = "A parallel to the rising diagonal is right for equal priors, which these are not"
    elif _steepness(*place, 1 - prevalence) == _steepness(*first, 1 - prevalence):
        slip = "This would be right if the shares of the two classes were exchanged"
    elif place[0] == place[1]:
        slip = "The diagonal goes with the diagonal only"
    else:
        slip = "The two denominators are not proportional"
    wrong(f"{slip}.{_witness(first, place, prevalence)}")


def _witness(first: Place, second: Place, prevalence: Fraction) -> str:
    """An even mixture that the mean puts outside of its parts, from coarse rates to fine ones, as a sentence."""
    for steps in (3, 6, 12, 24):
        p = np.array([[float(x) for x in one] for one in performances_at(prevalence, steps)])
        one, other = np.triu_indices(len(p), 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            value, mixed = (
                np.mean([tile.ranking_score(of, float(a), float(b)) for a, b in (first, second)], axis=0)
                for of in (p, (p[one] + p[other]) / 2)
            )
        outside = np.maximum(mixed - np.fmax(value[one], value[other]), np.fmin(value[one], value[other]) - mixed)
        if np.nanmax(outside) > 1e-4:
            k = int(np.nanargmax(outside))
            rates = [
                f"TNR {v[0] / (v[0] + v[1]):.3g}, TPR {v[3] / (v[2] + v[3]):.3g}" for v in (p[one[k]], p[other[k]])
            ]
            numbers = f"{value[one[k]]:.4f} and {value[other[k]]:.4f}, their even mixture {mixed[k]:.4f}"
            return f" The mean gives {rates[0]} and {rates[1]} {numbers}."
    return ""


# ---------- correlation maps


def _six(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        tp, fp = (rng.choice(np.arange(low, high), 6, replace=False).tolist() for low, high in ((2, 12), (1, 11)))
        rows = [(15 - no, no, 12 - yes, yes) for yes, no in zip(tp, fp, strict=True)]
        one, *others = _corner_orders(rows).values()
        if len(set(one)) == 6 and all(_tau(one, other) not in (-1, 0, 1) for other in others):
            table = "\n".join(f"| {name} | {row} |" for name, row in zip("ABCDEF", rows, strict=True))
            return {"table": f"| classifier | counts |\n|---|---|\n{table}", "classifiers": rows}


def _corner_orders(rows: Sequence[Sequence[int]]) -> dict[str, list[Any]]:
    return {name: [exact.canonical_score(row, *place) for row in rows] for name, place in _CORNERS.items()}


_CORNERS: Final = {"precision": (1, 0), "recall": (1, 1), "specificity": (0, 0)}


def _tau(one: Sequence[Any], two: Sequence[Any]) -> Fraction:
    pairs = [
        ((x > y) - (x < y)) * ((u > v) - (u < v)) for (x, u), (y, v) in combinations(zip(one, two, strict=True), 2)
    ]
    return Fraction(sum(pairs), len(pairs))


@checks("tile.six-classifiers", given=_six)
def six_classifiers(answer: Any, given: Mapping[str, Any]) -> str:
    """Kendall's correlations of precision with recall and with specificity."""
    found = several(answer, "the pair", shortest=2, longest=2)
    one, *others = _corner_orders(given["classifiers"]).values()
    for name, value, other in zip(("recall", "specificity"), found, others, strict=True):
        tau = fraction(value, f"τ with {name}", low=-1, high=1)
        if tau != _tau(one, other):
            wrong(f"τ of precision and {name} is not {tau}{_tau_slip(tau, one, other)}")
    alike = [float(_tau(one, other)) for other in others]
    return f"Of these six, τ of precision is {alike[0]:.2f} with recall and {alike[1]:.2f} with specificity."


def _tau_slip(found: Fraction, one: Sequence[Any], two: Sequence[Any]) -> str:
    tau = _tau(one, two)
    if found == (1 + tau) / 2:
        return ": this is the share of pairs in the same order, and those in opposite order must be taken off."
    if found == (1 - tau) / 2:
        return ": this is the share of pairs in opposite order."
    if found == -tau:
        return ": the sign is turned, for pairs in the same order count for τ."
    if found == tau * 30 / 36:
        return ": six classifiers have 15 pairs, and you have divided by more."
    ranks = [[sum(other <= value for other in column) for value in column] for column in (one, two)]
    if found == 1 - Fraction(6 * sum((x - y) ** 2 for x, y in zip(*ranks, strict=True)), 6 * 35):
        return ": this is Spearman's correlation of the ranks, not Kendall's."
    return f". It would mean {float(15 * (1 + found) / 2):g} pairs of 15 in the same order: count them once more."


@checks("tile.opposite-orders")
def opposite_orders(answer: Any, given: Mapping[str, Any]) -> str:
    """Three classifiers that accuracy and F1 put in opposite orders."""
    found = several(answer, "the list", shortest=3, longest=3)
    three: list[Sequence[int]] = [_counts(one, f"performance {k}", high=10) for k, one in enumerate(found, start=1)]
    for counts in three:
        tn, fp, fn, tp = counts
        if (tn + fp, fn + tp) != (10, 10):
            wrong(f"{counts} has {tn + fp} negatives and {fn + tp} positives, not ten of each.")
        if tn + tp <= 10:
            wrong(f"{counts} is no better than guessing: TNR + TPR is {Fraction(tn + tp, 10)}.")
    accuracy = [Fraction(tn + tp, 20) for tn, _, _, tp in three]
    f1 = [exact.f_beta(counts, 1) for counts in three]
    said = f"the accuracies are {', '.join(map(str, accuracy))}, F1 {', '.join(f'{float(x):.3f}' for x in f1)}"
    if _tau(accuracy, f1) == -1:
        return f"{said[0].upper()}{said[1:]}: opposite in all three pairs."
    for i, j in combinations(range(3), 2):
        for name, score in (("accuracy", accuracy), ("F1", f1)):
            if score[i] == score[j]:
                wrong(f"{three[i]} and {three[j]} tie by {name}: {said}.")
    same = next((i, j) for i, j in permutations(range(3), 2) if accuracy[i] > accuracy[j] and f1[i] > f1[j])
    wrong(f"Both scores prefer {three[same[0]]} to {three[same[1]]}: {said}.")


def _a_ratio(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        ratio = Fraction(int(rng.integers(11, 60)), int(rng.integers(2, 10)))
        if ratio.denominator > 1 and ratio > 1:
            return {"ratio": str(ratio)}


@checks("tile.exact-tau", given=_a_ratio)
def exact_tau(answer: Any, given: Mapping[str, Any]) -> str:
    """Kendall's correlation of accuracy and TNR for independent uniform rates."""
    found, ratio = fraction(answer, "τ", low=-1, high=1), Fraction(given["ratio"])
    beyond = _exceeds(ratio)
    tau = 1 - beyond
    if found == tau:
        return f"One pair in {float(2 / beyond):.1f} is discordant."
    slips = {
        "This is τ of the accuracy and TPR, the rate of the rarer class": beyond,
        "Opposite signs happen in half of all cases; you have counted every case": 1 - 2 * beyond,
        "This is the share of concordant pairs, not yet their balance": 1 - beyond / 2,
        "This takes the sizes of the differences for uniform; small ones are more likely": 1 - 1 / (2 * ratio),
        "This would be right if both classes were equally frequent": HALF,
    }
    for says, value in slips.items():
        if found == value:
            wrong(f"{says}.")
    rng = np.random.default_rng(5)
    drawn = tile.fixed_prevalence_performances(4000, float(1 / (1 + ratio)), rng=rng)
    near = float(tile.kendall_map("TNR", drawn, 0.5, 0.5))
    if close(float(found), near, 0.02):
        wrong(f"{found} is near what a simulation gives, {near:.2f}, and not exact.")
    wrong(f"4,000 simulated classifiers give {near:.2f}, your {found} is {float(found):.2f}.")


def _exceeds(ratio: Fraction) -> Fraction:
    """Probability that one difference of uniform numbers is, in size, more than so many times another: exactly.

    The size t has density 2(1-t), and exceeds s with probability (1-s)². So integrate 2(1-t)(1-rt)² up to 1/r.
    """
    polynomial = [Fraction(2), -2 - 4 * ratio, 4 * ratio + 2 * ratio**2, -2 * ratio**2]
    return sum((c / (k + 1) / ratio ** (k + 1) for k, c in enumerate(polynomial)), Fraction(0))


@checks("tile.how-little")
def how_little(answer: Any, given: Mapping[str, Any]) -> str:
    """The share of pairs that a step of 0.05 reverses where it reverses most, with its error."""
    parts = fields(answer, ("place", "moved", "share", "error"))
    place, moved = (tuple(values(parts[name], name, shortest=2, longest=2)) for name in ("place", "moved"))
    share, error = (number(parts[name], name, low=0) for name in ("share", "error"))
    _check_step(place, moved)
    batches = [_reversed_share(place, moved, k) for k in range(_BATCHES)]
    ours, spread = float(np.mean(batches)), float(np.std(batches, ddof=1) / _BATCHES**0.5)
    if share > 1 or close(share, 100 * ours, 20 * ours):
        wrong("share is a share of all pairs, not a percentage.")
    if close(share, 1 - 2 * ours, 4 * spread):
        wrong("This is τ itself: what share of the pairs does it say are reversed?")
    if close(share, 2 * ours, 4 * spread) and error < ours / 8:
        wrong("This is 1 - τ, which counts each reversed pair twice.")
    if error == 0 or error > 0.04 * share:
        wrong(f"An error of {error:g} leaves the share open: draw more performances, so that it is at most 4 % of it.")
    if not close(share, ours, 4 * (error**2 + spread**2) ** 0.5):
        wrong(f"We find {ours:.4f} ± {spread:.4f} for this step, too far from your {share:g} ± {error:g}.")
    worst, where = _worst_step()
    if ours < 0.9 * worst - 2 * spread:
        wrong(f"Your step reverses {ours:.1%} of the pairs; another reverses {worst:.1%}, {where} of the square.")
    return f"We find {ours:.2%} ± {spread:.2%} for this step."


_BATCHES: Final = 20
_STEP: Final = 0.05


def _check_step(place: tuple[float, ...], moved: tuple[float, ...]) -> None:
    if not all(0 <= x <= 1 for x in (*place, *moved)):
        wrong("both places must lie on the square.")
    if not all(close(10 * x, round(10 * x), 1e-6) for x in place):
        wrong("the coordinates of place must be tenths.")
    steps = [abs(x - y) for x, y in zip(place, moved, strict=True)]
    if not all(close(step, 0, 1e-9) or close(step, _STEP, 1e-9) for step in steps) or max(steps) < 1e-9:
        wrong(f"moved must differ from place by 0.05 in a, in b or in both, not by {steps[0]:g} and {steps[1]:g}.")


def _signs(performances: Array, place: Sequence[float]) -> NDArray[np.bool_]:
    score = np.asarray(tile.ranking_score(performances, *place))
    return score[:, None] > score[None, :]


def _reversed_share(place: Sequence[float], moved: Sequence[float], batch: int, n: int = 500) -> float:
    drawn = tile.uniform_performances(n, rng=np.random.default_rng([17, batch]))
    return float((_signs(drawn, place) != _signs(drawn, moved)).sum() / (n * (n - 1)))


def _worst_step() -> tuple[float, str]:
    """The largest share over places in tenths, from performances of its own, and roughly where."""
    drawn = tile.uniform_performances(300, rng=np.random.default_rng(18))
    best, at = 0.0, (0.0, 0.0)
    for i, j in product(range(11), range(11)):
        place = i / 10, j / 10
        here = _signs(drawn, place)
        for da, db in product((-_STEP, 0, _STEP), (-_STEP, 0, _STEP)):
            to = round(place[0] + da, 2), round(place[1] + db, 2)
            if to != place and min(to) >= 0 and max(to) <= 1:
                share = float((here != _signs(drawn, to)).sum() / (300 * 299))
                best, at = (share, place) if share > best else (best, at)
    near_edge = sum(x in (0.0, 1.0) for x in at)
    where = ("inside", "on a side", "in a corner")[near_edge]
    # Again with all performances: the largest of many noisy shares is too large.
    steps = [(at[0] + da, at[1] + db) for da, db in product((-_STEP, 0, _STEP), repeat=2) if da or db]
    inside = [to for to in steps if min(to) >= 0 and max(to) <= 1]
    return max(float(np.mean([_reversed_share(at, to, k) for k in range(4)])) for to in inside), where
