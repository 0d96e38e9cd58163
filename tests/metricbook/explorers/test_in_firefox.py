"""Explorers in Firefox, where there is one: by keyboard and mouse, and the numbers of the golden cases."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from metricbook.explorers import EXPLORERS
from tests.whole import in_monthly_run, in_whole_run, mostly
from tools.firefox import FIREFOX, Firefox, firefox

from .golden import golden
from .pages import FRAMES, GOLDEN_VALUES, ROOT, serve
from .test_parity import differences

pytestmark = pytest.mark.skipif(FIREFOX is None, reason="no Firefox on this machine: these tests need one")

EXPLORER = "document.querySelector('score-explorer')"
#: What it says once it has come to rest.
SAID = f"{FRAMES}.then(() => {EXPLORER}.sentence.textContent)"
#: The key that moves each kind of hand.
MOVES = {"slider": "PageUp", "range": "PageUp", "button": "Enter", "select-one": "ArrowDown"}


@pytest.fixture(scope="module")
def tab() -> Iterator[Firefox]:
    with firefox() as opened:
        yield opened


@in_whole_run
@pytest.mark.parametrize("name", mostly(EXPLORERS, "two-groups", rest=in_monthly_run))
def test_an_explorer_answers_the_keyboard(tab: Firefox, pages: dict[str, str], name: str) -> None:
    tab.goto(pages[name])
    assert tab.evaluate(f"{EXPLORER}.matches('.x-ready:not(.x-open)')")
    tab.evaluate("document.querySelector('.x-skip').focus()")
    tab.press("Enter")
    assert tab.evaluate(f"{EXPLORER}.matches('.x-open')")
    before = tab.evaluate(SAID), tab.evaluate(f"{EXPLORER}.state")
    # The hand that the question asks for has the focus.
    tab.press(MOVES[tab.evaluate("document.activeElement.getAttribute('role') ?? document.activeElement.type")])
    after = tab.evaluate(SAID), tab.evaluate(f"{EXPLORER}.state")
    assert after[0] != before[0]
    assert after[1] != before[1]
    assert tab.faults == []


@in_whole_run
def test_the_mouse_drags_the_threshold(tab: Firefox, served: dict[str, str]) -> None:
    tab.goto(f"{served['threshold-bench']}#explore:threshold-bench")
    before = tab.evaluate(SAID)
    x, y = tab.evaluate(
        "(() => { const node = document.querySelector('.x-wide svg'); node.scrollIntoView({ block: 'center' });"
        " const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    )
    tab.drag(x, y, 200, 0)
    assert tab.evaluate(SAID) != before
    assert tab.evaluate(f"{EXPLORER}.state.threshold") > 0.5
    assert tab.faults == []


@in_whole_run
def test_the_numbers_are_the_packages_in_firefox_too(tab: Firefox) -> None:
    with serve(ROOT) as home:
        tab.goto(f"{home}/book/_static/metricbook.css")
        found = tab.evaluate(f"({GOLDEN_VALUES})({json.dumps([home, golden()])})")
    pairs = zip(golden(), json.loads(found), strict=True)
    assert [text for case, values in pairs for text in differences(case["expected"], values, case["name"])] == []
