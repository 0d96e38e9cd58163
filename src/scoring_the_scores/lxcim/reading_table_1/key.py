"""For teachers: instances, and checkers that hold an answer, of lxcim/reading-table-1."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook import lxcim, paired_difference
from metricbook.causal import authors_scores
from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, fields, number, unrounded, whole, wrong
from scoring_the_scores.lxcim.reading_table_1.exercises import interval_over_families

Array = NDArray[np.float64]


@draws("lxcim.units")
def _a_score_in_nats(rng: np.random.Generator) -> Mapping[str, Any]:
    rows, power = int(rng.integers(90, 900)), int(rng.integers(2, 5))
    return {"rows": rows, "score": round(-rows * math.log(10) * (power - float(rng.uniform(0.2, 0.8))), 1)}


@checks("lxcim.units")
def units(answer: Any, given: Mapping[str, Any]) -> str:
    """The power of ten that turns the decision of LCUBE."""
    parts = fields(answer, ("power", "score"))
    power, score = whole(parts["power"], "power", low=-50, high=50), number(parts["score"], "score")
    rows, before = given["rows"], given["score"]
    zero = rows * math.log(10)
    after = before + power * zero
    if power <= 0:
        wrong("A smaller number for x lowers the score, which grows with log a: x must be multiplied by more than 1.")
    if after <= 0:
        wrong(f"Multiplied by 10^{power}, x has a score of {after:.1f}, which is not positive.")
    if after - zero > 0:
        logs = {"log to the base 2": math.log2(10), "log to the base 10": 1.0}
        base = next((name for name, unit in logs.items() if power == math.floor(-before / (rows * unit)) + 1), None)
        once = " You seem to have forgotten the number of rows." if power >= 50 else ""
        which = f" You seem to have used the {base}." if base else once
        wrong(f"10^{power} is more than is needed: 10^{power - 1} gives {after - zero:.1f}.{which}")
    if not close(score, after, 0.5):
        if close(score, before + power * rows, 0.5):
            wrong("The power is right; in the score you have used the logarithm to the base 10.")
        if close(score, power * zero, 0.5):
            wrong("The power is right; this is what the score grows by, not what it is.")
        wrong(f"The power is right, but the score is not {score:g}.")
    return "As many zeros, and LCUBE has changed its mind without a look at the data."


@draws("lxcim.families")
def _a_benchmark(rng: np.random.Generator) -> Mapping[str, Any]:
    return {
        "families": int(rng.integers(25, 70)),
        "error": int(rng.integers(70, 130)) / 10,
        "points": int(rng.integers(4, 9)),
        "comparisons": int(rng.choice([10, 15, 28, 45, 66, 120])),
    }


@checks("lxcim.families")
def families(answer: Any, given: Mapping[str, Any]) -> str:
    """How many families a difference needs, alone and among several."""
    parts = fields(answer, ("alone", "together"))
    for name, comparisons in (("alone", 1), ("together", given["comparisons"])):
        submitted = number(parts[name], name, low=0)
        quantile = NormalDist().inv_cdf(1 - 0.05 / (2 * comparisons))
        needed = _families_for(given, quantile)
        if close(submitted, needed, 1 + 0.012 * needed):
            continue
        ratio = given["error"] / given["points"]
        slips = {
            "the number for one standard error: 95 % of a normal distribution is within 1.96": _families_for(given, 1),
            "what comes out without the square: four times the families halve the error": (
                given["families"] * quantile * ratio
            ),
            "that of a one-sided 95 %": _families_for(given, NormalDist().inv_cdf(1 - 0.05 / comparisons)),
            "the number for one comparison: several need a larger quantile": _families_for(given, 1.959964),
            "the number for one comparison times theirs: it is the 5 % that is divided": (
                _families_for(given, 1.959964) * given["comparisons"]
            ),
        }
        for says, value in slips.items():
            if close(submitted, value, 1 + 0.012 * value):
                wrong(f"For {name!r}, {submitted:g} is {says}.")
        error = given["error"] * math.sqrt(given["families"] / max(submitted, 1e-9))
        wrong(
            f"For {name!r}: {submitted:g} families leave an error of {error:.2f} points; the quantile is "
            f"{quantile:.2f}."
        )
    return "The number of comparisons costs less than a small difference does."


def _families_for(given: Mapping[str, Any], quantile: float) -> float:
    return float(given["families"] * (quantile * given["error"] / given["points"]) ** 2)


def _both_decide() -> tuple[Array, Array, list[int]]:
    """The scores of the two methods, the weights, and the family of each of their common pairs."""
    table = authors_scores()
    table = table[table["weight"] > 0].sort_index()
    sizes = (1 / table["weight"]).round().astype(int)
    order = table.groupby(sizes).cumcount()
    family = (1000 * sizes + order // sizes).to_numpy()
    both = (table[["SLOPPY", "ROCHE"]].notna() & (table[["SLOPPY", "ROCHE"]] != 0)).all(axis=1).to_numpy()
    return (
        table.loc[both, ["SLOPPY", "ROCHE"]].to_numpy().T,
        table.loc[both, "weight"].to_numpy(),
        family[both].tolist(),
    )


def _lxcim_difference(scores: Array, weights: Array) -> float:
    one, two = (lxcim(np.ones(len(weights), dtype=int), s, sample_weight=weights) for s in scores)
    return one - two


@cache
def _intervals() -> dict[str, tuple[float, float]]:
    """Intervals of drawn families, of families by their influences, and of pairs as if they were independent."""
    scores, weights, family = _both_decide()
    rng = np.random.default_rng(17)
    _, member = np.unique(family, return_inverse=True)
    count = int(member.max()) + 1
    drawn = []
    for _ in range(600):
        factor = rng.multinomial(count, [1 / count] * count)[member]
        positive = factor > 0
        drawn.append(_lxcim_difference(scores[:, positive], (weights * factor)[positive]))
    bottom, top = (float(end) for end in np.quantile(drawn, [0.025, 0.975]))
    labels = np.ones(len(weights), dtype=int)
    smooth = paired_difference("lxcim", labels, *scores, sample_weight=weights, clusters=family)
    alone = paired_difference("lxcim", labels, *scores, sample_weight=weights)
    return {"drawn": (bottom, top), "smooth": (smooth.low, smooth.high), "alone": (alone.low, alone.high)}


def _ours(given: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Our intervals of the difference."""
    return _intervals()


@checks("lxcim.two-methods", reference=_ours)
def two_methods(answer: Any, given: Mapping[str, Any]) -> str:
    """The difference of two methods on common pairs, with an interval that draws families: computed anew."""
    parts = fields(answer, ("pairs", "families", "difference", "low", "high"))
    pairs, drawn_families = (whole(parts[name], name) for name in ("pairs", "families"))
    difference = number(parts["difference"], "difference")
    scores, weights, family = _both_decide()
    if pairs != len(weights):
        all_there = " Pairs of weight 0 do not count." if pairs > len(weights) else ""
        wrong(f"SLOPPY and ROCHE do not both decide {pairs} pairs of weight above zero.{all_there}")
    if drawn_families != len(set(family)):
        wrong(f"The {pairs} pairs do not make {drawn_families} families: a whole family weighs 1.")
    true = _lxcim_difference(scores, weights)
    if not close(difference, true, 0.0006):
        alike = _lxcim_difference(scores, np.ones(len(weights)))
        if close(difference, 100 * true, 0.06):
            wrong("The difference must be in units, not in points.")
        if close(difference, -true, 0.0006):
            wrong("This is ROCHE's LxCIM less SLOPPY's.")
        if close(difference, alike, 0.0006):
            wrong("This is the difference if all pairs weigh the same.")
        unrounded(difference, true, "the difference", 0.0006)
        wrong(f"The difference is not {difference:g}: both methods are judged on the same {pairs} pairs, by weight.")
    return interval_over_families(answer, _ours(given))
