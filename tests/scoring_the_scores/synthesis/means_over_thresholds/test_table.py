"""The table of means, where its draws put their weight, and the figure that shows it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from scoring_the_scores.synthesis.means_over_thresholds import corners, figures, scored_images, tables
from scoring_the_scores.synthesis.means_over_thresholds.rows import ROWS
from scoring_the_scores.synthesis.steps import steps_of


@pytest.fixture(scope="module")
def eights():
    labels, scores = scored_images.eights()
    return labels.tolist(), scores.tolist()


@pytest.fixture(scope="module")
def weights(eights):
    return tables.weights_along(*eights)


def test_each_metric_of_real_scores_is_the_mean_that_its_row_says(eights):
    table = tables.as_means(*eights).set_index("metric")
    assert list(table.index) == [row.metric for row in ROWS]
    means = table["as a mean"].dropna()
    assert list(table.index.difference(means.index)) == ["VUT"]
    np.testing.assert_allclose(means, table.loc[means.index, "by definition"], atol=1e-12)


def test_the_four_numbers_that_open_the_chapter(eights):
    table = tables.as_means(*eights).set_index("metric")["by definition"].round(2)
    assert table[["LxCIM", "AUROC", "AP", "H"]].tolist() == [0.97, 0.87, 0.36, 0.21]


def test_every_draw_has_weight_one_on_either_scale(weights):
    sums = weights.groupby(["metric", "scale"])["weight"].sum()
    assert len(sums) == 14
    np.testing.assert_allclose(sums, 1)


def test_a_random_case_is_even_in_the_share_flagged_and_h_is_not(weights):
    by_share = weights[weights["scale"] == "share flagged"].pivot(index="left", columns="metric", values="weight")
    flach, h = by_share["Flach's losses: a random case"], by_share["H: best for a random cost"]
    assert flach.between(0.01, 0.03).all()
    assert h.iloc[0] > 0.5  # on flagging nothing
    assert (h > 0).sum() < 15


def test_corners_serve_all_costs_between_them(eights):
    found = corners.corners(steps_of(*eights))
    assert found[0].highest == 1
    assert found[-1].lowest == 0
    assert all(left.lowest == right.highest for left, right in pairwise(found))
    assert sum(corners.masses(corner, "beta22")[0] for corner in found) == 1


def test_the_figure_draws_a_row_for_each_draw_and_says_what_is_heavy(weights):
    panels = figures.weights(weights)
    assert [axes.get_title("left") for axes in panels] == ["a) by score", "b) by share flagged"]
    names = [text.get_text() for text in panels[0].texts if ":" in text.get_text()]
    assert names == list(weights["metric"].unique())
    heavy = weights[(weights["weight"] >= 0.3) & (weights["scale"] == "share flagged")]["weight"]
    assert [text.get_text().strip() for text in panels[1].texts] == [f"{weight:.2f}" for weight in heavy]
    for axes, (_, of_scale) in zip(panels, weights.groupby("scale", sort=False), strict=True):
        filled = axes.patches[::2]
        assert len(filled) == of_scale["metric"].nunique()
        for patch, (_, row) in zip(filled, of_scale.groupby("metric", sort=False), strict=True):
            values, _, foot = patch.get_data()
            drawn = values - np.asarray(foot)
            assert drawn.argmax() == row["weight"].argmax()
            assert ((drawn > 0) == (row["weight"] > 0).to_numpy()).all()


def test_a_bin_without_rival_is_cut():
    table = pd.DataFrame(
        [("one", scale, k / 4, (k + 1) / 4, w) for scale in "xy" for k, w in enumerate((0.1, 0.7, 0.1, 0.1))],
        columns=["metric", "scale", "left", "right", "weight"],
    )
    values = figures.weights(table)[0].patches[0].get_data().values
    assert values[1] / values[0] == pytest.approx(3)
