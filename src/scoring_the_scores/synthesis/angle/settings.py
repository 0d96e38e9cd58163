"""Two models of the same cases, normal scores or real ones: what their differences are, and how cases are drawn.

A setting knows what the theorem takes, the true differences of the two models on some metrics and the covariances of a
case's influences on them, and draws samples on which the theorem can be tried.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook import influence
from scoring_the_scores.synthesis import zoo, zoo_tables
from scoring_the_scores.synthesis.influences import Influence, influence_of, moment
from scoring_the_scores.synthesis.population import Population

Array = NDArray[np.float64]
Labels = NDArray[np.bool_]

#: The metrics by the names of readers. Decisions are made at 0, but for F1 of normal scores at its best threshold.
METRICS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "AUROC": "auroc",
        "AP": "average_precision",
        "H": "h_measure",
        "LxCIM": "lxcim",
        "accuracy": "accuracy",
        "F1": "f1_score",
        "AUCH": "auch",
        "KS": "kolmogorov_smirnov",
    }
)


class Drawn(NamedTuple):
    """A sample: labels, the scores of two models, and the threshold of F1 for each."""

    labels: Labels
    first: Array
    second: Array
    thresholds: tuple[float, float]


class Truth(NamedTuple):
    """Of two models the differences on the metrics, and the covariances of one case's influences on these."""

    differences: Array
    covariances: Array

    def ahead(self, n: int) -> Array:
        """The differences on n cases, in standard errors."""
        return self.differences * math.sqrt(n) / np.sqrt(np.diag(self.covariances))

    def correlations(self) -> Array:
        """Of the differences on every two metrics."""
        spread = np.sqrt(np.diag(self.covariances))
        return np.clip(self.covariances / np.outer(spread, spread), -1.0, 1.0)


class Normal(NamedTuple):
    """Normal scores that are right log-odds; `ahead` is by how much the first model's AUROC is above the second's."""

    prevalence: float
    ahead: float = 0.0
    auroc: float = 0.8
    correlation: float = 0.7

    def models(self) -> tuple[Population, Population]:
        """The two models, each by itself."""
        areas = (self.auroc + self.ahead, self.auroc)
        first, second = (Population.with_auroc(area, prevalence=self.prevalence) for area in areas)
        return first, second

    def draw(self, n: int, rng: np.random.Generator) -> Drawn:
        """So many cases, drawn one by one."""
        labels = rng.random(n) < self.prevalence
        noise, own = rng.normal(size=(2, n))
        both = noise, self.correlation * noise + math.sqrt(1 - self.correlation**2) * own
        first, second = models = self.models()
        scores = [model.score(model.distance * labels + e) for model, e in zip(models, both, strict=True)]
        return Drawn(labels, scores[0], scores[1], (first.f1_threshold, second.f1_threshold))

    def truth(self) -> Truth:
        """By influence functions in closed form."""
        return _normal_truth(self)


class Real(NamedTuple):
    """Two classifiers of the zoo on the half that judges them, a class as frequent as `prevalence` says.

    Exchanged, they are equally good by every metric: a coin for each case says which model gets which of its scores.
    """

    data_set: str
    first: str
    second: str
    prevalence: float
    exchanged: bool = False

    def draw(self, n: int, rng: np.random.Generator) -> Drawn:
        """So many cases, drawn one by one and with replacement within their class."""
        known, *scores = _judged(self)
        labels = rng.random(n) < self.prevalence
        places = np.array([np.flatnonzero(~known), np.flatnonzero(known)], dtype=object)
        at = np.empty(n, dtype=np.intp)
        for label in (0, 1):
            of_class = labels == bool(label)
            at[of_class] = places[label][rng.integers(0, places[label].size, np.count_nonzero(of_class))]
        one, other = (s[at] for s in scores)
        if self.exchanged:
            coin = rng.random(n) < 0.5
            one, other = np.where(coin, other, one), np.where(coin, one, other)
        return Drawn(labels, one, other, (0.0, 0.0))

    def truth(self) -> Truth:
        """By the library's influences on the cases that are drawn from."""
        return _real_truth(self)


Setting = Normal | Real


@lru_cache(maxsize=64)
def _judged(setting: Real) -> tuple[Labels, Array, Array]:
    orders = zoo_tables.orders(setting.data_set)
    labels = zoo.halves(setting.data_set, 0)[3]
    return labels, orders[setting.first].astype(float), orders[setting.second].astype(float)


@lru_cache(maxsize=64)
def _normal_truth(setting: Normal) -> Truth:
    models = setting.models()

    @cache
    def product(one: Population, f: Influence, other: Population, g: Influence, label: int, alike: float) -> float:
        return moment(one, f, other, g, label=label, correlation=alike)

    covariances = np.zeros((len(METRICS), len(METRICS)))
    found = [[influence_of(model, metric) for metric in METRICS.values()] for model in models]
    signs = ((0, 0, 1.0), (1, 1, 1.0), (0, 1, -1.0), (1, 0, -1.0))
    for label, share in enumerate((1 - setting.prevalence, setting.prevalence)):
        for i, j in np.argwhere(np.tri(len(METRICS), dtype=bool)):
            covariances[i, j] += share * sum(
                sign
                * product(models[a], found[a][i], models[b], found[b][j], label, 1 if a == b else setting.correlation)
                for a, b, sign in signs
            )
    covariances = np.tril(covariances) + np.tril(covariances, -1).T
    values = np.array([[model.value(metric) for metric in METRICS.values()] for model in models])
    return Truth(values[0] - values[1], covariances)


@lru_cache(maxsize=64)
def _real_truth(setting: Real) -> Truth:
    labels, first, second = _judged(setting)
    if setting.exchanged:
        labels = np.concatenate([labels, labels])
        first, second = np.concatenate([first, second]), np.concatenate([second, first])
    weights = np.where(labels, setting.prevalence / labels.sum(), (1 - setting.prevalence) / (~labels).sum())
    apart, values = [], []
    for metric in METRICS.values():
        given = {"threshold": 0.0} if metric == "f1_score" else {}
        one, other = (influence(metric, labels, s, sample_weight=weights, **given) for s in (first, second))
        apart.append((one.of_cases - other.of_cases) / weights)
        values.append(one.value - other.value)
    each = np.array(apart)
    return Truth(np.array(values), (each * weights) @ each.T)
