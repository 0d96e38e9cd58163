"""Tables of delimited text: lines of cells between commas, tabs or semicolons."""

from __future__ import annotations

import csv
import io
from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, quote
from metricbook.reports.columnar import like_earlier
from metricbook.reports.files import Opened
from metricbook.reports.sentences import say
from metricbook.reports.tables import CHUNK, Cells, Facts, Gathered
from metricbook.reports.values import Place, to_floats, to_floats_or_gaps, to_objects

SEPARATORS: Final = (",", "\t", ";")
#: Records that are read to choose among several possible separators.
TRIED: Final = 20
#: Points and commas, exchanged.
_SWAPPED: Final = str.maketrans({".": ",", ",": "."})
UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


class TextTable:
    """A table of text with commas, tabs or semicolons between cells; parsed anew at every call, to save memory.

    Parameters
    ----------
    opened : Opened
    decimal : {".", ","}
        The sign before the decimals of scores and weights.

    Raises
    ------
    BadInput
        Bytes that are no text in UTF-8 (or UTF-16 with its mark), or a line that cannot be read.
    """

    def __init__(self, opened: Opened, decimal: str = ".") -> None:
        self._decimal = decimal
        if opened.content.startswith(UTF16):
            opened = _convert_utf16(opened)
        self._opened = opened
        self.name, self.digest, self.remarks = opened.name, opened.digest, opened.remarks
        if (nul := opened.content.find(b"\0")) >= 0:
            raise BadInput(
                f"{self.name}, line {opened.line(nul)}, has a NUL byte: "
                "the file is binary, damaged, or in UTF-16 without its mark; save it as CSV in UTF-8."
            )
        self.separator = self._choose_separator()
        records = self._records()
        names, self.line_of_names = next(records, ([], 0))
        if not names:
            raise BadInput(f"{self.name} has blank lines only: a table with a line of names is needed.")
        self.columns: Sequence[str] = [name.strip() for name in names]
        self._places = {name: place for place, name in enumerate(self.columns)}
        if len(self.columns) == 1:
            raise BadInput(
                f"{self.name} has one column only, {quote(self.columns[0])}: "
                "labels and scores are needed, separated by commas, tabs or semicolons."
            )
        if next(records, None) is None:
            raise BadInput(f"{self.name} has names of columns and no row below them: cases are needed.")
        self._lines = array("q")

    def at(self, column: str, row: int) -> str:
        return f"{self.name}, line {self._lines[row]}, column {quote(column)}"

    def _at_from(self, first: int, column: str, row: int) -> str:
        return self.at(column, first + row)

    def facts(self, columns: Sequence[str]) -> dict[str, Facts]:
        gathered = {column: Gathered() for column in columns}
        for _, rows in self._chunks():
            for column, cells in self._cut(rows, columns):
                gathered[column].add(cells if self._decimal == "." else [cell.translate(_SWAPPED) for cell in cells])
        return {column: each.facts() for column, each in gathered.items()}

    def take(self, numeric: Collection[str], others: Collection[str], *, gaps: bool = False) -> Cells:
        read = to_floats_or_gaps if gaps else to_floats
        floats: dict[str, list[NDArray[np.float64]]] = {column: [] for column in numeric}
        texts: dict[str, list[str]] = {column: [] for column in others}
        shared: dict[str, str] = {}  # one object for each distinct text
        hashes, self._lines = array("q"), array("q")
        for lines, rows in self._chunks():
            before = len(self._lines)
            self._lines.extend(lines)
            hashes.extend(hash(tuple(row)) for row in rows)
            for column, cells in self._cut(rows, [*numeric, *others]):
                if column in floats:
                    at = partial(self._at_from, before, column)
                    floats[column].append(read(self._with_points(cells, at), at))
                else:
                    texts[column].extend(shared.setdefault(cell, cell) for cell in map(str.strip, cells))
        rows_read = len(self._lines)
        return Cells(
            rows_read,
            {column: np.concatenate(parts) for column, parts in floats.items()},
            {column: to_objects(cells) for column, cells in texts.items()},
            like_earlier(np.array(hashes)),
        )

    def _with_points(self, cells: list[str], at: Place) -> list[str]:
        """Cells with a point before the decimals. Raises `BadInput` for a point where there should be a comma."""
        if self._decimal == ".":
            return cells
        for row, cell in enumerate(cells):
            if "." in cell:
                raise BadInput(f"{at(row)} is {quote(cell)}, with a point where decimals follow a comma: write one.")
        return [cell.replace(",", ".") for cell in cells]

    def _cut(self, rows: list[list[str]], columns: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        """The cells of some columns in some rows."""
        for column in columns:
            place = self._places[column]
            yield column, [row[place] for row in rows]

    def _chunks(self) -> Iterator[tuple[list[int], list[list[str]]]]:
        """The numbers of lines and the cells of records below the names, some thousands at a time."""
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
        """Each record that is not blank, and the number of the line where it begins."""
        text = io.TextIOWrapper(io.BytesIO(self._opened.content), encoding="utf-8-sig", newline="")
        reader = csv.reader(text, delimiter=separator or self.separator, strict=True, skipinitialspace=True)
        line = 1
        try:
            for record in reader:
                if record:
                    yield record, line
                line = reader.line_num + 1
        except UnicodeDecodeError:
            self._opened.text()  # says where
            raise
        except csv.Error as error:
            raise BadInput(f"{self.name}, line {line}, {_explain_csv_error(str(error))}.") from None

    def _choose_separator(self) -> str:
        """The separator of the names; if several are possible, one that gives all records the same number of cells."""
        first = {separator: self._widths(separator, 1) for separator in SEPARATORS}
        possible = [separator for separator, widths in first.items() if widths and widths[0] > 1]
        if len(possible) < 2:
            return possible[0] if possible else SEPARATORS[0]
        tried = {separator: self._widths(separator, TRIED) for separator in possible}
        return max(possible, key=lambda separator: (len(set(tried[separator])) == 1, tried[separator][0]))

    def _widths(self, separator: str, records: int) -> list[int]:
        """The numbers of cells of the first records; none if they cannot be read with this separator."""
        try:
            return [len(record) for record, _ in islice(self._records(separator), records)]
        except BadInput:
            return []


def _explain_csv_error(error: str) -> str:
    """An error of Python's CSV reader in the words of this package."""
    if "field larger" in error:
        return "begins a cell of more than 131,072 characters: a quotation mark or a line end may be missing"
    if "unexpected end" in error:
        return "begins a cell whose closing quotation mark is missing: add it"
    return f"cannot be read as CSV ({error}): double the quotation marks inside cells"


def _convert_utf16(opened: Opened) -> Opened:
    """The file in UTF-8. Raises `BadInput`."""
    try:
        content = opened.content.decode(encoding="utf-16").encode()
    except UnicodeError:
        raise BadInput(f"{opened.name} begins like UTF-16 and does not go on so: save it as CSV in UTF-8.") from None
    return replace(opened, content=content, remarks=(*opened.remarks, say("data.utf16", file=opened.name)))
