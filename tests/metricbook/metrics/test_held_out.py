"""Metrics on held-out cases: against what they are without halves, and each other."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook.metrics.held_out import held_out, held_out_together
from metricbook.metrics.influence import SweptSample, influence
from metricbook.metrics.optimism import between
from metricbook.metrics.standard_errors import standard_error
from metricbook.metrics.validation import check_sample
from tests.metricbook.metrics.test_optimism import OF_BEST_THRESHOLDS
from tests.samples import normal_sample

PRICES = {"cost_fp": 1.0, "cost_fn": 4.0}


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
    sample = check_sample(*normal_sample(300), sample_weight=times)
    wanted = {"h_measure": {"beta": 3.0}, "auch": {}, "kolmogorov_smirnov": {}, "least_cost": PRICES}
    found = held_out_together(wanted, SweptSample(sample), times=times)
    for metric, parameters in wanted.items():
        alone = held_out(metric, sample, times=times, **parameters)
        assert found[metric].value == alone.value
        assert found[metric].of_cases.tolist() == alone.of_cases.tolist()


def test_what_the_best_threshold_for_one_pair_of_prices_costs_elsewhere() -> None:
    """The truth lies between what it costs on the cases that chose it and on others."""
    prices = {"cost_fp": 1.0, "cost_fn": 4.0}
    best = _cheapest(*normal_sample(200_000))
    fresh = [normal_sample(200, seed) for seed in range(100, 200)]
    truth = _cost(*normal_sample(200_000, 1), best)
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
