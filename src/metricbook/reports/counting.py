"""Counting predictions in files that are too large for memory, by DuckDB."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from metricbook.reports.bad_input import BadInput
from metricbook.reports.database import ShowSql, connect
from metricbook.reports.files import STANDARD_INPUT, SUFFIXES, check_file, display_name
from metricbook.reports.large_tables import LargeTable, find_classes, scan_columns
from metricbook.reports.lookalikes import name_lookalikes
from metricbook.reports.predictions import Counts, Source, Tally
from metricbook.reports.progress import Progress, hide_progress
from metricbook.reports.reading import PathLike, list_paths
from metricbook.reports.roles import choose_roles, name_columns
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

#: Rows in a batch.
BATCH: Final = 1 << 21
#: Rows in the sample from which the edges of bins are taken.
DRAWN: Final = 1 << 22
#: Most distinct scores that are all counted before they are put into bins.
GROUPED: Final = 4 * MOST_SCORES
#: Most combinations of label and bins.
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
    progress: Progress | None = None,
) -> Counts:
    """Count the cases of a Parquet or CSV file by score and label, without reading it into memory.

    Distinct scores beyond 2^20 are put into as many bins of about equal weight, whose edges come from a sample of the
    rows; a score that many cases share keeps a bin to itself.

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
        By default, one for each processor that may be used.
    show_sql : callable, optional
        Called with each statement for DuckDB, for example ``print``.
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
    named = name_columns(label, scores, weight, (), None, None)
    path, progress = _check_countable(paths), progress or hide_progress
    with ThreadPoolExecutor(1) as beside, connect(memory, threads, show_sql) as connection:
        table = LargeTable(connection, path)
        digest = beside.submit(_hash_file, path)
        roles = choose_roles([table], named)
        classes = find_classes(table, roles.label, positive)
        names = roles.scores[0]
        spread = scan_columns(table, names, weight)
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
        remarks = (*roles.remarks, *classes.remarks)
        source = Source(table.name, digest.result(), spread.rows, classes.positive, classes.negative, remarks)
    first = tallies[names[0]]
    check_both_weigh(first.positives.sum(), first.negatives.sum(), table.name)
    named_like = name_lookalikes(table.columns, [roles.label, *names, *named.columns])
    if len(names) == 1:
        return replace(counts_of(names[0], tallies[names[0]], source, bins=bins), named_like=named_like)
    return Counts({name: tallies[name] for name in names}, *joint.counts(), joint.edges, source, named_like)


def _check_countable(paths: PathLike | Sequence[PathLike]) -> str:
    """The path of the one file that is counted. Raises `BadInput`."""
    files = list_paths(paths)
    if len(files) > 1:
        raise BadInput("Files are not joined where they are counted: join them into one first, or read them.")
    if files[0] == STANDARD_INPUT:
        raise BadInput("Standard input cannot be counted, because it is read more than once: save it as a file.")
    check_file(files[0])
    name = display_name(files[0])
    if Path(files[0]).is_fifo():
        raise BadInput(f"{name} is a pipe and cannot be counted, because it is read more than once: save it as a file.")
    if SUFFIXES.get(Path(files[0]).suffix.lower()) in ("jsonl", "arrow"):
        raise BadInput(f"{name} cannot be counted: save it as Parquet or CSV, or read it.")
    return files[0]


def _hash_file(path: str) -> str:
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True)
class _Query:
    """The statements that count cases."""

    table: LargeTable
    condition: str
    weight: str | None

    def tally(self, score: str) -> Tally:
        """The tally of a model with all its distinct scores."""
        sums = f"{self._sum(self.condition)} AS positives, {self._sum(f'NOT ({self.condition})')} AS negatives"
        fetched = self.table.select(f"{self.table.number(score)} AS score, {sums}", "GROUP BY 1").fetchnumpy()
        scores, positives, negatives = (np.asarray(fetched[name], dtype=np.float64) for name in _COUNTED)
        return merge([Tally(scores, positives, negatives)])  # in order, and -0.0 with 0.0

    def drawn(self, score: str, lowest: float) -> tuple[Tally, Floats]:
        """The tally of a sample of the rows, and the edges of bins from it; the first is the lowest score of all."""
        some = f"USING SAMPLE reservoir({DRAWN} ROWS) REPEATABLE (0)"
        with self.table.connection.one_thread():  # several would draw other rows each time
            fetched = self.table.select(f"{self.table.number(score)} AS score", some).fetchnumpy()
        drawn = np.asarray(fetched["score"], dtype=np.float64)
        coarse = coarsen(tally_of(drawn, np.ones(drawn.size, dtype=bool)), MOST_SCORES // 2)
        shared = (coarse.positives > 1) & (coarse.scores == highest_of(coarse))
        after = np.nextafter(coarse.scores[shared], np.inf)  # such a score has a bin to itself
        edges = np.union1d(coarse.scores, after)
        edges[0] = min(edges[0], lowest)
        return coarse, edges

    def stream(
        self, scores: Sequence[str], edges: dict[str, Floats], joint: _Joint, rows: int, progress: Progress
    ) -> dict[str, BinnedTally]:
        """The binned tallies of some models; in the same pass over all rows, ``joint`` counts the combinations."""
        table = self.table
        columns = [f"{self.condition} AS positive", *(f"{table.number(n)} AS s{i}" for i, n in enumerate(scores))]
        if self.weight is not None:
            columns.append(f"{table.number(self.weight)} AS weight")
        bins = {name: Bins(each) for name, each in edges.items()}
        for batch in progress(table.batches(", ".join(columns), BATCH), "batches of rows", -(-rows // BATCH)):
            positive, *values = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
            weights = values.pop() if self.weight is not None else None
            scores_of = dict(zip(scores, values, strict=True))
            for name, each in bins.items():
                each.add(scores_of[name], positive, weights)
            joint.add(scores_of, positive, weights)
        return {name: each.tally() for name, each in bins.items()}

    def _sum(self, condition: str) -> str:
        if self.weight is None:
            return f"COUNT(*) FILTER ({condition})"
        return f"COALESCE(SUM({self.table.number(self.weight)}) FILTER ({condition}), 0)"


class _Joint:
    """Counts combinations of the label and the bins of all models' scores."""

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
        """The combinations that occur, and their counts."""
        occurring = np.flatnonzero(self._counts)
        return np.stack(np.unravel_index(occurring, self._shape), axis=1).astype(np.int64), self._counts[occurring]


def _joint_edges(coarse: Tally, lowest: float, models: int, bins: int) -> Floats:
    """The edges of a model's bins, of which there are few enough for `COMBINATIONS`."""
    edges = quantile_edges(coarse, max(2, min(bins, int((COMBINATIONS / 2) ** (1 / models)))))
    edges[0] = min(edges[0], lowest)
    return edges
