"""Runs: every method on every pair, in parallel, each result stored as soon as it is there.

A run is a list of jobs, one for each method and pair. A job draws from a generator of its own that depends on the seed,
the method's name and the pair's number only, so that neither the order of the jobs nor their number of processes can
change a result. Jobs go through joblib: inside ``with joblib.parallel_config("dask")`` (or a Ray backend) the same call
of :func:`run` uses the machines of that cluster.
"""

from __future__ import annotations

import contextlib
import math
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from metricbook._extras import brought_by
from metricbook.causal._method import Method
from metricbook.causal._registry import METHODS, generator, score_pair
from metricbook.causal._tuebingen import Pair
from metricbook.writing import Output, check, write

__all__ = ["COLUMNS", "Failure", "Result", "Store", "jobs_for", "run", "wide"]

COLUMNS = ("method", "pair", "score", "version", "seed", "seconds", "checksum")
_HEAD = ",".join(COLUMNS) + "\n"
_COST = {"hours": 0, "minutes": 1, "seconds": 2}
_RUNS, _SCORES = "runs.csv", "scores.csv"


@dataclass(frozen=True)
class Result:
    """What a method found for a pair: its score (NaN for none), and from which version, seed and data, in what time."""

    method: str
    pair: int
    score: float
    version: int
    seed: int
    seconds: float
    checksum: str

    def line(self) -> str:
        # Twelve digits: what lies beyond them depends on the machine's order of summation.
        score = "" if math.isnan(self.score) else f"{self.score:.12g}"
        return f"{self.method},{self.pair},{score},{self.version},{self.seed},{self.seconds:.3f},{self.checksum}\n"


@dataclass(frozen=True)
class Failure:
    """A job that ended with an error instead of a score; nothing is stored, so that the next run tries it again."""

    method: str
    pair: int
    reason: str


@dataclass(frozen=True)
class Job:
    """A method's name, a pair and a seed, together with the checksum of the pair's values."""

    method: str
    pair: Pair
    seed: int
    checksum: str

    def __call__(self) -> Result | Failure:
        method = METHODS[self.method]
        start = time.perf_counter()
        try:
            score = score_pair(method, self.pair, rng=generator(self.seed, self.method, self.pair.number))
        except (ArithmeticError, ImportError, ValueError) as error:  # LinAlgError is a ValueError
            reason = f"{type(error).__name__}: {error}"
            if isinstance(error, ImportError) and method.extra:
                reason += f" (install the extra: pip install 'metricbook[{method.extra}]')"
            return Failure(self.method, self.pair.number, reason)
        seconds = time.perf_counter() - start
        return Result(self.method, self.pair.number, float(score), method.version, self.seed, seconds, self.checksum)


class Store:
    """The results in a folder: ``runs.csv`` with a row for each, and ``scores.csv`` made from it.

    The files are replaced as a whole, so that a reader (or a run that is killed) never meets half a file.

    Parameters
    ----------
    folder : path
        An existing folder; the files in it need not exist yet.

    Raises
    ------
    FileNotFoundError
        If there is no such folder.
    OSError
        If other files of these names are there, or cannot be written.
    ValueError
        If ``runs.csv`` is there but is not such a table; the message names file and line.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise FileNotFoundError(f"{self.folder} is not a folder: make it first, or give another one")
        self.results: dict[tuple[str, int], Result] = {}
        path = self.folder / _RUNS
        if path.is_file():
            for result in _read(path):
                self.results[result.method, result.pair] = result
        check([Output(path, _HEAD), Output(self.folder / _SCORES, "pair,weight")])

    def add(self, result: Result) -> None:
        """Keep a result, and write it at once."""
        self.results[result.method, result.pair] = result
        order = {name: place for place, name in enumerate(METHODS)}
        rows = sorted(self.results.values(), key=lambda r: (order.get(r.method, len(order)), r.method, r.pair))
        write([Output(self.folder / _RUNS, _HEAD, _HEAD + "".join(row.line() for row in rows))])

    def valid(self, checksums: Mapping[int, set[str]], seed: int) -> dict[tuple[str, int], Result]:
        """Return the results of registered methods in their present version, from this seed and these data.

        ``checksums`` holds, by pair, the checksums that count as the pair's data.
        """
        return {
            key: result
            for key, result in self.results.items()
            if result.method in METHODS
            and result.version == METHODS[result.method].version
            and result.seed == seed
            and result.checksum in checksums.get(result.pair, ())
        }

    def write_scores(self, table: pd.DataFrame) -> Path:
        """Write the wide table as ``scores.csv`` and return its path."""
        path = self.folder / _SCORES
        write([Output(path, "pair,weight", table.to_csv(float_format="%.12g", lineterminator="\n"))])
        return path

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep others from writing into the folder meanwhile (where the system knows such locks).

        Raises
        ------
        RuntimeError
            If another run is writing into it.
        """
        try:
            import fcntl
        except ImportError:  # not a POSIX system
            yield
            return
        handle = os.open(self.folder, os.O_RDONLY)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise RuntimeError(f"another run is writing into {self.folder}: wait for it") from error
            yield
        finally:
            os.close(handle)


def jobs_for(
    pairs: Iterable[Pair], methods: Iterable[Method], *, seed: int, done: Iterable[tuple[str, int]] = ()
) -> list[Job]:
    """Return the jobs that are not done, the costliest first: then no process is left alone with a long one at the end.

    Pairs of weight 0 are not part of the benchmark and get no job.
    """
    finished = set(done)
    jobs: list[Job] = []
    for pair in pairs:
        if pair.weight > 0:
            names = [method.name for method in methods if (method.name, pair.number) not in finished]
            checksum = pair.checksum
            jobs.extend(Job(name, pair, seed, checksum) for name in names)
    return sorted(jobs, key=lambda job: (_COST[METHODS[job.method].cost], -job.pair.effect.shape[0], job.method))


def run(jobs: list[Job], *, n_jobs: int | None = None) -> Iterator[Result | Failure]:
    """Do the jobs and yield each result as it comes, in no particular order.

    Parameters
    ----------
    jobs : list of Job
    n_jobs : int or None
        Number of processes; 1 works in this one, without joblib. None leaves number and place to joblib's surrounding
        ``parallel_config``.

    Raises
    ------
    ImportError
        If ``n_jobs`` is not 1 and joblib is not there.
    """
    if n_jobs == 1:
        yield from (job() for job in jobs)
        return
    with brought_by("causal"):
        import joblib

    backend, _ = joblib.parallel.get_active_backend()
    if getattr(backend, "supports_return_generator", False):
        yield from joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered", batch_size=1)(
            joblib.delayed(job)() for job in jobs
        )
        return
    # Backends that return nothing before all is done (Ray's is one) get a few jobs per process at a time.
    size = 4 * joblib.effective_n_jobs(n_jobs)
    for start in range(0, len(jobs), size):
        yield from joblib.Parallel(n_jobs=n_jobs)(joblib.delayed(job)() for job in jobs[start : start + size])


def wide(results: Mapping[tuple[str, int], Result], weights: pd.Series) -> pd.DataFrame:
    """Return the scores as a table: a row for each pair, ``weight`` and a column for each method that is complete.

    A method is complete if every pair with a weight above 0 has a result (which may be that there is no score).
    """
    needed = weights.index[weights > 0]
    table = pd.DataFrame({"weight": weights})
    for name in METHODS:
        if all((name, pair) in results for pair in needed):
            table[name] = pd.Series({pair: results[name, pair].score for pair in needed}, dtype=float)
    return table.rename_axis("pair")


def _read(path: Path) -> Iterator[Result]:
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != ",".join(COLUMNS):
        raise ValueError(f"{path}, line 1: the columns {', '.join(COLUMNS)} are expected; mend or remove the file")
    for number, line in enumerate(lines[1:], start=2):
        try:
            method, pair, score, version, seed, seconds, checksum = line.split(",")
            yield Result(method, int(pair), float(score or "nan"), int(version), int(seed), float(seconds), checksum)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: not a result ({error}); mend or remove the line") from error
