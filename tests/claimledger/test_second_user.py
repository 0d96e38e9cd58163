"""The ledger's second user, an audit of Mendel's peas, and a third, which begins from nothing as the README says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.whole import in_whole_run

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "src" / "claimledger" / "README.md").read_text(encoding="utf-8")


def ledger(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the ledger's command in a folder where nothing of this repository but the ledger can be imported."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "only"), "XDG_CACHE_HOME": str(folder / "cache")}
    (folder / "only").mkdir(exist_ok=True)
    if not (folder / "only" / "claimledger").exists():
        (folder / "only" / "claimledger").symlink_to(ROOT / "src" / "claimledger")
    command = [sys.executable, "-W", "error", "-m", "claimledger", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture
def peas(tmp_path: Path) -> Path:
    """A copy of the audit of Mendel's peas."""
    shutil.copytree(
        Path(__file__).with_name("mendel"),
        tmp_path,
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns("_build", "__pycache__"),
    )
    return tmp_path


def test_an_audit_without_classifiers_is_confirmed(peas: Path) -> None:
    run = ledger(peas)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "3 of 3 claims decided, 0 verdicts not confirmed" in run.stdout
    assert "scipy" not in run.stdout


@in_whole_run
def test_a_number_that_is_not_the_papers_is_noticed(peas: Path) -> None:
    claims = peas / "data" / "mendel" / "claims.yml"
    claims.write_text(claims.read_text(encoding="utf-8").replace("seeds: 2.96", "seeds: 2.97"), encoding="utf-8")
    run = ledger(peas)
    assert run.returncode == 1
    assert "`mendel.seven-ratios`" in run.stdout
    assert "ratio of the seeds: published 2.97; found 2.9589" in run.stdout


def test_a_new_paper_is_not_confirmed_until_its_check_is_written(tmp_path: Path) -> None:
    """The README's ten minutes, with its own snippets."""
    begun = ledger(tmp_path, "new-paper", "mendel", "Experiments in plant hybridisation")
    assert begun.returncode == 0, begun.stderr
    written = re.findall(r"^written: (.+)$", begun.stdout, re.MULTILINE)
    assert len(written) == 7
    assert all((tmp_path / name).is_file() for name in written)

    failing = ledger(tmp_path)
    assert failing.returncode == 1
    assert "a control that must fail passed" in " ".join(README.split())
    assert "recorded as holds, the check gives undecided: a control that must fail passed" in failing.stdout

    (row,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    (check,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    claims, checks = (tmp_path / name for name in ("data/mendel/claims.yml", "src/audit/mendel/first/check_first.py"))
    claims.write_text(claims.read_text(encoding="utf-8").partition("- id:")[0] + row, encoding="utf-8")
    checks.write_text(checks.read_text(encoding="utf-8").partition("def first")[0] + check, encoding="utf-8")
    assert ledger(tmp_path, "mendel.seeds").returncode == 0
    assert ledger(tmp_path).returncode == 0

    claims.write_text(
        claims.read_text(encoding="utf-8").replace("published: 2.96", "published: 2.97"), encoding="utf-8"
    )
    assert ledger(tmp_path).returncode == 1


@in_whole_run
def test_a_second_paper_comes_after_the_first_and_none_twice(tmp_path: Path) -> None:
    for name in ("first", "second"):
        assert ledger(tmp_path, "new-paper", name, f"The {name}", "--package", "mine").returncode == 0
    assert "order: 2" in (tmp_path / "data" / "second" / "claims.yml").read_text(encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.glob("data/**/*.yml")}
    again = ledger(tmp_path, "new-paper", "first", "Another")
    assert again.returncode == 1
    assert "new-paper: there already: data/first/claims.yml" in again.stderr
    assert {path: path.read_bytes() for path in tmp_path.glob("data/**/*.yml")} == before
    assert not list(tmp_path.glob(".new-paper*"))


@pytest.mark.parametrize("name", ["Mendel", "two words", "1866", "class", ""])
def test_a_name_that_is_no_identifier_is_refused(name: str, tmp_path: Path) -> None:
    run = ledger(tmp_path, "new-paper", name, "A title")
    assert run.returncode == 2
    assert f"must be a Python identifier in small letters, not '{name}'" in run.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["only"]
