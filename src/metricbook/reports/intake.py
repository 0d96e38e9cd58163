"""The input of a report from files: case by case, or counted where there are many rows."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import SeveralClasses
from metricbook.reports.counting import count, count_predictions, is_countable
from metricbook.reports.database import ShowSql, connect
from metricbook.reports.delimited import UTF16
from metricbook.reports.files import PARQUET, STANDARD_INPUT, database_kind, display_name, read_head, starts_with
from metricbook.reports.folders import find_parts, is_folder
from metricbook.reports.large_tables import HEAD, LargeTable
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.progress import Progress
from metricbook.reports.reading import PathLike, check_stackable, list_paths, read
from metricbook.reports.roles import Columns, name_columns
from metricbook.reports.sentences import say
from metricbook.reports.stored_tables import MEMORY

#: Why cases of several classes are read one by one.
NOT_COUNTED: Final = "the scores of more than two classes are not counted, only read: leave out --count and --show-sql"
#: Rows from which cases are counted, unless something, as a weight or a group, needs them one by one.
LARGE: Final = 200_000
#: As many cases as can be made one by one of the counts of a file.
MOST: Final = 20_000_000
#: What options are called that need cases one by one.
_ASKED: Final = {
    "weight": "weights",
    "identifier": "identifiers",
    "cluster": "clusters",
    "time": "times",
    "fold": "folds",
}

_Kind = TypeVar("_Kind", bound=np.generic)


def take_in(
    paths: PathLike | Iterable[PathLike],
    *,
    positive: object = None,
    table: str | None = None,
    decimal: str = ".",
    drop_missing: bool = False,
    classes: Mapping[str, str | Sequence[str]] | None = None,
    counted: bool = False,
    show_sql: ShowSql | None = None,
    progress: Progress | None = None,
    **columns: Unpack[Columns],
) -> Predictions | Counts:
    """Read files as `metricbook.reports.reading.read` does, and count their cases if there are many.

    Where DuckDB can read a file of `LARGE` rows, it counts them; what only this package reads is counted in memory.
    The intervals are those of the cases one by one. Cases of more than two classes, each with scores, are never
    counted. With ``counted``, few cases are counted too, and weights are numbers of cases, which groups, clusters,
    times and folds may divide; with ``show_sql``, which is called with each statement, only DuckDB counts.

    Raises
    ------
    BadInput
        As `metricbook.reports.reading.read`.
    ValueError
        If cases are to be counted, and something needs them one by one.
    """
    files = list_paths(paths)
    if classes is not None and (counted or show_sql is not None):
        raise ValueError(NOT_COUNTED)
    named = name_columns(**columns)
    one_by_one = bool(named.groups or any(named.of_cases.values()) or classes is not None)
    how: dict[str, Any] = {"positive": positive, "table": table, "decimal": decimal, "drop_missing": drop_missing}
    if counted and show_sql is None and named.weight is not None and one_by_one and named.identifier is None:
        return _repeat(read(files, **how, **columns), named.weight)
    if one_by_one and (counted or show_sql is not None):
        option = "--count" if counted else "--show-sql"
        raise ValueError(
            f"counts by score know no groups, ids, clusters, times or folds: leave out {option}, or those; "
            "with --weight, --count takes weights for numbers of cases, which all but ids can divide"
        )
    of_counts = {**how, "label": named.label, "scores": named.scores, "weight": named.weight}
    if show_sql is not None:
        return count(files, **of_counts, show_sql=show_sql)
    may_count = not one_by_one and named.weight is None
    countable = counted and (named.weight is not None or _is_countable(files))
    if countable or (may_count and _count_rows(files, table) >= LARGE):
        try:
            return count(files, **of_counts, progress=progress)
        except SeveralClasses:
            if counted:
                raise
    predictions = read(files, **how, classes=classes, **columns)
    if predictions.classes is not None:
        if counted:
            raise ValueError(NOT_COUNTED)
        return predictions
    if not may_count and predictions.labels.size >= LARGE:
        asked = [_ASKED.get(role, role) for role, names in named.besides.items() if names]
        remark = say("data.one_by_one", cases=predictions.labels.size, asked=asked)
        return replace(predictions, source=replace(predictions.source, remarks=(*predictions.source.remarks, remark)))
    if may_count and (counted or predictions.labels.size >= LARGE):
        return count_predictions(predictions)
    return predictions


def _repeat(counted: Predictions, weight: str) -> Predictions:
    """The cases of which each row stands for as many as its weight says."""
    assert counted.weights is not None
    times = counted.weights.astype(np.int64)
    if not np.array_equal(times, counted.weights):
        row = int(np.argmax(times != counted.weights))
        raise ValueError(f"--count takes {weight} for numbers of cases, and one of them is {counted.weights[row]:g}")
    if times.sum() > MOST:
        raise ValueError(f"{times.sum():,} cases are more than the {MOST:,} that groups, clusters or times may divide")

    def each(column: NDArray[_Kind]) -> NDArray[_Kind]:
        return np.repeat(column, times)

    periods, clusters, folds = counted.periods, counted.clusters, counted.folds
    return replace(
        counted,
        labels=each(counted.labels),
        scores={name: each(scores) for name, scores in counted.scores.items()},
        source=replace(counted.source, rows=int(times.sum())),
        weights=None,
        clusters=None if clusters is None else np.unique(each(clusters), return_inverse=True)[1],
        groups={name: each(of) for name, of in counted.groups.items()},
        periods=None if periods is None else periods._replace(codes=each(periods.codes)),
        folds=None if folds is None else each(folds),
        repeated=0,
    )


def _is_countable(files: Sequence[str]) -> bool:
    """Whether DuckDB can count what is in the files."""
    if len(files) > 1:
        return True
    return files[0] != STANDARD_INPUT and not Path(files[0]).is_fifo() and is_countable(files[0])


def _count_rows(files: list[str], table: str | None) -> int:
    """How many rows there are in what DuckDB can count, about as many for text; 0 for anything else."""
    if len(files) > 1 or is_folder(files[0]):
        return find_parts(check_stackable(files)).rows
    if not _is_countable(files):
        return 0
    if starts_with(files[0], PARQUET):
        return find_parts(files).rows
    if database_kind(files[0]):
        with connect(MEMORY, None, None) as connection:
            (rows,) = LargeTable(connection, files, table=table).select("COUNT(*)").fetchone()
        return int(rows)
    return _estimate_rows(files[0])


def _estimate_rows(path: str) -> int:
    """The number of rows of a text file, as dense as in its first part; 0 in UTF-16, which DuckDB does not read."""
    head, compression = read_head(path, display_name(path), HEAD)
    if head.startswith(UTF16):
        return 0
    rows = head.count(b"\n") - head.endswith(b"\n")
    if len(head) < HEAD:
        return rows
    stored = len(gzip.compress(head)) if compression == "gzip" else len(head)
    if compression == "zstd":
        import pyarrow as pa

        stored = len(pa.compress(head, "zstd", asbytes=True))
    return round(rows * Path(path).stat().st_size / stored)
