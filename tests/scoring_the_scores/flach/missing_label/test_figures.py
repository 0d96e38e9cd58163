"""The figures of the case file show the completions, the printed values, and the four areas."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pandas as pd
import pytest

from metricbook import Over, expected_min_loss
from scoring_the_scores.flach.missing_label import figures as draw
from scoring_the_scores.flach.missing_label.tables import LAWS, area, cost_panels
from tests.samples import FIGURE_1


def test_the_cross_stands_at_the_printed_values_and_every_completion_is_a_point():
    table = pd.DataFrame(
        {"auc": [0.7, 0.75], "auch": [0.8, 0.85], "Uz": [0.07, 0.08], "Bc": [0.06, 0.07], "found": [False, True]}
    )
    printed = {"auc": 0.75, "auch": 0.8438, "Uz": 0.0708, "Bc": 0.0727}
    for axes, (x, y) in zip(draw.witnesses(table, printed), (("auc", "auch"), ("Uz", "Bc")), strict=True):
        upright, level, points, ring = axes.lines
        assert set(upright.get_xdata()) == {printed[x]}
        assert set(level.get_ydata()) == {printed[y]}
        assert points.get_xydata().tolist() == table[[x, y]].to_numpy().tolist()
        assert ring.get_xydata().tolist() == table.loc[[1], [x, y]].to_numpy().tolist()


@pytest.fixture(scope="module")
def panels():
    return cost_panels(*FIGURE_1)


def test_the_area_drawn_is_the_expected_minimum_loss(panels):
    for over in get_args(Over):
        for law, (a, b) in LAWS.items():
            expected = expected_min_loss(*FIGURE_1, over=over, alpha=a, beta=b)
            assert area(panels, over=over, law=law) == pytest.approx(expected, abs=5e-5)


def test_a_panel_has_a_line_for_each_threshold_and_their_envelope(panels):
    for _, part in panels.groupby(["over", "law"]):
        table = part.pivot(index="condition", columns="line", values="loss")
        curve = table.pop("curve")
        assert table.shape[1] == 13
        np.testing.assert_allclose(curve, table.min(axis=1), atol=1e-15)


def test_four_panels_show_the_table(panels):
    areas = {(over, law): 0.25 for over in get_args(Over) for law in LAWS}
    grid = draw.four_panels(panels, areas)
    assert [axes.get_title("left")[:1] for axes in grid.flat] == list("abcd")
    for axes, (over, law) in zip(grid.flat, areas, strict=True):
        assert len(axes.lines) == 14
        part = panels[(panels["over"] == over) & (panels["law"] == law)]
        curve = part[part["line"] == "curve"]
        (bold,) = (line for line in axes.lines if line.get_label() == "cost curve")
        np.testing.assert_array_equal(bold.get_xydata(), curve[["likelihood", "loss"]].to_numpy())
        assert [text.get_text() for text in axes.texts] == ["area 0.2500"]


def test_lines_are_straight_for_the_uniform_law_and_level_ones_only_for_the_other(panels):
    grid = draw.four_panels(panels, {(over, law): 0.0 for over in get_args(Over) for law in LAWS})
    for axes in grid.flat:
        thin = [line.get_xydata() for line in axes.lines if line.get_label() != "cost curve"]
        straight = [
            bool(np.abs(points[:, 1] - np.linspace(*points[[0, -1], 1], len(points))).max() < 1e-2)
            and abs(np.polyfit(*points.T, 1, full=True)[1].sum()) < 1e-20
            for points in thin
        ]
        level = [bool(np.ptp(points[:, 1]) < 1e-12) for points in thin]
        bent = "stretched" in axes.get_xlabel()
        assert sum(level) == 1
        assert straight == level if bent else sum(straight) >= 1
