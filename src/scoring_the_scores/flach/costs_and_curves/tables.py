"""The two pictures of a classifier as tables: ROC space and cost space.

Flach et al. (2011), whose positive class is 0, draw F_0 against F_1: the mirror image, in the falling diagonal, of the
ROC curve here.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook import Over, Sweep, cost_curve_of, cost_lines_of, roc_hull_of


def two_spaces(y_true: ArrayLike, y_score: ArrayLike, *, over: Over = "skew") -> pd.DataFrame:
    """ROC curve, its hull, cost lines and cost curve of a classifier.

    Returns
    -------
    DataFrame
        ``space`` ("ROC" or "cost"), ``series`` ("ROC curve", "convex hull", "cost line 1" and so on from the highest
        threshold down, "cost curve"), and the corners ``x``, ``y`` of each: false and true positive rate, or condition
        and loss.

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
        _series("ROC", "convex hull", *roc_hull_of(sweep)),
    ]
    for number, (at_zero, at_one) in enumerate(zip(lines.at_zero, lines.at_one, strict=True), start=1):
        parts.append(_series("cost", f"cost line {number}", [0.0, 1.0], [at_zero, at_one]))
    parts.append(_series("cost", "cost curve", envelope.conditions, envelope.losses))
    return pd.concat(parts, ignore_index=True)


def duality(y_true: ArrayLike, y_score: ArrayLike) -> pd.DataFrame:
    """What corresponds to what: hull vertices and their cost lines, hull segments and where these lines meet.

    Returns
    -------
    DataFrame
        A row for each vertex ("A", "B", ... from (0, 0) on) with ``x``, ``y`` its false and true positive rate; its
        cost line runs from 1 - y at skew 0 to x at 1. A row for each segment ("1", "2", ...) with ``x``, ``y`` its
        middle and ``skew``, ``loss`` the meeting point of the lines of its ends, which vertices lack (NaN).

    Examples
    --------
    >>> duality([1, 0], [0.7, 0.2]).values.tolist()[3:]
    [['1', 0.0, 0.5, 1.0, 0.0], ['2', 0.5, 1.0, 0.0, 0.0]]
    """
    sweep = Sweep(y_true, y_score)
    vertices = list(zip(*roc_hull_of(sweep), strict=True))
    rows = [(chr(ord("A") + i), x, y, np.nan, np.nan) for i, (x, y) in enumerate(vertices)]
    for number, ((x0, y0), (x1, y1)) in enumerate(pairwise(vertices), start=1):
        right, up = x1 - x0, y1 - y0
        skew = up / (right + up)
        rows.append((str(number), (x0 + x1) / 2, (y0 + y1) / 2, skew, (1 - skew) * (1 - y0) + skew * x0))
    return pd.DataFrame(rows, columns=["name", "x", "y", "skew", "loss"])


def _rates(sweep: Sweep, false_positives: np.ndarray, true_positives: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """False and true positive rates from (0, 0) up, of weights at or above falling thresholds."""
    return np.append(0.0, false_positives) / sweep.negatives, np.append(0.0, true_positives) / sweep.positives


def _series(space: str, name: str, x: ArrayLike, y: ArrayLike) -> pd.DataFrame:
    return pd.DataFrame({"space": space, "series": name, "x": x, "y": y})
