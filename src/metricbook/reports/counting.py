"""Counting predictions in files that are too large for memory, by DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.ordering import ascending_order, gather
from metricbook.reports.bad_input import BadInput
from metricbook.reports.database import ShowSql, connect
from metricbook.reports.files import (
    COMPRESSED,
    PARQUET,
    STANDARD_INPUT,
    SUFFIXES,
    check_file,
    database_kind,
    detect_kind,
    display_name,
    read_head,
    starts_with,
)
from metricbook.reports.folders import is_folder, refuse_models
from metricbook.reports.large_tables import HEAD, LargeTable, find_classes, scan_columns
from metricbook.reports.lookalikes import name_lookalikes
from metricbook.reports.predictions import Counts, Predictions, Source, Tally
from metricbook.reports.progress import Progress, hide_progress
from metricbook.reports.reading import PathLike, check_decimal, list_paths
from metricbook.reports.roles import choose_label, choose_roles, name_columns
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
#: About so many rows are in the sample from which the edges of bins are taken.
DRAWN: Final = 1 << 22
#: Most distinct scores that are all counted before they are put into bins.
GROUPED: Final = 1 << 22
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
    table: str | None = None,
    decimal: str = ".",
    drop_missing: bool = False,
    bins: int = BINS,
    memory: str = "1GB",
    threads: int | None = None,
    show_sql: ShowSql | None = None,
    progress: Progress | None = None,
) -> Counts:
    """Count the cases of Parquet, CSV or a table of DuckDB by score and label, without reading them into memory.

    More than 2^17 distinct scores are put into as many bins of about equal shares of both classes, or, if they are more
    than 2^22, of all rows, with edges from a sample of these; a score with a greater share keeps a bin to itself.

    Parameters
    ----------
    paths : path, or a sequence of such
        A file of text, Parquet or DuckDB, a folder of Parquet files, or several with the same columns.
    label, scores, positive, weight, table, decimal, drop_missing
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
    check_decimal(decimal)
    named = name_columns(label, scores, weight)
    files, progress = _check_countable(paths), progress or hide_progress
    with ThreadPoolExecutor(1) as beside, connect(memory, threads, show_sql) as connection:
        source = LargeTable(connection, files, table=table, decimal=decimal)
        digest = beside.submit(source.digest)
        try:
            roles = choose_roles([source], named)
        except BadInput:
            label = choose_label([source], named)
            if label in source.columns:  # several classes, of which each may have scores, are said first
                if drop_missing:
                    source.drop_missing(label, [])
                find_classes(source, label, positive)
            raise
        if source.parts is not None:
            refuse_models(source.parts, roles.label)
        names = roles.scores[0]
        weights = [] if weight is None else [weight]
        gaps = source.drop_missing(roles.label, [*names, *weights]) if drop_missing else None
        classes = find_classes(source, roles.label, positive)
        spread = scan_columns(source, names, weight)
        query = _Query(source, classes.condition, weight)
        tallies: dict[str, Tally] = {}
        edges: dict[str, Floats] = {}
        for name in progress(names, "models", len(names)):
            if spread.distinct[name] <= GROUPED:
                tallies[name] = coarsen(query.tally(name))
            else:
                tallies[name], edges[name] = query.drawn(name, spread.lowest[name], spread.rows)
        joint = _Joint({name: _joint_edges(tallies[name], spread.lowest[name], len(names), bins) for name in names})
        if edges or len(names) > 1:
            tallies |= query.stream(names, edges, joint, spread.rows, progress)
        remarks = (*source.remarks, *roles.remarks, *classes.remarks)
        dropped = "" if gaps is None else gaps.describe(spread.rows, classes.positive, classes.negative)
        found = Source(source.name, digest.result(), spread.rows, classes.positive, classes.negative, remarks, dropped)
    first = tallies[names[0]]
    check_both_weigh(first.positives.sum(), first.negatives.sum(), source.name)
    named_like = name_lookalikes(source.columns, [roles.label, *names, *named.columns])
    if len(names) == 1:
        return replace(counts_of(names[0], tallies[names[0]], found, bins=bins), named_like=named_like)
    return Counts({name: tallies[name] for name in names}, *joint.counts(), joint.edges, found, named_like)


def count_predictions(predictions: Predictions, *, bins: int = BINS) -> Counts:
    """Count cases in memory, which have no weights, as `count` counts those of a file.

    Examples
    --------
    >>> from metricbook.reports.frames import from_arrays
    >>> counts = count_predictions(from_arrays([0, 1, 0], [0.2, 0.9, 0.2]))
    >>> counts.tallies["y_score"].scores.tolist(), counts.tallies["y_score"].negatives.tolist()
    ([0.2, 0.9], [2.0, 0.0])
    """
    labels, scores = predictions.labels, predictions.scores
    tallies = {name: coarsen(tally_of(each, labels)) for name, each in scores.items()}
    named_like = {name: each.role for name, each in predictions.lookalikes.items()}
    if len(scores) == 1:
        return replace(counts_of(*tallies.popitem(), predictions.source, bins=bins), named_like=named_like)
    joint = _Joint({name: _joint_edges(each, each.scores[0], len(scores), bins) for name, each in tallies.items()})
    joint.add(dict(scores), labels, None)
    return Counts(tallies, *joint.counts(), joint.edges, predictions.source, named_like)


def _check_countable(paths: PathLike | Sequence[PathLike]) -> list[str]:
    """The paths of the files that are counted. Raises `BadInput`."""
    files = list_paths(paths)
    if len(files) > 1:
        if not all(path != STANDARD_INPUT and (is_folder(path) or starts_with(path, PARQUET)) for path in files):
            raise BadInput(
                "Several files are counted together only if all are Parquet: join others into one first, or read them."
            )
        return files
    if is_folder(files[0]):
        return files
    if files[0] == STANDARD_INPUT:
        raise BadInput("Standard input cannot be counted, because it is read more than once: save it as a file.")
    check_file(files[0])
    name = display_name(files[0])
    if Path(files[0]).is_fifo():
        raise BadInput(f"{name} is a pipe and cannot be counted, because it is read more than once: save it as a file.")
    if not is_countable(files[0]):
        raise BadInput(f"{name} cannot be counted: save it as Parquet or CSV, or read it.")
    return files


def is_countable(path: str) -> bool:
    """Whether a file is one that DuckDB reads: text, Parquet, or a database of its own."""
    if is_folder(path) or starts_with(path, PARQUET):
        return True
    if kind := database_kind(path):
        return kind == "duckdb"
    name = display_name(path)
    suffix = next((each for each in reversed(Path(path).suffixes) if each.lower() not in COMPRESSED), "").lower()
    head, _ = read_head(path, name, HEAD)
    return not head or detect_kind(head, SUFFIXES.get(suffix), name)[0] == "text"


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
        order, scores = ascending_order(scores + 0.0)  # turns -0.0 into 0.0, its equal
        tally = Tally(scores, gather(positives, order), gather(negatives, order))
        return tally if (np.diff(scores) > 0).all() else merge([tally])

    def drawn(self, score: str, lowest: float, rows: int) -> tuple[Tally, Floats]:
        """The tally of a sample of the rows, and the edges of bins from it; the first is the lowest score of all."""
        # A reservoir would take 60 times as long.
        some = f"USING SAMPLE {100 * min(DRAWN / rows, 1):.9f} PERCENT (bernoulli, 0)"
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
