"""For teachers: instances, and checkers that hold an answer, of tile/geometry."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

import numpy as np

from metricbook.exact import tile as exact
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, fraction, unrounded, values, wrong
from scoring_the_scores.tile.answers import HALF, THIRD_DIGIT, Place, exactly, tenths
from scoring_the_scores.tile.geometry.exercises import steepness


@draws("tile.coin-and-precision")
def _two_and_a_coin(rng: np.random.Generator) -> Mapping[str, Any]:
    positives = int(rng.choice([30, 40, 50, 60]))
    cautious = int(rng.integers(8, 13)), int(rng.integers(1, 3))
    generous = int(rng.integers(15, positives - 4)), int(rng.integers(15, 30))
    first, second = ((100 - positives - fp, fp, positives - tp, tp) for tp, fp in (cautious, generous))
    return {"first": first, "second": second, "heads": float(rng.choice([0.2, 0.4, 0.6, 0.7, 0.8]))}


@checks("tile.coin-and-precision")
def coin_and_precision(answer: Any, given: Mapping[str, Any]) -> str:
    """The precision of a mixture."""
    submitted = fraction(answer, "the precision", low=0, high=1)
    first, second, heads = given["first"], given["second"], Fraction(str(given["heads"]))

    def mixed(weight: Fraction) -> list[Fraction]:
        return [weight * x + (1 - weight) * y for x, y in zip(first, second, strict=True)]

    if submitted == exact.canonical_score(mixed(heads), 1, 0):
        return "The classifier that flags more has the greater say in the precision of the mixture."
    unrounded(submitted, Fraction(exact.canonical_score(mixed(heads), 1, 0)), "the precision")
    precisions = [Fraction(exact.canonical_score(p, 1, 0)) for p in (first, second)]
    if submitted == heads * precisions[0] + (1 - heads) * precisions[1]:
        wrong("This is the mean of the two precisions: the coin mixes decisions, and one flags more than the other.")
    if submitted == exact.canonical_score(mixed(1 - heads), 1, 0):
        wrong("Heads and tails have changed places.")
    if submitted == exact.canonical_score(mixed(HALF), 1, 0):
        wrong("This is the precision of an even mixture; the coin is not fair.")
    if submitted == exact.canonical_score(mixed(heads), 1, 1):
        wrong("This is the recall of the mixture, which divides by the positives and not by what is flagged.")
    summary = ", ".join(f"{float(count):g}" for count in mixed(heads))
    wrong(f"Of 100 cases the mixture has on average ({summary}): what share of what it flags is positive?")


@draws("tile.mirrors")
def _a_map(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        a, b = (int(x) / 10 for x in rng.choice([1, 2, 3, 4, 6, 7, 8, 9], 2, replace=False))
        counts = tuple(int(x) for x in [*rng.multinomial(97, [0.35, 0.15, 0.15, 0.35])])
        around = {place: float(exact.canonical_score(counts, *map(exactly, place))) for place in _around(a, b)}
        both = sorted({*around.values(), *(1 - value for value in around.values())})
        if len(around) == 8 and len(both) == 16 and min(np.diff(both)) > 3 * THIRD_DIGIT:
            break
    rows = "\n".join(f"| ({x:g}, {y:g}) | {value:.3f} |" for (x, y), value in sorted(around.items()))
    return {"a": a, "b": b, "table": f"| place (a, b) | score |\n|---|---|\n{rows}"}


def _around(a: float, b: float) -> list[tuple[float, float]]:
    return [
        (round(x, 1), round(y, 1)) for one, two in ((a, b), (b, a)) for x, y in product((one, 1 - one), (two, 1 - two))
    ]


#: For each exchange, the place whose score comes to (a, b); with the predictions it becomes one minus that.
_TURNS: Final[Mapping[str, Callable[[float, float], tuple[float, float]]]] = {
    "all predictions are turned round": lambda a, b: (b, a),
    "the classes trade names": lambda a, b: (1 - a, 1 - b),
    "label and prediction trade places": lambda a, b: (a, 1 - b),
}


def _in_table(table: str) -> dict[tuple[float, float], float]:
    """The scores of a printed table by their places."""
    rows = re.findall(r"\| \((\S+), (\S+)\) \| (\S+) \|", table)
    return {(float(a), float(b)): float(value) for a, b, value in rows}


@checks("tile.mirrors")
def mirrors(answer: Any, given: Mapping[str, Any]) -> str:
    """What three exchanges of outcomes do to the score at a place."""
    submitted = values(answer, "the three numbers", shortest=3, longest=3)
    around = _in_table(given["table"])
    places = [of(given["a"], given["b"]) for of in _TURNS.values()]
    comes = [around[round(a, 1), round(b, 1)] for a, b in places]
    right = [1 - comes[0], *comes[1:]]
    for name, value, true in zip(_TURNS, submitted, right, strict=True):
        if close(value, true, THIRD_DIGIT):
            continue
        unrounded(value, true, f"after {name} the score", THIRD_DIGIT)
        summary = f"After {name} the score there is not {value:g}"
        if close(value, 1 - true, THIRD_DIGIT):
            least = "becomes" if name.startswith("all") else "does not become"
            wrong(f"{summary}: the place is right, but here the score {least} one minus a score.")
        for spot, labels_of_spot in around.items():
            if close(value, labels_of_spot, THIRD_DIGIT) or close(value, 1 - labels_of_spot, THIRD_DIGIT):
                wrong(f"{summary}: it comes from the value at ({spot[0]:g}, {spot[1]:g}), which is the wrong mirror.")
        wrong(f"{summary}, and it comes from none of the eight values.")
    return "All three mirrors are the right ones."


@draws("tile.means-that-rank")
def _a_place_off_the_diagonal(rng: np.random.Generator) -> Mapping[str, Any]:
    while True:
        a, b = (int(x) / 10 for x in rng.choice(np.arange(1, 10), 2, replace=False))
        given = {"prevalence": tenths(rng, 1, 9), "a": a, "b": b}
        if (
            given["prevalence"] != 0.5
            and abs(a - b) >= 0.2
            and any(_fits(_partner(given, k), given) for k in range(11))
        ):
            return given


def _partner(given: Mapping[str, Any], tenth: int) -> Place:
    b, prevalence = Fraction(tenth, 10), exactly(given["prevalence"])
    steep = steepness(exactly(given["a"]), exactly(given["b"]), prevalence)
    return b - steep * ((1 - prevalence) * (1 - b) + prevalence * b), b


def _fits(place: Place, given: Mapping[str, Any]) -> bool:
    far = min(abs(place[0] - exactly(given["a"])), abs(place[1] - exactly(given["b"])))
    return 0 <= place[0] <= 1 and far >= Fraction(1, 10)
