"""The book built as another machine would: what is copied, what that machine is like, and when it is not the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# Builds nothing, but notes what it was asked for and where it was; its Python fails beside certain files.
MAKEFILE = """.PHONY: book
book:
	@echo "make $(PYTHON)" >> ../log
	@cat requirements.lock >> ../log
	@echo "$$TZ $$HOME $$LC_ALL $(PYTHONHASHSEED) $$(umask) $$(nproc)" > ../place
	@test ! -e broken
	@mkdir -p .venv/bin && cp python .venv/bin/python && chmod +x .venv/bin/python
"""
PYTHON = """#!/bin/sh
echo "$*" >> ../log
case "$*" in
*--executed*) test ! -e other-outputs ;;
*_build/html) test ! -e other-words ;;
esac
"""
UV = """#!/bin/sh
case "$*" in
"cache dir") echo /packages ;;
*) echo "uv $*" > requirements.lock ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a small checkout, whose folder `ignored` is not committed."""
    folder = tmp_path / "checkout"
    (folder / "tools").mkdir(parents=True)
    for name in ("machine.py", "dated.py", "processors.py"):
        shutil.copy(ROOT / "tools" / name, folder / "tools")
    files = {
        "Makefile": MAKEFILE,
        "python": PYTHON,
        "requirements.lock": "locked\n",
        ".gitignore": "ignored/\n__pycache__/\n.venv/\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "ignored").mkdir()
    (folder / "ignored" / "a").touch()
    (tmp_path / "uv").write_text(UV, encoding="utf-8")
    (tmp_path / "uv").chmod(0o755)
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    return folder


def run(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Build the small book as another machine would."""
    environment = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "MAKEFLAGS", "MFLAGS")}
    environment["PATH"] = f"{checkout.parent}:{environment['PATH']}"
    command = [sys.executable, str(checkout / "tools" / "machine.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_copy_is_built_compared_and_tested_with_the_python_that_is_named(checkout: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    done = run(checkout, "locked", "--folder", str(there), "--python", "python9", "--against", str(tmp_path), "--tests")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("machine: locked: the same\n")
    log = (there / "log").read_text("utf-8").splitlines()
    assert log[:3] == ["make python9", "locked", "-m claimledger --why"]
    assert log[3] == "-m tools.compare_builds --executed _build/.jupyter_cache"
    assert log[4] == f"-m tools.compare_builds {tmp_path} _build/html"
    assert log[5].startswith("-m pytest -q -n logical src/metricbook/metrics tests/metricbook/metrics")
    assert not (there / "copy" / "ignored").exists()
    assert not (checkout / ".venv").exists()


def test_a_download_without_git_is_copied_without_what_git_would_ignore(checkout: Path, tmp_path: Path) -> None:
    shutil.rmtree(checkout / ".git")
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / "bin" / "other").touch()
    done = run(checkout, "locked", "--folder", str(tmp_path / "there"))
    assert (done.returncode, done.stderr) == (0, "")
    copy = tmp_path / "there" / "copy"
    assert {path.name for path in copy.iterdir()} == {
        "Makefile",
        "python",
        "requirements.lock",
        ".gitignore",
        "tools",
        ".venv",
    }
    assert [path.name for path in (copy / ".venv" / "bin").iterdir()] == ["python"]  # which `make book` made
    assert {path.name for path in (copy / "tools").iterdir()} == {"machine.py", "dated.py", "processors.py"}


@pytest.mark.parametrize(("machine", "resolution"), [("lowest", "lowest-direct"), ("newest", "highest")])
def test_other_versions_are_resolved_for_the_copy_alone(
    machine: str, resolution: str, checkout: Path, tmp_path: Path
) -> None:
    assert run(checkout, machine, "--folder", str(tmp_path / "there"), "--python", "python9").returncode == 0
    lock = (tmp_path / "there" / "copy" / "requirements.lock").read_text("utf-8")
    assert f"--python python9 --resolution {resolution} --extra book" in lock
    assert (checkout / "requirements.lock").read_text("utf-8") == "locked\n"


def test_elsewhere_is_another_place_with_one_core_and_no_home(checkout: Path, tmp_path: Path) -> None:
    done = run(checkout, "elsewhere", "--folder", str(tmp_path / "there"))
    zone, home, language, seed, mask, cores = (tmp_path / "there" / "place").read_text("utf-8").split()
    assert (zone, home, seed, mask, cores) == ("Pacific/Kiritimati", "/dev/null/home", "12345", "0077", "1")
    assert f"LC_ALL='{language}'" in done.stdout
    assert "UV_CACHE_DIR='/packages'" in done.stdout


@pytest.mark.parametrize(("file", "step"), [("broken", "book"), ("other-outputs", "outputs"), ("other-words", "site")])
def test_what_fails_or_differs_is_named(file: str, step: str, checkout: Path, tmp_path: Path) -> None:
    (checkout / file).touch()
    done = run(checkout, "locked", "--folder", str(tmp_path / "there"), "--against", str(tmp_path))
    assert done.returncode == 1
    assert done.stdout.endswith(f"machine: locked: differs or failed in {step}\n")


def test_nothing_is_built_within_the_checkout_or_over_something(checkout: Path, tmp_path: Path) -> None:
    for place in (checkout / "there", tmp_path):
        done = run(checkout, "locked", "--folder", str(place))
        assert done.returncode == 2
        assert f"--folder must be a new folder outside this checkout, not {place}" in done.stderr
