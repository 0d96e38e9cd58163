"""The figures of the chapter on where scores are show the tables they are given, and the tables are right."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook import tile
from metricbook.chapters.tile.on_the_square import figures as draw
from metricbook.chapters.tile.on_the_square import tables as place_tables


def test_every_named_place_is_drawn_with_its_name() -> None:
    scores, orders = place_tables.score_places(), place_tables.order_places(0.3)
    grid = draw.places(scores, orders, place_tables.moving_orders(0.3))
    drawn = {
        tuple(line.get_xydata()[0]): text.get_text()
        for line, text in zip(grid[0, 0].lines, grid[0, 0].texts, strict=True)
    }
    assert drawn == {(row.a, row.b): draw.SYMBOLS.get(row.score, row.score) for row in scores.itertuples()}
    texts = " ".join(text.get_text() for text in grid[0, 1].texts)
    for name in orders["order"]:
        assert draw.SYMBOLS.get(name, name) in texts
    assert "(NLR†)" in texts
    assert "F_1$, $J_+" in texts
    assert grid[0, 1].get_xlim() == grid[0, 1].get_ylim() == (0, 1)
    assert [label.get_text() for label in grid[0, 0].get_xticklabels()] == ["0.0\ntn", "0.5", "1.0\ntp"]


def test_orders_are_where_their_scores_rank_alike() -> None:
    rng = np.random.default_rng(3)
    performances = tile.fixed_prevalence_performances(300, 0.3, rng=rng)
    for row in place_tables.order_places(0.3).itertuples(index=False):
        one = tile.SCORES[row[0]](performances)
        other = tile.ranking_score(performances, row.a, row.b)
        assert np.array_equal(np.argsort(-one if row.dual else one), np.argsort(other)), row[0]


def test_paths_go_from_corner_to_corner() -> None:
    paths = place_tables.moving_orders(0.3, n=9).set_index("path")
    gamma = paths.loc["gamma"]
    assert gamma[["a", "b"]].iloc[[0, -1]].to_numpy().tolist() == [[0, 1], [1, 0]]
    inner = gamma.iloc[1:-1]
    assert ((1 - inner["a"]) * (1 - inner["b"]) * 0.49).to_numpy() == pytest.approx(
        (inner["a"] * inner["b"] * 0.09).to_numpy()
    )
    weighted = paths.loc["weighted accuracy"]
    assert (weighted["a"] == weighted["b"]).all()
    assert paths.loc["kappa", "b"].unique().tolist() == [0.5]


def test_interpolation_is_straight_for_one_function_each() -> None:
    table = place_tables.interpolation_table([0.1, 0.1, 0.25, 0.55], n=11)
    for along, straight, bent in (("row", "1/(1 - x)", "1/x"), ("column", "1/x", "1/(1 - x)")):
        part = table[table["along"] == along]
        assert np.diff(part[straight], 2) == pytest.approx(np.zeros(9), abs=1e-9)
        assert np.abs(np.diff(part[bent], 2)).max() > 1e-4
    grid = draw.interpolation(table, fixed=0.25)
    assert grid[0, 0].lines[1].get_ydata() == pytest.approx(np.linspace(0, 1, 11))
    assert grid[0, 1].lines[0].get_ydata() == pytest.approx(np.linspace(0, 1, 11))
