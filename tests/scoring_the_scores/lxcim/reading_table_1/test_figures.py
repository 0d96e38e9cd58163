"""The figures of the chapter on what Table 1 measures show the tables they are given."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from scoring_the_scores.lxcim.reading_table_1 import figures as drawing
from scoring_the_scores.lxcim.reading_table_1 import uncertainty


def _line(axes, label):
    return next(line for line in axes.lines if line.get_label() == label)


def _names(axes):
    """Labels of the rows, from the top down."""
    places = sorted(zip(axes.get_yticks(), (t.get_text() for t in axes.get_yticklabels()), strict=True), reverse=True)
    return [name for _, name in places]


def test_sign_agreement_hatches_raw_units():
    table = pd.DataFrame({"agreement": [0.9, 0.6, 0.4], "raw": [True, False, False]}, index=["A", "B", "C"])
    axes = drawing.sign_agreement(table)
    assert _names(axes) == ["A", "B", "C"]
    bars = {round(bar.get_y() + bar.get_height() / 2): (bar.get_width(), bar.get_hatch()) for bar in axes.patches}
    assert bars == {2: (0.9, "///"), 1: (0.6, None), 0: (0.4, None)}
    assert axes.get_xlim() == (0, 1)


def test_shifts_has_a_mark_for_each_way():
    table = pd.DataFrame({"table": [0.8, 0.6], "no weights": [0.7, 0.65], "common": [0.9, 0.5]}, index=["A", "B"])
    axes = drawing.shifts(table)
    assert _names(axes) == ["A", "B"]
    for way in table:
        assert _line(axes, way).get_xdata().tolist() == table[way].tolist()
    assert len({_line(axes, way).get_marker() for way in table}) == 3
    ends = [segment[:, 0].tolist() for segment in axes.collections[0].get_segments()]
    assert ends == [[0.7, 0.9], [0.5, 0.65]]


def test_rank_ranges_draws_places():
    table = pd.DataFrame({"low": [1, 1], "high": [1, 2], "printed": [2, 1], "lxcim": [1, 2]}, index=["A", "B"])
    axes = drawing.rank_ranges(table)
    assert [(bar.get_x(), bar.get_width()) for bar in axes.patches] == [(0.75, 0.5), (0.75, 1.5)]
    assert _line(axes, "by LxCIM").get_xdata().tolist() == [1, 2]
    assert _line(axes, "by the printed AUROC").get_xdata().tolist() == [2, 1]


def test_forest_draws_both_intervals():
    draws = pd.DataFrame({"A": [0.5, 0.6, 0.7], "B": [0.3, 0.5, 0.4]})
    table = uncertainty.intervals(draws.mean(), draws).assign(printed=[0.61, 0.45])
    axes = drawing.forest(table)
    assert _names(axes) == ["A", "B"]
    thin, thick = ([s[:, 0].tolist() for s in lines.get_segments()] for lines in axes.collections)
    assert thin == table[["low_all", "high_all"]].to_numpy().tolist()
    assert thick == table[["low", "high"]].to_numpy().tolist()
    assert _line(axes, "on the pairs").get_xdata() == pytest.approx([0.6, 0.4])
    assert _line(axes, "printed").get_xdata().tolist() == [0.61, 0.45]


def test_difference_matrix_has_a_mark_for_each_two_methods():
    rng = np.random.default_rng(0)
    draws = pd.DataFrame(
        {"A": rng.normal(0.9, 0.01, 500), "B": rng.normal(0.6, 0.05, 500), "C": rng.normal(0.49, 0.01, 500)}
    )
    table = uncertainty.differences(draws.mean(), draws)
    table["together"] = [True, True, False]
    table["alone"] = [True, True, True]
    axes = drawing.difference_matrix(table)
    assert [t.get_text() for t in axes.get_xticklabels()] == ["B", "C"]
    assert [t.get_text() for t in axes.get_yticklabels()] == ["A", "B"]
    marks = {name: list(zip(*_line(axes, name).get_data(), strict=True)) for name in ("by itself", "all at once")}
    assert marks == {"by itself": [(2, 1)], "all at once": [(1, 0), (2, 0)]}
    assert len(_line(axes, "noise would do").get_xdata()) == 0
    assert axes.yaxis_inverted()
