"""Thousands of test sets from a population that is known: how often the intervals hold what they should.

A *cell* is a population and a number of cases. Its data sets are drawn in blocks, each from a seed of its own, so that
a run can be stopped and goes on from there, and so that one block can be run again by itself and compared. A block is
stored as sums over its data sets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import expit, ndtri

from metricbook import Interval, bootstrap, influence, interval
from scoring_the_scores.synthesis.population import METRICS, Population

#: The first data set of each block, and the end of the last: the first block is short, so that a check can repeat it.
BLOCKS: Final = (0, 20, 500, 1000, 1500, 2000)
#: AUROC of all populations, and of the better model where two are compared.
AUROC, BETTER = 0.80, 0.82
#: Correlation of the noise of two models, within a class.
CORRELATION: Final = 0.7
#: Replicates of each bootstrap, and the metrics it is tried on.
REPLICATES: Final = 200
RESAMPLED: Final = ("auroc", "average_precision", "lxcim", "h_measure", "auch", "kolmogorov_smirnov")
#: The metrics of each kind that is not tried on all: for others the package's interval is close to the plain one.
TRIED: Final = {"bootstrap": RESAMPLED, "interval": ("auroc", "h_measure", "auch", "kolmogorov_smirnov")}


class Cell(NamedTuple):
    """What is tried, at which prevalence, on how many cases."""

    what: str
    prevalence: float
    n: int

    def seed(self, block: int) -> list[int]:
        """A seed for each block of each cell."""
        return [15, KINDS.index(self.what), round(1000 * self.prevalence), self.n, block]


#: What is tried: the value and 1.96 standard errors to either side, of a metric or of the difference of two models that
#: are equally good or are not; the middle of a bootstrap; the package's interval, which knows of best thresholds.
KINDS: Final = ("plain", "equal models", "better model", "bootstrap", "interval")
SIZES: Final = {0.5: (100, 300, 1000, 3000, 10_000), 0.1: (100, 300, 1000, 3000, 10_000), 0.01: (1000, 3000, 10_000)}
CELLS: Final = (
    *(Cell("plain", p, n) for p, sizes in SIZES.items() for n in sizes),
    *(Cell("equal models", p, 1000) for p in (0.5, 0.1)),
    Cell("better model", 0.5, 2400),
    Cell("better model", 0.1, 6700),
    *(Cell("bootstrap", p, 300) for p in (0.5, 0.1)),
    *(Cell("interval", p, n) for p in (0.5, 0.1) for n in (300, 1000)),
    Cell("interval", 0.01, 3000),
)
#: What has one model, so that a metric of it is tried and not a difference.
SINGLE: Final = ("plain", "interval", "bootstrap")


def run(cell: Cell, block: int) -> pd.DataFrame:
    """A block of a cell: for each metric, counts and sums over its data sets.

    Returns
    -------
    DataFrame
        A row for each metric: ``what``, ``prevalence``, ``n``, ``block``, ``metric``, and over the block's data sets
        ``runs`` (how many), ``defined`` (how many of them have an interval), and over those ``value``, ``square`` and
        ``error`` (sums of the metric, or difference, of its square, and of its standard error), ``low`` and ``high``
        (how many intervals lie below, and above, the population's value) and ``seen`` (how many leave out zero).
    """
    rng = np.random.default_rng(cell.seed(block))
    population = Population.with_auroc(AUROC, prevalence=cell.prevalence)
    other = Population.with_auroc(BETTER if cell.what == "better model" else AUROC, prevalence=cell.prevalence)
    names = TRIED.get(cell.what, tuple(METRICS))
    runs = BLOCKS[block + 1] - BLOCKS[block]
    estimates = np.full((runs, len(names), 4), np.nan)
    for k in range(runs):
        if cell.what == "bootstrap":
            estimates[k] = _resampled(*population.draw(cell.n, rng), rng)
        elif cell.what in SINGLE:
            estimates[k] = _intervals(population, *population.draw(cell.n, rng), plain=cell.what == "plain")
        else:
            estimates[k] = _differences(population, other, *_two_models(population, other, cell.n, rng))
    rows = [_sums(estimates[:, place], true(cell, metric)) for place, metric in enumerate(names)]
    head = pd.DataFrame({"metric": names}).assign(**cell._asdict(), block=block, runs=runs)
    order = ["what", "prevalence", "n", "block", "metric", "runs"]
    return pd.concat([head[order], pd.DataFrame(rows)], axis=1)


@cache
def true(cell: Cell, metric: str) -> float:
    """What the intervals of a cell should hold: the population's metric, or the difference of the two models'."""
    value = Population.with_auroc(AUROC, prevalence=cell.prevalence).value(metric)
    if cell.what in SINGLE:
        return value
    better = BETTER if cell.what == "better model" else AUROC
    return Population.with_auroc(better, prevalence=cell.prevalence).value(metric) - value


def _sums(estimates: NDArray[np.float64], true: float) -> dict[str, float]:
    value, low, high, error = estimates[np.isfinite(estimates).all(axis=1)].T
    return {
        "defined": value.size,
        "value": value.sum(),
        "square": (value**2).sum(),
        "error": error.sum(),
        "low": int((high < true).sum()),
        "high": int((low > true).sum()),
        "seen": int(((low > 0) | (high < 0)).sum()),
    }


def plain_interval(
    metric: str, labels: NDArray[np.bool_], scores: NDArray[np.float64], **parameters: float
) -> Interval:
    """The value and 1.96 standard errors to either side, on the logit scale, whatever the metric."""
    value, drawn = influence(metric, labels, scores, **parameters)
    error = math.sqrt(drawn.size * drawn.var(ddof=1))
    if not 0 < value < 1 or not error > 0:
        raise ValueError(f"{metric} has no interval here")
    odds, width = math.log(value / (1 - value)), float(ndtri(0.975)) * error / (value * (1 - value))
    low, high = (float(expit(odds + sign * width)) for sign in (-1, 1))
    return Interval(value, low, high, error)


def _intervals(
    population: Population, labels: NDArray[np.bool_], scores: NDArray[np.float64], *, plain: bool
) -> NDArray[np.float64]:
    if plain:
        return _rows(lambda metric: plain_interval(metric, labels, scores, **population.parameters(metric)), METRICS)
    return _rows(lambda metric: interval(metric, labels, scores), TRIED["interval"])


def _rows(make: Callable[[str], Interval], names: Iterable[str]) -> NDArray[np.float64]:
    """A row of an interval's numbers for each metric, without numbers where the sample defines none."""
    rows = []
    for metric in names:
        try:
            rows.append(list(make(metric)))
        except (ValueError, ZeroDivisionError):
            rows.append([math.nan] * 4)
    return np.array(rows)


def _two_models(
    first: Population, second: Population, n: int, rng: np.random.Generator
) -> tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]:
    labels = rng.random(n) < first.prevalence
    e, f = rng.normal(size=(2, n))
    f = CORRELATION * e + (1 - CORRELATION**2) ** 0.5 * f
    return labels, first.score(e + first.distance * labels), second.score(f + second.distance * labels)


def _differences(
    first: Population, second: Population, labels: NDArray[np.bool_], one: NDArray[np.float64], two: NDArray[np.float64]
) -> NDArray[np.float64]:
    def difference(metric: str) -> Interval:
        better = influence(metric, labels, two, **second.parameters(metric))
        good = influence(metric, labels, one, **first.parameters(metric))
        value, drawn = better.value - good.value, better.of_cases - good.of_cases
        error = math.sqrt(drawn.size * drawn.var(ddof=1))
        half = float(ndtri(0.975)) * error
        return Interval(value, value - half, value + half, error)

    return _rows(difference, METRICS)


def _resampled(labels: NDArray[np.bool_], scores: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """The mean of the replicates and their middle 95 %, the percentile interval of the bootstrap."""
    drawn = bootstrap(labels, scores, metrics=RESAMPLED, replicates=REPLICATES, rng=rng).dropna()
    if drawn.empty:
        return np.full((len(RESAMPLED), 4), np.nan)
    ends = np.quantile(drawn, [0.025, 0.975], axis=0)
    return np.stack([drawn.mean(), *ends, drawn.std()], axis=1)


def blocks(cells: tuple[Cell, ...] = CELLS) -> Iterator[tuple[Cell, int]]:
    """Every block of every cell, the first of each before all second ones, so that a stopped run has some of each."""
    yield from ((cell, block) for block, _ in enumerate(pairwise(BLOCKS)) for cell in cells)
