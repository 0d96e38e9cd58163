"""The two pictures of a classifier as tables: ROC space and cost space, with the axes of Flach et al. (2011).

Their class 0 is the positive class: the ROC curve is F_0 against F_1, the shares of class 0 and of class 1 with a score
up to the threshold. It is the mirror image of scikit-learn's in the falling diagonal.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook.metrics.costs import Over, cost_curve_of, cost_lines_of
from metricbook.metrics.hull import hull_of
from metricbook.metrics.sweep import Sweep


def two_spaces(y_true: ArrayLike, y_score: ArrayLike, *, over: Over = "skew") -> pd.DataFrame:
    """ROC curve, its hull, cost lines and cost curve of a classifier.

    Parameters
    ----------
    y_true, y_score : arrays of shape (n,)
        As for `metricbook.metrics.sweep.Sweep`.
    over : {"skew", "cost"}
        Operating condition of the cost space.

    Returns
    -------
    DataFrame
        ``space`` ("ROC" or "cost"), ``series`` ("ROC curve", "convex hull", "cost line 1" and so on from the lowest
        threshold up, "cost curve"), and the corners ``x``, ``y`` of each: F_1 and F_0, or condition and loss.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Examples
    --------
    >>> table = two_spaces([1, 0], [0.7, 0.2])
    >>> table[table["series"] == "convex hull"][["x", "y"]].values.tolist()
    [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    sweep = Sweep(y_true, y_score)
    lines, envelope = cost_lines_of(sweep, over=over), cost_curve_of(sweep, over=over)
    parts = [
        _series("ROC", "ROC curve", *_rates(sweep, sweep.false_positives, sweep.true_positives)),
        _series("ROC", "convex hull", *_rates(sweep, *hull_of(sweep))),
    ]
    for number, (at_zero, at_one) in enumerate(zip(lines.at_zero[::-1], lines.at_one[::-1], strict=True), start=1):
        parts.append(_series("cost", f"cost line {number}", [0.0, 1.0], [at_zero, at_one]))
    parts.append(_series("cost", "cost curve", envelope.conditions, envelope.losses))
    return pd.concat(parts, ignore_index=True)


def duality(y_true: ArrayLike, y_score: ArrayLike) -> pd.DataFrame:
    """What corresponds to what: hull vertices and their cost lines, hull segments and where these lines meet.

    Parameters
    ----------
    y_true, y_score : arrays of shape (n,)
        As for `metricbook.metrics.sweep.Sweep`.

    Returns
    -------
    DataFrame
        A row for each vertex ("A", "B", ... from (0, 0) on) with ``x``, ``y`` its F_1 and F_0, which are also the ends
        of its cost line: from x at skew 0 to 1 - y at 1. A row for each segment ("1", "2", ...) with ``x``, ``y`` its
        middle and ``skew``, ``loss`` the meeting point of the lines of its ends, which vertices lack (NaN).

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Examples
    --------
    >>> duality([1, 0], [0.7, 0.2]).values.tolist()[3:]
    [['1', 0.0, 0.5, 0.0, 0.0], ['2', 0.5, 1.0, 1.0, 0.0]]
    """
    sweep = Sweep(y_true, y_score)
    cost_lines_of(sweep)  # refuses a missing class
    vertices = list(zip(*_rates(sweep, *hull_of(sweep)), strict=True))
    rows = [(chr(ord("A") + i), x, y, np.nan, np.nan) for i, (x, y) in enumerate(vertices)]
    for number, ((x0, y0), (x1, y1)) in enumerate(pairwise(vertices), start=1):
        right, up = x1 - x0, y1 - y0
        skew = right / (right + up)
        rows.append((str(number), (x0 + x1) / 2, (y0 + y1) / 2, skew, (1 - skew) * x0 + skew * (1 - y0)))
    return pd.DataFrame(rows, columns=["name", "x", "y", "skew", "loss"])


def _rates(sweep: Sweep, false_positives: np.ndarray, true_positives: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """F_1 and F_0 from (0, 0) up, of weights at or above falling thresholds."""
    below_1 = sweep.positives - np.append(0.0, true_positives)
    below_0 = sweep.negatives - np.append(0.0, false_positives)
    return below_1[::-1] / sweep.positives, below_0[::-1] / sweep.negatives


def _series(space: str, name: str, x: ArrayLike, y: ArrayLike) -> pd.DataFrame:
    return pd.DataFrame({"space": space, "series": name, "x": x, "y": y})
