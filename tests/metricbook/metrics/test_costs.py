"""Loss at a threshold, cost lines, the cost curve and the ROC hull: by hand, against twins, and their dualities."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook import accuracy, auch
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.metrics.costs import cost_curve, cost_from_skew, cost_lines, loss, roc_hull, skew_from_cost
from tests.samples import EXAMPLE, FIGURE_1, OVER, SCORES_1, SCORES_2, TIES
from tests.strategies import as_fractions, examples, random_examples

conditions = st.integers(0, 8).map(lambda k: k / 8)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threshold": float("nan"), "condition": 0.5}, "threshold"),
        ({"threshold": 0, "condition": 1.5}, "between 0 and 1"),
        ({"threshold": 0, "condition": float("nan")}, "between 0 and 1"),
        ({"threshold": 0, "condition": 0.5, "over": "odds"}, "'skew'"),
        ({"threshold": 0, "condition": 0.5, "ties": "both"}, "'half'"),
    ],
)
def test_bad_arguments_of_the_loss_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        loss([1, 0], [1, 0], **arguments)


@pytest.mark.parametrize("labels", [[1, 1], [0, 0]])
@pytest.mark.parametrize("function", [cost_lines, cost_curve, roc_hull])
def test_both_classes_are_needed(function, labels):
    with pytest.raises(ValueError, match=f"{function.__name__} is undefined"):
        function(labels, [1, 2])


@pytest.mark.parametrize("convert", [skew_from_cost, cost_from_skew])
def test_conversions_refuse_what_is_out_of_range(convert):
    with pytest.raises(ValueError, match=r"^prevalence must lie strictly between 0 and 1, not"):
        convert(0.5, 1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        convert([0.5, -0.1], 0.5)


def test_the_paper_s_first_table():
    """Its F_1 is our false negative rate, the loss at z = 0; 1 - F_0 is our false positive rate, the loss at z = 1."""
    lines = [exact_costs.cost_line(EXAMPLE, SCORES_1, threshold=t, ties="negative") for t in (*SCORES_1, None)]
    assert [line[0] for line in lines] == [1, F(1, 2), 0, 0, 0, 0]
    assert [1 - line[1] for line in lines] == [1, 1, 1, F(2, 3), F(1, 3), 0]


def test_the_paper_s_second_table():
    lines = [exact_costs.cost_line(EXAMPLE, SCORES_2, threshold=t, ties="negative") for t in (*SCORES_2, None)]
    assert [line[0] for line in lines] == [1, F(1, 2), F(1, 2), 0, 0, 0]
    assert [1 - line[1] for line in lines] == [1, 1, 1, F(2, 3), F(1, 3), 0]
    assert [sum(line) / 2 for line in lines] == [F(1, 2), F(1, 4), F(1, 4), F(1, 6), F(1, 3), F(1, 2)]


def test_the_paper_s_third_table_is_the_other_side_of_its_second():
    """Classes exchanged and scores turned round: each line runs backwards, and ties fall to the other side."""
    exchanged = [1 - label for label in EXAMPLE], [10 - score for score in SCORES_2]
    assert sorted(exchanged[1]) == [1, 3, 3, 8, 9]
    thresholds = sorted(exchanged[1], reverse=True)
    lines = [exact_costs.cost_line(*exchanged, threshold=t, ties="negative") for t in (*thresholds, None)]
    assert [line[0] for line in lines] == [1, F(2, 3), F(1, 3), F(1, 3), 0, 0]
    assert [1 - line[1] for line in lines] == [1, 1, 1, 1, F(1, 2), 0]
    turned = [exact_costs.cost_line(EXAMPLE, SCORES_2, threshold=10 - t, ties="positive") for t in thresholds]
    assert [(b, a) for a, b in turned] == lines[:-1]


def test_the_hull_and_the_cost_curve_of_the_paper_s_figure_1():
    hull = roc_hull(*FIGURE_1)
    # In the paper's plot, with both axes turned round: (0, 0), (0, 1/2), (1/4, 3/4), (3/4, 1), (1, 1).
    assert hull.false_positive_rates.tolist() == [0, 0, 0.25, 0.5, 1]
    assert hull.true_positive_rates.tolist() == [0, 0.25, 0.75, 1, 1]
    curve = cost_curve(*FIGURE_1)
    np.testing.assert_allclose(curve.conditions, [0, 1 / 2, 2 / 3, 1], atol=1e-15)
    np.testing.assert_allclose(curve.losses, [0, 1 / 4, 1 / 4, 0], atol=1e-15)
    over_cost = cost_curve(*FIGURE_1, over="cost")
    np.testing.assert_allclose(over_cost.conditions, [0, 2 / 3, 4 / 5, 1], atol=1e-15)
    assert cost_lines(*FIGURE_1).thresholds.size == 13


def test_a_case_too_light_for_its_share_makes_no_corner():
    rest = cost_curve([0, 1, 1, 0], [4, 3, 2, 1], sample_weight=[1e99 / 4] * 4)
    found = cost_curve([1, 0, 1, 1, 0], [5, 4, 3, 2, 1], sample_weight=[1e-230, *[1e99 / 4] * 4])
    assert (found.conditions.tolist(), found.losses.tolist()) == (rest.conditions.tolist(), rest.losses.tolist())


def test_the_definition_counts_a_score_at_the_threshold_half_unless_told_otherwise():
    sample = [1, 1, 0, 0], [4, 2, 2, 1]
    for twin, at in (
        (exact_costs.loss, {"threshold": 2, "condition": F(1, 4)}),
        (exact_costs.cost_line, {"threshold": 2}),
    ):
        assert twin(*sample, **at) == twin(*sample, **at, ties="half") != twin(*sample, **at, ties="negative")


def test_one_threshold_far_outside_puts_all_in_one_class():
    assert loss([1, 0, 0], [3, 2, 1], threshold=-np.inf, condition=0.25) == 0.25
    assert loss([1, 0, 0], [3, 2, 1], threshold=np.inf, condition=0.25) == 0.75


@given(examples(both=True), conditions, st.sampled_from(OVER), st.sampled_from(TIES))
def test_the_loss_is_that_of_the_definition(example, condition, over, ties):
    labels, scores, weights, threshold = example
    expected = exact_costs.loss(labels, scores, weights, threshold=threshold, condition=condition, over=over, ties=ties)
    options = {"sample_weight": weights, "over": over, "ties": ties}
    value = loss(labels, scores, threshold=threshold, condition=condition, **options)
    assert isinstance(value, float)
    assert value == pytest.approx(float(expected), abs=1e-14)
    many = loss(labels, scores, threshold=[threshold, 9], condition=[[condition], [1]], **options)
    assert many.shape == (2, 2)
    assert many[0, 0] == value


@given(examples(both=True))
def test_at_equal_costs_the_cost_loss_is_the_error_rate(example):
    labels, scores, weights, threshold = example
    right = accuracy(labels, scores, sample_weight=weights, threshold=threshold)
    options = {"sample_weight": weights, "threshold": threshold, "over": "cost"}
    assert loss(labels, scores, condition=0.5, **options) == pytest.approx(1 - right, abs=1e-14)


@given(examples(both=True), conditions)
def test_cost_and_skew_loss_differ_by_a_factor_without_the_threshold(example, cost):
    """Eq. 3 of the paper, with b = 2."""
    labels, scores, weights, threshold = example
    total = np.ones(len(labels)) if weights is None else np.array(weights)
    share = total[np.array(labels) == 1].sum() / total.sum()
    skew = skew_from_cost(cost, share)
    options = {"sample_weight": weights, "threshold": threshold}
    factor = 2 * (cost * (1 - share) + (1 - cost) * share)
    over_cost = loss(labels, scores, condition=cost, over="cost", **options)
    assert over_cost == pytest.approx(factor * loss(labels, scores, condition=skew, **options), abs=1e-13)
    assert cost_from_skew(skew, share) == pytest.approx(cost, abs=1e-13)


@given(examples(both=True), st.sampled_from(OVER))
def test_cost_lines_are_those_of_the_definition(example, over):
    labels, scores, weights, _ = example
    lines = cost_lines(labels, scores, sample_weight=weights, over=over)
    expected = exact_costs.cost_lines(labels, scores, weights, over=over)
    np.testing.assert_allclose(lines.at_zero, [float(a) for a, _ in expected], atol=1e-14)
    np.testing.assert_allclose(lines.at_one, [float(b) for _, b in expected], atol=1e-14)


@given(examples(both=True, max_size=8), st.sampled_from(OVER))
def test_the_cost_curve_is_that_of_all_crossings(example, over):
    labels, scores, weights, _ = example
    curve = cost_curve(labels, scores, sample_weight=weights, over=over)
    expected = exact_costs.cost_curve(labels, scores, weights, over=over)
    assert curve.conditions.size == len(expected)
    np.testing.assert_allclose(curve.conditions, [float(z) for z, _ in expected], atol=1e-14)
    np.testing.assert_allclose(curve.losses, [float(q) for _, q in expected], atol=1e-14)


@given(examples(both=True), st.sampled_from(OVER))
def test_the_cost_curve_is_the_smallest_loss_of_any_threshold(example, over):
    labels, scores, weights, _ = example
    curve = cost_curve(labels, scores, sample_weight=weights, over=over)
    lines = cost_lines(labels, scores, sample_weight=weights, over=over)
    grid = np.linspace(0, 1, 33)
    everywhere = np.outer(1 - grid, lines.at_zero) + np.outer(grid, lines.at_one)
    np.testing.assert_allclose(np.interp(grid, *curve), everywhere.min(axis=1), atol=1e-13)


@given(examples(both=True, max_size=9))
def test_the_hull_is_that_of_all_pairs_of_points(example):
    labels, scores, weights, _ = example
    hull = roc_hull(labels, scores, sample_weight=weights)
    expected = exact_costs.roc_hull(labels, scores, weights)
    assert list(zip(*(part.tolist() for part in hull), strict=True)) == [(float(x), float(y)) for x, y in expected]
    assert float(exact.area(expected)) == pytest.approx(auch(labels, scores, sample_weight=weights), abs=1e-15)


@given(examples(both=True, max_size=9))
def test_a_corner_for_every_sloping_segment_of_the_hull(example):
    """The duality of ROC and cost space, as it holds for every hull."""
    labels, scores, weights, _ = example
    hull = roc_hull(labels, scores, sample_weight=weights)
    right, up = np.diff(hull.false_positive_rates), np.diff(hull.true_positive_rates)
    sloping = (right > 0) & (up > 0)
    corners = cost_curve(labels, scores, sample_weight=weights).conditions[1:-1]
    np.testing.assert_allclose(corners[::-1], (up / (up + right))[sloping], atol=1e-15)


def test_random_weights_agree_with_fractions():
    for labels, scores, weights, _ in random_examples(3, 60, max_size=10):
        curve = cost_curve(labels, scores, sample_weight=weights, over="cost")
        lines = exact_costs.cost_lines(labels, scores, as_fractions(weights), over="cost")
        for z, q in zip(*(part.tolist() for part in curve), strict=True):
            assert q == pytest.approx(float(min(exact_costs.at(line, F(z)) for line in lines)), abs=1e-14)
