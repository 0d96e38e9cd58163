"""What other machines are told: the workflows, and Binder's image."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from conftest import SLOWEST

ROOT = Path(__file__).resolve().parents[2]


def test_every_action_is_pinned_to_a_commit_and_names_its_release() -> None:
    lines = [
        line for path in (ROOT / ".github" / "workflows").glob("*.yml") for line in path.read_text("utf-8").splitlines()
    ]
    uses = [line.strip() for line in lines if "uses:" in line]
    assert uses
    pinned = re.compile(r"(- )?uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [line for line in uses if not pinned.fullmatch(line)] == []


def test_every_job_has_a_time_limit() -> None:
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            assert "timeout-minutes" in job, f"{path.name}: {name}"


def test_binder_names_one_python_and_installs_the_package() -> None:
    entries = yaml.safe_load((ROOT / ".binder" / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    (python,) = (entry for entry in entries if entry.startswith("python="))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert python.removeprefix("python=") in SpecifierSet(project["requires-python"])
    script = ROOT / ".binder" / "postBuild"
    assert os.access(script, os.X_OK)
    (wanted,) = re.findall(r'--editable "\.\[(.*)\]"', script.read_text(encoding="utf-8"))
    assert Requirement(f"x[{wanted}]").extras <= set(project["optional-dependencies"])


def test_the_files_that_go_first_are_there() -> None:
    assert [name for name in SLOWEST if not (ROOT / name).is_file()] == []
