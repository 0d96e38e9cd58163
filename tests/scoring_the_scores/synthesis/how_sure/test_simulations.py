"""The population, the stored simulations and the numbers of cases: by hand, by large samples, by each other."""

from __future__ import annotations

import math

import numpy as np
import pytest

from metricbook import influence
from scoring_the_scores.synthesis import population
from scoring_the_scores.synthesis.how_sure import case_numbers, results, simulations, tables
from scoring_the_scores.synthesis.how_sure.simulations import Cell
from scoring_the_scores.synthesis.population import METRICS, Population


@pytest.mark.parametrize("prevalence", [0.5, 0.1])
@pytest.mark.parametrize("metric", METRICS)
def test_a_large_sample_has_the_population_s_value_and_variance(metric: str, prevalence: float) -> None:
    there = Population.with_auroc(0.8, prevalence=prevalence)
    labels, scores = there.draw(40_000, np.random.default_rng(1))
    found = influence(metric, labels, scores, **there.parameters(metric))
    error = math.sqrt(population.variance_of_one(there, metric) / 40_000)
    luck = error if metric in ("h_measure", "auch", "kolmogorov_smirnov") else 0.0  # best thresholds are too good
    assert found.value == pytest.approx(there.value(metric), abs=4 * error + luck)
    assert math.sqrt((found.of_cases**2).sum()) == pytest.approx(error, rel=0.05)


def test_influences_of_a_population_add_up_to_zero() -> None:
    there = Population.with_auroc(0.8, prevalence=0.1)
    _, shares = population.cells(there)
    for metric in METRICS:
        negatives, positives = (population.influence_function(there, metric) * shares).sum(axis=1)
        assert abs(0.9 * negatives + 0.1 * positives) < 2e-3


def test_a_block_is_the_same_each_time_and_another_is_not() -> None:
    cell = Cell("plain", 0.5, 50)
    once, again = simulations.run(cell, 0), simulations.run(cell, 0)
    assert once.equals(again)
    assert (once["runs"] == 20).all()
    assert not once["value"].equals(simulations.run(Cell("plain", 0.5, 51), 0)["value"])


def test_sums_count_intervals_beside_the_truth_and_leave_out_what_is_undefined() -> None:
    found = np.array([[0.5, 0.4, 0.6, 0.1], [0.7, 0.6, 0.8, 0.1], [0.3, -0.1, 0.4, 0.2], [math.nan] * 4])
    sums = simulations._sums(found, 0.5)
    assert {k: sums[k] for k in ("defined", "low", "high", "seen")} == {"defined": 3, "low": 1, "high": 1, "seen": 2}
    assert (sums["value"], sums["error"]) == (pytest.approx(1.5), pytest.approx(0.4))


def test_every_block_of_every_cell_is_stored_once_and_in_order() -> None:
    blocks = results.stored()
    keys = blocks[["what", "prevalence", "n", "block"]].drop_duplicates()
    wanted = [(*cell, block) for cell, block in simulations.blocks()]
    assert list(keys.itertuples(index=False, name=None)) == wanted
    assert (results.summed(blocks)["runs"] == 2000).all()


def test_two_of_the_same_model_need_no_cases_apart_and_independent_ones_add_their_variances() -> None:
    first, second = (Population.with_auroc(a, prevalence=0.3) for a in (0.8, 0.85))
    found = case_numbers.compared(first, second, "auroc", correlation=0.0)
    apart = sum(population.variance_of_one(model, "auroc") for model in (first, second))
    assert found.deviation**2 == pytest.approx(apart, rel=1e-5)  # the latter is read off cells
    assert case_numbers.compared(first, first, "auroc", correlation=1).deviation < 1e-6
    n = round(found.cases())
    assert found.power(n) == pytest.approx(0.8, abs=0.01)


def test_tables_have_the_readers_names() -> None:
    assert list(tables.three_ways()["metric"]) == ["H", "KS", "AUCH", "AUROC"]
    table = tables.coverage([(0.5, 300)])
    assert list(table["metric"]) == list(METRICS.values())
    assert table.iloc[:, 1].between(60, 100).all()
