"""Influences: by hand, as derivatives by the weights, as properties, and as DeLong's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import metricbook
from metricbook.metrics.confusion import METRICS, confusion_at
from metricbook.metrics.influence import influence
from tests.strategies import examples

OF_DECISIONS = ("lxcim", "audrc_sum", "audrc_integral", *METRICS)
OF_RANKINGS = ("auroc", "average_precision", "auch", "kolmogorov_smirnov", "h_measure")


def _value(metric: str, labels, scores, weights, **parameters: float) -> float:
    if metric in METRICS:
        return float(METRICS[metric](*confusion_at(labels, scores, sample_weight=weights, **parameters)))
    return getattr(metricbook.metrics.ranking if metric == "kolmogorov_smirnov" else metricbook, metric)(
        labels, scores, sample_weight=weights, **parameters
    )


@pytest.mark.parametrize("decimals", [8, 1], ids=["no ties", "ties"])
@pytest.mark.parametrize("metric", [*OF_RANKINGS, *OF_DECISIONS])
def test_an_influence_is_the_derivative_by_the_logarithm_of_a_weight(metric: str, decimals: int) -> None:
    rng = np.random.default_rng(7)
    parameters = {"threshold": 0.3} if metric in OF_DECISIONS else {}
    for _ in range(10):
        labels = np.append(rng.integers(0, 2, 12), [0, 1])
        scores, weights = rng.normal(labels).round(decimals), rng.uniform(0.5, 2, 14)
        found = influence(metric, labels, scores, sample_weight=weights, **parameters)
        assert found.value == pytest.approx(_value(metric, labels, scores, weights, **parameters), rel=1e-14)
        steps = np.exp(1e-6 * np.eye(14))
        slopes = [
            _value(metric, labels, scores, weights * step, **parameters)
            - _value(metric, labels, scores, weights / step, **parameters)
            for step in steps
        ]
        np.testing.assert_allclose(found.of_cases, np.array(slopes) / 2e-6, atol=2e-9)


@given(sample=examples(min_size=4, both=True))
def test_influences_add_up_to_zero_and_those_of_no_weight_are_zero(sample) -> None:
    labels, scores, weights, threshold = sample
    for metric in ("auroc", "average_precision", "auch", "h_measure", "lxcim", "audrc_integral", "accuracy"):
        parameters = {"threshold": threshold} if metric in OF_DECISIONS else {}
        found = influence(metric, labels, scores, sample_weight=weights, **parameters)
        assert abs(found.of_cases.sum()) < 1e-12
        if weights is not None:
            assert not found.of_cases[np.array(weights) == 0].any()


def test_h_under_another_distribution_of_costs() -> None:
    labels, scores = [1, 0, 1, 0, 1], [5, 4, 3, 2, 1]
    found = influence("h_measure", labels, scores, alpha=1, beta=3)
    assert found.value == metricbook.h_measure(labels, scores, alpha=1, beta=3)
    assert found.of_cases.tolist() != influence("h_measure", labels, scores).of_cases.tolist()


def test_the_influence_on_the_precision_at_indistinguishability_predicts_replicates() -> None:
    rng = np.random.default_rng(3)
    labels = rng.random(4000) < 0.3
    scores = rng.normal(1.5 * labels)
    found = influence("precision_at_indistinguishability", labels, scores)
    assert found.value == metricbook.precision_at_indistinguishability(labels, scores)
    weights = rng.multinomial(4000, np.full(4000, 1 / 4000), size=200)
    drawn = [metricbook.precision_at_indistinguishability(labels, scores, sample_weight=w) for w in weights]
    predicted = found.value + weights @ found.of_cases
    assert np.corrcoef(drawn, predicted)[0, 1] > 0.95


def test_an_unknown_metric_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown metric 'auc'; known are \['accuracy', 'auch'"):
        influence("auc", [1, 0], [2, 1])
