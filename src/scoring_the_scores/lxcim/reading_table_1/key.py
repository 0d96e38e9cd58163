"""For teachers: instances, and checkers that hold an answer, of lxcim/reading-table-1."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import Any

import numpy as np

from scoring_the_scores.exercises.checking import checks, draws
from scoring_the_scores.exercises.reading import close, fields, number, whole, wrong


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
