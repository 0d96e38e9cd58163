"""Columns as numbers, keys or labels, or the sentence that says which cell is at fault and what to do."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.validation import EXACT_INTEGERS, SUM_OF_WEIGHTS
from metricbook.reports.bad_input import BadInput, SeveralClasses, name_option, quote, quote_all

#: A function that names the place of a row's cell: the file with line and column, or the array with its index.
Place: TypeAlias = Callable[[int], str]

#: What the negatives are called where one class is set against all others.
REST: Final = "any other"
#: Most labels of a column of classes, and most numbers that may be such labels where some are no integers.
MOST_LABELS: Final = 1_000
MOST_NUMBERS: Final = 10
#: Spellings of a missing value, in lower case; "none" may be a label.
MISSING: Final = {"", "na", "n/a", "nan", "<na>", "nat", "null"}
#: Pairs of a negative and a positive label that need no explanation.
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
#: Patterns of cells that are no numbers, and what to do about them.
_LOOKS: Final = (
    (re.compile(r"[-+]?\d{1,3}([,.' \u00a0\u202f]\d{3}){2,}([.,]\d+)?"), "has separators of thousands: write 1234567"),
    (re.compile(r"[-+]?\d*,\d+([eE][-+]?\d+)?"), "has a comma: write 0.5 for 0,5 and 1234 for 1,234"),
    (re.compile(r"[-+]?\d{1,3}([,' \u00a0\u202f]\d{3})+([.,]\d+)?"), "has a separator of thousands: write 1234"),
    (re.compile(r"[-+]?[\d.,]+\s*%"), "has a percent sign: write 0.93 for 93%"),
    (re.compile(r"\(?[-+]?[\d.eE]*[-+]?[\d.eE]+[ij]\)?"), "is a complex number: a score has no imaginary part"),
    (re.compile(r"\d{4}-\d\d?-\d\d?.*|\d\d?[/.]\d\d?[/.]\d{2,4}.*"), "is a date, not a number: name another column"),
    (re.compile(r"true|false|yes|no", re.IGNORECASE), "is a decision, not a number: name the column of the scores"),
    (re.compile(r"(?=.*_)[-+]?[\d.]+(_[\d.]+)*([eE][-+]?\d+(_\d+)*)?"), "has underscores: write 1000 for 1_000"),
)


def to_floats(values: Sequence[Any] | NDArray[Any], at: Place) -> NDArray[np.float64]:
    """Convert cells, of text or of any type, to finite floats.

    Raises
    ------
    BadInput
        A cell that is missing, infinite, or no real number; an integer that no float holds exactly.

    Examples
    --------
    >>> to_floats(["0.5", " 1e-3"], lambda row: f"row {row}").tolist()
    [0.5, 0.001]
    """
    kind = values.dtype.kind if isinstance(values, np.ndarray) else "O"
    if kind in "fiu":
        floats = np.asarray(values, dtype=np.float64)
        if kind != "f":
            _check_integers(values, floats, at)
    elif kind == "O":
        floats = _parse_floats(values, at)
    else:  # dates of nanoseconds would be listed as numbers
        floats = _parse_floats(values if kind in "mM" else np.asarray(values).tolist(), at)
    finite = np.isfinite(floats)
    if not finite.all():
        row = int(np.argmin(finite))
        raise BadInput(f"{at(row)} {_describe_nonfinite(values[row])}: {_REMEDY}.")
    return floats


def find_missing(values: Sequence[Any] | NDArray[Any]) -> NDArray[np.bool_]:
    """Which cells are missing: None, NA or NaN, or text that says so."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "biuf":
        return np.isnan(values)
    return np.array([_is_missing(cell) or as_text(cell).casefold() in MISSING for cell in values], dtype=bool)


def describe_dropped(dropped: int, rows: int, columns: Sequence[str], classes: Mapping[str, int]) -> str:
    """A sentence on rows that were dropped because of missing values in some columns, with the number of each class.

    Examples
    --------
    >>> describe_dropped(3, 10, ["p"], {"positive": 1, "negative": 2})
    '3 of 10 rows were dropped, because a value is missing in the column "p": 1 positive and 2 negative.'
    """
    parts = [f"{number:,} {name}" for name, number in classes.items()]
    if unknown := dropped - sum(classes.values()):
        parts.append(f"{unknown:,} without a known label")
    where = f"the column {quote(columns[0])}" if len(columns) == 1 else quote_all(columns, joint="or")
    listed = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    were = "was" if dropped == 1 else "were"
    return f"{dropped:,} of {rows:,} rows {were} dropped, because a value is missing in {where}: {listed}."


def count_classes(counts: Mapping[str, int], positive: str, negative: str) -> tuple[int, int]:
    """The numbers of positives and of negatives, from the number of each label."""
    if negative != REST:
        return counts.get(positive, 0), counts.get(negative, 0)
    known = sum(number for text, number in counts.items() if text.casefold() not in MISSING)
    return counts.get(positive, 0), known - counts.get(positive, 0)


def to_floats_or_gaps(values: Sequence[Any] | NDArray[Any], at: Place) -> NDArray[np.float64]:
    """Convert cells to floats as `to_floats` does, with NaN for those that are missing.

    Examples
    --------
    >>> to_floats_or_gaps(["0.5", "NA"], lambda row: f"row {row}").tolist()
    [0.5, nan]
    """
    missing = find_missing(values)
    if not missing.any():
        return to_floats(values, at)
    present = np.flatnonzero(~missing)
    array = values if isinstance(values, np.ndarray) else to_objects(values)
    floats = np.full(missing.size, np.nan)
    floats[present] = to_floats(array[present], lambda row: at(int(present[row])))
    return floats


def _parse_floats(values: Sequence[Any] | NDArray[Any], at: Place) -> NDArray[np.float64]:
    """Convert cells one by one: text by Python's own parser, and only if that fails with a look at each cell."""
    cells = list(values)
    if set(map(type, cells)) == {str}:
        try:
            floats = np.array(list(map(float, cells)))
        except ValueError:
            _refuse_first_fault(cells, at)
            raise
        if any("_" in cell for cell in cells):  # Python takes 1_000 for a number
            _refuse_first_fault(cells, at)
    else:
        _refuse_first_fault(cells, at)
        floats = np.array([float(cell) for cell in cells], dtype=np.float64)
    large = np.flatnonzero(np.abs(floats) >= EXACT_INTEGERS)
    _check_large([cells[row] for row in large], floats[large], large, at)
    return floats


def _refuse_first_fault(cells: list[Any], at: Place) -> None:
    """Raise `BadInput` for the first cell that is no number."""
    for row, cell in enumerate(cells):
        if fault := number_fault(cell):
            raise BadInput(f"{at(row)} {fault}.") from None


def number_fault(cell: object) -> str | None:
    """What is wrong with a cell that must be a number, as the rest of a sentence; None if it is one."""
    if isinstance(cell, str):
        return _text_fault(cell)
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
        return f"is {quote(cell)}, of type {type(cell).__name__}, not a number"
    return None


def is_number(cell: object) -> bool:
    """Whether a cell is a number, finite or not."""
    return number_fault(cell) is None


def _text_fault(cell: str) -> str | None:
    text = cell.strip()
    if text.casefold() in MISSING - {"nan"}:
        return f"is {'empty' if not text else quote(text)}: {_REMEDY}"
    for pattern, fault in _LOOKS:
        if pattern.fullmatch(text):
            return f"is {quote(text)}, which {fault}"
    try:
        float(text)
    except ValueError:
        return f"is {quote(text)}, which is text, not a number: name the column of the scores, or correct the cell"
    return None


def _is_missing(cell: object) -> bool:
    """Whether a cell is None, or NA or NaT of pandas; NaN is a number that is not finite."""
    return cell is None or type(cell).__name__ in ("NAType", "NaTType") or cell is np.ma.masked


def _describe_nonfinite(cell: object) -> str:
    value = float(cell)  # type: ignore[arg-type]  # it was made a float before
    if math.isnan(value):
        return "is NaN"
    if isinstance(cell, str) and "inf" not in cell.casefold():
        return f"is {quote(cell)}, too large for a number of 64 bits"
    return "is infinite"


def _check_integers(values: Any, floats: NDArray[np.float64], at: Place) -> None:
    large = np.flatnonzero(np.abs(floats) >= EXACT_INTEGERS)
    _check_large([int(values[row]) for row in large], floats[large], large, at)


def _check_large(cells: list[Any], floats: NDArray[np.float64], rows: NDArray[np.intp], at: Place) -> None:
    """Raise `BadInput` for an integer that a float rounds: different scores would become ties."""
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


def to_weights(values: Sequence[Any] | NDArray[Any], at: Place) -> NDArray[np.float64]:
    """Convert cells to weights: finite, none negative, not all zero. Raises `BadInput`."""
    floats = to_floats(values, at)
    if (floats < 0).any():
        row = int(np.argmax(floats < 0))
        raise BadInput(f"{at(row)} is {floats[row]:g}, a negative weight: a case counts at least zero times.")
    with np.errstate(over="ignore"):
        total = float(floats.sum())
    if total == 0:
        raise BadInput(f"{at(0)} is zero, as all weights are: name another column, or none.")
    if not SUM_OF_WEIGHTS[0] <= total <= SUM_OF_WEIGHTS[1]:
        raise BadInput(f"{at(0)} and the other weights sum to {total:g}, out of range: rescale, only ratios matter.")
    return floats


def check_both_weigh(positive: float, negative: float, where: str) -> None:
    """Raise `BadInput` unless each class has a case of positive weight."""
    for which, weight in (("positive", positive), ("negative", negative)):
        if not weight > 0:
            raise BadInput(f"{where} has no {which} case of positive weight: cases of both classes are needed.")


def to_keys(values: Sequence[Any] | NDArray[Any], at: Place) -> tuple[NDArray[np.intp], list[str]]:
    """Encode cells as indices of their distinct values, in order of first occurrence, and these as text.

    Raises
    ------
    BadInput
        A cell that is missing.

    Examples
    --------
    >>> codes, texts = to_keys(["b", "a", "b"], lambda row: f"row {row}")
    >>> codes.tolist(), texts
    ([0, 1, 0], ['b', 'a'])
    """
    from pandas import factorize

    array = values if isinstance(values, np.ndarray) else to_objects(values)
    try:
        codes, distinct = factorize(array)
    except TypeError:
        raise BadInput(f"{at(0)} or a cell below it holds several values: put one value into each cell.") from None
    texts = [as_text(value) for value in distinct]
    bad = {code for code, text in enumerate(texts) if text.casefold() in MISSING}
    missing = (codes < 0) | np.isin(codes, list(bad))
    if missing.any():
        row = int(np.argmax(missing))
        text = texts[codes[row]] if codes[row] >= 0 else ""
        raise BadInput(f"{at(row)} is {quote(text) if text else 'empty'}: {_REMEDY}.")
    return codes, texts


def to_objects(values: Sequence[Any]) -> NDArray[Any]:
    """An array of type object with the values as they are."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def as_text(value: object) -> str:
    """A value as text without blanks around it, with 1 for 1.0.

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
    remarks: tuple[str, ...]


def to_labels(values: Sequence[Any] | NDArray[Any], at: Place, column: str, positive: object = None) -> Labels:
    """Convert cells to labels of two classes; the positive one is named, or known of the pair.

    With more than two labels, the one that is named is set against all others.

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
        A missing label, one class, a ``positive`` that does not occur, or none where it is needed; numbers that are
        measured.

    Examples
    --------
    >>> labels = to_labels(["no", "yes", "no"], lambda row: f"row {row}", "y")
    >>> labels.positive.tolist(), labels.texts
    ([False, True, False], ('no', 'yes'))
    """
    codes, texts = to_keys(values, at)
    merged = list(map(label_text, texts))
    negative, chosen, remarks = choose_positive(list(dict.fromkeys(merged)), column, positive)
    is_positive = np.array([text == chosen for text in merged])[codes]
    return Labels(is_positive, (negative, chosen), remarks)


def choose_positive(distinct: Sequence[str], column: str, positive: object = None) -> tuple[str, str, tuple[str, ...]]:
    """The negative and the positive of the distinct labels, and a remark on a guess. Raises `BadInput`."""
    if are_measured(distinct):
        raise BadInput(
            f"{column} has more than two labels, {quote_all(distinct, most=3)}, too many for classes: they look like "
            f"measured numbers or names of cases. Name another column with {name_option('label')}."
        )
    if len(distinct) > 2 and positive is None:
        raise SeveralClasses(
            f"{column} has more than two labels, {quote_all(distinct, most=3)}: name the one to set against the others "
            f"with {name_option('positive')}, or another column with {name_option('label')}, or give a column of "
            "scores for each class, named after it."
        )
    if len(distinct) == 1:
        raise BadInput(f"{column} has one class only, {quote(distinct[0])}: cases of both classes are needed.")
    if positive is not None:
        chosen = _match_label(distinct, positive)
        if chosen is None:
            raise BadInput(
                f"{column} has no label {quote(positive)}, which is to be the positive class: "
                f"its labels are {quote_all(distinct)}."
            )
        if len(distinct) > 2:
            others = quote_all([text for text in distinct if text != chosen], most=3)
            return REST, chosen, (f"One class is set against the others, {quote(chosen)} against {others}.",)
        return next(text for text in distinct if text != chosen), chosen, ()
    alike = {text.casefold(): text for text in distinct}
    for pair in PAIRS:
        if alike.keys() == set(pair):
            negative, chosen = alike[pair[0]], alike[pair[1]]
            remarks = () if pair == PAIRS[0] else (f"Of the labels, {quote(chosen)} is taken for the positive class.",)
            return negative, chosen, remarks
    raise BadInput(
        f"{column} has the labels {quote_all(distinct)}: say which is the positive class with "
        f"{name_option('positive')}."
    )


def are_measured(distinct: Sequence[str]) -> bool:
    """Whether labels are too many for classes, or many numbers of which some are no integers."""
    if len(distinct) <= MOST_NUMBERS:
        return False
    numbers = [number for text in distinct if isinstance(number := _number_or_text(text), float)]
    real = len(numbers) == len(distinct) and any(number % 1 for number in numbers)
    return real or len(distinct) > MOST_LABELS


def is_positive_label(text: str, classes: tuple[object, object], column: str) -> bool:
    """Whether a label is the second of two classes. Raises `BadInput` if it is neither."""
    wanted = [label_text(as_text(each)) for each in classes]
    match = _match_label(wanted, text)
    if match is not None:
        return match == wanted[1]
    raise BadInput(f"{column} has the label {quote(text)}, neither {quote(wanted[0])} nor {quote(wanted[1])}.")


def label_text(text: str) -> str:
    """The same text for all spellings of a number: 1 for 1.0."""
    return as_text(_number_or_text(text))


def _number_or_text(text: str) -> object:
    try:
        value = float(text)
    except ValueError:
        return text
    return value if math.isfinite(value) and "_" not in text else text


def _match_label(distinct: Sequence[str], positive: object) -> str | None:
    """The label that the caller means: the same text or number, or the only one that differs in case alone."""
    wanted = label_text(as_text(positive))
    if wanted in distinct:
        return wanted
    if isinstance(positive, bool):  # True where the column has 0 and 1
        wanted = str(int(positive)) if str(int(positive)) in distinct else wanted
    return _match_in_other_case(wanted, distinct)


def _match_in_other_case(wanted: str, distinct: Sequence[str]) -> str | None:
    alike = [text for text in distinct if text.casefold() == wanted.casefold()]
    return alike[0] if len(alike) == 1 else None
