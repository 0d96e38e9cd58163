"""How many cases it takes to see that one model is better than another, by each metric, from influence functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from metricbook.chapters.synthesis.how_sure.population import (
    METRICS,
    Population,
    cells,
    influence_function,
    variance_of_one,
)


class Comparison(NamedTuple):
    """A metric of two models in the population, and the standard deviation of a case's influence on the difference."""

    first: float
    second: float
    deviation: float

    def cases(self, *, power: float = 0.8, level: float = 0.95) -> float:
        """How many cases a test at this confidence level needs, to see the difference with this probability."""
        reach = ndtri((1 + level) / 2) + ndtri(power)
        return float((reach * self.deviation / (self.second - self.first)) ** 2)

    def power(self, n: int, *, level: float = 0.95) -> float:
        """The probability that n cases show the difference, and that it has the right sign."""
        return float(ndtr(abs(self.second - self.first) * n**0.5 / self.deviation - ndtri((1 + level) / 2)))


@cache
def compared(first: Population, second: Population, metric: str, *, correlation: float) -> Comparison:
    """Two models of the same cases, whose noise is correlated within each class.

    Examples
    --------
    >>> good, better = (Population.with_auroc(a, prevalence=0.5) for a in (0.80, 0.82))
    >>> [round(compared(good, better, "auroc", correlation=r).cases(), -2) for r in (0.0, 0.7)]
    [7000.0, 2400.0]
    """
    one, other = (influence_function(population, metric) for population in (first, second))
    together = 0.0
    for label, share in enumerate((1 - first.prevalence, first.prevalence)):
        joint = _joint(first.distance, second.distance, label, correlation)
        together += share * float(one[label] @ joint @ other[label])
    variance = variance_of_one(first, metric) + variance_of_one(second, metric) - 2 * together
    return Comparison(first.value(metric), second.value(metric), max(variance, 0.0) ** 0.5)


@lru_cache(maxsize=4)
def _joint(first: float, second: float, label: int, correlation: float) -> NDArray[np.float64]:
    """The shares of a class in the cells of both models, which are these distances apart from the other class."""
    (e, weight), (f, other) = (_noise(distance, label) for distance in (first, second))
    if correlation == 0:
        return np.outer(weight, other)
    joint = np.exp(-((f[None, :] - correlation * e[:, None]) ** 2) / (2 * (1 - correlation**2)))
    joint *= (weight / joint.sum(axis=1))[:, None]
    return joint


def _noise(distance: float, label: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The noise of a class in the middle of each cell, and the class's share there."""
    x, shares = cells(Population(0.5, distance))
    return x - label * distance, shares[label]


def needed(
    prevalences: Sequence[float],
    correlations: Sequence[float],
    *,
    aurocs: tuple[float, float] = (0.80, 0.82),
    metrics: Iterable[str] = METRICS,
) -> pd.DataFrame:
    """How many cases each metric needs for a power of 80 % at the 5 % level.

    Returns
    -------
    DataFrame
        ``prevalence``, ``correlation``, ``metric``, ``first``, ``second``, ``deviation``, ``cases``, and
        ``times_auroc``: how many times as many as AUROC needs.
    """
    rows = []
    for correlation in correlations:  # outermost, for the models' joint distribution depends on nothing else
        for prevalence in prevalences:
            first, second = (Population.with_auroc(auroc, prevalence=prevalence) for auroc in aurocs)
            least = compared(first, second, "auroc", correlation=correlation).cases()
            for metric in metrics:
                found = compared(first, second, metric, correlation=correlation)
                rows.append((prevalence, correlation, metric, *found, found.cases(), found.cases() / least))
    columns = ["prevalence", "correlation", "metric", "first", "second", "deviation", "cases", "times_auroc"]
    return pd.DataFrame(rows, columns=columns)
