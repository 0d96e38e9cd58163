"""Boxes for answers on the site's pages: which exercises have one, where it stands, and what a page loads for it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document

from scoring_the_scores.course.plans import on_the_page
from scoring_the_scores.exercises import load
from tests.whole import mostly
from tools import answer_boxes
from tools.answer_boxes import STYLE, constructed, load_boxes, put_boxes, rooms, script, script_name, styles

BOXED = [one for one in load().values() if one.box]
CHAPTERS = sorted({one.chapter for one in BOXED})


def test_most_exercises_can_be_answered_on_their_pages_and_of_code_only_formulas() -> None:
    answered = len([one for one in load().values() if one.box or one.explorer])
    assert answered >= 102
    assert f"{answered} of the {len(load())} exercises" in on_the_page().plain
    assert [one.id for one in BOXED if one.kind == "code" and not all(entry.names for entry in one.box)] == []


def test_entries_have_names_of_their_own() -> None:
    for one in BOXED:
        labels = [entry.label for entry in one.box]
        assert all(labels), one.id
        assert len(set(labels)) == len(labels), one.id


def test_a_room_checks_exercises_of_its_own_that_have_a_box() -> None:
    found = [
        name for path in rooms() for name in re.findall(r'answeredIf\("([^"]+)"', path.read_text(encoding="utf-8"))
    ]
    assert sorted(found) == sorted(one.id for one in BOXED if constructed(one.id))


@pytest.mark.parametrize("chapter", mostly(CHAPTERS, "foundations/which-metric", "tile/ranking-scores"))
def test_a_page_loads_what_its_exercises_need_and_little(chapter: str) -> None:
    text = script(chapter, rounds=20)
    assert not re.search(r"^(import|export) |/\*", text, re.MULTILINE)
    assert {one.id for one in BOXED if f'"{one.id}":{{' in text} == {one.id for one in BOXED if one.chapter == chapter}
    assert set(re.findall(r"globalThis\.scoreAnswers\.(\w+)", text)) <= set(re.findall(r"const of_(\w+) =", text))
    assert len(gzip.compress(text.encode())) <= 24_000


def test_scripts_are_written_again_when_their_sources_are_others_or_they_are_gone(tmp_path, monkeypatch) -> None:
    times = []
    made_of = iter("aabbb")
    monkeypatch.setattr(answer_boxes, "write_scripts", lambda static: times.append((static / STYLE).write_text("")))
    monkeypatch.setattr(answer_boxes, "digest", lambda paths: next(made_of))
    for expected in (1, 1, 2, 2):
        answer_boxes.renew_scripts(tmp_path, tmp_path / "answers")
        assert len(times) == expected
    (tmp_path / STYLE).unlink()
    answer_boxes.renew_scripts(tmp_path, tmp_path / "answers")
    assert len(times) == 3


def test_styles_are_light() -> None:
    assert len(gzip.compress(styles().encode())) <= 1_000


def test_a_box_stands_above_the_hints() -> None:
    name, page = BOXED[0].id, new_document("page")
    opening = f'<div class="exercise" id="exercise-{name.replace(".", "-")}">'
    for text in (opening, "<details><summary>Hint 1 of 1</summary>", "</details>", "</div>"):
        page += nodes.raw("", text, format="html")
    noted: list[str] = []
    app = SimpleNamespace(env=SimpleNamespace(note_dependency=noted.append))
    put_boxes(app, page)
    texts = [node.astext() for node in page.findall(nodes.raw)]
    assert texts[1].startswith(f'<div class="answer" data-exercise="{name}">')
    assert texts[2].startswith("<details>")
    assert [Path(path).name for path in noted] == ["exercises.toml"]
    put_boxes(app, other := new_document("other"))
    assert list(other.findall(nodes.raw)) == []


def test_only_pages_with_boxes_load_their_script() -> None:
    loaded: list[str] = []
    builder = SimpleNamespace(add_css_file=loaded.append, add_js_file=lambda name, defer: loaded.append(name))
    app = SimpleNamespace(builder=builder)
    load_boxes(app, "book/flach/h-measure", "page.html", {"body": "<p>"}, None)
    assert loaded == []
    load_boxes(app, "book/flach/h-measure", "page.html", {"body": '<div class="answer" data-exercise="x">'}, None)
    assert loaded == ["answers.css", script_name("flach/h-measure")]
