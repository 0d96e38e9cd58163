"""Tables in spreadsheets of Excel."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from metricbook.reports.bad_input import BadInput, choose_table
from metricbook.reports.columnar import ColumnTable
from metricbook.reports.files import Opened
from metricbook.reports.sentences import say
from metricbook.reports.values import to_objects


def read_sheet(opened: Opened, name: str | None) -> ColumnTable:
    """Read a sheet, by name if there are several with cells; its first row that is not empty has the names.

    An empty cell is missing, as is one with an error; dates and times are no numbers.
    """
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ModuleNotFoundError:
        raise BadInput(
            f"{opened.name} needs the package python-calamine to be read: "
            'pip install "metricbook[report]", or save it as CSV.'
        ) from None
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(opened.content)) as book:
            sheets = {
                each: book.get_sheet_by_name(each).to_python(skip_empty_area=False) for each in _sheets(book, name)
            }
    except (CalamineError, OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{opened.name} is damaged ({str(error).strip().rstrip('.')}): save it again.") from None
    filled = {
        each: [(row, cells) for row, cells in enumerate(rows, 1) if _is_filled(cells)] for each, rows in sheets.items()
    }
    chosen = choose_table(opened.name, "sheet", [each for each, rows in filled.items() if rows], name)
    (line, names), *rows = filled[chosen]
    last = max(place for place, cell in enumerate(names) if cell != "") + 1
    for number, cells in rows:
        if any(cell != "" for cell in cells[last:]):
            raise BadInput(
                f"{opened.name}, sheet {chosen}, row {number}, has cells to the right of the last name, which is in "
                f"row {line}: name their columns, or clear them."
            )
    columns = [str(cell).strip() for cell in names[:last]]
    arrays = {
        column: to_objects([None if row[place] == "" else row[place] for _, row in rows])
        for place, column in enumerate(columns)
    }
    return ColumnTable(
        opened.name,
        opened.digest,
        columns,
        len(rows),
        column=lambda name: arrays[name],
        place=lambda row: f"sheet {chosen}, row {rows[row][0]}",
        remarks=(*opened.remarks, *((say("data.sheet", sheet=chosen),) if len(sheets) > 1 else ())),
    )


def _sheets(book: Any, name: str | None) -> list[str]:
    """The sheet of this name if there is one, or else all of them."""
    names: list[str] = book.sheet_names
    return [name] if name in names else names


def _is_filled(cells: Sequence[Any]) -> bool:
    return any(cell != "" for cell in cells)
