"""What `make measure` reads and computes before a browser is asked."""

from __future__ import annotations

import pandas as pd
import pytest

from tools.measure_book import (
    KINDS,
    crossing,
    printed_columns,
    reading_minutes,
    smallest_text,
    stated_minutes,
)


def test_minutes_count_words_proofs_and_figures_to_the_next_five() -> None:
    assert reading_minutes(words=1800, proofs=2, figures=6) == 25  # 10 + 10 + 3
    assert reading_minutes(words=900, proofs=0, figures=0) == 5


@pytest.mark.parametrize(("head", "minutes"), [("You need this. Time 45 minutes. Level x.", 45), ("", None)])
def test_the_head_states_the_minutes(head: str, minutes: int | None) -> None:
    assert stated_minutes(head) == minutes


@pytest.mark.parametrize(
    ("drawing", "size"),
    [
        ('<text style="font: 7px \'DejaVu Sans\'">a</text><text style="font: 10px serif">b</text>', 14),
        ('<text style="font-size: 9px; fill: red">a</text>', 18),
        ('<g transform="translate(1 2) scale(0.08 -0.08)"><use/></g>', 16),
        ("<path/>", None),
    ],
)
def test_the_smallest_text_is_scaled_with_the_drawing(drawing: str, size: float | None) -> None:
    assert smallest_text(f'<svg width="400pt" viewBox="0 0 400 300">{drawing}</svg>', 800) == size


def test_only_places_in_chapters_of_other_parts_cross() -> None:
    parts = {"book/a/one.html": "A", "book/a/two.html": "A", "book/b/three.html": "B"}
    places = ["a/one.html#x", "a/two.html", "b/three.html#y", "b/three.html#y", "b/three.html", "notation.html"]
    links = [f"file:///site/book/{place}" for place in places]
    assert crossing(links, "book/a/one.html", parts, "file:///site/") == 2


def test_the_last_row_adds_up_and_shares_are_of_all_kinds() -> None:
    heights = {f"{kind} px": [100.0, 300.0] for kind in KINDS}
    rows = pd.DataFrame({"words": [60, 90], "claims w": [20, 10], "findings w": [20, 0], "height": [9, 7], **heights})
    table = pd.DataFrame(dict(printed_columns(rows.set_index(pd.Index(["one", "two"])))))
    assert list(table["ledger % w"]) == pytest.approx([100 * 40 / 60, 100 * 10 / 90, 100 * 50 / 150])
    assert list(table["height"]) == [9, 7, 16]
    assert list(table["figures %"]) == pytest.approx([100 / len(KINDS)] * 3)
