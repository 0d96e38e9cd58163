"""What can be known of a table before any column has a role."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from metricbook.reports.tables import Facts, Gathered

from .bad import NAMES, Bad, is_refused


@pytest.mark.parametrize("bad", NAMES, ids=lambda bad: bad.kind)
def test_names_that_cannot_be_used_get_one_sentence(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path)


@pytest.mark.parametrize(
    ("parts", "facts"),
    [
        ([["1", "0"], ["1"]], Facts(("1", "0"), True, True, True, 0.0, 1.0)),
        ([["0.5", "2"], ["-1"]], Facts(("0.5", "2", "-1"), True, True, False, -1.0, 2.0)),
        ([["1", "2"], ["0.5"]], Facts(("1", "2", "0.5"), True, True, False, 0.5, 2.0)),
        ([["a", "b", "c", "d"], ["e"]], Facts(("a", "b", "c"), False, False)),
        ([["1"], ["a"]], Facts(("1", "a"), False, True)),
        ([["a", "1"], ["2"]], Facts(("a", "1", "2"), False, True)),
        ([["a"], ["1"]], Facts(("a", "1"), False, False)),
        ([[[1], [1]]], Facts(("[1]",), False, False)),
        ([], Facts((), False, False)),
    ],
)
def test_facts_of_a_column_are_gathered_from_its_parts(parts: list[list[Any]], facts: Facts) -> None:
    gathered = Gathered()
    for cells in parts:
        gathered.add(cells)
    assert repr(gathered.facts()) == repr(facts)  # for NaN is no equal of itself
