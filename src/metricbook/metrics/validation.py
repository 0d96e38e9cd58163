"""What counts as a scored sample, and the errors that say what is wrong with one and where."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: Where the sum of the weights must lie, so that the product of two sums of weights neither overflows nor vanishes.
SUM_OF_WEIGHTS: Final = (1e-100, 1e100)


class Sample(NamedTuple):
    """A validated scored sample; the arrays may share memory with the caller's and are never written to."""

    labels: NDArray[np.bool_]
    scores: NDArray[np.float64]
    weights: NDArray[np.float64] | None


def check_sample(y_true: ArrayLike, y_score: ArrayLike, sample_weight: ArrayLike | None = None) -> Sample:
    """Labels as booleans, scores and weights as floats, or a ``ValueError`` that says what is wrong and where.

    Parameters
    ----------
    y_true : array of shape (n,)
        Labels 0 and 1, or booleans; 1 is the positive class.
    y_score : array of shape (n,)
        Finite scores; larger means more positive.
    sample_weight : array of shape (n,), optional
        Finite weights, none negative and not all zero; their sum between 1e-100 and 1e100. Only their ratios matter.
        Without them every sample weighs 1.

    Raises
    ------
    ValueError
        Empty input, unequal lengths, more than one dimension, a label that is neither 0 nor 1,
        a score or weight that is not a finite number, a negative weight, weights that are all zero or whose sum
        floats cannot square.
    """
    scores = _finite_floats(y_score, "y_score")
    if scores.size == 0:
        raise ValueError("y_score is empty: at least one sample is needed")
    labels = check_labels(y_true)
    _same_length(labels, "y_true", scores)
    return Sample(labels, scores, check_weights(sample_weight, scores))


def check_weights(sample_weight: ArrayLike | None, scores: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The weights as floats, one for each score; ``None`` stays ``None``. Raises as `check_sample` does."""
    if sample_weight is None:
        return None
    weights = _finite_floats(sample_weight, "sample_weight")
    _same_length(weights, "sample_weight", scores)
    smallest = weights.argmin()
    if weights[smallest] < 0:
        raise ValueError(f"sample_weight is negative at index {smallest}: {weights[smallest]}")
    with np.errstate(over="ignore"):  # a sum beyond all floats is infinite, and reported as such
        total = weights.sum()
    if total == 0:
        raise ValueError("sample_weight is zero for every sample: at least one weight must be positive")
    if not SUM_OF_WEIGHTS[0] <= total <= SUM_OF_WEIGHTS[1]:
        raise ValueError(f"sample_weight sums to {total}, which is out of range: rescale it, only ratios matter")
    return weights


def check_labels(y_true: ArrayLike) -> NDArray[np.bool_]:
    """The labels as booleans, True for the positive class. Raises as `check_sample` does."""
    labels = _one_dimensional(y_true, "y_true")
    if labels.dtype == np.bool_:
        return labels
    if labels.dtype.kind not in "iuf":
        labels = _as_numbers(labels, "y_true")
    positive = labels == 1
    # One pass each for the ones and the zeros is cheaper than np.unique, which would sort.
    if np.count_nonzero(positive) + np.count_nonzero(labels == 0) != labels.size:
        where = int(np.flatnonzero(~positive & (labels != 0))[0])
        raise ValueError(f"y_true must hold two classes, 0 and 1: found {labels[where]} at index {where}")
    return positive


def check_threshold(threshold: float) -> float:
    """The decision threshold as a float; ``ValueError`` unless it is one finite number."""
    try:
        value = math.nan if isinstance(threshold, (str, bytes)) else float(threshold)
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"threshold must be one finite number, not {threshold!r}")
    return value


def require_both_classes(positives: float, negatives: float, metric: str) -> None:
    """Raise a ``ValueError`` that names the metric unless both classes carry weight."""
    for weight, name in ((positives, "positive"), (negatives, "negative")):
        if not weight > 0:
            raise ValueError(f"{metric} is undefined: y_true has no {name} sample of positive weight")
    if not positives * negatives > 0:
        raise ValueError(f"{metric} is undefined: one class weighs next to nothing, {positives} against {negatives}")


def _one_dimensional(values: ArrayLike, name: str) -> NDArray:
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be one-dimensional, not a ragged nest of sequences") from None
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, not of shape {array.shape}")
    return array


def _as_numbers(array: NDArray, name: str) -> NDArray[np.float64]:
    """Floats from an array of objects; dates, text and complex numbers are not numbers here."""
    if array.dtype.kind in "mM":
        raise ValueError(f"{name} must hold numbers, not values of type {array.dtype}")
    numbers = np.empty(array.size)
    for index, value in enumerate(array.tolist()):  # fractions, None, text
        if isinstance(value, (str, bytes, complex)) or not hasattr(value, "__float__"):
            raise ValueError(f"{name} must hold real numbers: found {value!r} at index {index}")
        try:
            numbers[index] = float(value)
        except OverflowError:
            raise ValueError(f"{name} must hold floats: the number at index {index} is too large for one") from None
    return numbers


def _finite_floats(values: ArrayLike, name: str) -> NDArray[np.float64]:
    array = _one_dimensional(values, name)
    if array.dtype.kind not in "biuf":
        array = _as_numbers(array, name)
    with np.errstate(over="ignore"):  # a longer float may be too large: it becomes infinite, and is reported
        array = array.astype(np.float64, copy=False)
    finite = np.isfinite(array)
    if not finite.all():
        where = int(np.flatnonzero(~finite)[0])
        raise ValueError(f"{name} must be finite: found {array[where]} at index {where}")
    return array


def _same_length(array: NDArray, name: str, scores: NDArray) -> None:
    if array.size != scores.size:
        raise ValueError(f"{name} and y_score must have the same length: {array.size} and {scores.size}")
