"""What importing the package costs: CPU seconds of fresh interpreters, as ratios to ``import pandas``."""

from __future__ import annotations

import resource
import subprocess
import sys

#: CPU time of the import by that of ``import pandas``, at most: half of what it was when everything was loaded at once.
PER_PANDAS = 0.9
REPETITIONS = 10
STATEMENTS = ("pass", "import pandas", "import numpy", "import metricbook", "import metricbook.tile")


def main() -> bool:
    """Measure and print; whether the target is met."""
    seconds = dict.fromkeys(STATEMENTS, float("inf"))
    for _ in range(REPETITIONS):
        for statement in STATEMENTS:
            seconds[statement] = min(seconds[statement], _cpu_seconds(statement))
    start, pandas = seconds["pass"], seconds["import pandas"]
    ratios = {statement: (taken - start) / (pandas - start) for statement, taken in seconds.items()}
    met = ratios["import metricbook"] <= PER_PANDAS
    for statement in STATEMENTS[2:]:
        verdict = ("met" if met else "MISSED") if statement == "import metricbook" else ""
        print(f"{statement:24s} {seconds[statement]:6.2f} s {ratios[statement]:6.2f} {verdict}")
    return met


def _cpu_seconds(statement: str) -> float:
    """User and system time of one interpreter that runs the statement."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", statement], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
