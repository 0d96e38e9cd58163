"""The third axiom of ranking as a number: the distance of a mixture's score from the range of its parts' scores."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.tile.scores import check_performances, check_unit

__all__ = ["mixture", "mixture_excess"]


def mixture(first: ArrayLike, second: ArrayLike, weight: ArrayLike) -> NDArray[np.float64]:
    """Performances of the classifiers that follow the first with probability ``weight``, else the second.

    Parameters
    ----------
    first, second : arrays of shape (..., 4)
        Performances in the order tn, fp, fn, tp.
    weight : array of shape (...)
        Between 0 and 1. Everything broadcasts.

    Returns
    -------
    array of shape (..., 4)

    Raises
    ------
    ValueError
        As `metricbook.tile.scores.check_performances` does, or for a weight outside [0, 1].

    Examples
    --------
    >>> mixture([1, 0, 0, 0], [0, 0, 0, 1], 0.25)
    array([0.25, 0.  , 0.  , 0.75])
    """
    weight = check_unit(weight, "weight")[..., None]
    return weight * check_performances(first) + (1 - weight) * check_performances(second)


def mixture_excess(
    score: Callable[[ArrayLike], ArrayLike], first: ArrayLike, second: ArrayLike, weight: ArrayLike
) -> NDArray[np.float64]:
    """Distance of the score of a mixture from the range of the scores of its two parts.

    The third axiom asks that a mixture be neither better than the better part nor worse than the worse, so a
    positive excess is a violation.

    Parameters
    ----------
    score : callable
        From performances of shape (..., 4) to scores of shape (...).
    first, second, weight
        As for `mixture`.

    Returns
    -------
    array of shape (...)
        Zero if the mixture is within the range, NaN where the score of one of the three is undefined.

    Examples
    --------
    Accuracy is linear, so its mixtures stay inside; its distance from 1/2 is not, and they can leave:

    >>> accuracy = lambda p: np.asarray(p)[..., 0] + np.asarray(p)[..., 3]
    >>> right, wrong = [1, 0, 0, 0], [0, 1, 0, 0]
    >>> mixture_excess(accuracy, right, wrong, 0.5)
    array(0.)
    >>> mixture_excess(lambda p: abs(accuracy(p) - 0.5), right, wrong, 0.5)
    array(0.5)
    """
    one, other, mixed = (np.asarray(score(p)) for p in (first, second, mixture(first, second, weight)))
    low, high = np.minimum(one, other), np.maximum(one, other)
    return np.asarray(np.maximum(np.maximum(low - mixed, mixed - high), 0.0))
