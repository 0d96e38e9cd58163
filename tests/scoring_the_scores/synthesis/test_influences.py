"""Influences of normal scores in closed form: by hand, by their means and variances, and by the library's."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtr

from metricbook import influence
from scoring_the_scores.synthesis import population
from scoring_the_scores.synthesis.how_sure import case_numbers
from scoring_the_scores.synthesis.influences import Influence, influence_of, moment
from scoring_the_scores.synthesis.population import METRICS, Population

ONE = Influence(lambda x, label: np.ones_like(x))


def _mean(there: Population, of: Influence) -> float:
    shares = enumerate((1 - there.prevalence, there.prevalence))
    return sum(share * moment(there, of, there, ONE, label=label, correlation=0) for label, share in shares)


@pytest.mark.parametrize("added", [0.0, 0.7])
@pytest.mark.parametrize("prevalence", [0.5, 0.1])
@pytest.mark.parametrize("metric", METRICS)
def test_the_mean_influence_is_zero(metric: str, prevalence: float, added: float) -> None:
    there = replace(Population.with_auroc(0.8, prevalence=prevalence), added=added)
    assert _mean(there, influence_of(there, metric)) == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize("metric", METRICS)
def test_drawn_cases_have_these_influences(metric: str) -> None:
    there = Population.with_auroc(0.8, prevalence=0.3)
    labels, x = there.draw(40_000, np.random.default_rng(3))
    x = (x - there.score(np.zeros(1))[0]) / there.distance  # scores back to places
    found = influence(metric, labels, there.score(x), **there.parameters(metric)).of_cases * labels.size
    of = influence_of(there, metric)
    expected = np.where(labels, of.at(x, 1), of.at(x, 0))
    # The sample's best threshold for KS is not the population's, and cases between the two differ.
    assert np.corrcoef(found, expected)[0, 1] > (0.9 if metric == "kolmogorov_smirnov" else 0.98)
    assert found.std() == pytest.approx(expected.std(), rel=0.05)


def test_of_two_noises_odd_polynomials_have_powers_of_the_correlation_and_even_ones_too() -> None:
    there = Population(0.5, 0.0)
    third = Influence(lambda x, label: (x**3 - 3 * x) / math.sqrt(6))
    second = Influence(lambda x, label: (x**2 - 1) / math.sqrt(2))
    for r in (0.0, 0.4, 0.9, 0.99, 1.0):
        assert moment(there, third, there, third, label=0, correlation=r) == pytest.approx(r**3, abs=1e-9)
        assert moment(there, second, there, second, label=0, correlation=r) == pytest.approx(r**2, abs=1e-9)
        assert moment(there, second, there, third, label=0, correlation=r) == pytest.approx(0, abs=1e-9)


def test_both_models_jumps_count_where_the_noise_is_one() -> None:
    one, other = (Influence(lambda x, label, t=t: (x > t).astype(float), (t,)) for t in (0.3, -0.4))
    there = Population(0.5, 0.0)
    found = moment(there, one, there, other, label=0, correlation=1)
    assert found == pytest.approx(float(ndtr(-0.3)), abs=1e-9)


def test_accuracy_of_a_better_model_stays_a_finite_multiple_of_auroc_in_the_limit() -> None:
    """At one noise accuracy differs at the cases between both thresholds, and AUROC by the shift of all scores."""
    models = [Population.with_auroc(a, prevalence=0.5) for a in (0.80, 0.82)]
    gain = float(ndtr(models[1].distance / 2) - ndtr(models[0].distance / 2))
    accuracy, auroc = (case_numbers.compared(*models, m, correlation=1) for m in ("accuracy", "auroc"))
    assert accuracy.deviation**2 / gain**2 == pytest.approx((1 - gain) / gain, rel=1e-8)
    assert accuracy.cases() / auroc.cases() == pytest.approx(29.06, abs=0.005)


def test_what_is_added_to_scores_moves_the_threshold_and_nothing_else() -> None:
    plain = Population.with_auroc(0.8, prevalence=0.1)
    moved = replace(plain, added=1.5)
    x = np.array([-1.0, 0.0, 2.0])
    assert (moved.score(x) - plain.score(x)).tolist() == pytest.approx([1.5] * 3)
    assert moved.at_score(1.5) == pytest.approx(plain.at_score(0.0))
    for metric in ("auroc", "average_precision", "h_measure", "kolmogorov_smirnov"):
        assert moved.value(metric) == pytest.approx(plain.value(metric), abs=1e-9)
    assert moved.value("accuracy") < plain.value("accuracy")


@pytest.mark.parametrize("prevalence", [0.5, 0.1, 0.02])
def test_mirrored_scores_have_lxcim_equal_to_auroc_and_its_cases_by_the_prevalence(prevalence: float) -> None:
    mirror = math.log((1 - prevalence) / prevalence)
    models = [replace(Population.with_auroc(a, prevalence=prevalence), added=mirror) for a in (0.80, 0.82)]
    assert [m.value("lxcim") for m in models] == pytest.approx([0.80, 0.82], abs=1e-8)
    cases = [case_numbers.compared(*models, m, correlation=0.7).cases() for m in ("lxcim", "auroc")]
    assert cases[0] / cases[1] == pytest.approx(4 * prevalence * (1 - prevalence), rel=1e-6)


def test_the_library_s_influences_in_cells_are_near() -> None:
    there = Population.with_auroc(0.8, prevalence=0.3)
    for metric in METRICS:
        of = influence_of(there, metric)
        shares = enumerate((0.7, 0.3))
        exact = sum(s * moment(there, of, there, of, label=k, correlation=1) for k, s in shares)
        assert population.variance_of_one(there, metric) == pytest.approx(exact, rel=0.02)
