"""Who may import whom: the plan of the house as a test, and planted violations that it must find."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "metricbook"
LIBRARY = {"metrics", "exact", "pages", "tile", "causal", "exercises", "explorers", "reports", "ledger"}
#: Each part of the package, and the other parts it may import; "" is the file of the public names.
MAY_IMPORT = {
    "": {"metrics"},
    "metrics": set(),
    "exact": set(),
    "pages": set(),
    "tile": {"metrics"},
    "causal": {"metrics", "pages"},
    "explorers": {"metrics", "tile"},
    "exercises": {"metrics", "exact", "tile", "causal", "explorers", "pages"},
    "reports": {"metrics", "tile", "explorers", "pages"},
    "course": {"exercises", "pages"},
    "ledger": {"pages"},
    "chapters": LIBRARY | {""},
}
#: What a module of figures may import beside the package: it draws and computes nothing.
DRAWING = {"matplotlib", "numpy", "pandas"}
STANDARD = {"__future__", "collections", "fractions", "io", "itertools", "typing"}


def imports(path: Path, package: Path) -> Iterator[tuple[str, ...]]:
    """The modules that a file imports, wherever in it, as the parts of their names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                here = (package.name, *path.relative_to(package).parts[:-1])
                source = here[: len(here) + 1 - node.level] + tuple(filter(None, (node.module or "").split(".")))
            else:
                source = tuple(node.module.split("."))
            for alias in node.names:
                inside = package.joinpath(*source[1:], alias.name)
                yield (*source, alias.name) if inside.is_dir() or inside.with_suffix(".py").exists() else source


def faults(path: Path, package: Path) -> Iterator[str]:
    """What a file imports against the plan."""
    *here, name = path.relative_to(package).parts
    part = here[0] if here else ""
    for target in imports(path, package):
        said = f"{path.relative_to(package)} imports {'.'.join(target)}"
        if target[0] != package.name:
            if name.endswith("figures.py") and target[0] not in DRAWING | STANDARD:
                yield f"{said}: figures compute nothing"
            continue
        there = target[1] if len(target) > 1 else ""
        if there != part:
            if there not in MAY_IMPORT.get(part, set()):
                yield f"{said}: {part or 'the public names'} may not know {there or 'the public names'}"
            elif name.endswith("figures.py") and there != "pages":
                yield f"{said}: figures compute nothing"
        elif part == "chapters" and not _in_reach(here[1:], target[2:], package / "chapters"):
            yield f"{said}: neither of its own room nor of what its part shares"


def _in_reach(here: list[str], target: tuple[str, ...], chapters: Path) -> bool:
    """Whether a module of chapters/<here> may import chapters/<target>: the same part, and no room but its own."""
    if not here or target[:1] != (here[0],):
        return False
    room = target[1] if len(target) > 1 and chapters.joinpath(*target[:2]).is_dir() else None
    return room is None or here[1:2] == [room]


def test_every_part_is_in_the_plan() -> None:
    parts = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert parts == set(MAY_IMPORT) - {""}
    assert sorted(path.name for path in PACKAGE.glob("*.py")) == ["__init__.py", "__main__.py"]


def test_every_module_of_metrics_has_tests_of_its_name() -> None:
    modules = {path.stem for path in PACKAGE.glob("metrics/*.py")} - {"__init__"}
    assert modules <= {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("metrics/test_*.py")}


def test_a_part_with_claims_names_no_other_parts() -> None:
    """So what it shows changes with its own claims alone, and a build that looks for changes looks at no others."""
    root = PACKAGE.parents[1]
    parts = {path.stem: re.compile(rf"[\"']{path.stem}[./]\w") for path in root.glob("data/*/claims.yml")}
    assert parts
    for part in parts:
        others = [pattern for name, pattern in parts.items() if name != part]
        for path in [*(PACKAGE / "chapters" / part).rglob("*.py"), *(root / "book" / part).glob("*.ipynb")]:
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".ipynb":
                text = "\n".join("".join(c["source"]) for c in json.loads(text)["cells"] if c["cell_type"] == "code")
            assert not [found for pattern in others for found in pattern.findall(text)], path


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_run_down(path: Path) -> None:
    assert list(faults(path, PACKAGE)) == []


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("metrics/a.py", "from metricbook.tile import b"),
        ("metrics/a.py", "from ..tile import b"),
        ("metrics/a.py", "def f():\n    import metricbook.tile.b"),
        ("metrics/a.py", "import metricbook"),
        ("exact/a.py", "from metricbook.metrics import sweep"),
        ("pages/a.py", "from metricbook import metrics"),
        ("tile/a.py", "from metricbook.exact.tile import place"),
        ("tile/a.py", "from scoring_the_scores.x.frame import draw"),
        ("causal/a.py", "from claimledger import load"),
        ("ledger/a.py", "from metricbook.causal.tuebingen import data_folder"),
        ("ledger/a.py", "from metricbook.metrics.sweep import Sweep"),
        ("__init__.py", "from scoring_the_scores.x.one.tables import table"),
        ("chapters/x/one/a.py", "from scoring_the_scores.y import shared"),
        ("chapters/x/one/a.py", "from scoring_the_scores.x.two import tables"),
        ("chapters/x/one/a.py", "from scoring_the_scores.x.two.tables import table"),
        ("chapters/x/shared.py", "from scoring_the_scores.x.one import tables"),
        ("chapters/a.py", "from scoring_the_scores.x import shared"),
        ("chapters/x/one/figures.py", "from metricbook.metrics.sweep import Sweep"),
        ("chapters/x/one/figures.py", "from metricbook import auroc"),
        ("chapters/x/one/figures.py", "from scipy.stats import norm"),
        ("elsewhere/a.py", "from metricbook.metrics import sweep"),
    ],
)
def test_a_planted_violation_is_found(place: str, line: str, tmp_path: Path) -> None:
    assert len(list(faults(_planted(place, line, tmp_path), tmp_path / "metricbook"))) == 1


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("__init__.py", "from metricbook.metrics.sweep import Sweep"),
        ("tile/a.py", "from metricbook.metrics import sweep\nfrom metricbook.tile import b"),
        ("ledger/a.py", "from scoring_the_scores.files import data_folder\nimport yaml"),
        ("chapters/x/one/a.py", "from metricbook import auroc\nfrom metricbook.exact import tile\nimport scipy"),
        (
            "chapters/x/one/a.py",
            "from scoring_the_scores.x import shared\nfrom scoring_the_scores.x.one import tables",
        ),
        ("chapters/x/one/a.py", "from scoring_the_scores.x.shared import thing"),
        (
            "chapters/x/one/figures.py",
            "from scoring_the_scores.pages import offer\nfrom scoring_the_scores.x.shared import thing",
        ),
        ("chapters/x/one/figures.py", "import matplotlib.pyplot as plt\nimport numpy as np\nfrom typing import Any"),
    ],
)
def test_what_the_plan_allows_is_no_violation(place: str, line: str, tmp_path: Path) -> None:
    assert list(faults(_planted(place, line, tmp_path), tmp_path / "metricbook")) == []


def _planted(place: str, line: str, folder: Path) -> Path:
    """A small package of the same plan with one more line in it; the path of that line's file."""
    package = folder / "metricbook"
    for name in ("chapters/x/one/tables", "chapters/x/two/tables", "chapters/x/shared", "chapters/y/shared", "tile/b"):
        path = package / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    path = package / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{line}\n", encoding="utf-8")
    return path
