"""Performances from data, from rates, from confusion matrices, and at random."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from metricbook import confusion_at, tile
from metricbook.confusion import Confusion
from metricbook.tile.scores import check_performances


def test_of_a_sample_by_hand() -> None:
    assert tile.performance_of([0, 0, 0, 1, 1], [0, 0, 1, 0, 1]).tolist() == [0.4, 0.2, 0.2, 0.2]
    assert tile.performance_of([False, True], [True, True], sample_weight=[3, 1]).tolist() == [0, 0.75, 0, 0.25]
    found = tile.performance_of(["well", "well", "ill", "well"], ["well", "ill", "ill", "ill"], pos_label="ill")
    assert found.tolist() == [0.25, 0.5, 0, 0.25]


def test_of_a_sample_against_the_confusion_matrix() -> None:
    rng = np.random.default_rng(2)
    labels, scores, weights = rng.integers(0, 2, 30), rng.normal(size=30), rng.random(30)
    matrix = confusion_at(labels, scores, sample_weight=weights, threshold=0.1)
    direct = tile.performance_of(labels, scores > 0.1, sample_weight=weights)
    np.testing.assert_allclose(check_performances(matrix), direct, rtol=1e-14)


def test_many_confusion_matrices() -> None:
    matrices = np.array([[Confusion(4, 1, 2, 3), Confusion(0, 0, 0, 1)]])
    assert check_performances(matrices).tolist() == [[[0.4, 0.1, 0.2, 0.3], [0, 0, 0, 1]]]


def test_from_rates_gives_the_rates_back() -> None:
    rng = np.random.default_rng(3)
    tnr, tpr, prior = rng.random((3, 40))
    made = tile.from_rates(tnr, tpr, prior)
    for name, value in (("TNR", tnr), ("TPR", tpr), ("pi+", prior)):
        np.testing.assert_allclose(tile.SCORES[name](made), value, rtol=1e-12)
    assert tile.from_rates(0.5, 0.5, rng.random((2, 3))).shape == (2, 3, 4)


def test_uniform_performances() -> None:
    """Uniform on the simplex: each probability follows Beta(1, 3), each sum of two Beta(2, 2)."""
    drawn = tile.uniform_performances(4000, rng=np.random.default_rng(4))
    assert (drawn >= 0).all()
    for outcome in range(4):
        assert stats.kstest(drawn[:, outcome], stats.beta(1, 3).cdf).pvalue > 1e-3
    assert stats.kstest(drawn[:, :2].sum(axis=1), stats.beta(2, 2).cdf).pvalue > 1e-3


def test_dirichlet_performances() -> None:
    alpha = np.array([4.0, 1, 1, 2])
    drawn = tile.dirichlet_performances(4000, alpha, rng=np.random.default_rng(5))
    np.testing.assert_allclose(drawn.mean(axis=0), alpha / 8, atol=0.02)


def test_fixed_priors_are_the_uniform_law_given_the_priors() -> None:
    drawn = tile.fixed_prevalence_performances(4000, 0.3, rng=np.random.default_rng(6))
    np.testing.assert_allclose(drawn[:, 2:].sum(axis=1), 0.3, atol=1e-15)
    rates = tile.SCORES["TNR"](drawn), tile.SCORES["TPR"](drawn)
    assert all(stats.kstest(rate, stats.uniform.cdf).pvalue > 1e-3 for rate in rates)
    assert stats.kendalltau(*rates).pvalue > 1e-3


def test_same_seed_same_performances() -> None:
    for draw in (tile.uniform_performances, lambda n, rng: tile.fixed_prevalence_performances(n, 0.3, rng=rng)):
        first, second = (draw(5, rng=np.random.default_rng(7)) for _ in range(2))
        assert np.array_equal(first, second)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tile.performance_of([0, 1], [0, 1, 1]), "y_true and y_pred must have the same length: 2 and 3"),
        (lambda: tile.performance_of([], []), "y_true is empty"),
        (lambda: tile.performance_of([0, 2], [0, 1]), "y_true must hold two classes.* found 2 at index 1"),
        (lambda: tile.performance_of([0, 1], [0, 0.5]), "y_pred must hold two classes.* found 0.5 at index 1"),
        (lambda: tile.performance_of([0, 1], [0, 1], sample_weight=[1]), "sample_weight and y_pred must have the same"),
        (lambda: tile.performance_of([0, 1], [0, 1], sample_weight=[0, 0]), "sample_weight is zero for every sample"),
        (lambda: tile.from_rates(0.5, 1.1, 0.5), "^tpr must lie between 0 and 1: found 1.1"),
        (lambda: tile.from_rates(1.1, 0.5, 0.5), "^tnr must lie between 0 and 1: found 1.1"),
        (lambda: tile.from_rates(0.5, 0.5, 1.1), "^prevalence must lie between 0 and 1: found 1.1"),
        (lambda: tile.dirichlet_performances(3, [1, 1, 1], rng=np.random.default_rng(1)), "four positive finite"),
        (lambda: tile.dirichlet_performances(3, [1, 1, 1, 0], rng=np.random.default_rng(1)), "four positive finite"),
    ],
)
def test_bad_input(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
