"""The figures of the chapter on ranking scores, through the data they draw."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import tile
from scoring_the_scores.tile.ranking_scores import figures as drawing
from scoring_the_scores.tile.ranking_scores import tables as score_tables


def test_fifty_probabilities_of_which_nine_rank() -> None:
    table = score_tables.fifty()
    assert (len(table), table["ranking"].sum(), (table["name"] != "").sum()) == (50, 9, 22)
    assert not table.duplicated(["tn", "fp", "fn", "tp"]).any()


def test_rates_stay_and_the_rest_moves_with_the_prior() -> None:
    table = score_tables.over_priors({"first": (0.7, 0.7), "second": (0.5, 0.8)}, ["TNR", "A", "PPV", "F1"], 9)
    assert len(table) == 2 * 4 * 9
    panels = drawing.over_priors(table)
    first, second = panels[0].lines
    np.testing.assert_allclose((first.get_ydata(), second.get_ydata()), np.repeat([[0.7], [0.5]], 9, axis=1))
    np.testing.assert_allclose(panels[1].lines[1].get_ydata(), 0.5 + 0.3 * np.arange(1, 10) / 10)
    assert {line.get_linestyle() for line in panels[0].lines} == {"-", "--"}


def test_tiles_show_the_named_scores_where_they_are() -> None:
    performances = {"rare": tile.from_rates(0.7, 0.8, 0.2), "common": tile.from_rates(0.7, 0.8, 0.8)}
    marks = pd.DataFrame({who: {name: float(tile.SCORES[name](p)) for name in drawing.MARKED}
                          for who, p in performances.items()}).T  # fmt: skip
    table = score_tables.tiles(performances, 5)
    for who, part in table.groupby("performance"):
        grid = part.set_index(["a", "b"])["score"]
        for name, place in drawing.MARKED.items():
            assert grid[place] == pytest.approx(marks.loc[who, name])
            assert tuple(tile.place(name)) == place
    left, right = drawing.tiles(table, marks)
    assert (left.get_xlabel(), left.get_ylabel(), left.get_xlim(), left.get_ylim()) == ("$a$", "$b$", (0, 1), (0, 1))
    assert left.get_title(loc="left") == "a) rare"
    assert "PPV 0.40" in {text.get_text() for text in left.texts}
    assert "PPV 0.91" in {text.get_text() for text in right.texts}


def test_every_named_order_is_drawn_with_its_name() -> None:
    orders = score_tables.order_places(0.3)
    axes = drawing.orders(orders, score_tables.moving_orders(0.3))
    texts = " ".join(text.get_text() for text in axes.texts)
    for name in orders["order"]:
        assert drawing.SYMBOLS.get(name, name) in texts
    assert "(NLR†)" in texts
    assert "F_1$, $J_+" in texts
    assert axes.get_xlim() == axes.get_ylim() == (0, 1)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["0.0\ntn", "0.5", "1.0\ntp"]


def test_orders_are_where_their_scores_rank_alike() -> None:
    rng = np.random.default_rng(3)
    performances = tile.fixed_prevalence_performances(300, 0.3, rng=rng)
    for row in score_tables.order_places(0.3).itertuples(index=False):
        one = tile.SCORES[row[0]](performances)
        other = tile.ranking_score(performances, row.a, row.b)
        assert np.array_equal(np.argsort(-one if row.dual else one), np.argsort(other)), row[0]


def test_paths_go_from_corner_to_corner() -> None:
    paths = score_tables.moving_orders(0.3, n=9).set_index("path")
    gamma = paths.loc["gamma"]
    assert gamma[["a", "b"]].iloc[[0, -1]].to_numpy().tolist() == [[0, 1], [1, 0]]
    inner = gamma.iloc[1:-1]
    assert ((1 - inner["a"]) * (1 - inner["b"]) * 0.49).to_numpy() == pytest.approx(
        (inner["a"] * inner["b"] * 0.09).to_numpy()
    )
    weighted = paths.loc["weighted accuracy"]
    assert (weighted["a"] == weighted["b"]).all()
    assert paths.loc["kappa", "b"].unique().tolist() == [0.5]
