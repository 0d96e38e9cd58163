"""ROC space and cost space, through the data that are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook import auch, auroc, expected_min_loss
from scoring_the_scores.flach.costs_and_curves import figures as drawn
from scoring_the_scores.flach.costs_and_curves import tables as cost_space

LABELS = [1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0]  # Figure 1, completed
SCORES = [0.95, 0.9, 0.8, 0.7, 0.65, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05]
TWO_GROUPS = [1, 1, 1, 1, 0, 1, 0, 0, 0, 0], [2] * 5 + [1] * 5


def _line(axes, label):
    return next(line for line in axes.lines if line.get_label() == label)


def _xy(axes, label):
    return np.column_stack(_line(axes, label).get_data()).tolist()


def test_roc_space_starts_with_the_highest_scores():
    roc, cost = drawn.two_spaces(cost_space.two_spaces(LABELS, SCORES))
    assert _xy(roc, "convex hull") == [[0, 0], [0, 0.25], [0.25, 0.75], [0.5, 1], [1, 1]]
    curve = _xy(roc, "ROC curve")
    assert curve[:4] == [[0, 0], [0, 0.125], [0, 0.25], [0.25, 0.25]]
    assert len(curve) == 13
    assert (roc.get_xlabel(), roc.get_ylabel()) == ("false positive rate", "true positive rate")
    assert sum(line.get_label().startswith("cost line") for line in cost.lines) == 13
    assert _xy(cost, "cost line 1") == [[0, 1], [1, 0]]
    assert _xy(cost, "cost line 13") == [[0, 0], [1, 1]]
    np.testing.assert_allclose(_xy(cost, "cost curve"), [[0, 0], [0.5, 0.25], [2 / 3, 0.25], [1, 0]], atol=1e-15)


def test_the_drawn_areas_are_the_measures():
    roc, cost = drawn.two_spaces(cost_space.two_spaces(LABELS, SCORES))
    areas = [np.trapezoid(*_line(axes, name).get_data()[::-1]) for axes, name in _curves(roc, cost)]
    assert areas == pytest.approx([auroc(LABELS, SCORES), auch(LABELS, SCORES), expected_min_loss(LABELS, SCORES)])


def test_the_envelope_is_below_every_line_and_touches_those_of_the_hull():
    table = cost_space.two_spaces(LABELS, SCORES, over="cost")
    z = np.linspace(0, 1, 101)
    heights = {
        name: np.interp(z, part["x"], part["y"]) for name, part in table[table["space"] == "cost"].groupby("series")
    }
    envelope = heights.pop("cost curve")
    np.testing.assert_allclose(np.min(list(heights.values()), axis=0)[::10], envelope[::10], atol=1e-12)
    assert all((height >= envelope - 1e-12).all() for height in heights.values())


def test_duality_letters_points_and_numbers_segments():
    roc, cost = drawn.duality(cost_space.duality(*TWO_GROUPS))
    assert _xy(roc, "convex hull") == [[0, 0], [0.2, 0.8], [1, 1]]
    assert [_xy(roc, name) for name in "ABC"] == [[[0, 0]], [[0.2, 0.8]], [[1, 1]]]
    np.testing.assert_allclose(_xy(cost, "line of B"), [[0, 0.2], [1, 0.2]])
    np.testing.assert_allclose(_xy(cost, "cost curve"), [[1, 0], [0.8, 0.2], [0.2, 0.2], [0, 0]], atol=1e-15)
    numbers = {text.get_text(): text.get_position() for text in cost.texts}
    assert numbers == {"1": pytest.approx((0.8, 0.2)), "2": pytest.approx((0.2, 0.2))}
    styles = {(line.get_color(), line.get_linestyle()) for line in cost.lines if "line of" in line.get_label()}
    assert len({color for color, _ in styles}) == len({dash for _, dash in styles}) == 3


def test_upright_and_level_segments_meet_at_the_ends():
    table = cost_space.duality(LABELS, SCORES)
    segments = table[table["skew"].notna()]
    assert segments["skew"].tolist() == pytest.approx([1, 2 / 3, 1 / 2, 0])
    assert segments["loss"].tolist() == pytest.approx([0, 1 / 4, 1 / 4, 0])


@pytest.mark.parametrize("make", [cost_space.two_spaces, cost_space.duality])
def test_a_missing_class_is_refused(make):
    with pytest.raises(ValueError, match=r"no (positive|negative)"):
        make([1, 1], [1, 2])


def _curves(roc, cost):
    return [(roc, "ROC curve"), (roc, "convex hull"), (cost, "cost curve")]
