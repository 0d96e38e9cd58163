"""For teachers: instances, and checkers that hold an answer, of tile/ranking-scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

import numpy as np

from metricbook.exact import tile as exact
from metricbook.exact.samples import matrices
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import called, close, fields, function, number, several, unrounded, wrong
from scoring_the_scores.tile.answers import HALF, Place, at, exactly, pair

#: How far a number read from a drawing may be off.
READ: Final = 0.05


@draws("tile.places")
def _three_importances(rng: np.random.Generator) -> Mapping[str, Any]:
    """None is canonical or symmetric, so that each wrong formula shows."""
    drawn = [tuple(int(i) for i in rng.choice(np.arange(1, 10), 4, replace=False)) for _ in range(3)]
    return dict(zip(("first", "second", "third"), drawn, strict=True))


@checks("tile.places")
def places(answer: Any, given: Mapping[str, Any]) -> str:
    """The orders of three scores of given importances."""
    submitted = several(answer, "the list", shortest=3, longest=3)
    for number_, (one, importance) in enumerate(zip(submitted, given.values(), strict=True), start=1):
        place = pair(one, f"place {number_}")
        right = exact.place(importance)
        for name, value, exactly_ in zip("ab", place, right, strict=True):
            unrounded(value, exactly_, f"{name} of place {number_}")
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
                summary = f"On {case} the score is {float(right):.4f} and your function returns {value:.4f}"
                wrong(f"{summary}{_shift_slip(of)}")
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
    slips: dict[str, Callable[[Fraction, Fraction], tuple[Any, ...]]] = {
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
    returned = [called(of, p, (1, 2, 3, 4), float(prior), case=f"performance {p}") for p, prior in trials]
    for says, factors in slips.items():
        if all(close(v, _moved(p, prior, factors), 1e-9) for v, (p, prior) in zip(returned, trials, strict=True)):
            return f"{says}."
    priors = [(1 - prior, 1 - prior, prior, prior) for _, prior in trials]
    undivided = [
        exact.ranking_score([f * c for f, c in zip(four, p, strict=True)], (1, 2, 3, 4))
        for four, (p, _) in zip(priors, trials, strict=True)
    ]
    if all(close(value, float(score), 1e-9) for value, score in zip(returned, undivided, strict=True)):
        return ": a new prior must first be divided by the old one."
    return "."


def _moved(
    counts: Sequence[int], prevalence: Fraction, factors: Callable[[Fraction, Fraction], tuple[Any, ...]]
) -> float:
    positive = Fraction(exact.prior_of(counts, 1))
    four = factors((1 - prevalence) / (1 - positive), prevalence / positive)
    return float(exact.ranking_score([f * c for f, c in zip(four, counts, strict=True)], (1, 2, 3, 4)))


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
        unrounded(tnr, float(needed), "the TNR", 0.002)
        precisions = [exact.canonical_score(at(p, HALF), 1, 0) for p in (first, (exactly(round(tnr, 6)), second[1]))]
        summary = " and ".join(f"{float(value):.3f}" for value in precisions)
        wrong(f"With a TNR of {tnr:g} the precisions at equal priors are {summary}, not equal.")
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
        one, two = (of(at(rates, middle)) for rates in _CROSSING)
        low, high = (middle, high) if one > two else (low, middle)
    return float(low)
