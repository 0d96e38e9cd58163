"""What explorers teach: a guess, then the very move that is asked for, shows what is then said, all on one screen."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metricbook.explorers import EXPLORERS
from tests.site.browser import DESKTOP, Tabs, needs_chromium
from tests.whole import mostly
from tools.browser import browser

from .pages import KEYS, choose, commit, guess, move, phase

pytestmark = needs_chromium

LAPTOP = {"width": 1280, "height": 720}
HAND = {"width": 390, "height": 800}
#: What the asked move must have shown, of the values drawn after it and before it, for each explorer's challenges.
SHOWS: dict[str, list[str]] = {
    "calibration": [
        "now.auroc === first.auroc && now.brier > first.brier + 0.01 && now.log_loss > first.log_loss + 0.1"
        " && now.cost > first.cost + 0.05",
        "now.cost < first.cost - 0.05 && now.auroc === first.auroc && Math.abs(now.at - 0.2) < 0.1",
    ],
    "uncertainty": [
        "now.draws === 20 && now.range > 0.15 && now.lowest < now.truth && now.truth < now.highest",
        "first.range / now.range > 7 && first.range / now.range < 14",
        "now.ahead >= 5 && now.ahead <= 8 && now.other < now.truth",
    ],
    "indistinguishability": [
        "Math.abs(now.b - 0.75) < 0.01 && now.played >= 20 && Math.abs(now.right / now.played - 0.75) < 0.15",
        "Math.abs(first.best - 0.75) < 0.01 && Math.abs(now.atRb.best - 0.5) < 0.005 && now.best > 0.9",
    ],
    "threshold-bench": [
        "['auroc', 'average_precision', 'h_measure'].every(k => now[k] === first[k]) && now.recall < first.recall / 2",
        "first.precision - now.precision > 0.3 && ['recall', 'auroc'].every(k => Math.abs(now[k] - first[k]) < 0.05)",
    ],
    "two-groups": [
        "now.auroc > first.auroc && now.ap > first.ap && ['auroc_a', 'auroc_b'].every(k => now[k] === first[k])",
        "now.auroc < first.auroc - 0.02 && ['auroc_a', 'auroc_b'].every(k => now[k] === first[k])",
        "now.auroc_b > first.auroc_b + 0.1 && now.auroc > first.auroc && now.auroc < first.auroc + 0.05",
    ],
    "price-of-a-swap": [
        "first.gains[8] > 1.25 * first.gains[4] && first.gains[4] > 0",
        "now.gains[4] > 0 && Math.abs(now.gains[4] - now.gains[8]) < 1e-9",
        "now.gains[8] > 0.01 && Math.abs(now.gains[4]) < 1e-9",
    ],
    "tile-winners": [
        "first.winner + now.winner === 'AC' && now.percents[3] === 0 && now.percents.slice(0, 3).every(p => p > 9)",
        "first.percents[3] === 0 && now.percents[3] > 0 && now.percents.reduce((a, b) => a + b) === 100",
        "now.percents[0] > first.percents[0] + 10 && [1, 2].every(k => now.percents[k] < first.percents[k])",
    ],
    "class-exchange": [
        "['auroc', 'f1_score', 'average_precision'].every(k => Math.abs(now[k] - first[k]) > 0.01) && "
        "['accuracy', 'lxcim', 'audrc'].every(k => Math.abs(now[k] - first[k]) < 1e-9)",
        "Math.abs(now.auroc - first.auroc) < 1e-9 && now.f1_score < first.f1_score - 0.01",
        "now.auroc > 0.8 && ['accuracy', 'lxcim'].every(k => Math.abs(now[k] - first[k]) < 1e-9)",
    ],
    "metric-duel": [
        "Math.abs(now.rate - 0.1) < 0.02 && now.both[0].auroc > now.both[1].auroc && "
        "now.both[0].average_precision < now.both[1].average_precision",
        "0 < now.rate && now.rate < first.rate",
        "now.rate === 0 && first.rate > 0",
    ],
    "metric-angle": [
        "now.drawn === 1 && Math.abs(now.share - 0.207) < 0.001 && Math.abs(now.odds / 200 - now.share) < 0.06 && "
        "now.share === first.share",
        "Math.abs(now.share - 0.331) < 0.001 && Math.abs(now.odds / 200 - now.share) < 0.06 && first.share < 0.21",
        "Math.abs(now.share - 0.05) < 0.002 && now.odds === 10 && now.degrees === first.degrees && now.second < 2",
    ],
    "hands-ruler": [
        "first.h_a < first.h_b && now.h_a > now.h_b && now.auroc_a === first.auroc_a && now.auroc_b === first.auroc_b",
        "first.h_a > first.h_b && now.h_a < now.h_b && now.turn > 0.05 && now.turn < 0.5",
        "now.from - first.from > 0.1 && first.to - now.to > 0.1 && now.h_a === first.h_a",
    ],
    "implied-cost": [
        "now.ill > first.ill + 1 && now.misses < first.misses / 2",
        "now.probability > 3 * first.probability && "
        "[now, first].every(v => Math.abs(v.probability - v.best / 2) < 1e-6)",
        "now.ill === 5 && first.ill === 5 && now.auroc > first.auroc + 0.3",
    ],
    "auroc-ranges": [
        "now.high - now.low > 0.7 && first.high - first.low < 0.3",
        "now.low < 0.5 && now.low > first.low + 0.2 && now.high > 0.98",
    ],
    "easy-negatives": [
        "now.auroc - first.auroc > 0.1 && now.auroc > 0.99",
        "['average_precision', 'f1_score', 'c_rb'].every(k => Math.abs(now[k] - first[k]) < 1e-9) && "
        "now.accuracy > 0.99 && now.lxcim > 0.99 && now.matthews_correlation < 0.8 && "
        "now.matthews_correlation - first.matthews_correlation > 0.1",
        "first.auroc === 0.5 && now.auroc > 0.99 && Math.abs(now.average_precision - 0.5) < 0.01",
    ],
}
#: What answers a question: it may not be in the page before the guess.
ANSWERS = ".x-said, .x-meters, .x-sparks, .x-numbers, .x-foot, .x-still, score-explorer img"
#: Folder for a picture of every step of every loop, in both widths; none is taken without it.
FILM = os.environ.get("METRICBOOK_FILM")


@pytest.fixture(scope="module")
def started() -> Iterator[Tabs]:
    with browser() as opened:
        yield Tabs(opened.new_context(viewport=DESKTOP), DESKTOP)


@pytest.fixture
def tabs(started: Tabs) -> Iterator[Tabs]:
    yield started
    started.leave()


def unseen(view: Any) -> list[str]:
    """What of the question, the hand and the first view is not on the screen, with the explorer at its top."""
    view.evaluate("document.querySelector('score-explorer').scrollIntoView()")
    return view.evaluate("""() => {
      const explorer = document.querySelector("score-explorer");
      const { hand } = explorer.loop.challenge;
      const parts = { step: ".x-step", hand: `[data-hand="${hand}"]`, view: ".x-views > *" };
      return Object.entries(parts).filter(([, part]) => {
        const box = explorer.querySelector(part)?.getBoundingClientRect();
        return !box || box.top < -1 || box.bottom > innerHeight + 1;
      }).map(([name]) => name);
    }""")


def film(view: Any, name: str, place: int, step: str) -> None:
    """Take a picture of a step of the loop, if pictures are asked for."""
    if FILM is not None:
        width = view.viewport_size["width"]
        view.screenshot(path=Path(FILM) / f"{name}-{width}-{place + 1}{step}.png", animations="disabled")


@pytest.mark.parametrize("right", mostly([True, False], True), ids=["right", "wrong"])
@pytest.mark.parametrize("name", EXPLORERS)
def test_the_move_that_is_asked_for_shows_what_is_said(
    tabs: Tabs, pages: dict[str, str], name: str, right: bool
) -> None:
    view, faults, _ = tabs.watch()
    view.set_viewport_size(LAPTOP if right else HAND)
    view.goto(pages[name])
    assert view.evaluate("document.querySelector('score-explorer').spec.challenges.length") == len(SHOWS[name]) >= 2
    for place, shows in enumerate(SHOWS[name]):
        assert phase(view) == "asked"
        assert view.locator(ANSWERS).count() == 0
        before = view.locator("score-explorer").inner_text()
        assert unseen(view) == []
        film(view, name, place, "a-asked")
        choose(view, right=right)
        film(view, name, place, "b-guessed")
        commit(view)
        assert phase(view) == "moving"
        assert unseen(view) == []
        film(view, name, place, "c-moving")
        assert view.evaluate("document.activeElement.dataset.hand === document.querySelector('.x-asked').dataset.hand")
        move(view, KEYS.get((name, place)))
        assert phase(view) == "told", f"{name}, challenge {place}"
        assert unseen(view) == []
        film(view, name, place, "d-told")
        told = view.locator(".x-step").inner_text()
        drawn = view.evaluate("document.querySelector('score-explorer').loop.sketch !== undefined")
        assert drawn or told.startswith("As you guessed." if right else "Not what you guessed."), told
        assert [number for number in re.findall(r"\d\.\d\d+", told) if number in before] == []
        assert view.evaluate(f"""(() => {{
          const {{ values: now, loop }} = document.querySelector("score-explorer");
          const first = loop.begun.values;
          return {shows};
        }})()"""), f"{name}, challenge {place}: {told}"
        if place + 1 < len(SHOWS[name]):
            view.get_by_role("button", name="Next question").press("Enter")
    assert faults == []


def test_a_move_that_is_not_the_asked_one_tells_nothing(tabs: Tabs, pages: dict[str, str]) -> None:
    view, _, _ = tabs.watch()
    view.goto(pages["threshold-bench"])
    guess(view, right=True)
    view.keyboard.press("ArrowRight")
    assert phase(view) == "moving"
    view.keyboard.press("Home")
    assert phase(view) == "moving"
