"""Sphinx extension: the history of verdicts as a feed, `history.xml`, beside the page that tells it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimledger.history import feed

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

PAGE = "book/back/history"


def write_feed(app: Sphinx, exception: Exception | None) -> None:
    """Write the feed into the built site."""
    if exception is None and app.builder.format == "html":
        text = feed(f"{app.config.html_title}: the history of verdicts", app.config.author)
        (Path(app.outdir) / f"{PAGE}.xml").write_text(text, encoding="utf-8")


def announce(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: nodes.document | None) -> None:
    """Let a reader of feeds find it on the page."""
    if pagename == PAGE:
        link = '<link rel="alternate" type="application/atom+xml" title="The history of verdicts" href="history.xml" />'
        context["metatags"] = context.get("metatags", "") + link


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("html-page-context", announce)
    app.connect("build-finished", write_feed)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
