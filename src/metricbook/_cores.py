"""The processors that this process may use, and how many of them linear algebra does."""

from __future__ import annotations

import contextlib
import os


def cores() -> int:
    """The number of processors that this process may run on, at least 1."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def one_thread() -> contextlib.AbstractContextManager[object]:
    """One thread for linear algebra: several would mostly wait for each other, and sums differ with their number."""
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return contextlib.nullcontext()
    return threadpool_limits(limits=1)
