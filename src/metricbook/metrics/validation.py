"""What counts as a scored sample, and the errors that say what is wrong with one and where."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: Where the sum of the weights must lie, so that the product of two sums of weights neither overflows nor vanishes.
SUM_OF_WEIGHTS: Final = (1e-100, 1e100)

#: What may name the positive class.
Label: TypeAlias = bool | int | float | str


class Sample(NamedTuple):
    """A validated scored sample; the arrays may share memory with the caller's and are never written to."""

    labels: NDArray[np.bool_]
    scores: NDArray[np.float64]
    weights: NDArray[np.float64] | None


def check_sample(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
) -> Sample:
    """Labels as booleans, scores and weights as floats, or a ``ValueError`` that says what is wrong and where.

    Parameters
    ----------
    y_true : array of shape (n,)
        Labels of at most two classes: 0 and 1, -1 and 1, or booleans; any others, text for example, with ``pos_label``.
    y_score : array of shape (n,)
        Finite scores; larger means more positive.
    sample_weight : array of shape (n,), optional
        Finite weights, none negative and not all zero; their sum between 1e-100 and 1e100. Only their ratios matter.
        Without them every sample weighs 1.
    pos_label : bool, int, float or str, optional
        The label of the positive class, the one that large scores speak for; by default 1, or True.

    Raises
    ------
    ValueError
        Empty input, unequal lengths, more than one dimension, labels of more than two classes, or of others than 0 and
        1 or -1 and 1 without ``pos_label``, a missing label, a score or weight that is not a finite number, a negative
        weight, weights that are all zero or whose sum floats cannot square.

    Examples
    --------
    >>> check_sample(["ill", "well"], [2.0, 1.0], pos_label="ill").labels.tolist()
    [True, False]
    """
    scores = _finite_floats(y_score, "y_score")
    if scores.size == 0:
        raise ValueError("y_score is empty: at least one sample is needed")
    labels = check_labels(y_true, pos_label)
    _same_length(labels, "y_true", scores, "y_score")
    return Sample(labels, scores, check_weights(sample_weight, scores))


def check_weights(
    sample_weight: ArrayLike | None, values: NDArray[Any], *, name: str = "y_score"
) -> NDArray[np.float64] | None:
    """The weights as floats, one for each value; ``None`` stays ``None``. Raises as `check_sample` does."""
    if sample_weight is None:
        return None
    weights = _finite_floats(sample_weight, "sample_weight")
    _same_length(weights, "sample_weight", values, name)
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


def check_labels(y_true: ArrayLike, pos_label: Label | None = None, *, name: str = "y_true") -> NDArray[np.bool_]:
    """The labels as booleans, True for the positive class. Raises as `check_sample` does."""
    labels = _one_dimensional(y_true, name)
    if pos_label is not None:
        return _equal_to(labels, pos_label, name)
    if labels.dtype == np.bool_:
        return labels
    if labels.dtype.kind not in "iuf":
        labels = _as_numbers(labels, name, remedy="; other labels need pos_label, the label of the positive class")
    positive = labels == 1
    # One pass for each label is cheaper than np.unique, which would sort.
    rest = labels.size - np.count_nonzero(positive)
    if np.count_nonzero(labels == 0) != rest and np.count_nonzero(labels == -1) != rest:
        negative = next((label for label in labels[~positive] if label in (0, -1)), 0)
        where = int(np.flatnonzero(~positive & (labels != negative))[0])
        raise ValueError(
            f"{name} must hold two classes, 0 and 1 or -1 and 1: found {labels[where]} at index {where}; "
            "other labels need pos_label, the label of the positive class"
        )
    return positive


def _equal_to(labels: NDArray[Any], pos_label: Label, name: str) -> NDArray[np.bool_]:
    """Which labels are the positive class's; all the others must be alike."""
    if np.ndim(pos_label) != 0:
        raise ValueError(f"pos_label must be one label, not {pos_label!r}")
    if labels.dtype.kind in "fO":
        from pandas import isna  # knows every kind of missing value; importing it takes as long as all else here

        missing = np.flatnonzero(isna(labels))
        if missing.size:
            raise ValueError(f"{name} has no label at index {missing[0]}: found {labels[missing[0]]!r}")
    positive: NDArray[np.bool_] = labels == pos_label
    rest = labels[~positive].tolist()
    third = next((label for label in rest if label != rest[0]), None)
    if third is not None:
        raise ValueError(
            f"{name} must hold two classes, one of them the pos_label {pos_label!r}: found {rest[0]!r} and {third!r}"
        )
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


def check_choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    """Raise a ``ValueError`` that lists the choices unless the value is one of them."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, not {value!r}")


def _one_dimensional(values: ArrayLike, name: str) -> NDArray[Any]:
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be one-dimensional, not a ragged nest of sequences") from None
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, not of shape {array.shape}")
    return array


def _as_numbers(array: NDArray[Any], name: str, remedy: str = "") -> NDArray[np.float64]:
    """Floats from an array of objects; dates, text and complex numbers are not numbers here."""
    if array.dtype.kind in "mM":
        raise ValueError(f"{name} must hold numbers, not values of type {array.dtype}{remedy}")
    numbers = np.empty(array.size)
    for index, value in enumerate(array.tolist()):  # fractions, None, text
        if isinstance(value, (str, bytes, complex)) or not hasattr(value, "__float__"):
            raise ValueError(f"{name} must hold real numbers: found {value!r} at index {index}{remedy}")
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


def _same_length(array: NDArray[Any], name: str, other: NDArray[Any], other_name: str) -> None:
    if array.size != other.size:
        raise ValueError(f"{name} and {other_name} must have the same length: {array.size} and {other.size}")
