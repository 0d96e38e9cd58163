"""What the site's pages are given at the end of the build."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

from tools.site_pages import height, width
from tools.verdict_feed import PAGE, announce, write_feed


def test_the_room_of_a_formula_does_not_depend_on_how_floats_are_added() -> None:
    """Python 3.12 adds floats otherwise than 3.11, and rounded to a tenth of an em they could differ."""
    assert len({width("".join(order)) for order in permutations("x=Aa(")}) == 1
    assert len({height(r"\\".join(order)) for order in permutations([r"\frac12", "a", "b", r"\sum", "c"])}) == 1


def test_the_history_of_verdicts_is_a_feed_beside_its_page(tmp_path: Path) -> None:
    (tmp_path / PAGE).parent.mkdir(parents=True)
    config = SimpleNamespace(html_title="Book", author="We")
    app = SimpleNamespace(builder=SimpleNamespace(format="html"), config=config, outdir=tmp_path)
    write_feed(app, RuntimeError("the build failed"))
    assert list((tmp_path / PAGE).parent.iterdir()) == []
    write_feed(app, None)
    read = ElementTree.parse(tmp_path / f"{PAGE}.xml")
    assert read.findtext("{*}title") == "Book: the history of verdicts"
    context, elsewhere = {"metatags": "<meta>"}, {}
    announce(app, PAGE, "page.html", context, None)
    announce(app, "book/index", "page.html", elsewhere, None)
    assert context["metatags"].startswith('<meta><link rel="alternate" type="application/atom+xml"')
    assert elsewhere == {}
