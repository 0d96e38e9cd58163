"""Random halves: the same for the same sample, with weights, clusters and neighbours put together."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook.metrics import halves
from metricbook.metrics.held_out import held_out_together
from metricbook.metrics.influence import SweptSample
from metricbook.metrics.optimism import optimism
from metricbook.metrics.standard_errors import standard_error
from metricbook.metrics.validation import check_sample
from tests.metricbook.metrics.test_held_out import PRICES
from tests.metricbook.metrics.test_optimism import OF_BEST_THRESHOLDS
from tests.samples import normal_sample


def test_neighbours_beyond_the_most_groups_are_halved_as_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """As case by case in the mean over 8 draws of the halves, within four standard errors of these means."""
    monkeypatch.setattr(halves, "GROUPS", 100)
    sample, times = check_sample(*normal_sample(1_000, 3)), np.ones(1_000)
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


def test_the_same_sample_gives_the_same_halves_and_a_generator_others() -> None:
    sample = normal_sample(80)
    assert optimism("h_measure", *sample) == optimism("h_measure", *sample)
    assert optimism("h_measure", *sample) != optimism("h_measure", *sample, rng=np.random.default_rng(5))


@pytest.mark.parametrize("metric", OF_BEST_THRESHOLDS)
def test_of_grouped_scores_the_optimism_is_the_same_but_for_little(metric: str, monkeypatch) -> None:
    sample = normal_sample(3000)
    once = optimism(metric, *sample)
    monkeypatch.setattr(halves, "GROUPS", 512)
    assert optimism(metric, *sample) == pytest.approx(once, abs=standard_error(metric, *sample) / 5)
