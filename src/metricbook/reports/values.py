"""A column as numbers, as keys or as labels, or the sentence that says which of its cells is none."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.validation import EXACT_INTEGERS, SUM_OF_WEIGHTS
from metricbook.reports.bad_input import BadInput, listed, option, quoted

#: Names the place of a column's cell: the file with line and column, or the array with its index.
At: TypeAlias = Callable[[int], str]

#: How a missing value is written by those who do not leave the cell empty; "none" may be a label.
MISSING: Final = {"", "na", "n/a", "nan", "<na>", "nat", "null"}
#: Pairs of labels of which one is the positive in everybody's eyes: negative, positive.
PAIRS: Final = (
    ("0", "1"),
    ("-1", "1"),
    ("false", "true"),
    ("f", "t"),
    ("no", "yes"),
    ("n", "y"),
    ("negative", "positive"),
    ("neg", "pos"),
    ("-", "+"),
    ("absent", "present"),
    ("benign", "malignant"),
    ("ham", "spam"),
)
_REMEDY: Final = "fill it in, or leave the case out for every model"
#: What a cell that is no number looks like, and what to do about it.
_LOOKS: Final = (
    (re.compile(r"[-+]?\d{1,3}([,.' \u00a0\u202f]\d{3}){2,}([.,]\d+)?"), "has separators of thousands: write 1234567"),
    (re.compile(r"[-+]?\d*,\d+([eE][-+]?\d+)?"), "has a comma: write 0.5 for 0,5 and 1234 for 1,234"),
    (re.compile(r"[-+]?\d{1,3}([,' \u00a0\u202f]\d{3})+([.,]\d+)?"), "has a separator of thousands: write 1234"),
    (re.compile(r"[-+]?[\d.,]+\s*%"), "has a percent sign: write 0.93 for 93%"),
    (re.compile(r"\(?[-+]?[\d.eE]*[-+]?[\d.eE]+[ij]\)?"), "is a complex number: a score has no imaginary part"),
    (re.compile(r"\d{4}-\d\d?-\d\d?.*|\d\d?[/.]\d\d?[/.]\d{2,4}.*"), "is a date, not a number: name another column"),
    (re.compile(r"true|false|yes|no", re.IGNORECASE), "is a decision, not a number: name the column of the scores"),
    (re.compile(r"[-+]?[\d.]+(_[\d.]+)+"), "has underscores: write 1000 for 1_000"),
)


def numbers(values: Sequence[Any] | NDArray[Any], at: At) -> NDArray[np.float64]:
    """Finite floats, one for each cell of text or value of any kind.

    Raises
    ------
    BadInput
        A cell that is missing, infinite, or no real number; an integer that no float holds exactly.

    Examples
    --------
    >>> numbers(["0.5", " 1e-3"], lambda row: f"row {row}").tolist()
    [0.5, 0.001]
    """
    kind = values.dtype.kind if isinstance(values, np.ndarray) else "O"
    if kind in "fiu":
        floats = np.asarray(values, dtype=np.float64)
        if kind != "f":
            _check_integers(values, floats, at)
    elif kind == "O":
        floats = _floats(values, at)
    else:  # dates of nanoseconds would be listed as numbers
        floats = _floats(values if kind in "mM" else np.asarray(values).tolist(), at)
    finite = np.isfinite(floats)
    if not finite.all():
        row = int(np.argmin(finite))
        raise BadInput(f"{at(row)} {_not_finite(values[row])}: {_REMEDY}.")
    return floats


def _floats(values: Sequence[Any] | NDArray[Any], at: At) -> NDArray[np.float64]:
    """Each by Python's own reading of a number, which is quick; what it takes and we do not is looked for after it."""
    cells = list(values)
    kinds = set(map(type, cells))
    if kinds == {str}:
        try:
            floats = np.array(list(map(float, cells)))
        except ValueError:
            raise _first_bad(cells, at) from None
        if any("_" in cell for cell in cells):
            raise _first_bad(cells, at)
        large = np.flatnonzero(np.abs(floats) >= EXACT_INTEGERS)
        _check_large([cells[row] for row in large], floats[large], large, at)
        return floats
    for row, cell in enumerate(cells):
        if said := no_number(cell):
            raise BadInput(f"{at(row)} {said}.")
    floats = np.array([float(cell) for cell in cells], dtype=np.float64)
    large = np.flatnonzero(np.abs(floats) >= EXACT_INTEGERS)
    _check_large([cells[row] for row in large], floats[large], large, at)
    return floats


def _first_bad(cells: list[str], at: At) -> BadInput:
    row, said = next((row, said) for row, cell in enumerate(cells) if (said := no_number(cell)))
    return BadInput(f"{at(row)} {said}.")


def no_number(cell: object) -> str | None:
    """What is wrong with a cell that is to be a number, as the rest of a sentence; None if it is one."""
    if isinstance(cell, str):
        return _no_number_in_text(cell)
    if _is_missing(cell):
        return f"is missing: {_REMEDY}"
    if isinstance(cell, (bool, np.bool_)):
        return f"is {cell}, a decision, not a number: name the column of the scores"
    if isinstance(cell, (complex, np.complexfloating)):
        return f"is {cell}, a complex number: a score has no imaginary part"
    if isinstance(cell, (date, time, timedelta, np.datetime64, np.timedelta64)):
        return f"is {cell}, a date or time, not a number: name another column"
    if isinstance(cell, (dict, list, tuple, set, np.ndarray)):
        return "holds several values, not a number: put one value into each cell"
    try:
        float(cell)  # type: ignore[arg-type]  # what cannot be made a float is what we ask for
    except OverflowError:
        return "is too large for a number of 64 bits: divide all scores by the same power of ten"
    except (TypeError, ValueError):
        return f"is {quoted(cell)}, of type {type(cell).__name__}, not a number"
    return None


def is_number(cell: object) -> bool:
    """Whether a cell could be among numbers, finite or not."""
    return no_number(cell) is None


def _no_number_in_text(cell: str) -> str | None:
    text = cell.strip()
    if text.casefold() in MISSING - {"nan"}:
        return f"is {'empty' if not text else quoted(text)}: {_REMEDY}"
    for pattern, said in _LOOKS:
        if pattern.fullmatch(text):
            return f"is {quoted(text)}, which {said}"
    try:
        float(text)
    except ValueError:
        return f"is {quoted(text)}, which is text, not a number: name the column of the scores, or correct the cell"
    return None


def _is_missing(cell: object) -> bool:
    """None, pandas' NA and NaT; a NaN is a number that is not finite, and is said to be one."""
    return cell is None or type(cell).__name__ in ("NAType", "NaTType") or cell is np.ma.masked


def _not_finite(cell: object) -> str:
    value = float(cell)  # type: ignore[arg-type]  # it was made a float before
    if math.isnan(value):
        return "is NaN"
    if isinstance(cell, str) and "inf" not in cell.casefold():
        return f"is {quoted(cell)}, too large for a number of 64 bits"
    return "is infinite"


def _check_integers(values: Any, floats: NDArray[np.float64], at: At) -> None:
    large = np.flatnonzero(np.abs(floats) >= EXACT_INTEGERS)
    _check_large([int(values[row]) for row in large], floats[large], large, at)


def _check_large(cells: list[Any], floats: NDArray[np.float64], rows: NDArray[np.intp], at: At) -> None:
    """Refuse integers that floats round: different scores would become ties."""
    for cell, value, row in zip(cells, floats.tolist(), rows.tolist(), strict=True):
        if isinstance(cell, str):
            if not re.fullmatch(r"\s*[-+]?\d+\s*", cell):
                continue
            cell = Decimal(cell)
        if isinstance(cell, (int, Decimal)) and math.isfinite(value) and cell != int(value):
            raise BadInput(
                f"{at(row)} is {cell}, which a number of 64 bits rounds: different scores would tie; "
                "subtract the same number from all, or divide them."
            )


def weights(values: Sequence[Any] | NDArray[Any], at: At) -> NDArray[np.float64]:
    """Weights: finite, none negative, not all zero. Raises `BadInput`."""
    found = numbers(values, at)
    if (found < 0).any():
        row = int(np.argmax(found < 0))
        raise BadInput(f"{at(row)} is {found[row]:g}, a negative weight: a case counts at least zero times.")
    with np.errstate(over="ignore"):
        total = float(found.sum())
    if total == 0:
        raise BadInput(f"{at(0)} is zero, as all weights are: name another column, or none.")
    if not SUM_OF_WEIGHTS[0] <= total <= SUM_OF_WEIGHTS[1]:
        raise BadInput(f"{at(0)} and the other weights sum to {total:g}, out of range: rescale, only ratios matter.")
    return found


def check_both_weigh(positive: float, negative: float, where: str) -> None:
    """Raise `BadInput` unless each class has a case of positive weight."""
    for which, weight in (("positive", positive), ("negative", negative)):
        if not weight > 0:
            raise BadInput(f"{where} has no {which} case of positive weight: cases of both classes are needed.")


def keys(values: Sequence[Any] | NDArray[Any], at: At) -> tuple[NDArray[np.intp], list[str]]:
    """Which of the distinct values each cell has, in the order in which they first occur, and these as text.

    Raises
    ------
    BadInput
        A cell that is missing.

    Examples
    --------
    >>> codes, texts = keys(["b", "a", "b"], lambda row: f"row {row}")
    >>> codes.tolist(), texts
    ([0, 1, 0], ['b', 'a'])
    """
    from pandas import factorize

    array = values if isinstance(values, np.ndarray) else objects(values)
    try:
        codes, distinct = factorize(array)
    except TypeError:
        raise BadInput(f"{at(0)} or a cell below it holds several values: put one value into each cell.") from None
    texts = [as_text(value) for value in distinct]
    bad = {code for code, text in enumerate(texts) if text.casefold() in MISSING}
    missing = (codes < 0) | np.isin(codes, list(bad))
    if missing.any():
        row = int(np.argmax(missing))
        found = texts[codes[row]] if codes[row] >= 0 else ""
        raise BadInput(f"{at(row)} is {quoted(found) if found else 'empty'}: {_REMEDY}.")
    return codes, texts


def objects(values: Sequence[Any]) -> NDArray[Any]:
    """An array of values as they are, each in a cell of its own."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def as_text(value: object) -> str:
    """A value as one would write it into a cell: 1 for 1.0.

    Examples
    --------
    >>> as_text(1.0), as_text(True), as_text(" a")
    ('1', 'True', 'a')
    """
    if isinstance(value, (float, np.floating)) and float(value).is_integer() and abs(float(value)) < EXACT_INTEGERS:
        return str(int(value))
    return (value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)).strip()


@dataclass(frozen=True)
class Labels:
    """Which cases are positive, and how the two classes are written."""

    positive: NDArray[np.bool_]
    texts: tuple[str, str]
    said: tuple[str, ...]


def labels(values: Sequence[Any] | NDArray[Any], at: At, column: str, positive: object = None) -> Labels:
    """Labels of two classes; which is positive is decided by ``positive``, or known of the pair.

    Parameters
    ----------
    values : sequence or array of shape (n,)
    at : callable
        Names the place of a row.
    column : str
        The column with its file, as the subject of a sentence.
    positive : bool, int, float or str, optional

    Raises
    ------
    BadInput
        A missing label, one class, more than two, a ``positive`` that does not occur, or none where it is needed.

    Examples
    --------
    >>> found = labels(["no", "yes", "no"], lambda row: f"row {row}", "y")
    >>> found.positive.tolist(), found.texts
    ([False, True, False], ('no', 'yes'))
    """
    codes, texts = keys(values, at)
    return decide(codes, texts, column, positive)


def decide(codes: NDArray[np.intp], texts: Sequence[str], column: str, positive: object = None) -> Labels:
    """What `labels` does after the distinct labels are known. Raises as it does."""
    merged = list(map(label_text, texts))
    negative, chosen, said = positive_of(list(dict.fromkeys(merged)), column, positive)
    is_positive = np.array([text == chosen for text in merged])[codes]
    return Labels(is_positive, (negative, chosen), said)


def positive_of(distinct: Sequence[str], column: str, positive: object = None) -> tuple[str, str, tuple[str, ...]]:
    """The negative and the positive of the distinct labels, and what is to be said of the choice. Raises `BadInput`."""
    if len(distinct) > 2:
        raise BadInput(
            f"{column} has more than two labels, {listed(distinct, most=3)}: name another column with "
            f"{option('label')}, or write two labels into it."
        )
    if len(distinct) == 1:
        raise BadInput(f"{column} has one class only, {quoted(distinct[0])}: cases of both classes are needed.")
    if positive is not None:
        chosen = _named(distinct, positive)
        if chosen is None:
            raise BadInput(
                f"{column} has no label {quoted(positive)}, which is to be the positive class: "
                f"its labels are {listed(distinct)}."
            )
        return next(text for text in distinct if text != chosen), chosen, ()
    alike = {text.casefold(): text for text in distinct}
    for pair in PAIRS:
        if alike.keys() == set(pair):
            negative, chosen = alike[pair[0]], alike[pair[1]]
            said = () if pair == PAIRS[0] else (f"Of the labels, {quoted(chosen)} is taken for the positive class.",)
            return negative, chosen, said
    raise BadInput(
        f"{column} has the labels {listed(distinct)}: say which is the positive class with {option('positive')}."
    )


def which_of(text: str, classes: tuple[object, object], column: str) -> bool:
    """Whether a label is the second of two classes; `BadInput` if it is neither."""
    wanted = [label_text(as_text(one)) for one in classes]
    named = _named(wanted, text)
    if named is not None:
        return named == wanted[1]
    raise BadInput(f"{column} has the label {quoted(text)}, neither {quoted(wanted[0])} nor {quoted(wanted[1])}.")


def label_text(text: str) -> str:
    """One text for all spellings of a number: 1 for 1.0."""
    return as_text(_number_or_text(text))


def _number_or_text(text: str) -> object:
    try:
        value = float(text)
    except ValueError:
        return text
    return value if math.isfinite(value) and "_" not in text else text


def _named(distinct: Sequence[str], positive: object) -> str | None:
    """The label that is meant: the same text or number, or else the only one that differs in case alone."""
    wanted = label_text(as_text(positive))
    if wanted in distinct:
        return wanted
    if isinstance(positive, bool):  # True where the column has 0 and 1
        wanted = str(int(positive)) if str(int(positive)) in distinct else wanted
    return _in_other_case(wanted, distinct)


def _in_other_case(wanted: str, distinct: Sequence[str]) -> str | None:
    alike = [text for text in distinct if text.casefold() == wanted.casefold()]
    return alike[0] if len(alike) == 1 else None
