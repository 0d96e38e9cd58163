"""The figures of the chapter on H show the tables they are given, and the tables are right."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import cost_curve, expected_min_loss
from metricbook.chapters.flach.h_measure import figures as draw
from metricbook.chapters.flach.h_measure import model_choice
from metricbook.chapters.flach.h_measure.tables import LAWS, area, cost_panels
from metricbook.metrics import curves
from metricbook.metrics.costs import OVER
from tests.samples import FIGURE_1


@pytest.fixture(scope="module")
def panels():
    return cost_panels(*FIGURE_1)


def test_the_area_drawn_is_the_expected_minimum_loss(panels):
    for over in OVER:
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
    areas = {(over, law): 0.25 for over in OVER for law in LAWS}
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
    grid = draw.four_panels(panels, {(over, law): 0.0 for over in OVER for law in LAWS})
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


@pytest.fixture
def pairs():
    rows = []
    for first, second in (("AUC", "AUCH"), ("AUC", "L_U(c)")):
        for who, labels in (("a", [1, 0, 1]), ("b", [0, 1, 1])):
            rows.append(curves.roc_curve(labels, [3, 2, 1]).assign(first=first, second=second, classifier=who))
    return pd.concat(rows)


def test_roc_pairs_draw_both_classifiers_of_each_pair(pairs):
    panels = draw.roc_pairs(pairs, columns=3)
    assert len(panels) == 2
    legends = [[text.get_text() for text in axes.get_legend().get_texts()] for axes in panels]
    assert legends == [["AUC", "AUCH"], ["AUC", "$L_{U(c)}$"]]
    for axes in panels:
        solid, dashed = axes.lines
        np.testing.assert_array_equal(solid.get_xydata(), curves.roc_curve([1, 0, 1], [3, 2, 1]).to_numpy())
        np.testing.assert_array_equal(dashed.get_xydata(), curves.roc_curve([0, 1, 1], [3, 2, 1]).to_numpy())
        assert (solid.get_linestyle(), dashed.get_linestyle()) == ("-", "--")


def test_rivals_show_roc_curves_and_excess():
    labels, scores = [1, 0, 1, 0], {"x": [4, 3, 2, 1], "y": [1, 1, 1, 1]}
    costs = np.linspace(0, 1, 5)
    rocs = pd.concat([curves.roc_curve(labels, s).assign(classifier=who) for who, s in scores.items()])
    above = pd.concat(
        [pd.DataFrame({"classifier": who, "cost": costs, "excess": np.interp(costs, *cost_curve(labels, s))})
         for who, s in scores.items()]
    )  # fmt: skip
    left, right = draw.rivals(rocs, above)
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["x", "y"]
    np.testing.assert_array_equal(right.lines[1].get_ydata(), above.loc[above["classifier"] == "y", "excess"])
    assert len({line.get_linestyle() for line in left.lines}) == 2


def test_over_priors_shows_h_and_the_present_share():
    rng = np.random.default_rng(1)
    labels, scores = [1, 0, 1, 0, 0], {"x": [5, 4, 3, 2, 1], "y": [1, 2, 3, 4, 5]}
    table = model_choice.over_priors(labels, scores, [0.3, 0.6], size=40, repeats=2, rng=rng)
    axes = draw.over_priors(table, present=0.4)
    named = {line.get_label(): line for line in axes.lines}
    for who in scores:
        np.testing.assert_array_equal(named[who].get_ydata(), table.loc[table["classifier"] == who, "h"])
    assert 0.4 in [float(line.get_xdata()[0]) for line in axes.lines]
