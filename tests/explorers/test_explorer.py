"""The explorers in Python: what a notebook shows, what is refused, and the script that joins all."""

from __future__ import annotations

import base64
import gzip
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

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
    ],
)
def test_what_is_not_there_is_said(name: str, state: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        explore(name, **state)


def test_all_scripts_and_styles_are_light_and_classic() -> None:
    text = bundle()
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    assert "</script" not in text
    assert len(gzip.compress((text + styles()).encode())) <= 60_000
