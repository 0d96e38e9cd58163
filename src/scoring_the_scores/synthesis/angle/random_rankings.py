"""Rankings drawn at random: how often two metrics order two of them oppositely, in the limit and by simulation.

On random rankings many metrics come close to a linear rank statistic, a sum of scores of u = k/n over the places k of
the positives: -u for AUROC, -ln u for AP, and for a metric of decisions that flags a share t 1 up to t and 0 after it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook import disagreement


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
