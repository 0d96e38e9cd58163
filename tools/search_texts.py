"""Sphinx extension: what the search looks through, in one script that only the search page loads, server or not.

Sphinx's own search ranks a name of the API that contains a word above a chapter about it, knows no synonyms, and
fetches every page that it finds, which a browser refuses to a site opened from a folder. It is left out.
`search_order.js` ranks what stands here, `search.js` shows it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

sys.path.insert(0, str(Path(__file__).parent))
from subjects import place, same, subjects

from scoring_the_scores.contents import parts

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HEAD = "const SEARCHED = "
PACKAGE = "book/back/api"
INDEX = "book/back/subjects"  # which says of everything that it is elsewhere
FOLD = re.compile(r'<details class="(?:beside|beside-rest|evidence|solution)"')
SKIPPED = (
    nodes.title,
    nodes.raw,
    nodes.comment,
    nodes.system_message,
    nodes.label,
    nodes.legend,
    nodes.literal_block,
    addnodes.desc,
    addnodes.index,
)
MATH = (nodes.math, nodes.math_block)


def titled(node: nodes.Node) -> bool:
    """Tell whether a node is a section of the page; what a theorem says is one too, for docutils."""
    return isinstance(node, nodes.section) and isinstance(node.next_node(), nodes.title) and bool(node["ids"])


def told(node: nodes.Element) -> Iterator[nodes.Node]:
    """Yield what is in a node but claims, evidence and solutions, which readers find folded."""
    depth = 0
    for child in node.children:
        if isinstance(child, nodes.raw):
            if depth or FOLD.search(child.astext()):
                depth += child.astext().count("<details") - child.astext().count("</details>")
        elif not depth:
            yield child


def words(node: nodes.Node) -> str:
    """Return the text in a node, without its headings and inner sections; of formulas, only what reads as text."""
    if isinstance(node, nodes.Text):
        return str(node)
    if isinstance(node, SKIPPED) or titled(node):
        return ""
    if isinstance(node, MATH):
        return node.astext() if re.fullmatch(r"[\w=<>+\-,. ]{1,12}", node.astext()) else "…"
    between = "" if isinstance(node, nodes.TextElement) else " "
    return between.join(words(child) for child in told(node))


def text_in(node: nodes.Element) -> str:
    """Return the text in what a node holds, with single spaces."""
    return " ".join(" ".join(words(child) for child in node.children).split())


def sections(doctree: nodes.document) -> Iterator[list[str]]:
    """Yield the id, the title and the text of each section of a page, and of each name that it documents."""
    for node in doctree.findall(nodes.Element):
        if titled(node):
            yield [node["ids"][0], node[0].astext(), text_in(node)]
        elif isinstance(node, addnodes.desc) and node[0].get("ids"):
            yield [node[0]["ids"][0], node[0]["ids"][0], text_in(node[-1])]


def collect(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Keep the sections of a page."""
    app.section_texts[docname] = list(sections(doctree))


def kind(docname: str, chapters: set[str]) -> str:
    """Return what a page is: a name of the packages, a chapter, or a page of reference."""
    if docname.startswith(PACKAGE):
        return "package"
    return "chapter" if docname in chapters else "reference"


def number(env: BuildEnvironment, docname: str) -> str:
    """Return the number of a chapter, or nothing."""
    return ".".join(map(str, env.toc_secnumbers.get(docname, {}).get("", ())))


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the texts; those of pages that this build did not write again are taken from the last."""
    if exception is not None:
        return
    path = Path(app.outdir) / "_static" / "searched.js"
    env = app.env
    last = json.loads(path.read_text(encoding="utf-8").removeprefix(HEAD))["pages"] if path.exists() else {}
    texts = {name: page["sections"] for name, page in last.items()} | app.section_texts
    chapters = {f"book/{chapter}" for part in parts() if part.numbered for chapter in part.chapters}
    pages = {
        name: {
            "kind": kind(name, chapters),
            "number": number(env, name),
            "title": env.titles[name].astext(),
            "sections": text,
        }
        for name, text in sorted(texts.items())
        if name in env.found_docs and name != INDEX
    }
    about = [[same(subject), [place(env, where) for where in subject.at]] for subject in subjects()]
    found = {"pages": pages, "subjects": about}
    path.write_text(HEAD + json.dumps(found, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def load(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: nodes.document | None) -> None:
    """Let the search page, and no other, load the texts."""
    if pagename == "search":
        for name in ("searched.js", "search_order.js", "search.js"):
            app.builder.add_js_file(name, defer="defer")


def leave_out(app: Sphinx) -> None:
    """Let Sphinx make no index of its own."""
    app.builder.search = False


def page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the search page, which Sphinx makes with its index only."""
    yield "search", {}, "search.html"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.section_texts = {}
    app.connect("builder-inited", leave_out)
    app.connect("doctree-resolved", collect)
    app.connect("html-collect-pages", page)
    app.connect("html-page-context", load)
    app.connect("build-finished", write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
