"""What a run measured, as rows that are printed, judged and stored, and the machine it ran on."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.clock import ratios
from benchmarks.samples import Case

#: Where a run is stored; the page "Performance" is drawn from it.
STORED = Path(__file__).resolve().parents[1] / "data/benchmarks/run.json"
PACKAGES = ("metricbook", "numpy", "scipy", "pandas", "scikit-learn", "hmeasure", "numba", "duckdb", "pyarrow")


class Measured(NamedTuple):
    """One quantity: its median over the rounds with the lowest and the highest, and the limit it is held to, if any.

    ``seconds`` is the median of our time and ``beside_seconds`` that of what stands beside it. A ratio is of the two.
    """

    what: str
    beside: str
    unit: str
    value: float
    low: float
    high: float
    rounds: int
    rows: int | None = None
    ties: bool | None = None
    weights: bool | None = None
    seconds: float | None = None
    beside_seconds: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    @property
    def judged(self) -> bool:
        """Whether there is a limit."""
        return self.at_least is not None or self.at_most is not None

    @property
    def met(self) -> bool:
        """Whether the median keeps to the limit."""
        return (self.at_least is None or self.value >= self.at_least) and (
            self.at_most is None or self.value <= self.at_most
        )

    def __str__(self) -> str:
        case = "" if self.rows is None else f"{self.rows:7.0e} rows"
        case += " tied" if self.ties else ""
        case += " weighted" if self.weights else ""
        seconds = "" if self.seconds is None else f"{1e3 * self.seconds:10.2f} ms "
        limit = f"at least {self.at_least:g}" if self.at_least is not None else f"at most {self.at_most or 0:g}"
        verdict = f"{limit}: {'met' if self.met else 'MISSED'}" if self.judged else ""
        said = f"{self.value:8.2f} [{self.low:.2f}, {self.high:.2f}] {self.unit}"
        return f"{self.what:34s} {case:28s} {seconds:14s} {said:36s} {verdict}".rstrip()


def compared(
    what: str, beside: str, ours: list[float], other: list[float], *, unit: str, case: Case | None = None, **limit: Any
) -> Measured:
    """The ratio of two functions timed in turns: of the other's time to ours, or of ours to it, as the unit says."""
    found = ratios(other, ours) if unit == "times as fast" else ratios(ours, other)
    kind = {} if case is None else {"rows": case.size, "ties": case.ties, "weights": case.weighted}
    return Measured(
        what, beside, unit, *found, len(ours), seconds=median(ours), beside_seconds=median(other), **kind, **limit
    )


def show(rows: Iterable[Measured]) -> list[Measured]:
    """Print each row once it is measured, and return all."""
    found = []
    for row in rows:
        print(row, flush=True)
        found.append(row)
    return found


def machine() -> dict[str, Any]:
    """Date, processor, load and versions; nothing that names the machine or its owner."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "system": f"{platform.system()} {platform.machine()}",
        "load": round(os.getloadavg()[0], 2),
        "threads": os.environ.get("OMP_NUM_THREADS", "as the libraries choose"),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in PACKAGES},
    }


def store(begun: dict[str, Any], seconds: float, rows: list[Measured], path: Path = STORED) -> None:
    """Write a whole run, in place of the one before."""
    ended = {"seconds": round(seconds), "load_at_end": round(os.getloadavg()[0], 2)}
    run = {**begun, **ended, "measured": [_digits(row) for row in rows]}
    path.parent.mkdir(parents=True, exist_ok=True)
    spare = path.with_suffix(".new")
    spare.write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")
    spare.replace(path)


def _digits(row: Measured) -> dict[str, Any]:
    """The row with four digits, without what it does not have."""
    return {
        name: float(f"{value:.4g}") if isinstance(value, float) else value
        for name, value in row._asdict().items()
        if value is not None
    }


def _processor() -> str:
    """The model's name as the system gives it."""
    if platform.system() == "Darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()
