"""Print the built site into one PDF: a title, the contents, every chapter with page numbers, an outline, and links.

    python -m tools.print_book [site] [pattern ...] [--output file]

Chromium prints page by page, as a reader's browser would; what is joined here is what it printed. Links between pages
lead to the place in the PDF, and those to what only the site has, such as sources and data, are dropped. Evidence for
claims is left out too: it is folded on the site, and would be most of the paper.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urldefrag, urljoin

import yaml
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, Fit, FloatObject, NameObject, NullObject, TextStringObject
from tqdm import tqdm

from metricbook.writing import Output, write
from tools.browser import STILL, TYPESET, Listed, browser, contents
from tools.folders import SITE, built_site

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "_build" / "scoring-the-scores.pdf"
FRONT = "book/index.html"
LEFT_OUT = "book/back/api"  # the reference of the package is for the screen
# A4 between margins in which the footer has room; the window is as wide as the text.
SHEET = {"format": "A4", "margin": {"top": "15mm", "bottom": "20mm", "left": "18mm", "right": "18mm"}}
WINDOW = {"width": 658, "height": 1000}
LINK = re.compile(r'href="([^"#]+\.html)#([^"]+)"')
WEB = ("http://", "https://", "mailto:")

# Takes out what belongs to the screen, and links once to every place that other pages link to: Chromium keeps only the
# places that something in the page leads to. Gives the sections for the outline.
PREPARE = """
(anchors) => {
  const screen = '#jb-print-toc, details.evidence, .rerun, .figure-data, .headerlink, .prev-next-footer';
  document.querySelectorAll(screen).forEach(element => (element.closest('figcaption > .legend') || element).remove());
  const article = document.querySelector('.bd-article');
  const sections = [...article.querySelectorAll('section[id]:has(> h2)')]
    .map(section => [section.id, section.querySelector('h2').textContent.trim()]);
  const places = document.createElement('p');
  places.style = 'margin: 0; font-size: 1px; line-height: 1px; color: transparent';
  for (const id of new Set([...anchors, ...sections.map(([id]) => id)])) {
    const link = document.createElement('a');
    link.href = '#' + id;
    link.textContent = '\\u00a0';
    link.style.color = 'transparent';
    if (document.getElementById(id)) places.append(link);
  }
  article.append(places);
  return sections;
}
"""
STYLE = """
body { margin: 0; font: 11pt/1.5 sans-serif; }
.title { height: 240mm; padding-top: 80mm; box-sizing: border-box; break-after: page; }
h1 { font-size: 30pt; font-weight: 400; margin: 0 0 6mm; }
h2 { font-size: 18pt; font-weight: 400; margin: 0 0 4mm; }
h3 { font-size: 11pt; margin: 5mm 0 1mm; break-after: avoid; }
a { display: flex; justify-content: space-between; gap: 5mm; color: inherit; text-decoration: none; }
footer { height: 297mm; padding: 0 18mm 9mm; box-sizing: border-box; break-after: page; color: #444444;
  font-size: 8pt; display: flex; justify-content: space-between; align-items: end; }
footer:last-child { break-after: auto; }
"""


@dataclass
class Printed:
    """A page of the site on paper.

    Attributes
    ----------
    listed
        The page in the sidebar.
    sheets
        What Chromium printed, without links.
    places
        The number of the sheet, and the left and upper coordinate, of each place that something leads to.
    links
        The number of a sheet, a rectangle in it, and the address that it leads to.
    sections
        The id and the title of each section.
    """

    listed: Listed
    sheets: Sequence[PageObject]
    places: dict[str, tuple[int, float, float]]
    links: list[tuple[int, ArrayObject, str]]
    sections: list[tuple[str, str]]


def linked_places(site: Path, names: Sequence[str]) -> dict[str, set[str]]:
    """Return, for each of the pages, the ids that the others link to."""
    places: dict[str, set[str]] = {name: set() for name in names}
    for name in names:
        for address, fragment in LINK.findall((site / name).read_text(encoding="utf-8")):
            places.get(urljoin(name, address), set()).add(unquote(fragment))
    return places


def printed(view: Page, site: Path, listed: Listed, anchors: set[str]) -> Printed:
    """Print one page of the site."""
    view.goto((site / listed.name).as_uri(), wait_until="load")
    sections = view.evaluate(PREPARE, sorted(anchors))
    view.evaluate(TYPESET)
    view.evaluate(STILL)
    reader = PdfReader(BytesIO(view.pdf(**SHEET)))
    numbers = {sheet.indirect_reference.idnum: k for k, sheet in enumerate(reader.pages)}
    places = {
        name.removeprefix("/"): (numbers[place.page.idnum], float(place.left), float(place.top))
        for name, place in reader.named_destinations.items()
    }
    own = (site / listed.name).as_uri()
    links = [(k, rect, urljoin(own, to)) for k, sheet in enumerate(reader.pages) for rect, to in taken_links(sheet)]
    return Printed(listed, reader.pages, places, links, sections)


def taken_links(sheet: PageObject) -> Iterator[tuple[ArrayObject, str]]:
    """Take a sheet's links off it: the rectangle of each, and where it leads."""
    for reference in sheet.pop("/Annots", ArrayObject()):
        annotation = reference.get_object()
        if annotation["/Subtype"] == "/Link":
            place = annotation.get("/Dest")
            yield annotation["/Rect"], f"#{place.removeprefix('/')}" if place else annotation["/A"]["/URI"]


def front_matter(view: Page, site: Path, chapters: Sequence[Printed], first: dict[str, int]) -> PdfReader:
    """Print the title and the contents, with the number of each chapter's first sheet."""
    book = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    rows = []
    for part, members in groupby(chapters, key=lambda chapter: chapter.listed.part):
        rows += [f"<h3>{escape(part)}</h3>"] if part else []
        rows += [
            f'<a href="{(site / m.listed.name).as_uri()}"><span>{escape(m.listed.title)}</span>'
            f"<span>{first.get(m.listed.name, 0)}</span></a>"
            for m in members
        ]
    title = f"<h1>{escape(book['title'])}</h1><p>{escape(book['author'])}, {escape(str(book['copyright']))}</p>"
    note = "<p>The evidence for each claim, the sources and the data behind the figures are on the book's site.</p>"
    page = f'<div class="title">{title}{note}</div><h2>Contents</h2>{"".join(rows)}'
    view.set_content(f"<style>{STYLE}</style>{page}")
    return PdfReader(BytesIO(view.pdf(**SHEET)))


def footers(view: Page, titles: Sequence[str]) -> PdfReader:
    """Print a sheet for each of the titles, empty but for a footer with it and the sheet's number."""
    feet = "".join(f"<footer><span>{escape(title)}</span>{k}</footer>" for k, title in enumerate(titles, start=1))
    view.set_content(f"<style>{STYLE}</style>{feet}")
    return PdfReader(BytesIO(view.pdf(format="A4")))


def joined(view: Page, site: Path, chapters: Sequence[Printed]) -> PdfWriter:
    """Return the book: front matter and chapters, with footers, links and an outline."""
    front = front_matter(view, site, chapters, {})
    first, total = {}, len(front.pages)
    for chapter in chapters:
        first[chapter.listed.name] = total + 1
        total += len(chapter.sheets)
    front = front_matter(view, site, chapters, first)
    front_links = [(k, rect, to) for k, sheet in enumerate(front.pages) for rect, to in taken_links(sheet)]
    listed = Listed("", "", "Contents")
    everything = [Printed(listed, front.pages, {}, front_links, []), *chapters]

    writer = PdfWriter()
    for member in everything:
        for sheet in member.sheets:
            writer.add_page(sheet)
    titles = [member.listed.title for member in everything for _ in member.sheets]
    for sheet, foot in zip(writer.pages, footers(view, titles).pages, strict=True):
        sheet.merge_page(foot)
        sheet.compress_content_streams()  # which merging has unpacked: two thirds of the file

    by_name = {chapter.listed.name: chapter for chapter in chapters}
    for member in everything:
        start = first.get(member.listed.name, 1) - 1
        for number, rect, address in member.links:
            leads = action(writer, site, by_name, first, address)
            if leads:
                kind = {"/Type": "/Annot", "/Subtype": "/Link"}
                link = DictionaryObject({NameObject(key): NameObject(value) for key, value in kind.items()})
                border = ArrayObject([FloatObject(0)] * 3)
                link |= {NameObject("/Rect"): rect, NameObject("/Border"): border, **leads}
                sheet = writer.pages[start + number]
                sheet.setdefault(NameObject("/Annots"), ArrayObject()).append(writer._add_object(link))
    outline(writer, chapters, first)
    return writer


def action(
    writer: PdfWriter, site: Path, chapters: dict[str, Printed], first: dict[str, int], address: str
) -> dict[NameObject, Any]:
    """Return what a link to the address does in the PDF, or nothing if it leads to what only the site has."""
    if address.startswith(WEB):
        uri = {NameObject("/S"): NameObject("/URI"), NameObject("/URI"): TextStringObject(address)}
        return {NameObject("/A"): DictionaryObject(uri)}
    page, fragment = urldefrag(address)
    name = page.removeprefix(f"{site.as_uri()}/")
    if name not in chapters:
        return {}
    number, left, top = chapters[name].places.get(unquote(fragment), (0, 0.0, 842.0))
    sheet = writer.pages[first[name] - 1 + number].indirect_reference
    place = [sheet, NameObject("/XYZ"), FloatObject(left), FloatObject(top), NullObject()]
    return {NameObject("/Dest"): ArrayObject(place)}


def outline(writer: PdfWriter, chapters: Sequence[Printed], first: dict[str, int]) -> None:
    """Give the PDF its outline: parts, chapters, sections."""
    for part, members in groupby(chapters, key=lambda chapter: chapter.listed.part):
        above = None
        for member in members:
            start = first[member.listed.name] - 1
            if part and above is None:
                above = writer.add_outline_item(title=part, page_number=start, bold=True)
            item = writer.add_outline_item(title=member.listed.title, page_number=start, parent=above)
            for identifier, title in member.sections:
                if identifier in member.places:
                    number, left, top = member.places[identifier]
                    fit = Fit.xyz(left, top)
                    writer.add_outline_item(title=title, page_number=start + number, parent=item, fit=fit)
    writer.page_mode = "/UseOutlines"


def print_book(site: Path, output: Path, patterns: Sequence[str] = ()) -> int:
    """Print the site, or the pages whose address has one of the patterns in it, and return the number of sheets."""
    site = site.resolve()
    with browser() as opened:
        view = opened.new_page(viewport=WINDOW)
        book = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
        pages = [Listed("", FRONT, book["title"]), *contents(view, site)]
        pages = [page for page in pages if not page.name.startswith(LEFT_OUT)]
        pages = [page for page in pages if not patterns or any(pattern in page.name for pattern in patterns)]
        anchors = linked_places(site, [page.name for page in pages])
        chapters = [printed(view, site, page, anchors[page.name]) for page in tqdm(pages, unit="page", disable=None)]
        writer = joined(view, site, chapters)
    writer.add_metadata({"/Title": book["title"], "/Author": book["author"]})
    writer.compress_identical_objects(remove_duplicates=True, remove_unreferenced=True)
    output.parent.mkdir(parents=True, exist_ok=True)
    content = BytesIO()
    writer.write(content)
    write([Output(output, "%PDF-", content.getvalue())])
    return len(writer.pages)


def main() -> None:
    """Print the book and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", nargs="?", type=built_site, default=str(SITE), help="folder of the built site")
    parser.add_argument("patterns", nargs="*", metavar="pattern", help="only pages with this in their address")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    asked = parser.parse_args()
    sheets = print_book(asked.site, asked.output, asked.patterns)
    print(f"{asked.output}: {sheets} pages, {asked.output.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
