"""For teachers: instances, and checkers that hold an answer, of flach/costs-and-curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from metricbook import auch, auroc, cost_curve
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.exact.samples import samples
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import (
    descending,
    fields,
    fraction,
    function,
    ranking,
    several,
    unrounded,
    wrong,
)
from scoring_the_scores.exercises.slips import array, match, same_function
from scoring_the_scores.flach.answers import larger


@draws("flach.price-and-skew")
def _prices(rng: np.random.Generator) -> dict[str, Any]:
    """How many times as expensive a miss is as a false alarm, and how rare positives are, such that slips differ."""
    while True:
        given = {"times": int(rng.integers(3, 25)), "one_in": int(rng.integers(4, 40))}
        if all(right not in slips.values() for right, slips in _price_and_skew(**given).values()):
            return given


def _price_and_skew(times: int, one_in: int) -> dict[str, tuple[Fraction, dict[str, Fraction]]]:
    """Cost proportion and skew, and what known slips make of them."""
    negatives = one_in - 1
    c, z = Fraction(1, 1 + times), Fraction(negatives, negatives + times)
    of_c = {
        "that is the miss's part of the costs, not the false alarm's": 1 - c,
        "a part is of the sum of both costs, not of the other cost": Fraction(1, times),
    }
    of_z = {
        "that is the cost proportion; a skew counts the classes too": c,
        "that gives the negatives the share of the positives": Fraction(1, 1 + times * negatives),
        "that is the misses' part, not the false alarms'": 1 - z,
        f"beside one positive stand {negatives} negatives, not {one_in}": Fraction(one_in, one_in + times),
        "that is the share of the negatives; a skew counts the costs too": Fraction(negatives, one_in),
    }
    return {"c": (c, of_c), "z": (z, of_z)}


@checks("flach.price-and-skew")
def price_and_skew(answer: Any, given: Mapping[str, Any]) -> str:
    """Cost proportion and skew from a ratio of costs and the rarity of positives."""
    submitted = fields(answer, ("c", "z"))
    for name, (right, slips) in _price_and_skew(**given).items():
        match(fraction(submitted[name], name), right, name, slips, hint="a part of both, as the chapter defines it")
    return "Both are right: what one false alarm is to one miss, and what all of them would be to all misses."


@draws("flach.corners")
def _dented(rng: np.random.Generator) -> dict[str, Any]:
    """A ranking of ten with a dent, whose cost curve has two or three inner corners."""
    while True:
        labels = [int(one) for one in rng.random(10) < np.linspace(0.9, 0.1, 10)]
        if not 3 <= sum(labels) <= 7:
            continue
        scores = descending(labels)
        dent = auroc(labels, scores) < auch(labels, scores) - 1e-9
        curve = cost_curve(labels, scores)
        if dent and len(curve.losses) in (4, 5) and not np.allclose(curve.losses, curve.losses[::-1]):
            return {"ranking": "".join("NP"[label] for label in labels)}


#: Two decimals that were rounded are no farther off.
NEAR: Final = Fraction(1, 200)


@checks("flach.corners")
def corners(answer: Any, given: Mapping[str, Any]) -> str:
    """The corners of a cost curve between its ends."""
    expected = [
        _corner(one, place) for place, one in enumerate(several(answer, "the list", shortest=1, longest=20), start=1)
    ]
    labels = ranking(given["ranking"])
    scores = descending(labels)
    right = exact_costs.cost_curve(labels, scores)[1:-1]
    lines = exact_costs.cost_lines(labels, scores)
    if sorted((1 - z, loss) for z, loss in expected) == right != sorted(expected):
        wrong("All skews are mirrored: z is what a false alarm weighs, so the line of the miss rate starts at z = 0.")
    for z, loss in expected:
        for corner in right:
            if max(abs(z - corner[0]), abs(loss - corner[1])) <= NEAR:
                unrounded(z, corner[0], "z of a corner")
                unrounded(loss, corner[1], "the loss of a corner")
        least = min(exact_costs.at(line, z) for line in lines)
        where = f"at z = {z} you have {loss}"
        if loss > least:
            wrong(f"This is above the cost curve: {where}, and some threshold loses less.")
        if loss < least:
            wrong(f"This is below the cost curve: {where}, and no threshold loses so little.")
        if z in (0, 1):
            wrong(f"This is an end of the curve, not a corner between the ends: {where}.")
        if (z, loss) not in right:
            wrong(f"This is on the curve, but it goes straight on there: {where}.")
    if missing := set(right) - set(expected):
        wrong(f"These are corners, but not all of them, {len(missing)} missing: look at each segment of the hull.")
    return f"These are all {len(right)} corners, one for each segment of the hull that is neither upright nor level."


def _corner(answer: Any, place: int) -> tuple[Fraction, Fraction]:
    pair = several(answer, f"corner {place}", shortest=2, longest=2)
    z, loss = (fraction(one, f"{name} of corner {place}") for one, name in zip(pair, ("z", "loss"), strict=True))
    if z > 1:
        wrong(f"z of corner {place} is {z}, and a skew is at most 1: is it a slope, z / (1 - z)?")
    return z, loss


def _area_below(lines: Sequence[exact_costs.Line]) -> float:
    """The area under the least of some lines, by the middles of many intervals."""
    z, (starts, ends) = (np.arange(4000) + 0.5) / 4000, np.array(lines, dtype=float).T[:, :, None]
    return float(((1 - z) * starts + z * ends).min(axis=0).mean())


AREA_SLIPS: Mapping[str, Callable[[Any, Any], Fraction | float]] = {
    "that is the area over cost proportions, which counts the classes": lambda y, s: exact_costs.expected_min_loss(
        y, s, over="cost"
    ),
    "that is the mean over thresholds; here the best is taken at each skew": exact_costs.expected_loss,
    "that is half of it": lambda y, s: exact_costs.expected_min_loss(y, s) / 2,
    "that is one less the area under the hull": lambda y, s: 1 - exact.auch(y, s),
    "to flag everything is allowed too, by a threshold below all scores": lambda y, s: _area_below(
        exact_costs.cost_lines(y, s)[:-1]
    ),
    "to flag nothing is allowed too, by a threshold above all scores": lambda y, s: _area_below(
        exact_costs.cost_lines(y, s)[1:]
    ),
}


@checks("flach.area-under-cost-curve")
def area_under_cost_curve(answer: Any, given: Mapping[str, Any]) -> str:
    """The area under the cost curve as a function, by the hull or by a fine grid."""
    of, small = function(answer), list(samples(4))
    same_function(of, exact_costs.expected_min_loss, small, AREA_SLIPS, tolerance=2e-5, given=array)
    same_function(
        of,
        exact_costs.expected_min_loss,
        [larger(one) for one in ("PPNPNNPPNN", "NNPPPNPN")],
        {},
        tolerance=2e-5,
        given=array,
    )
    return f"The function is right on all {len(small)} samples of up to four cases, and on larger ones."
