"""Two curves that rankings and decisions are compared by, at every whole number of cases, and whether they cross.

Both count successes along an order of the cases, ties being shared out evenly: true positives among the flagged, and
right decisions among the most confident. All corners lie at whole numbers, so that two curves are compared there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook import ConfidenceSweep, Sweep, roc_hull_points

Array = NDArray[np.float64]
#: Curves of fewer cases than a million differ by more than this or not at all.
ROUNDING = 1e-7


def gains(y_true: ArrayLike, y_score: ArrayLike) -> Array:
    """True positives among the 0, 1, ..., n highest scores.

    Examples
    --------
    >>> gains([1, 1, 0, 0], [3, 2, 2, 1]).tolist()
    [0.0, 1.0, 1.5, 2.0, 2.0]
    """
    sweep = Sweep(y_true, y_score)
    return _along(sweep.true_positives + sweep.false_positives, sweep.true_positives)


def hull_gains(y_true: ArrayLike, y_score: ArrayLike) -> Array:
    """The same along the convex hull of the ROC curve.

    Examples
    --------
    >>> hull_gains([0, 1, 0], [3, 2, 1]).tolist()
    [0.0, 0.5, 1.0, 1.0]
    """
    false, true = roc_hull_points(Sweep(y_true, y_score))
    return _along(true + false, true)


def right_decisions(y_true: ArrayLike, y_score: ArrayLike) -> Array:
    """Right decisions among the 0, 1, ..., n most confident ones, of the threshold 0.

    Examples
    --------
    >>> right_decisions([1, 1, 0], [3, -2, -1]).tolist()
    [0.0, 1.0, 1.0, 2.0]
    """
    sweep = ConfidenceSweep(y_true, y_score)
    return _along(sweep.coverage, sweep.correct)


def nowhere_below(curves: Array) -> NDArray[np.bool_]:
    """Of several curves, shape (m, n + 1): whether the first is nowhere below the second, shape (m, m).

    Examples
    --------
    >>> nowhere_below(np.array([[0, 1, 1], [0, 0, 1], [0, 0.5, 0.8]])).astype(int).tolist()
    [[1, 1, 1], [0, 1, 0], [0, 0, 1]]
    """
    return np.array([[(one >= other - ROUNDING).all() for other in curves] for one in curves])


def _along(ends: Array, counts: Array) -> Array:
    return np.interp(np.arange(round(float(ends[-1])) + 1.0), np.append(0.0, ends), np.append(0.0, counts))
