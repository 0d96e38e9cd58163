"""The explorers in Python: what a notebook shows, what is refused, and the script that joins all."""

from __future__ import annotations

import base64
import gzip
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from metricbook import explorers
from metricbook.explorers import EXPLORERS, bundle, explore, styles
from metricbook.explorers.explorer import BUILT
from metricbook.explorers.figures import drawing
from metricbook.explorers.stills import STILLS


@pytest.mark.parametrize("name", EXPLORERS)
def test_an_explorer_is_a_drawing_where_no_script_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BUILT, "somewhere")
    shown = explore(name)._repr_mimebundle_()
    found = re.fullmatch(
        r'<score-explorer name="([a-z0-9-]+)" data-state=""><img src="data:image/svg\+xml;base64,([^"]+)" '
        r'alt="([^"]+)"></score-explorer>',
        shown["text/html"],
    )
    assert found
    assert found[1] == name
    assert ET.fromstring(base64.b64decode(found[2])).tag.endswith("svg")
    assert 40 <= len(found[3]) <= 250
    assert shown["text/plain"].startswith(f"Explorer {name}. ")


def test_a_notebook_gets_the_scripts_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BUILT, raising=False)
    shown = explore("class-exchange", marks="1000000000")._repr_mimebundle_()["text/html"]
    assert 'data-state="marks=1000000000"' in shown
    assert shown.endswith(f"<style>{styles()}</style><script>{bundle()}</script>")


def test_a_state_is_drawn_as_it_is() -> None:
    assert (
        "LxCIM is 0.650 (before: 0.650), AUROC 0.812 (0.680)" in explore("class-exchange", marks="0001110000").still.alt
    )
    assert STILLS["metric-duel"]({"first": "auroc", "second": "auroc", "positives": 2, "negatives": 2}).panels == []
    assert "<svg" in drawing(explore("metric-duel", first="auroc", second="auroc").still)
    assert "12 cases" in explore("threshold-bench", preset="twelve", threshold=0.45).still.alt


@pytest.mark.parametrize(
    ("name", "state", "message"),
    [
        ("threshold", {}, "there is no explorer 'threshold': there are threshold-bench, hands-ruler"),
        ("hands-ruler", {"price": 1}, "'hands-ruler' has no price: its state has mode, certainty"),
        ("hands-ruler", {"mode": "low"}, "mode of 'hands-ruler' is a number, not 'low'"),
        ("metric-duel", {"first": 3}, "first of 'metric-duel' is text, not 3"),
        ("metric-duel", {"positives": 9}, "positives of 'metric-duel' is a whole number from 1 to 6, not 9"),
        ("metric-duel", {"positives": 2.5}, "positives of 'metric-duel' is a whole number from 1 to 6, not 2.5"),
        ("tile-winners", {"prevalence": 30}, "prevalence of 'tile-winners' is a number from 0.01 to 0.99, not 30"),
        ("threshold-bench", {"threshold": float("nan")}, "is a number that is finite, not nan"),
        ("threshold-bench", {"size": True}, "size of 'threshold-bench' is a number, not True"),
        ("threshold-bench", {"preset": "own"}, "preset of 'threshold-bench' is one of usual, rare, easy, crossing"),
        ("price-of-a-swap", {"metric": "accuracy"}, "metric of 'price-of-a-swap' is one of auroc, average_precision"),
        ("price-of-a-swap", {"ranking": "111"}, "ranking of 'price-of-a-swap' is text of the form ^(?=.*0)"),
        ("class-exchange", {"marks": "xyz"}, "marks of 'class-exchange' is text of the form ^[01]{10}$, not 'xyz'"),
        ("class-exchange", {"marks": "1000000000\n"}, "is text of the form"),
    ],
)
def test_what_is_not_there_is_said(name: str, state: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        explore(name, **state)


def test_numbers_of_numpy_are_numbers() -> None:
    state = explore("threshold-bench", size=np.int64(100), prevalence=np.float64(0.2)).state
    assert (state["size"], state["prevalence"]) == (100, 0.2)
    assert (type(state["size"]), type(state["prevalence"])) == (int, float)


def test_what_is_undefined_is_called_so_in_a_drawing() -> None:
    still = explore("price-of-a-swap", ranking="0001", metric="c_rb").still
    assert "C(r_b) is undefined" in still.alt
    assert drawing(still).count(">undefined<") == 4  # three swaps and C(r_b) itself
    assert "nan" not in still.alt + drawing(still)
    assert "no swap moves H measure." in explore("price-of-a-swap", ranking="0011", metric="h_measure").still.alt


def test_all_scripts_and_styles_are_light_and_classic() -> None:
    text = bundle()
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    assert "</script" not in text
    # What only one explorer needs each: calibration, uncertainty, the game of r_b, the angle and the ranges.
    later = {"angle", "calibration", "ranges", "rb_game", "uncertain"}
    assert weight(bundle(*{name for name in MODULES if name not in later})) <= 60_000
    assert weight(text) <= 74_000


#: The scripts' names.
MODULES = sorted(path.stem for path in (Path(explorers.__file__).parent / "scripts").glob("*.js"))


def weight(text: str) -> int:
    """How many bytes a page loads for scripts and styles, compressed."""
    return len(gzip.compress((text + styles()).encode()))


def test_the_joined_script_has_no_comments_indentation_or_empty_lines() -> None:
    assert [
        line for line in bundle().splitlines() if re.match(r"\s|$|//|/\*", line) or re.search("[;,{] // ", line)
    ] == []


@cache
def drawn(name: str) -> str:
    """The drawing of an explorer as it opens."""
    return drawing(explore(name).still)


@cache
def thumbnail(name: str) -> str:
    return explore(name).thumbnail()


@pytest.mark.parametrize("name", EXPLORERS)
def test_the_thumbnail_is_small_and_shows_what_is_asked_about(name: str) -> None:
    one = explore(name)
    picture = thumbnail(name)
    assert 'width="288pt"' in picture
    assert len(picture) < len(drawn(name))
    asked = [panel.title for panel in one.still.asked or one.still.panels if not panel.bars]
    titles = {panel.title for panel in (*one.still.panels, *one.still.asked)}
    assert {title for title in titles if f">{title}</text>" in picture} == set(asked)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("price-of-a-swap", "What each swap adds"),
        ("easy-negatives", "average precision"),
        ("implied-cost", "The implied price"),
        ("tile-winners", "Who is best where"),
        ("hands-ruler", "Least loss"),
        ("indistinguishability", "How often the best guess is right"),
    ],
)
def test_no_answer_can_be_read_from_a_thumbnail(name: str, answer: str) -> None:
    assert answer in drawn(name)
    assert answer not in thumbnail(name)
