"""Boxes for answers in a browser: by keyboard, kept and forgotten, from a file and over http, small, dark, on paper."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metricbook.explorers import styles as explorer_styles
from scoring_the_scores import exercises
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.exercise import load
from tests.metricbook.explorers.pages import FRAMES, PAGE, serve
from tests.site.browser import DESKTOP, PHONE, SMALL, Tabs, axe, needs_chromium, show
from tools.answer_boxes import PLACE, progress, script, styles
from tools.browser import browser

from .pages import filled
from .solutions import MISTAKES, SOLUTIONS

pytestmark = needs_chromium

CHAPTER = "flach/hands-argument"
NAME = "flach.perfect-but-costly"
RIGHT = filled(NAME, SOLUTIONS[NAME](instance(load()[NAME])))[1]
SETTLED = "() => document.querySelector('.a-verdict strong').textContent.match(/^(Right|Not)/)"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture
def tabs(chromium: Any) -> Iterator[Tabs]:
    opened = chromium.new_context(viewport=DESKTOP)
    yield Tabs(opened, DESKTOP)
    opened.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with the boxes of a chapter."""
    folder = tmp_path_factory.mktemp("answers")
    names = [one.id for one in load().values() if one.chapter == CHAPTER and one.box]
    element = "".join(f"<p>{load()[name].title}</p>{PLACE.format(name)}" for name in names)
    text = PAGE.format(styles=explorer_styles() + styles(), element=element, script=script(CHAPTER))
    (folder / "page.html").write_text(text, encoding="utf-8")
    place = '<div id="progress"></div>'
    text = PAGE.format(styles=explorer_styles() + styles(), element=place, script=progress())
    (folder / "progress.html").write_text(text, encoding="utf-8")
    return folder


def box(view: Any) -> Any:
    return view.locator(f'.answer[data-exercise="{NAME}"] form')


def fill(view: Any, texts: list[str]) -> None:
    """Write an answer and check it, by keyboard."""
    form = box(view)
    form.locator("input").focus()
    view.keyboard.press("Control+a")
    view.keyboard.type(texts[0])
    view.keyboard.press("Tab")
    view.keyboard.type(texts[1])
    view.keyboard.press("Tab")
    view.keyboard.press("Enter")
    view.evaluate(FRAMES)
    view.wait_for_function(SETTLED.replace(".a-verdict", f'.answer[data-exercise="{NAME}"] .a-verdict'))


def said(view: Any) -> str:
    return box(view).get_by_role("status").inner_text()


def test_an_answer_is_checked_by_keyboard_said_aloud_kept_and_forgotten(tabs: Tabs, folder: Path) -> None:
    with serve(folder) as home:
        view, faults, _ = tabs.watch()
        view.goto(f"{home}/page.html")
        fill(view, ["1/4", "threshold"])
        assert said(view).startswith("○ Not yet. ")
        fill(view, ["a half", "threshold"])
        assert said(view) == "○ Not yet. loss must be a fraction, such as \"3/8\", not 'a half'."
        fill(view, RIGHT)
        solved = exercises.check(NAME, SOLUTIONS[NAME](instance(load()[NAME]))).message
        assert said(view) == f"✓ Right. {solved}"
        assert box(view).get_attribute("class") == "a-box a-solved"
        kept = json.loads(view.evaluate("localStorage.getItem('metricbook-answers')"))[NAME]
        assert (kept["tries"], kept["texts"]) == (3, RIGHT)
        assert exercises.check(NAME, kept["answer"]).right
        view.reload()
        assert said(view) == "✓ Right. You solved it here before."
        assert box(view).locator("input").input_value() == RIGHT[0]
        fill(view, ["1/4", "costs"])
        assert json.loads(view.evaluate("localStorage.getItem('metricbook-answers')"))[NAME]["texts"] == RIGHT
        box(view).get_by_role("button", name="Forget it").press("Enter")
        assert box(view).locator("input").evaluate("field => field === document.activeElement")
        view.reload()
        assert box(view).locator("input").input_value() == ""
        assert faults == []


def test_from_a_file_without_cryptography_or_storage_all_else_works(tabs: Tabs, folder: Path) -> None:
    tabs.context.add_init_script("Object.defineProperty(window, 'crypto', { value: undefined });")
    tabs.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    view, faults, _ = tabs.watch()
    view.goto((folder / "page.html").as_uri())
    fill(view, RIGHT)
    assert said(view).startswith("✓ Right. ")
    assert box(view).locator(".a-memory").is_hidden()
    assert faults == []


def test_a_known_slip_is_named(tabs: Tabs, folder: Path) -> None:
    view, _, _ = tabs.watch()
    view.goto((folder / "page.html").as_uri())
    given = instance(load()[NAME])
    answer = MISTAKES[NAME][0].of(given)
    fill(view, filled(NAME, answer)[1])
    assert MISTAKES[NAME][0].says in said(view)


def test_a_spoilt_memory_does_no_harm(tabs: Tabs, folder: Path) -> None:
    with serve(folder) as home:
        for kept in ("nonsense{", "null", "7", f'{{"{NAME}": 3}}', f'{{"{NAME}": {{"texts": [1], "tries": 1}}}}'):
            view, faults, _ = tabs.watch()
            view.add_init_script(f"localStorage.setItem('metricbook-answers', {kept!r})")
            view.goto(f"{home}/page.html")
            assert box(view).locator("input").input_value() == ""
            assert faults == []
            view.close()


def test_axe_finds_nothing_and_a_small_phone_has_room(tabs: Tabs, folder: Path) -> None:
    view, faults, _ = tabs.watch()
    view.goto((folder / "page.html").as_uri())
    fill(view, RIGHT)
    found = []
    for size in (DESKTOP, PHONE, SMALL):
        for theme in ("light", "dark"):
            show(view, size, theme)
            found += axe(view, f"{theme}, {size['width']} px")
            assert view.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert found == []
    assert faults == []


def test_paper_and_pages_without_scripts_have_a_line_to_write_on(chromium: Any, folder: Path) -> None:
    for scripted in (True, False):
        context = chromium.new_context(viewport=DESKTOP, java_script_enabled=scripted)
        view = context.new_page()
        view.goto((folder / "page.html").as_uri())
        assert view.locator(".a-paper").first.is_hidden()
        view.emulate_media(media="print")
        assert view.locator(".a-paper").first.is_visible()
        assert view.locator("form:visible").count() == 0
        context.close()


def test_progress_is_shown_saved_as_a_file_and_forgotten(tabs: Tabs, folder: Path) -> None:
    with serve(folder) as home:
        view, faults, _ = tabs.watch()
        view.goto(f"{home}/page.html")
        fill(view, RIGHT)
        view.evaluate("localStorage.setItem('metricbook-solved', '{\"mcdermott.no-mean {}\": \"#explore:x\"}')")
        view.goto(f"{home}/progress.html")
        status = view.get_by_role("status")
        assert status.inner_text() == f"2 of {len(load())} exercises are right, 2 were tried, in this browser."
        listed = view.get_by_role("listitem").filter(has_text=load()[NAME].title)
        assert re.fullmatch(rf"✓ {load()[NAME].title}, right since 20\d\d-\d\d-\d\d", listed.inner_text())
        assert view.get_by_role("listitem").count() == len(load())
        with view.expect_download() as download:
            view.get_by_role("button", name="Save my answers as a file").press("Enter")
        saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        assert list(saved["answers"]) == [NAME]
        assert exercises.check(NAME, saved["answers"][NAME]["answer"]).right
        found = []
        for size in (DESKTOP, SMALL):
            for theme in ("light", "dark"):
                show(view, size, theme)
                found += axe(view, f"progress, {theme}, {size['width']} px")
                assert view.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert found == []
        forget = view.locator(".a-tools button").nth(1)
        forget.press("Enter")
        assert status.inner_text().startswith("2 of ")
        forget.press("Enter")
        assert status.inner_text().startswith("1 of ")
        assert faults == []
