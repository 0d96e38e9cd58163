"""How many cases it takes to see that one model is better than another, by each metric, from influence functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import pandas as pd
from scipy.special import ndtr, ndtri

from scoring_the_scores.synthesis.influences import influence_of, moment
from scoring_the_scores.synthesis.population import METRICS, Population


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
    """Two models of the same cases, whose noise is correlated within each class: by at most 0.999, or by 1.

    Examples
    --------
    >>> good, better = (Population.with_auroc(a, prevalence=0.5) for a in (0.80, 0.82))
    >>> [round(compared(good, better, "auroc", correlation=r).cases()) for r in (0.0, 0.7)]
    [7037, 2423]
    """
    one, other = (influence_of(population, metric) for population in (first, second))
    variance = 0.0
    for label, share in enumerate((1 - first.prevalence, first.prevalence)):
        for model, its in ((first, one), (second, other)):
            variance += share * moment(model, its, model, its, label=label, correlation=1)
        variance -= 2 * share * moment(first, one, second, other, label=label, correlation=correlation)
    return Comparison(first.value(metric), second.value(metric), max(variance, 0.0) ** 0.5)


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
    for correlation in correlations:
        for prevalence in prevalences:
            first, second = (Population.with_auroc(auroc, prevalence=prevalence) for auroc in aurocs)
            least = compared(first, second, "auroc", correlation=correlation).cases()
            for metric in metrics:
                comparison = compared(first, second, metric, correlation=correlation)
                rows.append(
                    (prevalence, correlation, metric, *comparison, comparison.cases(), comparison.cases() / least)
                )
    columns = ["prevalence", "correlation", "metric", "first", "second", "deviation", "cases", "times_auroc"]
    return pd.DataFrame(rows, columns=columns)
