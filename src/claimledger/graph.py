"""Dependencies of a piece of code: the modules that define the names it uses, followed from import to import.

Python runs every module of a package that its ``__init__`` imports. A result does not hang on all of them: it hangs on
the modules that define what its code names, what those name, and the files that any of them read. `Graph` finds these
without importing anything. `from metricbook import auroc` is followed through the ``__init__`` to the module that
defines `auroc`; of a package that is named whole, the attributes read off it are followed, and all that it exports
where these cannot be told. An ``__init__`` that only passes names on is not depended on, so nothing may happen in one.

A file is read where the code says so in constants: ``data_file("tuebingen", "scores.csv")`` of the committed data,
``files(__package__) / "report.html"`` or ``Path(__file__).parent / "goals.toml"`` beside the module. Where a part of
the path is no constant, all of the folder above it counts as read.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, packages_distributions, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from claimledger.parsing import Source, Use, parse, short_hash
from claimledger.project import Project, project

__all__ = ["Graph", "graph"]

#: A file that was written less than this many nanoseconds before may be written again with the same date.
_SETTLED: Final = 2_000_000_000
#: Comments on lines of their own, which a digest of a style sheet or a script ignores.
_REMARK: Final = re.compile(r"^ *(?:/\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


class Graph:
    """The modules of some packages, what each depends on, and the files that they read, as they are now.

    Parameters
    ----------
    packages : mapping
        The names of packages, or of folders of modules, and where they are.
    data : Path
        The folder of the committed data; ``data`` within a package comes before it.
    known : Path, optional
        A file of what was read off the same files before, which `save` writes: to read them again takes seconds.
    """

    def __init__(self, packages: Mapping[str, Path], data: Path, known: Path | None = None) -> None:
        self.packages, self.data, self._place = dict(packages), data, known
        self.seen = {path: sign for root in {*packages.values(), data} for path, sign in _files_below(root)}
        #: The file of each module.
        self.modules = {name: path for package, root in packages.items() for name, path in self._modules(package, root)}
        self._folders = {name[:cut] for name in self.modules for cut, mark in enumerate(name) if mark == "."}
        self._known = _read_known(known)
        self._now: dict[str, Any] = {}
        self._sources: dict[str, Source] = {}
        self._edges: dict[str, frozenset[str]] = {}
        self._files: dict[str, list[Path]] = {}

    def _modules(self, package: str, root: Path) -> Iterator[tuple[str, Path]]:
        above = f"{root}{os.sep}"
        for path in self.seen:
            place = str(path)
            if place.startswith(above) and place.endswith(".py"):
                name = place.removeprefix(above).removesuffix(".py").replace(os.sep, ".")
                yield ".".join([package, *([name] if name != "__init__" else [])]).removesuffix(".__init__"), path

    def source(self, module: str) -> Source:
        """The static analysis of a module."""
        if module not in self._sources:
            path = self.modules[module]
            package = path.stem == "__init__"
            known = self._of(path, lambda: self._as_json(_parsed(path, module, package=package)))
            uses = tuple(
                Use(name, None if arguments is None else tuple(arguments)) for name, arguments in known["uses"]
            )
            self._sources[module] = Source(**{**known, "uses": uses})
        return self._sources[module]

    def _as_json(self, source: Source) -> dict[str, Any]:
        """A source as JSON keeps it, with no more than the name of what is not ours, and without what is empty."""
        uses = [use if (top := use.name.partition(".")[0]) in self.packages else Use(top) for use in source.uses]
        stored = {each.name: getattr(source, each.name) for each in fields(source)}
        return {name: of for name, of in stored.items() if of} | {
            "uses": [*dict.fromkeys((u.name, u.arguments) for u in uses)]
        }

    def resolve(self, name: str) -> tuple[str, str] | None:
        """The module that defines what a dotted path stands for, and the rest of the path; None if it is not ours.

        The rest is empty where the path ends at a module.
        """
        package, *rest = name.split(".")
        return self._resolve(package, rest, frozenset()) if package in self.packages else None

    def _resolve(self, module: str, rest: list[str], before: frozenset[str]) -> tuple[str, str] | None:
        path = self.modules.get(module)
        if not rest or (path is not None and path.stem != "__init__"):
            return module, ".".join(rest)
        first, inner = rest[0], f"{module}.{rest[0]}"
        source = self.source(module) if path is not None else Source("")
        target = source.passes.get(first, inner)
        if target != inner and inner not in before:
            pass
        elif first in source.defined:
            return module, ".".join(rest)
        elif path is None or inner in self.modules or inner in self._folders:
            return self._resolve(inner, rest[1:], before)
        elif loaded := source.lazy.get(first):
            target = f"{loaded}.{first}" if self._has(loaded, first) else loaded
        else:
            return module, ""
        package, *below = [*target.split("."), *rest[1:]]
        resolved = self._resolve(package, below, before | {inner}) if package in self.packages else None
        return resolved or (module, ".".join(rest))

    def _has(self, module: str, name: str) -> bool:
        if module not in self.modules:
            return False
        source = self.source(module)
        return name in source.passes or name in source.defined

    def behind(self, use: str) -> frozenset[str]:
        """The modules that a use of a dotted path depends on by itself: those that define it."""
        target = self.resolve(use)
        if target is None:
            return frozenset()
        module, rest = target
        path = self.modules.get(module)
        if path is None:
            return frozenset()
        if rest or path.stem != "__init__":
            return frozenset({module})
        return frozenset({module}).union(*(self.behind(f"{module}.{name}") for name in self.exported(module)))

    def exported(self, package: str) -> list[str]:
        """The names that a package exports."""
        source = self.source(package)
        names = source.exports or (*source.passes, *source.defined, *source.lazy)
        return [name for name in dict.fromkeys(names) if self.resolve(f"{package}.{name}") != (package, "")]

    def edges(self, module: str) -> frozenset[str]:
        """The modules that a module depends on directly."""
        if module not in self._edges:
            targets = frozenset[str]().union(*(self.behind(use.name) for use in self.source(module).uses))
            self._edges[module] = targets - {module}
        return self._edges[module]

    def closure(self, modules: Iterable[str], *, without: Iterable[str] = ()) -> set[str]:
        """Modules with all that they depend on, but some, and what these alone depend on."""
        reached = set(without)
        todo = list(modules)
        while todo:
            module = todo.pop()
            if module not in reached:
                reached.add(module)
                todo += self.edges(module)
        return reached - {*without}

    def files(self, module: str) -> list[Path]:
        """The files, but other modules, that a module reads; a folder's are all in it."""
        if module not in self._files:
            places: set[Path] = set()
            for read in self.source(module).reads:
                first, *rest = read.split("/")
                above = self._data(module.partition(".")[0]) if first == "data" else self.modules[module].parent
                place = above.joinpath(*rest)
                pattern = re.compile(fnmatch.translate(str(place)).removesuffix(r"\Z") + r"(/.*)?")
                places |= (
                    {place} if place in self.seen else {each for each in self.seen if pattern.fullmatch(str(each))}
                )
            self._files[module] = sorted(each for each in places if each.suffix != ".py")
        return self._files[module]

    def _data(self, package: str) -> Path:
        """The folder of the data that a package reads: an installed copy has its own."""
        own = self.packages[package] / "data"
        return own if own.is_dir() else self.data

    def digest(self, path: Path) -> str:
        """A digest of the content of a file; comments are none in a style sheet and a script."""
        checksum: str = self._of(path, lambda: short_hash(_content(path)))
        return checksum

    def name(self, path: Path) -> str:
        """How a file is called wherever the folders are."""
        place = str(path)
        for name, root in {**self.packages, "data": self.data}.items():
            if place.startswith(f"{root}{os.sep}"):
                return name + place.removeprefix(str(root)).replace(os.sep, "/")
        return place

    def manifest(self, modules: Iterable[str]) -> dict[str, str]:
        """The names and digests of modules and of the files that they read, not of what they depend on."""
        checksums = {}
        for module in modules:
            path = self.modules.get(module)
            if path is not None:
                checksums[self.name(path)] = self.source(module).digest
            checksums |= {self.name(each): self.digest(each) for each in self.files(module)}
        return dict(sorted(checksums.items()))

    def libraries(self, modules: Iterable[str]) -> dict[str, str]:
        """The releases of what modules import that is neither ours nor Python's own, and of what these need."""
        return self.releases(use.name for module in modules for use in self.source(module).uses)

    def releases(self, names: Iterable[str]) -> dict[str, str]:
        """As `libraries`, of dotted paths."""
        versions: dict[str, str] = {}
        tops = {name.partition(".")[0] for name in names}
        for name in sorted(tops - {*self.packages, *sys.stdlib_module_names, ""}):
            versions |= self._remembered(f"library {name}", _installed(), partial(_releases, name))
        return versions

    def unchanged(self, names: Iterable[str]) -> bool:
        """Whether files, given by their names, are as they were when this graph was made."""
        places = {self.name(path): (path, sign) for path, sign in self.seen.items()}
        return all(_sign(places[name][0]) == places[name][1] for name in names if name in places)

    def save(self) -> None:
        """Store what was analysed for the next process."""
        if self._place is None or all(self._known.get(name) == entry for name, entry in self._now.items()):
            return
        settled = time.time_ns() - _SETTLED
        entries = {
            name: [sign, content]
            for name, (sign, content) in (self._known | self._now).items()
            if isinstance(sign, str) or (Path(name) in self.seen and max(sign[1:]) < settled)
        }
        self._place.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self._place.with_suffix(f".{os.getpid()}")
        try:
            unfinished.write_text(json.dumps({"of": _OF, "entries": entries}), encoding="utf-8")
            unfinished.replace(self._place)
        finally:
            unfinished.unlink(missing_ok=True)

    def _of(self, path: Path, read: Callable[[], Any]) -> Any:
        """The analysis of a file, stored or new."""
        return self._remembered(str(path), list(self.seen.get(path) or _sign(path) or ()), read)

    def _remembered(self, name: str, sign: Any, read: Callable[[], Any]) -> Any:
        if name not in self._now:
            entry = self._known.get(name)
            self._now[name] = entry if entry and entry[0] == sign else [sign, read()]
        return self._now[name][1]


#: The analysis also depends on these modules, and on the Python that parses.
_OF: Final = [
    *(short_hash(Path(__file__).with_name(f"{name}.py").read_bytes()) for name in ("graph", "parsing")),
    sys.version,
]


def _read_known(place: Path | None) -> dict[str, Any]:
    try:
        known = json.loads(place.read_text(encoding="utf-8")) if place else {}
        return dict(known["entries"]) if known.get("of") == _OF else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _parsed(path: Path, module: str, *, package: bool) -> Source:
    content = path.read_bytes()
    try:
        return parse(content.decode(), module, package=package)
    except (ValueError, SyntaxError):  # importing it raises the error
        return Source(short_hash(content))


@cache
def _installed() -> str:
    """A digest of what is installed, by the names of the folders that say so, which end in the release."""
    names = [name for place in sys.path if os.path.isdir(place or ".") for name in os.listdir(place or ".")]
    return short_hash("\n".join(sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))).encode())


def _releases(library: str) -> dict[str, str]:
    """The releases of what brings a top-level name, and of all that it needs, optional parts left out."""
    releases: dict[str, str] = {}
    todo = list(_providers().get(library, []))
    while todo:
        name = todo.pop()
        try:
            needed = requires(name) or []
            if name.lower() not in releases:
                releases[name.lower()] = version(name)
                todo += [re.split(r"[^\w.-]", line)[0] for line in needed if "extra ==" not in line]
        except PackageNotFoundError:
            continue
    return releases or {library: "not installed"}


@cache
def _providers() -> Mapping[str, list[str]]:
    return packages_distributions()


def _content(path: Path) -> bytes:
    if path.suffix not in (".css", ".js"):
        return path.read_bytes()
    return _REMARK.sub("", path.read_text(encoding="utf-8")).encode()


def _sign(path: Path) -> tuple[int, int, int] | None:
    """By what a file is known to be the same: its size, and when its content and its entry were changed."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _files_below(root: Path) -> Iterator[tuple[Path, tuple[int, int, int] | None]]:
    """The files in a folder but those that are hidden, compiled or fetched."""
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if name not in ("cache", "__pycache__") and not name.startswith(".")]
        for name in names:
            if not name.startswith("."):
                path = Path(folder, name)
                yield path, _sign(path)


def graph() -> Graph:
    """The graph of the project at hand, of the packages that it follows and of this one, as it was first asked for."""
    return _graph(project())


@cache
def _graph(of: Project) -> Graph:
    others = {name: Path(str(find_spec(name).origin)).parent for name in (*of.follows, "claimledger")}  # type: ignore[union-attr]
    return Graph({of.package: of.folder, **others}, of.data, of.cache("graph.json"))
