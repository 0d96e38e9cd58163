"""The data behind the figures on who is best where, and that the drawings show them."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.patches import Polygon

from metricbook import auroc
from metricbook.tile import ALWAYS, ranking_score
from metricbook.tile.polygons import polygon_area
from scoring_the_scores.tile.rankings import figures as draw
from scoring_the_scores.tile.rankings import tables
from scoring_the_scores.tile.rankings.toy import TOY_RATES, toy_performances


@pytest.fixture(scope="module")
def samples():
    return tables.rivals(seed=1)


def test_toy_performances_by_hand():
    expected = [[0.8, 0, 0.2, 0], [0.56, 0.24, 0.06, 0.14], [0.4, 0.4, 0.04, 0.16], [0, 0.8, 0, 0.2]]
    np.testing.assert_allclose(toy_performances(0.2), expected, atol=1e-15)
    assert list(TOY_RATES) == ["P-", "P1", "P2", "P+"]  # as the paper calls them


def test_contours_of_figure_5_enclose_the_areas():
    outlines, areas = tables.toy_zones(), tables.toy_areas()
    for (prior, name), part in outlines.groupby(["prior", "name"]):
        assert part["piece"].nunique() == 1  # each zone is in one piece
        assert polygon_area(part[["a", "b"]].to_numpy().tolist()) == pytest.approx(
            areas.loc[prior, name], abs=1e-3
        )  # 33 places an arc
    assert areas.loc[0.5].tolist() == pytest.approx([3 / 14, 11 / 21, 13 / 210, 1 / 5], abs=1e-14)
    assert areas.sum(axis=1).to_numpy() == pytest.approx(1, abs=1e-14)


def test_points_inside_the_contours_belong_to_the_winner():
    outlines = tables.toy_zones()
    for (prior, name), part in outlines.groupby(["prior", "name"]):
        _, centre = tables.centre_of(part[["a", "b"]].to_numpy())
        if Polygon(part[["a", "b"]].to_numpy()).contains_point(centre):
            scores = ranking_score(toy_performances(prior), *centre)
            assert list(TOY_RATES)[int(np.argmax(scores))] == name


def test_the_grid_is_regular_at_equal_priors_and_bent_at_others():
    regular, moved = (tables.deformed_grid(prior, n=11) for prior in (0.5, 0.2))
    vertical = regular[regular["line"] == "vertical"]
    assert vertical["a"].to_numpy() == pytest.approx(vertical["parameter"].to_numpy())
    half = moved[(moved["line"] == "horizontal") & (moved["parameter"] == 0.5)]
    assert half["b"].to_numpy() == pytest.approx(np.full(11, 0.8))
    diagonal = moved[moved["line"] == "diagonal"]
    assert (diagonal["a"] * diagonal["b"]).to_numpy() * 0.04 == pytest.approx(
        ((1 - diagonal["a"]) * (1 - diagonal["b"])).to_numpy() * 0.64
    )


def test_zone_maps_draw_every_piece():
    outlines = tables.toy_zones()
    grid = draw.zone_maps(
        outlines, list(TOY_RATES), tables.name_places(outlines), grids={0.2: tables.deformed_grid(0.2)}
    )
    assert [len(axes.patches) for axes in grid.flat] == [4, 4, 4]
    assert len({patch.get_hatch() for patch in grid[0, 1].patches}) == 4
    assert len({round(sum(patch.get_facecolor()[:3]), 2) for patch in grid[0, 1].patches}) == 4
    drawn = grid[0, 1].patches[0].get_xy()[:-1]
    assert np.array_equal(drawn, outlines.query("prior == 0.5 and name == 'P-'")[["a", "b"]].to_numpy())
    assert [line.get_linestyle() for line in grid[0, 0].lines] == ["--"] + 22 * ["-"]
    assert [text.get_text() for text in grid[0, 1].texts] == ["$P_-$", "$P_1$", "$P_2$", "$P_+$"]
    assert not grid[0, 1].lines


def test_tying_curves():
    left, right = tables.tying_curves("priors"), tables.tying_curves("prediction rates")
    assert left["b"].to_numpy() == pytest.approx(1 - right["b"].to_numpy())
    assert left.loc[left["highlighted"], "negative share"].unique().tolist() == [0.7]
    strong = left[left["highlighted"]].set_index("a")["b"]
    assert strong.loc[0.7] == pytest.approx(0.7)
    with pytest.raises(ValueError, match="'priors' or 'prediction rates', not 'both'"):
        tables.tying_curves("both")


def test_guessing():
    values = tables.guessing_values([0.2, 0.8], resolution=11)
    first, second = (values.loc[values["prior"] == prior, "value"].to_numpy() for prior in (0.2, 0.8))
    assert first == pytest.approx(second[::-1])
    assert first.min() == pytest.approx(0.2)
    borders = tables.guessing_borders([0.2, 0.8])
    for prior, places in borders.items():
        tie = ranking_score(toy_performances(prior)[[0, 3], None], *places[1:-1].T)
        assert tie[0] == pytest.approx(tie[1], abs=1e-12)
    grid = draw.guessing(values, borders)
    assert [len(axes.lines) for axes in grid.flat] == [1, 1]


def test_rivals_are_judged_on_one_half_and_better_than_chance(samples):
    assert tuple(samples) == tables.CLASSIFIERS
    for labels, scores in samples.values():
        assert (labels.size, labels.sum()) == (285, 106)
        assert auroc(labels, scores) > 0.9


def test_shares_of_fitted_classifiers(samples):
    shares = tables.curve_shares(samples, [0.05, 0.8])
    assert list(shares.columns) == [*tables.CLASSIFIERS, *ALWAYS]
    assert shares.sum(axis=1).to_numpy() == pytest.approx(1, abs=1e-12)
    outlines = tables.curve_outlines(samples, [0.05, 0.8])
    for prior, part in outlines.groupby("prior"):
        for name, pieces in part.groupby("name"):
            area = sum(polygon_area(piece[["a", "b"]].to_numpy().tolist()) for _, piece in pieces.groupby("piece"))
            assert area == pytest.approx(shares.loc[prior, name], abs=2e-3)


def test_shares_by_split_are_drawn():
    table = tables.split_shares([0, 1], [0.05, 0.8])
    assert len(table) == 4
    axes = draw.shares_by_split(table, table.groupby("prior").mean(), tables.CLASSIFIERS)
    first = axes.lines[0]
    assert first.get_ydata() == pytest.approx(table.loc[table["prior"] == 0.05, "logistic"].to_numpy())
    assert axes.lines[1].get_ydata() == pytest.approx([first.get_ydata().mean()])


def test_sample_tile(samples):
    labels, scores = samples["logistic"]
    table = tables.sample_table(labels, scores, resolution=5)
    at = table.set_index(["a", "b"])
    assert at.loc[(0.0, 0.0), "best"] == 1  # TNR with nothing flagged
    assert at.loc[(1.0, 1.0), "best"] == 1
    flagged = at.loc[(0.5, 0.5), "flagged"]
    assert flagged == pytest.approx(np.mean(scores >= at.loc[(0.5, 0.5), "threshold"]))
    accuracies = [np.mean((scores >= threshold) == labels) for threshold in [np.inf, *np.unique(scores)]]
    assert at.loc[(0.5, 0.5), "best"] == pytest.approx(max(accuracies))
    grid = draw.sample_tile(table, title="logistic")
    assert grid.shape == (1, 2)
