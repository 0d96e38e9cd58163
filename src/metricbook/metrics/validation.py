"""Validation of scored samples and parameters, with errors that say what is wrong and where."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from numbers import Integral, Rational
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: Range of the sum of the weights in which the product of two such sums neither overflows nor underflows.
SUM_OF_WEIGHTS: Final = (1e-100, 1e100)
#: From here on some whole numbers are no floats.
EXACT_INTEGERS: Final = 2**53
Array: TypeAlias = NDArray[np.float64]
#: Type of the label of the positive class.
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
        The label of the positive class, which scores high; by default 1, or True.

    Raises
    ------
    ValueError
        Empty input, unequal lengths, more than one dimension, labels of more than two classes, or of others than 0 and
        1 or -1 and 1 without ``pos_label``, a missing label, a score or weight that is not a finite number, a negative
        weight, weights that are all zero or whose sum floats cannot square; whatever is masked; scores that differ and
        would be one float.

    Notes
    -----
    An array is a list, a tuple, or what NumPy makes an array of: a column of pandas, polars or Arrow, for example; a
    generator is none. It is never changed. Cases are matched by position, as in scikit-learn: the index of a Series is
    ignored, so that two of different order have to be aligned first.

    Missing values, be they NaN, None, NA or masked, raise an error: the caller decides which cases to leave out, not a
    metric.

    Scores are compared as floats of 64 bits. A whole number that no float equals, as there are beyond 2^53, is refused,
    and so are fractions, decimals or longer floats that differ and would be one float: they would tie.

    Examples
    --------
    >>> check_sample(["ill", "well"], [2.0, 1.0], pos_label="ill").labels.tolist()
    [True, False]
    >>> check_sample([1, 0], [2**53 + 1, 2**53])
    Traceback (most recent call last):
    ...
    ValueError: y_score holds 9007199254740993 at index 0, which floats round, so that different scores would tie:
    subtract the same number from all
    """
    array = _as_one_dimensional(y_score, "y_score")
    scores = _as_finite_floats(array, "y_score")
    _check_distinct(array, scores, "y_score")
    if scores.size == 0:
        raise ValueError("y_score is empty: at least one sample is needed")
    labels = check_labels(y_true, pos_label)
    _check_same_length(labels, "y_true", scores, "y_score")
    return Sample(labels, scores, check_weights(sample_weight, scores))


def check_weights(
    sample_weight: ArrayLike | None, values: NDArray[Any], *, name: str = "y_score"
) -> NDArray[np.float64] | None:
    """The weights as floats, one for each value; ``None`` stays ``None``. Raises as `check_sample` does."""
    if sample_weight is None:
        return None
    weights = _as_finite_floats(_as_one_dimensional(sample_weight, "sample_weight"), "sample_weight")
    _check_same_length(weights, "sample_weight", values, name)
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
    labels = _as_one_dimensional(y_true, name)
    if pos_label is not None:
        return _mask_of_positives(labels, pos_label, name)
    if labels.dtype == np.bool_:
        return labels
    if labels.dtype.kind not in "iuf":
        labels = as_floats(labels, name, remedy="; other labels need pos_label, the label of the positive class")
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


def _mask_of_positives(labels: NDArray[Any], pos_label: Label, name: str) -> NDArray[np.bool_]:
    """Mask of the positive class; all other labels must be equal."""
    if np.ndim(pos_label) != 0:
        raise ValueError(f"pos_label must be one label, not {pos_label!r}")
    if labels.dtype.kind not in "biuSU":
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
    return check_number("threshold", threshold)


def check_number(
    name: str, value: object, needed: str = "be one finite number", fits: Callable[[float], bool] = math.isfinite
) -> float:
    """A parameter as a float; ``ValueError`` unless it is one finite number that fits, and a float equals it."""
    try:
        number = as_float(value)
    except OverflowError:
        number = None
    if number is None or not (math.isfinite(number) and fits(number)):
        raise ValueError(f"{name} must {needed}, not {value!r}")
    if isinstance(value, Integral) and int(value) != number:
        raise ValueError(f"{name} must be a number that floats hold, which {value!r} is not")
    return number


def check_choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    """Raise a ``ValueError`` that lists the choices unless the value is one of them."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, not {value!r}")


def as_array(values: Any, name: str) -> NDArray[Any]:
    """The values as an array of any shape, none of them changed.

    NumPy would ignore a mask, turn numbers beside text into text, and whole numbers beside floats into floats.

    Raises
    ------
    ValueError
        For what is masked, and for sequences of unequal lengths.

    Examples
    --------
    >>> as_array([1, "a"], "y_true").tolist()
    [1, 'a']
    """
    if isinstance(values, np.ma.MaskedArray):
        if (mask := np.ma.getmaskarray(values)).any():
            raise ValueError(f"{name} is masked{where_first(mask)}: leave the case out of every array")
        values = values.data
    try:
        array = _array_of_list(values) if isinstance(values, (list, tuple)) else np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be one-dimensional, not a ragged nest of sequences of unequal lengths") from None
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _array_of_list(values: list[Any] | tuple[Any, ...]) -> NDArray[Any]:
    """An array of a list; an array of objects where NumPy would convert some of them to another type."""
    kinds = set(map(type, values))
    if all(issubclass(kind, (int, float, np.bool_, np.integer, np.floating)) for kind in kinds):
        array = np.asarray(values)
        mixed = array.dtype.kind == "f" and any(issubclass(kind, (int, np.integer)) for kind in kinds)
        if not mixed or (np.abs(array) < EXACT_INTEGERS).all():
            return array
    elif (len(kinds) == 1 and type(np.ma.masked) not in kinds) or kinds & {list, tuple}:
        return np.asarray(values)
    return np.fromiter(values, dtype=object, count=len(values))


def where_first(wrong: NDArray[np.bool_]) -> str:
    """`` at index ...`` of the first wrong entry, and nothing for a single number."""
    index = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f" at index {index[0] if len(index) == 1 else index}" if index else ""


def _as_one_dimensional(values: ArrayLike, name: str) -> NDArray[Any]:
    array = as_array(values, name)
    if array.ndim == 0:
        raise ValueError(
            f"{name} must be one-dimensional, not of shape (): pass a list or an array, not a {type(values).__name__}"
        )
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, not of shape {array.shape}")
    return array


def as_float(value: Any) -> float | None:
    """A number as a float; None for anything that is no real number, such as text, a date, or several values.

    Raises
    ------
    OverflowError
        For a whole number, or a fraction, that is too large.

    Examples
    --------
    >>> as_float(Decimal("0.5")), as_float("0.5"), as_float([0.5])
    (0.5, None, None)
    """
    if isinstance(value, (str, bytes, complex, np.complexfloating)) or value is np.ma.masked:
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def as_floats(values: ArrayLike, name: str, *, remedy: str = "") -> NDArray[np.float64]:
    """The values as an array of floats of any shape, or a ``ValueError`` that says which value is no number.

    Examples
    --------
    >>> as_floats([1, "a"], "condition")
    Traceback (most recent call last):
    ...
    ValueError: condition must hold real numbers: found 'a' at index 1
    """
    array = as_array(values, name)
    if array.dtype.kind in "biuf":
        with np.errstate(over="ignore"):  # a longer float may be too large: it becomes infinite
            return array.astype(np.float64, copy=False)
    if array.dtype.kind in "mM":
        raise ValueError(f"{name} must hold numbers, not values of type {array.dtype}{remedy}")
    numbers = np.empty(array.shape)
    for index, value in np.ndenumerate(array.astype(object)):  # fractions, None, text
        where = f"index {index[0] if len(index) == 1 else index}"
        try:
            number = as_float(value)
        except OverflowError:
            raise ValueError(f"{name} must hold floats: the number at {where} is too large for one") from None
        if number is None:
            raise ValueError(f"{name} must hold real numbers: found {value!r} at {where}{remedy}")
        numbers[index] = number
    return numbers


def _as_finite_floats(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    floats = as_floats(array, name)
    finite = np.isfinite(floats)
    if not finite.all():
        where = int(np.flatnonzero(~finite)[0])
        raise ValueError(f"{name} must be finite: found {floats[where]} at index {where}")
    return floats


def _check_distinct(array: NDArray[Any], floats: NDArray[np.float64], name: str) -> None:
    """Raise a ``ValueError`` if different numbers have become one float, or a whole number another."""
    kind = array.dtype.kind
    if kind in "iu" and array.dtype.itemsize == 8 and array.size:
        if int(array.max()) < EXACT_INTEGERS and int(array.min()) > -EXACT_INTEGERS:
            return
        suspects = np.flatnonzero(np.abs(floats) >= EXACT_INTEGERS)
    elif kind == "O" or (kind == "f" and array.dtype.itemsize > 8 and (array != floats).any()):
        suspects = np.arange(array.size)
    else:
        return
    seen: dict[float, tuple[Any, int]] = {}
    for index, value, number in zip(suspects.tolist(), array[suspects], floats[suspects].tolist(), strict=True):
        if isinstance(value, Integral) and int(value) != number:
            raise ValueError(
                f"{name} holds {value} at index {index}, which floats round, so that different scores would tie: "
                "subtract the same number from all"
            )
        if isinstance(value, (Rational, Decimal, float, np.longdouble)):
            other, first = seen.setdefault(number, (value, index))
            if other != value:
                raise ValueError(
                    f"{name} holds {other} at index {first} and {value} at index {index}, which are one float, "
                    f"{number}, so that they would tie: subtract the same number from all, or pass ranks"
                )


def _check_same_length(array: NDArray[Any], name: str, other: NDArray[Any], other_name: str) -> None:
    if array.size != other.size:
        raise ValueError(f"{name} and {other_name} must have the same length: {array.size} and {other.size}")
