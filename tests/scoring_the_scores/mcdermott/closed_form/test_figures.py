"""The figures of the chapter on the closed form show the tables they are given, and the tables are right."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.integrate import quad

from scoring_the_scores.mcdermott.closed_form import figures as draw
from scoring_the_scores.mcdermott.closed_form import tables as panels
from scoring_the_scores.mcdermott.closed_form.two_groups import MIXTURES, TwoGroups


@pytest.mark.parametrize("mixture", MIXTURES)
def test_heat_maps_are_differences_of_the_area(mixture):
    table = panels.heat_maps(mixture=mixture, cells=6)
    assert (table["k0"] < table["k1"]).all()
    assert table.groupby("panel").size().tolist() == [15] * 6
    h = 1e-5
    for row in table.itertuples():
        model = TwoGroups(*panels.PANELS[row.panel][:2], mixture=mixture)
        by_k1 = float(model.auprc(row.k0, row.k1 + h) - model.auprc(row.k0, row.k1 - h)) / (2 * h)
        by_k0 = float(model.auprc(row.k0 + h, row.k1) - model.auprc(row.k0 - h, row.k1)) / (2 * h)
        assert row.preference == pytest.approx(by_k1 - by_k0, abs=1e-6)


def test_borders_are_where_the_maps_change_sign():
    borders = panels.borders(points=8)
    assert list(borders["panel"].unique()) == ["b", "c", "e"]
    assert list(panels.borders(mixture="printed", points=8)["panel"].unique()) == ["f"]
    for row in borders.itertuples():
        model = TwoGroups(*panels.PANELS[row.panel][:2])
        below, above = (row.k0 + place * (row.k1 - row.k0) for place in (0.999, 1.001))
        assert float(model.auprc_preference(row.k0, below)) < 0 < float(model.auprc_preference(row.k0, above))


def test_the_mixtures_table_has_both_areas():
    table = panels.mixtures_compared(0.8, (0.1, 0.3), 0.2, 0.6, points=2001)
    for mixture, part in table.groupby("mixture"):
        model = TwoGroups(0.8, (0.1, 0.3), mixture)
        recall, precision = part["true_positive_rate"].to_numpy()[::-1], part["precision"].to_numpy()[::-1]
        assert np.trapezoid(precision, recall) == pytest.approx(float(model.auprc(0.2, 0.6)), abs=1e-3)
        assert np.trapezoid(part["density"], part["threshold"]) == pytest.approx(1, abs=1e-3)


def test_the_stakes_give_the_slopes():
    model, k = TwoGroups(0.3, (0.2, 0.4)), (0.2, 0.7)
    for g, slope in enumerate(model.auprc_slopes(*k)):

        def weighed(f, g=g):
            return panels.stake(model, 1 - f, *k) * model.weights[g] * f / (1 - k[g]) ** 2

        area = sum(quad(weighed, *piece)[0] for piece in ((0, 1 - k[1]), (1 - k[1], 1 - k[g])))
        assert float(slope) == pytest.approx(area, abs=1e-9)


def test_stakes_fall_with_the_false_positive_rate():
    table = panels.stakes({"one": TwoGroups(0.3, (0.2, 0.4)), "two": TwoGroups(0.9, (0.5, 0.9))}, 0.1, 0.4)
    for _, part in table.groupby("model"):
        assert (np.diff(part["stake"]) < 0).all()


def test_shares_by_weight_rise_to_one_at_one_half():
    table = panels.shares_by_weight((0.1, 0.5), np.linspace(0, 1, 11))
    for _, part in table.groupby("prevalence"):
        share = part["share"].to_numpy()
        assert share[0] == 0
        assert (share[5:] == 1).all()
        assert (np.diff(share[:6]) > 0).all()


def test_shares_by_group_depend_on_the_weight_alone():
    table = panels.shares_by_group([0.25, 0.5], [1 / 3, 1.0], prevalence=0.2)
    share = table.set_index(["share_of_group_1", "ratio"])["share"]
    # A quarter of the positives either way: a quarter of equal groups, or half at a third of the prevalence.
    assert share[0.25, 1.0] == pytest.approx(share[0.5, 1 / 3], rel=1e-12)
    assert share[0.5, 1.0] == 1
    assert len(panels.shares_by_group([0.1], [100.0], prevalence=0.2)) == 0


def test_both_mixtures_draws_the_table():
    table = panels.mixtures_compared(0.8, (0.1, 0.3), 0.2, 0.6, points=21)
    histogram = pd.DataFrame({"score": [0.25, 0.75], "density": [0.5, 1.5]})
    left, right = draw.both_mixtures(table, histogram)
    assert [bar.get_height() for bar in left.patches] == [0.5, 1.5]
    for line, (mixture, part) in zip(left.lines, table.groupby("mixture", sort=False), strict=True):
        assert line.get_label() == mixture
        np.testing.assert_array_equal(line.get_xydata(), part[["threshold", "density"]])
    np.testing.assert_array_equal(
        right.lines[1].get_xydata(), table.loc[table["mixture"] == "printed", ["true_positive_rate", "precision"]]
    )
    assert left.lines[0].get_linestyle() != left.lines[1].get_linestyle()


def test_stakes_draws_each_model_and_auroc():
    table = panels.stakes({"a": TwoGroups(0.5, (0.1, 0.1)), "b": TwoGroups(0.5, (0.2, 0.2))}, 0.2, 0.6, points=10)
    axes = draw.stakes(table)
    assert [line.get_label() for line in axes.lines] == ["a", "b", "AUROC"]
    np.testing.assert_array_equal(
        axes.lines[1].get_xydata(), table.loc[table["model"] == "b", ["false_positive_rate", "stake"]]
    )


def test_heat_maps_draw_six_panels_with_their_borders():
    table, borders = panels.heat_maps(cells=8), panels.borders(points=8)
    printed = panels.borders(mixture="printed", points=8)
    grid = draw.heat_maps(table, borders, printed)
    assert [axes.get_title("left")[0] for axes in grid.flat] == list("abcdef")
    for letter, axes in zip("abcdef", grid.flat, strict=True):
        (mesh,) = (artist for artist in axes.collections if hasattr(artist, "get_coordinates"))
        shown = np.ma.filled(mesh.get_array().astype(float), np.nan).ravel()
        shown = np.sort(shown[np.isfinite(shown)])
        np.testing.assert_allclose(shown, np.sort(table.loc[table["panel"] == letter, "preference"]))
        lines = [line.get_xydata() for line in axes.lines]
        parts = [known.loc[known["panel"] == letter, ["k0", "k1"]] for known in (borders, printed)]
        expected = [part for part in parts if len(part)]
        assert len(lines) == len(expected)
        for line, part in zip(lines, expected, strict=True):
            np.testing.assert_array_equal(line, part)
    assert [axes.get_xlabel() for axes in grid[1]] == ["$k_0$"] * 3
    assert [axes.get_ylabel() for axes in grid[:, 0]] == ["$k_1$"] * 2
    assert set(printed["panel"]) == {"f"}


def test_shares_draw_both_tables():
    by_weight = panels.shares_by_weight((0.1, 0.5), np.linspace(0, 1, 5))
    by_group = panels.shares_by_group(np.linspace(0.1, 0.9, 5), np.geomspace(0.25, 4, 5))
    left, right = draw.shares(by_weight, by_group)
    np.testing.assert_array_equal(
        left.lines[1].get_xydata(), by_weight.loc[by_weight["prevalence"] == 0.5, ["weight", "share"]]
    )
    assert [line.get_label() for line in left.lines] == ["AUPRC, 0.1 positive", "AUPRC, 0.5 positive", "AUROC"]
    np.testing.assert_allclose(np.sort(right.collections[0].get_array().ravel()), np.sort(by_group["share"]))
    size, ratio = right.lines[0].get_xydata().T
    np.testing.assert_allclose(size * ratio, 1 - size)  # as many positives in either group
