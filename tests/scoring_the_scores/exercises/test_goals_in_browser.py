"""Exercises in explorers: solved by keyboard, said so, remembered and forgotten; in both themes, on small phones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metricbook.explorers import EXPLORERS, Goal, bundle, explore, styles
from metricbook.explorers.explorer import BUILT, Explorer
from scoring_the_scores.contents import goals
from tests.metricbook.explorers.pages import FRAMES, PAGE, serve
from tests.site.browser import DESKTOP, PHONE, SMALL, Tabs, axe, needs_chromium, show
from tests.whole import mostly
from tools.browser import browser

pytestmark = needs_chromium

TEXT = "Build a ranking with a positive on top in which the lowest mistake is dearer than the topmost one."
GIVEN = {"price": 0.25, "prevalence": 0.1}
PAGES = {
    "price-of-a-swap": Explorer(
        "price-of-a-swap",
        {**EXPLORERS["price-of-a-swap"], "ranking": "1000000000001111"},
        Goal("mcdermott.dearer-below", "A costlier mistake", TEXT),
    ),
    "tile-winners": Explorer("tile-winners", EXPLORERS["tile-winners"], Goal("tile.four-quarters", "Quarters", TEXT)),
    "two-groups": Explorer("two-groups", EXPLORERS["two-groups"], Goal("mcdermott.no-mean", "No mean", TEXT)),
    "implied-cost": Explorer(
        "implied-cost", EXPLORERS["implied-cost"], Goal("synthesis.rule-read-price", "Prices", TEXT, GIVEN)
    ),
}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture
def tabs(chromium: Any) -> Iterator[Tabs]:
    opened = chromium.new_context(viewport=DESKTOP)
    yield Tabs(opened, DESKTOP)
    opened.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page for each of the explorers with an exercise; the first has one without, too."""
    folder = tmp_path_factory.mktemp("goals")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        for name, one in PAGES.items():
            both = (one, explore(name)) if name == "price-of-a-swap" else (one,)
            element = "".join(each._repr_mimebundle_()["text/html"] for each in both)
            text = PAGE.format(styles=styles(), element=element, script=bundle(after=goals()))
            (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


def verdict(view: Any) -> str:
    view.evaluate(FRAMES)
    return view.locator(".x-verdict").first.inner_text()


def solve(view: Any) -> None:
    """Two cases more at the end, by keyboard: a second mistake, dearer than the first."""
    for name in ("add a negative", "add a positive"):
        button = view.get_by_role("button", name=name).first
        button.focus()
        view.keyboard.press("Enter")
        view.evaluate(FRAMES)


def test_an_exercise_is_solved_by_keyboard_and_remembered(tabs: Tabs, folder: Path) -> None:
    with serve(folder) as home:
        view, faults, _ = tabs.watch()
        view.goto(f"{home}/price-of-a-swap.html")
        assert view.locator(".x-guess").count() == 1  # that of the explorer without an exercise
        assert not view.locator(".x-bench").first.evaluate("bench => bench.inert")
        assert verdict(view).startswith("○ Not yet. ")
        assert view.locator(".x-memory").first.is_hidden()
        assert view.locator(".x-status").first.inner_text() == ""
        solve(view)
        assert verdict(view).startswith("✓ Solved. Fixing places ")
        view.wait_for_function("() => document.querySelector('.x-status').textContent.startsWith('Solved.')")
        assert (
            view.url.endswith("#explore:mcdermott.dearer-below;ranking=1000000000001111010") or "ranking=" in view.url
        )
        assert view.locator(".x-memory").first.is_visible()
        view.goto(f"{home}/price-of-a-swap.html?again")
        assert verdict(view).startswith("○ Not yet. ")
        memory = view.locator(".x-memory").first
        assert memory.is_visible()
        memory.get_by_role("link", name="Show that answer").press("Enter")
        view.wait_for_function("() => document.querySelector('.x-verdict').textContent.startsWith('✓ Solved.')")
        view.reload()
        assert verdict(view).startswith("✓ Solved. ")
        memory.get_by_role("button", name="Forget it").press("Enter")
        assert memory.is_hidden()
        view.goto(f"{home}/price-of-a-swap.html")
        assert memory.is_hidden()
        assert faults == []


def test_the_other_explorer_of_the_page_keeps_its_own_state(tabs: Tabs, folder: Path) -> None:
    view, _, _ = tabs.watch()
    address = (folder / "price-of-a-swap.html").as_uri()
    view.goto(f"{address}#explore:mcdermott.dearer-below;metric=h_measure")
    states = view.evaluate("[...document.querySelectorAll('score-explorer')].map(one => ({ ...one.state }))")
    assert states == [
        {"ranking": "1000000000001111", "metric": "h_measure"},
        {"ranking": "0000011101000000", "metric": "average_precision"},
    ]


def test_where_nothing_may_be_kept_nothing_is_missed(tabs: Tabs, folder: Path) -> None:
    tabs.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    view, faults, _ = tabs.watch()
    view.goto((folder / "price-of-a-swap.html").as_uri())
    solve(view)
    assert verdict(view).startswith("✓ Solved. ")
    view.wait_for_function("() => document.querySelector('.x-status').textContent.startsWith('Solved.')")
    assert view.locator(".x-memory").first.is_hidden()
    assert faults == []


def test_a_spoilt_memory_does_no_harm(tabs: Tabs, folder: Path) -> None:
    with serve(folder) as home:
        for kept in ("nonsense{", "null", "7", '{"mcdermott.dearer-below": "javascript:alert(1)"}'):
            view, faults, _ = tabs.watch()
            view.add_init_script(f"localStorage.setItem('metricbook-solved', {kept!r})")
            view.goto(f"{home}/price-of-a-swap.html")
            assert verdict(view).startswith("○ Not yet. ")
            assert view.locator(".x-memory").first.is_hidden()
            assert faults == []
            view.close()


@pytest.mark.parametrize("name", mostly(PAGES, "two-groups"))
def test_axe_finds_nothing_and_a_small_phone_has_room(tabs: Tabs, folder: Path, name: str) -> None:
    view, faults, _ = tabs.watch()
    view.goto((folder / f"{name}.html").as_uri())
    assert re.match(r"○ Not yet\. .+\.$", verdict(view))
    found = []
    for size in (DESKTOP, PHONE, SMALL):
        for theme in ("light", "dark"):
            show(view, size, theme)
            found += axe(view, f"{name}, {theme}, {size['width']} px")
            assert view.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert found == []
    assert faults == []


def test_paper_and_pages_without_scripts_state_the_exercise(chromium: Any, folder: Path) -> None:
    for script in (True, False):
        context = chromium.new_context(viewport=DESKTOP, java_script_enabled=script)
        view = context.new_page()
        view.goto((folder / "tile-winners.html").as_uri())
        view.emulate_media(media="print")
        assert view.get_by_text(TEXT).locator("visible=true").count() == 1
        context.close()
