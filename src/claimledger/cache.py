"""Results that take seconds, stored with a list of what they depend on, and taken again while all of that is as it was.

The list, a manifest, names what `claimledger.graph` finds behind a module, each with a digest: modules and files, rows
of claims, the machine and the releases of libraries. So a change is seen where it matters and nowhere else, and whoever
asks why something is computed again compares two lists.

What a function decorated by `cached_result` returns is looked at by checks, chapters and tests, each in a process of
its own. It is stored while the book is built, which is when METRICBOOK_STORE is set; everybody else reads it, or
computes it if it is not there. As nobody but the build stores anything, a session in which the code was changed, or a
test that puts another function in its place, leaves nothing behind.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, wraps
from inspect import signature
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import numpy as np

from claimledger.claims import Claim, Printed, load, sources
from claimledger.graph import Graph, graph
from claimledger.machine import deciding
from claimledger.parsing import Use
from claimledger.project import project

__all__ = ["Entry", "behind", "cached_result", "canonical", "claims_read", "digest", "folder", "read", "rows", "write"]

#: While this environment variable is set, results are stored.
STORE: Final = "METRICBOOK_STORE"
#: Fields of a claim that its check can depend on; its verdict is compared with the evidence afterwards.
CHECKED: Final = ("id", "where", "published", "tolerance", "columns", "computed")
#: Where the ledger offers what looks at claims.
_LEDGER: Final = {f"claimledger.{name}" for name in ("claims", "errata", "listing", "pages", "run")}
_P = ParamSpec("_P")
_R = TypeVar("_R")


@dataclass(frozen=True)
class Entry:
    """A stored result: what it depends on, the pickled result, and metadata."""

    manifest: Mapping[str, str]
    content: bytes
    about: Mapping[str, Any] = field(default_factory=dict)


def folder() -> Path:
    """Return the folder of stored results: of checks by their claims, and of functions."""
    return project().cache("ledger")


def read(path: Path) -> Entry | None:
    """Read what is stored in a file; None if there is nothing, or nothing that can be read."""
    try:
        manifest, content, about = pickle.loads(path.read_bytes())
    except Exception:  # what another version wrote, or half of it, is computed again
        return None
    return Entry(manifest, content, about)


def write(path: Path, entry: Entry) -> None:
    """Store a result, whole or not at all, but none of code or data that were changed since they were looked at.

    Concurrent writers of the same result do no harm.
    """
    if not graph().unchanged(entry.manifest):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    try:
        unfinished.write_bytes(pickle.dumps((dict(entry.manifest), entry.content, dict(entry.about))))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def cached_result(compute: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compute each result of a function once in a session, and once in a build of the book.

    The function may depend on nothing but its arguments and what `behind` finds for its module, and a random generator,
    which it would leave in another state, cannot be one of them. Every call with the same arguments returns the same
    object, which is not to be changed.

    Examples
    --------
    >>> @cached_result
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
        asked_for = hashlib.sha256(pickle.dumps(list(bound.arguments.items()))).hexdigest()[:20]
        if asked_for not in known:
            path = folder() / "functions" / f"{compute.__module__}.{compute.__qualname__}-{asked_for}.pickle"
            manifest = behind(compute.__module__)
            stored = _result(path, manifest)
            if stored is None:
                known[asked_for] = compute(*arguments, **named)
                if os.environ.get(STORE) and compute.__module__ in graph().modules:
                    content = pickle.dumps(known[asked_for])
                    write(path, Entry(manifest, content, {"module": compute.__module__}))
            else:
                known[asked_for] = stored[0]
        return known[asked_for]

    return call


def _result(path: Path, manifest: Mapping[str, str]) -> tuple[Any] | None:
    """The result that is stored in a file, if it depends on what is there now."""
    entry = read(path)
    if entry is None or entry.manifest != manifest:
        return None
    try:
        return (pickle.loads(entry.content),)  # written by `write`, on this machine
    except Exception:
        return None


def forget(claims: Iterable[str]) -> None:
    """Remove what is stored of claims that are gone, of functions in another state, and what is not of this form."""
    places = {folder() / "checks" / f"{claim}.pickle" for claim in claims}
    for path in sorted(folder().rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.parent == folder() / "functions" and path.suffix == ".pickle":
            entry = read(path)
            if entry is None or entry.manifest != behind(entry.about.get("module", "")):
                path.unlink(missing_ok=True)
        elif path.suffix == ".pickle" and path not in places:
            path.unlink(missing_ok=True)


def behind(module: str) -> Mapping[str, str]:
    """Return what a module's results depend on: names and digests of modules, files, rows, machine and libraries."""
    return _behind(graph(), module)


@cache
def _behind(known: Graph, module: str) -> Mapping[str, str]:
    if module not in known.modules:
        return {f"module {module}": "is not there"}
    modules = closure(known, [module])
    read, shown = claims_read(known, modules)
    manifest = known.manifest(modules) | {f"claim {name}": row for name, row in rows(read | shown, CHECKED).items()}
    return manifest | machine() | {f"library {name}": release for name, release in known.libraries(modules).items()}


def closure(known: Graph, modules: Iterable[str]) -> set[str]:
    """Return modules with all that they depend on but the cache, which gives what would be computed without it."""
    return known.closure(modules, without=[__name__, graph.__module__])


def machine() -> dict[str, str]:
    """Return what of this machine can decide a result."""
    return {f"machine's {name}": text for name, text in deciding().items()}


def rows(names: Iterable[str], of: Iterable[str] = ()) -> dict[str, str]:
    """Return digests of claims by their ids, of some of their fields or of all.

    Other names are ignored.
    """
    claims = load()
    columns = tuple(of) or tuple(each.name for each in fields(Claim))
    return {
        name: digest([canonical(getattr(claims[name], each)) for each in columns])
        for name in sorted(names)
        if name in claims
    }


def claims_read(known: Graph, modules: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the ids of the claims that modules look at, and of those whose evidence they show."""
    questions = [_claims_read_in(known, module) for module in modules if module.partition(".")[0] != __package__]
    read, shown = (set[str]().union(*(each[k] for each in questions)) for k in (0, 1))
    return read, shown


@cache
def _claims_read_in(known: Graph, module: str) -> tuple[set[str], set[str]]:
    part = module.partition(".")[2].partition(".")[0]
    return claims_read_by(known, known.source(module).uses, part)


def claims_read_by(known: Graph, uses: Iterable[Use], part: str) -> tuple[set[str], set[str]]:
    """As `claims_read`, of what code uses in a part of the book.

    Where no constants say which claims, all of the part's paper are meant, or all there are if the part has none.
    """
    targets = ((known.resolve(use.name), use.arguments or ()) for use in uses)
    ledger = [(target, arguments) for target, arguments in targets if target and target[0] in _LEDGER]
    if not ledger:
        return set(), set()
    claims = load()
    every = {claim.id for claim in claims.values() if claim.paper == part} if part in sources() else set(claims)
    read, shown, evaluates = set[str](), set[str](), False
    for target, arguments in ledger:
        named = set(arguments) if arguments and set(arguments) <= set(claims) else every
        match target:
            case "claimledger.claims", "load":
                read |= named
            case "claimledger.claims", "sources" | "papers":
                read |= set(claims)
            case "claimledger.run", "evaluate":
                evaluates = True
            case ("claimledger.run", "result") | ("claimledger.pages", "show"):
                shown |= named
            case "claimledger.pages", "findings":
                shown |= {claim.id for claim in claims.values() if claim.chapter in arguments} or every
            case "claimledger.errata", "erratum_page" if arguments:
                shown |= {claim.id for claim in claims.values() if claim.paper in arguments}
            case ("claimledger.run", "results" | "stored") | (
                "claimledger.errata" | "claimledger.pages" | "claimledger.listing",
                _,
            ):
                shown |= set(claims)
    shown |= read if evaluates else set()
    followed = {first for name in shown if (first := claims[name].follows)}  # to which a link leads
    return read | followed, shown


def canonical(value: Any) -> Any:
    """Return a value in a form whose text is the same whenever the value is: printed numbers as they are printed.

    Examples
    --------
    >>> canonical({"tau": Printed("0.50")})
    ['dict', ['tau', ['Printed', '0.50']]]
    """
    if isinstance(value, Printed):
        return ["Printed", value.text]
    if is_dataclass(value) and not isinstance(value, type):
        listed = [[each.name, canonical(getattr(value, each.name))] for each in fields(value) if each.repr]
        return [type(value).__name__, *listed]
    if isinstance(value, Mapping):
        return ["dict", *([str(key), canonical(entry)] for key, entry in value.items())]
    if isinstance(value, np.ndarray):
        return ["array", str(value.dtype), value.shape, canonical(value.tolist())]
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(canonical, value)]
    return repr(value)


def digest(value: Any) -> str:
    """Return a digest of the text of a value."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:20]


def differences(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """Say what differs between two manifests, an entry at a time."""
    for name in sorted({*before, *now}):
        if name not in now:
            yield f"{name} is not looked at any more"
        elif name not in before:
            yield f"{name} is looked at now"
        elif before[name] != now[name]:
            of_text = name.startswith(("library ", "machine's "))
            yield f"{name} is {now[name]}, and was {before[name]}" if of_text else f"{name} is another"
