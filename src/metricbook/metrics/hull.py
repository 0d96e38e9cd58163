"""Vertices of the ROC convex hull, by isotonic regression of the few thresholds that can be one."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.sweep import Sweep, steps_of

#: Classes whose weights differ by more than this many doublings are rescaled: a share of positives next to 1 would
#: round the negatives away.
ONE_SCALE: Final = 10
#: From this number of thresholds on, screening takes less time than it saves.
SCREENING_PAYS: Final = 1 << 12


def roc_hull_points(sweep: Sweep) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Vertices of the ROC convex hull in weights, (0, 0) left out and (negatives, positives) last.

    The segments of the hull are the blocks of the isotonic regression of the labels on the scores. For whole-number
    weights the vertices are exact, and no three of them lie on a line.

    Examples
    --------
    >>> false_positives, true_positives = roc_hull_points(Sweep([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> false_positives.tolist(), true_positives.tolist()
    ([0.0, 1.0, 2.0], [1.0, 2.0, 2.0])
    """
    if sweep.hull is None:  # several metrics of one sweep need it
        sweep.hull = hull_of_curve(sweep.false_positives, sweep.true_positives)
    return sweep.hull


def hull_of_curve(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Vertices of the upper hull of (0, 0) and of the points (x, y), none of them left of or below the one before."""
    x, y = _screened(x, y)
    x, y = _block_ends(x, y)
    while x.size > 1:
        # Rounded means may separate two blocks of one slope: their common vertex is in the middle of a segment.
        right, up = steps_of(x), steps_of(y)
        turns = np.append(up[:-1] * right[1:] > right[:-1] * up[1:], True)
        if turns.all():
            break
        x, y = x[turns], y[turns]
    return x, y


def _block_ends(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Last points of the blocks of the isotonic regression of up-steps against right-steps."""
    from scipy.optimize import isotonic_regression  # here, for importing it takes longer than importing NumPy

    up, right = steps_of(y), steps_of(x)
    apart = math.frexp(y[-1])[1] - math.frexp(x[-1])[1]
    if abs(apart) > ONE_SCALE and min(x[-1], y[-1]) > 0:
        right = np.ldexp(right, apart)  # by a power of two, which rounds nothing
    width = up + right
    moved = width > 0  # zero weights do not move the curve
    if not moved.all():
        x, y, up, width = x[moved], y[moved], up[moved], width[moved]
    last = isotonic_regression(up / width, weights=width, increasing=False).blocks[1:] - 1
    return x[last], y[last]


def _screened(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The points of a rising curve, without runs of points that lie below the hull of a subset.

    The subset is every stride-th point. A run between two such points lies below and to the right of the
    corner (x of the first, y of the second). If this corner is below the hull of the subset, no vertex is in the run.
    """
    if x.size < SCREENING_PAYS:
        return x, y
    stride = int(x.size ** (1 / 3) / 2)  # a curve's distance from its hull is of the order of the cube root
    ends = np.append(np.arange(stride - 1, x.size - 1, stride), x.size - 1)
    end_x, end_y = x[ends], y[ends]
    hull_x, hull_y = _block_ends(end_x, end_y)
    # The hull segment above each run: the first whose right end is not before the run's.
    above = np.searchsorted(hull_x + hull_y, end_x + end_y)
    from_x, from_y = np.append(0.0, hull_x[:-1])[above], np.append(0.0, hull_y[:-1])[above]
    left, top = np.append(0.0, end_x[:-1]), end_y
    beyond = (hull_x[above] - from_x) * (top - from_y) >= (hull_y[above] - from_y) * (left - from_x)
    candidates = (np.flatnonzero(beyond)[:, None] * stride + np.arange(stride)).ravel()
    candidates = candidates[candidates < x.size]
    return x[candidates], y[candidates]
