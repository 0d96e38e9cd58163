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

import ast
import fnmatch
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, packages_distributions, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from claimledger.project import Project, project

__all__ = ["Graph", "Source", "Use", "graph", "parse"]

#: A file that was written less than this many nanoseconds before may be written again with the same date.
_SETTLED: Final = 2_000_000_000
#: Comments on lines of their own, which a digest of a style sheet or a script ignores.
_REMARK: Final = re.compile(r"^ *(?:/\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
#: Functions that load a module by a value, and not by an import.
_LOADERS: Final = frozenset({"import_module", "__import__"})


@dataclass(frozen=True)
class Use:
    """A name that code uses: the dotted path from the module it was imported from, and constants it is called with.

    Attributes
    ----------
    name : str
        Such as ``"metricbook.tile.kappa"``. It ends at a module if this is used whole.
    arguments : tuple of str, or None
        The arguments of the call, or for ``load()["flach.thm4"]`` the key, if all are constant texts; otherwise None.
    """

    name: str
    arguments: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Source:
    """What static analysis gives of one module, or of a notebook's cells.

    Attributes
    ----------
    digest : str
        Of what it does: of its syntax tree without docstrings, or of its text if it looks at docstrings or lines.
    uses : tuple of Use
        The imported names that it uses.
    passes : mapping
        Of a package: the names that its imports bind, and the dotted paths that they stand for.
    defined : tuple of str
        Of a package: the names that it defines itself.
    exports : tuple of str or None
        Of a package: its ``__all__``.
    lazy : mapping
        Of a package: names that it loads when they are asked for, and the modules that these are or are in.
    reads : tuple of str
        Files and folders that it reads: ``data/...``, or ``./...`` beside it.
    texts : tuple of str
        Its other constant texts that name a module.
    computed : int
        How many imports it has of a module that a value names.
    """

    digest: str
    uses: tuple[Use, ...] = ()
    passes: Mapping[str, str] = field(default_factory=dict)
    defined: tuple[str, ...] = ()
    exports: tuple[str, ...] | None = None
    lazy: Mapping[str, str] = field(default_factory=dict)
    reads: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    computed: int = 0


def parse(text: str, module: str = "", *, package: bool = False) -> Source:
    """Read the text of a module.

    Parameters
    ----------
    text : str
        Python.
    module : str
        Its name, from which relative imports go; a notebook has none.
    package : bool
        Whether it is the ``__init__`` of a package.

    Examples
    --------
    >>> source = parse("import metricbook as mb\\nfrom metricbook import tile\\nmb.auroc([0], [1]); tile.kappa")
    >>> [use.name for use in source.uses]
    ['metricbook.auroc', 'metricbook.tile.kappa']
    """
    tree = ast.parse(text)
    bound, whole = _imports(tree, module if package else module.rpartition(".")[0])
    visitor = _Uses(tree, bound)
    visitor.visit(tree)
    used, tops = {use.name for use in visitor.uses}, {path.partition(".")[0] for path in whole}
    # What is imported and never named is imported for what that does, or to be passed on.
    idle = [path for name, paths in bound.items() if name not in visitor.named for path in paths if path not in tops]
    idle += [path for path in whole if not any(name == path or name.startswith(f"{path}.") for name in used)]
    return Source(
        digest=_digest_of(text, tree),
        uses=tuple(dict.fromkeys([*visitor.uses, *map(Use, idle)])),
        passes={name: paths[0] for name, paths in bound.items()} if package else {},
        defined=tuple(_defined(tree)) if package else (),
        exports=_exports(tree) if package else None,
        lazy=_lazy(tree) if package else {},
        reads=tuple(dict.fromkeys(visitor.reads)),
        texts=tuple(dict.fromkeys(visitor.texts if visitor.computed else ())),
        computed=visitor.computed,
    )


def _imports(tree: ast.AST, inside: str) -> tuple[dict[str, list[str]], list[str]]:
    """The names that imports bind, wherever they stand, and the modules that they name whole."""
    bound: dict[str, list[str]] = {}
    whole = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                whole.append(alias.name)
                bound.setdefault(name, []).append(alias.name if alias.asname else name)
        elif isinstance(node, ast.ImportFrom):
            parts = inside.split(".")
            above = parts[: len(parts) + 1 - node.level] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                if alias.name == "*":
                    whole.append(source)
                else:
                    bound.setdefault(alias.asname or alias.name, []).append(f"{source}.{alias.name}")
    return {name: list(dict.fromkeys(paths)) for name, paths in bound.items()}, whole


class _Uses(ast.NodeVisitor):
    """Where imported names are used, and which files are read."""

    def __init__(self, tree: ast.Module, bound: Mapping[str, list[str]]) -> None:
        self.bound, self.constants = bound, {name: value for names, value in _assigned(tree) for name in names}
        self.uses: list[Use] = []
        self.named: set[str] = set()
        self.reads: list[str] = []
        self.texts: list[str] = []
        self.computed = 0
        self.within: set[ast.AST] = set()
        self.given: ast.AST | None = None

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.expr) and node not in self.within and (place := self._place(node)):
            self.within |= set(ast.walk(node))
            # What gives a file that its caller names reads none; nor does what gives a folder, to look further.
            if place not in (["data"], ["."]) and (node is not self.given or place[-1] != "..."):
                self.reads.append("/".join(place).removesuffix("/..."))
        super().visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        self.given = node.value
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        texts = _texts([*node.args, *(keyword.value for keyword in node.keywords)])
        if chain := _chain(node.func):
            if chain[-1] in _LOADERS:
                if texts is None or len(node.args) != 1:
                    self.computed += 1
                else:
                    self.uses += [Use(texts[0])]
            if chain[0] in self.bound:
                self._use(chain, texts)
            else:
                self.visit(node.func)
        else:
            self.visit(node.func)
        for inner in (*node.args, *node.keywords):
            self.visit(inner)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        key, called = node.slice, node.value
        chain = _chain(called.func) if isinstance(called, ast.Call) and not called.args else []
        if chain and chain[0] in self.bound and isinstance(key, ast.Constant) and isinstance(key.value, str):
            self._use(chain, (key.value,))
        else:
            self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        chain = _chain(node)
        if chain and chain[0] in self.bound:
            self._use(chain)
        else:
            self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self.bound and isinstance(node.ctx, ast.Load):
            self._use([node.id])

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and re.fullmatch(r"[a-z_]\w*(\.\w+)+|[a-z]\w+", node.value):
            self.texts.append(node.value)

    def _use(self, chain: list[str], arguments: tuple[str, ...] | None = None) -> None:
        self.named.add(chain[0])
        self.uses += [Use(".".join([path, *chain[1:]]), arguments) for path in self.bound[chain[0]]]

    def _place(self, node: ast.AST | None) -> list[str] | None:
        """The parts of the path that an expression gives, ``...`` after what is no constant; None if it gives none."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return self._below(self._place(node.left), [node.right])
        if isinstance(node, ast.Name):
            return self._place(self.constants.get(node.id)) if node.id.isupper() else None
        if isinstance(node, ast.Attribute):
            if node.attr == "data" and _calls(node.value, "project", "PROJECT"):
                return ["data"]
            return ["."] if node.attr == "parent" and _is_file(node.value) else None
        if not isinstance(node, ast.Call):
            return None
        name = (_chain(node.func) or [""])[-1]
        if name == "data_file":
            return self._below(["data"], node.args)
        if name == "files" and node.args and _chain(node.args[0]) == ["__package__"]:
            return ["."]
        if isinstance(node.func, ast.Attribute):
            if node.func.attr == "with_name" and _is_file(node.func.value):
                return self._below(["."], node.args)
            if node.func.attr in ("joinpath", "glob", "rglob"):
                above = self._place(node.func.value)
                return self._below(above, [*([ast.Constant("**")] if node.func.attr == "rglob" else []), *node.args])
        return None

    def _below(self, above: list[str] | None, names: Iterable[ast.expr]) -> list[str] | None:
        parts = list(above or [])
        for name in names:
            if parts[-1:] == ["..."]:
                break
            parts += self._constant(name) or ["..."]
        return parts if above else None

    def _constant(self, node: ast.expr | None) -> list[str] | None:
        """The parts that an argument names, if it is a constant or the module's name for one."""
        if isinstance(node, ast.Starred):
            node = node.value
        if isinstance(node, ast.Name):
            node = self.constants.get(node.id) if node.id.isupper() else None
        texts = _texts(node.elts if isinstance(node, (ast.Tuple, ast.List)) else filter(None, [node]))
        return list(texts) if texts else None


def _chain(node: ast.AST) -> list[str] | None:
    """The names of ``a.b.c``; None of anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return [node.id, *reversed(names)] if isinstance(node, ast.Name) else None


def _calls(node: ast.AST, *names: str) -> bool:
    chain = _chain(node.func if isinstance(node, ast.Call) else node)
    return chain is not None and chain[-1] in names


def _is_file(node: ast.AST) -> bool:
    """Whether an expression is ``Path(__file__)``, resolved or not."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "resolve":
        node = node.func.value
    return _calls(node, "Path") and "__file__" in ast.dump(node)


def _texts(values: Iterable[ast.AST]) -> tuple[str, ...] | None:
    """The values of constant texts; None if there is anything else among them, or nothing."""
    nodes = list(values)
    texts = tuple(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return texts if texts and len(texts) == len(nodes) else None


def _assigned(tree: ast.Module) -> Iterator[tuple[list[str], ast.expr | None]]:
    for node in _top_level(tree.body):
        if isinstance(node, ast.Assign):
            yield (
                [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)],
                node.value,
            )
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield [node.target.id], node.value


def _top_level(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, those within ``if`` and ``try`` included."""
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try, ast.With)):
            parts = [node.body, getattr(node, "orelse", []), getattr(node, "finalbody", [])]
            parts += [handler.body for handler in getattr(node, "handlers", [])]
            for part in parts:
                yield from _top_level(part)


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in _top_level(tree.body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
    for names, _ in _assigned(tree):
        yield from names


def _exports(tree: ast.Module) -> tuple[str, ...] | None:
    for names, value in _assigned(tree):
        if names == ["__all__"] and isinstance(value, (ast.List, ast.Tuple)):
            return _texts(value.elts)
    return None


def _lazy(tree: ast.Module) -> dict[str, str]:
    """The dictionaries of constant texts of a module with ``__getattr__``, as one."""
    lazy: dict[str, str] = {}
    if "__getattr__" in _defined(tree):
        for _, value in _assigned(tree):
            if (
                isinstance(value, ast.Dict)
                and (keys := _texts(filter(None, value.keys)))
                and (texts := _texts(value.values))
            ):
                lazy |= dict(zip(keys, texts, strict=True))
    return lazy


def _digest_of(text: str, tree: ast.Module) -> str:
    """A digest of code without comments, blank lines and, unless the module reads them, docstrings."""
    if "__doc__" in text or "getsource" in text:
        return _hash(text.encode())
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                del node.body[0]
    return _hash(ast.dump(tree).encode())


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:20]


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
        checksum: str = self._of(path, lambda: _hash(_content(path)))
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


#: The analysis also depends on this module, and on the Python that parses.
_OF: Final = [_hash(Path(__file__).read_bytes()), sys.version]


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
        return Source(_hash(content))


@cache
def _installed() -> str:
    """A digest of what is installed, by the names of the folders that say so, which end in the release."""
    names = [name for place in sys.path if os.path.isdir(place or ".") for name in os.listdir(place or ".")]
    return _hash("\n".join(sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))).encode())


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
