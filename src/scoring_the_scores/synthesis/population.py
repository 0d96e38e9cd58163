"""A population whose metrics are integrals: normal scores of both classes, put on the scale of calibrated log-odds.

Noise e is standard normal in both classes and x = e + d y. The score is the log-odds of a positive given x,
s = d x - d²/2 + ln(π/(1 - π)), so that 0 is the threshold of fewest errors. Rankings do not depend on that scale.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar
from scipy.special import ndtr, ndtri

from metricbook import influence

Array = NDArray[np.float64]

#: Metrics of this chapter by the names of their functions, with the names that readers know.
METRICS: Final[dict[str, str]] = {
    "auroc": "AUROC",
    "average_precision": "AP",
    "precision_at_indistinguishability": "C(r_b)",
    "lxcim": "LxCIM",
    "audrc_integral": "AUDRC",
    "accuracy": "accuracy",
    "f1_score": "F1",
    "h_measure": "H",
    "auch": "AUCH",
    "kolmogorov_smirnov": "KS",
}
#: How far, in standard deviations, the noise is followed.
REACH: Final = 8.5
#: Cells of the grids on which influence functions are known.
STEPS: Final = 851


def density(e: Array | float) -> Array:
    """The standard normal density."""
    return np.exp(-np.square(e) / 2) / math.sqrt(2 * math.pi)


@dataclass(frozen=True)
class Population:
    """Normal scores: the share of positives, and by how many standard deviations the classes' means differ.

    The scores are log-odds and what is `added` to them, which moves the threshold 0.

    Examples
    --------
    >>> population = Population.with_auroc(0.8, prevalence=0.1)
    >>> round(population.value("auroc"), 6), round(population.distance, 3)
    (0.8, 1.19)
    """

    prevalence: float
    distance: float
    added: float = 0.0

    @classmethod
    def with_auroc(cls, auroc: float, *, prevalence: float) -> Population:
        """The population of this AUROC."""
        return cls(prevalence, math.sqrt(2) * float(ndtri(auroc)))

    def score(self, x: Array) -> Array:
        """Log-odds of a positive at x."""
        return self.distance * x - self.distance**2 / 2 + math.log(self.prevalence / (1 - self.prevalence)) + self.added

    def at_score(self, score: float) -> float:
        """The x that has this score."""
        odds = math.log(self.prevalence / (1 - self.prevalence)) + self.added
        return (score - odds) / self.distance + self.distance / 2

    def draw(self, n: int, rng: np.random.Generator) -> tuple[NDArray[np.bool_], Array]:
        """Labels and scores of n cases drawn one by one: the number of positives is left to chance."""
        labels = rng.random(n) < self.prevalence
        return labels, self.score(rng.normal(self.distance * labels))

    def tpr(self, x: float) -> float:
        """The share of positives above x."""
        return float(ndtr(self.distance - x))

    def flagged(self, x: float) -> float:
        """The share of all cases above x."""
        return self.prevalence * self.tpr(x) + (1 - self.prevalence) * float(ndtr(-x))

    def precision(self, x: float) -> float:
        """The share of positives among the cases above x."""
        return self.prevalence * self.tpr(x) / self.flagged(x)

    @cached_property
    def f1_threshold(self) -> float:
        """The score above which flagging gives the largest F1."""

        def lost(x: float) -> float:
            return -2 * self.prevalence * self.tpr(x) / (self.flagged(x) + self.prevalence)

        best = minimize_scalar(lost, bounds=(-REACH, REACH + self.distance), method="bounded", options={"xatol": 1e-12})
        return float(self.score(best.x))

    @cached_property
    def indistinguishable(self) -> float:
        """The x at which B, the chance that a positive beats a flagged case, is one half."""
        return float(brentq(lambda x: self.win_rate(x) - 0.5, -REACH, REACH, xtol=1e-14))

    def win_rate(self, x: float) -> float:
        """Sumpter's B with everything above x flagged."""
        beaten = quad(lambda e: density(e) * ndtr(self.distance - e), x, REACH, **_PRECISE)[0]
        return (self.prevalence * self.tpr(x) ** 2 / 2 + (1 - self.prevalence) * beaten) / self.flagged(x)

    def parameters(self, metric: str) -> dict[str, float]:
        """What the metric's function takes besides: F1 is judged at the threshold that is best in the population."""
        return {"threshold": self.f1_threshold} if metric == "f1_score" else {}

    def value(self, metric: str) -> float:
        """The metric of the population, by integration."""
        return _VALUES[metric](self)

    def _above(self, m: float) -> tuple[float, float]:
        """Shares of the cases that are decided rightly, and wrongly, with a confidence above m."""
        p, low, high = self.prevalence, self.at_score(-m), self.at_score(m)
        right = p * self.tpr(high) + (1 - p) * float(ndtr(low))
        wrong = p * float(ndtr(low - self.distance)) + (1 - p) * float(ndtr(-high))
        return right, wrong

    def _decided_at(self, m: float) -> tuple[float, float]:
        """Densities of the confidence of right and of wrong decisions."""
        p, d, low, high = self.prevalence, self.distance, self.at_score(-m), self.at_score(m)
        right = p * density(high - d) + (1 - p) * density(low)
        wrong = p * density(low - d) + (1 - p) * density(high)
        return float(right) / d, float(wrong) / d

    def over_confidence(self, integrand: Callable[[float, float, float, float], float]) -> float:
        """The integral over confidences of a function of the shares and densities of right and wrong decisions."""
        *centres, one, other = np.abs(self.score(np.array([0.0, self.distance, -REACH, self.distance + REACH])))
        most = max(one, other)
        return quad(
            lambda m: integrand(*self._above(m), *self._decided_at(m)),
            0,
            most,
            points=sorted(centres),
            limit=400,
            **_PRECISE,
        )[0]


_PRECISE: Final = {"epsabs": 1e-13, "epsrel": 1e-11}


def _average_precision(population: Population) -> float:
    d = population.distance
    return quad(lambda x: population.precision(x) * density(x - d), d - REACH, d + REACH, limit=200, **_PRECISE)[0]


def _h_measure(population: Population) -> float:
    p, d = population.prevalence, population.distance

    def least(c: float) -> float:
        x = population.at_score(math.log(c / (1 - c)) + population.added)
        return (c * (1 - p) * float(ndtr(-x)) + (1 - c) * p * float(ndtr(x - d))) * c * (1 - c)

    lost = quad(least, 0, 1, points=[p], limit=400, **_PRECISE)[0]
    most = quad(lambda c: min(c * (1 - p), (1 - c) * p) * c * (1 - c), 0, 1, points=[p], **_PRECISE)[0]
    return 1 - lost / most


def _f1(population: Population) -> float:
    x = population.at_score(population.f1_threshold)
    return 2 * population.prevalence * population.tpr(x) / (population.flagged(x) + population.prevalence)


_VALUES: Final[dict[str, Callable[[Population], float]]] = {
    "auroc": lambda population: float(ndtr(population.distance / math.sqrt(2))),
    "auch": lambda population: float(ndtr(population.distance / math.sqrt(2))),  # the curve is its own hull
    "kolmogorov_smirnov": lambda population: float(2 * ndtr(population.distance / 2) - 1),
    "average_precision": _average_precision,
    "h_measure": _h_measure,
    "precision_at_indistinguishability": lambda population: population.precision(population.indistinguishable),
    "accuracy": lambda population: population._above(0.0)[0],
    "f1_score": _f1,
    # The more confident of two decisions is right; mean accuracy over coverage.
    "lxcim": lambda population: population.over_confidence(lambda r, w, dr, dw: 2 * dr * (1 - r - w)),
    "audrc_integral": lambda population: population.over_confidence(
        lambda r, w, dr, dw: (r / (r + w) if r + w > 0 else 1.0) * (dr + dw)
    ),
}


@lru_cache(maxsize=512)
def influence_function(population: Population, metric: str, steps: int = STEPS) -> Array:
    """The influence of one more case on the population's metric, in units of its share, by class and place.

    The library's own influences, on both classes in cells of x that weigh what the population has there: to a few
    percent, for a metric that jumps within a cell. `influences` has them in closed form.

    Returns
    -------
    array of shape (2, steps)
        For negatives, then positives, at the places of `cells`.

    Examples
    --------
    An accuracy counts what is right, so that its variance is that of a coin:

    >>> population = Population.with_auroc(0.8, prevalence=0.5)
    >>> accuracy = population.value("accuracy")
    >>> abs(variance_of_one(population, "accuracy") - accuracy * (1 - accuracy)) < 0.001
    True
    """
    if metric == "precision_at_indistinguishability":
        return _of_indistinguishability(population, steps)
    x, shares = cells(population, steps)
    share = np.concatenate([(1 - population.prevalence) * shares[0], population.prevalence * shares[1]])
    scores, labels = population.score(np.concatenate([x, x])), np.repeat([0, 1], steps)
    influences = influence(metric, labels, scores, sample_weight=share, **population.parameters(metric))
    return (influences.of_cases / share).reshape(2, steps)


def cells(population: Population, steps: int = STEPS) -> tuple[Array, Array]:
    """The middles of even cells of x, and the share of the negatives and of the positives that falls into each."""
    ends = np.linspace(-REACH, REACH + population.distance, steps + 1)
    shares = np.array([_between(ends), _between(ends - population.distance)])
    return (ends[1:] + ends[:-1]) / 2, shares / shares.sum(axis=1, keepdims=True)


def _between(ends: Array) -> Array:
    """Normal probabilities between neighbours, from the tail that is small, with a floor that no float loses."""
    tail = np.where(ends[1:] > 0, ndtr(-ends[:-1]) - ndtr(-ends[1:]), ndtr(ends[1:]) - ndtr(ends[:-1]))
    return np.maximum(tail, 1e-40)


def variance_of_one(population: Population, metric: str, steps: int = STEPS) -> float:
    """The variance of the influence of one case: n times the variance of the metric of n, for large n."""
    _, shares = cells(population, steps)
    of_negatives, of_positives = (influence_function(population, metric, steps) ** 2 * shares).sum(axis=1)
    return float((1 - population.prevalence) * of_negatives + population.prevalence * of_positives)


def _of_indistinguishability(population: Population, steps: int) -> Array:
    """The precision moves with what is flagged, and with the threshold, which keeps B at one half."""
    x, _ = cells(population, steps)
    p, at = population.prevalence, population.indistinguishable
    size, precision = population.flagged(at), population.precision(at)
    width = 1e-5
    slope = (population.precision(at + width) - population.precision(at - width)) / (
        population.win_rate(at + width) - population.win_rate(at - width)
    )
    flagged = x > at
    higher = p * ndtr(population.distance - x)  # the share of positives above x, and of all flagged cases below it
    lower = size - higher - (1 - p) * ndtr(-x)
    rows = []
    for label in (0, 1):
        pairs = size * label + p * flagged
        of_rate = (flagged * (higher + label * lower) - pairs / 2) / (p * size)
        rows.append(flagged * (label - precision) / size - slope * of_rate)
    return np.array(rows)
