"""Explorers outside the book: one alone by the page's address, and by three lines in a page of somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from metricbook import __version__, explore
from metricbook.explorers import bundle, styles
from metricbook.explorers.explorer import BUILT
from tests.site.browser import DESKTOP, Tabs, needs_chromium
from tools.browser import browser
from tools.site_pages import PROOFS

from .pages import PAGE

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def desk() -> Iterator[Tabs]:
    with browser() as opened:
        yield Tabs(opened.new_context(viewport=DESKTOP), DESKTOP)


def test_an_address_shows_one_explorer_alone(desk: Tabs, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        one = explore("threshold-bench")._repr_mimebundle_()["text/html"]
    path = tmp_path / "page.html"
    path.write_text(PAGE.format(styles=styles(), element=f"<div>{one}</div>", script=bundle()), encoding="utf-8")
    view, faults, _ = desk.watch()
    view.goto(f"{path.as_uri()}?embed=threshold-bench")
    assert view.get_by_role("group", name="The threshold bench").count() == 1
    assert not view.get_by_role("heading", name="An explorer").is_visible()
    assert not view.get_by_text("The rest.").is_visible()
    assert view.evaluate("document.querySelector('.x-live').getBoundingClientRect().top") < 20
    view.get_by_role("button", name="Skip").first.click()
    view.locator("[role=slider][aria-label=threshold]").press("PageUp")
    view.wait_for_function("() => location.hash.includes('threshold=')")
    assert "?embed=threshold-bench#" in view.url
    for other in ("", "?embed=nothing", "?embed=%22%5D"):
        view.goto(f"{path.as_uri()}{other}")
        assert view.get_by_text("The rest.").is_visible()
    assert faults == []


def test_three_lines_in_another_page_are_enough(desk: Tabs, tmp_path: Path) -> None:
    book, blog = tmp_path / "book" / "_static", tmp_path / "blog"
    book.mkdir(parents=True)
    blog.mkdir()
    (book / "explorers.css").write_text(styles(), encoding="utf-8")
    proofs = PROOFS.format('{"means-over-thresholds": "../part/chapter.html#claim"}')
    (book / "explorers.js").write_text(bundle() + proofs, encoding="utf-8")
    (blog / "post.html").write_text(
        """<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title><p>A post.</p>
        <link rel="stylesheet" href="../book/_static/explorers.css">
        <script src="../book/_static/explorers.js" defer></script>
        <score-explorer name="threshold-bench"></score-explorer>""",
        encoding="utf-8",
    )
    view, faults, _ = desk.watch()
    view.goto((blog / "post.html").as_uri())
    view.get_by_role("button", name="Skip").click()
    for _ in range(4):
        view.locator("[role=slider][aria-label=threshold]").press("PageUp")
    link = view.get_by_role("link", name="means over thresholds")
    assert link.evaluate("node => node.href") == (tmp_path / "book" / "part" / "chapter.html").as_uri() + "#claim"
    assert view.evaluate("scoreExplorers.version") == __version__
    assert faults == []
