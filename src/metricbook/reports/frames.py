"""Predictions that are in memory already: arrays, and data frames of any library."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set, ValuesView
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.validation import as_array
from metricbook.reports.bad_input import BadInput, NoRows, quoted, unknown_column
from metricbook.reports.columnar import ColumnTable, from_arrow
from metricbook.reports.predictions import Predictions, Source
from metricbook.reports.reading import assemble
from metricbook.reports.roles import ask
from metricbook.reports.tables import check_names
from metricbook.reports.values import At, check_both_weigh, keys, labels, numbers, weights, which_of


def from_arrays(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    *,
    positive: object = None,
    sample_weight: ArrayLike | None = None,
    groups: Mapping[str, ArrayLike] | None = None,
    clusters: ArrayLike | None = None,
    name: str = "arrays",
) -> Predictions:
    """Predictions from arrays.

    Parameters
    ----------
    y_true : array of shape (n,)
        Labels of any two values.
    y_score : array of shape (n,), or mapping of str to such
        Finite scores, of one model or of each by its name; larger means more positive.
    positive : bool, int, float or str, optional
        The label of the positive class; needed unless it is plain, as for 0 and 1, or no and yes.
    sample_weight, clusters : array of shape (n,), optional
        Weights, none negative and not all zero; and what was drawn together, such as patients.
    groups : mapping of str to array of shape (n,), optional
        What divides the cases, by name.
    name : str, default "arrays"
        What the data are called in the report.

    Returns
    -------
    Predictions
        ``source.digest`` is that of labels, scores and weights as bytes. Nothing identifies a case, so no row is said
        to be repeated.

    Raises
    ------
    BadInput
        Arrays that are empty, masked, not one-dimensional or of unequal lengths; labels that are not of two classes,
        or of which it is not plain which is positive; whatever is missing or no finite number.

    Examples
    --------
    >>> found = from_arrays(["ill", "well", "ill"], {"a": [0.9, 0.2, 0.4]}, positive="ill")
    >>> found.labels.tolist(), found.source.negative
    ([True, False, True], 'well')
    """
    truth = _array(y_true, "y_true")
    models = y_score if isinstance(y_score, Mapping) else {"y_score": y_score}
    if not models:
        raise BadInput("y_score names no model: give the scores of at least one.")
    scores: dict[str, NDArray[np.float64]] = {}
    for model, values in models.items():
        called = "y_score" if values is y_score else f"y_score[{quoted(model)}]"
        scores[str(model)] = numbers(_array(values, called, truth), _at(called))
    found = labels(truth, _at("y_true"), "y_true", positive)
    besides: dict[str, Any] = {}
    if sample_weight is not None:
        besides["weights"] = weights(_array(sample_weight, "sample_weight", truth), _at("sample_weight"))
        positives, negatives = (besides["weights"][each].sum() for each in (found.positive, ~found.positive))
        check_both_weigh(positives, negatives, "sample_weight")
    if clusters is not None:
        besides["clusters"] = keys(_array(clusters, "clusters", truth), _at("clusters"))[0]
    for group, values in (groups or {}).items():
        called = f"groups[{quoted(group)}]"
        codes, texts = keys(_array(values, called, truth), _at(called))
        besides.setdefault("groups", {})[str(group)] = np.array(texts)[codes]
    held = [found.positive, *scores.values(), *([besides["weights"]] if "weights" in besides else [])]
    source = Source(name, _digest(held), truth.size, found.texts[1], found.texts[0], found.said)
    return Predictions(labels=found.positive, scores=scores, source=source, **besides)


def from_frame(
    frame: Any,
    *,
    label: str | None = None,
    scores: str | Sequence[str] | None = None,
    positive: object = None,
    weight: str | None = None,
    groups: str | Sequence[str] = (),
    identifier: str | None = None,
    cluster: str | None = None,
    name: str = "data frame",
) -> Predictions:
    """Predictions from a data frame of pandas or polars, an Arrow table, or another that narwhals knows.

    Parameters
    ----------
    frame : data frame
    label, scores, positive, weight, groups, identifier, cluster
        As for `metricbook.reports.reading.read`.
    name : str, default "data frame"
        What the data are called in the report.

    Returns
    -------
    Predictions
        ``source.digest`` is that of labels, scores and weights as bytes.

    Raises
    ------
    BadInput
        As `metricbook.reports.reading.read`, and for what is no data frame or is not computed yet.

    Examples
    --------
    >>> import pandas as pd
    >>> found = from_frame(pd.DataFrame({"y": [True, False], "p": [0.7, 0.1]}))
    >>> found.scores["p"].tolist(), found.source.positive
    ([0.7, 0.1], 'True')
    """
    asked = ask(label, scores, weight, groups, identifier, cluster)
    found = assemble([_table(frame, name)], asked, positive)
    held = [found.labels, *found.scores.values(), *([] if found.weights is None else [found.weights])]
    return replace(found, source=replace(found.source, digest=_digest(held)))


def labelled_cells(
    frame: Any, *, label: str, score: str, classes: tuple[object, object], weight: str | None = None
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.float64] | None] | None:
    """Scores, whether positive, and weights of a part of the cases, for known classes; None if it has no row."""
    asked = ask(label, score, weight, (), None, None)
    try:
        table = _table(frame, "data frame")
    except NoRows:
        return None
    for column in asked.columns:
        if column not in table.columns:
            raise unknown_column(column, table.columns, table.name)
    cells = table.take([score] if weight is None else [score, weight], [label])
    codes, texts = keys(cells.others[label], partial(table.at, label))
    is_positive = np.array([which_of(text, classes, f"{table.name}, column {quoted(label)}") for text in texts])
    each = None if weight is None else weights(cells.numbers[weight], partial(table.at, weight))
    return cells.numbers[score], is_positive[codes], each


def _table(frame: Any, name: str) -> ColumnTable:
    try:
        import narwhals as nw
        import pyarrow as pa
    except ModuleNotFoundError as error:
        raise BadInput(
            f'Data frames need the package {error.name}: pip install "metricbook[report]", or pass arrays.'
        ) from None
    try:
        known = nw.from_native(frame)
        if isinstance(known, nw.LazyFrame):
            raise BadInput(f"{name} is not computed yet: call its method compute or collect, or count its partitions.")
        known.columns  # noqa: B018  # where some libraries find names that are there twice
    except TypeError:
        raise BadInput(f"{name} is no data frame but a {type(frame).__name__}: pass arrays, or a data frame.") from None
    except nw.exceptions.DuplicateError as error:
        twice = re.search(r"'(.*)' \d+ times", str(error))
        which = f" named {quoted(twice[1])}" if twice else " of the same name"
        raise BadInput(f"{name} has two columns{which}: rename one of them.") from None
    names = [column if isinstance(column, str) else None for column in known.columns]
    if None in names:
        odd = known.columns[names.index(None)]
        raise BadInput(f"{name} has a column named {odd!r}, which is no text: rename it.")
    check_names(known.columns, name)

    def column(wanted: str) -> NDArray[Any]:
        where = f"{name}, column {quoted(wanted)}"
        try:
            values = known.select(wanted).to_arrow().column(wanted)
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            return np.array(known[wanted].to_list(), dtype=object)
        return from_arrow(values, where)

    return ColumnTable(
        name, "", known.columns, len(known), column=column, place=lambda row: f"row {row} (counted from 0)"
    )


def _array(values: Any, called: str, like: NDArray[Any] | None = None) -> NDArray[Any]:
    """A one-dimensional array, as long as another; `BadInput` if it is none."""
    if isinstance(values, (Mapping, Set, str, bytes)) or not isinstance(values, Iterable):
        raise BadInput(f"{called} is of type {type(values).__name__}: pass an array of one value for each case.")
    if isinstance(values, (Iterator, ValuesView)):
        values = list(values)
    try:
        array = as_array(values, called)
    except ValueError as error:
        raise BadInput(f"{error}.") from None
    if array.ndim == 2 and 1 in array.shape:
        raise BadInput(f"{called} is of shape {array.shape}, not of one dimension: call its method ravel().")
    if array.ndim == 2 and called.startswith("y_score"):
        raise BadInput(
            f"{called} is of shape {array.shape}, not of one dimension: pass the column of the positive class, "
            "[:, 1], or a mapping of names to columns."
        )
    if array.ndim != 1:
        raise BadInput(f"{called} is of shape {array.shape}, not of one dimension: pass one value for each case.")
    if array.size == 0:
        raise BadInput(f"{called} is empty: cases are needed.")
    if like is not None and array.size != like.size:
        raise BadInput(f"{called} has {array.size:,} values where y_true has {like.size:,}: pass as many of each.")
    return array


def _at(called: str) -> At:
    return lambda row: f"{called}[{row}]"


def _digest(arrays: Sequence[NDArray[Any]]) -> str:
    """SHA-256 of arrays as bytes, least significant first, one after another."""
    found = hashlib.sha256()
    for array in arrays:
        found.update(np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).tobytes())
    return found.hexdigest()
