"""Plugin of pytest for `make quick`: files of tests that nothing has touched since they last passed are left out.

What a file of tests can touch is what `claimledger.graph` finds behind its imports and those of its `conftest.py`, the
modules that it names in texts, as commands to run, and the files and folders below the repository that it names. Where
a path is no constant, all of the folder counts, and where the root is handed on, everything does. `--every-file` leaves
nothing out. What passed is in `_build/green.json`; a file with a test that failed stays out of it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from claimledger.cache import claims_read
from claimledger.graph import Graph, graph
from claimledger.project import project

ROOT = Path(__file__).resolve().parents[1]
GREEN = ROOT / "_build" / "green.json"
#: Folders of modules that are none of a package.
OTHERS = ("tests", "tools", "benchmarks")
#: What is no source: made, fetched, or of the tools' own.
NOT_SOURCES = re.compile(
    r"(^|/)(_build|\.git|\.venv|__pycache__|node_modules|\.[a-z]+_cache|\.hypothesis|book/back/api)$"
)
#: What every test depends on.
ALWAYS = ("pyproject.toml", "conftest.py", "tests/conftest.py", "tests/__init__.py")
#: A module in a text: with a dot, or where a command or an import would name it.
NAMED = re.compile(
    r"(?:(?:^|-m |import |from )(?=\w+)|\b(?=\w+\.))"
    r"(metricbook|claimledger|scoring_the_scores|tools|benchmarks)\b((?:\.\w+)*)"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that runs every file."""
    parser.addoption("--every-file", action="store_true", help="leave no file of tests out")


def pytest_configure(config: pytest.Config) -> None:
    """Look at what has changed, once for all processes."""
    config.pluginmanager.register(Quick(config), "quick")


class Quick:
    """What to leave out, and what has passed."""

    def __init__(self, config: pytest.Config) -> None:
        told = getattr(config, "workerinput", None)
        self.now: dict[str, str] = {} if told else digests(config)
        self.known = known_before()
        same = sorted(name for name, digest in self.now.items() if self.known.get(name) == digest)
        self.left_out: set[str] = set(told["quick"] if told else [] if config.option.every_file else same)
        self.ran: set[str] = set()
        self.failed: set[str] = set()

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a process what to leave out."""
        node.workerinput["quick"] = sorted(self.left_out)

    def pytest_report_header(self) -> str:
        """Say how many files of tests run."""
        return f"quick: {len(self.now) - len(self.left_out)} of {len(self.now)} files; nothing has touched the others"

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave a file out, or let others decide."""
        return name_of(collection_path) in self.left_out or None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the file of a test, and whether one failed."""
        name = report.nodeid.partition("::")[0]
        self.ran.add(name)
        if report.failed:
            self.failed.add(name)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that cannot be read; one without tests has passed."""
        name = report.nodeid.partition("::")[0]
        (self.failed if report.failed else self.ran).add(name)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Keep what passed, if all that was asked for was run."""
        if hasattr(session.config, "workerinput"):
            return
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self.left_out:
            session.exitstatus = pytest.ExitCode.OK
        whole = exitstatus in (0, 1, 5) and not (session.shouldstop or session.shouldfail)
        if whole and not session.config.option.keyword:
            passed = {name: self.now[name] for name in self.ran - self.failed if name in self.now}
            kept = {name: known for name, known in self.known.items() if name not in self.failed}
            GREEN.parent.mkdir(exist_ok=True)
            unfinished = GREEN.with_suffix(f".{os.getpid()}")
            unfinished.write_text(json.dumps(kept | passed, indent=0, sort_keys=True), encoding="utf-8")
            unfinished.replace(GREEN)


def known_before() -> dict[str, str]:
    """What passed, by files, with a digest of what each depended on then."""
    try:
        return dict(json.loads(GREEN.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def digests(config: pytest.Config) -> dict[str, str]:
    """A digest of what each file of tests depends on; a module's own examples are tests, too."""
    known = everything()
    found = {name: depends(known, module) for module, name in test_files(known)}
    known.save()
    return found


def everything() -> Graph:
    """The graph of the packages, the tests and the tools."""
    ours = graph()
    folders = {name: ROOT / name for name in OTHERS}
    return Graph({**ours.packages, **folders}, ours.data, project().cache("graph_of_tests.json"))


def test_files(known: Graph) -> Iterator[tuple[str, str]]:
    """Modules with tests, and the names of their files."""
    for module, path in known.modules.items():
        top = module.partition(".")[0]
        if top not in OTHERS or (top == "tests" and path.name.startswith("test_")):
            yield module, name_of(path)


def name_of(path: Path) -> str:
    """A path from the root of the repository."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def depends(known: Graph, module: str) -> str:
    """A digest of all that a file of tests depends on."""
    return digest(manifest(known, module))


def manifest(known: Graph, module: str) -> dict[str, str]:
    """What a file of tests depends on, by name."""
    above = module.split(".")
    conftests = {".".join([*above[:cut], "conftest"]) for cut in range(1, len(above))} & known.modules.keys()
    modules = known.closure({module, *conftests})
    places: set[Path] = set()
    for each in sorted(modules):
        if each.partition(".")[0] in OTHERS:
            names, read = said(known.modules[each])
            modules |= known.closure(inner for name in names for inner in named(known, name))
            places |= read
    modules |= known.closure(inner for each in modules if known.source(each).computed for inner in loaded(known, each))
    if any(claims_read(known, modules)):
        places |= set(project().data.glob("*/claims.yml"))
    if any(each.partition(".")[0] == "tools" for each in modules):
        places.add(ROOT / "tools")
    found = {f"module {name}": digest for name, digest in known.manifest(modules).items()}
    found |= {f"file {name_of(place)}": content(place) for place in sorted(places)}
    found |= {f"file {name}": content(ROOT / name) for name in (*ALWAYS, name_of(known.modules[module]))}
    return found | {"machine": machine()}


def loaded(known: Graph, module: str) -> Iterator[str]:
    """The modules that a module may load by a value: that its texts name, or that its values are by definition."""
    for text in (text for text in known.source(module).texts if "." in text):
        yield from known.behind(text)
    room = {"claimledger.run": r"\.check_\w+", "scoring_the_scores.exercises.checking": r"\.(?:exercises|key)"}.get(
        module
    )
    if room:
        yield from (each for each in known.modules if re.search(f"^{project().package}\\..*{room}$", each))
    elif module.partition(".")[0] == "tests":
        yield from (each for each in known.modules if each.partition(".")[0] not in OTHERS)


def named(known: Graph, name: str) -> set[str]:
    """The modules behind one that a text names, as a command does."""
    return set(known.behind(name)) | ({f"{name}.__main__"} & known.modules.keys())


@cache
def said(path: Path) -> tuple[frozenset[str], frozenset[Path]]:
    """The modules that a module's texts name, and the files and folders below the repository that it names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in docstrings]
    names = {"".join(found) for text in texts if isinstance(text, str) for found in NAMED.findall(text)}
    reader = Places(path, tree)
    reader.visit(tree)
    return frozenset(names), frozenset(reader.found)


class Places(ast.NodeVisitor):
    """Paths that a module makes from its own place: the longest that constants tell."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        self.path = path
        self.found: set[Path] = set()
        self.constants: dict[str, ast.expr] = {}
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.constants[node.targets[0].id] = node.value

    def visit(self, node: ast.AST) -> None:
        """Take the longest path that begins here, or look further in."""
        if isinstance(node, ast.Assign) and self.place(node.value) and isinstance(node.targets[0], ast.Name):
            return  # what the name stands for counts where it is used
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and "relative_to" in node.func.attr:
            self.visit(node.func)  # a path that others are told from is not read
            return
        place = self.place(node)
        if place is None:
            self.generic_visit(node)
        elif place.is_relative_to(ROOT):
            self.found.add(place)

    def place(self, node: ast.AST | None) -> Path | None:
        """The path that an expression gives, or the folder of what is no constant; None if it gives none."""
        match node:
            case ast.Name(id="ROOT") if "ROOT" not in self.constants:
                return ROOT
            case ast.Name(id=name) if name in self.constants and name.isupper():
                return self.place(self.constants[name])
            case ast.BinOp(op=ast.Div(), left=left, right=right):
                above = self.place(left)
                known = isinstance(right, ast.Constant) and (above is None or above.is_dir())
                return above / str(right.value) if above and known and isinstance(right, ast.Constant) else above
            case ast.Attribute(value=inner, attr="parent"):
                above = self.place(inner)
                return above and above.parent
            case ast.Subscript(value=ast.Attribute(value=inner, attr="parents"), slice=ast.Constant(value=int(step))):
                above = self.place(inner)
                return above and above.parents[step]
            case ast.Call(func=ast.Attribute(value=inner, attr="resolve")):
                return self.place(inner)
            case ast.Call(func=ast.Attribute(value=inner, attr="with_name"), args=[ast.Constant(value=str(name))]):
                above = self.place(inner)
                return above and above.with_name(name)
            case ast.Call(func=ast.Name(id="Path"), args=[ast.Name(id="__file__")]):
                return self.path
        return None


@cache
def content(place: Path) -> str:
    """A digest of a file, or of all sources in a folder."""
    if place.is_file():
        return hashlib.sha256(place.read_bytes()).hexdigest()[:20]
    return digest({name_of(path): content(path) for path in sources(place)})


def sources(folder: Path) -> list[Path]:
    """The files in a folder that are sources."""
    found = []
    for above, folders, names in os.walk(folder):
        place = name_of(Path(above))
        folders[:] = [name for name in folders if not NOT_SOURCES.search(f"{place}/{name}".removeprefix("./"))]
        if not re.search(r"^data/[^/]+/cache", place):
            found += [Path(above, name) for name in names]
    return sorted(found)


def digest(of: dict[str, str]) -> str:
    """A digest of names and digests."""
    return hashlib.sha256(json.dumps(of, sort_keys=True).encode()).hexdigest()[:20]


@cache
def machine() -> str:
    """A digest of what else decides whether a test passes: Python, what is installed, and how much is asked for."""
    from importlib.metadata import distributions

    installed = sorted(f"{each.name} {each.version}" for each in distributions())
    return digest(
        {
            "": json.dumps(
                [platform.python_version(), platform.machine(), installed, os.environ.get("METRICBOOK_TEST", "")]
            )
        }
    )
