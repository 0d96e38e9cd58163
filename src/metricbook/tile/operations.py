"""Operations on performances, and the map of the Tile that belongs to each.

Each operation takes performances of shape (..., 4) and returns performances. Composed with a canonical ranking score it
gives, or orders as, the canonical ranking score at another place, which its map of the square gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.validation import as_floats
from metricbook.tile.scores import (
    FN,
    FP,
    TN,
    TP,
    Array,
    check_importance,
    check_performances,
    check_place,
    check_unit,
    share,
)

__all__ = [
    "OPERATIONS",
    "Operation",
    "change_predicted",
    "change_truth",
    "no_skill",
    "shift_importance",
    "shift_prevalence",
    "shift_square",
    "swap_classes",
    "swap_truth_and_predicted",
]


def change_predicted(performances: ArrayLike) -> Array:
    """The performance after every predicted class is inverted.

    Examples
    --------
    >>> change_predicted([0.4, 0.1, 0.2, 0.3])
    array([0.1, 0.4, 0.3, 0.2])
    """
    return check_performances(performances)[..., [FP, TN, TP, FN]]


def change_truth(performances: ArrayLike) -> Array:
    """The performance after every label is inverted.

    Examples
    --------
    >>> change_truth([0.4, 0.1, 0.2, 0.3])
    array([0.2, 0.3, 0.4, 0.1])
    """
    return check_performances(performances)[..., [FN, TP, TN, FP]]


def swap_truth_and_predicted(performances: ArrayLike) -> Array:
    """The performance with label and prediction exchanged.

    Examples
    --------
    >>> swap_truth_and_predicted([0.4, 0.1, 0.2, 0.3])
    array([0.4, 0.2, 0.1, 0.3])
    """
    return check_performances(performances)[..., [TN, FN, FP, TP]]


def swap_classes(performances: ArrayLike) -> Array:
    """The performance with the two classes exchanged.

    Examples
    --------
    >>> swap_classes([0.4, 0.1, 0.2, 0.3])
    array([0.3, 0.2, 0.1, 0.4])
    """
    return check_performances(performances)[..., [TP, FN, FP, TN]]


class Operation(NamedTuple):
    """An operation, its map of the square, and whether it reverses the order.

    With ``(c, d) = square(a, b)`` the score at (a, b) after the operation is the score at (c, d) before it, or, with
    ``inverts``, one minus that score. Each of the four maps is its own inverse.
    """

    apply: Callable[[ArrayLike], Array]
    square: Callable[[ArrayLike, ArrayLike], tuple[Array, Array]]
    inverts: bool


def _map_of_square(transform: Callable[[Array, Array], tuple[Array, Array]]) -> Callable[..., tuple[Array, Array]]:
    def square(a: ArrayLike, b: ArrayLike) -> tuple[Array, Array]:
        return transform(*check_place(a, b))

    return square


#: The four exchanges of outcomes by name, from Piérard et al., Lemmas 1 to 4 and Table 1.
OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {
        "change-predicted": Operation(change_predicted, _map_of_square(lambda a, b: (b, a)), inverts=True),
        "change-truth": Operation(change_truth, _map_of_square(lambda a, b: (1 - b, 1 - a)), inverts=True),
        "swap-truth-predicted": Operation(
            swap_truth_and_predicted, _map_of_square(lambda a, b: (a, 1 - b)), inverts=False
        ),
        "swap-classes": Operation(swap_classes, _map_of_square(lambda a, b: (1 - a, 1 - b)), inverts=False),
    }
)


def shift_prevalence(performances: ArrayLike, prevalence: ArrayLike) -> Array:
    """The performance under another prior of the positive class, TNR and TPR unchanged.

    Parameters
    ----------
    performances : array of shape (..., 4)
    prevalence : array of numbers between 0 and 1
        The new prevalence, the share of the positive class; it broadcasts with ``performances.shape[:-1]``.

    Returns
    -------
    array of shape (..., 4)
        NaN in all four entries if a class of positive new prior does not occur in the given performance.

    Raises
    ------
    ValueError
        On bad performances, and for a prevalence that is not between 0 and 1.

    Notes
    -----
    Source: Piérard et al., Section 3.2.

    Examples
    --------
    >>> shift_prevalence([0.4, 0.1, 0.2, 0.3], 0.25)
    array([0.6 , 0.15, 0.1 , 0.15])
    """
    values = check_performances(performances)
    prevalence = check_unit(prevalence, "prevalence")
    negative = _class_factor(1 - prevalence, values[..., TN] + values[..., FP])
    positive = _class_factor(prevalence, values[..., FN] + values[..., TP])
    factors = np.stack(np.broadcast_arrays(negative, negative, positive, positive), axis=-1)
    shifted = values * factors
    return np.where(np.isnan(shifted).any(axis=-1, keepdims=True), np.nan, shifted)


def _class_factor(new: Array, old: Array) -> Array:
    """New over old probability of a class; an absent class that stays absent is multiplied by one."""
    factor = share(new, old)
    return np.where((old == 0) & (new == 0), 1.0, factor)


def shift_importance(importance: ArrayLike, *, source: ArrayLike, target: ArrayLike) -> Array:
    """The importance whose score before a shift of the prior equals the score of the given one after it.

    Parameters
    ----------
    importance : array of shape (..., 4)
    source, target : arrays of numbers
        The prevalence before (strictly between 0 and 1, shared by all performances) and after.

    Returns
    -------
    array of shape (..., 4)

    Raises
    ------
    ValueError
        On a bad importance, and for a prevalence out of range.

    Notes
    -----
    Source: Piérard et al., Property 1.

    Examples
    --------
    >>> shift_importance([1, 1, 1, 1], source=0.5, target=0.25)
    array([1.5, 1.5, 0.5, 0.5])
    """
    weights = check_importance(importance)
    source, target = _check_priors(source, target)
    negative, positive = (1 - target) / (1 - source), target / source
    return weights * np.stack(np.broadcast_arrays(negative, negative, positive, positive), axis=-1)


def shift_square(a: ArrayLike, b: ArrayLike, *, source: ArrayLike, target: ArrayLike) -> tuple[Array, Array]:
    """Place, before a shift of the prior, of the canonical score that orders as that at (a, b) after it.

    Both coordinates go through f(x) = x p / (x p + (1 - x) n), where p and n are new over old prior of the positive
    and of the negative class. The map from target to source is its inverse.

    Parameters
    ----------
    a, b : arrays of numbers between 0 and 1
    source, target : arrays of numbers
        The prevalence before and after the shift, both strictly between 0 and 1.

    Returns
    -------
    a, b : arrays of the broadcast shapes

    Raises
    ------
    ValueError
        For a number out of range.

    Notes
    -----
    Source: Piérard et al., Lemma 5; their Table 1 gives the inverse map: where an order goes.

    Examples
    --------
    >>> tuple(float(x) for x in shift_square(0.5, 1, source=0.5, target=0.75))
    (0.75, 1.0)
    """
    a, b = check_place(a, b)
    source, target = _check_priors(source, target)
    if ((target == 0) | (target == 1)).any():
        raise ValueError("target must lie between 0 and 1, both excluded: the map of the square collapses otherwise")
    negative, positive = (1 - target) / (1 - source), target / source
    return share(a * positive, a * positive + (1 - a) * negative), share(
        b * positive, b * positive + (1 - b) * negative
    )


def _check_priors(source: ArrayLike, target: ArrayLike) -> tuple[Array, Array]:
    source, target = as_floats(source, "source"), as_floats(target, "target")
    if not ((source > 0) & (source < 1)).all():
        raise ValueError("source must lie between 0 and 1, both excluded: each class must occur")
    if not ((target >= 0) & (target <= 1)).all():
        raise ValueError("target must lie between 0 and 1")
    return source, target


def no_skill(performances: ArrayLike) -> Array:
    """The performance with the same priors and prediction rates whose label and prediction are independent.

    Examples
    --------
    >>> no_skill([0.4, 0.1, 0.2, 0.3]).round(3)
    array([0.3, 0.2, 0.3, 0.2])
    """
    values = check_performances(performances)
    negative, positive = values[..., TN] + values[..., FP], values[..., FN] + values[..., TP]
    predicted_negative, predicted_positive = values[..., TN] + values[..., FN], values[..., FP] + values[..., TP]
    return np.stack(
        [
            negative * predicted_negative,
            negative * predicted_positive,
            positive * predicted_negative,
            positive * predicted_positive,
        ],
        axis=-1,
    )
