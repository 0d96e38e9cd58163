"""Sphinx extension: excerpts below the results of a search, from the book's text, with or without a server.

Sphinx would fetch every page that was found, with the theme's buttons in it; a browser refuses that to a site opened
from a folder. Here the text of every section stands in one script, which only the search page loads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HEAD = "const SECTION_TEXTS = "
SKIPPED = (nodes.title, nodes.section, nodes.raw, nodes.comment, nodes.system_message, nodes.label)
MATH = (nodes.math, nodes.math_block)


def told(node: nodes.Element) -> Iterator[nodes.Node]:
    """Yield what is in a node but the evidence for claims, which readers find folded."""
    folded = False
    for child in node.children:
        if isinstance(child, nodes.raw):
            folded = (folded or '<details class="evidence"' in child.astext()) and "</details>" not in child.astext()
        elif not folded:
            yield child


def words(node: nodes.Node) -> str:
    """Return the text in a node, without its headings and inner sections; of formulas, only what reads as text."""
    if isinstance(node, nodes.Text):
        return str(node)
    if isinstance(node, SKIPPED):
        return ""
    if isinstance(node, MATH):
        return node.astext() if re.fullmatch(r"[\w=<>+\-,. ]{1,12}", node.astext()) else "…"
    between = "" if isinstance(node, nodes.TextElement) else " "
    return between.join(words(child) for child in told(node))


def collect(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Keep the id and the text of each of the page's sections."""
    app.section_texts[docname] = [
        [section["ids"][0], " ".join(" ".join(words(child) for child in section.children).split())]
        for section in doctree.findall(nodes.section)
        if section["ids"]
    ]


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the texts; those of pages that this build did not write again are taken from the last."""
    path = Path(app.outdir) / "_static" / "section_texts.js"
    before = json.loads(path.read_text(encoding="utf-8").removeprefix(HEAD)) if path.exists() else {}
    texts = {name: text for name, text in sorted((before | app.section_texts).items()) if name in app.env.found_docs}
    path.write_text(HEAD + json.dumps(texts, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def load(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: nodes.document | None) -> None:
    """Let the search page, and no other, load the texts."""
    if pagename == "search":
        app.builder.add_js_file("section_texts.js", defer="defer")
        app.builder.add_js_file("search_excerpts.js", defer="defer")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.section_texts = {}
    app.connect("doctree-resolved", collect)
    app.connect("html-page-context", load)
    app.connect("build-finished", write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
