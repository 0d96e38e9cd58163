"""Predictions that are too many to keep: DuckDB counts them where they lie."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput
from metricbook.reports.database import ShowSql, connected
from metricbook.reports.files import STANDARD_INPUT, SUFFIXES, check_file, shown_name
from metricbook.reports.large_tables import LargeTable, classes_of, spread_of
from metricbook.reports.predictions import Counts, Source, Tally
from metricbook.reports.progress import Progress, hide_progress
from metricbook.reports.reading import PathLike, several
from metricbook.reports.roles import ask, choose
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
from metricbook.reports.values import check_both_weigh

#: Rows that are binned at a time.
BATCH: Final = 1 << 21
#: Rows that are drawn to find where bins begin.
DRAWN: Final = 1 << 22
#: Distinct scores up to which they are all counted before they are put into bins.
GROUPED: Final = 4 * MOST_SCORES
#: Combinations of label and bins that are counted at most.
COMBINATIONS: Final = 1 << 20
_COUNTED: Final = ("score", "positives", "negatives")


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
    progress: Progress = hide_progress,
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
        Makes progress bars, as for `report`.

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
    with ThreadPoolExecutor(1) as beside, connected(memory, threads, show_sql) as connection:
        table = LargeTable(connection, path)
        digest = beside.submit(_digest, path)
        roles = choose([table], asked)
        classes = classes_of(table, roles.label, positive)
        names = roles.scores[0]
        spread = spread_of(table, names, weight)
        query = _Query(table, classes.condition, weight)
        tallies: dict[str, Tally] = {}
        edges: dict[str, Floats] = {}
        for name in progress(names, "models", len(names)):
            if spread.distinct[name] <= GROUPED:
                tallies[name] = coarsen(query.tally(name))
            else:
                tallies[name], edges[name] = query.drawn(name, spread.lowest[name])
        joint = _Joint({name: _joint_edges(tallies[name], spread.lowest[name], len(names), bins) for name in names})
        if edges or len(names) > 1:
            tallies |= query.stream(names, edges, joint, spread.rows, progress)
        said = (*roles.said, *classes.said)
        source = Source(table.name, digest.result(), spread.rows, classes.positive, classes.negative, said)
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


@dataclass(frozen=True)
class _Query:
    """The statements that count."""

    table: LargeTable
    condition: str
    weight: str | None

    def tally(self, score: str) -> Tally:
        """All distinct scores of a model."""
        sums = f"{self._sum(self.condition)} AS positives, {self._sum(f'NOT ({self.condition})')} AS negatives"
        found = self.table.select(f"{self.table.number(score)} AS score, {sums}", "GROUP BY 1").fetchnumpy()
        scores, positives, negatives = (np.asarray(found[name], dtype=np.float64) for name in _COUNTED)
        return merge([Tally(scores, positives, negatives)])  # in order, and -0.0 with 0.0

    def drawn(self, score: str, lowest: float) -> tuple[Tally, Floats]:
        """A tally of a drawn part of the rows, and where bins begin by it; the first begins at the lowest score."""
        some = f"USING SAMPLE reservoir({DRAWN} ROWS) REPEATABLE (0)"
        with self.table.connection.one_thread():  # several would draw other rows each time
            found = self.table.select(f"{self.table.number(score)} AS score", some).fetchnumpy()
        drawn = np.asarray(found["score"], dtype=np.float64)
        coarse = coarsen(tally_of(drawn, np.ones(drawn.size, dtype=bool)), MOST_SCORES // 2)
        shared = (coarse.positives > 1) & (coarse.scores == highest_of(coarse))
        after = np.nextafter(coarse.scores[shared], np.inf)  # such a score has a bin to itself
        edges = np.union1d(coarse.scores, after)
        edges[0] = min(edges[0], lowest)
        return coarse, edges

    def stream(
        self, scores: Sequence[str], edges: dict[str, Floats], joint: _Joint, rows: int, progress: Progress
    ) -> dict[str, BinnedTally]:
        """One pass over all rows, which counts the bins of some models and what is paired of all."""
        table = self.table
        columns = [f"{self.condition} AS positive", *(f"{table.number(n)} AS s{i}" for i, n in enumerate(scores))]
        if self.weight is not None:
            columns.append(f"{table.number(self.weight)} AS weight")
        bins = {name: Bins(each) for name, each in edges.items()}
        for batch in progress(table.batches(", ".join(columns), BATCH), "batches of rows", -(-rows // BATCH)):
            positive, *values = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
            weights = values.pop() if self.weight is not None else None
            named = dict(zip(scores, values, strict=True))
            for name, each in bins.items():
                each.add(named[name], positive, weights)
            joint.add(named, positive, weights)
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
