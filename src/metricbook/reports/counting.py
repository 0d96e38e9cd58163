"""Predictions that are too many to keep: DuckDB counts them where they lie."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.validation import EXACT_INTEGERS, SUM_OF_WEIGHTS
from metricbook.reports.bad_input import BadInput, quoted
from metricbook.reports.delimited import TextTable
from metricbook.reports.files import STANDARD_INPUT, SUFFIXES, Opened, check_file, shown_name
from metricbook.reports.predictions import Counts, Source, Tally
from metricbook.reports.reading import PathLike, several
from metricbook.reports.roles import ask, choose
from metricbook.reports.tables import Facts, check_names
from metricbook.reports.tallies import (
    BINS,
    MOST_SCORES,
    BinnedTally,
    Bins,
    Floats,
    coarsen,
    counts_of,
    highest_of,
    merge,
    quantile_edges,
    tally_of,
)
from metricbook.reports.values import (
    MISSING,
    as_text,
    check_both_weigh,
    label_text,
    no_number,
    positive_of,
)

#: Bytes of a text file by which its columns are known.
HEAD: Final = 1 << 20
#: Rows that are binned at a time.
BATCH: Final = 1 << 21
#: Rows that are drawn to find where bins begin.
DRAWN: Final = 1 << 22
#: Distinct scores up to which they are all counted before they are put into bins.
GROUPED: Final = 4 * MOST_SCORES
#: Combinations of label and bins that are counted at most.
COMBINATIONS: Final = 1 << 20
_COUNTED: Final = ("score", "positives", "negatives")
_NUMERIC: Final = re.compile(r"(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|REAL)$")
_INTEGER: Final = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$")
_SCALAR: Final = re.compile(rf"(VARCHAR|ENUM\(.*\))$|{_NUMERIC.pattern}")

ShowSql = Callable[[str], object]
Progress = Callable[[float, str], object]


def count(
    paths: PathLike | Sequence[PathLike],
    *,
    label: str | None = None,
    scores: str | Sequence[str] | None = None,
    positive: object = None,
    weight: str | None = None,
    bins: int = BINS,
    memory: str = "1GB",
    threads: int | None = None,
    show_sql: ShowSql | None = None,
    progress: Progress | None = None,
) -> Counts:
    """Count the cases of a Parquet or CSV file per distinct score and label, without keeping any.

    Every statement that DuckDB is given can be seen. Distinct scores beyond 2^20 are put into as many bins, of about
    equal weight, whose edges come from a drawn part of the rows; a score that many cases share keeps a bin to itself.

    Parameters
    ----------
    paths : path, or a sequence of one
        A Parquet file, or one of text as for `metricbook.reports.reading.read`.
    label, scores, positive, weight
        As for `metricbook.reports.reading.read`, with the same guesses.
    bins : int, default 256
        Bins of each model's score in ``joint``, at most; fewer for more than two models, so that there are at most
        2^20 combinations.
    memory : str, default "1GB"
        What DuckDB may use; beyond it, it writes to a temporary folder that is removed.
    threads : int, optional
        One for each processor by default.
    show_sql : callable, optional
        Called with each statement, for example ``print``.
    progress : callable, optional
        Called with the share that is done and what comes next.

    Returns
    -------
    Counts
        Equal to the counts of the same rows in memory, up to the rounding of sums of weights that are no integers.

    Raises
    ------
    BadInput
        As `metricbook.reports.reading.read`; for what is missing or no finite number, with how many of them there are.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "predictions.csv")
    ...     _ = path.write_text("y,p\\nno,0.2\\nyes,0.9\\nno,0.2\\n")
    ...     counts = count(path)
    >>> tally = counts.tallies["p"]
    >>> tally.scores.tolist(), tally.positives.tolist(), tally.negatives.tolist()
    ([0.2, 0.9], [0.0, 1.0], [2.0, 0.0])
    """
    asked = ask(label, scores, weight, (), None, None)
    path = _only(paths)
    report = progress or (lambda share, what: None)
    with ThreadPoolExecutor(1) as beside, _connected(memory, threads, show_sql) as connection:
        table = _LargeTable(connection, path)
        digest = beside.submit(_digest, path)
        report(0.0, "looking at the columns")
        roles = choose([table], asked)
        classes = _classes(table, roles.label, positive)
        names = roles.scores[0]
        spread = _check(table, names, weight)
        query = _Query(table, classes.condition, weight)
        tallies: dict[str, Tally] = {}
        edges: dict[str, Floats] = {}
        for done, name in enumerate(names):
            report(0.1 + 0.4 * done / len(names), f"counting {name}")
            if spread.distinct[name] <= GROUPED:
                tallies[name] = coarsen(query.tally(name))
            else:
                tallies[name], edges[name] = query.drawn(name, spread.lowest[name])
        joint = _Joint({name: _joint_edges(tallies[name], spread.lowest[name], len(names), bins) for name in names})
        if edges or len(names) > 1:
            done_of = spread.rows / 0.5
            tallies |= query.stream(names, edges, joint, lambda rows: report(0.5 + rows / done_of, "counting rows"))
        said = (*table.said, *roles.said, *classes.said)
        source = Source(table.name, digest.result(), spread.rows, classes.positive, classes.negative, said)
    report(1.0, "done")
    first = tallies[names[0]]
    check_both_weigh(first.positives.sum(), first.negatives.sum(), table.name)
    if len(names) == 1:
        return counts_of(names[0], tallies[names[0]], source, bins=bins)
    return Counts({name: tallies[name] for name in names}, *joint.counts(), joint.edges, source)


def _only(paths: PathLike | Sequence[PathLike]) -> str:
    """The path of the one file that is counted. Raises `BadInput`."""
    named = several(paths)
    if len(named) > 1:
        raise BadInput("Files are not joined where they are counted: join them into one first, or read them.")
    if named[0] == STANDARD_INPUT:
        raise BadInput("Standard input cannot be counted, because it is read more than once: save it as a file.")
    check_file(named[0])
    name = shown_name(named[0])
    if Path(named[0]).is_fifo():
        raise BadInput(f"{name} is a pipe and cannot be counted, because it is read more than once: save it as a file.")
    if SUFFIXES.get(Path(named[0]).suffix.lower()) in ("jsonl", "arrow"):
        raise BadInput(f"{name} cannot be counted: save it as Parquet or CSV, or read it.")
    return named[0]


def _digest(path: str) -> str:
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class _Connection:
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

    def rows(self, sql: str, name: str) -> list[tuple[Any, ...]]:
        """All rows of a result."""
        return self.run(sql, name).fetchall()

    def batches(self, sql: str) -> Any:
        """The rows of a result as Arrow batches; the same file was read through before."""
        if self._show is not None:
            self._show(sql)
        return self._connection.sql(sql).to_arrow_reader(BATCH)

    def set(self, option: str, value: str | int) -> None:
        """Change an option; nothing is shown."""
        self._connection.execute(f"SET {option} = '{value}'")

    @contextmanager
    def one_thread(self) -> Iterator[None]:
        """What is drawn by one thread is the same each time."""
        threads = self._connection.execute("SELECT current_setting('threads')").fetchone()[0]
        self.set("threads", 1)
        try:
            yield
        finally:
            self.set("threads", threads)


@contextmanager
def _connected(memory: str, threads: int | None, show: ShowSql | None) -> Iterator[_Connection]:
    """A database in memory that asks no network, and what it must write in a folder that is removed."""
    try:
        import duckdb
        import pyarrow  # noqa: F401  # rows come as Arrow batches
    except ModuleNotFoundError as error:
        raise BadInput(f'Counting needs the package {error.name}: pip install "metricbook[report]".') from None
    with TemporaryDirectory(prefix="metricbook-") as folder, duckdb.connect() as database:
        connection = _Connection(database, show)
        for option in ("autoinstall_known_extensions", "autoload_known_extensions", "preserve_insertion_order"):
            connection.set(option, "false")
        connection.set("temp_directory", folder)
        try:
            connection.set("memory_limit", memory)
        except duckdb.Error:
            raise BadInput(f"memory is {quoted(memory)}, not an amount: write for example 1GB.") from None
        connection.set("threads", threads or os.cpu_count() or 1)
        yield connection


def _translated(name: str, error: Exception) -> BadInput:
    text = str(error)
    first = text.strip().splitlines()[0]
    if line := re.search(r"Line: (\d+)", text):
        wrong = re.search(r"Expected Number|quote|utf-?8|unicode", text.partition("Possible")[0], re.IGNORECASE)
        what = {"e": "has another number of cells than the line of names", "q": "has quotation marks out of place"}
        said = what.get(wrong[0][0].lower(), "is not UTF-8") if wrong else "cannot be read as CSV"
        return BadInput(f"{name}, line {line[1]}, {said}: correct the line.")
    if "Out of Memory" in first or "memory" in first.casefold():
        return BadInput(f"{name} needs more memory to be counted than is allowed: raise memory=, or free some disk.")
    return BadInput(f"{name} cannot be counted ({quoted(first)[1:-1].rstrip('.')}): write or copy it again.")


def _literal(value: object) -> str:
    """A value in SQL."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return repr(value)
    return "'" + str(value).replace("'", "''") + "'"


def _column(name: str) -> str:
    """A column in SQL."""
    return '"' + name.replace('"', '""') + '"'


class _LargeTable:
    """A file that DuckDB reads, with what `choose` must know of a table."""

    def __init__(self, connection: _Connection, path: str) -> None:
        self.connection, self.name = connection, shown_name(path)
        self.said: tuple[str, ...] = ()
        with Path(path).open("rb") as file:
            start = file.read(4)
        if start == b"PAR1":
            self.relation = f"read_parquet({_literal(path)})"
            self.columns: Sequence[str] = _parquet_names(path, self.name)
        else:
            head = _text_head(path, self.name)
            self.columns = head.columns
            self.relation = _csv_relation(path, head, gzipped=start[:2] == b"\x1f\x8b")
        described = connection.rows(f"DESCRIBE SELECT * FROM {self.relation}", self.name)
        self._types = {name: kind for name, kind, *_ in described}

    def where(self, column: str) -> str:
        """A column as the subject of a sentence."""
        return f"{self.name}, column {quoted(column)}"

    def is_text(self, column: str) -> bool:
        """Whether the cells are text."""
        return self._types[column] == "VARCHAR"

    def is_whole(self, column: str) -> bool:
        """Whether integers may be written there that a float rounds."""
        return bool(_INTEGER.match(self._types[column])) or self.is_text(column)

    def number(self, column: str) -> str:
        """A column as numbers in SQL; NULL where it has none. Raises `BadInput` if it can have none."""
        kind = self._types[column]
        if kind == "BOOLEAN":
            raise BadInput(f"{self.where(column)} holds decisions, not numbers: name the column of the scores.")
        if not _SCALAR.match(kind):
            raise BadInput(f"{self.where(column)} holds values of type {kind}, not numbers: name another column.")
        if _NUMERIC.match(kind):
            return _column(column) if kind == "DOUBLE" else f"CAST({_column(column)} AS DOUBLE)"
        return f"TRY_CAST(trim({_column(column)}) AS DOUBLE)"  # without trim, DuckDB 2 casts while it reads, and fails

    def facts(self, columns: Sequence[str]) -> dict[str, Facts]:
        found = {}
        for column in columns:
            kind = self._types[column]
            distinct = f"SELECT DISTINCT {_column(column)} FROM {self.relation} LIMIT 3"
            texts = tuple(as_text(value) for (value,) in self.connection.rows(distinct, self.name))
            if not _SCALAR.match(kind) or kind == "BOOLEAN":
                found[column] = Facts(texts, False, False)
                continue
            number = self.number(column)
            ((rows, finite, whole, lowest, highest),) = self.connection.rows(
                f"SELECT COUNT(*), COUNT(*) FILTER (isfinite({number})), "
                f"BOOL_AND({number} = floor({number})) FILTER (isfinite({number})), "
                f"MIN({number}), MAX({number}) FROM {self.relation}",
                self.name,
            )
            numeric = rows == finite
            found[column] = Facts(texts, numeric, finite > 0, numeric and bool(whole), *((lowest, highest) * numeric))
        return found


def _parquet_names(path: str, name: str) -> list[str]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        names: list[str] = parquet.read_schema(path).names
    except (pa.ArrowException, OSError) as error:
        raise BadInput(f"{name} is damaged ({str(error).strip().splitlines()[0]}): write or copy it again.") from None
    check_names(names, name)
    return names


def _text_head(path: str, name: str) -> TextTable:
    """The first lines of a text file. Raises `BadInput` for what `read` refuses there, and for UTF-16."""
    try:
        with Path(path).open("rb") as file:
            gzipped = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            head = gzip.GzipFile(fileobj=file).read(HEAD) if gzipped else file.read(HEAD)
    except (EOFError, zlib.error, OSError) as error:
        raise BadInput(f"{name} is damaged ({error}): copy it again.") from None
    if len(head) == HEAD:
        head = head[: head.rfind(b"\n") + 1] or head
    if not head:
        raise BadInput(f"{name} is empty: a table with a line of names is needed.")
    table = TextTable(Opened(name, head, "", "text"))
    if table.said:  # UTF-16, which DuckDB does not read
        raise BadInput(f"{name} is in UTF-16 and too large to be converted here: save it as CSV in UTF-8.")
    check_names(table.columns, name)
    return table


def _csv_relation(path: str, head: TextTable, *, gzipped: bool) -> str:
    columns = ", ".join(f"{_literal(name)}: 'VARCHAR'" for name in head.columns)
    compression = "gzip" if gzipped else "none"
    return (
        f"read_csv({_literal(path)}, auto_detect=false, header=true, delim={_literal(head.separator)}, quote='\"', "
        f"escape='\"', nullstr='', compression='{compression}', columns={{{columns}}})"
    )


@dataclass(frozen=True)
class _Classes:
    """The two labels, and the condition in SQL that a row is positive."""

    condition: str
    positive: str
    negative: str
    said: tuple[str, ...]


def _classes(table: _LargeTable, label: str, positive: object) -> _Classes:
    column = _column(label)
    few = 16
    distinct = f"SELECT {column}, COUNT(*) FROM {table.relation} GROUP BY 1 LIMIT {few}"
    found = table.connection.rows(distinct, table.name)
    if not found:
        raise BadInput(f"{table.name} has no row: cases are needed.")
    written: dict[str, list[object]] = {}
    for value, rows in found:
        text = "" if value is None else as_text(value)
        if text.casefold() in MISSING:
            what = f"with {quoted(text)}" if text else "that are empty"
            raise BadInput(f"{table.where(label)} has {rows:,} cells {what}: fill them in, or leave the cases out.")
        written.setdefault(label_text(text), []).append(value)
    negative, chosen, said = positive_of(list(written), table.where(label), positive)
    values = written[chosen]
    plain = values == [True] or len(values) == 1
    condition = f"{column} = {_literal(values[0])}" if plain else f"{column} IN ({', '.join(map(_literal, values))})"
    return _Classes(condition, chosen, negative, said)


@dataclass(frozen=True)
class _Spread:
    """What one look at all rows says: how many there are, and of each score how many are distinct, and its least."""

    rows: int
    distinct: dict[str, int]
    lowest: dict[str, float]


def _check(table: _LargeTable, scores: Sequence[str], weight: str | None) -> _Spread:
    """One look at all rows. Raises `BadInput` for what is missing or no finite number, with how many there are."""
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
    ((rows, *found),) = table.connection.rows(f"SELECT {', '.join(wanted)} FROM {table.relation}", table.name)
    distinct, lowest = {}, {}
    for place, column in enumerate(columns):
        finite, least, largest, different, total = found[5 * place : 5 * place + 5]
        if finite < rows:
            _refuse_cells(table, column, rows - finite, rows)
        if largest >= EXACT_INTEGERS and table.is_whole(column):
            _refuse_rounded(table, column)
        if column == weight:
            _check_weights(table, column, least, total)
        distinct[column], lowest[column] = different, least + 0.0
    return _Spread(rows, distinct, lowest)


def _refuse_cells(table: _LargeTable, column: str, bad: int, rows: int) -> None:
    number = table.number(column)
    query = f"SELECT {_column(column)} FROM {table.relation} WHERE NOT coalesce(isfinite({number}), false) LIMIT 1"
    ((cell,),) = table.connection.rows(query, table.name)
    said = no_number(cell) or ("is NaN" if "nan" in str(cell).casefold() else f"is {as_text(cell)}, not finite")
    raise BadInput(f"{table.where(column)} has {bad:,} of {rows:,} cells that are no finite numbers; one {said}.")


def _refuse_rounded(table: _LargeTable, column: str) -> None:
    whole = f"TRY_CAST({_column(column)} AS HUGEINT)"
    query = f"SELECT {whole} FROM {table.relation} WHERE CAST(CAST({whole} AS DOUBLE) AS HUGEINT) <> {whole} LIMIT 1"
    if table.is_text(column):
        query = query.replace(" WHERE ", f" WHERE regexp_full_match(trim({_column(column)}), '[-+]?[0-9]+') AND ")
    for (cell,) in table.connection.rows(query, table.name):
        raise BadInput(
            f"{table.where(column)} has the integer {cell}, which a number of 64 bits rounds: different scores would "
            "tie; subtract the same number from all, or divide them."
        )


def _check_weights(table: _LargeTable, column: str, least: float, total: float) -> None:
    if least < 0:
        raise BadInput(f"{table.where(column)} has the negative weight {least:g}: a case counts at least zero times.")
    if total == 0:
        raise BadInput(f"{table.where(column)} has weights of zero only: name another column, or none.")
    if not SUM_OF_WEIGHTS[0] <= total <= SUM_OF_WEIGHTS[1]:
        raise BadInput(f"{table.where(column)} has weights that sum to {total:g}: rescale, only ratios matter.")


@dataclass(frozen=True)
class _Query:
    """The statements that count."""

    table: _LargeTable
    condition: str
    weight: str | None

    def tally(self, score: str) -> Tally:
        """All distinct scores of a model."""
        number = self.table.number(score)
        sql = (
            f"SELECT {number} AS score, {self._sum(self.condition)} AS positives, "
            f"{self._sum(f'NOT ({self.condition})')} AS negatives FROM {self.table.relation} GROUP BY 1"
        )
        found = self.table.connection.run(sql, self.table.name).fetchnumpy()
        scores, positives, negatives = (np.asarray(found[name], dtype=np.float64) for name in _COUNTED)
        return merge([Tally(scores, positives, negatives)])  # in order, and -0.0 with 0.0

    def drawn(self, score: str, lowest: float) -> tuple[Tally, Floats]:
        """A tally of a drawn part of the rows, and where bins begin by it; the first begins at the lowest score."""
        connection, number = self.table.connection, self.table.number(score)
        sql = f"SELECT {number} AS score FROM {self.table.relation} USING SAMPLE reservoir({DRAWN} ROWS) REPEATABLE (0)"
        with connection.one_thread():  # several would draw other rows each time
            drawn = np.asarray(connection.run(sql, self.table.name).fetchnumpy()["score"], dtype=np.float64)
        coarse = coarsen(tally_of(drawn, np.ones(drawn.size, dtype=bool)), MOST_SCORES // 2)
        shared = (coarse.positives > 1) & (coarse.scores == highest_of(coarse))
        after = np.nextafter(coarse.scores[shared], np.inf)  # such a score has a bin to itself
        edges = np.union1d(coarse.scores, after)
        edges[0] = min(edges[0], lowest)
        return coarse, edges

    def stream(
        self, scores: Sequence[str], edges: dict[str, Floats], joint: _Joint, report: Callable[[float], object]
    ) -> dict[str, BinnedTally]:
        """One pass over all rows, which counts the bins of some models and what is paired of all."""
        table = self.table
        columns = [f"{self.condition} AS positive", *(f"{table.number(n)} AS s{i}" for i, n in enumerate(scores))]
        if self.weight is not None:
            columns.append(f"{table.number(self.weight)} AS weight")
        batches = table.connection.batches(f"SELECT {', '.join(columns)} FROM {table.relation}")
        bins = {name: Bins(each) for name, each in edges.items()}
        rows = 0
        for batch in batches:
            positive, *values = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
            weights = values.pop() if self.weight is not None else None
            named = dict(zip(scores, values, strict=True))
            for name, each in bins.items():
                each.add(named[name], positive, weights)
            joint.add(named, positive, weights)
            rows += batch.num_rows
            report(rows)
        return {name: each.tally() for name, each in bins.items()}

    def _sum(self, condition: str) -> str:
        if self.weight is None:
            return f"COUNT(*) FILTER ({condition})"
        return f"COALESCE(SUM({self.table.number(self.weight)}) FILTER ({condition}), 0)"


class _Joint:
    """Counts of the combinations of label and bin of each model's score."""

    def __init__(self, edges: dict[str, Floats]) -> None:
        self.edges = edges
        self._shape = (2, *(each.size for each in edges.values()))
        self._counts = np.zeros(int(np.prod(self._shape)))

    def add(self, scores: dict[str, Floats], positive: NDArray[np.bool_], weights: Floats | None) -> None:
        """Count more cases."""
        places = [positive.astype(np.intp)]
        for name, edges in self.edges.items():
            places.append(np.maximum(np.searchsorted(edges, scores[name], side="right") - 1, 0))
        code = np.ravel_multi_index(places, self._shape)
        self._counts += np.bincount(code, weights, self._counts.size)

    def counts(self) -> tuple[NDArray[np.int64], Floats]:
        """The combinations that occur, and how often."""
        kept = np.flatnonzero(self._counts)
        return np.stack(np.unravel_index(kept, self._shape), axis=1).astype(np.int64), self._counts[kept]


def _joint_edges(coarse: Tally, lowest: float, models: int, bins: int) -> Floats:
    """Edges of the bins of what is paired, so few that there are not too many combinations."""
    edges = quantile_edges(coarse, max(2, min(bins, int((COMBINATIONS / 2) ** (1 / models)))))
    edges[0] = min(edges[0], lowest)
    return edges
