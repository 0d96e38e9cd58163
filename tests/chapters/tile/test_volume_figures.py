"""The figures of the chapter on the volume show the tables they are given, and the tables are right."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook import tile
from metricbook.chapters.tile.volume import figures as draw
from metricbook.chapters.tile.volume import tables as volume_tables
from metricbook.tile.volumes import printed_volume

FIRST, SECOND = [0.82, 0.1, 0.08, 0.0], [0.0, 0.07, 0.11, 0.82]


def test_errors_grow_for_the_printed_formula_only() -> None:
    table = volume_tables.gap_errors([0.3, 0.15, 0, 0], [1e-1, 1e-5, 1e-9])
    assert (np.diff(table["Eq. 15"]) > 0).all()
    assert table["Eq. 15"].iloc[-1] > 1
    assert table["volume"].max() < 1e-14
    axes = draw.lost_digits(table)
    assert axes.get_lines()[0].get_xdata().tolist() == table["gap"].tolist()
    assert axes.get_lines()[0].get_ydata().tolist() == table["Eq. 15"].tolist()
    assert axes.get_lines()[1].get_ydata().tolist() == np.maximum(table["volume"], draw.FLOOR).tolist()


def test_exact_volume_is_the_formula() -> None:
    performance = [0.2, 0.1, 0.3, 0.4]
    assert volume_tables.exact_volume(performance) == pytest.approx(printed_volume(performance), abs=1e-14)


def test_mixtures_begin_and_end_with_the_two() -> None:
    table = volume_tables.mixture_table(FIRST, SECOND, {"volume": tile.volume, "A": tile.SCORES["A"]}, n=11)
    assert table["volume"].iloc[0] == pytest.approx(tile.volume(SECOND))
    assert table["volume"].iloc[-1] == pytest.approx(tile.volume(FIRST))
    assert table["volume"].max() > table["volume"].iloc[[0, -1]].max() + 0.05
    grid = draw.mixture_paths(table, {"volume": "volume", "A": "accuracy"})
    for axes, column in zip(grid.flat, ("volume", "A"), strict=True):
        assert axes.get_lines()[0].get_ydata().tolist() == table[column].tolist()
        assert axes.get_lines()[1].get_ydata().tolist() == table[column].iloc[[0, -1]].tolist()


def test_ranks_are_shares_of_all_draws() -> None:
    rng = np.random.default_rng(8)
    laws = {"uniform": [1, 1, 1, 1], "few positives": [9, 1, 0.5, 0.5]}
    table, correlations = volume_tables.rank_table(laws, n=5000, shown=5000, rng=rng)
    assert table.groupby("law").size().to_dict() == {"uniform": 5000, "few positives": 5000}
    assert sorted(table["volume rank"][:5000]) == pytest.approx([(k + 1) / 5000 for k in range(5000)])
    assert 0.98 < correlations["few positives"] < correlations["uniform"] < 0.999
    grid = draw.ranks_beside_accuracy(table, correlations)
    assert grid[0, 1].get_lines()[0].get_ydata().tolist() == table["volume rank"][5000:].tolist()
    assert [axes.get_title(loc="left") for axes in grid.flat] == list(laws)
