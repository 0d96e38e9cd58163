"""How far each part of the cases lies from the others: differences whose intervals hold for all parts together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.influence import Influence
from metricbook.metrics.standard_errors import student
from metricbook.metrics.units import summed
from metricbook.metrics.validation import Array
from metricbook.reports.estimates import Estimate
from metricbook.reports.sentences import say

#: A correlation closer to 1 than this is taken for one by rounding.
LARGEST: Final = 1 - 1e-9


class Part(NamedTuple):
    """A metric of some of the cases.

    Attributes
    ----------
    estimate : Estimate
        With an interval at the level of `level_of_one`.
    influence : Influence
        Of each of its cases.
    drawn : array of int, shape (cases,)
        The number of the independent draw that each of its cases belongs to, of all parts.
    weight : float
        Its weight in the mean of the parts.
    """

    estimate: Estimate
    influence: Influence
    drawn: NDArray[np.intp]
    weight: float


def level_of_one(level: float, parts: int) -> float:
    """The level of each of several intervals at which all together have a level, whatever they have in common.

    Two parts are compared once. Source: Šidák (1967), whose inequality holds for normal variables of any correlation.

    Examples
    --------
    >>> level_of_one(0.95, 2), round(level_of_one(0.95, 10), 5)
    (0.95, 0.99488)
    """
    return level if parts < 3 else level ** (1 / parts)


def least_cases(level: float, parts: int) -> int:
    """How many cases of each class a part needs to be compared.

    Of fewer than this a fair coin would put all on one side in too many of the parts, so that a part may lie far off
    without reason, farther than normal variables do.

    Examples
    --------
    >>> least_cases(0.95, 2), least_cases(0.95, 12), least_cases(0.95, 3000)
    (7, 9, 17)
    """
    return math.ceil(math.log2(2 * parts / (1 - level)))


def differ_from_others(parts: Sequence[Part]) -> list[Estimate]:
    """The metric of each part less the weighted mean of the others, with intervals that hold for all parts together.

    That some interval leaves out 0 is a test that the metric is the same in all parts, the maximum-modulus test. Draws
    that have cases in several parts, such as patients who come back, make these depend on each other, which is taken
    into account.

    Parameters
    ----------
    parts : sequence of Part

    Returns
    -------
    list of Estimate
        One for each part; without a value where the part has no interval, or where fewer than two have one.

    Notes
    -----
    The ends are made of those of the parts by Zou and Donner's squared distances (MOVER, 2008), so that the interval of
    a difference is as skewed as those that it is made of.
    """
    known = [part for part in parts if part.estimate.is_known]
    if len(known) < 2:
        return [Estimate(None, note=say("note.no_groups"))] * len(parts)
    found = iter(_compare(known))
    missing = Estimate(None, note=say("note.no_interval"))
    return [next(found) if part.estimate.is_known else missing for part in parts]


def fit_trend(parts: Sequence[Part], level: float) -> Estimate:
    """By how much a metric rises from the first part to the last, along the straight line that fits the parts best.

    The line weighs parts by their weights, and those without an interval not at all.
    """
    known = [(place, part) for place, part in enumerate(parts) if part.estimate.is_known]
    if len(known) < 2:
        return Estimate(None, note=say("note.no_periods"))
    of = [part for _, part in known]
    value, error, weight = (
        np.array(each)
        for each in zip(
            *((part.estimate.value or 0.0, part.estimate.standard_error or 0.0, part.weight) for part in of),
            strict=True,
        )
    )
    time = np.array([place for place, _ in known], dtype=float)
    time -= np.average(time, weights=weight)
    factor = weight * time / (weight @ time**2) * (len(parts) - 1)
    own, _, whole = _spreads(of, factor)
    independent = float(factor**2 @ own)
    wider = whole / independent if independent > 0 else 1.0
    spread_of = math.sqrt(float(factor**2 @ error**2) * wider)
    freedom = np.unique(np.concatenate([part.drawn for part in of])).size - len(of)
    half = student(level, max(freedom, 1)) * spread_of
    change = float(factor @ value)
    return Estimate(change, change - half, change + half, spread_of)


def _compare(parts: Sequence[Part]) -> list[Estimate]:
    """The differences of parts that all have intervals."""
    value, least, most, error = (
        np.array([getattr(part.estimate, name) or 0.0 for part in parts])
        for name in ("value", "low", "high", "standard_error")
    )
    weight = np.array([part.weight for part in parts])
    weight = weight / weight.sum()
    mean = float(weight @ value)
    left = 1 - weight
    others = (mean - weight * value) / left
    own, shared, whole = _spreads(parts, weight)
    independent = np.maximum(weight**2 @ own - weight**2 * own, 0.0)
    of_others = np.maximum(whole - 2 * weight * shared + weight**2 * own, 0.0)
    wider = np.sqrt(np.divide(of_others, independent, out=np.ones_like(own), where=independent > 0))
    covariance = shared - weight * own
    scale = np.sqrt(own * of_others)
    correlation = np.divide(covariance, scale, out=np.zeros_like(own), where=scale > 1e-300)
    correlation = np.clip(np.where(np.abs(covariance) > 1e-9 * own, correlation, 0.0), -LARGEST, LARGEST)
    below, above = np.maximum(value - least, 0.0), np.maximum(most - value, 0.0)
    others_below, others_above = (
        np.sqrt(np.maximum(weight**2 @ each**2 - weight**2 * each**2, 0.0)) / left * wider for each in (below, above)
    )
    less = value - others
    less = np.where(np.abs(less) <= 1e-12 * np.maximum(np.abs(value), np.abs(others)), 0.0, less)
    down = _distance(below, others_above, correlation)
    up = _distance(above, others_below, correlation)
    others_error = np.sqrt(np.maximum(weight**2 @ error**2 - weight**2 * error**2, 0.0)) / left * wider
    errors = _distance(error, others_error, correlation)
    numbers = np.column_stack([less, less - down, less + up, errors]).tolist()
    return [Estimate(one, low, high, error) for one, low, high, error in numbers]


def _distance(one: Array, other: Array, correlation: Array) -> Array:
    """The length of the difference of two vectors, by their lengths and the cosine between them."""
    return np.sqrt(np.maximum(one**2 + other**2 - 2 * correlation * one * other, 0.0))


def _spreads(parts: Sequence[Part], weight: Array) -> tuple[Array, Array, float]:
    """Sums over independent draws of products of influences: of each part, of it with the mean, and of the mean."""
    drawn = np.concatenate([part.drawn for part in parts])
    part = np.repeat(np.arange(len(parts)), [part.drawn.size for part in parts])
    draws = int(drawn.max()) + 1
    cell, place = np.unique(part * draws + drawn, return_inverse=True)
    moved = summed(place, np.concatenate([part.influence.of_cases for part in parts]))
    part, drawn = cell // draws, cell % draws
    mean = summed(drawn, weight[part] * moved, draws)
    own, shared = (summed(part, moved * each, len(parts)) for each in (moved, mean[drawn]))
    return own, shared, float(mean @ mean)


def weigh(positives: float, negatives: float) -> float:
    """The weight of a part in a mean: about what its numbers of cases tell of an area.

    Examples
    --------
    >>> weigh(10, 90)
    9.0
    """
    total = positives + negatives
    return positives * negatives / total if total > 0 else math.nan
