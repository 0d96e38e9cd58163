"""What a change makes a build do again: which chapters are run, and which pages are read."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from claimledger.graph import graph
from tools import changed_pages, chapter_inputs, run_chapters

ROOT = Path(__file__).resolve().parents[2]
CHAPTER = ROOT / "book" / "flach" / "h-measure.ipynb"


def manifest(
    code: str = "1 + 1", *, path: Path = CHAPTER, text: str = "Text", tag: str = "tag", without: str = ""
) -> dict[str, str]:
    """What a small notebook that stands there depends on."""
    cells = [new_markdown_cell(text), new_code_cell(code, metadata={"tags": [tag]})]
    return chapter_inputs.manifest(path, new_notebook(cells=cells), without)


def test_a_chapter_is_run_again_for_its_code_and_not_for_its_text() -> None:
    assert manifest() == manifest(text="Another text")
    assert manifest() != manifest("1 + 2")
    assert manifest() != manifest(tag="another")


def test_only_a_chapter_with_cells_that_need_the_pairs_is_run_again_when_there_are_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pairs = {name: manifest(tag=name) for name in ("tag", "needs-pairs")}
    assert manifest(without="needs-pairs") == pairs["tag"]
    assert manifest(tag="needs-pairs", without="needs-pairs") != pairs["needs-pairs"]
    (tmp_path / "pair0001.txt").touch()
    monkeypatch.setenv("METRICBOOK_DATA", str(tmp_path))
    assert manifest() == pairs["tag"]
    assert manifest(tag="needs-pairs") != pairs["needs-pairs"]


LEDGER, EXERCISES = "import claimledger as ledger\n", "from scoring_the_scores import exercises\n"


@pytest.mark.parametrize(
    ("code", "there", "absent"),
    [
        (
            "from metricbook import auroc",
            {"metricbook/metrics/ranking.py", "library numpy"},
            {"metricbook/tile/roc.py"},
        ),
        ("%matplotlib inline\nimport metricbook as mb\nmb.tile.place", {"metricbook/tile/places.py"}, set()),
        (
            f"{LEDGER}ledger.show('flach.thm4')",
            {"claim flach.thm4", "evidence of flach.thm4", "claimledger/pages.py"},
            {
                "claim flach.thm5",
                "scoring_the_scores/flach/auc_as_expected_loss/check_theorem_4.py",
                "scoring_the_scores/pages/style.py",
                "data/flach/claims.yml",
            },
        ),
        (f"{LEDGER}ledger.findings('flach/h-measure')", {"evidence of flach.six-measures"}, {"evidence of flach.thm4"}),
        (f"{LEDGER}ledger.errata_page('A')", {"evidence of tile.table2"}, set()),
        (
            f"{EXERCISES}exercises.show('flach.miscounted')",
            {"exercise flach.miscounted"},
            {"exercise flach.corners", "scoring_the_scores/flach/costs_and_curves/exercises.py"},
        ),
        (
            f"{EXERCISES}exercises.check('flach.corners', 1)",
            {"exercise flach.corners", "scoring_the_scores/flach/costs_and_curves/exercises.py"},
            {"metricbook/explorers/explorers.css"},
        ),
        (
            f"{EXERCISES}exercises.explore('tile.four-quarters')",
            {"scoring_the_scores/tile/rankings/goals.js", "metricbook/explorers/explorers.css"},
            {"scoring_the_scores/tile/geometry/exercises.py"},
        ),
        (f"{EXERCISES}exercises.load()", {"exercise flach.corners", "exercise tile.places"}, set()),
        ("from scoring_the_scores.course import plans\nplans.chapters(ROOT)", {"heads of chapters"}, set()),
        (f"{LEDGER}ledger.history_page()", {"CHANGELOG.md"}, {"heads of chapters"}),
    ],
)
def test_a_chapter_depends_on_what_its_cells_name(code: str, there: set[str], absent: set[str]) -> None:
    found = set(manifest(code)) - set(manifest())
    assert there <= found
    assert not absent & found


def test_every_chapter_depends_on_the_machine_and_on_what_runs_it() -> None:
    assert {
        "the code of its cells",
        "machine's processor",
        "machine's Python",
        "tools/kernels.py",
        "library nbclient",
    } <= set(manifest())


def test_another_evidence_runs_the_chapters_that_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [f"{LEDGER}ledger.show('flach.{name}')" for name in ("thm4", "thm5")]
    before = [manifest(code) for code in codes]
    monkeypatch.setattr(chapter_inputs, "evidence_digest", lambda claim: str(claim.id == "flach.thm4"))
    again = [manifest(code) for code in codes]
    monkeypatch.setattr(chapter_inputs, "evidence_digest", lambda claim: "another" if "thm4" in claim.id else "False")
    changed = [old != new for old, new in zip(again, [manifest(code) for code in codes], strict=True)]
    assert (changed, before != again) == ([True, False], True)


def test_whoever_reads_the_clone_is_known() -> None:
    """Its chapters, contents and changelog are neither code nor data."""
    known = graph()
    texts = {module: path.read_text(encoding="utf-8") for module, path in known.modules.items()}
    readers = {module for module, text in texts.items() if "ipynb" in text and ".read_text(" in text}
    writers = {"claimledger.new", "scoring_the_scores.course.assignment"}  # of notebooks, which read other files
    assert readers - writers == chapter_inputs.CONTENTS
    assert {module for module, text in texts.items() if '"CHANGELOG.md"' in text} == chapter_inputs.CHANGELOG


def test_the_reason_why_a_chapter_is_run_is_said(tmp_path: Path) -> None:
    before, now = {"a.py": "1", "b.py": "1"}, {"a.py": "2", "b.py": "2"}
    assert run_chapters.why({}, now) == "it was not run yet"
    assert run_chapters.why(before, now) == "a.py is another, and 1 more"
    (tmp_path / "x-one-2f").mkdir()
    (tmp_path / "x-one-2f" / run_chapters.MANIFEST).write_text(json.dumps(before), encoding="utf-8")
    assert run_chapters.known_before(tmp_path, "x-one") == before
    assert run_chapters.known_before(tmp_path, "x-two") == {}
    (tmp_path / "x-one-2f" / run_chapters.MANIFEST).write_text("{", encoding="utf-8")
    assert run_chapters.known_before(tmp_path, "x-one") == {}


@pytest.mark.parametrize("name", ["book/x/one.ipynb", "src/a.py", "_build/runs/x-one-2f/notebook.ipynb"])
def test_a_page_is_read_again_for_its_text_what_it_includes_and_its_outputs(tmp_path, monkeypatch, name: str) -> None:
    monkeypatch.setattr(changed_pages, "ROOT", tmp_path)
    monkeypatch.setattr(changed_pages, "RUNS", tmp_path / "_build" / "runs")
    for each in ("book/x/one.ipynb", "book/x/two.ipynb", "src/a.py", "_build/runs/x-one-2f/notebook.ipynb"):
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / each).write_text("1", encoding="utf-8")
    pages = ["book/x/one", "book/x/two"]
    env = SimpleNamespace(
        found_docs=pages, dependencies={pages[0]: {"src/a.py"}}, doc2path=lambda page: str(tmp_path / f"{page}.ipynb")
    )
    assert changed_pages.outdated(None, env, set(), set(), set()) == pages
    changed_pages.note(SimpleNamespace(), env)
    assert changed_pages.outdated(None, env, set(), set(), set()) == []
    (tmp_path / name).write_text("2", encoding="utf-8")
    assert changed_pages.outdated(None, env, set(), set(), set()) == pages[:1]
