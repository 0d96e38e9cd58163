"""The machine that this runs on: what of it can decide a number's last digits, and how much of it is ours to use.

``python -m claimledger --machine`` prints the fingerprint.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import numpy as np

from claimledger.project import project

__all__ = ["cores", "deciding", "fingerprint", "kind", "versions", "workers"]

#: Memory of a process that runs checks or a chapter, in bytes, with a margin.
MEMORY_EACH: Final = 700_000_000
#: Files in which Linux gives the limits of a process.
_PROC: Final = Path("/proc")
_CGROUPS: Final = Path("/sys/fs/cgroup")
_UNKNOWN: Final = "unknown"


def fingerprint() -> dict[str, str]:
    """What can decide the last digits of a number: processor, SIMD, BLAS, system, Python and the project's libraries.

    BLAS is named once for each that is loaded, with its version, its kernels and its threads; "unknown" where
    threadpoolctl is missing or does not know it.

    Examples
    --------
    >>> list(fingerprint())[:5]
    ['processor', 'SIMD', 'BLAS', 'system', 'Python']
    """
    named = [f"{each['internal_api']} {each['version']} ({each.get('architecture', _UNKNOWN)})" for each in _blas()]
    threads = sorted({each["num_threads"] for each in _blas()})
    counted = f"; threads: {', '.join(map(str, threads))}" if threads else ""
    return {
        **_processor(),
        "BLAS": (", ".join(dict.fromkeys(named)) or _UNKNOWN) + counted,
        "system": " ".join(filter(None, (platform.system(), *platform.libc_ver()))),
        "Python": platform.python_version(),
        **versions(),
    }


def kind() -> str:
    """Name the kind of processor in two words, such as "x86_64 SkylakeX": its architecture and the kernels of BLAS."""
    return f"{platform.machine()} {_kernels()}"


def deciding() -> dict[str, str]:
    """The part of the fingerprint, without libraries, that can decide a result: the cache's key for a machine.

    The number of threads is not among it: the build sets it to one, whatever the machine. A run with noise
    (``tools/noise``), which stands for a machine that is not at hand, is one of its own.
    """
    noise = os.environ.get("METRICBOOK_NOISE", "none")
    return {**_processor(), "Python": platform.python_version(), "noise": noise}


def versions() -> dict[str, str]:
    """The release of each of the project's libraries, or "not installed"."""
    return {name: _version(name) for name in project().libraries}


def cores() -> int:
    """How many processors this process may keep busy, at least 1.

    A container or ``taskset`` may give fewer than the machine has: both the processors that the process may run on
    count and the time that its control group may take of them, whose fractions do not.

    Examples
    --------
    >>> 1 <= cores() <= (os.cpu_count() or 1)
    True
    """
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min([available, *(int(share) for share in _shares())]))


def workers(memory_each: int = MEMORY_EACH) -> int:
    """How many processes of so many bytes run well side by side: one to a core, and fewer where memory is short.

    Examples
    --------
    >>> workers(1 << 60)
    1
    >>> workers() <= cores()
    True
    """
    return max(1, min([cores(), *(room // memory_each for room in _rooms())]))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


@cache
def _blas() -> list[dict[str, Any]]:
    """Each BLAS that NumPy and SciPy compute with, as threadpoolctl describes it."""
    with suppress(ModuleNotFoundError):
        import scipy.linalg  # noqa: F401 - which loads SciPy's; NumPy's is loaded already
    try:
        from threadpoolctl import threadpool_info
    except ModuleNotFoundError:
        return []
    return sorted((each for each in threadpool_info() if each["user_api"] == "blas"), key=lambda each: each["filepath"])


def _processor() -> dict[str, str]:
    return {"processor": f"{platform.machine()}, {_kernels()} kernels", "SIMD": " ".join(_simd()) or _UNKNOWN}


def _kernels() -> str:
    return " and ".join(dict.fromkeys(each.get("architecture", _UNKNOWN) for each in _blas())) or _UNKNOWN


def _simd() -> list[str]:
    """The CPU features that NumPy requires, and those that it detected and that are not disabled."""
    config: Any = np.show_config(mode="dicts")
    extensions = config.get("SIMD Extensions", {})
    return [name for part in ("baseline", "found") for name in extensions.get(part, ())]


def _shares() -> Iterator[float]:
    """Processors' worth of time that each control group around this process leaves it."""
    for folder in _groups(""):
        quota, _, period = _text(folder / "cpu.max").partition(" ")
        if quota.isdecimal():
            yield int(quota) / int(period)
    for folder in _groups("cpu"):
        quota, period = _text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us")
        if quota.isdecimal() and period.isdecimal():  # -1 is no limit
            yield int(quota) / int(period)


def _rooms() -> Iterator[int]:
    """Bytes that the machine has left, and those that each control group around this process does."""
    for line in _text(_PROC / "meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            yield 1024 * int(line.split()[1])
    for controller, most, used, cached in (
        ("", "memory.max", "memory.current", "inactive_file"),
        ("memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ):
        for folder in _groups(controller):
            limit, taken = _text(folder / most), _text(folder / used)
            if limit.isdecimal() and taken.isdecimal():
                # Files that were read count as used until somebody needs the room.
                lines = (line.split() for line in _text(folder / "memory.stat").splitlines())
                yield int(limit) - int(taken) + sum(int(number) for name, number in lines if name == cached)


def _groups(controller: str) -> Iterator[Path]:
    """Folders of the control group that this process is in, and of those around it: of version 2, or of a controller.

    Within a container the group may be named as it is seen from outside; its files are then at the root.
    """
    for line in _text(_PROC / "self" / "cgroup").splitlines():
        _, names, place = line.split(":", 2)
        if controller in names.split(","):
            root = _CGROUPS / controller
            group = root / place.lstrip("/")
            yield group
            yield from (folder for folder in group.parents if folder.is_relative_to(root))


def _text(path: Path) -> str:
    """The text of a file, empty if it is absent or unreadable."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
