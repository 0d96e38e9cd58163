"""The book as one PDF: two chapters of it, because all would take minutes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream, Destination, DictionaryObject

from tests.whole import WHOLE
from tools.browser import CHROMIUM, browser
from tools.print_book import linked_places, print_book

from .conftest import SITE

CHAPTERS = ("flach/hands-argument", "flach/h-measure")  # which link to each other


def test_places_are_found_from_the_page_that_links_to_them(tmp_path: Path) -> None:
    (tmp_path / "book" / "a").mkdir(parents=True)
    (tmp_path / "book" / "a" / "one.html").write_text('<a href="two.html#x%20y"><a href="../b.html#z">', "utf-8")
    (tmp_path / "book" / "a" / "two.html").write_text('<a href="#own"><a href="one.html">', "utf-8")
    names = ["book/a/one.html", "book/a/two.html"]
    assert linked_places(tmp_path, names) == {"book/a/one.html": set(), "book/a/two.html": {"x y"}}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> PdfReader:
    """Print the two chapters."""
    if not WHOLE:
        pytest.skip("METRICBOOK_TEST=all prints them")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: printing needs one")
    if not (SITE / ".built").exists():
        pytest.skip("the site is not built: run `make book`")
    path = tmp_path_factory.mktemp("pdf") / "book.pdf"
    sheets = print_book(SITE, path, CHAPTERS)
    reader = PdfReader(path)
    assert len(reader.pages) == sheets
    return reader


@pytest.fixture(scope="module")
def texts(book: PdfReader) -> list[str]:
    """Return each page's text in one line, without ligatures."""
    return [" ".join(unicodedata.normalize("NFKC", page.extract_text()).split()) for page in book.pages]


def entries(outline: list[Any], depth: int = 0) -> Iterator[tuple[int, Destination]]:
    """Yield the outline's entries with their depth."""
    for entry in outline:
        if isinstance(entry, list):
            yield from entries(entry, depth + 1)
        else:
            yield depth, entry


def test_the_outline_and_the_contents_lead_to_the_chapters(book: PdfReader, texts: list[str]) -> None:
    listed = list(entries(book.outline))
    assert {depth for depth, _ in listed} == {0, 1, 2}
    chapters = [entry for depth, entry in listed if depth == 1]
    assert len(chapters) == len(CHAPTERS)
    contents = texts[1]
    for entry in chapters:
        number = book.get_destination_page_number(entry)
        title = entry.title.lstrip("0123456789. ")
        assert title in texts[number]
        assert f"{title} {number + 1}" in contents
    numbers = [book.get_destination_page_number(entry) for _, entry in listed]
    assert numbers == sorted(numbers)
    assert any("To remember" in entry.title for _, entry in listed)


def test_every_page_has_its_number(texts: list[str]) -> None:
    assert len(texts) > 10
    assert [number for number, text in enumerate(texts, start=1) if str(number) not in text.split()] == []


def test_links_stay_in_the_book_or_lead_to_the_web(book: PdfReader) -> None:
    first = [book.get_destination_page_number(entry) for depth, entry in entries(book.outline) if depth == 1]
    numbers = {page.indirect_reference.idnum: k for k, page in enumerate(book.pages)}
    crossing = 0
    for number, page in enumerate(book.pages):
        for link in (reference.get_object() for reference in page.get("/Annots", [])):
            if "/Dest" in link:
                leads = numbers[link["/Dest"][0].idnum]
                crossing += number >= first[0] and (number < first[1]) != (leads < first[1])
            else:
                assert link["/A"]["/URI"].startswith("http")
    assert crossing > 0


def test_evidence_and_what_belongs_to_the_screen_are_left_out(texts: list[str]) -> None:
    text = " ".join(texts)
    assert "Evidence:" not in text
    assert "Rerun this chapter" not in text
    assert "Data of this figure" not in text
    assert "evidence for each claim" in text


def test_fonts_are_embedded_and_no_glyph_is_missing(book: PdfReader, texts: list[str]) -> None:
    missing = [number for number, page in enumerate(book.pages, start=1) if unknown_glyphs(page, book)]
    assert missing == []
    text = " ".join(texts)
    assert "\ufffd" not in text
    assert "\\frac" not in text
    assert "AUC" in text


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: printing needs one")
def test_a_missing_glyph_would_be_noticed() -> None:
    with browser() as opened:
        view = opened.new_page()
        view.set_content("known, and unknown to every font: \u0378")
        reader = PdfReader(BytesIO(view.pdf()))
    assert unknown_glyphs(reader.pages[0], reader) == 1


def unknown_glyphs(part: DictionaryObject, book: PdfReader) -> int:
    """Count the glyphs that a page, or a form in it, takes from no font: number 0, which draws an empty box."""
    resources = part.get("/Resources", DictionaryObject())
    fonts = {name: font.get_object() for name, font in resources.get("/Font", {}).items()}
    for font in fonts.values():
        if font["/Subtype"] != "/Type3":  # which holds its drawings itself
            (inner,) = font["/DescendantFonts"] if font["/Subtype"] == "/Type0" else [font]
            assert any(key.startswith("/FontFile") for key in inner.get_object()["/FontDescriptor"]), font
    contents = part.get_contents() if isinstance(part, PageObject) else part
    count, wide = 0, False
    for operands, operator in ContentStream(contents, book).operations:
        if operator == b"Tf":
            wide = fonts[operands[0]]["/Subtype"] == "/Type0"
        elif operator in (b"Tj", b"TJ") and wide:
            texts = operands[0] if operator == b"TJ" else operands
            codes = b"".join(text.original_bytes for text in texts if hasattr(text, "original_bytes"))
            count += sum(codes[k : k + 2] == b"\0\0" for k in range(0, len(codes), 2))
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            count += unknown_glyphs(form, book) if form["/Subtype"] == "/Form" else 0
    return count
