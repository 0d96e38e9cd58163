"""The front page in a browser: doors, and the twenty cases by mouse, finger and keyboard, and without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from metricbook.explorers import EXPLORERS
from scoring_the_scores.front import strip
from tools.browser import browser

from .browser import DESKTOP, PHONE, SMALL, needs_chromium
from .conftest import SITE, read

FRONT = SITE / "book" / "index.html"
GALLERY = SITE / "book" / "back" / "gallery.html"
STOPS = strip.stops()
BEST = {name: int(STOPS[name].round(9).idxmax()) for name in ("F1", "accuracy")}

pytestmark = pytest.mark.skipif(not FRONT.exists(), reason="the site is not built: run `make book`")


@pytest.fixture(scope="module")
def chromium() -> Iterator:
    """Start the browser once."""
    with browser() as opened:
        yield opened


@pytest.fixture
def view(tabs) -> Iterator:
    """The front page."""
    opened, faults, _ = tabs.watch()
    opened.goto(FRONT.as_uri(), wait_until="load")
    yield opened
    assert faults == []


def shown(view) -> tuple[int, list[str], str]:
    """How many cases are flagged, what the metrics read, and what is said of it."""
    reads = view.locator(".strip [data-read]").all_inner_texts()
    return view.locator(".strip-cases .in").count(), reads, view.locator(".strip-says").inner_text()


def expected(stop: int) -> tuple[int, list[str], str]:
    """The same of a stop, by Python."""
    values = [float(STOPS.loc[stop, name]) for name in strip.METRICS]
    return stop, ["–" if value != value else f"{value:.3f}" for value in values], STOPS.loc[stop, "says"]


@needs_chromium
def test_every_stop_shows_what_python_computed(view) -> None:
    slider = view.locator(".strip input")
    slider.press("Home")
    for stop in range(21):
        assert shown(view) == expected(stop)
        assert slider.get_attribute("aria-valuetext") == f"{stop} of 20"
        slider.press("ArrowRight")
    assert shown(view) == expected(20)


@needs_chromium
def test_a_mouse_drags_the_stop_and_buttons_find_the_best(view) -> None:
    assert shown(view) == expected(BEST["F1"])
    box = view.locator(".strip-cases").bounding_box()
    handle = view.locator(".strip input").bounding_box()
    middle = handle["y"] + handle["height"] / 2
    view.mouse.move(box["x"] + box["width"] * BEST["F1"] / 20, middle)
    view.mouse.down()
    view.mouse.move(box["x"] + box["width"] * 3 / 20, middle, steps=4)
    view.mouse.up()
    assert shown(view) == expected(3)
    for name, stop in BEST.items():
        view.get_by_role("button", name=f"best {name}").click()
        assert shown(view) == expected(stop)
        view.locator(".strip input").press("End")
        view.get_by_role("button", name=f"best {name}").press("Enter")
        assert shown(view) == expected(stop)


@needs_chromium
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_a_finger_puts_the_stop_below_a_case(size: dict[str, int], chromium) -> None:
    context = chromium.new_context(viewport=size, has_touch=True, is_mobile=True)
    view = context.new_page()
    view.goto(FRONT.as_uri(), wait_until="load")
    view.locator(".strip input").scroll_into_view_if_needed()
    box, handle = (view.locator(place).bounding_box() for place in (".strip-cases", ".strip input"))
    view.touchscreen.tap(box["x"] + box["width"] * 13 / 20, handle["y"] + handle["height"] / 2)
    assert shown(view) == expected(13)
    assert view.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


@needs_chromium
def test_without_scripts_it_is_a_picture_with_its_sentence(chromium) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport=DESKTOP)
    view = context.new_page()
    view.goto(FRONT.as_uri())
    assert shown(view) == expected(BEST["F1"])
    assert view.locator(".strip input, .strip button").filter(visible=True).count() == 0
    assert view.locator(".strip-cases li").filter(visible=True).count() == 20
    context.close()


@needs_chromium
def test_doors_and_strip_are_seen_at_once_and_a_card_leads_where_its_title_does(view) -> None:
    view.set_viewport_size({"width": 1440, "height": 900})
    assert view.locator(".doors li").count() == 3
    assert view.locator(".strip").bounding_box()["y"] + view.locator(".strip").bounding_box()["height"] < 900
    box = view.locator(".doors li").first.bounding_box()
    view.mouse.click(box["x"] + box["width"] - 5, box["y"] + box["height"] - 5)
    view.wait_for_url("**/foundations/which-metric.html*")


@needs_chromium
def test_the_gallery_leads_to_every_explorer(tabs) -> None:
    view, faults, _ = tabs.watch()
    view.goto(GALLERY.as_uri(), wait_until="load")
    links = view.locator(".gallery li > p:nth-child(2) a")
    addresses = links.evaluate_all("links => links.map(link => link.href)")
    assert len(set(addresses)) == len(EXPLORERS)
    view.goto(addresses[0], wait_until="load")
    name = addresses[0].rpartition("#")[2]
    assert view.locator(f"section:has(> #{name}) score-explorer").count() == 1
    assert faults == []


def test_only_the_front_page_loads_the_script_of_the_strip() -> None:
    def loaded(path) -> set[str]:
        names = {e.attributes.get("src", e.attributes.get("href", "")) for e in read(path).find("script", "link")}
        return {name.partition("?")[0].rpartition("/")[2] for name in names} & {"front.js", "front.css", "gallery.css"}

    assert loaded(FRONT) == {"front.js", "front.css"}
    assert loaded(GALLERY) == {"gallery.css"}
    assert loaded(SITE / "book" / "back" / "ledger.html") == set()
