"""How much there is to read, and of what: the limits that `make measure` shows the chapters against."""

from __future__ import annotations

import pandas as pd
import pytest

from tools.browser import CHROMIUM
from tools.measure_book import CODE_WIDTH, OTHERS, WIDE, measured, prose_share

from .conftest import SITE, page_names

BUILT = pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`")


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    """Measure every chapter."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: measuring needs one")
    return measured(SITE)


@BUILT
def test_no_page_is_heavy() -> None:
    sizes = {name: (SITE / name).stat().st_size for name in page_names()}
    assert {name: size for name, size in sizes.items() if size > 400_000} == {}


@BUILT
def test_the_chapters_are_not_too_long_together(rows: pd.DataFrame) -> None:
    """What is to be read; exercises are to be done, and each reader does a few."""
    theory, height = rows.index.str.contains("/synthesis/"), rows["height"] - rows["exercises px"]
    assert height[~theory].sum() <= 300_000
    assert height[theory].sum() <= 110_000


@BUILT
def test_at_least_half_of_each_chapters_words_are_prose(rows: pd.DataFrame) -> None:
    shares = prose_share(rows)
    assert dict(shares[shares < 0.5]) == {}


@BUILT
def test_each_head_states_the_minutes_that_a_reader_needs(rows: pd.DataFrame) -> None:
    pairs = rows[["stated", "minutes"]].astype(float)
    near = (pairs["stated"] - pairs["minutes"]).abs() <= pairs["minutes"] / 4
    assert pairs[~near].to_dict("index") == {}


@BUILT
def test_each_chapter_leads_to_three_places_in_other_parts(rows: pd.DataFrame) -> None:
    assert dict(rows["links"][rows["links"] < 3]) == {}


@BUILT
def test_lines_of_code_fit_the_column(rows: pd.DataFrame) -> None:
    assert dict(rows["longest"][rows["longest"] > CODE_WIDTH]) == {}


@BUILT
def test_text_in_figures_can_be_read(rows: pd.DataFrame) -> None:
    assert dict(rows["text px"][rows["text px"] < 9]) == {}


@BUILT
def test_no_chapter_is_wider_than_its_window(rows: pd.DataFrame) -> None:
    over = rows[[f"over {width}" for width in (WIDE, *OTHERS)]]
    assert over[(over > 0).any(axis="columns")].to_dict("index") == {}
