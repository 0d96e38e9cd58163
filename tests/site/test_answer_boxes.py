"""Boxes for answers in a browser: by keyboard, kept and forgotten, saved and loaded, small, dark, on paper."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from metricbook.explorers import styles as explorer_styles
from scoring_the_scores import exercises
from scoring_the_scores.course.notebook import codes, read
from scoring_the_scores.course.seconds import fault
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.exercise import load
from scoring_the_scores.exercises.reading import fraction
from tests.metricbook.explorers.pages import FRAMES, PAGE, serve
from tests.scoring_the_scores.exercises.pages import filled
from tests.scoring_the_scores.exercises.solutions import MISTAKES, SOLUTIONS
from tests.whole import in_whole_run
from tools.answer_boxes import PLACE, progress, script, styles

from .browser import DESKTOP, PHONE, SMALL, Tabs, axe, needs_chromium, show

pytestmark = needs_chromium

CHAPTER = "flach/auc-as-expected-loss"
NAME, OTHER = "flach.auroc-from-loss", "flach.ties-that-hide"
ANSWER = SOLUTIONS[NAME](instance(load()[NAME]))
RIGHT = filled(NAME, ANSWER)[1][0]
#: A chapter with an exercise of which a second example is asked for.
TWICE, SECOND = "flach/h-measure", "flach.crossing-rankings"
RANKINGS = ("PPNPNPNNN", "PPPNNNNPN"), ("PPNNPPNNN", "PPPNNNNNP")
KEPT = "localStorage.getItem('metricbook-answers')"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with the boxes of a chapter, and the page of progress, at their places in a site."""
    folder = tmp_path_factory.mktemp("answers")

    def boxes(chapter: str) -> str:
        some = (one for one in load().values() if one.chapter == chapter and one.box)
        return "".join(f"<p>{one.title}</p>{PLACE.format(one.id)}" for one in some)

    pages = {
        "flach/page": (boxes(CHAPTER), script(CHAPTER, rounds=200)),
        "flach/second": (boxes(TWICE), script(TWICE, rounds=200)),
        "back/progress": ('<div id="progress"></div>', progress()),
    }
    for name, (element, code) in pages.items():
        path = folder / f"{name}.html"
        path.parent.mkdir(exist_ok=True)
        text = PAGE.format(styles=explorer_styles() + styles(), element=element, script=code)
        path.write_text(text, encoding="utf-8")
    return folder


def box(view: Any, name: str = NAME) -> Any:
    return view.locator(f'.answer[data-exercise="{name}"] form')


def said(view: Any, text: str, name: str = NAME) -> str:
    """What the box says of an answer that is written and checked by keyboard."""
    box(view, name).locator("input").first.focus()
    view.keyboard.press("Control+a")
    view.keyboard.type(text)
    view.keyboard.press("Enter")
    view.evaluate(FRAMES)
    place = f'.answer[data-exercise="{name}"] .a-verdict strong'
    view.wait_for_function(f"() => /^(Right|Not)/.test(document.querySelector('{place}').textContent)")
    return box(view, name).get_by_role("status").inner_text()


def faulty(view: Any, what: str, *sizes: dict[str, int]) -> list[str]:
    """What axe finds in both themes, and where a page is wider than its window."""
    found = []
    for size in sizes:
        for theme in ("light", "dark"):
            show(view, size, theme)
            found += axe(view, f"{what}, {theme}, {size['width']} px")
            if view.evaluate("document.documentElement.scrollWidth") > size["width"]:
                found.append(f"{what} is wider than {size['width']} px")
    return found


def test_an_answer_is_checked_kept_shown_saved_loaded_and_forgotten(tabs: Tabs, folder: Path, tmp_path: Path) -> None:
    with serve(folder) as home:
        view, faults, _ = tabs.watch()
        view.goto(f"{home}/flach/page.html")
        view.evaluate("localStorage.clear()")
        assert said(view, "a half").startswith("○ Not yet. AUROC must be a fraction, such as \"3/8\", not 'a half'.")
        assert said(view, "").startswith("○ Not yet. AUROC must be a fraction")
        assert said(view, "1/77777") == "○ Not yet. The hints lead on."
        rounded = f"{float(fraction(ANSWER)):.2f}"
        assert "only when rounded: hand in the fraction, which is exact." in said(view, rounded)
        slip = MISTAKES[NAME][0]
        assert slip.says in said(view, filled(NAME, slip.of(instance(load()[NAME])))[1][0])
        assert said(view, RIGHT) == f"✓ Right. {exercises.check(NAME, ANSWER).message}"
        assert box(view).get_attribute("class") == "a-box a-solved"
        view.reload()
        assert box(view).get_by_role("status").inner_text() == "✓ Right. You solved it here before."
        assert box(view).locator("input").input_value() == RIGHT
        said(view, "1/4")
        kept = json.loads(view.evaluate(KEPT))[NAME]
        assert (kept["tries"], kept["texts"]) == (7, [RIGHT])
        assert faulty(view, "boxes", SMALL) == []
        view.emulate_media(media="print")
        assert (view.locator(".a-paper").first.is_visible(), view.locator("form:visible").count()) == (True, 0)
        view.emulate_media(media="null")

        box(view).get_by_role("link", name="Your progress").press("Enter")
        view.wait_for_url("**/back/progress.html")
        status = view.get_by_role("status")
        assert status.inner_text() == f"Right: 1 of {len(load())} exercises. Tried: 1."
        assert view.get_by_role("listitem").count() == len(load())
        mine = view.get_by_role("listitem").filter(has_text=load()[NAME].title)
        assert re.match(rf"✓ {load()[NAME].title}, right since 20\d\d-\d\d-\d\d", mine.inner_text())
        assert faulty(view, "progress", SMALL) == []
        with view.expect_download() as download:
            view.get_by_role("button", name="Save my answers as a file").press("Enter")
        download.value.save_as(saved := tmp_path / "my-answers.json")
        names: dict[str, Any] = {}
        exec("\n".join(codes(read(saved))), names)
        assert {name: exercises.check(name, answer).right for name, answer in names["answers"].items()} == {NAME: True}

        mine.get_by_role("button", name=f"Forget {load()[NAME].title}").press("Enter")
        assert status.inner_text().startswith(f"{load()[NAME].title} is forgotten. Right: 0 of ")
        assert mine.get_by_role("link").evaluate("link => link === document.activeElement")
        (tmp_path / "other.json").write_text("[]", encoding="utf-8")
        view.get_by_label("Load answers from such a file").set_input_files(tmp_path / "other.json")
        status.filter(has_text="Nothing was loaded: other.json").wait_for()
        view.get_by_label("Load answers from such a file").set_input_files(saved)
        status.filter(has_text="Loaded: 1. Right: 1 of ").wait_for()
        forget = view.locator(".a-tools button").nth(1)
        forget.press("Enter")
        assert json.loads(view.evaluate(KEPT))[NAME]["texts"] == [RIGHT]
        forget.press("Enter")
        assert json.loads(view.evaluate(KEPT)) == {}
        assert faults == []


def test_a_second_example_is_another_has_a_sentence_and_is_handed_in(tabs: Tabs, folder: Path, tmp_path: Path) -> None:
    why = "The first has more positives on top, the second the better middle."
    with serve(folder) as home:
        view, faults, _ = tabs.watch()
        view.goto(f"{home}/flach/second.html")
        view.evaluate("localStorage.clear()")
        place = view.locator(f'.answer[data-exercise="{SECOND}"]')
        first, second = place.get_by_role("form", name="Your answer"), place.locator("details form")

        def checked(box: Any, *texts: str) -> str:
            for entry, text in zip(box.locator("input, textarea").all(), texts, strict=True):
                entry.fill(text)
            box.get_by_role("button", name="Check").press("Enter")
            box.get_by_role("status").filter(has_text=re.compile("Right|Not")).wait_for()
            return box.get_by_role("status").inner_text()

        place.locator("summary").press("Enter")
        assert "has to be right before the second" in checked(second, *RANKINGS[1], why)
        assert checked(first, *RANKINGS[0]).startswith("✓ Right.")
        assert "of both the check says the same" in checked(second, *RANKINGS[0], why)
        assert "of 8 words or more" in checked(second, *RANKINGS[1], "It is so.")
        assert second.locator(".a-memory").is_hidden()
        assert checked(second, *RANKINGS[1], why).startswith("✓ Right.")
        assert faulty(view, "two boxes", SMALL) == []
        view.reload()
        place.locator("summary").press("Enter")
        assert second.locator("textarea").input_value() == why
        view.goto(f"{home}/back/progress.html")
        with view.expect_download() as download:
            view.get_by_role("button", name="Save my answers as a file").press("Enter")
        download.value.save_as(saved := tmp_path / "my-answers.json")
        assert faults == []
    names: dict[str, Any] = {}
    exec("\n".join(codes(read(saved))), names)
    given = names["answers"]
    results = [exercises.check(SECOND, given[name]) for name in (SECOND, f"{SECOND}, second")]
    assert all(results)
    said = [one.message for one in results]
    assert fault(load()[SECOND], said, given[f"{SECOND}, second"], given[f"{SECOND}, why"]) == ""


@in_whole_run
def test_from_a_file_without_cryptography_all_else_works(tabs: Tabs, folder: Path) -> None:
    view, faults, _ = tabs.watch()
    view.add_init_script("Object.defineProperty(window, 'crypto', { value: undefined });")
    view.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    view.goto((folder / "flach" / "page.html").as_uri())
    assert said(view, RIGHT).startswith("✓ Right. ")
    assert box(view).locator(".a-memory").is_hidden()
    assert faulty(view, "boxes", DESKTOP, PHONE) == []
    assert faults == []
    view.close()
    tabs._watched.clear()


@in_whole_run
def test_a_spoilt_memory_does_no_harm(tabs: Tabs, folder: Path) -> None:
    with serve(folder) as home:
        view, faults, _ = tabs.watch()
        view.goto(f"{home}/flach/page.html")
        for kept in ("nonsense{", "null", "7", f'{{"{NAME}": 3}}', f'{{"{NAME}": {{"texts": [1, 2], "tries": 1}}}}'):
            view.evaluate(f"localStorage.setItem('metricbook-answers', {kept!r})")
            view.reload()
            assert box(view).locator("input").input_value() == ""
        assert faults == []


@in_whole_run
def test_a_page_without_scripts_has_a_line_to_write_on_paper(all_tabs: Tabs, folder: Path) -> None:
    context = all_tabs.context.browser.new_context(viewport=DESKTOP, java_script_enabled=False)
    view = context.new_page()
    view.goto((folder / "flach" / "page.html").as_uri())
    assert view.locator(".a-paper").first.is_hidden()
    view.emulate_media(media="print")
    assert view.locator(".a-paper").first.is_visible()
    context.close()
