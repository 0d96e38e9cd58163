"""The guide in a browser: mouse and keyboard, its address, a reader's scores, themes, phones, paper, and no script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring_the_scores.foundations.which_metric import guide, guide_table, page
from tests.whole import mostly
from tools.browser import browser

from .browser import DESKTOP, PAPER, PHONE, SMALL, axe, needs_chromium, outside, show
from .conftest import SITE

GUIDE = SITE / "book" / "foundations" / "which-metric.html"
WORDS = "document.querySelector('.guide-words').textContent"
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
ROWS = "label,score\n1,0.9\n0,0.8\n1,0.7\n0,0.2\n0,0.1\n"

pytestmark = [
    needs_chromium,
    pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`"),
]


@pytest.fixture(scope="module")
def opened() -> Iterator:
    """Open the guide once, from its folder without a server."""
    with browser() as started:
        context = started.new_context(viewport=DESKTOP)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield context.new_page()


@pytest.fixture
def view(opened):
    """Give the guide back as nobody has answered it, and hold that nothing went wrong or was sent anywhere."""
    faults: list[str] = []
    listeners = {
        "pageerror": lambda error: faults.append(str(error)),
        "request": lambda sent: faults.append(sent.url) if outside(sent.url) else None,
    }
    for event, listener in listeners.items():
        opened.on(event, listener)
    opened.goto("about:blank")
    opened.goto(GUIDE.as_uri())
    opened.set_viewport_size(DESKTOP)
    yield opened
    assert faults == []
    for event, listener in listeners.items():
        opened.remove_listener(event, listener)


def choose(view, **answers: str) -> None:
    """Answer questions by clicking on words, as a reader does."""
    for key, value in answers.items():
        view.locator(f"label:has([name={key}][value={value}])").click()


def said(view) -> tuple[str, str, str]:
    """The title, the paragraph and the command that are shown."""
    return tuple(view.locator(f".guide-{part}").inner_text() for part in ("title", "words", "call"))


def expected(answers: dict[str, str], parameters: dict[str, float | str] | None = None) -> tuple[str, str, str]:
    """The same, as the package composes it."""
    found = guide.compose(answers, parameters)
    return found.title, found.words, " ".join(found.command)


def test_answers_add_up_as_the_package_says(view) -> None:
    assert said(view) == expected({})
    answers = {"names": "yes", "use": "known", "depth": "top", "prevalence": "moves", "groups": "yes"}
    choose(view, **answers)
    assert said(view) == expected(answers)
    view.get_by_text("Fill in the brackets").click()
    view.get_by_label("cost of a miss").fill("31")
    assert said(view) == expected(answers, {"fn": 31})
    assert "[0.0313]" in said(view)[1]
    for name, one in guide_table.EXAMPLES.items():
        view.get_by_role("button", name=one.button).click()
        assert said(view) == expected(*guide.example(name))
    view.get_by_role("button", name="clear").click()
    assert said(view) == expected({})


def test_without_names_four_questions_step_aside(view) -> None:
    choose(view, use="known", names="no")
    assert said(view) == expected({"names": "no"})
    assert sum(view.get_by_text(text).filter(visible=True).count() for text in page.IDLE.values()) == 4
    assert view.locator(".guide-numbers .not").all_text_contents() == ["not AUROC", "not AP", "not F1"]
    choose(view, names="yes")
    assert said(view) == expected({"names": "yes", "use": "known"})


def test_arrows_answer_and_tab_goes_from_question_to_question(view) -> None:
    view.locator("[name=names]").first.focus()
    view.keyboard.press("ArrowRight")
    view.keyboard.press("ArrowLeft")
    view.keyboard.press("Tab")
    view.keyboard.press("ArrowRight")
    view.keyboard.press("ArrowRight")
    assert said(view) == expected({"names": "yes", "use": "threshold"})
    outline = "getComputedStyle(document.activeElement.closest('label')).outlineStyle"
    assert view.evaluate(outline) == "solid"
    assert view.locator(".guide-status").inner_text().startswith("Report this (5 of 7 questions open")


def test_the_address_keeps_the_answers_and_takes_no_others(view) -> None:
    choose(view, use="threshold", units="units")
    view.get_by_text("Fill in the brackets").click()
    view.get_by_label("column of units").fill("family no")
    address = view.evaluate("location.href")  # what the browser has, which tells the driver of it a little later
    assert address.endswith("#use=threshold&units=units&unit=family+no")
    before = said(view)
    assert "--cluster 'family no'" in before[2]
    view.goto("about:blank")
    view.goto(address)
    assert said(view) == before
    view.goto("about:blank")
    view.goto(f"{GUIDE.as_uri()}#use=perhaps&names=no&n=-3&unit=<b>&colour=blue")
    assert said(view) == expected({"names": "no"}, {"n": -3})
    view.evaluate("location.hash = 'table-of-metrics-section'")
    assert said(view) == expected({"names": "no"}, {"n": -3})


def test_both_texts_are_copied(view) -> None:
    for name, part in (("Copy the paragraph", 1), ("Copy the command", 2)):
        view.get_by_role("button", name=name).click()
        view.locator(f"[data-copies=guide-{('words', 'call')[part - 1]}]").get_by_text("Copied").wait_for()
        assert view.evaluate("navigator.clipboard.readText()") == said(view)[part]


def test_pasted_rows_give_values_and_fill_the_brackets(view, tmp_path: Path) -> None:
    view.get_by_text("Have scores?").click()
    rows = view.get_by_label("Paste rows")
    rows.fill(ROWS)
    view.get_by_role("button", name="Read these rows").click()
    assert view.locator(".guide-read").inner_text().startswith("5 rows, 2 positive: labels from “label”")
    numbers = view.locator(".guide-numbers li").all_inner_texts()
    assert numbers[1:4] == ["AUROC 0.833", "AP 0.833", "AP of a random order 0.593"]
    assert said(view) == expected({}, {"n": 5, "m": 2})
    assert view.url.endswith("#n=5&m=2")
    view.get_by_text("Fill in the brackets").click()
    view.get_by_label("cases", exact=True).fill("77")
    assert said(view) == expected({}, {"n": 5, "m": 2})  # the rows say how many there are
    choose(view, use="threshold")
    assert said(view)[2].endswith("--threshold 0.45")
    assert "best F1, on these very cases 0.800" in view.locator(".guide-numbers").inner_text()
    assert "[0.8] takes one miss for (2 − F1)/F1 = [1.5] false alarms" in said(view)[1]
    path = tmp_path / "scores.csv"
    path.write_text(ROWS.replace("0.", "3."), encoding="utf-8")
    view.locator(".guide-file").set_input_files(path)
    view.get_by_text("scores.csv: 5 rows").wait_for()
    choose(view, use="known")
    assert "mean cost of a case undefined" in view.locator(".guide-numbers").inner_text()
    assert "these scores do not say where they decide" in view.locator(".guide-notes").inner_text()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("", "There is nothing to read"),
        ("1 0.5\n2 0.4", "row 2: “2” is no label"),
        ("1,0.5\n1,0.7", "All 2 labels are positive"),
        ("label,score\n1,a\n0,0.4", "row 2: “a” is no number"),
        ("label,score\n1,1\n0,0", "which are decisions"),
    ],
)
def test_bad_rows_are_named_and_leave_no_values(view, rows: str, message: str) -> None:
    view.get_by_text("Have scores?").click()
    for text in (ROWS, rows):
        view.get_by_label("Paste rows").fill(text)
        view.get_by_role("button", name="Read these rows").click()
    assert message in view.locator(".guide-read").inner_text()
    assert view.locator(".guide-numbers b").count() == 0


@pytest.mark.parametrize("theme", mostly(["light", "dark"], "dark"))
@pytest.mark.parametrize("size", mostly([DESKTOP, PHONE, SMALL], SMALL), ids=lambda size: str(size["width"]))
def test_everybody_can_use_it(view, theme: str, size: dict[str, int]) -> None:
    choose(view, names="yes", use="known", depth="top", prevalence="moves", easy="yes", groups="yes", units="units")
    view.get_by_text("Fill in the brackets").click()
    view.get_by_text("Have scores?").click()
    view.get_by_label("Paste rows").fill(ROWS)
    view.get_by_role("button", name="Read these rows").click()
    show(view, size, theme)
    assert view.evaluate(FITS)
    assert axe(view, f"{theme} {size['width']}", ".guide") == []
    assert axe(view, f"{theme} {size['width']}", ".guide-card") == []
    controls = ".guide label:has(input[type=radio]), .guide button, .guide summary"
    heights = view.evaluate(f"[...document.querySelectorAll('{controls}')].map(e => e.getBoundingClientRect().height)")
    assert min(height for height in heights if height) >= 24


def test_on_paper_the_card_stands_in_for_the_form_and_is_on_one_page(view) -> None:
    show(view, PAPER, "light", "print")
    assert not view.locator(".guide").is_visible()
    assert view.locator(".guide-card").is_visible()
    assert view.locator(".guide-card").bounding_box()["height"] < PAPER["height"]
    view.emulate_media(media="null")


def test_without_scripts_the_card_is_the_guide() -> None:
    with browser() as started:
        view = started.new_context(viewport=PHONE, java_script_enabled=False).new_page()
        view.goto(GUIDE.as_uri())
        assert not view.locator(".guide form").is_visible()
        for question in guide_table.QUESTIONS:
            assert view.locator(".guide-card").get_by_text(question.title).is_visible()


def test_no_other_page_loads_it_and_its_downloads_are_there() -> None:
    pages = [path for path in (SITE / "book").rglob("*.html") if "_static/guide.js" in path.read_text(encoding="utf-8")]
    assert pages == [GUIDE]
    for kind in ("svg", "pdf"):
        assert (SITE / "figdata" / f"which-metric-card.{kind}").stat().st_size < 60_000
    text = GUIDE.read_text(encoding="utf-8")
    assert json.loads(text.split('id="guide-table" type="application/json">')[1].split("</script>")[0]) == json.loads(
        guide.table()
    )
    assert text.index("explorers.js") < text.index("guide.js")  # whose modules are all there, when an explorer has them
