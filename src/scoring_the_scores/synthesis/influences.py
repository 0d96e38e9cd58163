"""Influence functions of normal scores in closed form, and the moments of two models' influences by quadrature.

Nothing here is read off cells: between its jumps an influence is smooth, and each piece gets nodes of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from scipy.special import expit, ndtr

from scoring_the_scores.synthesis.population import REACH, Array, Population, density

#: Nodes on one piece of an axis, and the longest piece, in standard deviations.
NODES: Final = 12
PIECE: Final = 0.25
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(NODES)


class Influence(NamedTuple):
    """What one more case does to a metric, in units of its share.

    Attributes
    ----------
    at : callable
        Of places x and a class: the influences there.
    jumps : tuple of float
        The places x where they are not smooth.
    """

    at: Callable[[Array, int], Array]
    jumps: tuple[float, ...] = ()


@cache
def influence_of(population: Population, metric: str) -> Influence:
    """The influence function of a metric on normal scores.

    Examples
    --------
    What an accuracy gains by one more case is whether that is right, less the accuracy:

    >>> population = Population.with_auroc(0.8, prevalence=0.5)
    >>> right = influence_of(population, "accuracy").at(np.array([-9.0, 9.0]), 1) + population.value("accuracy")
    >>> right.round(12).tolist()
    [0.0, 1.0]
    """
    return _INFLUENCES[metric](population, population.value(metric))


def moment(
    first: Population, one: Influence, second: Population, other: Influence, *, label: int, correlation: float
) -> float:
    """The mean product of two models' influences over a class, whose noises have this correlation.

    Examples
    --------
    Noise itself gives its correlation:

    >>> there, itself = Population(0.5, 1.0), Influence(lambda x, label: x - label)
    >>> round(moment(there, itself, there, itself, label=1, correlation=0.7), 12)
    0.7
    """
    here = tuple(x - label * first.distance for x in one.jumps)
    there = tuple(x - label * second.distance for x in other.jumps)
    if correlation == 1:  # one noise: the other model is asked at the same places, and its jumps count, too
        e, weight = nodes_between((*here, *there))
        left = one.at(e + label * first.distance, label) * weight
        return float(left @ other.at(e + label * second.distance, label))
    (e, weight), (f, counter) = nodes_between(here), nodes_between(there)
    left = one.at(e + label * first.distance, label) * weight
    right = other.at(f + label * second.distance, label) * counter
    if correlation == 0:
        return float(left.sum() * right.sum())
    return float(left @ _together(here, there, correlation) @ right / math.sqrt(1 - correlation**2))


@lru_cache(maxsize=16)  # of 5 MB each: it takes most of the time, and most pairs of metrics have the same jumps
def _together(here: tuple[float, ...], there: tuple[float, ...], correlation: float) -> Array:
    """How much likelier two noises are together than were they independent, but for a factor, at nodes of each."""
    (e, _), (f, _) = nodes_between(here), nodes_between(there)
    spread = 1 - correlation**2
    exponent = np.outer(correlation / spread * e, f)
    exponent -= (correlation**2 / (2 * spread) * e**2)[:, None]
    exponent -= correlation**2 / (2 * spread) * f**2
    return np.exp(exponent, out=exponent)


def nodes_between(jumps: tuple[float, ...]) -> tuple[Array, Array]:
    """Nodes of Gauss and Legendre for noise, between the jumps, with weights that include the normal density."""
    inside = [e for e in jumps if -REACH < e < REACH]
    ends = np.unique([*np.arange(-REACH, REACH + PIECE / 2, PIECE), *inside])
    middle, half = (ends[1:] + ends[:-1]) / 2, np.diff(ends) / 2
    e = (middle[:, None] + half[:, None] * _NODES).ravel()
    return e, (half[:, None] * _WEIGHTS).ravel() * density(e)


def _auroc(population: Population, value: float) -> Influence:
    p, d = population.prevalence, population.distance

    def at(x: Array, label: int) -> Array:
        won: Array = ndtr(x) if label else ndtr(d - x)
        return (won - value) / (p if label else 1 - p)

    return Influence(at)


def _youden(population: Population, value: float) -> Influence:
    p, x0 = population.prevalence, population.distance / 2
    tpr, fpr = population.tpr(x0), float(ndtr(-x0))

    def at(x: Array, label: int) -> Array:
        flagged = (x > x0).astype(float)
        return (flagged - tpr) / p if label else (fpr - flagged) / (1 - p)

    return Influence(at, (x0,))


def _accuracy(population: Population, value: float) -> Influence:
    x0 = population.at_score(0.0)
    return Influence(lambda x, label: ((x > x0) == bool(label)) - value, (x0,))


def _f1(population: Population, value: float) -> Influence:
    x0 = population.at_score(population.f1_threshold)
    size = population.flagged(x0) + population.prevalence
    return Influence(lambda x, label: (2 * label * (x > x0) - value * ((x > x0) + label)) / size, (x0,))


def _indistinguishability(population: Population, value: float) -> Influence:
    """The precision moves with what is flagged, and with the threshold, which keeps B at one half."""
    p, d, x0 = population.prevalence, population.distance, population.indistinguishable
    size, width = population.flagged(x0), 1e-5
    slope = (population.precision(x0 + width) - population.precision(x0 - width)) / (
        population.win_rate(x0 + width) - population.win_rate(x0 - width)
    )

    def at(x: Array, label: int) -> Array:
        flagged = x > x0
        higher = p * ndtr(d - x)  # the share of positives above x, and of all flagged cases below it
        lower = size - higher - (1 - p) * ndtr(-x)
        of_rate = (flagged * (higher + label * lower) - (size * label + p * flagged) / 2) / (p * size)
        return flagged * (label - value) / size - slope * of_rate

    return Influence(at, (x0,))


def _h_measure(population: Population, value: float) -> Influence:
    """A negative costs c at all prices c below its chance to be positive, a positive 1 - c at those above."""
    p = population.prevalence

    def paid(chance: Array, label: int) -> Array:
        share = 1 - chance if label else chance
        return share**3 / 3 - share**4 / 4

    everywhere = np.array(p)
    most = p * paid(everywhere, 1) + (1 - p) * paid(everywhere, 0)

    def at(x: Array, label: int) -> Array:
        chance = expit(population.score(x) - population.added)
        return ((1 - value) * paid(everywhere, label) - paid(chance, label)) / most

    return Influence(at)


def _lxcim(population: Population, value: float) -> Influence:
    """Twice the chance to win against a random case, less LxCIM."""
    p, d, x0 = population.prevalence, population.distance, population.at_score(0.0)

    def at(x: Array, label: int) -> Array:
        low, high = x0 - abs(x - x0), x0 + abs(x - x0)
        right = p * ndtr(d - high) + (1 - p) * ndtr(low)
        wrong = p * ndtr(low - d) + (1 - p) * ndtr(-high)
        return 2 * (((x > x0) == bool(label)) * (1 - right - wrong) + right - value)

    return Influence(at, (x0,))


def _average_precision(population: Population, value: float) -> Influence:
    """The precision at the case, if it is positive, and what it does to the precision at all positives below it."""
    p, d = population.prevalence, population.distance
    edges = np.linspace(-REACH, REACH + d, 4001)
    middle, half = (edges[1:] + edges[:-1]) / 2, np.diff(edges) / 2
    nodes, weights = np.polynomial.legendre.leggauss(8)
    u = middle[:, None] + half[:, None] * nodes
    rate = density(u - d) / _flagged(population, u)
    parts = np.stack([rate, rate * p * ndtr(d - u) / _flagged(population, u)])
    sums = np.concatenate([np.zeros((2, 1)), ((parts * weights).sum(axis=2) * half).cumsum(axis=1)], axis=1)
    slopes = density(edges - d) / _flagged(population, edges)
    slopes = np.stack([slopes, slopes * p * ndtr(d - edges) / _flagged(population, edges)])

    def at(x: Array, label: int) -> Array:
        below = [_hermite(edges, s, k, x) for s, k in zip(sums, slopes, strict=True)]
        own = label * (p * ndtr(d - x) / _flagged(population, x) - value) / p
        return own + label * below[0] - below[1]

    return Influence(at)


def _flagged(population: Population, x: Array) -> Array:
    p, d = population.prevalence, population.distance
    return p * ndtr(d - x) + (1 - p) * ndtr(-x)


def _hermite(edges: Array, values: Array, slopes: Array, x: Array) -> Array:
    """Cubic between edges that are evenly apart, with these values and slopes there."""
    step = edges[1] - edges[0]
    cell = np.clip(((x - edges[0]) / step).astype(int), 0, edges.size - 2)
    t = (x - edges[cell]) / step
    return (
        (1 + 2 * t) * (1 - t) ** 2 * values[cell]
        + t**2 * (3 - 2 * t) * values[cell + 1]
        + step * (t * (1 - t) ** 2 * slopes[cell] - t**2 * (1 - t) * slopes[cell + 1])
    )


def _audrc(population: Population, value: float) -> Influence:
    """The accuracy of what is as confident as the case, and what it does to that of all that is less confident."""
    p, d, x0 = population.prevalence, population.distance, population.at_score(0.0)
    reach = REACH + d + abs(x0)
    edges = np.linspace(0, reach, 4001)  # of |x - x0|
    middle, half = (edges[1:] + edges[:-1]) / 2, np.diff(edges) / 2
    nodes, weights = np.polynomial.legendre.leggauss(8)

    def shares(m: Array) -> tuple[Array, Array, Array]:
        low, high = x0 - m, x0 + m
        right = p * ndtr(d - high) + (1 - p) * ndtr(low)
        wrong = p * ndtr(low - d) + (1 - p) * ndtr(-high)
        dense = p * (density(high - d) + density(low - d)) + (1 - p) * (density(low) + density(high))
        above = np.maximum(right + wrong, 1e-300)
        return right / above, dense / above, right

    accuracy, rate, _ = shares(middle[:, None] + half[:, None] * nodes)
    parts = np.stack([rate, rate * accuracy])
    sums = np.concatenate([np.zeros((2, 1)), ((parts * weights).sum(axis=2) * half).cumsum(axis=1)], axis=1)
    accuracy, rate, _ = shares(edges)
    slopes = np.stack([rate, rate * accuracy])

    def at(x: Array, label: int) -> Array:
        m = abs(x - x0)
        right = (x > x0) == bool(label)
        below = [_hermite(edges, s, k, m) for s, k in zip(sums, slopes, strict=True)]
        return shares(m)[0] - value + right * below[0] - below[1]

    return Influence(at, (x0,))


_INFLUENCES: Final[dict[str, Callable[[Population, float], Influence]]] = {
    "auroc": _auroc,
    "auch": _auroc,
    "kolmogorov_smirnov": _youden,
    "accuracy": _accuracy,
    "f1_score": _f1,
    "precision_at_indistinguishability": _indistinguishability,
    "h_measure": _h_measure,
    "lxcim": _lxcim,
    "average_precision": _average_precision,
    "audrc_integral": _audrc,
}
