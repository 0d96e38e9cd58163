"""Few metrics that stand for many: every other one seldom disagrees with the nearest of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from operator import index
from typing import TYPE_CHECKING, Final

import numpy as np

from metricbook.metrics.validation import Array

if TYPE_CHECKING:
    import pandas as pd


#: Choices that are looked at, at most: any number of 20 metrics, 3 of 100.
CHOICES: Final = 200_000


def representatives(angles: pd.DataFrame, count: int) -> pd.DataFrame:
    """So few metrics that the largest probability that a metric disagrees with the nearest of them is least.

    Parameters
    ----------
    angles : DataFrame
        A row for each two metrics, ``metric`` and ``other``, with ``disagree`` and, if at hand, ``correlation``, as of
        `metricbook.angle`. Shares of pairs of models that were counted will do.
    count : int
        How many of the metrics to choose, one at least.

    Returns
    -------
    DataFrame
        A row for each metric, in the order of ``angles``; ``nearest``, the chosen metric that it disagrees with least,
        for a chosen one itself; ``disagree`` with that, the probability between 0 and 1; and, of correlations,
        ``unexplained``, the share of the variance of the models' difference on it, between 0 and 1, that is left by a
        regression on their differences on all chosen ones.

    Raises
    ------
    ValueError
        If there are more than 200,000 choices, since all are looked at; if a column is missing, or two metrics have no
        row or more than one; or if a number is out of range, ``count`` among them.

    Notes
    -----
    Of several choices with the same largest probability that with the least sum of all is taken, and of these the
    first in the order of ``angles``. Probabilities that differ by rounding, 1e-12, are the same.

    The smaller ``disagree`` is, the less a metric adds to its nearest one: equally good models are seldom ordered
    oppositely. ``unexplained`` is 1 - R², and 0 also of a metric that always disagrees with a chosen one.

    Examples
    --------
    Of three directions in one plane, at 0, 30 and 90 degrees, the second is nearest to both others:

    >>> import pandas as pd
    >>> rows = [("A", "B", 1 / 6, 0.75**0.5), ("A", "C", 1 / 2, 0.0), ("B", "C", 1 / 3, 0.5)]
    >>> found = representatives(pd.DataFrame(rows, columns=["metric", "other", "disagree", "correlation"]), 1)
    >>> found["nearest"].tolist(), found["disagree"].round(4).tolist(), found["unexplained"].round(4).tolist()
    (['B', 'B', 'B'], [0.1667, 0.0, 0.3333], [0.25, 0.0, 0.75])
    """
    import pandas as pd  # here, for importing it takes longer than importing NumPy

    if missing := [name for name in ("metric", "other", "disagree") if name not in angles]:
        raise ValueError(f"angles lack the columns {missing}: pass a table as of metricbook.angle")
    names = list(dict.fromkeys([*angles["metric"], *angles["other"]]))
    size = len(names)
    if not 1 <= index(count) <= size:
        raise ValueError(f"choose 1 to {size} of the {size} metrics, not {count}")
    if math.comb(size, count) > CHOICES:
        raise ValueError(f"{count} of {size} metrics are {math.comb(size, count):,} choices, more than {CHOICES:,}")
    apart = _square(angles, names, "disagree", 0.0, 1.0, itself=0.0)

    def farthest(chosen: Iterable[int]) -> tuple[float, float]:
        nearest = apart[list(chosen)].min(axis=0)
        return round(float(nearest.max()), 12), round(float(nearest.sum()), 12)

    chosen = list(min(combinations(range(size), count), key=farthest))  # the first of equals
    nearest = apart[chosen].round(12).argmin(axis=0)
    nearest[chosen] = range(count)
    found = pd.DataFrame({"metric": names, "nearest": [names[chosen[k]] for k in nearest]})
    found["disagree"] = apart[np.take(chosen, nearest), range(size)]
    if "correlation" in angles:
        together = _square(angles, names, "correlation", -1.0, 1.0, itself=1.0)
        found["unexplained"] = [0.0 if i in chosen else _unexplained(together, i, chosen) for i in range(size)]
    return found


def _square(angles: pd.DataFrame, names: list[str], column: str, low: float, high: float, *, itself: float) -> Array:
    """A column as a symmetric table of every two metrics."""
    place = {name: i for i, name in enumerate(names)}
    table = np.full((len(names), len(names)), np.nan)
    np.fill_diagonal(table, itself)
    for one, other, value in zip(angles["metric"], angles["other"], angles[column], strict=True):
        i, j = place[one], place[other]
        if not np.isnan(table[i, j]):
            raise ValueError(f"angles have {one} and {other} more than once")
        if not low <= value <= high:
            raise ValueError(f"{column} of {one} and {other} is {value}, not between {low:g} and {high:g}")
        table[i, j] = table[j, i] = value
    if np.isnan(table).any():
        i, j = np.argwhere(np.isnan(table))[0]
        raise ValueError(f"angles have no row of {names[i]} and {names[j]}")
    return table


def _unexplained(together: Array, metric: int, chosen: list[int]) -> float:
    """1 - R² of a metric's differences on those of the chosen ones."""
    beside = together[chosen, metric]
    inverse = np.linalg.pinv(together[np.ix_(chosen, chosen)], rcond=1e-10, hermitian=True)
    return float(np.clip(1 - beside @ inverse @ beside, 0.0, 1.0))
