"""Predictions from files: one, or one for each model, joined by the identifiers of their cases."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Unpack

from metricbook.reports.assembling import assemble_any, name_of_model
from metricbook.reports.bad_input import BadInput, name_option, quote
from metricbook.reports.columnar import read_arrow_file, read_json_lines, read_json_records
from metricbook.reports.delimited import TextTable
from metricbook.reports.files import PARQUET, STANDARD_INPUT, Kind, Opened, open_input, starts_with
from metricbook.reports.folders import Parts, find_parts, is_folder, read_parts
from metricbook.reports.predictions import Predictions
from metricbook.reports.roles import Columns, Named, name_columns
from metricbook.reports.spreadsheets import read_sheet
from metricbook.reports.stored_tables import read_duckdb_table, read_sqlite_table
from metricbook.reports.tables import Table, check_names
from metricbook.reports.values import is_number

PathLike = str | os.PathLike[str]


def read(
    paths: PathLike | Iterable[PathLike],
    *,
    positive: object = None,
    table: str | None = None,
    decimal: str = ".",
    drop_missing: bool = False,
    classes: Mapping[str, str | Sequence[str]] | None = None,
    **columns: Unpack[Columns],
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
    positive : bool, int, float or str, optional
        The label of the positive class, which is set against all others; needed unless it is plain, as for 0 and 1, or
        no and yes, or each of several classes has scores.
    table : str, optional
        The sheet of a file of Excel, or the table of a database; needed if there are several.
    decimal : {".", ","}, default "."
        The sign before the decimals of scores and weights in files of text.
    drop_missing : bool, default False
        Whether to leave out the rows that have no label, no score or no weight; ``source.dropped`` says how many.
    classes : mapping of str to str or sequence of str, optional
        With labels of more than two classes, the columns of the scores of each class, one for each model; by default
        those that are named after the class.
    **columns
        The columns that are named.

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
    named = name_columns(**columns)
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
        found.append(_open_in_use(in_use, [name_of_model(each.name) for each in found]))
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
    return replace(opened, name=f"in use: {opened.name}") if name_of_model(opened.name) in taken else opened


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
