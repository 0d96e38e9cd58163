"""Tables in files that are too large for memory: DuckDB scans their columns and checks every row."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from metricbook.metrics.validation import EXACT_INTEGERS, SUM_OF_WEIGHTS
from metricbook.reports.bad_input import BadInput, quote
from metricbook.reports.columnar import damaged_error
from metricbook.reports.database import Connection, sql_identifier, sql_literal
from metricbook.reports.delimited import TextTable
from metricbook.reports.files import GZIP, PARQUET, Opened, display_name
from metricbook.reports.tables import Facts, check_names
from metricbook.reports.values import MISSING, as_text, choose_positive, label_text, number_fault

#: Bytes of a text file that are read to detect its columns.
HEAD: Final = 1 << 20
_INTEGER: Final = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?")
_NUMERIC: Final = re.compile(rf"{_INTEGER.pattern}|FLOAT|DOUBLE|DECIMAL.*|REAL")
_SCALAR: Final = re.compile(rf"VARCHAR|ENUM\(.*\)|{_NUMERIC.pattern}")


class LargeTable:
    """A file that DuckDB reads, with the facts that `choose_roles` needs."""

    def __init__(self, connection: Connection, path: str) -> None:
        self.connection, self.name = connection, display_name(path)
        with Path(path).open("rb") as file:
            start = file.read(4)
        if start == PARQUET:
            self._relation = f"read_parquet({sql_literal(path)})"
            self.columns: Sequence[str] = _read_parquet_names(path, self.name)
        else:
            gzipped = start.startswith(GZIP)
            head = _read_text_head(path, self.name, gzipped=gzipped)
            self.columns = head.columns
            self._relation = _csv_relation(path, head, gzipped=gzipped)
        described = connection.run(f"DESCRIBE SELECT * FROM {self._relation}", self.name).fetchall()
        self._types = {name: kind for name, kind, *_ in described}

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
        # Without trim, DuckDB 2 casts while it reads, and fails; by itself it takes 1_000 for 1000.
        return f"TRY_CAST(CASE WHEN NOT contains({sql}, '_') THEN trim({sql}) END AS DOUBLE)"

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


def _read_parquet_names(path: str, name: str) -> list[str]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        names: list[str] = parquet.read_schema(path).names
    except (pa.ArrowException, OSError) as error:
        raise damaged_error(name, error) from None
    check_names(names, name)
    return names


def _read_text_head(path: str, name: str, *, gzipped: bool) -> TextTable:
    """The first lines of a text file as a table. Raises `BadInput` for UTF-16, and for what `TextTable` refuses."""
    try:
        with gzip.open(path) if gzipped else Path(path).open("rb") as file:
            head = file.read(HEAD)
    except (EOFError, zlib.error, OSError) as error:
        raise BadInput(f"{name} is damaged ({error}): copy it again.") from None
    if len(head) == HEAD:
        head = head[: head.rfind(b"\n") + 1] or head
    if not head:
        raise BadInput(f"{name} is empty: a table with a line of names is needed.")
    table = TextTable(Opened(name, head, "", "text"))
    if table.remarks:  # UTF-16, which DuckDB does not read
        raise BadInput(f"{name} is in UTF-16 and too large to be converted here: save it as CSV in UTF-8.")
    check_names(table.columns, name)
    return table


def _csv_relation(path: str, head: TextTable, *, gzipped: bool) -> str:
    """The SQL that reads a text file, every cell as text."""
    columns = ", ".join(f"{sql_literal(name)}: 'VARCHAR'" for name in head.columns)
    compression = "gzip" if gzipped else "none"
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
    column, few = sql_identifier(label), 16
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
