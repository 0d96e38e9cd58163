"""What stands beside the text and what is folded: by pointer, key and link, without scripts, on paper and as slides."""

from __future__ import annotations

import re

import pytest

from .browser import DESKTOP, PHONE, SMALL, STANDS, axe, needs_chromium, show
from .conftest import BUILT, NOT_BUILT, SITE

pytestmark = [needs_chromium, pytest.mark.skipif(not BUILT, reason=NOT_BUILT)]

CHAPTER = "book/mcdermott/two-areas.html"
CARDS = "book/back/cards.html"


@pytest.fixture
def view(tabs, address):
    view, faults, _ = tabs.watch()
    view.goto(f"{address}/{CHAPTER}", wait_until="load")
    yield view
    assert faults == []


def test_a_mark_hangs_in_the_margin_and_opens_and_closes_by_key(view) -> None:
    show(view, {"width": 1440, "height": 900}, "light")
    mark = view.locator("details.beside").first
    summary = mark.locator("> summary")
    column = view.locator(".bd-article").bounding_box()
    sign = summary.locator(".mark").first.bounding_box()
    assert sign["x"] >= column["x"] + column["width"] - 40
    assert re.fullmatch(r"(Claim|\d+ claims) checked: .+", summary.locator(".mark-words").inner_text())
    summary.focus()
    view.keyboard.press("Enter")
    assert mark.locator(".beside-row").first.is_visible()
    view.keyboard.press("Tab")
    view.keyboard.press("Escape")
    assert not mark.locator(".beside-row").first.is_visible()
    assert summary.evaluate("e => e === document.activeElement")


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_on_a_phone_a_mark_is_a_line_with_its_words(view, size: dict[str, int]) -> None:
    show(view, size, "dark")
    words = view.locator("details.beside .mark-words").first
    assert words.is_visible()
    assert words.evaluate("e => getComputedStyle(e).opacity") == "1"
    box = view.locator("details.beside > summary").first.bounding_box()
    assert box["height"] >= 28
    assert box["x"] + box["width"] <= size["width"]


def test_a_link_to_a_claim_opens_what_it_stands_behind(view, address: str) -> None:
    hidden = view.locator(".beside-rest .beside-row").first.get_attribute("id")
    beside = view.locator(".beside .beside-row").last.get_attribute("id")
    for name in (hidden, beside):
        view.goto(f"{address}/{CHAPTER}#{name}", wait_until="load")
        view.wait_for_function(STANDS)
        row = view.locator(f"#{name}")
        assert row.is_visible()
        assert row.evaluate("e => { const r = e.getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight }")


def test_code_is_folded_until_it_is_asked_for_which_is_remembered(view, address: str) -> None:
    folded = "details.above-input:not([open])"
    assert view.locator(folded).count() == view.locator("details.above-input").count() > 0
    assert not view.locator(".tag_imports details").first.is_visible() if view.locator(".tag_imports").count() else True
    view.get_by_role("button", name="Show code").click()
    assert view.locator(folded).count() == 0
    view.goto(f"{address}/book/flach/costs-and-curves.html", wait_until="load")
    assert view.locator(folded).count() == 0
    assert view.locator(".tag_imports .cell_input").first.is_visible()
    view.get_by_role("button", name="Show code").click()
    assert view.locator(folded).count() == view.locator("details.above-input").count()


def test_one_button_opens_all_verdicts_and_axe_finds_nothing(view) -> None:
    view.get_by_role("button", name="Open all verdicts").click()
    assert view.locator("details.beside:not([open]), details.beside-rest:not([open])").count() == 0
    show(view, DESKTOP, "dark")
    view.wait_for_function(STANDS)
    assert axe(view, "all open") == []
    assert view.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_long_proofs_are_folded_opened_by_a_button_or_a_link_and_printed(view, address: str) -> None:
    proofs = view.locator("details.proof-fold")
    opened = "count => document.querySelectorAll('details.proof-fold[open]').length === count"
    view.wait_for_function(opened, arg=0)
    name = view.locator("details.proof-fold > .proof").last.get_attribute("id")
    view.goto(f"{address}/{CHAPTER}#{name}", wait_until="load")
    view.wait_for_function(opened, arg=1)
    view.emulate_media(media="print")
    view.wait_for_function(opened, arg=proofs.count())
    view.emulate_media(media="screen")
    view.wait_for_function(opened, arg=1)
    view.get_by_role("button", name="Open all proofs").click()
    view.wait_for_function(opened, arg=proofs.count())
    assert not any(text.startswith("Proof") for text in view.locator(".proof-fold > .proof").all_inner_texts())


def test_without_scripts_marks_open_code_is_there_and_no_switch_is(tabs, address: str) -> None:
    context = tabs.context.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{CHAPTER}")
    assert page.locator(".r-tools").first.is_hidden()
    mark = page.locator("details.beside").first
    mark.locator("> summary").click()
    assert mark.locator(".beside-row").first.is_visible()
    context.close()


def test_on_paper_marks_are_notes_and_code_is_left_out(view) -> None:
    view.emulate_media(media="print")
    assert view.locator(".beside .beside-row").first.is_visible()
    assert not view.locator("details.beside > summary").first.is_visible()
    assert not view.locator(".beside-rest").is_visible()
    assert not view.locator("details.above-input .cell_input").first.is_visible()


def test_pictures_of_openings_and_cards_are_drawn_and_lead_to_their_figures() -> None:
    for page in (*SITE.glob("book/*/*.html"),):
        for name, inside in re.findall(
            r'<figure data-figure="([^"]+)">(.*?)</figure>', page.read_text("utf-8"), re.DOTALL
        ):
            assert "<img " in inside, (page, name)
            image = re.search(r'src="([^"#]+)[^"]*"', inside)
            assert image
            assert (page.parent / image[1]).resolve().exists(), (page, name)
            assert f'#{name.partition("#")[2]}">Fig.' in inside


def test_the_cards_are_slides_by_key_and_back(tabs, address: str) -> None:
    view, faults, _ = tabs.watch()
    view.goto(f"{address}/{CARDS}", wait_until="load")
    number = view.locator(".closing").count()
    view.get_by_role("button", name="Show as slides").click()
    shown = view.locator(".closing.is-shown")
    first = shown.inner_text()
    assert shown.count() == 1
    assert shown.bounding_box()["width"] == view.evaluate("innerWidth")
    view.keyboard.press("ArrowRight")
    assert shown.inner_text() != first
    for _ in range(number - 1):
        view.keyboard.press("ArrowRight")
    assert shown.inner_text() == first  # the first comes after the last
    view.keyboard.press("Escape")
    assert view.locator(".closing:visible").count() == number
    assert faults == []
