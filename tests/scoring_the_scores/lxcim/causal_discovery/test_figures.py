"""The figures of the chapter on causal discovery show the tables they are given."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import decision_curves, decisions
from metricbook.causal import METHODS
from scoring_the_scores.lxcim import curve_figures as lxc_curves
from scoring_the_scores.lxcim.causal_discovery import figures
from scoring_the_scores.lxcim.causal_discovery import tables as table_1


@pytest.fixture
def table():
    rng = np.random.default_rng(7)
    scores = {name: rng.normal(0.5, 1, 20) for name in METHODS}
    return pd.DataFrame({"weight": np.ones(20), **scores})


def _lines(axes):
    return {line.get_label(): line for line in axes.lines if not line.get_label().startswith("_")}


def test_panels_share_one_legend_and_keep_their_data():
    scores = {"A": [3.0, -2.0, 1.0], "B": [1.0, 2.0, -3.0]}
    right = np.ones(3, dtype=bool)
    row = figures.panels(
        lxc_curves.cumulative_accuracy,
        {name: {"curve": decision_curves(right, s), "decisions": decisions(right, s)} for name, s in scores.items()},
    )
    assert [axes.get_title("left") for axes in row] == ["a) A", "b) B"]
    assert [axes.get_legend() is None for axes in row] == [True, False]
    for axes, last in zip(row, (2 / 3, 2 / 3), strict=True):
        assert _lines(axes)["cumulative accuracy"].get_ydata()[-1] == pytest.approx(last)
    assert _lines(row[1])["cumulative accuracy"].get_ydata()[1] == 0


@pytest.mark.parametrize("count", [5, 16])
def test_one_panel_each_shows_its_method_and_the_others_behind(table, count):
    names = list(METHODS)[:count]
    curves = table_1.method_curves(table, names)
    panels = figures.one_panel_each(
        curves, "decision_rate", "cumulative_accuracy", references=figures.LINES, notes={names[1]: "p = 0.01"}
    )
    assert [axes.get_title("left") for axes in panels] == names
    assert [axes.texts[0].get_text() for axes in panels] == ["", "p = 0.01", *[""] * (count - 2)]
    for axes, name in zip(panels, names, strict=True):
        lines = _lines(axes)
        assert list(lines) == ["ideal", "random", name]
        assert len(axes.lines) == count + 2
        np.testing.assert_array_equal(
            lines[name].get_ydata(), curves.loc[curves["method"] == name, "cumulative_accuracy"]
        )
        assert list(lines["random"].get_ydata()) == [0, 0.5]
