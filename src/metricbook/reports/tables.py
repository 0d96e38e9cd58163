"""Tables, from files or frames: the names of their columns, and the cells of those that are asked for."""

from __future__ import annotations

import csv
import io
import json
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, NoRows, quoted
from metricbook.reports.files import Opened
from metricbook.reports.values import as_text, is_number, numbers

#: Records of text that are read at a time.
CHUNK: Final = 1 << 14
#: Columns beyond which repeated rows are not looked for where that takes a pass over each column.
MANY_COLUMNS: Final = 1_000
SEPARATORS: Final = (",", "\t", ";")
#: Records by which the separator is chosen where the names could be read with several.
TRIED: Final = 20
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Facts:
    """What can be known of a column before it has a role to play.

    Attributes
    ----------
    texts : tuple of str
        Its distinct values, of which three are enough.
    numeric : bool
        Whether each cell is a finite number.
    partly : bool
        Whether at least one of the first thousands is.
    whole : bool
        Whether each is an integer.
    lowest, highest : float
        The extremes of a numeric column.
    """

    texts: tuple[str, ...]
    numeric: bool
    partly: bool
    whole: bool = False
    lowest: float = np.nan
    highest: float = np.nan


@dataclass(frozen=True)
class Cells:
    """The columns that were asked for: numbers as floats, others as they are.

    Attributes
    ----------
    rows : int
    numbers, others : mapping of str to array of shape (rows,)
    repeated : int
        How many rows are like an earlier one in all columns of the table.
    """

    rows: int
    numbers: Mapping[str, NDArray[np.float64]]
    others: Mapping[str, NDArray[Any]]
    repeated: int


class Headed(Protocol):
    """Whatever has named columns of which the facts can be known."""

    name: str
    columns: Sequence[str]

    def facts(self, columns: Sequence[str]) -> dict[str, Facts]:
        """What is known of some columns after a look at every row."""


class Table(Headed, Protocol):
    """Columns of equal length whose cells can be taken."""

    digest: str
    said: tuple[str, ...]

    def take(self, numeric: Collection[str], others: Collection[str]) -> Cells:
        """Some columns. Raises `BadInput` for a cell of ``numeric`` that is no finite number."""

    def at(self, column: str, row: int) -> str:
        """The place of a cell, as the subject of a sentence."""


def open_table(opened: Opened, wanted: Collection[str]) -> Table:
    """The table in a file; ``wanted`` are the columns that the caller has named. Raises `BadInput`."""
    table: Table
    if opened.kind == "text":
        table = TextTable(opened)
    elif opened.kind == "jsonl":
        table = _of_json_lines(opened)
    else:
        table = _of_arrow_file(opened)
    check_names(table.columns, table.name)
    if not set(wanted) & set(table.columns) and len(table.columns) > 1 and all(map(_is_number, table.columns)):
        raise BadInput(f"{table.name}, line 1, has numbers where the names of columns should be: put a line of names.")
    return table


def check_names(columns: Sequence[str], name: str) -> None:
    """Raise `BadInput` if two columns have the same name; several may have none."""
    if len(set(columns)) == len(columns):
        return
    seen: dict[str, int] = {}
    for number, column in enumerate(columns, 1):
        if column and column in seen:
            raise BadInput(
                f"{name} has two columns named {quoted(column)}, the {seen[column]:,}. and the {number:,}.: "
                "rename one of them."
            )
        seen[column] = number


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


class TextTable:
    """Lines of cells between commas, tabs or semicolons; read anew for every question, so that little is kept.

    Parameters
    ----------
    opened : Opened

    Raises
    ------
    BadInput
        Bytes that are no text in UTF-8 (or UTF-16 with its mark), or a line that cannot be read.
    """

    def __init__(self, opened: Opened) -> None:
        self.name, self.digest, self.said = opened.name, opened.digest, opened.said
        self._content = opened.content
        if self._content.startswith(_UTF16):
            self._content = _from_utf16(opened)
            self.said = (*self.said, f"{self.name} is in UTF-16.")
        if (nul := self._content.find(b"\0")) >= 0:
            raise BadInput(
                f"{self.name}, line {self._line(nul)}, has a NUL byte: the file is binary, damaged, or in UTF-16 "
                "without its mark; save it as CSV in UTF-8."
            )
        self.separator = self._choose_separator()
        records = self._records()
        names, _ = next(records, ([], 0))
        if not names:
            raise BadInput(f"{self.name} has blank lines only: a table with a line of names is needed.")
        self.columns: Sequence[str] = [name.strip() for name in names]
        self._places = {name: place for place, name in enumerate(self.columns)}
        if len(self.columns) == 1:
            raise BadInput(
                f"{self.name} has one column only, {quoted(self.columns[0])}: labels and scores are needed, "
                "separated by commas, tabs or semicolons."
            )
        if next(records, None) is None:
            raise BadInput(f"{self.name} has names of columns and no row below them: cases are needed.")
        self._lines = array("q")

    def at(self, column: str, row: int) -> str:
        return f"{self.name}, line {self._lines[row]}, column {quoted(column)}"

    def _at_from(self, first: int, column: str, row: int) -> str:
        return self.at(column, first + row)

    def facts(self, columns: Sequence[str]) -> dict[str, Facts]:
        found = {column: _Gathered() for column in columns}
        for _, rows in self._chunks():
            for column, cells in self._cut(rows, columns):
                found[column].add(cells)
        return {column: gathered.facts() for column, gathered in found.items()}

    def take(self, numeric: Collection[str], others: Collection[str]) -> Cells:
        floats: dict[str, list[NDArray[np.float64]]] = {column: [] for column in numeric}
        texts: dict[str, list[str]] = {column: [] for column in others}
        shared: dict[str, str] = {}  # one object for each text, however often it occurs
        hashes, self._lines = array("q"), array("q")
        for lines, rows in self._chunks():
            before = len(self._lines)
            self._lines.extend(lines)
            hashes.extend(hash(tuple(row)) for row in rows)
            for column, cells in self._cut(rows, [*numeric, *others]):
                if column in floats:
                    floats[column].append(numbers(cells, partial(self._at_from, before, column)))
                else:
                    texts[column].extend(shared.setdefault(cell, cell) for cell in map(str.strip, cells))
        rows_read = len(self._lines)
        return Cells(
            rows_read,
            {column: np.concatenate(parts) for column, parts in floats.items()},
            {column: _objects(cells) for column, cells in texts.items()},
            rows_read - np.unique(np.array(hashes)).size,
        )

    def _cut(self, rows: list[list[str]], columns: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        for column in columns:
            place = self._places[column]
            yield column, [row[place] for row in rows]

    def _chunks(self) -> Iterator[tuple[list[int], list[list[str]]]]:
        """Records below the names, some thousands at a time, with the lines where they begin."""
        records = islice(self._records(), 1, None)
        width = len(self.columns)
        size = max(1, min(CHUNK, (1 << 22) // width))
        while chunk := list(islice(records, size)):
            rows = [row for row, _ in chunk]
            lines = [line for _, line in chunk]
            if set(map(len, rows)) != {width}:
                row = next(index for index, cells in enumerate(rows) if len(cells) != width)
                cells = f"{len(rows[row]):,} cell{'s' if len(rows[row]) != 1 else ''}"
                raise BadInput(
                    f"{self.name}, line {lines[row]}, has {cells} where the line of names has {width:,}: "
                    "complete the line, or put quotation marks around cells with separators in them."
                )
            yield lines, rows

    def _records(self, separator: str | None = None) -> Iterator[tuple[list[str], int]]:
        """Each record that is not blank, and the line where it begins."""
        text = io.TextIOWrapper(io.BytesIO(self._content), encoding="utf-8-sig", newline="")
        reader = csv.reader(text, delimiter=separator or self.separator, strict=True, skipinitialspace=True)
        line = 1
        try:
            for record in reader:
                if record:
                    yield record, line
                line = reader.line_num + 1
        except UnicodeDecodeError:
            raise self._not_utf8() from None
        except csv.Error as error:
            raise BadInput(f"{self.name}, line {line}, {_said_by_reader(str(error))}.") from None

    def _choose_separator(self) -> str:
        """The one that the names are separated by; where it may be several, the one by which records are alike."""
        found = {separator: self._widths(separator, 1) for separator in SEPARATORS}
        possible = [separator for separator, widths in found.items() if widths and widths[0] > 1]
        if len(possible) < 2:
            return possible[0] if possible else SEPARATORS[0]
        tried = {separator: self._widths(separator, TRIED) for separator in possible}
        return max(possible, key=lambda separator: (len(set(tried[separator])) == 1, tried[separator][0]))

    def _widths(self, separator: str, records: int) -> list[int]:
        """How many cells the first records have, or none where they cannot be read so."""
        try:
            return [len(record) for record, _ in islice(self._records(separator), records)]
        except BadInput:
            return []

    def _line(self, place: int) -> int:
        return self._content.count(b"\n", 0, place) + 1

    def _not_utf8(self) -> BadInput:
        try:
            self._content.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = self._content[error.start]
            return BadInput(
                f"{self.name}, line {self._line(error.start)}, has the byte 0x{byte:02x}, which is not UTF-8: "
                "save the file in UTF-8 (it may be in Latin-1 or Windows-1252)."
            )
        raise AssertionError("bytes that are UTF-8 were not read as such")


def _said_by_reader(error: str) -> str:
    """The errors of Python's reader of CSV in the words of this package."""
    if "field larger" in error:
        return "begins a cell of more than 131,072 characters: a quotation mark or a line end may be missing"
    if "unexpected end" in error:
        return "begins a cell whose closing quotation mark is missing: add it"
    return f"cannot be read as CSV ({error}): double the quotation marks inside cells"


def _from_utf16(opened: Opened) -> bytes:
    try:
        return opened.content.decode("utf-16").encode()
    except UnicodeError:
        raise BadInput(f"{opened.name} begins like UTF-16 and does not go on so: save it as CSV in UTF-8.") from None


class ColumnTable:
    """Columns that are there as arrays, or are made into arrays one by one.

    Parameters
    ----------
    name, digest : str
    columns : sequence of str
    rows : int
    column : callable
        The array of a column.
    place : callable
        The place of a row, in words.
    said : tuple of str
    repeated : callable, optional
        How many rows are like an earlier one; looked for in the columns by default.
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
        said: tuple[str, ...] = (),
        repeated: Callable[[], int] | None = None,
    ) -> None:
        self.name, self.digest, self.columns, self.said = name, digest, columns, said
        self._rows, self._column, self._place, self._repeated = rows, column, place, repeated
        if rows == 0:
            raise NoRows(f"{name} has no row: cases are needed.")

    def at(self, column: str, row: int) -> str:
        return f"{self.name}, {self._place(row)}, column {quoted(column)}"

    def facts(self, columns: Sequence[str]) -> dict[str, Facts]:
        found = {}
        for column in columns:
            gathered = _Gathered()
            gathered.add(self._column(column).tolist())
            found[column] = gathered.facts()
        return found

    def take(self, numeric: Collection[str], others: Collection[str]) -> Cells:
        floats = {c: numbers(self._column(c), partial(self.at, c)) for c in numeric}
        return Cells(self._rows, floats, {c: self._column(c) for c in others}, self._count_repeated())

    def _count_repeated(self) -> int:
        if self._repeated is not None:
            return self._repeated()
        return 0 if len(self.columns) > MANY_COLUMNS else self._rows - _distinct_rows(map(self._column, self.columns))


def _distinct_rows(columns: Iterator[NDArray[Any]]) -> int:
    """How many different rows there are, by hashes of 64 bits."""
    from pandas.util import hash_array

    combined: NDArray[np.uint64] | None = None
    for values in columns:
        try:
            hashed = hash_array(values)
        except TypeError:  # values that are lists, or of several types
            hashed = hash_array(_objects([repr(value) for value in values]))
        combined = hashed if combined is None else combined * np.uint64(0x9E3779B97F4A7C15) + hashed
    return 0 if combined is None else int(np.unique(combined).size)


class _Gathered:
    """The facts of a column whose cells come in parts."""

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}
        self._numeric = self._whole = True
        self._partly: bool | None = None
        self._lowest, self._highest = np.inf, -np.inf

    def add(self, cells: list[Any]) -> None:
        if len(self._texts) < 3:
            self._texts.update(dict.fromkeys(as_text(cell) for cell in _few(cells)))
        if self._numeric:
            try:
                values = numbers(cells, lambda row: f"row {row}")
            except BadInput:
                self._numeric = False
                if self._partly is None:
                    self._partly = any(is_number(cell) for cell in cells[:CHUNK])
                return
            self._partly = True
            self._whole = self._whole and bool((values == np.floor(values)).all())
            self._lowest, self._highest = min(self._lowest, values.min()), max(self._highest, values.max())

    def facts(self) -> Facts:
        texts = tuple(islice(self._texts, 3))
        if not self._numeric or not texts:
            return Facts(texts, False, bool(self._partly))
        return Facts(texts, True, True, self._whole, float(self._lowest), float(self._highest))


def _few(cells: list[Any]) -> list[Any]:
    """The distinct cells; what cannot be told apart by hashing stands for itself."""
    try:
        return list(islice(dict.fromkeys(cells), 4))
    except TypeError:
        return cells[:3]


def _objects(values: Sequence[Any]) -> NDArray[Any]:
    made = np.empty(len(values), dtype=object)
    made[:] = values
    return made


def _of_json_lines(opened: Opened) -> Table:
    """A table of one JSON object in each line. A name that a line does not have is a missing cell."""
    columns: dict[str, list[Any]] = {}
    lines, hashes = array("q"), array("q")
    for number, line in enumerate(_lines_of(opened), 1):
        if not line.strip():
            continue
        record = _record(line, f"{opened.name}, line {number},")
        for name in [name for name in record if name not in columns]:
            columns[name] = [None] * len(lines)
        for name, cells in columns.items():
            cells.append(record.get(name))
        lines.append(number)
        hashes.append(hash(line.strip()))
    distinct = np.unique(np.array(hashes)).size
    return ColumnTable(
        opened.name,
        opened.digest,
        list(columns),
        len(lines),
        column=lambda name: _objects(columns[name]),
        place=lambda row: f"line {lines[row]}",
        said=opened.said,
        repeated=lambda: len(lines) - distinct,
    )


def _lines_of(opened: Opened) -> list[str]:
    try:
        return opened.content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        line = opened.content.count(b"\n", 0, error.start) + 1
        raise BadInput(
            f"{opened.name}, line {line}, has the byte 0x{opened.content[error.start]:02x}, which is not UTF-8: "
            "save the file in UTF-8."
        ) from None


def _record(line: str, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except RecursionError:
        raise BadInput(f"{where} is nested too deeply: put one flat object into each line.") from None
    except ValueError as error:
        raise BadInput(f"{where} is not JSON ({error}): put one object into each line, and nothing else.") from None
    if not isinstance(record, dict):
        what = {list: "a list", str: "text", type(None): "null"}.get(type(record), "a number")
        raise BadInput(f'{where} is {what}, not an object: put one object such as {{"y": 1, "p": 0.9}} into each line.')
    return record


def _of_arrow_file(opened: Opened) -> Table:
    """A table in Parquet or Feather. Only columns that are asked for are decoded."""
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
        raise _damaged(opened.name, error) from None

    def column(name: str) -> NDArray[Any]:
        try:
            table = file.read(columns=[name]) if opened.kind == "parquet" else whole
        except (pa.ArrowException, OSError) as error:
            raise _damaged(opened.name, error) from None
        return from_arrow(table.column(name), f"{opened.name}, column {quoted(name)}")

    return ColumnTable(
        opened.name,
        opened.digest,
        names,
        rows,
        column=column,
        place=lambda row: f"row {row + 1}",
        said=opened.said,
    )


def from_arrow(column: Any, where: str) -> NDArray[Any]:
    """The values of an Arrow column; nulls are None. Raises `BadInput` where a cell holds several values."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_dictionary(kind):
        column, kind = column.cast(kind.value_type), kind.value_type
    if pa.types.is_nested(kind):
        raise BadInput(f"{where} holds several values in each cell ({kind}): make columns of them, and name one.")
    if column.null_count:
        return _objects(column.to_pylist())
    if pa.types.is_decimal(kind):
        column = column.cast(pa.float64())
    is_plain = any(test(column.type) for test in (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean))
    return column.to_numpy() if is_plain else _objects(column.to_pylist())


def _damaged(name: str, error: Exception) -> BadInput:
    return BadInput(f"{name} is damaged ({str(error).strip().splitlines()[0].rstrip('.')}): write or copy it again.")
