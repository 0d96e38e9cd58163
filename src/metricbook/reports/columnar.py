"""Tables by columns: of Parquet, Feather and data frames, and of JSON."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, NoRows, quote
from metricbook.reports.files import Opened
from metricbook.reports.tables import MANY_COLUMNS, Cells, Facts, Gathered, check_names
from metricbook.reports.values import to_floats, to_floats_or_gaps, to_objects


class ColumnTable:
    """A table whose columns are arrays, or are converted to arrays one by one.

    Parameters
    ----------
    name, digest : str
    columns : sequence of str
    rows : int
    column : callable
        Returns the array of a column.
    place : callable
        Returns the place of a row in words.
    remarks : tuple of str
    repeated : callable, optional
        Returns which rows are equal to an earlier one; by default that is told from the columns.
    """

    def __init__(
        self,
        name: str,
        digest: str,
        columns: Sequence[str],
        rows: int,
        *,
        column: Callable[[str], NDArray[Any]],
        place: Callable[[int], str],
        remarks: tuple[str, ...] = (),
        repeated: Callable[[], NDArray[np.bool_]] | None = None,
    ) -> None:
        self.name, self.digest, self.columns, self.remarks = name, digest, columns, remarks
        self._rows, self._column, self._place, self._repeated = rows, column, place, repeated
        if rows == 0:
            raise NoRows(f"{name} has no row: cases are needed.")

    def at(self, column: str, row: int) -> str:
        return f"{self.name}, {self._place(row)}, column {quote(column)}"

    def facts(self, columns: Sequence[str]) -> dict[str, Facts]:
        facts = {}
        for column in columns:
            gathered = Gathered()
            gathered.add(self._column(column).tolist())
            facts[column] = gathered.facts()
        return facts

    def take(self, numeric: Collection[str], others: Collection[str], *, gaps: bool = False) -> Cells:
        read = to_floats_or_gaps if gaps else to_floats
        floats = {c: read(self._column(c), partial(self.at, c)) for c in numeric}
        return Cells(self._rows, floats, {c: self._column(c) for c in others}, self._find_repeated())

    def _find_repeated(self) -> NDArray[np.bool_]:
        if self._repeated is not None:
            return self._repeated()
        if len(self.columns) > MANY_COLUMNS:
            return np.zeros(self._rows, dtype=bool)
        return like_earlier(_hash_rows(map(self._column, self.columns)))


def like_earlier(hashes: Any) -> NDArray[np.bool_]:
    """Which hashes occurred before."""
    from pandas import Index

    return np.asarray(Index(hashes).duplicated())


def _hash_rows(columns: Iterator[NDArray[Any]]) -> NDArray[np.uint64]:
    """Hashes of rows, of 64 bits."""
    from pandas.util import hash_array

    combined: Any = np.uint64(0)
    for values in columns:
        try:
            hashed = hash_array(values)
        except TypeError:  # values that are lists, or of several types
            hashed = hash_array(to_objects([repr(value) for value in values]))
        combined = combined * np.uint64(0x9E3779B97F4A7C15) + hashed
    return np.atleast_1d(combined)


def read_json_lines(opened: Opened) -> ColumnTable:
    """Read a table of one JSON object in each line. A name that a line does not have is a missing cell."""
    lines, hashes = array("q"), array("q")

    def records() -> Iterator[dict[str, Any]]:
        for number, line in enumerate(opened.text().split("\n"), 1):
            if line.strip():
                yield _parse_record(line, f"{opened.name}, line {number},")
                lines.append(number)
                hashes.append(hash(line.strip()))

    columns = _columns_of(records())
    return ColumnTable(
        opened.name,
        opened.digest,
        list(columns),
        len(lines),
        column=lambda name: to_objects(columns[name]),
        place=lambda row: f"line {lines[row]}",
        remarks=opened.remarks,
        repeated=lambda: like_earlier(np.array(hashes)),
    )


def read_json_records(opened: Opened) -> ColumnTable:
    """Read a table of one array of JSON objects. A name that an object does not have is a missing cell."""
    try:
        records = json.loads(opened.text())
    except RecursionError:
        raise BadInput(f"{opened.name} is nested too deeply: make it an array of flat objects.") from None
    except ValueError as error:
        raise BadInput(f"{opened.name} is not JSON ({error}): make it an array of objects.") from None
    if not isinstance(records, list):
        raise BadInput(f"{opened.name} is {_json_kind(records)}, not an array: make it an array of objects.")
    for number, record in enumerate(records, 1):
        if not isinstance(record, dict):
            raise BadInput(
                f"{opened.name}, record {number:,}, is {_json_kind(record)}, not an object: "
                'make each record one such as {"y": 1, "p": 0.9}.'
            )
    columns = _columns_of(records)
    return ColumnTable(
        opened.name,
        opened.digest,
        list(columns),
        len(records),
        column=lambda name: to_objects(columns[name]),
        place=lambda row: f"record {row + 1}",
        remarks=opened.remarks,
    )


def _columns_of(records: Iterable[dict[str, Any]]) -> dict[str, list[Any]]:
    """The cells of records by name, None where a record does not have it."""
    columns: dict[str, list[Any]] = {}
    for row, record in enumerate(records):
        for name in [name for name in record if name not in columns]:
            columns[name] = [None] * row
        for name, cells in columns.items():
            cells.append(record.get(name))
    return columns


def _json_kind(value: object) -> str:
    kinds = {list: "a list", dict: "an object", str: "text", type(None): "null"}
    return kinds.get(type(value), "a number")


def _parse_record(line: str, where: str) -> dict[str, Any]:
    """The JSON object in a line. Raises `BadInput`."""
    try:
        record = json.loads(line)
    except RecursionError:
        raise BadInput(f"{where} is nested too deeply: put one flat object into each line.") from None
    except ValueError as error:
        raise BadInput(f"{where} is not JSON ({error}): put one object into each line, and nothing else.") from None
    if not isinstance(record, dict):
        raise BadInput(
            f"{where} is {_json_kind(record)}, not an object: "
            'put one object such as {"y": 1, "p": 0.9} into each line.'
        )
    return record


def read_arrow_file(opened: Opened) -> ColumnTable:
    """Read a table in Parquet or Feather. Only columns that are asked for are decoded."""
    try:
        import pyarrow as pa
        from pyarrow import ipc, parquet
    except ModuleNotFoundError:
        raise BadInput(
            f'{opened.name} needs the package pyarrow to be read: pip install "metricbook[report]", or save it as CSV.'
        ) from None

    try:
        buffer = pa.BufferReader(opened.content)
        if opened.kind == "parquet":
            file = parquet.ParquetFile(buffer)
            names, rows = file.schema_arrow.names, file.metadata.num_rows
            check_names(names, opened.name)  # before columns are read by name
        else:
            stream = not opened.content.startswith(b"ARROW1")
            whole = (ipc.open_stream if stream else ipc.open_file)(buffer).read_all()
            names, rows = whole.schema.names, whole.num_rows
    except (pa.ArrowException, OSError) as error:
        raise damaged_error(opened.name, error) from None

    def column(name: str) -> NDArray[Any]:
        try:
            table = file.read(columns=[name]) if opened.kind == "parquet" else whole
        except (pa.ArrowException, OSError) as error:
            raise damaged_error(opened.name, error) from None
        return arrow_values(table.column(name), f"{opened.name}, column {quote(name)}")

    return ColumnTable(
        opened.name,
        opened.digest,
        names,
        rows,
        column=column,
        place=lambda row: f"row {row + 1}",
        remarks=opened.remarks,
    )


def arrow_values(column: Any, where: str) -> NDArray[Any]:
    """The values of an Arrow column, with None for nulls. Raises `BadInput` if a cell holds several values."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_dictionary(kind):
        column, kind = column.cast(kind.value_type), kind.value_type
    if pa.types.is_nested(kind):
        raise BadInput(f"{where} holds several values in each cell ({kind}): make columns of them, and name one.")
    if column.null_count:
        return to_objects(column.to_pylist())
    if pa.types.is_decimal(kind):
        column = column.cast(pa.float64())
    is_plain = any(test(column.type) for test in (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean))
    return column.to_numpy() if is_plain else to_objects(column.to_pylist())


def damaged_error(name: str, error: Exception) -> BadInput:
    """The error for a file that Arrow cannot read."""
    return BadInput(f"{name} is damaged ({str(error).strip().splitlines()[0].rstrip('. ')}): write or copy it again.")
