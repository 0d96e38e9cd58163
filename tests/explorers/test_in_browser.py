"""Every explorer in a browser without a network: by mouse, finger and keyboard, in both themes, on paper."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from metricbook.explorers import EXPLORERS, bundle, explore, styles
from metricbook.explorers.explorer import BUILT
from tests.site.browser import DESKTOP, SMALL, Quiet, axe, needs_chromium, watch
from tools.browser import browser

from .golden import golden
from .test_parity import differences

ROOT = Path(__file__).parents[2]
PAGE = """<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8"><title>An explorer</title>
<meta name="viewport" content="width=device-width"><style>body {{ background: var(--ground); color: var(--ink); }}
html {{ --ground: #fff; --ink: #222832; }}
a {{ color: #0a5a9c; }} html[data-theme="dark"] a {{ color: #8fc1ff; }}
html[data-theme="dark"] {{ --ground: #14181e; --ink: #ced6dd; --pst-color-text-base: #ced6dd;
--pst-color-text-muted: #9ca4af; --pst-color-border: #48566b; --pst-color-surface: #29313d;
--pst-color-background: #14181e; }}
{styles}</style></head><body><main><h1>An explorer</h1>{element}<p style="height: 3000px">The rest.</p></main>
<script>{script}</script></body></html>"""

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The address of a page for each explorer, which is a file."""
    folder, found = tmp_path_factory.mktemp("pages"), {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BUILT, "somewhere")
        for name in EXPLORERS:
            element = explore(name)._repr_mimebundle_()["text/html"]
            path = folder / f"{name}.html"
            path.write_text(PAGE.format(styles=styles(), element=element, script=bundle()), encoding="utf-8")
            found[name] = path.as_uri()
    return found


@pytest.fixture(params=EXPLORERS)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def context(chromium: Any) -> Iterator[Any]:
    opened = chromium.new_context(viewport=DESKTOP)
    yield opened
    opened.close()


def settled(view: Any) -> str:
    """What the explorer says once it has come to rest."""
    view.wait_for_timeout(50)
    view.wait_for_function("() => !document.querySelector('score-explorer').waiting")
    return view.locator(".x-said").inner_text()


def opened(context: Any, address: str) -> tuple[Any, list[str]]:
    """The explorer's page with the guess made by keyboard, and what goes wrong in it."""
    view, faults, _ = watch(context)
    view.goto(address)
    assert view.locator(".x-bench").evaluate("bench => bench.inert")
    view.keyboard.press("Tab")
    view.keyboard.press("Space")
    view.get_by_role("button", name="That is my guess").press("Enter")
    assert not view.locator(".x-bench").evaluate("bench => bench.inert")
    return view, faults


def test_all_of_it_works_by_keyboard(context: Any, pages: dict[str, str], name: str) -> None:
    view, faults = opened(context, pages[name])
    before = settled(view)
    for k in range((sliders := view.locator(".x-bench [role=slider], .x-bench input[type=range]")).count()):
        slider = sliders.nth(k)
        if not slider.is_visible():
            continue
        slider.focus()
        spoken = {slider.get_attribute("aria-valuetext")}
        for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "PageDown", "PageUp", "Home", "End"):
            view.keyboard.press(key)
            settled(view)
            spoken.add(slider.get_attribute("aria-valuetext"))
        assert len(spoken) >= 3, f"slider {k} of {name} says {spoken}"
    for k in range((choices := view.locator(".x-bench select")).count()):
        choices.nth(k).focus()
        view.keyboard.press("ArrowDown")
        settled(view)
    for k in range((buttons := view.locator(".x-bench [role=button], .x-strip button:not([aria-disabled])")).count()):
        if k < buttons.count():
            buttons.nth(k).press("Enter")
            settled(view)
    assert settled(view) != before
    happened = view.locator(".x-happened")
    happened.wait_for(state="visible", timeout=5000)
    assert "guess" in happened.inner_text()
    assert view.locator(".x-status").inner_text() == settled(view)
    assert faults == []


def test_the_address_keeps_the_state(context: Any, pages: dict[str, str], name: str) -> None:
    view, _ = opened(context, pages[name])
    target = view.locator(
        ".x-bench input[type=range], .x-bench [role=button], .x-strip button:not([aria-disabled])"
    ).first
    target.press("ArrowRight" if target.evaluate("node => node.type") == "range" else "Enter")
    said = settled(view)
    view.wait_for_function("() => location.hash.length > 1")
    assert view.url.startswith(f"{pages[name]}#explore:{name};")
    assert view.locator(".x-link").evaluate("link => link.href") == view.url
    other, faults, _ = watch(context)
    other.goto(view.url)
    assert settled(other).split(". ")[-1] == said.split(". ")[-1]
    assert not other.locator(".x-bench").evaluate("bench => bench.inert")
    view.get_by_role("button", name="Reset").click()
    settled(view)
    view.wait_for_function(f"() => location.hash === '#explore:{name}'")
    assert faults == []


def test_an_address_that_means_nothing_does_no_harm(context: Any, pages: dict[str, str], name: str) -> None:
    view, faults, _ = watch(context)
    broken = ";".join(f"{key}={value}" for key in EXPLORERS[name] for value in ("x", "", "%3Cb%3E"))
    view.goto(f"{pages[name]}#explore:{name};{broken};nothing=1")
    assert settled(view)
    assert faults == []


def test_axe_finds_nothing_in_either_theme(context: Any, pages: dict[str, str], name: str) -> None:
    view, _ = opened(context, pages[name])
    view.get_by_text("The numbers drawn, as a table").click()
    view.locator(".x-bench input[type=range], .x-bench button").first.focus()
    view.keyboard.press("ArrowRight")
    settled(view)
    assert view.locator(".x-numbers tbody tr").count() >= 2
    found = []
    for theme in ("light", "dark"):
        view.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found += axe(view, f"{name}, {theme}")
    assert found == []


def test_a_small_phone_has_room_for_it(chromium: Any, pages: dict[str, str], name: str) -> None:
    context = chromium.new_context(viewport=SMALL, has_touch=True, is_mobile=True)
    view, faults = opened(context, pages[name])
    settled(view)
    assert view.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    context.close()
    assert faults == []


def test_paper_and_pages_without_scripts_have_the_drawing(chromium: Any, pages: dict[str, str], name: str) -> None:
    context = chromium.new_context(viewport=DESKTOP)
    view, _ = opened(context, pages[name])
    still = view.locator("score-explorer img")
    assert not still.is_visible()
    view.emulate_media(media="print")
    assert still.is_visible()
    assert not view.locator(".x-live").is_visible()
    context.close()
    context = chromium.new_context(viewport=DESKTOP, java_script_enabled=False)
    view = context.new_page()
    view.goto(pages[name])
    assert view.get_by_role("img", name=explore(name).still.alt).is_visible()
    context.close()


def box_of(view: Any, place: str) -> dict[str, float]:
    view.locator(place).first.scroll_into_view_if_needed()
    return view.locator(place).first.bounding_box()


def test_the_threshold_follows_the_mouse_in_every_linked_view(context: Any, pages: dict[str, str]) -> None:
    view, faults = opened(context, pages["threshold-bench"])
    before = settled(view)
    values = [row.inner_text() for row in view.locator(".x-meters tbody tr").all()]
    box = box_of(view, ".x-wide .x-plot")
    view.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.4)
    view.mouse.down()
    view.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.4, steps=8)
    view.mouse.up()
    dragged = settled(view)
    after = [row.inner_text() for row in view.locator(".x-meters tbody tr").all()]
    assert dragged != before
    # The four metrics of the ranking stand still; those of the decisions move.
    assert [a == b for a, b in zip(values, after, strict=True)][:4] == [True] * 4
    assert sum(a != b for a, b in zip(values, after, strict=True)) >= 6
    roc = box_of(view, "svg[aria-label='ROC curve']")
    view.mouse.click(roc["x"] + roc["width"] * 0.9, roc["y"] + roc["height"] * 0.3)
    assert settled(view) != dragged
    assert faults == []


def test_a_finger_moves_the_threshold_sideways_and_the_page_downwards(chromium: Any, pages: dict[str, str]) -> None:
    context = chromium.new_context(viewport=SMALL, has_touch=True, is_mobile=True)
    view, _ = opened(context, pages["threshold-bench"])
    before = settled(view)
    protocol = context.new_cdp_session(view)

    def drag(dx: float, dy: float) -> None:
        box = box_of(view, ".x-wide .x-plot")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        protocol.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for k in range(1, 11):
            at = {"x": x + dx * k / 10, "y": y + dy * k / 10}
            protocol.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
        protocol.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        view.wait_for_timeout(300)

    drag(80, 0)
    moved = settled(view)
    assert moved != before
    top = view.evaluate("scrollY")
    drag(0, -150)
    assert view.evaluate("scrollY") > top + 50
    context.close()


def test_own_scores_are_read_in_the_page(context: Any, pages: dict[str, str], tmp_path: Path) -> None:
    view, faults = opened(context, pages["threshold-bench"])
    view.get_by_text("Use your own scores").click()
    view.get_by_label("Rows of a label").fill("label,score\n1,0.9\n0,0.2\nmaybe,0.3")
    view.get_by_role("button", name="Read these rows").click()
    assert "row 4: “maybe” is no label" in view.locator(".x-problem").inner_text()
    view.get_by_label("Rows of a label").fill("1,0.9\n0,0.2\n1,0.4\n0,0.6")
    view.get_by_role("button", name="Read these rows").click()
    assert "At the threshold 0.50, 2 of 4 cases are flagged: 1 rightly, 1 wrongly" in settled(view)
    rows = "".join(f"{k % 3 == 0:d},{(k * 7919) % 100_003 / 100_003 + (k % 3 == 0) * 0.3}\n" for k in range(100_000))
    path = tmp_path / "many.csv"
    path.write_text("label,score\n" + rows, encoding="utf-8")
    view.get_by_label("a file").set_input_files(path)
    view.wait_for_function("() => document.querySelector('.x-said').textContent.includes('100000')", timeout=20_000)
    assert "33334 positive" in view.locator(".x-problem").inner_text()
    assert faults == []


def test_a_swap_says_what_it_changed(context: Any, pages: dict[str, str]) -> None:
    view, _ = opened(context, pages["price-of-a-swap"])
    view.get_by_role("button", name="swap places 3 and 4").click()
    assert settled(view).startswith("Swapping places 3 and 4 changed average precision by +0.050.")
    view.keyboard.press("ArrowLeft")
    assert view.evaluate("document.activeElement.getAttribute('aria-label')") == "swap places 2 and 3, which are alike"


def test_the_numbers_are_the_packages_in_the_browser_too(context: Any) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(ROOT))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        view = context.new_page()
        home = f"http://127.0.0.1:{server.server_port}"
        view.goto(f"{home}/book/_static/metricbook.css")
        found = view.evaluate(
            """async ([home, cases]) => {
              const at = (name) => import(`${home}/src/metricbook/explorers/scripts/${name}.js`);
              const modules = { ...(await at("metrics")), ...(await at("sweep")) };
              const { computed } = await import(`${home}/tests/explorers/computed.mjs`);
              return JSON.stringify(cases.map((one) => computed(modules, one)));
            }""",
            [home, golden()],
        )
        server.shutdown()
    pairs = zip(golden(), json.loads(found), strict=True)
    assert [text for case, values in pairs for text in differences(case["expected"], values, case["name"])] == []
