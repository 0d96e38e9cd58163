"""One environment, told in three files that must agree."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
CONDA_ONLY = {"make", "python"}
DISTRIBUTIONS = {"sklearn": "scikit-learn", "yaml": "pyyaml"}  # where the module is not named as its distribution


def project() -> dict:
    """Return pyproject.toml as data."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def wanted() -> dict[str, Requirement]:
    """Return the project's requirements of every kind, by name."""
    table = project()["project"]
    lines = [
        *table["dependencies"],
        *(line for extra in table["optional-dependencies"].values() for line in extra),
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


def test_environment_yml_asks_for_the_same_python() -> None:
    assert str(conda_requirements()["python"].specifier) == project()["project"]["requires-python"]


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


def test_what_the_package_imports_is_declared() -> None:
    """What modules import is a dependency; what only functions import may be an extra of the book or of `causal`."""
    at_import, in_functions = set(), set()
    for path in (ROOT / "src").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        at_import |= _imported(tree.body)
        in_functions |= _imported(list(ast.walk(tree)))
    table = project()["project"]
    declared = {canonicalize_name(Requirement(line).name) for line in table["dependencies"]}
    extras = {
        canonicalize_name(Requirement(line).name)
        for extra in ("book", "causal")
        for line in table["optional-dependencies"][extra]
    }
    assert at_import == declared
    assert in_functions <= declared | extras


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
    assert wanted()[canonicalize_name(backend.name)].specifier == backend.specifier


def test_nothing_heavy_came_in() -> None:
    assert not {"torch", "tensorflow", "jax", "cdt"} & set(locked())
