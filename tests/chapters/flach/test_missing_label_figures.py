"""The figure of the case file shows the completions and the printed values."""

from __future__ import annotations

import pandas as pd

from metricbook.chapters.flach.missing_label import figures


def test_the_cross_stands_at_the_printed_values_and_every_completion_is_a_point():
    table = pd.DataFrame({"auc": [0.7, 0.75], "auch": [0.8, 0.85], "Uz": [0.07, 0.08], "Bc": [0.06, 0.07]})
    printed = {"auc": 0.75, "auch": 0.8438, "Uz": 0.0708, "Bc": 0.0727}
    for axes, (x, y) in zip(figures.witnesses(table, printed), (("auc", "auch"), ("Uz", "Bc")), strict=True):
        upright, level, points = axes.lines
        assert set(upright.get_xdata()) == {printed[x]}
        assert set(level.get_ydata()) == {printed[y]}
        assert points.get_xydata().tolist() == table[[x, y]].to_numpy().tolist()
