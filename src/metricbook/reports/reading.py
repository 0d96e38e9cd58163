"""Predictions from files: one, or one for each model, joined by the identifiers of their cases."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import EllipsisType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, option, quoted
from metricbook.reports.columnar import of_arrow_file, of_json_lines
from metricbook.reports.delimited import TextTable
from metricbook.reports.files import Opened, open_input
from metricbook.reports.predictions import Predictions, Source
from metricbook.reports.roles import Asked, Roles, ask, choose
from metricbook.reports.tables import Cells, Table, check_names
from metricbook.reports.values import At, check_both_weigh, is_number, keys, labels, objects, weights

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
) -> Predictions:
    """Predictions from one file, or from several that are joined by the identifiers of their cases.

    Files are CSV, TSV or lines of cells between semicolons, JSON lines, Parquet or Feather; those of text may be
    compressed by gzip; "-" is standard input. The kind is told by suffix, then by content. What is not named is
    guessed only where one reading is possible, and ``source.said`` says what was.

    Parameters
    ----------
    paths : path, or several
        If several, ``identifier`` must name a column that all of them have.
    label : str, optional
        The column of the labels, of any two values.
    scores : str or sequence of str, optional
        The columns of scores, one for each model; larger means more positive.
    positive : bool, int, float or str, optional
        The label of the positive class; needed unless it is plain, as for 0 and 1, or no and yes.
    weight, identifier, cluster : str, optional
        Columns of weights, of identifiers of cases, and of what was drawn together, such as patients.
    groups : str or sequence of str, optional
        Columns that divide the cases.

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
    ...     found = read(path)
    >>> found.labels.tolist(), found.scores["p"].tolist(), found.source.positive
    ([False, True], [0.2, 0.9], 'yes')
    """
    asked = ask(label, scores, weight, groups, identifier, cluster)
    tables = _open_tables(paths, asked)
    return assemble(tables, asked, positive)


def _open_tables(paths: PathLike | Iterable[PathLike], asked: Asked) -> list[Table]:
    """The tables of the files. Raises `BadInput`."""
    named = several(paths)
    if len(named) > 1 and asked.identifier is None:
        raise BadInput(
            f"Several files are joined by the identifiers of cases: name their column with {option('identifier')}."
        )
    return [_open_table(open_input(path), asked.columns) for path in named]


def _open_table(opened: Opened, wanted: Collection[str]) -> Table:
    """The table in a file; ``wanted`` are the columns that the caller has named. Raises `BadInput`."""
    table: Table
    if opened.kind == "text":
        table = TextTable(opened)
    elif opened.kind == "jsonl":
        table = of_json_lines(opened)
    else:
        table = of_arrow_file(opened)
    check_names(table.columns, table.name)
    if not set(wanted) & set(table.columns) and len(table.columns) > 1 and all(map(is_number, table.columns)):
        raise BadInput(f"{table.name}, line 1, has numbers where the names of columns should be: put a line of names.")
    return table


def several(paths: PathLike | Iterable[PathLike]) -> list[str]:
    """The paths as a list of text. Raises `BadInput` for none, and for one that is there twice."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    named = [os.fspath(path) for path in paths]
    if not named:
        raise BadInput("No file is named: name one, or - for standard input.")
    for path in named:
        if named.count(path) > 1:
            raise BadInput(f"{quoted(path)} is named twice: name each file once.")
    return named


@dataclass(frozen=True)
class _Part:
    """A table's cells, and which of its rows is the case of each row of the first table."""

    table: Table
    cells: Cells
    order: NDArray[np.intp] | EllipsisType = ...

    def at(self, column: str) -> At:
        """The places of the cells of a column, in the table's own order."""
        return lambda row: self.table.at(column, row)

    def texts(self, column: str) -> tuple[NDArray[np.intp], list[str]]:
        """The keys of a column, in the order of the first table."""
        codes, texts = keys(self.cells.others[column], self.at(column))
        return codes[self.order], texts


def assemble(tables: Sequence[Table], asked: Asked, positive: object) -> Predictions:
    """Predictions from tables, of which several are joined. Raises `BadInput`."""
    roles = choose(tables, asked)
    joined = [_part(table, asked, roles.label, names) for table, names in zip(tables, roles.scores, strict=True)]
    said = [*(sentence for table in tables for sentence in table.said), *roles.said]
    if asked.identifier is not None:
        joined, more = _in_one_order(joined, asked.identifier)
        said += more
    first = _holders(joined, roles.label, asked)[0]
    subject = f"{first.table.name}, column {quoted(roles.label)}"
    found = labels(first.cells.others[roles.label], first.at(roles.label), subject, positive)
    besides: dict[str, Any] = {}
    if asked.weight is not None:
        holder = _holders(joined, asked.weight, asked)[0]
        each = weights(holder.cells.numbers[asked.weight], holder.at(asked.weight))[holder.order]
        positives = found.positive[first.order]
        check_both_weigh(each[positives].sum(), each[~positives].sum(), holder.table.name)
        besides["weights"] = each
    if asked.cluster is not None:
        besides["clusters"] = _renumbered(_holders(joined, asked.cluster, asked)[0].texts(asked.cluster)[0])
    for name in asked.groups:
        codes, texts = _holders(joined, name, asked)[0].texts(name)
        besides.setdefault("groups", {})[name] = np.array(texts)[codes]
    return Predictions(
        labels=found.positive[first.order],
        scores=_named_scores(joined, roles),
        source=Source(
            name=" + ".join(table.name for table in tables),
            digest=" + ".join(table.digest for table in tables),
            rows=joined[0].cells.rows,
            positive=found.texts[1],
            negative=found.texts[0],
            said=(*said, *found.said),
        ),
        repeated=joined[0].cells.repeated,
        **besides,
    )


def _part(table: Table, asked: Asked, label: str, scores: Sequence[str]) -> _Part:
    """The columns of a table that are needed."""
    weight = () if asked.weight is None else (asked.weight,)
    here = set(table.columns)
    numeric = [*scores, *(name for name in weight if name in here)]
    others = [label, *(name for name in asked.columns if name not in (*(asked.scores or ()), *weight))]
    return _Part(table, table.take(numeric, [name for name in dict.fromkeys(others) if name in here]))


def _in_one_order(parts: list[_Part], identifier: str) -> tuple[list[_Part], list[str]]:
    """The parts with the rows of the first; a sentence if the only one has an identifier twice."""
    for part in parts:
        if identifier not in part.table.columns:
            raise BadInput(
                f"{part.table.name} has no column {quoted(identifier)}: every file needs the identifiers of its cases."
            )
    codes, texts = parts[0].texts(identifier)
    if len(parts) == 1:
        more = codes.size - len(texts)
        return parts, ([f"{more:,} of {codes.size:,} rows have an identifier of an earlier row."] if more else [])
    rows = [_row_of_each(part, identifier) for part in parts]
    for number, (part, here) in enumerate(zip(parts[1:], rows[1:], strict=True), 1):
        for missing, there in ((_absent(rows[0], here), part), (_absent(here, rows[0]), parts[0])):
            if missing:
                raise BadInput(
                    f"{there.table.name} has no row for the identifier {quoted(missing[0])}"
                    f"{f', nor for {len(missing) - 1:,} more' if len(missing) > 1 else ''}: "
                    "all files must have the same cases."
                )
        parts[number] = replace(part, order=np.array([here[text] for text in rows[0]], dtype=np.intp))
    return parts, [f"The rows of {len(parts)} files were joined by {quoted(identifier)}."]


def _row_of_each(part: _Part, identifier: str) -> dict[str, int]:
    """The row of each identifier; `BadInput` if one is there twice."""
    from pandas import Index

    codes, texts = part.texts(identifier)
    repeated = Index(codes).duplicated()
    if repeated.any():
        row = int(np.argmax(repeated))
        raise BadInput(
            f"{part.table.at(identifier, row)} is {quoted(texts[codes[row]])} as in an earlier row: "
            "files can be joined only if each case has one row."
        )
    return {text: row for row, text in enumerate(texts)}


def _absent(wanted: Mapping[str, int], found: Mapping[str, int]) -> list[str]:
    return [text for text in wanted if text not in found]


def _holders(parts: Sequence[_Part], column: str, asked: Asked) -> list[_Part]:
    """The parts that have a column; `BadInput` if they do not say the same in it."""
    holders = [part for part in parts if column in {*part.cells.others, *part.cells.numbers}]
    first = _values(holders[0], column)
    for part in holders[1:]:
        differ = _values(part, column) != first
        if differ.any():
            row = int(np.argmax(differ))
            assert asked.identifier is not None
            codes, texts = parts[0].texts(asked.identifier)
            raise BadInput(
                f"{holders[0].table.name} and {part.table.name} differ in column {quoted(column)} for the identifier "
                f"{quoted(texts[codes[row]])}, {quoted(first[row])} and {quoted(_values(part, column)[row])}: "
                "correct one, or rename its column."
            )
    return holders


def _values(part: _Part, column: str) -> NDArray[Any]:
    if column in part.cells.numbers:
        return part.cells.numbers[column][part.order]
    codes, texts = part.texts(column)
    return objects(texts)[codes]


def _renumbered(codes: NDArray[np.intp]) -> NDArray[np.intp]:
    """The same clusters, numbered in the order in which they occur."""
    from pandas import factorize

    return factorize(codes)[0]


def _named_scores(parts: Sequence[_Part], roles: Roles) -> dict[str, NDArray[np.float64]]:
    """The scores by name; where files share a name, by the file's."""
    names = [name for scores in roles.scores for name in scores]
    stems = [part.table.name.split(".")[0] for part in parts]
    found: dict[str, NDArray[np.float64]] = {}
    for part, stem, scores in zip(parts, stems, roles.scores, strict=True):
        for name in scores:
            called = name
            if names.count(name) > 1:
                called = stem if len(scores) == 1 else f"{stem}: {name}"
            if called in found:
                raise BadInput(f"Two files have scores to be called {quoted(called)}: rename a file or a column.")
            found[called] = part.cells.numbers[name][part.order]
    return found
