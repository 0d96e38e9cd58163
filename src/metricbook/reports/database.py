"""DuckDB: a connection that asks no network, its errors in the words of this package, and what SQL writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from metricbook._cores import cores
from metricbook.reports.bad_input import BadInput, quoted

ShowSql = Callable[[str], object]


class Connection:
    """DuckDB, with its errors in the words of this package."""

    def __init__(self, connection: Any, show: ShowSql | None) -> None:
        self._connection, self._show = connection, show

    def run(self, sql: str, name: str) -> Any:
        """Execute a statement about the file of a name; the result is yet to be fetched."""
        from duckdb import Error

        if self._show is not None:
            self._show(sql)
        try:
            return self._connection.execute(sql)
        except Error as error:
            raise _translated(name, error) from None

    def batches(self, sql: str, rows: int) -> Any:
        """The rows of a result as Arrow batches of so many; the same file was read through before."""
        if self._show is not None:
            self._show(sql)
        return self._connection.sql(sql).to_arrow_reader(rows)

    def set(self, option: str, value: str | int) -> None:
        """Change an option; nothing is shown."""
        self._connection.execute(f"SET {option} = '{value}'")

    @property
    def threads(self) -> int:
        """How many threads may work."""
        return int(self._connection.execute("SELECT current_setting('threads')").fetchone()[0])

    @contextmanager
    def one_thread(self) -> Iterator[None]:
        """What is drawn by one thread is the same each time."""
        threads = self.threads
        self.set("threads", 1)
        try:
            yield
        finally:
            self.set("threads", threads)


@contextmanager
def connected(memory: str, threads: int | None, show: ShowSql | None) -> Iterator[Connection]:
    """A database in memory that asks no network, and what it must write in a folder that is removed."""
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
            raise BadInput(f"memory is {quoted(memory)}, not an amount: write for example 1GB.") from None
        # By itself DuckDB minds the quota of a control group and Slurm's, but not which processors a process may use.
        connection.set("threads", threads or min(connection.threads, cores()))
        yield connection


def _translated(name: str, error: Exception) -> BadInput:
    text = str(error)
    first = text.strip().splitlines()[0]
    if line := re.search(r"Line: (\d+)", text):
        wrong = re.search(r"Expected Number|quote|utf-?8|unicode", text.partition("Possible")[0], re.IGNORECASE)
        what = {"e": "has another number of cells than the line of names", "q": "has quotation marks out of place"}
        said = what.get(wrong[0][0].lower(), "is not UTF-8") if wrong else "cannot be read as CSV"
        return BadInput(f"{name}, line {line[1]}, {said}: correct the line.")
    if "memory" in first.casefold():
        return BadInput(f"{name} needs more memory to be counted than is allowed: raise memory=, or free some disk.")
    return BadInput(f"{name} cannot be counted ({quoted(first)[1:-1].rstrip('.')}): write or copy it again.")


def literal(value: object) -> str:
    """A value as SQL writes it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return repr(value)
    return "'" + str(value).replace("'", "''") + "'"


def identifier(name: str) -> str:
    """The name of a column as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'
