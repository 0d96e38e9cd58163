"""The figures of the chapter on correlation maps show the tables they are given, and the tables are right."""

from __future__ import annotations

from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.contour import QuadContourSet
from scipy.stats import kendalltau

from metricbook.tile import NINE, kendall_map, ranking_score, spearman_map, uniform_performances
from scoring_the_scores.tile.correlation_maps import figures as draw
from scoring_the_scores.tile.correlation_maps import maps as correlations
from scoring_the_scores.tile.correlation_maps import tables as correlation_tables

AXIS = np.arange(6) / 5
TWO = [[0.4, 0.1, 0.2, 0.3], [0.3, 0.2, 0.05, 0.45]]


@pytest.fixture(scope="module")
def performances():
    return uniform_performances(400, rng=np.random.default_rng(1))


@pytest.fixture(scope="module")
def table(performances):
    return correlations.map_table(["NPV", "A", "PPV"], performances, AXIS, AXIS)


def mesh(axes) -> np.ndarray:
    (found,) = (item for item in axes.collections if isinstance(item, QuadMesh))
    return found.get_array()


def test_the_table_holds_each_map_with_a_running_fastest(performances):
    table = correlations.map_table(["NPV", "A"], performances, AXIS, AXIS[:3], by=spearman_map)
    maps = spearman_map(["NPV", "A"], performances, AXIS, AXIS[:3])
    assert table["score"].tolist() == ["NPV"] * 18 + ["A"] * 18
    for row in table.itertuples():
        found = maps[["NPV", "A"].index(row.score), round(5 * row.b), round(5 * row.a)]
        assert row.tau == found


def test_the_panels_show_the_table_with_a_to_the_right_and_b_upwards(table):
    marks = {"NPV": (0, 1), "A": (0.5, 0.5)}
    panels = draw.correlation_maps(table, columns=2, marks=marks)
    assert [axes.get_title("left") for axes in panels] == ["$NPV$", "$A$", "$PPV$"]
    for axes, score in zip(panels, ("NPV", "A", "PPV"), strict=True):
        part = table[table["score"] == score]
        np.testing.assert_array_equal(np.asarray(mesh(axes)).ravel(), part["tau"])
        (shades,) = (item for item in axes.collections if isinstance(item, QuadMesh))
        np.testing.assert_array_equal(shades.get_coordinates().reshape(-1, 2), part[["a", "b"]])
        assert (axes.get_xlim(), axes.get_ylim()) == ((0, 1), (0, 1))
        rings = [line.get_xydata().tolist() for line in axes.lines]
        assert rings == ([[[*marks[score]]]] if score in marks else [])
    assert [panels[k].get_ylabel() for k in (0, 2)] == ["$b$", "$b$"]
    assert panels[2].get_xlabel() == "$a$"


def test_contours_are_dashed_below_zero_and_bold_at_zero():
    a, b = np.meshgrid(AXIS, AXIS)
    table = pd.DataFrame({"score": "A", "a": a.ravel(), "b": b.ravel(), "tau": (a + b - 1).ravel()})
    (axes,) = draw.correlation_maps(table, columns=1, low=-1)
    (lines,) = (item for item in axes.collections if isinstance(item, QuadContourSet))
    np.testing.assert_allclose(lines.levels, np.arange(-0.8, 0.81, 0.2), atol=1e-12)
    bold = [width > 1 for width in lines.get_linewidths()]
    assert bold == [level == 0 for level in lines.levels]
    dashed = [pattern[1] is not None for pattern in lines.get_linestyles()]
    assert dashed == [level < 0 for level in lines.levels]


def test_a_map_without_levels_and_one_with_gaps_can_be_drawn():
    table = pd.DataFrame({"score": "A", "a": [0, 1, 0, 1], "b": [0, 0, 1, 1], "tau": [0.61, 0.62, 0.63, np.nan]})
    assert len(draw.correlation_maps(table, columns=1)) == 1


def test_lines_are_drawn_on_every_panel(table):
    lines = correlation_tables.prior_lines(0.3, points=5)
    for axes in draw.correlation_maps(table, columns=3, curves=lines):
        assert len(axes.lines) == 19
        np.testing.assert_array_equal(axes.lines[-1].get_xydata(), lines[lines["line"] == "no skill"][["a", "b"]])


def test_lightness_rises_with_tau():
    rgb = plt.get_cmap(draw.COLORS)(np.linspace(0, 1, 64))[:, :3]
    assert (np.diff(rgb @ [0.2126, 0.7152, 0.0722]) > 0).all()


def test_peaks_finds_the_scores_own_places(table):
    found = correlations.peaks(table)
    assert found[["a", "b"]].loc[["NPV", "PPV"]].values.tolist() == [[0, 1], [1, 0]]
    assert found["tau"].tolist()[0] == 1
    assert (found["beside"] < found["tau"]).all()


@pytest.mark.parametrize(
    ("kinds", "name", "place"),
    [
        (("corner", "opposite corner"), "TNR", (1, 1)), (("corner", "next corner"), "TNR", (0, 1)),
        (("side", "corner"), "J-", (0, 1)), (("centre", "side"), "A", (0.5, 1)), (("centre", "corner"), "A", (1, 0)),
    ],
)  # fmt: skip
def test_exact_values_are_those_of_a_large_sample(kinds, name, place):
    n = 100_000
    drawn = uniform_performances(n, rng=np.random.default_rng(3))
    sample = kendalltau(NINE[name](drawn), ranking_score(drawn, *place))[0]
    assert float(correlations.uniform_tau()[kinds]) == pytest.approx(sample, abs=5 * 2 / 3 / np.sqrt(n))


def test_the_corner_value_is_that_of_every_symmetric_dirichlet_law():
    from metricbook.tile import dirichlet_performances

    for alpha in (0.3, 4.0):
        drawn = dirichlet_performances(20_000, (alpha,) * 4, rng=np.random.default_rng(4))
        assert float(kendall_map("TNR", drawn, 0, 1)) == pytest.approx(Fraction(1, 3), abs=0.025)


def test_points_of_one_roc_curve_are_ordered_in_reverse_by_the_two_rates():
    drawn = correlations.roc_performances(300, prior=0.2, rng=np.random.default_rng(5))
    np.testing.assert_allclose(drawn[:, 2:].sum(axis=1), 0.2)
    assert kendall_map("TPR", drawn, 0, 0) == -1
    with pytest.raises(ValueError, match="separation must be two numbers"):
        correlations.roc_performances(3, separation=(2, 1), rng=np.random.default_rng(5))


def test_the_worst_neighbour_is_the_worst_of_eight(performances):
    found = correlations.neighbour_map(performances, [0.3, 1], [0.6], step=0.1)
    own = ranking_score(performances, 0.3, 0.6)
    around = [kendalltau(own, ranking_score(performances, a, b))[0] for a in (0.2, 0.3, 0.4) for b in (0.5, 0.6, 0.7)]
    assert found[0, 0] == pytest.approx(min(around), abs=1e-12)
    table = correlation_tables.robustness_table({"x": performances}, np.array([0.3, 1]), [0.1])
    assert table["worst"][0] == pytest.approx((1 - correlations.neighbour_map(
        performances, [0.3, 1], [0.3, 1], step=0.1).min()) / 2)  # fmt: skip


def test_without_skill_a_step_across_the_curve_reverses_all():
    drawn = correlation_tables.no_skill_performances(50, 0.5, rng=np.random.default_rng(6))
    assert correlations.neighbour_map(drawn, [0.5], [0.45], step=0.1).item() == -1
    assert np.isnan(correlations.neighbour_map(drawn, [0.5], [0.5], step=0.1)).all()


def test_each_place_of_the_pairs_is_that_of_the_score_it_is_named_for(performances):
    for pair, (_, a, b) in correlation_tables.PAIRS.items():
        other = {"F1": "F1", "specificity": "TNR"}[pair.partition(", ")[2]]
        assert kendall_map(other, performances, a, b) == 1


def test_the_grid_over_figure_7_has_its_middle_at_the_prior_of_the_other_class():
    lines = correlation_tables.prior_lines(0.3)
    assert lines[lines["line"] == "grid a 5"]["a"].tolist() == pytest.approx([0.7, 0.7])
    curve = lines[lines["line"] == "no skill"]
    np.testing.assert_allclose(0.09 * curve["a"] * curve["b"], 0.49 * (1 - curve["a"]) * (1 - curve["b"]), atol=1e-15)
