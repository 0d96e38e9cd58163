"""Ranking scores in ROC space, for fixed priors: lines of equal score, the point they share, and scores by drawing.

With the priors fixed, a performance is a point (FPR, TPR), and the numerator and the denominator of a ranking score are
linear in it. So performances of equal score form a line, and these lines all pass through one point, the vertex of
their pencil. A line is an array (..., 3) of c, d, e with c FPR + d TPR + e = 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.tile.scores import FN, FP, TN, TP, Array, check_performances, check_place, check_unit, share

__all__ = [
    "Vertex",
    "clip_line",
    "level_line",
    "one_line",
    "pencil_vertex",
    "place_of_vertex",
    "read_off",
    "reading_line",
    "roc_point",
    "zero_line",
]


class Vertex(NamedTuple):
    """Common point of the lines of a pencil: coordinates, or for parallel lines their direction, a unit vector."""

    x: Array
    y: Array
    at_infinity: NDArray[np.bool_]


def roc_point(performances: ArrayLike) -> tuple[Array, Array]:
    """False and true positive rate.

    Parameters
    ----------
    performances : array of shape (..., 4)

    Returns
    -------
    fpr, tpr : arrays of shape (...)
        NaN where the class does not occur.

    Raises
    ------
    ValueError
        As `metricbook.tile.scores.check_performances` does.

    Examples
    --------
    >>> tuple(round(float(x), 12) for x in roc_point([0.4, 0.1, 0.2, 0.3]))
    (0.2, 0.6)
    """
    values = check_performances(performances)
    return (
        share(values[..., FP], values[..., TN] + values[..., FP]),
        share(values[..., TP], values[..., FN] + values[..., TP]),
    )


def level_line(a: ArrayLike, b: ArrayLike, value: ArrayLike, *, prevalence: ArrayLike) -> Array:
    """The line on which a canonical ranking score has a value; its expression is positive where the score is larger.

    Parameters
    ----------
    a, b, value : arrays of numbers between 0 and 1
        Place on the Tile, and value of the score there.
    prevalence : array of numbers
        The prevalence, strictly between 0 and 1. Everything broadcasts.

    Returns
    -------
    array of the broadcast shape, with an axis of length 3 appended

    Raises
    ------
    ValueError
        For a number out of range.

    Examples
    --------
    The accuracy is 1/2 on the rising diagonal when both classes are as frequent:

    >>> level_line(0.5, 0.5, 0.5, prevalence=0.5)
    array([-0.25,  0.25,  0.  ])
    """
    (a, b), value, (negative, positive) = check_place(a, b), check_unit(value, "value"), _priors(prevalence)
    parts = (
        -negative * ((1 - value) * (1 - a) + value * (1 - b)),
        positive * ((1 - value) * a + value * b),
        (1 - value) * (1 - a) * negative - value * b * positive,
    )
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


def zero_line(a: ArrayLike, *, prevalence: ArrayLike) -> Array:
    """The line on which the scores at ``a``, whatever ``b``, are zero. It passes through (1, 0).

    Examples
    --------
    Vertical for a = 0, horizontal for a = 1:

    >>> zero_line([0, 1], prevalence=0.25) + 0.0
    array([[-0.75,  0.  ,  0.75],
           [ 0.  ,  0.25,  0.  ]])
    """
    return level_line(a, 0.0, 0.0, prevalence=prevalence)


def one_line(b: ArrayLike, *, prevalence: ArrayLike) -> Array:
    """The line on which the scores at ``b``, whatever ``a``, are one. It passes through (0, 1).

    Examples
    --------
    Vertical for b = 0, horizontal for b = 1:

    >>> one_line([0, 1], prevalence=0.25) + 0.0
    array([[-0.75,  0.  ,  0.  ],
           [ 0.  ,  0.25, -0.25]])
    """
    return level_line(0.0, b, 1.0, prevalence=prevalence)


def pencil_vertex(a: ArrayLike, b: ArrayLike, *, prevalence: ArrayLike) -> Vertex:
    """The point that the lines of all values of a canonical ranking score share, in closed form.

    Parameters
    ----------
    a, b : arrays of numbers between 0 and 1
    prevalence : array of numbers
        The prevalence, strictly between 0 and 1. Everything broadcasts.

    Returns
    -------
    Vertex
        ``x`` and ``y`` are not below 1 for ``a < b`` and not above 0 for ``a > b``. For ``a == b`` the lines are
        parallel, and ``x`` and ``y`` are their direction.

    Raises
    ------
    ValueError
        For a number out of range.

    Notes
    -----
    Source: Piérard et al., Section 3.3, which gives the construction; the formula is ours.

    Examples
    --------
    The precision turns about the origin; the recall has horizontal lines:

    >>> x, y, at_infinity = pencil_vertex([1, 1], [0, 1], prevalence=0.25)
    >>> (x + 0.0).tolist(), (y + 0.0).tolist(), at_infinity.tolist()
    ([0.0, 1.0], [0.0, 0.0], [False, True])
    """
    (a, b), (negative, positive) = check_place(a, b), _priors(prevalence)
    x, y, gap = np.broadcast_arrays(
        b * positive * (a * positive + (1 - a) * negative),
        (1 - a) * negative * (b * positive + (1 - b) * negative),
        positive * negative * (b - a),
    )
    at_infinity = gap == 0
    scale = np.where(at_infinity, np.hypot(x, y), gap)
    return Vertex(x / scale, y / scale, at_infinity)


def place_of_vertex(
    x: ArrayLike, y: ArrayLike, at_infinity: ArrayLike = False, *, prevalence: ArrayLike
) -> tuple[Array, Array]:
    """The place (a, b) whose pencil has its vertex at a point, or in a direction: the inverse of `pencil_vertex`.

    Parameters
    ----------
    x, y, at_infinity
        As in `Vertex`; a direction need not have length 1.
    prevalence : array of numbers
        The prevalence, strictly between 0 and 1. Everything broadcasts.

    Returns
    -------
    a, b : arrays of the broadcast shape
        NaN where no ranking score has this vertex: unless both coordinates are at least 1, or neither is above 0, or,
        at infinity, the lines do not fall.

    Raises
    ------
    ValueError
        For a prevalence out of range.

    Examples
    --------
    >>> tuple(float(v) for v in place_of_vertex(-0.25, 0, prevalence=0.2))
    (1.0, 0.5)
    >>> tuple(float(v) for v in place_of_vertex(0.5, 0.5, prevalence=0.2))
    (nan, nan)
    """
    negative, positive = _priors(prevalence)
    x, y, infinite, negative, positive = np.broadcast_arrays(
        np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64), at_infinity, negative, positive
    )
    # Opposite directions are the same point at infinity, for which no corner is subtracted.
    corner = np.where(infinite, 0.0, 1.0)
    possible = ((x >= corner) & (y >= corner)) | ((x <= 0) & (y <= 0))
    run, rise = negative * (x - corner), positive * y
    run_b, rise_b = negative * x, positive * (y - corner)
    a, b = share(run, run + rise), share(run_b, run_b + rise_b)
    return np.where(possible, a, np.nan), np.where(possible, b, np.nan)


def reading_line(rate: ArrayLike, *, prevalence: ArrayLike) -> Array:
    """The line of all performances that predict a share ``rate`` positive.

    Its slope is minus the odds of the negatives. Along it every canonical ranking score is linear in the position,
    since its denominator depends on the rate alone.

    Examples
    --------
    >>> reading_line(0.5, prevalence=0.25)
    array([ 0.75,  0.25, -0.5 ])
    """
    rate, (negative, positive) = check_unit(rate, "rate"), _priors(prevalence)
    return np.stack(np.broadcast_arrays(negative, positive, -rate), axis=-1)


def read_off(
    fpr: ArrayLike, tpr: ArrayLike, a: ArrayLike, b: ArrayLike, *, prevalence: ArrayLike, rate: ArrayLike | None = None
) -> Array:
    """The value of a canonical ranking score by drawing: from the vertex through the point to a `reading_line`.

    The value is where this ray meets the line, on the scale that is 0 at the zero line and 1 at the one line.

    Parameters
    ----------
    fpr, tpr : arrays of numbers between 0 and 1
    a, b : arrays of numbers between 0 and 1
    prevalence : array of numbers
        The prevalence, strictly between 0 and 1.
    rate : array of numbers between 0 and 1, optional
        Which reading line; the one through the point by default. Everything broadcasts.

    Returns
    -------
    array of the broadcast shape
        NaN where the reading line passes through the vertex, and where the point is the vertex.

    Raises
    ------
    ValueError
        For a number out of range.

    Examples
    --------
    FPR 0.2 and TPR 0.6 at equal priors make an accuracy of 0.7:

    >>> round(float(read_off(0.2, 0.6, 0.5, 0.5, prevalence=0.5)), 12)
    0.7
    >>> round(float(read_off(0.2, 0.6, 0.5, 0.5, prevalence=0.5, rate=1)), 12)
    0.7
    """
    fpr, tpr, (a, b) = check_unit(fpr, "fpr"), check_unit(tpr, "tpr"), check_place(a, b)
    negative, positive = _priors(prevalence)
    if rate is None:
        rate = np.clip(negative * fpr + positive * tpr, 0, 1)
    line = reading_line(rate, prevalence=prevalence)
    vertex = pencil_vertex(a, b, prevalence=prevalence)
    ray = _cross(_point(vertex.x, vertex.y, ~vertex.at_infinity), _point(fpr, tpr, 1.0))
    zero, one, here = (
        _position(_cross(other, line), negative, positive)
        for other in (zero_line(a, prevalence=prevalence), one_line(b, prevalence=prevalence), ray)
    )
    # The sum of the two parts of the score on this line; it is zero exactly if the vertex is on the line.
    whole = (1 - a) * negative + b * positive + (a - b) * np.asarray(rate, dtype=np.float64)
    return np.where(whole == 0, np.nan, share(here - zero, one - zero))


def clip_line(line: ArrayLike, *, low: float = 0.0, high: float = 1.0) -> Array:
    """The part of each line within a square, as its two ends.

    Parameters
    ----------
    line : array of shape (..., 3)
    low, high : float
        The square's limits, the same for both coordinates.

    Returns
    -------
    array of shape (..., 2, 2)
        Entry ``[..., k, :]`` is the k-th end as (x, y); NaN for a line that misses the square.

    Raises
    ------
    ValueError
        For an array of another shape, and for a line whose first two coefficients are zero.

    Examples
    --------
    >>> clip_line([-1, 1, 0]).tolist()
    [[0.0, 0.0], [1.0, 1.0]]
    """
    line = np.asarray(line, dtype=np.float64)
    if line.ndim == 0 or line.shape[-1] != 3:
        raise ValueError(f"a line must have three coefficients along the last axis: shape {line.shape}")
    length = np.hypot(line[..., 0], line[..., 1])
    if (length == 0).any():
        raise ValueError("a line's first two coefficients must not both be zero")
    c, d, e = np.moveaxis(line / length[..., None], -1, 0)
    foot, along = (-c * e, -d * e), (d, -c)
    start, end = np.full(c.shape, -np.inf), np.full(c.shape, np.inf)
    for origin, step in zip(foot, along, strict=True):
        flat = np.abs(step) < 1e-15
        safe = np.where(flat, 1.0, step)
        ends = np.sort([(low - origin) / safe, (high - origin) / safe], axis=0)
        outside = (origin < low - 1e-12) | (origin > high + 1e-12)
        start = np.maximum(start, np.where(flat, np.where(outside, np.inf, -np.inf), ends[0]))
        end = np.minimum(end, np.where(flat, np.inf, ends[1]))
    hit = start <= end + 1e-12
    points = [
        np.stack([np.clip(o + np.where(hit, t, 0.0) * s, low, high) for o, s in zip(foot, along, strict=True)], axis=-1)
        for t in (start, end)
    ]
    ends = np.stack(points, axis=-2) + 0.0
    # left end first; of a vertical line the lower one
    turned = (ends[..., 0, 0] > ends[..., 1, 0]) | (
        (ends[..., 0, 0] == ends[..., 1, 0]) & (ends[..., 0, 1] > ends[..., 1, 1])
    )
    ends = np.where(turned[..., None, None], ends[..., ::-1, :], ends)
    return np.where(hit[..., None, None], ends, np.nan)


def _priors(prevalence: ArrayLike) -> tuple[Array, Array]:
    """Priors of the negative and of the positive class, both positive."""
    positive = check_unit(prevalence, "prevalence")
    if ((positive == 0) | (positive == 1)).any():
        raise ValueError("prevalence must lie between 0 and 1, both excluded: each class must occur")
    return 1 - positive, positive


def _point(x: ArrayLike, y: ArrayLike, w: ArrayLike) -> Array:
    return np.stack(np.broadcast_arrays(x, y, np.asarray(w, dtype=np.float64)), axis=-1)


def _cross(first: Array, second: Array) -> Array:
    """The line through two points, or the point on two lines, in homogeneous coordinates."""
    first, second = np.broadcast_arrays(first, second)
    return np.cross(first, second)


def _position(point: Array, negative: Array, positive: Array) -> Array:
    """Position of a point along a reading line, from upper left to lower right."""
    return share(positive * point[..., 0] - negative * point[..., 1], point[..., 2])
