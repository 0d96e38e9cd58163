"""One environment, told in three files that must agree."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "metricbook"
CONDA_ONLY = {"make", "python"}
DISTRIBUTIONS = {  # where the module is not named as its distribution
    "IPython": "ipython",
    "matplotlib_inline": "matplotlib-inline",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}


def project() -> dict:
    """Return pyproject.toml as data."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def wanted() -> dict[str, Requirement]:
    """Return the project's requirements of every kind, by name."""
    table = project()
    lines = [
        *table["project"]["dependencies"],
        *(line for extra in table["project"]["optional-dependencies"].values() for line in extra),
        *(line for group in table["dependency-groups"].values() for line in group),
    ]
    return {canonicalize_name(requirement.name): requirement for requirement in map(Requirement, lines)}


def conda() -> dict:
    """Return environment.yml as data."""
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))


def conda_requirements() -> dict[str, Requirement]:
    """Return the requirements of environment.yml, those for pip included, by name."""
    entries = conda()["dependencies"]
    (for_pip,) = (entry["pip"] for entry in entries if isinstance(entry, dict))
    lines = [entry for entry in entries if isinstance(entry, str)] + [e for e in for_pip if not e.startswith("-")]
    return {canonicalize_name(requirement.name): requirement for requirement in map(Requirement, lines)}


LOCKS = ("requirements.lock", "requirements-causal.lock")


def locked(lock: str = LOCKS[0]) -> dict[str, tuple[str, int]]:
    """Return version and number of hashes of each package in a lock, by name."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)
    found = {}
    for entry in filter(None, entries):
        name, version = re.match(r"([\w.-]+)==(\S+)", entry).groups()
        assert canonicalize_name(name) not in found, f"{name} is locked twice"
        found[canonicalize_name(name)] = (version, entry.count("--hash=sha256:"))
    return found


def test_environment_yml_has_the_same_names_and_bounds() -> None:
    ours, theirs = wanted(), conda_requirements()
    assert set(theirs) - CONDA_ONLY == set(ours)
    for name, requirement in ours.items():
        assert theirs[name].specifier == requirement.specifier, name


def test_environment_yml_asks_for_the_same_python_and_none_that_setup_refuses() -> None:
    """The package itself has no upper bound: whoever only uses it needs no more than NumPy, SciPy and pandas."""
    (last,) = re.findall(r"<= \(3, (\d+)\)", (ROOT / "tools" / "setup.sh").read_text(encoding="utf-8"))
    wanted = SpecifierSet(f"{project()['project']['requires-python']},<3.{int(last) + 1}")
    assert conda_requirements()["python"].specifier == wanted


def test_environment_yml_installs_the_package_itself() -> None:
    (for_pip,) = (entry["pip"] for entry in conda()["dependencies"] if isinstance(entry, dict))
    assert "--editable ." in for_pip


@pytest.mark.parametrize("name", sorted(wanted()))
def test_the_lock_meets_the_bounds(name: str) -> None:
    version, hashes = (locked(LOCKS[1]) | locked())[name]
    assert wanted()[name].specifier.contains(version, prereleases=True)
    assert hashes >= 1


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_hash_and_no_address(lock: str) -> None:
    assert [name for name, (_, hashes) in locked(lock).items() if not hashes] == []
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")


def test_what_both_locks_name_has_one_version() -> None:
    main, causal = locked(), locked(LOCKS[1])
    assert {name: causal[name][0] for name in set(main) & set(causal)} == {
        name: main[name][0] for name in set(main) & set(causal)
    }


def extra(*names: str) -> set[str]:
    """Return the distributions that extras bring, and those of the package's own dependencies."""
    table = project()["project"]
    lines = [*table["dependencies"], *(line for name in names for line in table["optional-dependencies"][name])]
    return {canonicalize_name(Requirement(line).name) for line in lines}


LIBRARY = ("metrics", "exact", "tile", "causal", "exercises", "explorers", "reports", "course")  # for anybody
# what a part's functions may need; the parts of the book need `book`
EXTRAS = {
    "metrics": ("plot",),
    "tile": ("plot", "tile"),
    "causal": ("causal",),
    "explorers": ("plot",),
    "reports": ("report",),
    "course": ("course", "book"),  # chapters are planned with in a clone
}


@cache
def parsed(path: Path) -> ast.Module:
    """Return a file of the package as a tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("part", sorted({p.relative_to(PACKAGE).parts[0] for p in PACKAGE.rglob("*.py")}))
def test_what_the_package_imports_is_declared(part: str) -> None:
    """The library loads with the package's own dependencies; what its functions need more is in the part's extra."""
    at_import, in_functions = set(), set()
    for path in (PACKAGE / part).rglob("*.py") if (PACKAGE / part).is_dir() else [PACKAGE / part]:
        tree = parsed(path)
        by_a_function = path.name in {"_kendall.py", "drawings.py"}  # loaded as a whole
        at_import |= set() if by_a_function else _imported(tree.body)
        in_functions |= _imported(list(ast.walk(tree)))
    library = part in LIBRARY
    assert at_import <= (extra() if library else extra("book"))
    assert in_functions <= extra(*(EXTRAS.get(part, ()) if library else ("book",)))


def test_every_dependency_of_the_package_is_imported() -> None:
    assert extra() <= {name for path in PACKAGE.rglob("*.py") for name in _imported(parsed(path).body)}


def test_nothing_heavy_is_loaded_with_the_public_names() -> None:
    heavy = {"IPython", "jax", "matplotlib", "numba", "sklearn", "sympy", "tqdm", "yaml"}
    code = f"import sys, metricbook; print(sorted({heavy!r} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_addresses_follow_from_the_one_setting() -> None:
    """Urls in the published metadata, the citation and codemeta.json: `repository.url` of _config.yml, or none."""
    home = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["repository"]["url"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert set(project()["project"].get("urls", {}).values()) == ({home} if home else set())
    codemeta = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    assert citation.get("repository-code", "") == codemeta.get("codeRepository", "") == home


def _imported(nodes: list[ast.AST]) -> set[str]:
    """Distributions that the import statements among the nodes name."""
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module.partition(".")[0])
    return {DISTRIBUTIONS.get(name, name) for name in names - sys.stdlib_module_names - {"metricbook"}}


def test_the_build_backend_is_locked_so_that_installing_needs_no_network() -> None:
    (backend,) = map(Requirement, project()["build-system"]["requires"])
    (listed,) = (r for r in map(Requirement, project()["dependency-groups"]["setup"]) if r.name == backend.name)
    assert listed.specifier == backend.specifier


def test_nothing_heavy_came_in() -> None:
    assert not {"torch", "tensorflow", "jax", "cdt"} & set(locked())
