"""What an AUROC and one point of the ROC curve say of a metric at its best threshold.

The curves through a point keep to two rectangles, before it and after it. In each the argument is that of
`metricbook.metrics.ranges`, for the metrics whose contours are straight lines:

- Greatest: with s the area less that of the lowest curve through the point (f, t), a curve can reach (x, y) before it
  if y is at most s / (f - x), and after it if y is at most t + s / (1 - x). Both are convex in x, and a metric is at
  least so much above a straight line, so that in each rectangle one of two ends is best.
- Least: of the curves that keep to one side of a contour and pass the point, the highest has the largest area, and all
  between it and the lowest are curves too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from metricbook.metrics.validation import Array, check_number

#: Halvings of an interval that leave no float between its ends.
HALVINGS: Final = 100
#: By how much an area may be off by rounding.
ROUNDING: Final = 1e-12


class Contours(NamedTuple):
    """A metric of a point of the curve: its value, and the line below which it is at most so much.

    Attributes
    ----------
    value : function
        Of FPR, TPR and the odds of a negative.
    line : function
        Of the value and the odds: the TPR of the line at FPR 0, and its slope.
    """

    value: Callable[[Array, Array, float], Array]
    line: Callable[[float, float], tuple[float, float]]


CONTOURS: Final = {
    "best_accuracy": Contours(
        lambda fpr, tpr, odds: (tpr + odds * (1 - fpr)) / (1 + odds),
        lambda value, odds: (1 - (1 - value) * (1 + odds), odds),
    ),
    "best_f1_score": Contours(
        lambda fpr, tpr, odds: 2 * tpr / (1 + tpr + odds * fpr),
        lambda value, odds: (value / (2 - value), value / (2 - value) * odds),
    ),
    "kolmogorov_smirnov": Contours(lambda fpr, tpr, odds: np.abs(tpr - fpr), lambda value, odds: (value, 1.0)),
}


def check_point(point: Any) -> tuple[float, float]:
    """FPR and TPR of a point of the ROC curve, or a ``ValueError``."""
    if not isinstance(point, Sequence | np.ndarray) or len(point) != 2:
        raise ValueError(f"point must be a pair, FPR and TPR, not {point!r}")
    fpr, tpr = (
        check_number(f"the {name} of point", rate, "lie between 0 and 1", lambda share: 0 <= share <= 1)
        for name, rate in zip(("FPR", "TPR"), point, strict=True)
    )
    return fpr, tpr


def ends_through(
    metric: str, auroc: float, prevalence: float, point: tuple[float, float]
) -> tuple[float, float, Array, Array]:
    """The least and the greatest value beside an AUROC and a point, and curves that reach them.

    Raises
    ------
    ValueError
        If no curve through the point has this AUROC.
    """
    fpr, tpr = point
    least, most = tpr * (1 - fpr), 1 - fpr * (1 - tpr)
    if not least - ROUNDING <= auroc <= most + ROUNDING:
        raise ValueError(f"through FPR {fpr:g} and TPR {tpr:g} the AUROC is between {least:.6g} and {most:.6g}")
    odds, contours = (1 - prevalence) / prevalence, CONTOURS[metric]
    low, lowest = _least(contours, auroc, odds, point, two_sided=metric == "kolmogorov_smirnov")
    high, highest = _greatest(contours, auroc, odds, point)
    return low, high, lowest, highest


def _greatest(contours: Contours, auroc: float, odds: float, point: tuple[float, float]) -> tuple[float, Array]:
    """The best corner, of those above the diagonal and of those below, and a curve through it and the point."""
    below = [(fpr, tpr) for tpr, fpr in _corners(1 - auroc, *point[::-1])]
    reached = np.array([*_corners(auroc, *point), *below])
    values = contours.value(reached[:, 0], reached[:, 1], odds)
    best = int(values.argmax())
    between = sorted([point, (float(reached[best, 0]), float(reached[best, 1]))])
    curve = _mixed(_steps(between, up_first=False), _steps(between, up_first=True), auroc)
    return float(values[best]), curve


def _corners(auroc: float, fpr: float, tpr: float) -> list[tuple[float, float]]:
    """Both ends of the curve, the point, and the ends of what can be reached before the point and after it."""
    spare = max(auroc - tpr * (1 - fpr), 0.0)
    found = [(0.0, 0.0), (fpr, tpr), (1.0, 1.0)]
    if fpr > 0 and tpr > 0:
        found += [(0.0, min(spare / fpr, tpr)), (max(fpr - spare / tpr, 0.0), tpr)]
    if fpr < 1 and tpr < 1:
        found += [(fpr, min(tpr + spare / (1 - fpr), 1.0)), (max(1 - spare / (1 - tpr), fpr), 1.0)]
    return found


def _steps(points: list[tuple[float, float]], *, up_first: bool) -> Array:
    """The highest curve through some points, or the lowest."""
    every = [(0.0, 0.0), *points, (1.0, 1.0)]
    corners = [(x, top) if up_first else (right, y) for (x, y), (right, top) in pairwise(every)]
    return np.array([each for pair in zip(every[:-1], corners, strict=True) for each in pair] + every[-1:])


def _least(
    contours: Contours, auroc: float, odds: float, point: tuple[float, float], *, two_sided: bool
) -> tuple[float, Array]:
    """The least value at which the highest curve has area enough, and the lowest not too much."""

    def between(value: float) -> tuple[Array, Array]:
        start, slope = contours.line(value, odds)
        lowest = _below(start, slope, *point[::-1])[:, ::-1] if two_sided else _steps([point], up_first=False)
        return lowest, _below(start, slope, *point)

    def enough(value: float) -> bool:
        lowest, highest = between(value)
        return _area(lowest) - ROUNDING <= auroc <= _area(highest) + ROUNDING

    known = np.array([(0.0, 0.0), point, (1.0, 1.0)])
    low, high = float(contours.value(known[:, 0], known[:, 1], odds).max()), 1.0
    if enough(low):
        return low, _mixed(*between(low), auroc)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high, _mixed(*between(high), auroc)


def _below(start: float, slope: float, fpr: float, tpr: float) -> Array:
    """The highest curve through a point and below a line that is not below the point."""
    level, top = (min(max((height - start) / slope, 0.0), 1.0) for height in (tpr, 1.0))
    turns = [(0.0, min(start, tpr)), (min(level, fpr), tpr), (fpr, tpr), (fpr, min(start + slope * fpr, 1.0))]
    curve = np.array([(0.0, 0.0), *turns, (max(top, fpr), 1.0), (1.0, 1.0)])
    return np.maximum.accumulate(curve, axis=0)


def _area(curve: Array) -> float:
    fpr, tpr = curve.T
    return float(np.trapezoid(tpr, fpr))


def _mixed(low: Array, high: Array, area: float) -> Array:
    """A curve of the area between two curves: so far from the one to the other at each FPR."""
    least, most = _area(low), _area(high)
    share = min(max((area - least) / (most - least), 0.0), 1.0) if most > least else 0.0
    fpr = np.unique(np.append(low[:, 0], high[:, 0]))
    heights = _heights(low, fpr) * (1 - share) + _heights(high, fpr) * share
    return np.unique(np.column_stack([np.repeat(fpr, 2), heights.ravel()]), axis=0)


def _heights(curve: Array, at: Array) -> Array:
    """The TPR before and after any upright piece, at each FPR."""
    fpr, tpr = curve.T
    first, last = np.searchsorted(fpr, at, "left"), np.searchsorted(fpr, at, "right") - 1
    between = np.interp(at, fpr, tpr)
    on = first <= last
    return np.column_stack(
        [np.where(on, tpr[np.minimum(first, tpr.size - 1)], between), np.where(on, tpr[last], between)]
    )
