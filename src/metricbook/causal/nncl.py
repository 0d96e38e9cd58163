"""NNCL, causal learning with non-invertible functions: here the fit by two straight lines."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector, unit_range

# Of quantiles: twenty points from 0 to 1 without the ends, so the multiples of 1/19 as floating point has them.
LEVELS = np.linspace(0, 1, 20)[1:-1]
MIN_DISTINCT = 5
# An R² below this is rounding; it keeps the ratio of two of them finite.
ROUNDING = float(np.finfo(np.float64).eps)


def sides(cause: Vector) -> np.ndarray:
    """Return how many values of a sorted cause lie at or below each of its quantiles at `LEVELS`.

    Where (n - 1)k/19 is a whole number the quantile is one of the values; but 13/19 and 17/19 are rounded down, so
    there it can be a unit in the last place below the value, which then is on the right with all its ties.

    >>> sides(np.arange(20.0)).tolist()
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 15, 16, 17, 17, 19]
    """
    return np.searchsorted(cause, np.quantile(cause, LEVELS), side="right")


def line(cause: Vector, effect: Vector) -> tuple[float, float]:
    """Return RSS and R² of the least-squares line; R² is 0 where the effect is constant.

    >>> line(np.array([0.0, 1.0, 2.0]), np.array([0.0, 2.0, 1.0]))
    (1.5, 0.25)
    """
    x, y = cause - cause.mean(), effect - effect.mean()
    total, slope = float(y @ y), float(x @ y / (x @ x))
    residual = y - slope * x
    error = float(residual @ residual)
    return error, 1 - error / total if total > 0 else 0.0


def determination(cause: Vector, effect: Vector, split: Callable[[Vector], np.ndarray] = sides) -> float:
    """Return R² of the effect by two lines over the cause, cut where their RSS is least; NaN if nowhere can be cut.

    R² of the two is the mean of each line's own R², weighted by the numbers of points. ``split`` says how many of the
    sorted values are on the left of each cut; one that leaves less than five distinct values on a side is no cut.
    """
    order = np.argsort(cause, kind="stable")
    lefts = np.unique(split(cause[order]))
    cause, effect = unit_range(cause)[order], unit_range(effect)[order]
    distinct = np.concatenate([[0], np.cumsum(np.diff(cause, prepend=-math.inf) > 0)])
    enough = (distinct[lefts] >= MIN_DISTINCT) & (distinct[-1] - distinct[lefts] >= MIN_DISTINCT)
    options = []
    for cut in lefts[enough].tolist():
        left_error, left = line(cause[:cut], effect[:cut])
        right_error, right = line(cause[cut:], effect[cut:])
        options.append((left_error + right_error, cut, (cut * left + (cause.size - cut) * right) / cause.size))
    return max(min(options)[2], ROUNDING) if options else float("nan")


def compare(x: Vector, y: Vector, *, split: Callable[[Vector], np.ndarray] = sides) -> float:
    """Return how many times larger R² is in the better direction, negative if that is y to x; at least 1 in magnitude.

    If the effect is a function of the cause that rises here and falls there, two lines over the cause follow it, while
    two lines over the effect cannot. NaN if a variable can nowhere be cut (``split`` as for :func:`determination`) with
    five distinct values on both sides (so always if it has fewer than ten), or if both directions fit equally well.

    The idea leaves open where to cut, and the row of Table 1 hangs on it. That there are eighteen cuts, at the
    multiples of 1/19 of the values in their own unit, and what counts as left of a cut, is not in the LxCIM paper: we
    have it from the public code that its authors used. Some numbers of rows make a quantile one of the values; whether
    it is found there or a unit in the last place below decides one pair of the benchmark.

    >>> x = np.linspace(-1, 1, 101)
    >>> compare(x, x**2) > 1 and compare(x**2, x) == -compare(x, x**2)
    True
    """
    forward, backward = determination(x, y, split), determination(y, x, split)
    if math.isnan(forward) or math.isnan(backward) or forward == backward:
        return float("nan")
    return forward / backward if forward > backward else -backward / forward


METHOD = Method(
    compare,
    name="NNCL",
    version=2,
    reference="Wang and Zhou, *Causal network learning with non-invertible functional relationships*, Computational "
    "Statistics & Data Analysis 156, 2021",
    assumption="the effect is a function of the cause that rises in one part and falls in another",
)
