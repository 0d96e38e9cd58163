"""Results that take seconds, computed once for each state of what they depend on: by the build, and then read.

The checks of the ledger, the chapters, and the tests that run both again look at the same simulations, each in a
process of its own. While the book is built, which is when METRICBOOK_KEEP is set, what a function decorated by `kept`
returns is stored; everybody else reads it, or computes it if it is not there. As nobody but the build stores anything,
a session in which the code was changed, or a test that puts another function in its place, leaves nothing behind.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from functools import cache, wraps
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import ParamSpec, TypeVar

from claimledger.machine import deciding
from claimledger.project import project

__all__ = ["folder", "kept", "room_of", "state", "store", "unchanged"]

#: While this environment variable is set, results are stored.
KEEP = "METRICBOOK_KEEP"
_P = ParamSpec("_P")
_R = TypeVar("_R")


def kept(compute: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compute each result of a function once in a session, and once in a build of the book.

    The function may depend on nothing but its arguments and what `state` looks at for its room, and a random generator,
    which it would leave in another state, cannot be one of them. Every call with the same arguments returns the same
    object, which is not to be changed.

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
            path = folder(room_of(compute.__module__)) / f"{compute.__module__}.{compute.__qualname__}-{digest}.pickle"
            if path.exists():
                known[digest] = pickle.loads(path.read_bytes())  # written by `store`, on this machine
            else:
                known[digest] = compute(*arguments, **named)
                if os.environ.get(KEEP):
                    store(path, known[digest])
        return known[digest]

    return call


def store(path: Path, result: object) -> None:
    """Write a result to a file, whole or not at all, but none of code or data that were changed since they were read.

    Whoever writes the same one at that time does no harm.
    """
    if not unchanged():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    try:
        unfinished.write_bytes(pickle.dumps(result))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def room_of(module: str) -> str:
    """Return the room of the project's package that a module lies in, or its part if it is shared, or nothing.

    Examples
    --------
    >>> room_of("scoring_the_scores.flach.h_measure.tables")
    'flach.h_measure'
    >>> room_of("scoring_the_scores.flach.examples"), room_of("metricbook.metrics.sweep")
    ('flach', '')
    """
    ours = project()
    _, _, inside = module.partition(f"{ours.package}.")
    part, *rest = inside.split(".")
    in_room = rest and (ours.folder / part / rest[0]).is_dir()
    return f"{part}.{rest[0]}" if in_room else part


def folder(room: str = "") -> Path:
    """Return the folder of what is kept for this state of what a room depends on."""
    return project().cache("ledger") / f"{room or 'all'}-{state(room)}"


@cache
def state(room: str = "") -> str:
    """Return a digest of the code and data that a room can depend on, and of what else can decide a result.

    That is the processor with its SIMD and the kernels of BLAS, and the versions of Python and the libraries, so that
    nothing that was kept on another kind of machine is taken for this one's own.

    Without a room, that is the whole package and all committed data. A room may import neither another room nor what
    another part shares, and reads no claims but its part's. It is taken once in a session, as the code was loaded once.

    Parameters
    ----------
    room : str
        Such as ``"flach.h_measure"``, or a part alone for what it shares. A part without claims of
        its own speaks of all, so its rooms can depend on everything.
    """
    digest = hashlib.sha256("\0".join(deciding()).encode())
    part, _, name = room.partition(".")
    whole = not (project().data / part / "claims.yml").exists()
    for path, content in _read()[0].items():
        match path.parts:
            case "data", other, "claims.yml":
                needed = other == part
            case package, other, inside, *deeper if package == project().package:
                shared = other in ("exercises", "pages", "course")
                needed = shared or (other == part and (not deeper or inside == name))
            case _:
                needed = True
        if whole or needed:
            digest.update(str(path).encode() + b"\0" + content)
    return digest.hexdigest()[:20]


def unchanged() -> bool:
    """Tell whether no file of the package or the data was written since this session looked at them."""
    return _changed_last() == _read()[1]


@cache
def _read() -> tuple[dict[Path, bytes], int]:
    """A digest of each file of the package and the data, by its place in them, and when one was last changed."""
    changed = _changed_last()
    return {place: hashlib.sha256(path.read_bytes()).digest() for place, path in _files()}, changed


def _changed_last() -> int:
    return max(path.stat().st_ctime_ns for _, path in _files())


def _files() -> list[tuple[Path, Path]]:
    """The files of the package and the data, but those that are hidden or fetched, with their places in them."""
    roots = {
        name: Path(find_spec(name).origin).parent for name in (project().package, *project().follows, "claimledger")
    }
    roots["data"] = project().data
    found = [(Path(name, path.relative_to(root)), path) for name, root in roots.items() for path in root.rglob("*.*")]
    return sorted(
        (place, path)
        for place, path in found
        if not path.name.startswith(".") and not {"cache", "__pycache__"} & {*place.parts} and path.is_file()
    )
