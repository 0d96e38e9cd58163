"""Sphinx extension: the index of subjects, from the table of `book/back/subjects.toml` and the terms of the glossary.

The search takes names of one subject for each other, and shows first where the table sends a reader (`search_texts`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

BACK = Path(__file__).resolve().parents[1] / "book" / "back"
TABLE = BACK / "subjects.toml"
GLOSSARY = BACK / "glossary.md"


@dataclass(frozen=True)
class Subject:
    """A subject, its other names, and where it is treated: chapters, and labels of what stands in them."""

    term: str
    also: tuple[str, ...]
    at: tuple[str, ...]


@cache
def subjects() -> tuple[Subject, ...]:
    """Return the table's subjects."""
    entries = tomllib.loads(TABLE.read_text(encoding="utf-8"))["subject"]
    return tuple(Subject(entry["term"], tuple(entry.get("also", ())), tuple(entry["at"])) for entry in entries)


@cache
def terms() -> tuple[str, ...]:
    """Return what the glossary defines."""
    inside = GLOSSARY.read_text(encoding="utf-8").split("```{glossary}\n", 1)[1].split("\n```", 1)[0]
    return tuple(re.findall(r"^(?! )(.+)$", inside, re.MULTILINE))


def same(subject: Subject) -> list[str]:
    """Return all names of a subject."""
    return [subject.term, *subject.also]


class Place(nodes.Inline, nodes.Element):
    """Where an entry of the table leads, until all pages are read."""


def place(env: BuildEnvironment, where: str) -> tuple[str, str]:
    """Return the page and the anchor that an entry of the table means.

    Raises
    ------
    ValueError
        If there is nothing of that name in the book.
    """
    if "/" in where or where == "notation":
        if (page := f"book/{where}") in env.found_docs:
            return page, ""
    elif where in env.proof_list:
        return env.proof_list[where]["docname"], where
    elif found := env.domaindata["std"]["anonlabels"].get(where):
        page, anchor = found
        return page, anchor
    raise ValueError(f"{TABLE.name}: there is no {where!r} in the book")


def called(env: BuildEnvironment, where: str) -> str:
    """Return what the place is called in the index: by its number, or by its title and its chapter's number."""
    page, anchor = place(env, where)
    chapter = ".".join(map(str, env.toc_secnumbers.get(page, {}).get("", ())))
    if not anchor:
        return f"{chapter} {env.titles[page].astext()}".strip()
    kind, word = ("figure", "Fig.") if where.startswith("fig-") else ("", "")
    if proof := env.proof_list.get(where):
        kind, word = proof["countertype"], proof["realtype"].capitalize()
    if kind:
        return f"{word} {'.'.join(map(str, env.toc_fignumbers[page][kind][anchor]))}"
    title = env.domaindata["std"]["labels"][where][2]
    return f"{title} ({chapter})" if chapter else title


class SubjectIndex(SphinxDirective):
    """The index: subjects and their other names in the order of the alphabet."""

    def run(self) -> list[nodes.Node]:
        """Return the list."""
        for path in (TABLE, GLOSSARY):
            self.env.note_dependency(str(path))
        known = {subject.term: subject for subject in subjects()}
        entries = {term: list(self._places(known.get(term), term)) for term in {*known, *terms()}}
        for subject in subjects():
            for name in subject.also:
                entries.setdefault(name, []).append(_see(subject.term))
        found = nodes.definition_list(classes=["subjects"])
        for name in sorted(entries, key=lambda name: (name.casefold(), name)):
            head = nodes.term("", name, ids=[_id(name)])
            found += nodes.definition_list_item("", head, nodes.definition("", _joined(entries[name])))
        return [found]

    def _places(self, subject: Subject | None, term: str) -> Iterator[nodes.Node]:
        for where in subject.at if subject else ():
            yield Place(where=where)
        if term in terms():
            options = {"reftarget": term, "refexplicit": True, "refwarn": True, "refdoc": self.env.docname}
            found = addnodes.pending_xref("", refdomain="std", reftype="term", **options)
            found += nodes.inline("", "definition")
            yield found


def _id(name: str) -> str:
    return f"subject-{nodes.make_id(name) or name.encode().hex()}"


def _see(name: str) -> nodes.Node:
    link = nodes.reference("", name, internal=True, refuri=f"#{_id(name)}")
    return nodes.inline("", "", nodes.emphasis("", "see "), link)


def _joined(parts: list[nodes.Node]) -> nodes.paragraph:
    found = nodes.paragraph()
    for part in parts:
        if found.children:
            found += nodes.Text("; ")
        found += part
    return found


def resolve(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let the entries lead to their places, which may be on pages that were read later."""
    for node in list(doctree.findall(Place)):
        page, anchor = place(app.env, node["where"])
        address = app.builder.get_relative_uri(docname, page) + (f"#{anchor}" if anchor else "")
        node.replace_self(nodes.reference("", called(app.env, node["where"]), internal=True, refuri=address))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_node(Place)
    app.connect("doctree-resolved", resolve)
    app.add_directive("subjects", SubjectIndex)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
