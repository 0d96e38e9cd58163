"""Performances, ranking scores, and the canonical ones among them, on arrays.

A performance is the probability of each of four outcomes, in the order tn, fp, fn, tp, along the last axis of an
array. A ranking score weighs the outcomes by how much they matter, their importance, and is the weight of the
satisfying outcomes (tn, tp) as a share of the weight of all four.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.validation import as_floats, where_first

Array = NDArray[np.float64]

#: The outcomes in the order of the last axis.
OUTCOMES = ("tn", "fp", "fn", "tp")
TN, FP, FN, TP = range(4)
#: A sum this close to one counts as one: the rounding error of four floats.
UNIT = 4 * np.finfo(np.float64).eps
#: Range of sums by which four floats can be divided without overflow or underflow.
SAFE = (1e-290, 1e300)


def check_performances(performances: ArrayLike) -> Array:
    """Performances as floats that sum to 1 along the last axis; counts are divided by their sum.

    A performance that sums to 1 up to rounding is left as it is, so that a second check changes nothing.

    Parameters
    ----------
    performances : array of shape (..., 4)
        Probabilities, counts or weights of tn, fp, fn, tp: finite, none negative, not all four zero.

    Returns
    -------
    array of shape (..., 4)
        A new array; each performance sums to 1.

    Raises
    ------
    ValueError
        If the last axis does not hold four numbers, or one of them is negative or not finite, or all four are zero.

    Examples
    --------
    >>> check_performances([4, 1, 2, 3])
    array([0.4, 0.1, 0.2, 0.3])
    """
    array = _outcome_values(performances, "performances")
    absent = (array == 0).all(axis=-1)
    if absent.any():
        raise ValueError(f"a performance must have a positive sum: all four outcomes are zero{where_first(absent)}")
    with np.errstate(over="ignore"):
        total = array.sum(axis=-1, keepdims=True)
    if not ((total > SAFE[0]) & (total < SAFE[1])).all():  # the sum overflows, or underflows in part
        array = array / array.max(axis=-1, keepdims=True)
        total = array.sum(axis=-1, keepdims=True)
    return np.where(np.abs(total - 1) <= UNIT, array, array / total)


def check_importance(importance: ArrayLike) -> Array:
    """Importances as floats, or a ``ValueError`` that says what is wrong and where.

    Parameters
    ----------
    importance : array of shape (..., 4)
        Importance of tn, fp, fn, tp: finite, none negative, not both zero for tn and tp, nor for fp and fn.

    Returns
    -------
    array of shape (..., 4)

    Raises
    ------
    ValueError
        If an entry is negative or not finite, or both of such a pair are zero.

    Examples
    --------
    >>> check_importance([0, 1, 0, 1])
    array([0., 1., 0., 1.])
    """
    array = _outcome_values(importance, "importance")
    for first, second in ((TN, TP), (FP, FN)):
        missing = (array[..., first] == 0) & (array[..., second] == 0)
        if missing.any():
            names = f"{OUTCOMES[first]} and {OUTCOMES[second]}"
            raise ValueError(f"importance must not be zero for both {names}{where_first(missing)}")
    return array


def ranking_score(performances: ArrayLike, a: ArrayLike, b: ArrayLike) -> Array:
    r"""Canonical ranking score: ((1-a) tn + a tp) / ((1-a) tn + (1-b) fp + b fn + a tp).

    Parameters
    ----------
    performances : array of shape (..., 4)
        As for `check_performances`.
    a, b : arrays of numbers between 0 and 1
        The place on the Tile: ``a`` weighs tp against tn, ``b`` weighs fn against fp. They broadcast with each other
        and with ``performances.shape[:-1]``; use `tile_of` for every performance at every place of a grid.

    Returns
    -------
    array of the broadcast shape
        Between 0 and 1, larger is better; NaN where the denominator is zero.

    Raises
    ------
    ValueError
        If ``a`` or ``b`` leaves the interval from 0 to 1, and as `check_performances` does.

    Notes
    -----
    Source: Piérard et al., Definition 1.

    Examples
    --------
    The accuracy is at the centre, the precision at (1, 0), which is undefined if nothing is predicted positive:

    >>> ranking_score([0.4, 0.1, 0.2, 0.3], [0.5, 1], [0.5, 0])
    array([0.7 , 0.75])
    >>> ranking_score([0.6, 0, 0.4, 0], 1, 0)
    array(nan)
    """
    values = check_performances(performances)
    a, b = check_place(a, b)
    satisfying = (1 - a) * values[..., TN] + a * values[..., TP]
    unsatisfying = (1 - b) * values[..., FP] + b * values[..., FN]
    return share(satisfying, satisfying + unsatisfying)


def score_of_importance(performances: ArrayLike, importance: ArrayLike) -> Array:
    """Ranking score of any importance: the importance of the satisfying outcomes as a share of that of all.

    Parameters
    ----------
    performances : array of shape (..., 4)
        As for `check_performances`.
    importance : array of shape (..., 4)
        As for `check_importance`; only ratios matter. Its leading axes broadcast with those of the performances.

    Returns
    -------
    array of the broadcast shape
        Between 0 and 1, larger is better; NaN where no outcome that occurs has any importance.

    Raises
    ------
    ValueError
        As `check_performances` and `check_importance` do.

    Notes
    -----
    Source: Piérard et al., Eq. 3.

    Examples
    --------
    Jaccard's coefficient of the positive class ignores the true negatives:

    >>> round(float(score_of_importance([0.4, 0.1, 0.2, 0.3], [0, 1, 1, 1])), 12)
    0.5
    """
    values, weights = check_performances(performances), check_importance(importance)
    weights = weights / weights.max(axis=-1, keepdims=True)
    satisfying = weights[..., TN] * values[..., TN] + weights[..., TP] * values[..., TP]
    unsatisfying = weights[..., FP] * values[..., FP] + weights[..., FN] * values[..., FN]
    return share(satisfying, satisfying + unsatisfying)


def importance(a: ArrayLike, b: ArrayLike) -> Array:
    """The importance of the canonical ranking score at a place: 1-a, 1-b, b, a for tn, fp, fn, tp.

    Parameters
    ----------
    a, b : arrays of numbers between 0 and 1
        They broadcast.

    Returns
    -------
    array of the broadcast shape, with an axis of length 4 appended

    Raises
    ------
    ValueError
        If ``a`` or ``b`` leaves the interval from 0 to 1.

    Examples
    --------
    >>> importance(0.25, 1)
    array([0.75, 0.  , 1.  , 0.25])
    """
    a, b = np.broadcast_arrays(*check_place(a, b))
    return np.stack([1 - a, 1 - b, b, a], axis=-1)


def canonical(importance: ArrayLike) -> tuple[Array, Array]:
    """The place (a, b) whose canonical ranking score orders as the score of this importance does.

    a = I(tp) / (I(tn) + I(tp)) and b = I(fn) / (I(fp) + I(fn)).

    Parameters
    ----------
    importance : array of shape (..., 4)
        As for `check_importance`.

    Returns
    -------
    a, b : arrays of shape (...)

    Raises
    ------
    ValueError
        As `check_importance` does.

    Notes
    -----
    Source: Piérard et al., Property 2 and Appendix A.3.1. The formula for b in their Section 4.2 has fp in the
    numerator; it is a misprint.

    Examples
    --------
    Jaccard's coefficient of the positive class shares its place with F1:

    >>> tuple(float(x) for x in canonical([0, 1, 1, 1]))
    (1.0, 0.5)
    """
    weights = check_importance(importance)
    weights = weights / weights.max(axis=-1, keepdims=True)
    return (
        share(weights[..., TP], weights[..., TN] + weights[..., TP]),
        share(weights[..., FN], weights[..., FP] + weights[..., FN]),
    )


def tile_axes(resolution: int = 101) -> tuple[Array, Array]:
    """The places of a grid over the Tile, as sparse coordinates: ``a`` of shape (1, n), ``b`` of shape (n, 1).

    Examples
    --------
    >>> a, b = tile_axes(3)
    >>> a.tolist(), b.tolist()
    ([[0.0, 0.5, 1.0]], [[0.0], [0.5], [1.0]])
    """
    if resolution < 2:
        raise ValueError(f"a Tile needs a resolution of at least 2, not {resolution}")
    # k / (n - 1) rather than linspace, so that the places of a coarse grid are exactly those of a fine one
    steps = np.arange(resolution) / (resolution - 1)
    return steps[None, :], steps[:, None]


def tile_of(performances: ArrayLike, resolution: int = 101) -> Array:
    """Every canonical ranking score on a grid, of every performance.

    Parameters
    ----------
    performances : array of shape (..., 4)
        As for `check_performances`.
    resolution : int
        Number n of places along each side.

    Returns
    -------
    array of shape (..., n, n)
        Entry ``[..., i, j]`` is the score at ``a = j / (n - 1)`` (column) and ``b = i / (n - 1)`` (row): an image to be
        drawn with ``origin="lower"``. NaN where the score is undefined.

    Raises
    ------
    ValueError
        As `check_performances` does, and for fewer than two places along a side.

    Examples
    --------
    The four corners of the Tile are TNR, PPV in the first row and NPV, TPR in the last:

    >>> tile_of([0.4, 0.1, 0.2, 0.3], 2).round(3)
    array([[0.8  , 0.75 ],
           [0.667, 0.6  ]])
    """
    values = check_performances(performances)
    return ranking_score(values[..., None, None, :], *tile_axes(resolution))


def check_place(a: ArrayLike, b: ArrayLike) -> tuple[Array, Array]:
    """Both coordinates as floats; ``ValueError`` unless they lie between 0 and 1."""
    return check_unit(a, "a"), check_unit(b, "b")


def check_unit(values: ArrayLike, name: str) -> Array:
    """Numbers between 0 and 1 as floats, or a ``ValueError`` that names them."""
    array = as_floats(values, name)
    outside = ~((array >= 0) & (array <= 1))
    if outside.any():
        raise ValueError(f"{name} must lie between 0 and 1: found {array[outside].flat[0]}{where_first(outside)}")
    return array


def share(part: ArrayLike, whole: ArrayLike) -> Array:
    """``part / whole``, and NaN where ``whole`` is zero.

    Examples
    --------
    >>> share([1, 0], [2, 0])
    array([0.5, nan])
    """
    part, whole = np.broadcast_arrays(np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64))
    quotient = np.full(part.shape, np.nan)
    with np.errstate(over="ignore"):  # a ratio that overflows is infinite
        np.divide(part, whole, out=quotient, where=whole != 0)
    return quotient


def _outcome_values(values: ArrayLike, name: str) -> Array:
    """Finite non-negative floats of shape (..., 4)."""
    array = as_floats(values, name)
    if array.ndim == 0 or array.shape[-1] != 4:
        raise ValueError(f"{name} must have four entries, tn, fp, fn, tp, along the last axis: shape {array.shape}")
    for wrong, what in ((~np.isfinite(array), "finite"), (array < 0, "non-negative")):
        if wrong.any():
            raise ValueError(f"{name} must be {what}: found {array[wrong].flat[0]}{where_first(wrong)}")
    return array
