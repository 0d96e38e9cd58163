"""Predictions from arrays and from data frames of any library."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set, ValuesView
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.validation import as_array
from metricbook.reports.assembling import assemble_any
from metricbook.reports.bad_input import BadInput, NoRows, quote, quote_all, unknown_column_error
from metricbook.reports.class_columns import ClassColumns, match_columns, match_named, sort_labels, spell_labels
from metricbook.reports.columnar import ColumnTable, arrow_values
from metricbook.reports.pairing import pair_tables
from metricbook.reports.periods import divide_time
from metricbook.reports.predictions import Classes, Predictions, Source
from metricbook.reports.roles import Columns, Named, name_columns
from metricbook.reports.tables import check_names
from metricbook.reports.values import (
    Place,
    are_measured,
    as_text,
    check_both_weigh,
    is_positive_label,
    label_text,
    to_floats,
    to_keys,
    to_labels,
    to_weights,
)


def from_arrays(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    *,
    positive: object = None,
    sample_weight: ArrayLike | None = None,
    groups: Mapping[str, ArrayLike] | None = None,
    clusters: ArrayLike | None = None,
    times: ArrayLike | None = None,
    folds: ArrayLike | None = None,
    classes: Sequence[object] | Mapping[str, str | Sequence[str]] | None = None,
    name: str = "arrays",
) -> Predictions:
    """Predictions from arrays.

    Parameters
    ----------
    y_true : array of shape (n,)
        Labels of any two values, or of several classes.
    y_score : array of shape (n,), or mapping of str to such
        Finite scores, of one model or of each by its name; larger means more positive. With labels of k > 2 classes of
        shape (n, k), with a column for each class; or a mapping whose names end or begin with the classes.
    positive : bool, int, float or str, optional
        The label of the positive class; needed unless it is plain, as for 0 and 1, or no and yes.
    classes : sequence of length k, or mapping of str to str or sequence of str, optional
        The class of each column of ``y_score``, by default the sorted labels, as of scikit-learn; or the names of the
        scores of each class.
    sample_weight, clusters : array of shape (n,), optional
        Weights, none negative and not all zero; and which cases were drawn together, such as those of one patient.
    groups : mapping of str to array of shape (n,), optional
        Subgroups of the cases, by the name of what divides them.
    times, folds : array of shape (n,), optional
        The time of each case, a date in the form of ISO 8601 or a number; and its fold of cross-validation.
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
    >>> predictions = from_arrays(["ill", "well", "ill"], {"a": [0.9, 0.2, 0.4]}, positive="ill")
    >>> predictions.labels.tolist(), predictions.source.negative
    ([True, False, True], 'well')
    """
    truth = _to_array(y_true, "y_true")
    models = y_score if isinstance(y_score, Mapping) else {"y_score": y_score}
    columns: ClassColumns | None = None
    labels = spell_labels(truth, _place_in("y_true"))
    several = sort_labels(set(labels.tolist()))
    if positive is None and len(several) > 2 and not are_measured(several):
        with suppress(TypeError):  # labels of several types have no order
            several = [label_text(as_text(value)) for value in np.unique(truth).tolist()]
        models, columns = _find_classes(models, list(dict.fromkeys(several)), classes)
    elif classes is not None:
        raise BadInput("classes= is for labels of more than two classes, none of which is set against the others.")
    if not models:
        raise BadInput("y_score names no model: give the scores of at least one.")
    scores: dict[str, NDArray[np.float64]] = {}
    for model, values in models.items():
        place = "y_score" if values is y_score else f"y_score[{quote(model)}]"
        scores[str(model)] = to_floats(_to_array(values, place, truth), _place_in(place))
    optional: dict[str, Any] = {}
    if columns is not None:
        optional["classes"], positive = Classes(labels, columns), labels[0]
    labelled = to_labels(truth, _place_in("y_true"), "y_true", positive)
    if sample_weight is not None:
        optional["weights"] = to_weights(_to_array(sample_weight, "sample_weight", truth), _place_in("sample_weight"))
        positives, negatives = (optional["weights"][each].sum() for each in (labelled.positive, ~labelled.positive))
        check_both_weigh(positives, negatives, "sample_weight")
    if clusters is not None:
        optional["clusters"] = to_keys(_to_array(clusters, "clusters", truth), _place_in("clusters"))[0]
    for group, values in (groups or {}).items():
        place = f"groups[{quote(group)}]"
        codes, texts = to_keys(_to_array(values, place, truth), _place_in(place))
        optional.setdefault("groups", {})[str(group)] = np.array(texts)[codes]
    if times is not None:
        of_cases = to_keys(_to_array(times, "times", truth), _place_in("times"))
        optional["periods"] = divide_time(*of_cases, "times")
    if folds is not None:
        codes, texts = to_keys(_to_array(folds, "folds", truth), _place_in("folds"))
        optional["folds"] = np.array(texts)[codes]
    named = {"cluster": clusters, "time": times, "fold": folds}
    optional["columns"] = {role: f"{role}s" for role, values in named.items() if values is not None}
    of_classes = _number_classes(optional.get("classes"))
    digest = _hash_arrays(labelled.positive, *scores.values(), optional.get("weights"), of_classes)
    source = Source(name, digest, truth.size, labelled.texts[1], labelled.texts[0], () if columns else labelled.remarks)
    return Predictions(labels=labelled.positive, scores=scores, source=source, **optional)


def from_frame(
    frame: Any,
    *,
    positive: object = None,
    drop_missing: bool = False,
    classes: Mapping[str, str | Sequence[str]] | None = None,
    name: str = "data frame",
    **columns: Unpack[Columns],
) -> Predictions:
    """Predictions from a data frame of pandas or polars, an Arrow table, or another that narwhals knows.

    Parameters
    ----------
    frame : data frame
    positive, drop_missing, classes, **columns
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
    >>> predictions = from_frame(pd.DataFrame({"y": [True, False], "p": [0.7, 0.1]}))
    >>> predictions.scores["p"].tolist(), predictions.source.positive
    ([0.7, 0.1], 'True')
    """
    named = name_columns(**columns)
    return _hash(assemble_any([_to_table(frame, name)], named, positive, classes, drop_missing=drop_missing))


def pair_frames(
    frames: tuple[Any, Any],
    named: Named,
    *,
    positive: object = None,
    drop_missing: bool = False,
    score: str | None = None,
    name: str = "data frame",
) -> tuple[Predictions, str]:
    """Predictions from two data frames, the latter of the model in use, as `metricbook.reports.pairing.pair_tables`."""
    tables = [_to_table(frame, of) for frame, of in zip(frames, (name, f"{name} in use"), strict=True)]
    predictions, model = pair_tables(tables, named, positive=positive, score=score, drop_missing=drop_missing)
    return _hash(predictions), model


def _hash(predictions: Predictions) -> Predictions:
    """The predictions with the digest of their labels, scores, weights and classes as bytes."""
    of_classes = _number_classes(predictions.classes)
    digest = _hash_arrays(predictions.labels, *predictions.scores.values(), predictions.weights, of_classes)
    return replace(predictions, source=replace(predictions.source, digest=digest))


def take_labelled(
    frame: Any, *, label: str, score: str, classes: tuple[object, object], weight: str | None = None
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.float64] | None] | None:
    """Scores, labels and weights of a part of the cases; None if it has no row.

    The classes are the negative and the positive label, of which the part need not have both.
    """
    named = name_columns(label, score, weight)
    try:
        table = _to_table(frame, "data frame")
    except NoRows:
        return None
    for column in named.columns:
        if column not in table.columns:
            raise unknown_column_error(column, table.columns, table.name)
    cells = table.take([score] if weight is None else [score, weight], [label])
    codes, texts = to_keys(cells.others[label], partial(table.at, label))
    is_positive = np.array([is_positive_label(text, classes, f"{table.name}, column {quote(label)}") for text in texts])
    each = None if weight is None else to_weights(cells.numbers[weight], partial(table.at, weight))
    return cells.numbers[score], is_positive[codes], each


def _find_classes(
    models: Mapping[str, ArrayLike],
    several: Sequence[str],
    classes: Sequence[object] | Mapping[str, str | Sequence[str]] | None,
) -> tuple[Mapping[str, ArrayLike], ClassColumns | None]:
    """The scores of several classes by name, and the name of those of each class of each model. Raises `BadInput`.

    None if there are no scores of classes.
    """
    if isinstance(classes, Mapping):
        return models, match_named(classes, several, list(models), "y_score")
    try:
        arrays = {model: as_array(values, f"y_score[{quote(model)}]") for model, values in models.items()}
    except ValueError as error:
        raise BadInput(f"{error}.") from None
    if all(array.ndim == 1 for array in arrays.values()) and classes is None:
        return models, match_columns(list(models), several, "y_score") or None
    flat: dict[str, ArrayLike] = {}
    columns: dict[str, dict[str, str]] = {}
    for model, array in arrays.items():
        names = getattr(models[model], "columns", several) if classes is None else classes
        own = [label_text(as_text(each)) for each in names]
        if array.ndim != 2 or array.shape[1] != len(own) or set(several) - set(own):
            raise BadInput(
                f"y_score has the shape {array.shape} for {len(several)} classes, {quote_all(several)}: pass a column "
                "of scores for each, and name them in the order of the columns with classes=."
            )
        columns[str(model)] = {text: f"{model}: {text}" for text in own}
        flat.update(zip(columns[str(model)].values(), array.T, strict=True))
    return flat, columns


def _to_table(frame: Any, name: str) -> ColumnTable:
    try:
        import narwhals as nw
        import pyarrow as pa
    except ModuleNotFoundError as error:
        raise BadInput(
            f'Data frames need the package {error.name}: pip install "metricbook[report]", or pass arrays.'
        ) from None
    try:
        table = nw.from_native(frame)
        if isinstance(table, nw.LazyFrame):
            raise BadInput(f"{name} is not computed yet: call its method compute or collect, or count its partitions.")
        table.columns  # noqa: B018  # where some libraries find names that are there twice
    except TypeError:
        raise BadInput(f"{name} is no data frame but a {type(frame).__name__}: pass arrays, or a data frame.") from None
    except nw.exceptions.DuplicateError as error:
        twice = re.search(r"'(.*)' \d+ times", str(error))
        which = f" named {quote(twice[1])}" if twice else " of the same name"
        raise BadInput(f"{name} has two columns{which}: rename one of them.") from None
    names = [column if isinstance(column, str) else None for column in table.columns]
    if None in names:
        odd = table.columns[names.index(None)]
        raise BadInput(f"{name} has a column named {odd!r}, which is no text: rename it.")
    check_names(table.columns, name)

    def column(wanted: str) -> NDArray[Any]:
        where = f"{name}, column {quote(wanted)}"
        try:
            values = table.select(wanted).to_arrow().column(wanted)
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            return np.array(table[wanted].to_list(), dtype=object)
        return arrow_values(values, where)

    return ColumnTable(
        name, "", table.columns, len(table), column=column, place=lambda row: f"row {row} (counted from 0)"
    )


def _to_array(values: Any, name: str, like: NDArray[Any] | None = None) -> NDArray[Any]:
    """The values as a one-dimensional array, as long as another. Raises `BadInput`."""
    if isinstance(values, (Mapping, Set, str, bytes)) or not isinstance(values, Iterable):
        raise BadInput(f"{name} is of type {type(values).__name__}: pass an array of one value for each case.")
    if isinstance(values, (Iterator, ValuesView)):
        values = list(values)
    try:
        array = as_array(values, name)
    except ValueError as error:
        raise BadInput(f"{error}.") from None
    if array.ndim == 2 and 1 in array.shape:
        raise BadInput(f"{name} is of shape {array.shape}, not of one dimension: call its method ravel().")
    if array.ndim == 2 and name.startswith("y_score"):
        raise BadInput(
            f"{name} is of shape {array.shape}, not of one dimension: "
            "pass the column of the positive class, [:, 1], or a mapping of names to columns."
        )
    if array.ndim != 1:
        raise BadInput(f"{name} is of shape {array.shape}, not of one dimension: pass one value for each case.")
    if array.size == 0:
        raise BadInput(f"{name} is empty: cases are needed.")
    if like is not None and array.size != like.size:
        raise BadInput(f"{name} has {array.size:,} values where y_true has {like.size:,}: pass as many of each.")
    return array


def _place_in(name: str) -> Place:
    return lambda row: f"{name}[{row}]"


def _number_classes(classes: Classes | None) -> NDArray[np.intp] | None:
    return None if classes is None else np.unique(classes.labels, return_inverse=True)[1]


def _hash_arrays(*arrays: NDArray[Any] | None) -> str:
    """SHA-256 of the arrays that are given as little-endian bytes."""
    sha256 = hashlib.sha256()
    for array in arrays:
        if array is not None:
            sha256.update(np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).tobytes())
    return sha256.hexdigest()
