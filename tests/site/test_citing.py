"""The button "cite": the entry of what it stands beside, with anchor and version, in the form that Python writes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from scoring_the_scores.contents import parts
from tools.citing import authors, bibtex, citation, tex, whole

from .browser import axe, needs_chromium
from .conftest import SITE, read

PAGE = "book/flach/h-measure.html"


def test_the_page_on_citing_has_the_entry_of_the_book() -> None:
    if not (SITE / "book/back/citing.html").is_file():
        pytest.skip("the site is not built: run `make book`")
    (block,) = (element for element in read(SITE / "book/back/citing.html").find("pre"))
    assert whole("", "2026").split() == block.text.split()


def test_an_entry_names_authors_as_the_project_does() -> None:
    entry = bibtex("a-key", "A {title}", "", "", "https://example.org/book", "2026")
    assert f"author = {{{authors(citation()['authors'])}}}" in entry
    assert f"Version {citation()['version']}" in entry
    assert "url = {https://example.org/book}" in entry
    assert entry.count("{") == entry.count("}")


def test_marks_of_tex_are_its_words() -> None:
    assert tex("50 % & a_b") == r"50 \% \& a\_b"


@needs_chromium
def test_a_theorem_a_row_and_a_chapter_are_cited(address: str, tabs) -> None:
    view, faults, _ = tabs.watch()
    view.context.grant_permissions(["clipboard-read", "clipboard-write"])
    view.goto(f"{address}/{PAGE}", wait_until="load")
    place = [chapter for part in parts() if part.numbered for chapter in part.chapters].index("flach/h-measure") + 1
    theorem = f"Theorem {place}.3"
    entries = {}
    for label in (theorem, "this chapter"):
        button = view.get_by_role("button", name=f"cite {label}", exact=True)
        button.click()
        entries[label] = view.locator("dialog.citation pre").inner_text()
        view.get_by_role("button", name="Copy", exact=True).click()
        view.get_by_text("Copied").wait_for()
        assert view.evaluate("navigator.clipboard.readText()") == entries[label]
        faults += axe(view, "dialog", "dialog.citation")
        view.keyboard.press("Escape")
        assert button.evaluate("button => document.activeElement === button")
    assert faults == []
    chapter, number = rf"Chapter {place}, ``The H measure: when only the best threshold counts'',", r"\#thm-h-segments"
    inside = rf"{chapter} of \emph{{{tex(citation()['title'])}}}"
    page = "book/flach/h-measure.html"
    title = f"{theorem} (Expected minimum loss, segment by segment)"
    key = "scoring-the-scores-flach-h-measure"
    assert entries[theorem] == bibtex(f"{key}-thm-h-segments", title, inside, page + number, "", "2026")
    title = "The H measure: when only the best threshold counts"
    assert entries["this chapter"] == bibtex(key, title, inside, page, "", "2026")
    rows = view.locator('[aria-label^="cite claim"]')
    assert rows.count() == view.locator('[id^="claim-"]').count()


def test_the_feed_of_verdicts_is_where_the_foot_says() -> None:
    if not (SITE / PAGE).is_file():
        pytest.skip("the site is not built: run `make book`")
    (feed,) = re.findall(r'href="([^"]*history\.xml)"', (SITE / PAGE).read_text(encoding="utf-8"))
    ElementTree.parse((SITE / PAGE).parent / feed)
