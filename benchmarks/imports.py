"""What importing the package costs: CPU seconds of fresh interpreters, as ratios to ``import pandas``."""

from __future__ import annotations

import resource
import subprocess
import sys
from statistics import median

from benchmarks.record import Measured

#: CPU time of the import by that of ``import pandas``, at most: half of what it was when everything was loaded at once.
PER_PANDAS = 0.9
REPETITIONS = 10
STATEMENTS = ("pass", "import pandas", "import numpy", "import metricbook", "import metricbook.tile")


def main() -> list[Measured]:
    """CPU seconds beyond those of an empty program, by those of pandas."""
    taken: dict[str, list[float]] = {statement: [] for statement in STATEMENTS}
    for _ in range(REPETITIONS):
        for statement in STATEMENTS:
            taken[statement].append(_cpu_seconds(statement))
    start, pandas = min(taken["pass"]), min(taken["import pandas"])
    found = []
    for statement in STATEMENTS[2:]:
        low, middle, high = (
            (seconds - start) / (pandas - start)
            for seconds in (min(taken[statement]), median(taken[statement]), max(taken[statement]))
        )
        limit = {"at_most": PER_PANDAS} if statement == "import metricbook" else {}
        seconds = median(taken[statement]) - start
        found.append(
            Measured(
                statement, "import pandas", "of its time", middle, low, high, REPETITIONS, seconds=seconds,
                beside_seconds=pandas - start, **limit,
            )
        )  # fmt: skip
    return found


def _cpu_seconds(statement: str) -> float:
    """User and system time of one interpreter that runs the statement."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", statement], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
