"""DuckDB without network access, with its errors in the words of this package, and the quoting of SQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from metricbook._cores import cores
from metricbook.reports.bad_input import BadInput, quote

ShowSql = Callable[[str], object]


class Connection:
    """A connection to DuckDB whose errors are in the words of this package."""

    def __init__(self, connection: Any, show: ShowSql | None) -> None:
        self._connection, self._show = connection, show

    def run(self, sql: str, name: str) -> Any:
        """Execute a statement about a named file; its rows are fetched by the caller."""
        from duckdb import Error

        if self._show is not None:
            self._show(sql)
        try:
            return self._connection.execute(sql)
        except Error as error:
            raise _translate_error(name, error) from None

    def table(self, sql: str, name: str) -> Any:
        """The rows of a result about a named file as an Arrow table."""
        from duckdb import Error

        try:
            return self._connection.sql(sql).to_arrow_table()
        except Error as error:
            raise _translate_error(name, error) from None

    def batches(self, sql: str, rows: int) -> Any:
        """The rows of a result in Arrow batches of so many; errors are not translated."""
        if self._show is not None:
            self._show(sql)
        return self._connection.sql(sql).to_arrow_reader(rows)

    def set(self, option: str, value: str | int) -> None:
        """Set an option, without showing the statement."""
        self._connection.execute(f"SET {option} = '{value}'")

    @property
    def threads(self) -> int:
        """The number of threads."""
        return int(self._connection.execute("SELECT current_setting('threads')").fetchone()[0])

    @contextmanager
    def one_thread(self) -> Iterator[None]:
        """Use one thread inside, so that samples are drawn the same way each time."""
        threads = self.threads
        self.set("threads", 1)
        try:
            yield
        finally:
            self.set("threads", threads)


@contextmanager
def connect(memory: str, threads: int | None, show: ShowSql | None) -> Iterator[Connection]:
    """Open a database in memory without network access, with a temporary folder that is removed."""
    try:
        import duckdb
        import pyarrow  # noqa: F401  # rows come as Arrow batches
    except ModuleNotFoundError as error:
        raise BadInput(f'Counting needs the package {error.name}: pip install "metricbook[report]".') from None
    with TemporaryDirectory(prefix="metricbook-") as folder, duckdb.connect() as database:
        connection = Connection(database, show)
        for option in ("autoinstall_known_extensions", "autoload_known_extensions", "preserve_insertion_order"):
            connection.set(option, "false")
        connection.set("temp_directory", folder)
        try:
            connection.set("memory_limit", memory)
        except duckdb.Error:
            raise BadInput(f"memory is {quote(memory)}, not an amount: write for example 1GB.") from None
        # By itself DuckDB minds the quota of a control group and Slurm's, but not which processors a process may use.
        connection.set("threads", threads or min(connection.threads, cores()))
        yield connection


def _translate_error(name: str, error: Exception) -> BadInput:
    """An error of DuckDB in the words of this package."""
    text = str(error)
    first = text.strip().splitlines()[0]
    if line := re.search(r"Line: (\d+)", text):
        wrong = re.search(r"Expected Number|quote|utf-?8|unicode", text.partition("Possible")[0], re.IGNORECASE)
        what = {"e": "has another number of cells than the line of names", "q": "has quotation marks out of place"}
        fault = what.get(wrong[0][0].lower(), "is not UTF-8") if wrong else "cannot be read as CSV"
        return BadInput(f"{name}, line {line[1]}, {fault}: correct the line.")
    if "memory" in first.casefold():
        return BadInput(f"{name} needs more memory to be counted than is allowed: raise memory=, or free some disk.")
    return BadInput(f"{name} cannot be counted ({quote(first)[1:-1].rstrip('.')}): write or copy it again.")


def sql_literal(value: object) -> str:
    """A value as an SQL literal."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return repr(value)
    return "'" + str(value).replace("'", "''") + "'"


def sql_identifier(name: str) -> str:
    """The name of a column as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'
