"""Reports on files: the time and memory of counting Parquet, and what scikit-learn takes for the same metrics.

A whole report, from the command to the page, stands beside a query of DuckDB that groups the rows by score and label,
each in a process of its own, by the processor time of both.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.record import Measured, compared, show
from benchmarks.samples import Case

#: Seconds and bytes for counting 10^8 rows of 10^6 distinct scores, at most.
SECONDS, PEAK = 15.0, 2 * 10**9
SIZES = (10**3, 10**4, 10**5, 10**6, 10**7)
LARGEST = 10**8
#: scikit-learn must hold the rows in memory: beyond this it is not run.
PEER_UP_TO = 10**7
REPETITIONS = 3
#: Limits of a whole report, in times the processor time of the query: by rows, and whether their scores tie.
WHOLE = {(10**6, False): 8.0, (LARGEST, True): 5.0, (LARGEST, False): 8.0}
#: Bytes of a whole report at most.
WHOLE_PEAK = 4 * 10**9
_QUERY = "SELECT COUNT(*), SUM(n * n) FROM (SELECT y, p, COUNT(*) AS n FROM '{path}' GROUP BY 1, 2)"


def main(*, largest: bool = False) -> Iterator[Measured]:
    """Time beside scikit-learn's and peak of memory, each in a fresh interpreter."""
    with TemporaryDirectory(prefix="metricbook-benchmark-") as folder:
        path = Path(folder) / "predictions.parquet"
        for size in (*SIZES, *([LARGEST] if largest else [])):
            _write(path, size)
            ours = [_run("ours", path) for _ in range(REPETITIONS if size < LARGEST else 1)]
            seconds = [each["all"] for each in ours]
            judged = {"at_most": SECONDS} if size == LARGEST else {}
            if size <= PEER_UP_TO:
                peer = [_run("peer", path) for _ in ours]
                yield compared(
                    "report", "pandas and scikit-learn", seconds, [each["all"] for each in peer],
                    unit="times as fast", case=Case(size, ties=True, weighted=False),
                )  # fmt: skip
                yield _memory("peer's memory of report", peer, size)
            else:
                yield Measured(
                    "report", "", "seconds", median(seconds), min(seconds), max(seconds), len(ours), size, True, False,
                    seconds=median(seconds), **judged,
                )  # fmt: skip
            yield _memory("memory of report", ours, size, **({"at_most": PEAK / 1e9} if judged else {}))
        for (size, ties), limit in WHOLE.items():
            if size < LARGEST or largest:
                _write(path, size, ties=ties)
                yield from _whole(path, Case(size, ties=ties, weighted=False), limit)


def _whole(path: Path, case: Case, limit: float) -> Iterator[Measured]:
    """A whole report beside the query, in turns; then one more, for its memory."""
    query = ["-c", f"import duckdb; duckdb.execute({_QUERY.format(path=path)!r}).fetchall()"]
    rounds = [(_spend(query), _spend(["-m", "metricbook", *_command(path)])) for _ in range(REPETITIONS)]
    beside, ours = ([each[k] for each in rounds] for k in range(2))
    yield compared(
        "whole report", "DuckDB's GROUP BY", ours, beside, unit="of its processor time", case=case, at_most=limit
    )
    held = _memory("memory of a whole report", [_run("whole", path)], case.size, at_most=WHOLE_PEAK / 1e9)
    yield held._replace(ties=case.ties)


def _command(path: Path) -> list[str]:
    return ["report", str(path), "--quiet", "--force", "--output", str(path.with_suffix(".html"))]


def _spend(arguments: list[str]) -> float:
    """Seconds of the processor that a fresh interpreter takes."""
    started = subprocess.Popen([sys.executable, *arguments])
    _, status, used = os.wait4(started.pid, 0)
    if status:
        raise RuntimeError(f"{' '.join(arguments)} failed")
    return used.ru_utime + used.ru_stime


def _memory(what: str, runs: list[dict[str, float]], size: int, **limit: float) -> Measured:
    held = [each["peak"] / 1e9 for each in runs]
    return Measured(what, "", "GB", median(held), min(held), max(held), len(held), size, True, False, **limit)


def _write(path: Path, size: int, *, ties: bool = True) -> None:
    """Labels and scores, of at most 10^6 + 1 distinct values if they tie, three in ten positive."""
    import duckdb

    score = "0.6 * v + 0.4 * CAST(u < 0.3 AS DOUBLE)"
    score = f"round({score}, 6)" if ties else score
    with duckdb.connect() as connection:
        connection.execute("SELECT setseed(0.5)")
        connection.execute(
            f"COPY (SELECT u < 0.3 AS y, least(1, greatest(0, {score})) AS p "
            f"FROM (SELECT random() AS u, random() AS v FROM range({size}))) TO '{path}' (FORMAT parquet)"
        )


def _run(which: str, path: Path) -> dict[str, float]:
    """What a fresh interpreter measures, so that its peak of memory is its own."""
    command = [sys.executable, "-m", "benchmarks.reports", "--measure", which, str(path)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _measure(which: str, path: Path) -> dict[str, float]:
    measures = {"ours": _ours, "peer": _peer, "whole": _report}
    return measures[which](path) | {"peak": _peak()}


def _peak() -> float:
    """Most bytes this program has held. What `resource` says may be the peak of the program that started this one."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(
            1024.0 * int(line.split()[1])
            for line in status.read_text(encoding="utf-8").splitlines()
            if line.startswith("VmHWM")
        )
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1.0 if sys.platform == "darwin" else 1024.0)


def _report(path: Path) -> dict[str, float]:
    from metricbook.__main__ import main

    if main(_command(path)):
        raise RuntimeError("the report failed")
    return {}


def _ours(path: Path) -> dict[str, float]:
    import duckdb  # noqa: F401  # imports are measured elsewhere
    import pyarrow.parquet  # noqa: F401

    import metricbook
    from metricbook.reports.counting import count

    start = time.perf_counter()
    tally = count(path, label="y", scores="p").tallies["p"]
    counted = time.perf_counter()
    sweep = metricbook.Sweep.of_steps(tally.scores[::-1], tally.positives[::-1], tally.negatives[::-1])
    metricbook.auroc_of(sweep)
    metricbook.average_precision_of(sweep)
    metricbook.brier_score_of(sweep)
    end = time.perf_counter()
    return {"count": counted - start, "metrics": end - counted, "all": end - start}


def _peer(path: Path) -> dict[str, float]:
    import pandas as pd
    import pyarrow.parquet  # noqa: F401
    from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

    start = time.perf_counter()
    frame = pd.read_parquet(path)
    for metric in (roc_auc_score, average_precision_score, brier_score_loss):
        metric(frame["y"], frame["p"])
    return {"all": time.perf_counter() - start}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reports", description=__doc__)
    parser.add_argument("--largest", action="store_true", help="10^8 rows too: a file of about 700 MB")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(_measure(arguments.measure[0], Path(arguments.measure[1]))))
    else:
        show(main(largest=arguments.largest))
