"""The contents are made from the folders, and a paper goes when its folders go."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from claimledger import load, papers
from scoring_the_scores import exercises
from scoring_the_scores.contents import parts
from tests.whole import in_whole_run, mostly
from tools.contents import CONTENTS, contents

ROOT = Path(__file__).resolve().parents[1]
#: What a part has under each roof.
ROOFS = ("src/scoring_the_scores", "book", "data", "tests/scoring_the_scores")
#: Prose that argues about the five papers, or says in a title how many there are; the rest is made from the folders.
SAY_FIVE = {
    "book/index.md",
    "book/back/bibliography.md",
    "book/foundations/checking-a-paper.ipynb",
    "book/foundations/one-sort.ipynb",
    "book/synthesis/disagreement.ipynb",
    "book/synthesis/means-over-thresholds.ipynb",
    "book/foundations/one-data-set.ipynb",
    "data/synthesis/claims.yml",
    "src/scoring_the_scores/synthesis/__init__.py",
    "src/scoring_the_scores/synthesis/part.toml",
    "src/scoring_the_scores/foundations/one_data_set/__init__.py",
    "src/scoring_the_scores/foundations/one_data_set/card.toml",
    "src/scoring_the_scores/foundations/one_data_set/exercises.py",
    "tests/scoring_the_scores/foundations/one_data_set/solutions.py",
    "tests/test_contents.py",
    "_toc.yml",  # a caption
    *("README.md", "CITATION.cff", "codemeta.json", ".zenodo.json"),
}
#: What a copy of the book says of itself, in the environment of this test.
TOLD = """
import json
from pathlib import Path
from claimledger import errata_index, load, papers
from claimledger.pages import counts
from scoring_the_scores import exercises
from scoring_the_scores.contents import parts
from scoring_the_scores.course import plans
from tools.contents import contents

book = plans.chapters(Path.cwd())
print(json.dumps({
    "contents": contents(),
    "papers": list(papers()),
    "errata": errata_index().plain.count("\\n") + 1,
    "claims": sorted(load()),
    "exercises": sorted(exercises.load()),
    "chapters": [chapter.file for chapter in book],
    "goals": [chapter.goal for chapter in book],
    "read": sorted({c.file for s in plans.syllabi(book) for session in s.sessions for c in session.chapters}),
    "beliefs": [one["part"] for one in plans.misconceptions()],
}))
"""


def test_the_contents_are_those_of_the_folders() -> None:
    assert CONTENTS.read_text(encoding="utf-8") == contents(), "run `make contents`"


def test_every_chapter_has_a_notebook_and_a_room_and_every_notebook_is_a_chapter() -> None:
    chapters = {chapter for part in parts() if part.numbered for chapter in part.chapters}
    assert chapters == {
        path.relative_to(ROOT / "book").with_suffix("").as_posix() for path in ROOT.glob("book/*/*.ipynb")
    }
    assert {one.chapter for one in exercises.load().values()} == chapters


def test_how_many_papers_there_are_is_said_in_prose_alone_and_rightly() -> None:
    assert len(papers()) == 5
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    if not listed:
        pytest.skip("not a repository")
    said = re.compile(r"\b(five|sixth|5) papers?\b", re.IGNORECASE)
    kinds = {".py", ".md", ".toml", ".yml", ".ipynb", ".cff", ".json", ".js", ".html"}
    saying = {
        name
        for name in listed
        if Path(name).suffix in kinds
        and (ROOT / name).is_file()
        and said.search((ROOT / name).read_text(encoding="utf-8"))
    }
    assert saying <= SAY_FIVE


def told(copy: Path) -> dict:
    """What a copy of the book says of itself."""
    environment = {**os.environ, "PYTHONPATH": f"{copy / 'src'}:{copy}", "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run([sys.executable, "-c", TOLD], cwd=copy, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what the contents are made from."""
    for folder in (*ROOFS[:3], "src/claimledger", "src/metricbook", "tools"):
        ignored = shutil.ignore_patterns("__pycache__", "cache", "api", "_static")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.parametrize("paper", mostly(papers(), "lxcim"))
def test_a_paper_goes_when_its_folders_go_and_nothing_is_left_of_it(paper: str, copy: Path) -> None:
    for roof in ROOFS:
        shutil.rmtree(copy / roof / paper, ignore_errors=True)
    left = told(copy)
    assert left["papers"] == [name for name in papers() if name != paper]
    assert left["errata"] == len(papers()) - 1
    assert left["claims"] == sorted(name for name in load() if not name.startswith(f"{paper}."))
    assert left["exercises"] == sorted(name for name in exercises.load() if not name.startswith(f"{paper}."))
    assert all(left["goals"])
    assert set(left["read"]) <= set(left["chapters"])
    assert paper not in {*left["beliefs"], *(name.partition("/")[0] for name in left["chapters"])}
    assert f": book/{paper}/" not in left["contents"]


@in_whole_run
def test_a_paper_comes_with_its_folders_and_goes_with_them(copy: Path) -> None:
    before = {path.relative_to(copy) for path in copy.rglob("*") if path.is_file()}
    environment = {**os.environ, "PYTHONPATH": f"{copy / 'src'}", "PYTHONDONTWRITEBYTECODE": "1"}
    ledger = [sys.executable, "-m", "claimledger"]
    begin = [*ledger, "new-paper", "gains", "Precision-recall-gain curves"]
    subprocess.run(begin, cwd=copy, env=environment, check=True, capture_output=True)

    now = told(copy)
    assert now["papers"] == [*papers(), "gains"]
    assert "gains/first" in now["chapters"]
    assert "book/gains/first" in now["contents"]
    assert "book/gains/errata" in now["contents"]
    check = copy / "src/scoring_the_scores/gains/first/check_first.py"
    for wrong in (1, 0):
        run = subprocess.run([*ledger, "gains.first"], cwd=copy, env=environment, capture_output=True, text=True)
        assert run.returncode == wrong, run.stdout + run.stderr
        lines = check.read_text(encoding="utf-8").splitlines()
        mended = [line.replace("(n + n)", "(n + 1)") if "e.control" in line else line for line in lines]
        check.write_text("\n".join(mended) + "\n", encoding="utf-8")
    for roof in ROOFS:
        shutil.rmtree(copy / roof / "gains")
        assert not list((copy / roof).glob("*gains*"))
    assert {path.relative_to(copy) for path in copy.rglob("*") if path.is_file()} - before == set()
    assert told(copy)["contents"] == contents()
