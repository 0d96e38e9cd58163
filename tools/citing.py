"""Sphinx extension: how each chapter, theorem and row of the ledger is cited, and the foot of every page.

CITATION.cff is the one source of title, authors and version; the date is the commit's, so that two builds of a commit
are the same. `cite.js` puts names and anchors of what stands on a page into the form that is written here.
"""

from __future__ import annotations

import json
import posixpath
import sys
from datetime import date
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).parent))
from dated import day

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
MARKS = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}"} | {mark: f"\\{mark}" for mark in "&%$#_"}


@cache
def citation() -> dict[str, Any]:
    """Return CITATION.cff."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    return found


def spelled(when: str) -> str:
    """Return a day in words.

    >>> spelled("2026-11-05")
    '5 November 2026'
    """
    return f"{date.fromisoformat(when):%-d %B %Y}"


def edition() -> str:
    """Return the version, with its day."""
    return " of ".join(filter(None, [f"Version {citation()['version']}", day() and spelled(day())]))


def tex(text: str) -> str:
    """Return a text as TeX reads it.

    >>> tex("P_1 & {x}")
    'P\\\\_1 \\\\& \\\\{x\\\\}'
    """
    return "".join(MARKS.get(mark, mark) for mark in text)


def authors(entries: Sequence[Mapping[str, str]]) -> str:
    """Return the authors for BibTeX: a group in braces of its own, people by their family names.

    >>> authors([{"family-names": "Curie", "given-names": "Marie"}, {"name": "The Others"}])
    'Curie, Marie and {The Others}'
    """
    return " and ".join(
        f"{{{tex(entry['name'])}}}" if "name" in entry else tex(f"{entry['family-names']}, {entry['given-names']}")
        for entry in entries
    )


def bibtex(key: str, title: str, inside: str, place: str, home: str, year: str) -> str:
    """Return an entry; without a public home, the place is the page's in any copy of the book."""
    about = citation()
    fields = {
        "author": authors(about["authors"]),
        "title": title,
        "howpublished": inside,
        "year": day()[:4] or year,
        "note": ", ".join(filter(None, [edition(), place])),
        "url": home,
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return "@misc{" + ",\n".join([key, *lines]) + "\n}"


def whole(home: str, year: str) -> str:
    """Return the entry of the book."""
    return bibtex("scoring-the-scores", f"{{{tex(citation()['title'])}}}", "", "", home, year)


def form(app: Sphinx, docname: str) -> str:
    """Return the entry for what stands on a page, with room for its name, its key and its anchor."""
    number = ".".join(map(str, app.env.toc_secnumbers.get(docname, {}).get("", ())))
    title = tex(app.env.titles[docname].astext())
    here = f"Chapter {number}, ``{title}''," if number else f"The page ``{title}''"
    page = posixpath.relpath(docname, "book")
    home = app.config.html_theme_options.get("repository_url", "")
    inside = rf"{here} of \emph{{{tex(citation()['title'])}}}"
    key = f"scoring-the-scores-{page.replace('/', '-')}<key>"
    return bibtex(key, "<title>", inside, f"book/{page}.html<anchor>", home, app.config.copyright)


class Whole(nodes.General, nodes.Element):
    """The entry of the book, which is dated when its page is written."""


class CiteBook(SphinxDirective):
    """How the whole book is cited."""

    def run(self) -> list[nodes.Node]:
        """Return the entry, to be dated."""
        return [Whole()]


def resolve(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put in the entry of the book, in a block that can be copied."""
    for node in list(doctree.findall(Whole)):
        text = whole(app.config.html_theme_options.get("repository_url", ""), app.config.copyright)
        node.replace_self(nodes.literal_block(text, text, language="bibtex"))


def tell(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: nodes.document | None) -> None:
    """Give a page the form of its citations, and its foot."""
    if doctree is not None and pagename.startswith("book/"):
        title = app.env.titles[pagename].astext()
        told = json.dumps({"form": form(app, pagename), "title": title}).replace("<", "\\u003c")
        app.builder.add_js_file("", type="application/json", id="citation", body=told)
    context["theme_extra_footer"] = foot(app, pagename)


def foot(app: Sphinx, pagename: str) -> str:
    """Return the foot of a page: edition, licences, source, how to cite, what changes."""
    here = posixpath.dirname(pagename)
    home = app.config.html_theme_options.get("repository_url", "")
    source = home or "book/back/api.html"
    links = {
        "How to cite": "book/back/citing.html",
        "Changes": "book/back/changes.html",
        "Feed of verdicts": "book/back/history.xml",
        "Source": source,
    }
    parts = [
        f"{edition()}.",
        f'Text: CC BY 4.0, code: MIT (<a href="{posixpath.relpath("licences.txt", here or ".")}">licences</a>).',
        " · ".join(
            f'<a href="{escape(to if to == home else posixpath.relpath(to, here or "."))}">{name}</a>'
            for name, to in links.items()
        ),
    ]
    return f'<p class="colophon">{" ".join(parts)}</p>'


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_node(Whole)
    app.add_directive("cite-book", CiteBook)
    app.connect("doctree-resolved", resolve)
    app.connect("html-page-context", tell)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
