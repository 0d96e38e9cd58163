"""Tables of the same cases joined, by identifiers or row by row, and what they have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import EllipsisType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, name_option, quote
from metricbook.reports.roles import Named
from metricbook.reports.sentences import say
from metricbook.reports.tables import Cells, Table
from metricbook.reports.values import Place, to_keys, to_objects


@dataclass(frozen=True)
class TablePart:
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


def align_rows(parts: list[TablePart], identifier: str) -> tuple[list[TablePart], list[str]]:
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
    return parts, [say("data.joined", files=len(parts), column=quote(identifier))]


def check_rows(parts: Sequence[TablePart], label: str) -> None:
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


def check_order(parts: Sequence[TablePart], label: str) -> str:
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
    return say("data.in_order", files=len(parts))


def _name_remedy() -> str:
    return f"name the column that names the cases with {name_option('identifier')}, or say --unpaired"


def _rows_by_identifier(part: TablePart, identifier: str) -> dict[str, int]:
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


def parts_with(parts: Sequence[TablePart], column: str, named: Named) -> list[TablePart]:
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


def _name_case(part: TablePart, identifier: str | None, row: int) -> str:
    """A case as a sentence names it: by its identifier, or by its row."""
    if identifier is None:
        return f"in row {row + 1:,}"
    codes, texts = part.texts(identifier)
    return f"for the identifier {quote(texts[codes[row]])}"


def _column_values(part: TablePart, column: str) -> NDArray[Any]:
    if column in part.cells.numbers:
        return part.numbers(column)
    codes, texts = part.texts(column)
    return to_objects(texts)[codes]
