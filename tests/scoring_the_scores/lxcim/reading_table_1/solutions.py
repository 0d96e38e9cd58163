"""Solutions and mistakes: How much can a benchmark of forty tell?"""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist

import numpy as np

from metricbook import lxcim
from metricbook.causal import authors_scores
from tests.scoring_the_scores.exercises.solutions import mistakes, solves


def _power(given, unit):
    return math.floor(-given["score"] / (given["rows"] * unit)) + 1


@solves("lxcim.units")
def units(given):
    """Each factor of ten on x adds n ln 10 to the score.

    The least power is the first that lifts the score above 0.
    """
    power = _power(given, math.log(10))
    return {"power": power, "score": given["score"] + power * given["rows"] * math.log(10)}


@mistakes("lxcim.units", says="the log to the base 10")
def common_logarithm(given):
    power = _power(given, 1)
    return {"power": power, "score": given["score"] + power * given["rows"]}


@mistakes("lxcim.units", says="more than 1")
def wrong_direction(given):
    power = -_power(given, math.log(10))
    return {"power": power, "score": given["score"] - power * given["rows"] * math.log(10)}


@mistakes("lxcim.units", says="what the score grows by")
def only_the_growth(given):
    power = _power(given, math.log(10))
    return {"power": power, "score": power * given["rows"] * math.log(10)}


def _needed(given, quantile, power=2):
    return math.ceil(given["families"] * (quantile * given["error"] / given["points"]) ** power)


def _quantile(given):
    return NormalDist().inv_cdf(1 - 0.025 / given["comparisons"])


@solves("lxcim.families")
def families(given):
    """F (z s / d)², with z for 5 % and for 5 % over the number of comparisons."""
    return {"alone": _needed(given, 1.96), "together": _needed(given, _quantile(given))}


@mistakes("lxcim.families", says="without the square")
def not_squared(given):
    return {"alone": _needed(given, 1.96, 1), "together": _needed(given, _quantile(given), 1)}


@mistakes("lxcim.families", says="number for one standard error")
def one_error(given):
    return {**families(given), "alone": _needed(given, 1)}


@mistakes("lxcim.families", says="one comparison times theirs")
def families_times_comparisons(given):
    return {**families(given), "together": _needed(given, 1.96) * given["comparisons"]}


@mistakes("lxcim.families", says="one-sided")
def one_sided(given):
    return {**families(given), "together": _needed(given, NormalDist().inv_cdf(1 - 0.05 / given["comparisons"]))}


@cache
def _resampled(by_family=True):
    table = authors_scores()
    table = table[table["weight"] > 0].sort_index()
    size = (1 / table["weight"]).round().astype(int)
    table["family"] = size.astype(str) + "-" + (table.groupby(size).cumcount() // size).astype(str)
    table = table[table["SLOPPY"].notna() & table["ROCHE"].notna()]

    def difference(weights):
        kept = weights > 0
        one, two = (
            lxcim([1] * kept.sum(), table[name][kept], sample_weight=weights[kept]) for name in ("SLOPPY", "ROCHE")
        )
        return one - two

    places, names = (table["family"] if by_family else table.index).factorize()
    rng, weights, count = np.random.default_rng(1), table["weight"].to_numpy(), len(names)
    found = [difference(weights * drawn[places]) for drawn in rng.multinomial(count, [1 / count] * count, size=800)]
    low, high = np.quantile(found, [0.025, 0.975])
    value = difference(weights)
    return {"pairs": len(table), "families": table["family"].nunique(), "difference": value, "low": low, "high": high}


@solves("lxcim.two-methods")
def two_methods(given):
    """Draw families; both methods see the same draw; quantiles of the difference."""
    return _resampled()


@mistakes("lxcim.two-methods", says="as if they were independent")
def pairs_as_independent(given):
    return _resampled(by_family=False) | {"families": _resampled()["families"]}


@mistakes("lxcim.two-methods", says="drawn together")
def methods_apart(given):
    found = _resampled()
    return {**found, "low": found["difference"] - 0.32, "high": found["difference"] + 0.32}


@mistakes("lxcim.two-methods", says="in units, not in points")
def in_points(given):
    return {name: value if isinstance(value, int) else 100 * value for name, value in _resampled().items()}


@mistakes("lxcim.two-methods", says="Pairs of weight 0 do not count")
def weightless_pairs(given):
    return {**_resampled(), "pairs": 104}
