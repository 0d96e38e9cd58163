"""What a change makes a build do again: which chapters are run, and which pages are read."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from claimledger import kept
from tools import changed_pages, run_chapters

ROOT = Path(__file__).resolve().parents[2]
CHAPTER = ROOT / "book" / "flach" / "h-measure.ipynb"


def key(path: Path = CHAPTER, code: str = "1 + 1", text: str = "Text", tag: str = "tag", without: str = "") -> str:
    """The key of a small notebook that stands there."""
    cells = [new_markdown_cell(text), new_code_cell(code, metadata={"tags": [tag]})]
    return run_chapters.key(path, new_notebook(cells=cells), without)


def test_a_chapter_is_run_again_for_its_code_and_not_for_its_text() -> None:
    assert key() == key(text="Another text")
    assert len({key(), key(code="1 + 2"), key(tag="needs-pairs"), key(without="needs-pairs")}) == 4


def test_a_chapter_is_run_again_when_other_claims_are_confirmed() -> None:
    notebook = new_notebook(cells=[new_code_cell("1 + 1")])
    assert run_chapters.key(CHAPTER, notebook, "") == run_chapters.key(CHAPTER, notebook, "", b"")
    assert run_chapters.key(CHAPTER, notebook, "") != run_chapters.key(CHAPTER, notebook, "", b"1 of 592")


def test_a_chapter_is_run_again_for_its_room_and_a_page_without_a_room_for_everything(monkeypatch) -> None:
    before = key()
    asked = []
    monkeypatch.setattr(kept, "state", lambda room: asked.append(room) or "another")
    assert key() != before
    key(ROOT / "book" / "back" / "errata.md")
    assert asked == ["flach.h_measure", ""]


def test_pages_that_list_the_chapters_are_run_again_for_any_of_them() -> None:
    readers = {path for path in (ROOT / "src").rglob("*.py") if "_toc.yml" in path.read_text(encoding="utf-8")}
    package = ROOT / "src" / "metricbook"
    assert readers == {package / "chapters" / "front" / "contents.py", package / "course" / "plans.py"}
    lists = set()
    for path in run_chapters.notebooks_in(ROOT / "book"):
        code = "\n".join(cell.source for cell in run_chapters.read(path).cells if cell.cell_type == "code")
        if "scoring_the_scores.front" in code or "scoring_the_scores.course" in code:
            lists.add(path.relative_to(ROOT).as_posix())
    assert lists == set(run_chapters.LISTS)
    path = ROOT / run_chapters.LISTS[0]
    assert key(path) != key(path.with_name("other.md"))


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
