"""Optimism and regret: against the truth of simulations, against each other, and where nothing is left to choose."""

from __future__ import annotations

import numpy as np
import pytest

import metricbook
from metricbook.metrics.intervals import interval
from metricbook.metrics.optimism import CHOOSERS, HALVED, between, optimism
from metricbook.metrics.standard_errors import standard_error
from tests.samples import normal_sample
from tests.whole import mostly

OF_BEST_THRESHOLDS = sorted(CHOOSERS)


@pytest.mark.parametrize("metric", mostly(OF_BEST_THRESHOLDS, "kolmogorov_smirnov"))
def test_the_value_of_a_metric_of_best_thresholds_is_too_good_and_its_interval_knows(metric: str) -> None:
    """By more than half a standard error at n = 300, which an interval about the value would forget."""
    true = np.mean([getattr(metricbook, metric)(*normal_sample(20_000, seed)) for seed in range(20)])
    sign = -1 if metric == "expected_min_loss" else 1
    samples = [normal_sample(300, seed) for seed in range(100)]
    found = [interval(metric, *sample) for sample in samples]
    error = np.mean([one.standard_error for one in found])
    assert sign * (np.mean([one.value for one in found]) - true) > error / 2
    seen = [optimism(metric, *sample) for sample in samples]
    assert sign * (np.mean([one.held_out for one in seen]) - true) < 0
    assert abs(np.mean([one.corrected for one in seen]) - true) < error / 4
    assert all(sign * (one.value - (one.low + one.high) / 2) > 0 for one in found)


def test_ratings_of_few_grades_leave_little_to_choose() -> None:
    rng = np.random.default_rng(5)
    labels = rng.random(2000) < 0.4
    grades = rng.binomial(3, np.where(labels, 0.7, 0.3))
    for metric in OF_BEST_THRESHOLDS:
        value, held_out, _ = optimism(metric, labels, grades)
        assert abs(value - held_out) < standard_error(metric, labels, grades) / 4


def test_at_the_top_of_a_parabola_with_noise_optimism_is_three_times_the_regret() -> None:
    """The maximum of a Brownian motion less a parabola, by simulation on a grid, and what its place costs."""
    rng = np.random.default_rng(1)
    t = np.linspace(-4, 4, 4001)
    walks = np.cumsum(rng.normal(0, np.sqrt(t[1] - t[0]), (2000, t.size)), axis=1)
    walks -= walks[:, [2000]]
    heights = walks - t**2
    optimisms, regrets = heights.max(axis=1), t[heights.argmax(axis=1)] ** 2
    gap = optimisms - 3 * regrets
    # A grid sees a little less than the maximum: by 0.58 times the root of its step.
    assert abs(gap.mean() + 0.5826 * np.sqrt(t[1] - t[0])) < 4 * gap.std() / np.sqrt(2000)
    assert abs((optimisms - 2 * regrets).mean()) > 4 * gap.std() / np.sqrt(2000)
    assert between(1 + 3 * 0.1, 1 - HALVED * 0.1, 3) == pytest.approx(1)


def test_a_choice_from_half_the_cases_regrets_more_by_the_cube_root_of_four() -> None:
    """For regret falls as n^(-2/3)."""
    for metric in OF_BEST_THRESHOLDS:
        value, held_out, corrected = optimism(metric, *normal_sample(60))
        assert value - corrected == pytest.approx(3 * (corrected - held_out) / 4 ** (1 / 3))


def test_other_cases_choose_as_many_thresholds_but_pay_for_them() -> None:
    labels, scores = [1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1]
    found = [optimism("kolmogorov_smirnov", labels, scores, rng=np.random.default_rng(k)) for k in range(200)]
    assert found[0].value == pytest.approx(2 / 3)
    assert 0 < np.mean([one.held_out for one in found]) < 2 / 3


@pytest.mark.parametrize("over", ["skew", "cost"])
def test_h_and_the_loss_over_costs_say_the_same(over: str) -> None:
    labels = np.arange(200) < 60  # both even, so that halves have the same shares
    scores = np.random.default_rng(3).normal(1.2 * labels)
    loss = optimism("expected_min_loss", labels, scores, over="cost", alpha=2, beta=2)
    h = optimism("h_measure", labels, scores)
    most = loss.value / (1 - h.value)
    assert loss.held_out == pytest.approx(most * (1 - h.held_out))
    weights = np.where(labels, 1 / labels.sum(), 1 / (~labels).sum())  # of balanced classes costs are skews
    balanced = optimism("expected_min_loss", labels, scores, sample_weight=weights, over=over)
    assert balanced == pytest.approx(optimism("expected_min_loss", labels, scores, over="skew"))


def test_metrics_that_choose_nothing_have_no_optimism() -> None:
    with pytest.raises(ValueError, match=r"'auroc' chooses no threshold; those that do are \['auch', 'exp"):
        optimism("auroc", [1, 0], [2, 1])
    with pytest.raises(TypeError, match=r"h_measure takes no over; its parameters are \['alpha', 'beta'\]"):
        optimism("h_measure", [1, 0], [2, 1], over="cost")
    with pytest.raises(ValueError, match="h_measure is undefined: y_true has no negative sample of positive weight"):
        optimism("h_measure", [1, 1, 0], [3, 2, 1], sample_weight=[1, 1, 0])
