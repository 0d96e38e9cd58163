"""Tables in databases that are files: of SQLite, and of DuckDB."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput, choose_table, quote
from metricbook.reports.columnar import ColumnTable, arrow_values
from metricbook.reports.database import Connection, connect, sql_identifier, sql_literal
from metricbook.reports.files import Opened
from metricbook.reports.sentences import say
from metricbook.reports.values import to_objects

#: What DuckDB may use of memory while a table is read.
MEMORY = "1GB"


def read_sqlite_table(opened: Opened, name: str | None) -> ColumnTable:
    """Read a table or view of an SQLite file, by name if there are several. The file is not changed."""
    uri = f"{Path(opened.path).absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            found = connection.execute(
                "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND substr(name, 1, 7) <> 'sqlite_'"
            ).fetchall()
            chosen = choose_table(opened.name, "table", [table for (table,) in found], name)
            cursor = connection.execute(f"SELECT * FROM {sql_identifier(chosen)}")
            names = [column for column, *_ in cursor.description]
            rows = cursor.fetchall()
    except sqlite3.Error as error:
        raise _unreadable(opened.name, error) from None
    cells = dict(zip(names, zip(*rows, strict=True) if rows else [()] * len(names), strict=True))
    return _stored_table(opened, chosen, len(found), names, len(rows), lambda column: to_objects(cells[column]))


def read_duckdb_table(opened: Opened, name: str | None) -> ColumnTable:
    """Read a table or view of a DuckDB file, by name if there are several. The file is not changed."""
    with connect(MEMORY, None, None) as connection:
        relation, chosen, several = attach_table(connection, opened.path, opened.name, name)
        read = connection.table(f"SELECT * FROM {relation}", opened.name)

    def column(wanted: str) -> NDArray[Any]:
        return arrow_values(read.column(wanted), f"{opened.name}, table {chosen}, column {quote(wanted)}")

    return _stored_table(opened, chosen, several, read.column_names, read.num_rows, column)


def attach_table(connection: Connection, path: str, name: str, table: str | None) -> tuple[str, str, int]:
    """The SQL of a table of a DuckDB file, its name, and how many there are. Raises `BadInput`."""
    connection.run(f"ATTACH {sql_literal(path)} AS stored (READ_ONLY)", name)
    found = connection.run(
        "SELECT table_schema, table_name FROM information_schema.tables WHERE table_catalog = 'stored' ORDER BY ALL",
        name,
    ).fetchall()
    named = {each if schema == "main" else f"{schema}.{each}": (schema, each) for schema, each in found}
    chosen = choose_table(name, "table", list(named), table)
    return ".".join(map(sql_identifier, ("stored", *named[chosen]))), chosen, len(named)


def _stored_table(
    opened: Opened, chosen: str, several: int, names: Sequence[str], rows: int, column: Callable[[str], NDArray[Any]]
) -> ColumnTable:
    return ColumnTable(
        opened.name,
        opened.digest,
        names,
        rows,
        column=column,
        place=lambda row: f"table {chosen}, row {row + 1}",
        remarks=(*opened.remarks, *((say("data.table", table=chosen),) if several > 1 else ())),
    )


def _unreadable(name: str, error: sqlite3.Error) -> BadInput:
    return BadInput(
        f"{name} cannot be read as SQLite ({str(error).rstrip('.')}): close it elsewhere, or copy it again."
    )
