"""Cells as numbers, labels, keys and weights, and which of them are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from metricbook.reports.values import PAIRS

from .bad import VALUES, Bad, is_refused
from .made import is_taken, read_text


@pytest.mark.parametrize("pair", PAIRS)
def test_the_positive_of_a_known_pair_is_taken(pair: tuple[str, str], tmp_path: Path) -> None:
    negative, positive = (text.capitalize() for text in pair)
    found = read_text(tmp_path, f"y,p\n{positive},0.9\n{negative},0.1\n")
    assert (found.source.negative, found.source.positive) == (negative, positive)
    assert found.labels.tolist() == [True, False]


@pytest.mark.parametrize(
    ("labels", "positive", "chosen"),
    [("ab", "a", "a"), ("ab", "B", "b"), ("12", 1, "1"), ("12", "2.0", "2"), ("01", False, "0"), ("01", True, "1")],
)
def test_positive_decides(labels: str, positive: object, chosen: str, tmp_path: Path) -> None:
    found = read_text(tmp_path, f"y,p\n{labels[0]},0.9\n{labels[1]},0.1\n", positive=positive)
    assert found.source.positive == chosen
    assert found.labels.tolist() == [label == chosen for label in labels]


def test_labels_may_be_floats(tmp_path: Path) -> None:
    is_taken(tmp_path, "y,p\n0.0,0.1\n1,0.9\n")


@pytest.mark.parametrize("bad", VALUES, ids=lambda bad: bad.kind)
def test_a_bad_cell_gets_one_sentence_that_says_what_and_where(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path)
