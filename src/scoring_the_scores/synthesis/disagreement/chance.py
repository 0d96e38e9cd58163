"""Rankings drawn at random: how often two metrics order two of them oppositely, in the limit and by simulation.

Two models may know nothing, equally much, or one of them more.

On random rankings many metrics come close to a linear rank statistic, a sum of scores of u = k/n over the places k of
the positives: -u for AUROC, -ln u for AP, and for a metric of decisions that flags a share t 1 up to t and 0 after it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from metricbook import disagreement, influence

Array = NDArray[np.float64]


class Estimate(NamedTuple):
    """A share and its standard error."""

    value: float
    standard_error: float


def flagging(share: ArrayLike) -> pd.DataFrame:
    """The limits for AUROC and for AP beside a metric of decisions that flags this share of all cases.

    Examples
    --------
    >>> flagging([0.5]).round(4).values.tolist()
    [[0.5, 0.1667, 0.2562]]
    """
    t = np.asarray(share, dtype=float)
    auroc, precision = np.sqrt(3 * t * (1 - t)), -np.log(t) * np.sqrt(t / (1 - t))
    return pd.DataFrame({"flagged": t, "AUROC": disagreement(auroc), "AP": disagreement(precision)})


def drawn(positives: int, negatives: int, draws: int, rng: np.random.Generator, *, flagged: int) -> pd.DataFrame:
    """AUROC, AP and the true positives among so many flagged, of random rankings; a row for each.

    Examples
    --------
    >>> found = drawn(1, 1, 4, np.random.default_rng(0), flagged=1)
    >>> sorted(set(map(tuple, found.to_numpy().tolist())))
    [(0.0, 0.5, 0.0), (1.0, 1.0, 1.0)]
    """
    n = positives + negatives
    rows = []
    for _ in range(draws):
        places = np.sort(rng.choice(n, positives, replace=False, shuffle=False)) + 1
        rows.append((*_areas(places, n), float(np.searchsorted(places, flagged, "right"))))
    return pd.DataFrame(rows, columns=["AUROC", "AP", "flagging"])


def _areas(places: NDArray[np.int64], n: int) -> tuple[float, float]:
    """AUROC and AP of positives at these places of n, in rising order."""
    order = np.arange(1, places.size + 1)
    lost = int((places - order).sum())
    return 1 - lost / (places.size * (n - places.size)), float((order / places).mean())


def opposite(first: ArrayLike, second: ArrayLike) -> Estimate:
    """The share of all pairs of draws that two metrics order oppositely; the standard error is that of a U statistic.

    Examples
    --------
    >>> opposite([1, 2, 3], [1, 3, 2]).value
    0.3333333333333333
    """
    one, other = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    shares = np.array([np.count_nonzero((one - a) * (other - b) < 0) for a, b in zip(one, other, strict=True)])
    shares = shares / (one.size - 1)
    return Estimate(float(shares.mean()), float(2 * shares.std(ddof=1) / math.sqrt(one.size)))


class Setting(NamedTuple):
    """Two models of the same cases: normal scores of equal spread, with noise of this correlation.

    The second model has this AUROC, and the first as much more as it is ahead.
    """

    auroc: float
    prevalence: float
    correlation: float
    ahead: float = 0.0

    def draw(self, n: int, rng: np.random.Generator) -> tuple[NDArray[np.bool_], Array, Array]:
        """Labels of n cases, drawn one by one, and the scores of both models."""
        labels = rng.random(n) < self.prevalence
        return labels, *self.scores(labels, rng)

    def scores(self, labels: NDArray[np.bool_], rng: np.random.Generator) -> tuple[Array, Array]:
        """The scores of both models for cases of these labels."""
        noise, own = rng.normal(size=(2, labels.size))
        first, second = (math.sqrt(2) * float(ndtri(area)) * labels for area in (self.auroc + self.ahead, self.auroc))
        return first + noise, second + self.correlation * noise + math.sqrt(1 - self.correlation**2) * own


def opposite_in_the_limit(setting: Setting, n: int, cases: int, rng: np.random.Generator) -> float:
    """The probability that AUROC and AP order two models of n cases oppositely, by the library's influences.

    Either difference is, but for what vanishes, a sum over cases of the differences of both models' influences. Their
    correlation, and by how many standard errors one model is ahead, are taken over so many drawn cases.

    Examples
    --------
    Models that know nothing:

    >>> found = opposite_in_the_limit(Setting(0.5, 0.5, 0.0), 1000, 100_000, np.random.default_rng(0))
    >>> abs(found - 1 / 6) < 0.01
    True
    """
    labels, *scores = setting.draw(cases, rng)
    ahead, apart = [], []
    for metric in ("auroc", "average_precision"):
        one, other = (influence(metric, labels, s) for s in scores)
        each = (one.of_cases - other.of_cases) * math.sqrt(cases)  # on one case
        spread = float(np.linalg.norm(each))
        apart.append(each / spread)
        ahead.append((one.value - other.value) * math.sqrt(n) / spread if setting.ahead else 0.0)
    return float(disagreement(float(apart[0] @ apart[1]), *ahead))


def opposite_among_drawn(setting: Setting, n: int, draws: int, rng: np.random.Generator) -> Estimate:
    """The share of so many pairs of models, of n cases each, that AUROC and AP order oppositely.

    Examples
    --------
    >>> setting = Setting(0.5, 0.5, 0.0)
    >>> 0.1 < opposite_among_drawn(setting, 200, 200, np.random.default_rng(0)).value < 0.25
    True
    """
    odds = 0
    for _ in range(draws):
        labels, *scores = setting.draw(n, rng)
        places = [np.flatnonzero(labels[np.argsort(-s, kind="stable")]) + 1 for s in scores]
        (won, precise), (lost, vague) = (_areas(p, n) for p in places)
        odds += (won - lost) * (precise - vague) < 0
    share = odds / draws
    return Estimate(share, math.sqrt(share * (1 - share) / draws))


def crossing_drawn(setting: Setting, of_each: int, draws: int, rng: np.random.Generator) -> Estimate:
    """The share of so many pairs of models, of so many cases of each class, whose ROC curves cross.

    Examples
    --------
    >>> crossing_drawn(Setting(0.5, 0.5, 0.0), 1, 50, np.random.default_rng(0)).value
    0.0
    """
    labels = np.repeat([True, False], of_each)
    crossed = 0
    for _ in range(draws):
        one, other = (np.cumsum(labels[np.argsort(-s, kind="stable")]) for s in setting.scores(labels, rng))
        crossed += bool((one > other).any() and (one < other).any())
    share = crossed / draws
    return Estimate(share, math.sqrt(share * (1 - share) / draws))
