"""Results that take seconds, computed once for each state of the code and data: by the build, and then read.

The checks of the ledger, the chapters, and the tests that run both again look at the same simulations, each in a
process of its own. While the book is built, which is when METRICBOOK_KEEP is set, what a function decorated by `kept`
returns is stored; everybody else reads it, or computes it if it is not there. As nobody but the build stores anything,
a session in which the code was changed, or a test that puts another function in its place, leaves nothing behind.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
from collections.abc import Callable
from functools import cache, wraps
from importlib.metadata import version
from inspect import signature
from pathlib import Path
from typing import ParamSpec, TypeVar

from metricbook.pages.clone import PACKAGE, cache_folder, data_folder

__all__ = ["folder", "kept", "state", "store"]

#: While this environment variable is set, results are stored.
KEEP = "METRICBOOK_KEEP"
# What the numbers rest on beside the package itself.
LIBRARIES = ("numpy", "scipy", "pandas", "sympy", "numba")
_P = ParamSpec("_P")
_R = TypeVar("_R")


def kept(compute: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compute each result of a function once in a session, and once in a build of the book.

    The function may depend on nothing but its arguments, the package's source and the committed data, and a random
    generator, which it would leave in another state, cannot be one of them. Every call with the same arguments returns
    the same object, which is not to be changed.

    Examples
    --------
    >>> @kept
    ... def square(number):
    ...     print("computed")
    ...     return number * number
    >>> square(3), square(number=3)
    computed
    (9, 9)
    """
    parameters = signature(compute)
    known: dict[str, _R] = {}

    @wraps(compute)
    def call(*arguments: _P.args, **named: _P.kwargs) -> _R:
        bound = parameters.bind(*arguments, **named)
        bound.apply_defaults()
        digest = hashlib.sha256(pickle.dumps(list(bound.arguments.items()))).hexdigest()[:20]
        if digest not in known:
            path = folder() / f"{compute.__module__}.{compute.__qualname__}-{digest}.pickle"
            if path.exists():
                known[digest] = pickle.loads(path.read_bytes())  # written by `store`, on this machine
            else:
                known[digest] = compute(*arguments, **named)
                if os.environ.get(KEEP):
                    store(path, known[digest])
        return known[digest]

    return call


def store(path: Path, result: object) -> None:
    """Write a result to a file, whole or not at all; whoever writes the same one at that time does no harm."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_bytes(pickle.dumps(result))
    unfinished.replace(path)


def folder() -> Path:
    """Return the folder of what is kept for this state of the code and data."""
    return cache_folder("ledger", in_clone="_build/ledger") / f"run-{state()}"


@cache
def state() -> str:
    """Return a digest of the package's source, the committed data and the versions of Python and the libraries.

    It is taken once in a session, as the code was loaded once.
    """
    versions = [platform.python_version(), *map(version, LIBRARIES)]
    digest = hashlib.sha256(" ".join(versions).encode())
    data = data_folder()
    files = sorted(PACKAGE.rglob("*.py")) + sorted(p for s in ("yml", "csv") for p in data.rglob(f"*.{s}"))
    for path in files:
        if "cache" not in path.parts:
            digest.update(str(path).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]
