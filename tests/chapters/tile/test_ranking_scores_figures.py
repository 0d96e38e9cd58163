"""The figures of the chapter on ranking scores, through the data they draw."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

from metricbook import tile
from metricbook.chapters.tile.ranking_scores import figures as drawing
from metricbook.chapters.tile.ranking_scores import tables as score_tables


def test_fifty_cells_of_which_nine_are_dark() -> None:
    table = score_tables.fifty()
    assert (len(table), table["ranking"].sum(), (table["name"] != "").sum()) == (50, 9, 22)
    assert not table.duplicated(["tn", "fp", "fn", "tp"]).any()
    axes = drawing.fifty(table)
    faces = [patch.get_facecolor() for patch in axes.patches]
    assert len(faces) == 50
    assert faces.count(mpl.colors.to_rgba(mpl.colors.to_rgb("#0072B2"))) == 9
    assert "PPV" in {text.get_text() for text in axes.texts}


def test_rising_functions_and_what_lies_on_them() -> None:
    drawn = tile.uniform_performances(30, rng=np.random.default_rng(0))
    table = score_tables.together(drawn, ["J+", "F1", "TPR"])
    left, middle, right = drawing.rising(score_tables.rising([0.5, 2]), table)
    by_label = {line.get_label(): line for line in left.lines}
    np.testing.assert_allclose(by_label["c = 0.5"].get_ydata()[50], 1 / 3)
    x, y = middle.lines[0].get_xdata(), middle.lines[0].get_ydata()
    curve = by_label["c = 2"]
    np.testing.assert_allclose(np.interp(x, curve.get_xdata(), curve.get_ydata()), y, atol=1e-3)
    assert (right.lines[0].get_ydata() >= right.lines[0].get_xdata()).all()


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
