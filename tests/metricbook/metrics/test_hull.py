"""The ROC convex hull of a sweep: its form, and that neither rounding nor screening changes it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from scipy.optimize import isotonic_regression

from metricbook import Sweep
from metricbook.metrics.costs import roc_hull
from metricbook.metrics.hull import SCREENING_PAYS, hull_of_curve, roc_hull_points
from tests.strategies import examples

with_both = examples(min_size=2, both=True)


@given(with_both)
def test_the_hull_is_concave_and_above_the_curve(example):
    sweep = Sweep(*example[:2], sample_weight=example[2])
    x, y = (np.append(0.0, values) for values in roc_hull_points(sweep))
    assert (x[-1], y[-1]) == (sweep.negatives, sweep.positives)
    dx, dy = np.diff(x), np.diff(y)
    assert (dx[:-1] * dy[1:] < dx[1:] * dy[:-1]).all()  # turns right at every vertex
    on_curve = {(0.0, 0.0), *zip(sweep.false_positives.tolist(), sweep.true_positives.tolist(), strict=True)}
    assert set(zip(x.tolist(), y.tolist(), strict=True)) <= on_curve
    for point_x, point_y in on_curve:
        k = np.searchsorted(x[1:-1], point_x, side="left")  # the segment that ends at or after the point
        assert (point_y - y[k]) * dx[k] <= (point_x - x[k]) * dy[k] + 1e-9


def test_three_points_of_a_hull_are_never_on_a_line():
    """Means of 1/3 over steps of many sizes, which rounding tells apart."""
    rng = np.random.default_rng(7)
    for _ in range(200):
        sizes = rng.integers(1, 50, int(rng.integers(2, 9)))
        labels = np.concatenate([[1] * k + [0, 0] * k for k in sizes])
        scores = np.concatenate([[-i] * 3 * k for i, k in enumerate(sizes)])
        assert roc_hull(labels, scores).true_positive_rates.tolist() == [0, 1]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("digits", [2, 4, 15])
@pytest.mark.parametrize("prevalence", [0.01, 0.5, 0.98])
@pytest.mark.parametrize("signal", [-1.0, 0.0, 0.3, 2.0])
def test_screening_loses_no_vertex(weighted, digits, prevalence, signal):
    rng = np.random.default_rng(11)
    n = 3 * SCREENING_PAYS
    labels = rng.random(n) < prevalence
    scores = np.round(rng.normal(size=n) + signal * labels, digits)
    weights = rng.integers(0, 4, n).astype(float) if weighted else None
    sweep = Sweep(labels, scores, sample_weight=weights)
    up = np.diff(sweep.true_positives, prepend=0.0)
    width = up + np.diff(sweep.false_positives, prepend=0.0)
    moved = width > 0
    fitted = isotonic_regression(up[moved] / width[moved], weights=width[moved], increasing=False).x
    blocks = np.append(0, np.cumsum(width[moved]))
    last = np.append(np.abs(np.diff(fitted)) > 1e-12, True)
    false_positives, true_positives = roc_hull_points(sweep)
    np.testing.assert_array_equal(false_positives + true_positives, blocks[1:][last])


@pytest.mark.parametrize("exponent", [-300, -90, 90, 300])
def test_how_much_one_class_weighs_beside_the_other_changes_no_vertex(exponent):
    labels = np.random.default_rng(3).random(60) < np.linspace(0.9, 0.1, 60)
    y, x = np.cumsum(labels) * 1.0, np.cumsum(~labels) * 1.0
    hull_x, hull_y = hull_of_curve(x, y)
    assert hull_x.size > 4
    found_x, found_y = hull_of_curve(np.ldexp(x, exponent), y)
    assert (found_x.tolist(), found_y.tolist()) == (np.ldexp(hull_x, exponent).tolist(), hull_y.tolist())


def test_two_blocks_that_rounding_parts_are_one_segment():
    # The first two steps, 0 and 29 up for 19 and 16 to the right, have together the slope of the third, 58 for 70.
    x, y = hull_of_curve(np.array([19.0, 35.0, 105.0]), np.array([0.0, 29.0, 87.0]))
    assert (x.tolist(), y.tolist()) == ([105.0], [87.0])
