"""Tables in files that are too large for memory: DuckDB scans their columns and checks every row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from metricbook.metrics.validation import EXACT_INTEGERS, SUM_OF_WEIGHTS
from metricbook.reports.bad_input import BadInput, name_option, quote
from metricbook.reports.database import Connection, sql_identifier, sql_literal
from metricbook.reports.delimited import TextTable
from metricbook.reports.files import PARQUET, Opened, database_kind, display_name, hash_file, read_head, starts_with
from metricbook.reports.folders import Parts, find_parts, is_folder
from metricbook.reports.stored_tables import attach_table
from metricbook.reports.tables import Facts, check_names
from metricbook.reports.values import (
    MISSING,
    MOST_LABELS,
    as_text,
    choose_positive,
    count_classes,
    describe_dropped,
    label_text,
    number_fault,
)

#: Bytes of a text file that are read to detect its columns.
HEAD: Final = 1 << 20
_INTEGER: Final = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?")
_NUMERIC: Final = re.compile(rf"{_INTEGER.pattern}|FLOAT|DOUBLE|DECIMAL.*|REAL")
_SCALAR: Final = re.compile(rf"VARCHAR|ENUM\(.*\)|{_NUMERIC.pattern}")


class LargeTable:
    """A file, several of Parquet, or a table of DuckDB, which DuckDB reads, with the facts that `choose_roles` needs.

    Parameters
    ----------
    connection : Connection
    paths : list of str
    table : str, optional
        The table of a file of DuckDB.
    decimal : {".", ","}
        The sign before the decimals of scores and weights in a file of text.
    """

    def __init__(
        self, connection: Connection, paths: list[str], *, table: str | None = None, decimal: str = "."
    ) -> None:
        self.connection, self.name, self.decimal = connection, display_name(paths[0]), "."
        self.remarks: tuple[str, ...] = ()
        self.parts: Parts | None = None
        self._path = paths[0]
        is_database = len(paths) == 1 and not is_folder(paths[0]) and database_kind(paths[0]) == "duckdb"
        if table is not None and not is_database:
            raise BadInput(f"{self.name} holds one table: leave out {name_option('table')}.")
        if is_database:
            self._relation, chosen, several = attach_table(connection, paths[0], self.name, table)
            self.remarks = (f"Of its tables, {chosen} is read.",) if several > 1 else ()
        elif len(paths) > 1 or is_folder(paths[0]) or starts_with(paths[0], PARQUET):
            found = find_parts(paths)
            self._relation, self.name = _parquet_relation(found), found.name
            if len(paths) > 1 or is_folder(paths[0]):
                self.remarks, self.parts = (found.remark,), found
        else:
            head, compression = _read_text_head(paths[0], self.name)
            self._relation, self.decimal = _csv_relation(paths[0], head, compression), decimal
        described = connection.run(f"DESCRIBE SELECT * FROM {self._relation}", self.name).fetchall()
        self._types = {name: kind for name, kind, *_ in described}
        self.columns: Sequence[str] = list(self._types)

    def digest(self) -> str:
        """SHA-256 of the file, or of the names and digests of several."""
        return hash_file(self._path) if self.parts is None else self.parts.digest()

    def select(self, what: str, clauses: str = "") -> Any:
        """Run a query; the result is yet to be fetched."""
        return self.connection.run(f"SELECT {what} FROM {self._relation} {clauses}", self.name)

    def batches(self, what: str, rows: int) -> Any:
        """All rows in Arrow batches of so many; a query must have read the whole file before, to find faults."""
        return self.connection.batches(f"SELECT {what} FROM {self._relation}", rows)

    def where(self, column: str) -> str:
        """A column as the subject of a sentence."""
        return f"{self.name}, column {quote(column)}"

    def is_text(self, column: str) -> bool:
        """Whether a column holds text."""
        return self._types[column] == "VARCHAR"

    def is_whole(self, column: str) -> bool:
        """Whether a column may hold integers that a float rounds."""
        return bool(_INTEGER.fullmatch(self._types[column])) or self.is_text(column)

    def number(self, column: str) -> str:
        """The SQL of a column as floats, NULL where a cell is no number. Raises `BadInput` if none can be."""
        kind = self._types[column]
        if kind == "BOOLEAN":
            raise BadInput(f"{self.where(column)} holds decisions, not numbers: name the column of the scores.")
        if not _SCALAR.fullmatch(kind):
            raise BadInput(f"{self.where(column)} holds values of type {kind}, not numbers: name another column.")
        sql = sql_identifier(column)
        if _NUMERIC.fullmatch(kind):
            return sql if kind == "DOUBLE" else f"CAST({sql} AS DOUBLE)"
        if self.decimal == ",":
            swapped = f"replace(trim({sql}), ',', '.')"
            return f"TRY_CAST(CASE WHEN NOT regexp_matches({sql}, '[_.]') THEN {swapped} END AS DOUBLE)"
        # Without trim, DuckDB 2 casts while it reads, and fails; by itself it takes 1_000 for 1000.
        return f"TRY_CAST(CASE WHEN NOT contains({sql}, '_') THEN trim({sql}) END AS DOUBLE)"

    def drop_missing(self, label: str, numeric: Sequence[str]) -> Gaps:
        """Leave out, from now on, the rows in which the label or a number is missing."""
        gaps = {column: f"({self._is_missing(column)})" for column in (label, *numeric)}
        some = " OR ".join(gaps.values())
        filters = ", ".join(f"COUNT(*) FILTER ({gap})" for gap in gaps.values())
        counted = self.select(f"{sql_identifier(label)}, COUNT(*), {filters}", f"WHERE {some} GROUP BY 1").fetchall()
        of_labels: Counter[str] = Counter()
        of_columns: Counter[str] = Counter()
        for value, rows, *each in counted:
            of_labels["" if value is None else label_text(as_text(value))] += rows
            of_columns.update(dict(zip(gaps, each, strict=True)))
        if counted:
            self._relation = f"(SELECT * FROM {self._relation} WHERE NOT ({some}))"
        return Gaps(of_labels, [column for column in gaps if of_columns[column]])

    def _is_missing(self, column: str) -> str:
        sql, kind = sql_identifier(column), self._types[column]
        if kind == "VARCHAR":
            return f"{sql} IS NULL OR lower(trim({sql})) IN ({', '.join(map(sql_literal, sorted(MISSING)))})"
        return f"{sql} IS NULL OR isnan({sql})" if kind in ("DOUBLE", "FLOAT") else f"{sql} IS NULL"

    def facts(self, columns: Sequence[str]) -> dict[str, Facts]:
        facts = {}
        for column in columns:
            kind = self._types[column]
            distinct = self.select(f"DISTINCT {sql_identifier(column)}", "LIMIT 3").fetchall()
            texts = tuple(as_text(value) for (value,) in distinct)
            if not _SCALAR.fullmatch(kind) or kind == "BOOLEAN":
                facts[column] = Facts(texts, False, False)
                continue
            number = self.number(column)
            rows, finite, whole, lowest, highest = self.select(
                f"COUNT(*), COUNT(*) FILTER (isfinite({number})), BOOL_AND({number} = floor({number})) FILTER "
                f"(isfinite({number})), MIN({number}), MAX({number})"
            ).fetchone()
            numeric = rows == finite
            facts[column] = Facts(texts, numeric, finite > 0, numeric and bool(whole), *((lowest, highest) * numeric))
        return facts


@dataclass(frozen=True)
class Gaps:
    """How many rows were left out because something is missing in them, by label, and the columns where it is."""

    of_labels: Mapping[str, int]
    columns: Sequence[str]

    def describe(self, kept: int, positive: str, negative: str) -> str:
        """A sentence on them, or nothing."""
        if not self.columns:
            return ""
        dropped = sum(self.of_labels.values())
        classes = count_classes(self.of_labels, positive, negative)
        of = dict(zip(("positive", "negative"), classes, strict=True))
        return describe_dropped(dropped, kept + dropped, self.columns, of)


def _parquet_relation(parts: Parts) -> str:
    """The SQL that reads Parquet files, each with the values of its partition."""
    alike: dict[tuple[tuple[str, str | None], ...], list[str]] = {}
    for part in parts.parts:
        alike.setdefault(tuple(part.partition.items()), []).append(part.path)
    relations = []
    for partition, paths in alike.items():
        files = ", ".join(map(sql_literal, paths))
        read = f"read_parquet([{files}], hive_partitioning=false, union_by_name=true)"
        values = ("NULL" if value is None else sql_literal(value) for _, value in partition)
        names = (sql_identifier(name) for name, _ in partition)
        columns = ", ".join(f"{value}::VARCHAR AS {name}" for value, name in zip(values, names, strict=True))
        relations.append(f"SELECT *, {columns} FROM {read}" if partition else read)
    if len(relations) == 1 and not parts.parts[0].partition:
        return relations[0]
    return f"({' UNION ALL BY NAME '.join(relations)})"


def _read_text_head(path: str, name: str) -> tuple[TextTable, str]:
    """The first lines of a text file as a table, and how it is compressed.

    Raises `BadInput` for UTF-16, and for what `TextTable` refuses.
    """
    head, compression = read_head(path, name, HEAD)
    if len(head) == HEAD:
        head = head[: head.rfind(b"\n") + 1] or head
    if not head:
        raise BadInput(f"{name} is empty: a table with a line of names is needed.")
    table = TextTable(Opened(name, head, "", "text"))
    if table.remarks:  # UTF-16, which DuckDB does not read
        raise BadInput(f"{name} is in UTF-16 and too large to be converted here: save it as CSV in UTF-8.")
    check_names(table.columns, name)
    return table, compression


def _csv_relation(path: str, head: TextTable, compression: str) -> str:
    """The SQL that reads a text file, every cell as text."""
    columns = ", ".join(f"{sql_literal(name)}: 'VARCHAR'" for name in head.columns)
    return (
        f"read_csv({sql_literal(path)}, auto_detect=false, header=true, skip={head.line_of_names - 1}, "
        f"delim={sql_literal(head.separator)}, quote='\"', escape='\"', nullstr='', compression='{compression}', "
        f"columns={{{columns}}})"
    )


@dataclass(frozen=True)
class Classes:
    """The two labels, and the SQL condition that a row is positive."""

    condition: str
    positive: str
    negative: str
    remarks: tuple[str, ...]


def find_classes(table: LargeTable, label: str, positive: object) -> Classes:
    """Find the two labels of a table. Raises `BadInput` if there are not two, or a cell is missing."""
    column, few = sql_identifier(label), 16 if positive is None else 4 * MOST_LABELS  # some in several spellings
    counted = table.select(f"{column}, COUNT(*)", f"GROUP BY 1 LIMIT {few}").fetchall()
    if not counted:
        raise BadInput(f"{table.name} has no row: cases are needed.")
    written: dict[str, list[object]] = {}
    for value, rows in counted:
        text = "" if value is None else as_text(value)
        if text.casefold() in MISSING:
            what = f"with {quote(text)}" if text else "that are empty"
            raise BadInput(f"{table.where(label)} has {rows:,} cells {what}: fill them in, or leave the cases out.")
        written.setdefault(label_text(text), []).append(value)
    negative, chosen, remarks = choose_positive(list(written), table.where(label), positive)
    values = written[chosen]
    several = f"IN ({', '.join(map(sql_literal, values))})"
    condition = f"{column} {several if len(values) > 1 else f'= {sql_literal(values[0])}'}"
    return Classes(condition, chosen, negative, remarks)


@dataclass(frozen=True)
class Scan:
    """The number of rows, and of each score about how many distinct values there are, and the lowest."""

    rows: int
    distinct: dict[str, int]
    lowest: dict[str, float]


def scan_columns(table: LargeTable, scores: Sequence[str], weight: str | None) -> Scan:
    """Scan all rows. Raises `BadInput` for cells that are missing or no finite numbers, with their number."""
    wanted = ["COUNT(*)"]
    columns = [*scores, *([] if weight is None else [weight])]
    for column in columns:
        number = table.number(column)
        wanted += [
            f"COUNT(*) FILTER (isfinite({number}))",
            f"MIN({number})",
            f"MAX(abs({number}))",
            f"APPROX_COUNT_DISTINCT({number})",
            f"SUM({number}) FILTER (isfinite({number}))",
        ]
    rows, *statistics = table.select(", ".join(wanted)).fetchone()
    distinct, lowest = {}, {}
    for place, column in enumerate(columns):
        finite, least, largest, different, total = statistics[5 * place : 5 * place + 5]
        if finite < rows:
            _refuse_cells(table, column, rows - finite, rows)
        if largest >= EXACT_INTEGERS and table.is_whole(column):
            _refuse_rounded(table, column)
        if column == weight:
            _check_weights(table, column, least, total)
        distinct[column], lowest[column] = different, least + 0.0
    return Scan(rows, distinct, lowest)


def _refuse_cells(table: LargeTable, column: str, bad: int, rows: int) -> None:
    """Raise `BadInput` for the cells that are no finite numbers, with one as an example."""
    number = table.number(column)
    wrong = f"WHERE NOT coalesce(isfinite({number}), false) LIMIT 1"
    (cell,) = table.select(sql_identifier(column), wrong).fetchone()
    fault = number_fault(cell) or ("is NaN" if "nan" in str(cell).casefold() else f"is {as_text(cell)}, not finite")
    if table.decimal == "," and "." in str(cell):
        fault = f"is {quote(cell)}, with a point where decimals follow a comma"
    raise BadInput(f"{table.where(column)} has {bad:,} of {rows:,} cells that are no finite numbers; one {fault}.")


def _refuse_rounded(table: LargeTable, column: str) -> None:
    """Raise `BadInput` if an integer is there that a float rounds."""
    whole = f"TRY_CAST({sql_identifier(column)} AS HUGEINT)"
    rounded = f"CAST(CAST({whole} AS DOUBLE) AS HUGEINT) <> {whole}"
    if table.is_text(column):
        rounded = f"regexp_full_match(trim({sql_identifier(column)}), '[-+]?[0-9]+') AND {rounded}"
    for (cell,) in table.select(whole, f"WHERE {rounded} LIMIT 1").fetchall():
        raise BadInput(
            f"{table.where(column)} has the integer {cell}, which a number of 64 bits rounds: "
            "different scores would tie; subtract the same number from all, or divide them."
        )


def _check_weights(table: LargeTable, column: str, least: float, total: float) -> None:
    if least < 0:
        raise BadInput(f"{table.where(column)} has the negative weight {least:g}: a case counts at least zero times.")
    if total == 0:
        raise BadInput(f"{table.where(column)} has weights of zero only: name another column, or none.")
    if not SUM_OF_WEIGHTS[0] <= total <= SUM_OF_WEIGHTS[1]:
        raise BadInput(f"{table.where(column)} has weights that sum to {total:g}: rescale, only ratios matter.")
