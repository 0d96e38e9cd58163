"""Predictions from files: one, or one for each model, joined by the identifiers of their cases."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import EllipsisType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, name_option, quote
from metricbook.reports.class_columns import Columns, Layout, find_layout, sort_labels, spell_labels
from metricbook.reports.columnar import read_arrow_file, read_json_lines, read_json_records
from metricbook.reports.delimited import TextTable
from metricbook.reports.files import PARQUET, STANDARD_INPUT, Kind, Opened, open_input, starts_with
from metricbook.reports.folders import Parts, find_parts, is_folder, read_parts, refuse_models
from metricbook.reports.lookalikes import look_at, name_lookalikes
from metricbook.reports.periods import divide_time
from metricbook.reports.predictions import Classes, Predictions, Source
from metricbook.reports.roles import Named, Roles, choose_roles, name_columns
from metricbook.reports.spreadsheets import read_sheet
from metricbook.reports.stored_tables import read_duckdb_table, read_sqlite_table
from metricbook.reports.tables import Cells, Table, check_names
from metricbook.reports.values import (
    MISSING,
    Place,
    as_text,
    check_both_weigh,
    count_classes,
    describe_dropped,
    find_missing,
    is_number,
    label_text,
    to_keys,
    to_labels,
    to_objects,
    to_weights,
)

PathLike = str | os.PathLike[str]


def read(
    paths: PathLike | Iterable[PathLike],
    *,
    label: str | None = None,
    scores: str | Sequence[str] | None = None,
    positive: object = None,
    weight: str | None = None,
    groups: str | Sequence[str] = (),
    identifier: str | None = None,
    cluster: str | None = None,
    time: str | None = None,
    fold: str | None = None,
    table: str | None = None,
    decimal: str = ".",
    drop_missing: bool = False,
    classes: Mapping[str, str | Sequence[str]] | None = None,
) -> Predictions:
    """Predictions from one file, or from several that are joined by the identifiers of their cases.

    Files are CSV, TSV or lines of cells between semicolons, JSON lines or an array of JSON objects, Parquet, Feather,
    Excel, SQLite or DuckDB; all but the last two may be compressed by gzip or Zstandard; "-" is standard input. A
    folder is the table that all Parquet files in it make, with the columns that folders named ``column=value`` add.
    The kind is told by suffix, then by content. What is not named is guessed only where one reading is possible, and
    ``source.remarks`` says what was.

    Parameters
    ----------
    paths : path, or several
        If several, ``identifier`` must name a column that all of them have, unless all are Parquet and have the same
        columns: they are then one table.
    label : str, optional
        The column of the labels, of any two values.
    scores : str or sequence of str, optional
        The columns of scores, one for each model; larger means more positive.
    positive : bool, int, float or str, optional
        The label of the positive class, which is set against all others; needed unless it is plain, as for 0 and 1, or
        no and yes, or each of several classes has scores.
    weight, identifier, cluster : str, optional
        Columns of weights, of identifiers of cases, and of clusters, cases that were drawn together, such as those of
        one patient.
    groups : str or sequence of str, optional
        Columns that divide the cases into subgroups.
    time, fold : str, optional
        Columns of the times of the cases, dates in the form of ISO 8601 or numbers, and of the folds of
        cross-validation.
    table : str, optional
        The sheet of a file of Excel, or the table of a database; needed if there are several.
    decimal : {".", ","}, default "."
        The sign before the decimals of scores and weights in files of text.
    drop_missing : bool, default False
        Whether to leave out the rows that have no label, no score or no weight; ``source.dropped`` says how many.
    classes : mapping of str to str or sequence of str, optional
        With labels of more than two classes, the columns of the scores of each class, one for each model; by default
        those that are named after the class.

    Returns
    -------
    Predictions
        In the order of the rows of the first file. A score that several files have under one name is called after its
        file. Several files have their names and digests joined by a plus sign.

    Raises
    ------
    BadInput
        Whatever cannot be read: one sentence says what, where, and what to do.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "predictions.csv")
    ...     _ = path.write_text("y,p\\nno,0.2\\nyes,0.9\\n")
    ...     predictions = read(path)
    >>> predictions.labels.tolist(), predictions.scores["p"].tolist(), predictions.source.positive
    ([False, True], [0.2, 0.9], 'yes')
    """
    named = name_columns(label, scores, weight, groups, identifier, cluster, time, fold)
    tables, parts = open_tables(paths, named, table=table, decimal=decimal)
    return assemble_any(tables, named, positive, classes, drop_missing=drop_missing, parts=parts)


def open_tables(
    paths: PathLike | Iterable[PathLike],
    named: Named,
    *,
    table: str | None = None,
    decimal: str = ".",
    in_use: str | None = None,
) -> tuple[list[Table], Parts | None]:
    """The tables of files, and the Parquet files that make one of them, if these were named as such.

    The last is that of the model ``in_use``, if there is one, under another name than the others. A table is chosen by
    name in the files that can have several. Raises `BadInput`.
    """
    check_decimal(decimal)
    files = list_paths(paths)
    parts: Parts | None = None
    if (len(files) > 1 and named.identifier is None) or (len(files) == 1 and is_folder(files[0])):
        parts = find_parts(check_stackable(files))
    found: list[Opened | Parts] = [_open(path) for path in files] if parts is None else [parts]
    if in_use is not None:
        found.append(_open_in_use(in_use, [_stem(each.name) for each in found]))
    if table is not None and not any(isinstance(each, Opened) and each.kind in _CHOOSING_READERS for each in found):
        raise BadInput(f"{found[0].name} holds one table: leave out {name_option('table')}.")
    return [_read_table(each, named.columns, table, decimal) for each in found], parts


def check_decimal(decimal: str) -> None:
    """Raise `BadInput` unless decimals follow a point or a comma."""
    if decimal not in (".", ","):
        raise BadInput(f"decimal is {quote(decimal)}: decimals follow a point, or else a comma.")


def check_stackable(files: list[str]) -> list[str]:
    """The files, if they can be read as one table. Raises `BadInput` if they can only be joined."""
    for path in files:
        if path == STANDARD_INPUT or not (is_folder(path) or starts_with(path, PARQUET)):
            raise BadInput(
                "Several files are joined by the identifiers of cases, or read as one table if all are Parquet: "
                f"name the column of identifiers with {name_option('identifier')}."
            )
    return files


def _open(path: str) -> Opened | Parts:
    """A file, or the Parquet files of a folder."""
    return find_parts([path]) if is_folder(path) else open_input(path)


def _open_in_use(path: str, taken: Sequence[str]) -> Opened | Parts:
    """The file of the model in use, whose scores are called otherwise than those of candidates."""
    opened = _open(path)
    return replace(opened, name=f"in use: {opened.name}") if _stem(opened.name) in taken else opened


def _stem(name: str) -> str:
    """What a model is called whose file has this name."""
    return name.split(".")[0]


def _read_table(opened: Opened | Parts, wanted: Collection[str], name: str | None, decimal: str) -> Table:
    """The table in a file, by name where there may be several; the caller wants some columns. Raises `BadInput`."""
    if isinstance(opened, Parts):
        return read_parts(opened)
    table: Table
    if opened.kind == "text":
        table = TextTable(opened, decimal)
    elif opened.kind in _READERS:
        table = _READERS[opened.kind](opened)
    else:
        table = _CHOOSING_READERS[opened.kind](opened, name)
    check_names(table.columns, table.name)
    if not set(wanted) & set(table.columns) and len(table.columns) > 1 and all(map(is_number, table.columns)):
        raise BadInput(f"{table.name}, line 1, has numbers where the names of columns should be: put a line of names.")
    return table


def list_paths(paths: PathLike | Iterable[PathLike]) -> list[str]:
    """The paths as text. Raises `BadInput` if there is none, or one twice."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    files = [os.fspath(path) for path in paths]
    if not files:
        raise BadInput("No file is named: name one, or - for standard input.")
    for path in files:
        if files.count(path) > 1:
            raise BadInput(f"{quote(path)} is named twice: name each file once.")
    return files


_READERS: Final[dict[Kind, Callable[[Opened], Table]]] = {
    "jsonl": read_json_lines,
    "json": read_json_records,
    "parquet": read_arrow_file,
    "arrow": read_arrow_file,
}
_CHOOSING_READERS: Final[dict[Kind, Callable[[Opened, str | None], Table]]] = {
    "excel": read_sheet,
    "sqlite": read_sqlite_table,
    "duckdb": read_duckdb_table,
}


@dataclass(frozen=True)
class _Part:
    """The cells of a table, and the index of its row for each row that is kept, in the order of the first table."""

    table: Table
    cells: Cells
    order: NDArray[np.intp] | EllipsisType = ...

    def at(self, column: str) -> Place:
        """A function that names the place of a row's cell in a column."""
        order = self.order
        return lambda row: self.table.at(column, row if order is ... else int(order[row]))

    def numbers(self, column: str) -> NDArray[np.float64]:
        """A column of numbers."""
        return self.cells.numbers[column][self.order]

    def others(self, column: str) -> NDArray[Any]:
        """A column of labels, groups, clusters or identifiers."""
        return self.cells.others[column][self.order]

    def texts(self, column: str) -> tuple[NDArray[np.intp], list[str]]:
        """A column as codes of distinct texts."""
        return to_keys(self.others(column), self.at(column))


def assemble_any(
    tables: Sequence[Table],
    named: Named,
    positive: object,
    classes: Mapping[str, str | Sequence[str]] | None,
    *,
    drop_missing: bool = False,
    parts: Parts | None = None,
) -> Predictions:
    """Predictions as of `assemble`, of each of several classes if the labels have more than two. Raises `BadInput`."""
    layout: Layout | None
    if classes is None:
        try:
            return assemble(tables, named, positive, drop_missing=drop_missing, parts=parts)
        except BadInput:
            layout = None if positive is not None else find_layout(tables, named, None, gaps=drop_missing)
            if layout is None:
                raise
    else:
        layout = find_layout(tables, named, classes, gaps=drop_missing)
        if layout is None or positive is not None:
            raise BadInput(
                f"{name_option('classes')} is for labels of more than two classes, none of which is set against the "
                "others: leave it out."
            )
    return assemble(tables, named, None, layout.roles, drop_missing=drop_missing, parts=parts, layout=layout)


def assemble(
    tables: Sequence[Table],
    named: Named,
    positive: object,
    roles: Roles | None = None,
    *,
    drop_missing: bool = False,
    parts: Parts | None = None,
    layout: Layout | None = None,
) -> Predictions:
    """Predictions from tables, of which several are joined, by identifiers or row by row.

    ``parts`` are the files that make the first table; ``layout`` has the scores of each of several classes. Raises
    `BadInput`.
    """
    roles = roles or choose_roles(tables, named)
    scores = zip(tables, roles.scores, strict=True)
    taken = [roles.label, *(name for names in roles.scores for name in names), *named.columns]
    asked = [name_lookalikes(tables[0].columns, taken), *({} for _ in tables[1:])]
    joined = [
        _take_columns(table, named, roles.label, names, like, gaps=drop_missing)
        for (table, names), like in zip(scores, asked, strict=True)
    ]
    remarks = [*(sentence for table in tables for sentence in table.remarks), *roles.remarks]
    if named.identifier is not None:
        joined, join_remarks = _align_rows(joined, named.identifier)
        remarks += join_remarks
    elif len(tables) > 1:
        _check_rows(joined, roles.label)
    if parts is not None:
        refuse_models(parts, roles.label)
    whole = joined
    missing: dict[str, NDArray[np.bool_]] = _find_gaps(whole, roles.label) if drop_missing else {}
    if missing:
        joined = _drop_rows(whole, np.logical_or.reduce(list(missing.values())))
    if named.identifier is None and len(tables) > 1:
        remarks.append(_check_order(joined, roles.label))
    lookalikes = {name: look_at(role, joined[0].others(name)) for name, role in asked[0].items()}
    first = _parts_with(joined, roles.label, named)[0]
    subject = f"{first.table.name}, column {quote(roles.label)}"
    optional: dict[str, Any] = {}
    if layout is not None:
        labels = spell_labels(first.others(roles.label), first.at(roles.label))
        optional["classes"], positive = Classes(labels, _name_columns(joined, layout)), labels[0]
    classes = to_labels(first.others(roles.label), first.at(roles.label), subject, positive)
    dropped = _describe_dropped(whole, roles.label, missing, None if layout else classes.texts[::-1])
    if named.weight is not None:
        holder = _parts_with(joined, named.weight, named)[0]
        each = to_weights(holder.numbers(named.weight), holder.at(named.weight))
        check_both_weigh(each[classes.positive].sum(), each[~classes.positive].sum(), holder.table.name)
        optional["weights"] = each
    if named.cluster is not None:
        optional["clusters"] = _renumber_clusters(_parts_with(joined, named.cluster, named)[0].texts(named.cluster)[0])
    if named.time is not None:
        holder = _parts_with(joined, named.time, named)[0]
        where = f"{holder.table.name}, column {quote(named.time)}"
        optional["periods"] = divide_time(*holder.texts(named.time), where)
    if named.fold is not None:
        codes, texts = _parts_with(joined, named.fold, named)[0].texts(named.fold)
        optional["folds"] = np.array(texts)[codes]
    if named.identifier is not None and len(tables) == 1:
        codes, texts = joined[0].texts(named.identifier)
        optional["repeated_identifiers"] = codes.size - len(texts)
    for name in named.groups:
        codes, texts = _parts_with(joined, name, named)[0].texts(name)
        optional.setdefault("groups", {})[name] = np.array(texts)[codes]
    return Predictions(
        labels=classes.positive,
        scores=_name_scores(joined, roles),
        source=Source(
            name=" + ".join(table.name for table in tables),
            digest=" + ".join(table.digest for table in tables),
            rows=classes.positive.size,
            positive=classes.texts[1],
            negative=classes.texts[0],
            remarks=(*remarks, *(() if layout else classes.remarks)),
            dropped=dropped,
        ),
        repeated=int(np.count_nonzero(joined[0].cells.repeated[joined[0].order])),
        columns={role: name for role, name in named.of_cases.items() if name is not None},
        lookalikes={name: found for name, found in lookalikes.items() if found is not None},
        **optional,
    )


def _find_gaps(parts: Sequence[_Part], label: str) -> dict[str, NDArray[np.bool_]]:
    """The rows, if any, in which a label, a score or a weight is missing, by its column."""
    found: dict[str, NDArray[np.bool_]] = {}
    for part in parts:
        gaps = {name: np.isnan(part.numbers(name)) for name in part.cells.numbers}
        if label in part.cells.others:
            gaps = {label: find_missing(part.others(label)), **gaps}
        for name, missing in gaps.items():
            if missing.any():
                found[name] = found[name] | missing if name in found else missing
    return found


def _drop_rows(parts: Sequence[_Part], dropped: NDArray[np.bool_]) -> list[_Part]:
    """The parts without some rows. Raises `BadInput` if none is left."""
    if dropped.all():
        raise BadInput(
            f"{parts[0].table.name} has no row with a label, every score and every weight: nothing would be left."
        )
    kept = np.flatnonzero(~dropped)
    return [replace(part, order=kept if part.order is ... else part.order[kept]) for part in parts]


def _describe_dropped(
    parts: Sequence[_Part], label: str, missing: Mapping[str, NDArray[np.bool_]], classes: tuple[str, str] | None
) -> str:
    """A sentence on the rows that were dropped, if any, by class: by label, or the positive and the negative one."""
    if not missing:
        return ""
    dropped = np.logical_or.reduce(list(missing.values()))
    part = next(part for part in parts if label in part.cells.others)
    texts = [label_text(as_text(cell)) for cell in part.others(label)[dropped]]
    counts: Mapping[str, int] = Counter(texts)
    if classes is None:
        of = {quote(text): counts[text] for text in sort_labels(set(counts)) if text.casefold() not in MISSING}
    else:
        of = dict(zip(("positive", "negative"), count_classes(counts, *classes), strict=True))
    return describe_dropped(len(texts), dropped.size, list(missing), of)


def _take_columns(
    table: Table, named: Named, label: str, scores: Sequence[str], lookalikes: Collection[str], *, gaps: bool
) -> _Part:
    """Take the columns that are needed from a table, and those that look as if they were."""
    weight = () if named.weight is None else (named.weight,)
    here = set(table.columns)
    numeric = [*scores, *(name for name in weight if name in here)]
    others = [label, *(name for name in named.columns if name not in (*(named.scores or ()), *weight))]
    others += lookalikes
    return _Part(table, table.take(numeric, [name for name in dict.fromkeys(others) if name in here], gaps=gaps))


def _align_rows(parts: list[_Part], identifier: str) -> tuple[list[_Part], list[str]]:
    """Match the rows of all parts with those of the first by their identifiers, and say so."""
    for part in parts:
        if identifier not in part.table.columns:
            raise BadInput(
                f"{part.table.name} has no column {quote(identifier)}: every file needs the identifiers of its cases."
            )
    if len(parts) == 1:
        return parts, []
    rows = [_rows_by_identifier(part, identifier) for part in parts]
    for number, (part, here) in enumerate(zip(parts[1:], rows[1:], strict=True), 1):
        for missing, there in ((_missing_from(rows[0], here), part), (_missing_from(here, rows[0]), parts[0])):
            if missing:
                more = f", nor for {len(missing) - 1:,} more" if len(missing) > 1 else ""
                raise BadInput(
                    f"{there.table.name} has no row for the identifier {quote(missing[0])}{more}: "
                    "all files must have the same cases."
                )
        parts[number] = replace(part, order=np.array([here[text] for text in rows[0]], dtype=np.intp))
    return parts, [f"The rows of {len(parts)} files were joined by {quote(identifier)}."]


def _check_rows(parts: Sequence[_Part], label: str) -> None:
    """Raise `BadInput` unless all parts have as many rows and labels."""
    first = parts[0]
    for part in parts[1:]:
        if part.cells.rows != first.cells.rows:
            raise BadInput(
                f"{first.table.name} has {first.cells.rows:,} rows and {part.table.name} {part.cells.rows:,}: "
                f"{_name_remedy()}."
            )
        if label not in part.cells.others:
            raise BadInput(
                f"{part.table.name} has no labels that show that its rows are the same cases: {_name_remedy()}."
            )


def _check_order(parts: Sequence[_Part], label: str) -> str:
    """Raise `BadInput` unless all parts have the same labels; otherwise say what that is taken for."""
    first = parts[0]
    for part in parts[1:]:
        one, other = (_column_values(each, label) for each in (first, part))
        if (one != other).any():
            row = int(np.argmax(one != other))
            raise BadInput(
                f"{part.at(label)(row)} is {quote(other[row])}, and {quote(one[row])} in the same row of "
                f"{first.table.name}: {_name_remedy()}."
            )
    return (
        f"The rows of {len(parts)} files were taken for the same cases in the same order, since their labels agree "
        "and no column that both have names the cases."
    )


def _name_remedy() -> str:
    return f"name the column that names the cases with {name_option('identifier')}, or say --unpaired"


def _rows_by_identifier(part: _Part, identifier: str) -> dict[str, int]:
    """The row of each identifier. Raises `BadInput` if one occurs twice."""
    from pandas import Index

    codes, texts = part.texts(identifier)
    repeated = Index(codes).duplicated()
    if repeated.any():
        row = int(np.argmax(repeated))
        raise BadInput(
            f"{part.table.at(identifier, row)} is {quote(texts[codes[row]])} as in an earlier row: "
            "files can be joined only if each case has one row."
        )
    return {text: row for row, text in enumerate(texts)}


def _missing_from(wanted: Mapping[str, int], present: Mapping[str, int]) -> list[str]:
    return [text for text in wanted if text not in present]


def _parts_with(parts: Sequence[_Part], column: str, named: Named) -> list[_Part]:
    """The parts that have a column. Raises `BadInput` if its cells differ between them."""
    holders = [part for part in parts if column in {*part.cells.others, *part.cells.numbers}]
    first = _column_values(holders[0], column)
    for part in holders[1:]:
        differ = _column_values(part, column) != first
        if differ.any():
            row = int(np.argmax(differ))
            case = _name_case(parts[0], named.identifier, row)
            raise BadInput(
                f"{holders[0].table.name} and {part.table.name} differ in column {quote(column)} {case}, "
                f"{quote(first[row])} and {quote(_column_values(part, column)[row])}: "
                "correct one, or rename its column."
            )
    return holders


def _name_case(part: _Part, identifier: str | None, row: int) -> str:
    """A case as a sentence names it: by its identifier, or by its row."""
    if identifier is None:
        return f"in row {row + 1:,}"
    codes, texts = part.texts(identifier)
    return f"for the identifier {quote(texts[codes[row]])}"


def _column_values(part: _Part, column: str) -> NDArray[Any]:
    if column in part.cells.numbers:
        return part.numbers(column)
    codes, texts = part.texts(column)
    return to_objects(texts)[codes]


def _renumber_clusters(codes: NDArray[np.intp]) -> NDArray[np.intp]:
    """Clusters numbered in the order in which they first occur."""
    from pandas import factorize

    return factorize(codes)[0]


def _name_scores(parts: Sequence[_Part], roles: Roles) -> dict[str, NDArray[np.float64]]:
    """The scores by name; where files share a name, by that of the file."""
    found: dict[str, NDArray[np.float64]] = {}
    for part, names in zip(parts, _show_names(parts, roles), strict=True):
        for name, shown in names.items():
            if shown in found:
                raise BadInput(f"Two files have scores to be called {quote(shown)}: rename a file or a column.")
            found[shown] = part.numbers(name)
    return found


def _show_names(parts: Sequence[_Part], roles: Roles) -> list[dict[str, str]]:
    """Of each part, what its scores are called by the name of their columns."""
    names = Counter(name for scores in roles.scores for name in scores)
    shown = []
    for part, scores in zip(parts, roles.scores, strict=True):
        stem = _stem(part.table.name)
        own = [stem if len(scores) == 1 else f"{stem}: {name}" for name in scores]
        shown.append({name: long if names[name] > 1 else name for name, long in zip(scores, own, strict=True)})
    return shown


def _name_columns(parts: Sequence[_Part], layout: Layout) -> Columns:
    """What the scores of each class of each model are called; models of several files by the names of these."""
    found: dict[str, Mapping[str, str]] = {}
    for part, columns, shown in zip(parts, layout.columns, _show_names(parts, layout.roles), strict=True):
        stem = _stem(part.table.name)
        for model, of in columns.items():
            long = stem if len(columns) == 1 else f"{stem}: {model}"
            found[long if len(parts) > 1 else model] = {text: shown[name] for text, name in of.items()}
    return found
