"""Who may import whom: the plan of the house as a test, and planted violations that it must find."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import claimledger
import metricbook
from claimledger import load
from claimledger.graph import Graph, graph
from claimledger.parsing import parse
from scoring_the_scores import exercises
from scoring_the_scores.contents import parts
from tests.each import of_each

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"
#: Each floor of a package, and the floors of the same package that it may import. A module beside the folders is a
#: floor by its name, "" is the package's `__init__`.
LIBRARY: dict[str, set[str]] = {
    "": {"confusion", "metrics"},
    "__main__": {""},
    "_cores": set(),
    "_extras": set(),
    "_files": {"_extras"},
    "writing": set(),
    "confusion": set(),
    "metrics": {"confusion"},
    "exact": set(),
    "tile": {"metrics"},
    "causal": {"_cores", "_extras", "_files", "metrics", "writing"},
    "explorers": {"confusion", "metrics", "tile"},
    "reports": {"_cores", "_extras", "explorers", "metrics", "tile", "writing"},
}
BOOK: dict[str, set[str]] = {
    "": set(),
    "_extras": set(),
    "files": set(),
    "contents": set(),
    "learning": set(),
    "patients": {"learning"},
    "pages": {"_extras", "contents", "files"},
    "exercises": {"contents"},
    "course": {"", "contents", "exercises"},
}
#: What a part may import of the book beside itself.
SHARED = {"_extras", "contents", "exercises", "files", "learning", "pages", "patients"}
#: The packages, and which others each may import.
PACKAGES: dict[str, set[str]] = {
    "metricbook": set(),
    "claimledger": set(),
    "scoring_the_scores": {"metricbook", "claimledger"},
}
#: The packages of which others use only what is declared.
DECLARED: dict[str, ModuleType] = {"metricbook": metricbook, "claimledger": claimledger}
#: What a module of figures may import beside the book: it draws and computes nothing.
DRAWING = {"matplotlib", "numpy", "pandas"}
STANDARD = {"__future__", "collections", "fractions", "io", "itertools", "typing"}


def used(path: Path, src: Path) -> set[str]:
    """The dotted paths of all that a module imports and reads off that; of what is not ours, the first name."""
    module = ".".join(path.relative_to(src).with_suffix("").parts).removesuffix(".__init__")
    known = graph() if src == SRC else Graph({package: src / package for package in PACKAGES}, src)
    return {use.name for use in known.source(module).uses}


def imports(path: Path, src: Path) -> set[tuple[str, ...]]:
    """The modules that a file takes names from, wherever in it, as the parts of their names."""
    return {_module(tuple(name.split(".")), src) for name in used(path, src)}


def _module(path: tuple[str, ...], src: Path) -> tuple[str, ...]:
    """The module that a dotted path begins with, or all of the path if it is none of ours."""
    places = [(path[:cut], src.joinpath(*path[:cut])) for cut in range(len(path), 0, -1)]
    return next((name for name, place in places if place.is_dir() or place.with_suffix(".py").exists()), path)


def faults(path: Path, src: Path) -> Iterator[str]:
    """What a file imports against the plan."""
    package, *inside = path.relative_to(src).with_suffix("").parts
    here = [name for name in inside if name != "__init__"]
    for target in sorted(imports(path, src)):
        said = f"{path.relative_to(src)} imports {'.'.join(target)}"
        if path.name.endswith("figures.py") and not _may_draw_with(target, (package, *here[:1])):
            yield f"{said}: figures compute nothing"
        elif target[0] in PACKAGES and target[0] != package:
            if target[0] not in PACKAGES[package]:
                yield f"{said}: {package} may not know {target[0]}"
        elif target[0] == package and not _in_reach(package, here, list(target[1:]), src):
            yield f"{said}: against the plan of {package}"


def _may_draw_with(target: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Whether a module of figures may import it: its own part, the house style, and what draws."""
    own = (part, ("scoring_the_scores", "pages"), ("claimledger", "tables"))
    return target[:2] in own or target[0] in DRAWING | STANDARD


def _in_reach(package: str, here: list[str], target: list[str], src: Path) -> bool:
    """Whether a module may import another of its own package."""
    floor, there = "".join(here[:1]), "".join(target[:1])
    plan = {"metricbook": LIBRARY, "scoring_the_scores": BOOK}.get(package)
    if plan is None or floor == there:
        return floor in (plan or [floor]) or _in_room(here[1:], target[1:], src / package / floor)
    return there in plan.get(floor, SHARED)


def _in_room(here: list[str], target: list[str], part: Path) -> bool:
    """Whether a module of a part may import another of it: what the part shares, and no room but its own."""
    room = target[0] if target and (part / target[0]).is_dir() else None
    return room is None or here[:1] == [room]


def code_of(path: Path) -> str:
    """The code of a module, of a notebook's cells less commands to the kernel, or imports of either package in TOML."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n".join("".join(c["source"]) for c in json.loads(text)["cells"] if c["cell_type"] == "code")
        return re.sub(r"^(\s*)[%!].*$", r"\1pass", text, flags=re.MULTILINE)
    of_others = rf"^(?:from (?:{'|'.join(DECLARED)})\b.* import|import (?:{'|'.join(DECLARED)})\b).*$"
    return "\n".join(re.findall(of_others, text, re.MULTILINE)) if path.suffix == ".toml" else text


def taken(code: str) -> set[str]:
    """The dotted paths of all that code imports, and of what it reads off that by its name."""
    return {use.name for use in parse(code).uses}


def is_inside(path: str) -> bool:
    """Whether a path leads into the library or the ledger through a name that a package or a module does not offer."""
    top, *names = path.split(".")
    thing: Any = DECLARED.get(top)
    for name in names:
        if not isinstance(thing, ModuleType) or name.startswith("__"):
            return False
        loaded_when_named = {*metricbook._MODULES, *metricbook._FUNCTIONS} if thing is metricbook else set()
        if name not in {*getattr(thing, "__all__", ()), *loaded_when_named}:
            return True
        thing = getattr(thing, name)
    return False


def test_every_floor_is_in_the_plan() -> None:
    floors = {"" if path.stem == "__init__" else path.stem for path in (SRC / "metricbook").iterdir() if _is_code(path)}
    assert floors == set(LIBRARY)
    book = {
        "" if path.stem == "__init__" else path.stem
        for path in (SRC / "scoring_the_scores").iterdir()
        if _is_code(path)
    }
    parts = {path.parent.name for path in (SRC / "scoring_the_scores").glob("*/part.toml")}
    assert book - parts == {*BOOK, "front", "back"}
    assert {path.name for path in SRC.iterdir()} == set(PACKAGES)


def _is_code(path: Path) -> bool:
    return path.name != "hatch_build.py" and (path.suffix == ".py" or (path.is_dir() and path.name != "__pycache__"))


def test_every_module_of_metrics_has_tests_of_its_name() -> None:
    modules = {path.stem for path in SRC.glob("metricbook/metrics/*.py")} - {"__init__"}
    tests = ROOT.glob("tests/metricbook/metrics/test_*.py")
    assert modules <= {path.stem.removeprefix("test_") for path in tests}


def test_a_part_with_claims_names_no_other_parts() -> None:
    """So what it shows changes with its own claims alone, and a build that looks for changes looks at no others."""
    names = {path.parent.name for path in ROOT.glob("data/*/claims.yml")}
    parts = {name: re.compile(rf"[\"']{name}[./]\w") for name in names}
    assert parts
    for part in parts:
        others = [pattern for name, pattern in parts.items() if name != part]
        for path in [*(SRC / "scoring_the_scores" / part).rglob("*.py"), *(ROOT / "book" / part).glob("*.ipynb")]:
            text = code_of(path)
            assert not [found for pattern in others for found in pattern.findall(text)], path


def test_the_library_names_no_claim_no_chapter_and_no_exercise() -> None:
    ids = [*load(), *exercises.load()]
    chapters = [chapter for part in parts() if part.numbered for chapter in part.chapters]
    names = re.compile(
        rf"[\"'`](?:{'|'.join(map(re.escape, ids))})[\"'`]|(?<![\w.])(?:{'|'.join(map(re.escape, chapters))})(?![\w-])"
        rf"|\bclaim-(?:{'|'.join({chapter.partition('/')[0] for chapter in chapters})})-"
    )
    assert names.search('proof: "../flach/hands-argument.html#claim-flach-eq14-cost-density"')
    assert len(names.findall("solvedIf(\"mcdermott.no-mean\"); '#claim-flach-eq14'; `tile.rank-zones`")) == 3
    files = [path for path in (SRC / "metricbook").rglob("*") if path.suffix in {".py", ".js", ".css", ".html", ".md"}]
    assert len(files) > 100
    assert [(path.name, found) for path in files if (found := names.findall(path.read_text(encoding="utf-8")))] == []


@of_each(sorted(SRC.rglob("*.py")))
def test_imports_run_down(path: Path) -> None:
    assert list(faults(path, SRC)) == []


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("metricbook/metrics/a.py", "from metricbook.tile import b"),
        ("metricbook/metrics/a.py", "from ..tile import b"),
        ("metricbook/metrics/a.py", "def f():\n    import metricbook.tile.b"),
        ("metricbook/metrics/a.py", "import metricbook"),
        ("metricbook/exact/a.py", "from metricbook.metrics import sweep"),
        ("metricbook/tile/a.py", "from metricbook.exact.tile import place"),
        ("metricbook/tile/a.py", "from scoring_the_scores.x.frame import draw"),
        ("metricbook/causal/a.py", "from claimledger import load"),
        ("metricbook/__init__.py", "from scoring_the_scores.x.one.tables import table"),
        ("metricbook/elsewhere/a.py", "from metricbook.metrics import sweep"),
        ("claimledger/a.py", "from metricbook.causal import tuebingen_scores"),
        ("claimledger/a.py", "from metricbook.metrics.sweep import Sweep"),
        ("claimledger/a.py", "from scoring_the_scores.files import PROJECT"),
        ("scoring_the_scores/exercises/a.py", "from scoring_the_scores.x import shared"),
        ("scoring_the_scores/x/one/a.py", "from scoring_the_scores.y import shared"),
        ("scoring_the_scores/x/one/a.py", "from scoring_the_scores.course import plans"),
        ("scoring_the_scores/x/one/a.py", "from scoring_the_scores.x.two import tables"),
        ("scoring_the_scores/x/one/a.py", "from scoring_the_scores.x.two.tables import table"),
        ("scoring_the_scores/x/shared.py", "from scoring_the_scores.x.one import tables"),
        ("scoring_the_scores/files.py", "from scoring_the_scores.x import shared"),
        ("scoring_the_scores/x/one/figures.py", "from metricbook import Sweep"),
        ("scoring_the_scores/x/one/figures.py", "from metricbook import auroc"),
        ("scoring_the_scores/x/one/figures.py", "from scipy.stats import norm"),
    ],
)
def test_a_planted_violation_is_found(place: str, line: str, tmp_path: Path) -> None:
    assert len(list(faults(_planted(place, line, tmp_path), tmp_path))) == 1


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("metricbook/__init__.py", "from metricbook.metrics.sweep import Sweep"),
        ("metricbook/tile/a.py", "from metricbook.metrics import sweep\nfrom metricbook.tile import b"),
        ("claimledger/a.py", "from claimledger.project import project\nimport yaml"),
        (
            "scoring_the_scores/x/one/a.py",
            "from metricbook import auroc\nfrom metricbook.exact import tile\nimport scipy",
        ),
        (
            "scoring_the_scores/x/one/a.py",
            "from scoring_the_scores.x import shared\nfrom scoring_the_scores.x.one import tables",
        ),
        ("scoring_the_scores/x/one/a.py", "from scoring_the_scores.x.shared import thing"),
        (
            "scoring_the_scores/x/one/figures.py",
            "from scoring_the_scores.pages import offer\nfrom scoring_the_scores.x.shared import thing",
        ),
        (
            "scoring_the_scores/x/one/figures.py",
            "import matplotlib.pyplot as plt\nimport numpy as np\nfrom typing import Any",
        ),
    ],
)
def test_what_the_plan_allows_is_no_violation(place: str, line: str, tmp_path: Path) -> None:
    assert list(faults(_planted(place, line, tmp_path), tmp_path)) == []


@of_each(
    [
        *sorted(path for path in SRC.glob("scoring_the_scores/**/*") if path.suffix in (".py", ".toml")),
        *sorted(ROOT.glob("book/**/*.ipynb")),
    ]
)
def test_the_book_takes_public_names_from_the_library_and_the_ledger(path: Path) -> None:
    names = used(path, SRC) if path.suffix == ".py" else taken(code_of(path))
    assert [name for name in sorted(names) if is_inside(name)] == []


@pytest.mark.parametrize(
    "line",
    [
        "from metricbook.metrics.sweep import Sweep",
        "from metricbook import metrics",
        "import metricbook.metrics",
        "import metricbook as mb\nmb.metrics.sweep.Sweep",
        "from metricbook.tile.scores import ranking_score",
        "from metricbook import tile\ntile.scores.check_unit",
        "from metricbook.exact.ranking import HALF",
        "from metricbook.exact import ranking as exact\n2 * exact.HALF",
        "def f():\n    from metricbook._files import data_file",
        "import metricbook.reports.words as words",
        "from claimledger.evidence import Evidence",
        "from claimledger import pages",
        "import claimledger as ledger\nledger.run.results()",
        "def f():\n    from claimledger.cache import cached_result",
    ],
)
def test_an_inside_name_is_found(line: str) -> None:
    assert [name for name in taken(line) if is_inside(name)]


@pytest.mark.parametrize(
    "line",
    [
        "from metricbook import Sweep, explore, report, tile\nSweep.of_sorted, tile.SCORES.keys, tile.roc.Vertex",
        "import metricbook as mb\nmb.auroc, mb.exact.samples.rankings, mb.confusion.METRICS, mb.__version__",
        "from metricbook.exact import tile as exact\nexact.SCORES",
        "from metricbook.writing import Output, write",
        "from claimledger import Claim, Evidence, cached_result\nClaim.chapter",
        "import claimledger as ledger\nledger.show, ledger.__version__",
        "import numpy.metrics\nfrom scoring_the_scores.x import metrics\nmetrics.sweep",
    ],
)
def test_a_public_name_is_none(line: str) -> None:
    assert not [name for name in taken(line) if is_inside(name)]


@of_each(sorted(SRC.rglob("__init__.py")))
def test_nothing_happens_in_an_init(path: Path) -> None:
    """So whoever takes a name from a package depends on the module that defines it, and not on the package."""
    assert list(doings(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("line", ["METHODS = dict(a=1)", "def f():\n    return 1", "class A:\n    pass", "print(1)"])
def test_what_happens_in_an_init_is_found(line: str) -> None:
    assert list(doings(line)) == [line]


#: Modules that load another by a value, and what that is.
LOADERS = {
    "claimledger.project": "the project that a pyproject.toml names",
    "claimledger.run": "the module of a claim's check",
    "metricbook": "its subpackages, when they are named",
    "scoring_the_scores": "the ledger and two of its own subpackages, when they are named",
    "scoring_the_scores.exercises.checking": "the checkers of an exercise's room",
}


def test_no_other_module_loads_one_by_a_value() -> None:
    """So what a module depends on can be read off its imports."""
    known = graph()
    assert {module for module in known.modules if known.source(module).computed} == set(LOADERS)


def doings(code: str) -> Iterator[str]:
    """The statements of a module that are no imports, constants, docstrings, ``__getattr__`` or ``__dir__``."""
    for node in ast.parse(code).body:
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                continue
            case ast.FunctionDef(name="__getattr__" | "__dir__"):
                continue
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                try:
                    ast.literal_eval(value)
                except ValueError:
                    yield ast.unparse(node)
            case _:
                yield ast.unparse(node)


def _planted(place: str, line: str, src: Path) -> Path:
    """A small tree of the same plan with one more line in it; the path of that line's file."""
    book = [f"scoring_the_scores/{name}" for name in ("x/one/tables", "x/two/tables", "x/shared", "y/shared")]
    for name in [*book, "scoring_the_scores/pages/style", "metricbook/metrics/sweep", "metricbook/tile/b"]:
        path = src / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    path = src / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{line}\n", encoding="utf-8")
    return path
