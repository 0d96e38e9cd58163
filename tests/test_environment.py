"""One environment, told in the metadata of three packages and in files that must agree with them."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.each import of_each

ROOT = Path(__file__).resolve().parents[1]
OURS = ("claimledger", "metricbook", "scoring_the_scores")
CONDA_ONLY = {"make", "python"}
DISTRIBUTIONS = {  # where the module is not named as its distribution
    "IPython": "ipython",
    "matplotlib_inline": "matplotlib-inline",
    "python_calamine": "python-calamine",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}


@cache
def project(package: str = "") -> dict:
    """Return a package's pyproject.toml as data, or that of the workspace."""
    return tomllib.loads((ROOT / (f"src/{package}" if package else "") / "pyproject.toml").read_text(encoding="utf-8"))


def extra(package: str, *names: str) -> dict[str, Requirement]:
    """Return the requirements of a package and of some of its extras, those of our packages that it needs included."""
    table = project(package)["project"]
    extras = table.get("optional-dependencies", {})
    found = {}
    for line in [*table["dependencies"], *(line for name in names for line in extras[name])]:
        requirement = Requirement(line)
        if requirement.name in OURS:
            found |= extra(requirement.name)
        else:
            found[canonicalize_name(requirement.name)] = requirement
    return found


def wanted() -> dict[str, Requirement]:
    """Return the requirements of every kind, by name, with the bounds of all who have one."""
    found = [extra(package, *project(package)["project"]["optional-dependencies"]) for package in OURS]
    lines = (line for group in project()["dependency-groups"].values() for line in group)
    found.append({canonicalize_name(requirement.name): requirement for requirement in map(Requirement, lines)})
    together: dict[str, Requirement] = {}
    for name, requirement in ((name, each) for some in found for name, each in some.items()):
        together.setdefault(name, Requirement(name)).specifier &= requirement.specifier
    return together


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
        assert set(theirs[name].specifier) <= set(requirement.specifier), name
        lowest = [bound.version for bound in theirs[name].specifier if bound.operator == ">="]
        assert all(map(requirement.specifier.contains, lowest)), name


def test_environment_yml_asks_for_the_same_python_and_none_that_setup_refuses() -> None:
    """The packages have no upper bound: whoever only uses the library needs no more than NumPy, SciPy and pandas."""
    (last,) = re.findall(r"<= \(3, (\d+)\)", (ROOT / "tools" / "setup.sh").read_text(encoding="utf-8"))
    (lowest,) = {project(package)["project"]["requires-python"] for package in OURS}
    assert conda_requirements()["python"].specifier == SpecifierSet(f"{lowest},<3.{int(last) + 1}")


def test_environment_yml_and_binder_install_our_packages() -> None:
    (for_pip,) = (entry["pip"] for entry in conda()["dependencies"] if isinstance(entry, dict))
    assert [entry for entry in for_pip if entry.startswith("-")] == [f"--editable src/{package}" for package in OURS]
    binder = (ROOT / ".binder" / "postBuild").read_text(encoding="utf-8")
    assert re.findall(r"--editable '?src/(\w+)", binder) == list(OURS)


@of_each(sorted(wanted()))
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


#: What may be imported when a part is, if that is not what its package needs: of the book, which is for who has `book`.
FOR_ALL = {
    "scoring_the_scores/exercises": extra("metricbook"),
    "scoring_the_scores/course": extra("metricbook"),
    "scoring_the_scores": extra("scoring_the_scores", "book"),
}
#: The extras that a part's functions may need.
EXTRAS = {
    "claimledger": ("symbolic",),
    "metricbook/metrics": ("plot",),
    "metricbook/tile": ("plot", "tile"),
    "metricbook/causal": ("causal",),
    "metricbook/explorers": ("plot",),
    "metricbook/reports": ("report",),
    "metricbook/_files.py": ("causal",),
    "scoring_the_scores/exercises": (),
    "scoring_the_scores/course": ("course", "book"),  # chapters are planned with in a clone
    "scoring_the_scores": ("book",),
}
#: What functions use if it is there, and do without.
IF_THERE = {"claimledger/machine.py": {"scipy", "threadpoolctl"}, "metricbook/_cores.py": {"threadpoolctl"}}


def of(part: str, table: dict) -> object:
    """Return what a table says of a part, or else of its package."""
    return table.get(part, table.get(part.partition("/")[0]))


@cache
def parsed(path: Path) -> ast.Module:
    """Return a file of the package as a tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


PARTS = sorted({"/".join(path.relative_to(ROOT / "src").parts[:2]) for path in (ROOT / "src").rglob("*.py")})


@of_each([part for part in PARTS if not part.endswith("hatch_build.py")])
def test_what_the_packages_import_is_declared(part: str) -> None:
    """A package loads with its own dependencies; what its functions need more is in an extra."""
    place, package = ROOT / "src" / part, part.partition("/")[0]
    at_import, in_functions = set(), set()
    for path in place.rglob("*.py") if place.is_dir() else [place]:
        tree = parsed(path)
        by_a_function = path.name in {"_kendall.py", "drawings.py"}  # loaded as a whole
        at_import |= set() if by_a_function else _imported(tree.body)
        in_functions |= _imported(_statements(tree))
    assert at_import <= set(of(part, FOR_ALL) or extra(package))
    assert in_functions <= set(extra(package, *of(part, EXTRAS) or ())) | IF_THERE.get(part, set())


@pytest.mark.parametrize("package", OURS)
def test_every_dependency_of_a_package_is_imported(package: str) -> None:
    names = {
        name for path in (ROOT / "src" / package).rglob("*.py") for name in _imported(parsed(path).body, ours=True)
    }
    assert {canonicalize_name(Requirement(line).name) for line in project(package)["project"]["dependencies"]} <= names


def test_nothing_heavy_is_loaded_with_the_public_names() -> None:
    heavy = {"IPython", "jax", "matplotlib", "numba", "sklearn", "sympy", "tqdm", "yaml"}
    code = f"import sys, metricbook; print(sorted({heavy!r} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_addresses_follow_from_the_one_setting() -> None:
    """Urls in the published metadata, the citation and codemeta.json: `repository.url` of _config.yml, or none."""
    home = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["repository"]["url"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    for package in OURS:
        assert set(project(package)["project"].get("urls", {}).values()) == ({home} if home else set())
    codemeta = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    assert citation.get("repository-code", "") == codemeta.get("codeRepository", "") == home


def test_the_book_needs_the_two_others_in_its_own_version() -> None:
    """What the verdicts are true of."""
    needed = map(Requirement, project("scoring_the_scores")["project"]["dependencies"])
    assert {each.name: str(each.specifier) for each in needed} == {
        package: f"=={version(package)}" for package in ("claimledger", "metricbook")
    }


def _statements(within: ast.AST) -> Iterator[ast.AST]:
    """All statements, without the many nodes of what is computed in them."""
    for node in ast.iter_child_nodes(within):
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            yield node
            yield from _statements(node)


def _imported(nodes: Iterable[ast.AST], ours: bool = False) -> set[str]:
    """Distributions that the import statements among the nodes name, with our own or without."""
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module.partition(".")[0])
    names -= sys.stdlib_module_names | (set() if ours else set(OURS))
    return {DISTRIBUTIONS.get(name, name) for name in names}


def test_the_build_backend_is_locked_so_that_installing_needs_no_network() -> None:
    backends = [project(package)["build-system"]["requires"] for package in OURS]
    (listed,) = (line for line in project()["dependency-groups"]["setup"] if Requirement(line).name == "hatchling")
    assert backends == [[listed]] * len(OURS)


def test_the_packages_with_data_are_built_alike() -> None:
    """The hook lies in each: the source distribution has nothing beside the package."""
    first, *others = sorted(ROOT.glob("src/*/hatch_build.py"))
    assert [path for path in others if path.read_bytes() != first.read_bytes()] == []


def test_nothing_heavy_came_in() -> None:
    assert not {"torch", "tensorflow", "jax", "cdt"} & set(locked())
