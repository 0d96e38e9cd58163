"""Explorers in a browser without a network: by mouse, finger and keyboard, in both themes, on paper."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metricbook.explorers import EXPLORERS, explore
from tests.site.browser import DESKTOP, PHONE, SMALL, Tabs, axe, needs_chromium, show
from tests.whole import in_monthly_run, mostly
from tools.browser import browser

from .golden import golden
from .pages import FRAMES, GOLDEN_VALUES, ROOT, guess, serve
from .test_parity import differences

pytestmark = needs_chromium


#: What an explorer is used on, as the browser is told.
MACHINES = {
    "desk": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "small phone": {"viewport": SMALL, "has_touch": True, "is_mobile": True},
    "no scripts": {"viewport": DESKTOP, "java_script_enabled": False},
}


@pytest.fixture(scope="module")
def started() -> Iterator[dict[str, Tabs]]:
    """The browser on each machine: explorers without an exercise keep nothing, so all tests can have the same."""
    with browser() as opened:
        yield {name: Tabs(opened.new_context(**told), told["viewport"]) for name, told in MACHINES.items()}


@pytest.fixture
def machines(started: dict[str, Tabs]) -> Iterator[dict[str, Tabs]]:
    yield started
    for each in started.values():
        each.leave()


@pytest.fixture
def desk(machines: dict[str, Tabs]) -> Tabs:
    return machines["desk"]


usually_one = pytest.mark.parametrize("name", mostly(EXPLORERS, "two-groups"))
#: What their pages in the book are tested for, too, or what is alike in all of them.
mostly_one = pytest.mark.parametrize("name", mostly(EXPLORERS, "two-groups", rest=in_monthly_run))


def settled(view: Any) -> str:
    """What the explorer says once it has come to rest."""
    view.evaluate(FRAMES)
    return view.locator(".x-said").inner_text()


def opened(tabs: Tabs, address: str) -> tuple[Any, list[str]]:
    """The explorer's page with the guess made by keyboard and all views unfolded, and what goes wrong in it."""
    view, faults, _ = tabs.watch()
    view.goto(address)
    guess(view, right=True)
    for fold in view.locator("details.x-more > summary").all():
        fold.press("Enter")
    return view, faults


@usually_one
def test_all_of_it_works_by_keyboard(desk: Tabs, pages: dict[str, str], name: str) -> None:
    view, faults = opened(desk, pages[name])
    before = settled(view)
    for k in range((sliders := view.locator(".x-live [role=slider], .x-live input[type=range]")).count()):
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
    for k in range((choices := view.locator(".x-live select")).count()):
        choices.nth(k).focus()
        view.keyboard.press("ArrowDown")
        settled(view)
    for k in range((buttons := view.locator(".x-live [role=button]:not([aria-disabled])")).count()):
        if k < buttons.count():
            buttons.nth(k).press("Enter")
            settled(view)
    if (asked := view.locator("button.x-asked")).count():
        asked.press("Enter")
    assert settled(view) != before
    drawn = view.evaluate("document.querySelector('score-explorer').loop.sketch !== undefined")
    verdicts = ("As you guessed.", "Not what you guessed.")[: 1 + drawn]  # what a test draws may be wrong
    if name == "tile-winners":
        verdicts = ("Now: ",)  # the very move that it asks for is none of these: test_teaching makes it
    assert view.locator(".x-step").inner_text().startswith(verdicts)
    said = settled(view)
    view.wait_for_function("said => document.querySelector('.x-status').textContent === said", arg=said)
    assert faults == []


@mostly_one
def test_the_address_keeps_the_state(desk: Tabs, pages: dict[str, str], name: str) -> None:
    view, _ = opened(desk, pages[name])
    target = view.locator(".x-live input[type=range], .x-bench [role=button]:not([aria-disabled])").first
    target.press("ArrowRight" if target.evaluate("node => node.type") == "range" else "Enter")
    settled(view)
    view.wait_for_function("() => location.hash.length > 1")
    assert view.url.startswith(f"{pages[name]}#explore:{name};")
    assert view.locator(".x-link").evaluate("link => link.href") == view.url
    other, faults, _ = desk.watch()
    other.goto(view.url)
    assert state_of(other) == state_of(view)
    view.evaluate("const it = document.querySelector('score-explorer'); it.loop.free(); it.draw()")
    assert settled(other).split(". ")[-1] == settled(view).split(". ")[-1]
    assert other.locator(".x-step").count() == 0
    view.get_by_role("button", name="Reset").click()
    settled(view)
    view.wait_for_function(f"() => location.hash === '#explore:{name}'")
    assert faults == []


@usually_one
def test_an_address_that_means_nothing_does_no_harm(desk: Tabs, pages: dict[str, str], name: str) -> None:
    view, faults, _ = desk.watch()
    broken = ";".join(f"{key}={value}" for key in EXPLORERS[name] for value in ("x", "", "%3Cb%3E"))
    view.goto(f"{pages[name]}#explore:{name};{broken};nothing=1")
    assert settled(view)
    assert faults == []


@mostly_one
def test_axe_finds_nothing_in_either_theme(desk: Tabs, pages: dict[str, str], name: str) -> None:
    view, _ = opened(desk, pages[name])
    view.get_by_text("The numbers drawn, as a table").click()
    target = view.locator(".x-live input[type=range], .x-bench button, .x-bench [role=button]").first
    target.press("ArrowRight" if target.evaluate("node => node.type") == "range" else "Enter")
    settled(view)
    view.wait_for_function("() => document.querySelectorAll('.x-numbers tbody tr').length >= 2")
    found = []
    for size in (DESKTOP, PHONE, SMALL):
        for theme in ("light", "dark"):
            show(view, size, theme)
            found += axe(view, f"{name}, {theme}, {size['width']} px")
    assert found == []


@usually_one
def test_a_small_phone_has_room_for_it(machines: dict[str, Tabs], pages: dict[str, str], name: str) -> None:
    view, faults = opened(machines["small phone"], pages[name])
    settled(view)
    assert view.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    assert faults == []


@usually_one
def test_a_phone_that_is_turned_goes_on_where_it_was(desk: Tabs, pages: dict[str, str], name: str) -> None:
    view, faults, _ = desk.watch()
    view.goto(pages[name])
    now = "(({ loop, state }) => [loop.phase, loop.place, state])(document.querySelector('score-explorer'))"
    for phase in ("asked", "moving"):
        before = view.evaluate(now)
        assert before[0] == phase
        for size, wide in ((PHONE, 300), (DESKTOP, 640)):
            view.set_viewport_size(size)
            view.wait_for_function("wide => document.querySelector('score-explorer').wide === wide", arg=wide)
            assert view.evaluate(now) == before
            assert view.locator(".x-said").count() == (phase == "moving")
            assert view.locator(".x-asked").count() == (phase == "moving")
        if phase == "asked":
            guess(view, right=True)
    assert faults == []


@mostly_one
def test_paper_and_pages_without_scripts_have_the_drawing(
    machines: dict[str, Tabs], pages: dict[str, str], name: str
) -> None:
    view, _, _ = machines["desk"].watch()
    view.goto(pages[name])
    still = view.locator("score-explorer img")
    assert still.count() == 0
    view.emulate_media(media="print")
    still.wait_for(state="visible")
    assert not view.locator(".x-live").is_visible()
    view.emulate_media(media="screen")
    still.wait_for(state="detached")
    guess(view, right=True)
    view.emulate_media(media="print")  # paper then has what is on the screen
    assert view.locator(".x-live").is_visible()
    assert still.count() == 0
    view, _, _ = machines["no scripts"].watch()
    view.goto(pages[name])
    assert view.get_by_role("img", name=explore(name).still.alt).is_visible()


def box_of(view: Any, place: str) -> dict[str, float]:
    view.locator(place).first.scroll_into_view_if_needed()
    return view.locator(place).first.bounding_box()


def test_the_threshold_follows_the_mouse_in_every_linked_view(desk: Tabs, pages: dict[str, str]) -> None:
    view, faults = opened(desk, pages["threshold-bench"])
    before = settled(view)
    values = [row.inner_text() for row in view.locator(".x-sparks tbody tr").all()]
    box = box_of(view, ".x-wide .x-plot")
    view.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.4)
    view.mouse.down()
    view.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.4, steps=8)
    view.mouse.up()
    dragged = settled(view)
    after = [row.inner_text() for row in view.locator(".x-sparks tbody tr").all()]
    assert dragged != before
    # The four metrics of the ranking stand still; those of the decisions move.
    assert [a == b for a, b in zip(values, after, strict=True)][:4] == [True] * 4
    assert sum(a != b for a, b in zip(values, after, strict=True)) >= 6
    roc = box_of(view, "svg[aria-label='ROC curve']")
    view.mouse.click(roc["x"] + roc["width"] * 0.9, roc["y"] + roc["height"] * 0.3)
    assert settled(view) != dragged
    assert faults == []


#: What a hand takes hold of in an explorer: handles in drawings and native sliders to drag, the rest to press.
HELD = ".x-live [role=slider], .x-live input[type=range]"
PRESSED = ".x-live .x-flip"


class Finger:
    """One finger on the glass of a phone, as the browser's own protocol has it."""

    def __init__(self, view: Any) -> None:
        self.view, self.protocol = view, view.context.new_cdp_session(view)

    def _send(self, kind: str, *points: dict[str, float]) -> None:
        self.protocol.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": list(points)})
        self.view.evaluate(FRAMES)

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        self._send("Start", {"x": x, "y": y})
        for k in range(1, 5):
            self._send("Move", {"x": x + dx * k / 4, "y": y + dy * k / 4})
        self._send("End")

    def press(self, x: float, y: float) -> None:
        self.drag(x, y, 0, 0)


class Mouse:
    """A mouse with its left button."""

    def __init__(self, view: Any) -> None:
        self.view, self.mouse = view, view.mouse

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        self.mouse.move(x, y)
        self.mouse.down()
        self.mouse.move(x + dx, y + dy, steps=4)
        self.mouse.up()
        self.view.evaluate(FRAMES)

    def press(self, x: float, y: float) -> None:
        self.mouse.click(x, y)
        self.view.evaluate(FRAMES)


def middle(part: Any) -> tuple[float, float]:
    """The middle of a part of the page, which is moved to the middle of the window."""
    part.evaluate("node => node.scrollIntoView({ block: 'center' })")
    box = part.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def state_of(view: Any) -> dict[str, Any]:
    """The explorer's state, once it stands still."""
    settled(view)
    return view.evaluate("({ ...document.querySelector('score-explorer').state })")


@mostly_one
@pytest.mark.parametrize("hand", mostly([Mouse, Finger], Finger))
def test_all_of_it_is_dragged_or_pressed(
    machines: dict[str, Tabs], pages: dict[str, str], served: dict[str, str], name: str, hand: type[Mouse | Finger]
) -> None:
    machine, addresses = ("phone", pages) if hand is Finger else ("desk", served)
    view, faults = opened(machines[machine], addresses[name])
    touched, said = hand(view), settled(view)
    held = [part for part in view.locator(HELD).all() if part.is_visible()]
    for part in held:
        before = state_of(view)
        x, y = middle(part)
        if part.evaluate("node => node.type") == "range":
            box, share = part.bounding_box(), "node => (node.value - node.min) / (node.max - node.min)"
            at = part.evaluate(share)
            x = box["x"] + 8 + (box["width"] - 16) * at
            way = 45 if at < 0.5 else -45
        else:
            way = 45 if x < view.viewport_size["width"] / 2 else -45
        touched.drag(x, y, way, 4)  # towards the side with more room
        assert state_of(view) != before, f"{name}: {part.get_attribute('aria-label') or part.get_attribute('id')}"
    for k in range(view.locator(PRESSED).count()):
        if k < (buttons := view.locator(PRESSED)).count():
            before = state_of(view)
            touched.press(*middle(buttons.nth(k)))
            assert state_of(view) != before, f"{name}: button {k}"
    assert held or view.locator(PRESSED).count()
    assert settled(view) != said
    assert faults == []


@mostly_one
def test_a_finger_that_goes_up_scrolls_the_page_and_moves_nothing(
    machines: dict[str, Tabs], pages: dict[str, str], name: str
) -> None:
    view, faults = opened(machines["small phone"], pages[name])
    finger, before = Finger(view), state_of(view)
    for part in view.locator(".x-live svg.x-plot:visible").all():
        x, y = middle(part)
        top = view.evaluate("scrollY")
        finger.drag(x + 50, y + 60, 2, -160)
        view.wait_for_timeout(100)
        assert view.evaluate("scrollY") > top + 50, part.get_attribute("aria-label")
    assert state_of(view) == before
    assert faults == []


@pytest.mark.parametrize(
    ("name", "handle"), [("threshold-bench", "chosen score"), ("tile-winners", "A, true"), ("tile-winners", "place on")]
)
def test_a_finger_takes_hold_of_what_goes_up_and_down(
    machines: dict[str, Tabs], pages: dict[str, str], name: str, handle: str
) -> None:
    view, _ = opened(machines["small phone"], pages[name])
    part = view.locator(f"[role=slider][aria-label^='{handle}']")
    now = float(part.get_attribute("aria-valuenow"))
    x, y = middle(part)
    top = view.evaluate("scrollY")
    Finger(view).drag(x, y, 0, -50)
    settled(view)
    assert float(part.get_attribute("aria-valuenow")) > now + 0.1
    assert view.evaluate("scrollY") == top


def meters(view: Any) -> dict[str, str]:
    """The values of the metrics by name, as they are read."""
    settled(view)
    rows = [row.inner_text().split("\t") for row in view.locator(".x-meters tbody tr").all()]
    return {name: value for name, value, *_ in rows}


def test_touch_one_view_of_the_bench_and_all_move(desk: Tabs, pages: dict[str, str]) -> None:
    view, faults = opened(desk, pages["threshold-bench"])
    sliders = {
        name: view.locator(f".x-live [role=slider][aria-label^='{name}']")
        for name in ("threshold", "threshold, as a point of the ROC", "skew", "decision rate", "chosen score")
    }
    at = lambda name: sliders[name].first.get_attribute("aria-valuetext")  # noqa: E731
    spoken = {name: at(name) for name in sliders}
    sliders["skew"].press("PageDown")
    said = settled(view)
    assert state_of(view)["skew"] == 0.4
    assert "At the skew 0.40 its loss is" in said
    assert said.endswith("no threshold has less.")
    assert all(at(name) != spoken[name] for name in sliders)
    # Away from there, the same skew costs more.
    sliders["threshold"].first.press("PageUp")
    assert "; the best threshold has" in settled(view)
    loss, least = re.findall(r"0\.\d{3}", at("skew"))
    assert float(loss) > float(least)
    sliders["decision rate"].press("Home")
    assert settled(view).endswith("Nothing is decided.")
    sliders["decision rate"].press("PageUp")
    before = settled(view)
    assert "Of the surest 10.0 % of the decisions" in before
    sliders["threshold"].first.press("PageDown")
    assert settled(view) != before
    sliders["chosen score"].press("End")
    for _ in range(5):
        sliders["chosen score"].press("PageUp")
    for _ in range(50):
        sliders["chosen score"].press("ArrowRight")
    values = meters(view)
    assert "The score chosen on the Tile, recall, is" in settled(view)
    assert values["score chosen on the Tile"] == values["recall"]
    for _ in range(5):
        sliders["chosen score"].press("PageDown")
    view.get_by_role("button", name="best by this score").press("Enter")
    best = re.search(r"F1, is (0\.\d+); the best threshold has (0\.\d+)", settled(view))
    assert best is not None
    assert best[1] == best[2] == meters(view)["F1"]
    assert faults == []


def paste(view: Any, text: str) -> bool:
    """Paste into the field for own scores; whether the browser is left to show what was pasted."""
    return view.get_by_label("Rows of a label").evaluate(
        """(area, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          return area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


def test_own_scores_are_read_in_the_page(desk: Tabs, pages: dict[str, str], tmp_path: Path) -> None:
    view, faults = opened(desk, pages["threshold-bench"])
    view.get_by_text("Use your own scores").click()
    view.get_by_label("Rows of a label").fill("label,score\n1,0.9\n0,0.2\nmaybe,0.3")
    view.get_by_role("button", name="Read these rows").click()
    assert "row 4: “maybe” is no label" in view.locator(".x-problem").inner_text()
    view.get_by_label("Rows of a label").fill("1,0.9\n0,0.2\n1,0.4\n0,0.6")
    view.get_by_role("button", name="Read these rows").click()
    assert "At the threshold 0.50, 2 of 4 cases are flagged: 1 rightly, 1 wrongly" in settled(view)
    rows = "".join(f"{k % 3 == 0:d},{(k * 7919) % 100_003 / 100_003 + (k % 3 == 0) * 0.3}\n" for k in range(100_000))
    assert paste(view, "1,0.9\n0,0.2")  # is left to the browser, which shows it
    assert not paste(view, rows)
    assert "33,333.5 of 100,000 cases are flagged" in settled(view)  # as many as are positive, the lowest of them half
    said = "Read from what you pasted, without showing it: 100000 rows, 33334 positive"
    assert view.locator(".x-problem").inner_text().startswith(said)
    assert view.get_by_label("Rows of a label").input_value() == ""
    assert not paste(view, rows.replace("\n", "\nhigh,", 1))
    assert "Nothing was read. row 2: “high” is no label" in view.locator(".x-problem").inner_text()
    path = tmp_path / "many.csv"
    path.write_text("label,score\n" + rows, encoding="utf-8")
    view.get_by_label("a file").set_input_files(path)
    read = "() => document.querySelector('.x-problem').textContent.includes('33334 positive')"
    view.wait_for_function(read, timeout=20_000)  # from the file: what was pasted before was refused
    assert "of 100,000 cases are flagged" in settled(view)
    assert faults == []


def test_a_swap_says_what_it_changed(desk: Tabs, pages: dict[str, str]) -> None:
    view, _ = opened(desk, pages["price-of-a-swap"])
    view.get_by_role("button", name="swap places 9 and 10").click()
    assert settled(view).startswith("Swapping places 9 and 10 changed average precision by +0.011.")
    view.keyboard.press("ArrowLeft")
    assert view.evaluate("document.activeElement.getAttribute('aria-label')") == "swap places 8 and 9, which are alike"


def test_the_numbers_are_the_packages_in_the_browser_too(desk: Tabs) -> None:
    with serve(ROOT) as home:
        view, _, _ = desk.watch()
        view.goto(f"{home}/book/_static/metricbook.css")
        found = view.evaluate(
            GOLDEN_VALUES,
            [home, golden()],
        )
    pairs = zip(golden(), json.loads(found), strict=True)
    assert [text for case, values in pairs for text in differences(case["expected"], values, case["name"])] == []


def test_title_question_and_minutes_are_those_of_the_scripts(desk: Tabs, pages: dict[str, str]) -> None:
    view, faults, _ = desk.watch()
    view.goto(pages["threshold-bench"], wait_until="load")
    known = view.evaluate(
        "[...scoreExplorers.explorer.known].map(([name, { title, challenges }]) => "
        "[name, title, challenges[0].ask, challenges.length])"
    )
    assert {name: tuple(said) for name, *said in known} == {
        name: (one.title, one.question, one.minutes) for name in EXPLORERS for one in [explore(name)]
    }
    assert faults == []
