"""Times of several functions taken in turns, and the peak of what they allocate."""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable, Mapping
from statistics import median


def times(functions: Mapping[str, Callable[[], object]], *, repetitions: int) -> dict[str, list[float]]:
    """Seconds of each function, called in turns so that what else the machine does falls on all of them alike."""
    found: dict[str, list[float]] = {name: [] for name in functions}
    gc.collect()
    gc.disable()
    try:
        for _ in range(repetitions + 1):
            for name, function in functions.items():
                start = time.perf_counter()
                function()
                found[name].append(time.perf_counter() - start)
    finally:
        gc.enable()
    return {name: seconds[1:] for name, seconds in found.items()}  # the first round warms up


def ratios(over: list[float], under: list[float]) -> tuple[float, float, float]:
    """Median of the ratios of the rounds, and the lowest and highest of them."""
    rounds = sorted(a / b for a, b in zip(over, under, strict=True))
    return median(rounds), rounds[0], rounds[-1]


def peak(function: Callable[[], object]) -> int:
    """Most bytes allocated at one time during the call; NumPy reports its arrays to ``tracemalloc``."""
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        function()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
