"""Small cases and random rankings: counted orders are those that a loop over all pairs finds."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from metricbook import auroc, average_precision, lxcim
from metricbook.exact.samples import rankings, samples
from scoring_the_scores.synthesis import small
from scoring_the_scores.synthesis.angle import random_rankings
from scoring_the_scores.synthesis.disagreement import curves


def test_orders_are_those_that_a_loop_finds() -> None:
    rng = np.random.default_rng(0)
    first, second = rng.integers(0, 6, 40), rng.integers(0, 9, 40)
    products = [int((first[i] - first[j]) * (second[i] - second[j])) for i, j in combinations(range(40), 2)]
    found = small.orders(first, second)
    assert found == {"alike": sum(p > 0 for p in products), "opposite": sum(p < 0 for p in products)}
    assert small.orders(second, first) == found


def test_weights_of_orders_are_how_often_an_object_occurs() -> None:
    assert small.orders([1, 2, 2], [5, 3, 3]) == small.orders([1, 2], [5, 3], [1, 2])


@pytest.mark.parametrize(("positives", "negatives"), [(2, 3), (3, 3), (1, 4)])
def test_whole_areas_are_the_metrics(positives: int, negatives: int) -> None:
    won, precision = small.areas(positives, negatives)
    scores = range(positives + negatives, 0, -1)
    ranked = list(rankings(positives + negatives, positives))
    assert won / (positives * negatives) == pytest.approx([auroc(labels, scores) for labels in ranked])
    assert precision / precision.max() == pytest.approx([average_precision(labels, scores) for labels in ranked])


def test_curves_are_their_exact_twins() -> None:
    for sample in samples(4):
        assert curves.gains(*sample) == pytest.approx([float(true) for true in small.gains(sample)])
        assert curves.hull_gains(*sample) == pytest.approx([float(true) for true in small.hull_gains(sample)])


def test_lxcim_is_twice_the_mean_height_of_right_decisions() -> None:
    rng = np.random.default_rng(1)
    labels, scores = rng.integers(0, 2, 50), rng.integers(-5, 6, 50)
    height = curves.right_decisions(labels, scores)
    assert 2 * np.trapezoid(height) / 50**2 == pytest.approx(lxcim(labels, scores))


def test_a_curve_is_nowhere_below_itself_and_below_a_higher_one() -> None:
    found = curves.nowhere_below(np.array([[0, 1, 2], [0, 0, 2], [0, 1.5, 1.5]]))
    assert found.tolist() == [[True, True, False], [False, True, False], [False, False, True]]


def test_the_best_score_is_that_of_the_best_threshold() -> None:
    sample = ((1, 0, 1, 0, 0), (5, 4, 3, 2, 1))
    assert small.best(sample, Fraction(1), Fraction(1, 2)) == Fraction(4, 5)


def test_decided_rankings_are_all_of_them_and_undefined_ones_are_left_out() -> None:
    table = small.decided_rankings(1, 2)
    assert len(table) == 3 * 8
    assert table["MCC"].isna().sum() == 3 * 2
    assert not table.drop(columns="MCC").isna().any(axis=None)


def test_drawn_rankings_are_measured_as_the_metrics_measure() -> None:
    found = random_rankings.drawn(2, 2, 200, np.random.default_rng(3), flagged=2)
    scores = [4, 3, 2, 1]
    expected = {
        (auroc(y, scores), average_precision(y, scores), float(sum(y[:2]))) for y in rankings(4, 2)
    }  # fmt: skip
    assert {tuple(np.round(row, 9)) for row in found.to_numpy()} == {tuple(np.round(row, 9)) for row in expected}


def test_the_share_of_opposite_draws_is_that_of_a_loop() -> None:
    rng = np.random.default_rng(4)
    one, other = rng.normal(size=(2, 60))
    loop = np.mean([(one[i] - one[j]) * (other[i] - other[j]) < 0 for i, j in combinations(range(60), 2)])
    assert random_rankings.opposite(one, other).value == pytest.approx(float(loop))
