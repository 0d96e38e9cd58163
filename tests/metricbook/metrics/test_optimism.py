"""Optimism and regret: against the truth of simulations, against each other, and where nothing is left to choose."""

from __future__ import annotations

import numpy as np
import pytest

import metricbook
from metricbook.metrics import optimism as module
from metricbook.metrics.influence import SweptSample, influence
from metricbook.metrics.optimism import CHOOSERS, HALVED, between, held_out, held_out_together, optimism
from metricbook.metrics.uncertainty import interval, standard_error
from metricbook.metrics.validation import check_sample
from tests.whole import mostly

OF_BEST_THRESHOLDS = sorted(CHOOSERS)
PRICES = {"cost_fp": 1.0, "cost_fn": 4.0}


def _sample(n: int, seed: int = 0, share: float = 0.3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < share
    return labels, rng.normal(1.2 * labels, 1).round(3)


@pytest.mark.parametrize("metric", mostly(OF_BEST_THRESHOLDS, "kolmogorov_smirnov"))
def test_the_value_of_a_metric_of_best_thresholds_is_too_good_and_its_interval_knows(metric: str) -> None:
    """By more than half a standard error at n = 300, which an interval about the value would forget."""
    true = np.mean([getattr(metricbook, metric)(*_sample(20_000, seed)) for seed in range(20)])
    sign = -1 if metric == "expected_min_loss" else 1
    samples = [_sample(300, seed) for seed in range(100)]
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


@pytest.mark.parametrize("metric", OF_BEST_THRESHOLDS)
def test_where_every_half_chooses_the_same_thresholds_each_case_counts_as_without_halves(metric: str) -> None:
    positives, negatives = (
        [40, 120, 40, 200],
        [120, 120, 120, 40],
    )  # of four grades, the second and third of which merge
    labels = np.repeat([True, False], [400, 400])
    grades = np.concatenate([np.repeat(np.arange(4), counts) for counts in (positives, negatives)])
    sample = check_sample(labels, grades)
    found, plain = held_out(metric, sample, np.arange(800)), influence(metric, labels, grades)
    assert abs(found.value - plain.value) < standard_error(metric, labels, grades) / 4
    assert found.of_cases == pytest.approx(plain.of_cases, abs=0.06 * np.abs(plain.of_cases).max())


@pytest.mark.parametrize("times", [None, np.arange(1.0, 301) % 3 + 1])
def test_metrics_that_are_held_out_together_are_as_each_alone(times: np.ndarray | None) -> None:
    sample = check_sample(*_sample(300), sample_weight=times)
    wanted = {"h_measure": {"beta": 3.0}, "auch": {}, "kolmogorov_smirnov": {}, "least_cost": PRICES}
    found = held_out_together(wanted, SweptSample(sample), times=times)
    for metric, parameters in wanted.items():
        alone = held_out(metric, sample, times=times, **parameters)
        assert found[metric].value == alone.value
        assert found[metric].of_cases.tolist() == alone.of_cases.tolist()


def test_neighbours_beyond_the_most_groups_are_halved_as_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """As case by case in the mean over 8 draws of the halves, within four standard errors of these means."""
    monkeypatch.setattr(module, "GROUPS", 100)
    sample, times = check_sample(*_sample(1_000, 3)), np.ones(1_000)
    wanted = {"h_measure": {}, "auch": {}, "kolmogorov_smirnov": {}, "expected_min_loss": {}, "least_cost": PRICES}
    cases = SweptSample(sample)
    alone, together = (
        [held_out_together(wanted, cases, times=given, rng=np.random.default_rng(seed)) for seed in range(8)]
        for given in (None, times)
    )
    cell = 2 * (cases.step * 100 // cases.sweep.thresholds.size) + sample.labels
    for metric in wanted:
        values = np.array([[each[metric].value for each in ways] for ways in (alone, together)])
        noise = np.sqrt(values.var(axis=1, ddof=1).sum() / 8)
        assert abs(np.diff(values.mean(axis=1))[0]) < 4 * noise, metric
        plain, found = (ways[0][metric].of_cases for ways in (alone, together))
        assert np.sqrt(np.sum(found**2)) == pytest.approx(np.sqrt(np.sum(plain**2)), rel=0.1)
        assert found.sum() == pytest.approx(0, abs=1e-12)
        assert max(np.ptp(found[cell == each]) for each in np.unique(cell)) < 1e-15


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
        value, held_out, corrected = optimism(metric, *_sample(60))
        assert value - corrected == pytest.approx(3 * (corrected - held_out) / 4 ** (1 / 3))


def test_other_cases_choose_as_many_thresholds_but_pay_for_them() -> None:
    labels, scores = [1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1]
    found = [optimism("kolmogorov_smirnov", labels, scores, rng=np.random.default_rng(k)) for k in range(200)]
    assert found[0].value == pytest.approx(2 / 3)
    assert 0 < np.mean([one.held_out for one in found]) < 2 / 3


def test_the_same_sample_gives_the_same_halves_and_a_generator_others() -> None:
    sample = _sample(80)
    assert optimism("h_measure", *sample) == optimism("h_measure", *sample)
    assert optimism("h_measure", *sample) != optimism("h_measure", *sample, rng=np.random.default_rng(5))


@pytest.mark.parametrize("metric", OF_BEST_THRESHOLDS)
def test_of_grouped_scores_the_optimism_is_the_same_but_for_little(metric: str, monkeypatch) -> None:
    sample = _sample(3000)
    once = optimism(metric, *sample)
    monkeypatch.setattr(module, "GROUPS", 512)
    assert optimism(metric, *sample) == pytest.approx(once, abs=standard_error(metric, *sample) / 5)


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


def test_what_the_best_threshold_for_one_pair_of_prices_costs_elsewhere() -> None:
    """The truth lies between what it costs on the cases that chose it and on others."""
    prices = {"cost_fp": 1.0, "cost_fn": 4.0}
    best = _cheapest(*_sample(200_000))
    fresh = [_sample(200, seed) for seed in range(100, 200)]
    truth = _cost(*_sample(200_000, 1), best)
    seen = [_cost(*sample, _cheapest(*sample)) for sample in fresh]
    other = [held_out("least_cost", check_sample(*sample), np.arange(200), **prices) for sample in fresh]
    assert np.mean(seen) < truth < np.mean([one.value for one in other])
    corrected = [between(one, held.value, 3) for one, held in zip(seen, other, strict=True)]
    assert np.mean(corrected) == pytest.approx(truth, abs=0.01)
    assert all(abs(one.of_cases.sum()) < 1e-12 for one in other)


def test_a_threshold_that_every_half_chooses_costs_elsewhere_what_it_costs_here() -> None:
    labels, grades = np.repeat([True, False], 50), np.repeat([2.0, 1.0, 2.0, 1.0], [45, 5, 5, 45])
    found = held_out("least_cost", check_sample(labels, grades), np.arange(100), cost_fp=1.0, cost_fn=1.0)
    assert found.value == pytest.approx(0.1)
    assert found.of_cases[0] == pytest.approx(-0.1 / 100)
    assert found.of_cases[-50] == pytest.approx(0.9 / 100)
    # Where nobody is worth flagging, or everybody, there is no gap to lie in.
    useless = check_sample(labels, np.tile([2.0, 1.0], 50))
    for prices in ({"cost_fp": 50.0, "cost_fn": 1.0}, {"cost_fp": 1.0, "cost_fn": 50.0}):
        assert held_out("least_cost", useless, np.arange(100), **prices).value == pytest.approx(0.5)


def _cheapest(labels: np.ndarray, scores: np.ndarray) -> float:
    """The lowest score that is flagged where a false positive costs 1 and a false negative 4."""
    order = np.argsort(-scores, kind="stable")
    spent = np.cumsum(np.where(labels[order], -4.0, 1.0))
    return float(scores[order][spent.argmin()])


def _cost(labels: np.ndarray, scores: np.ndarray, lowest: float) -> float:
    return float(np.where(labels, 4.0 * (scores < lowest), scores >= lowest).mean())
