"""Influences: by hand, as derivatives by the weights, as properties, and as DeLong's."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given

import metricbook
from metricbook import confusion_at
from metricbook.confusion import METRICS
from metricbook.metrics.costs import OVER, TIES
from metricbook.metrics.influence import influence
from tests.strategies import examples

OF_DECISIONS = ("lxcim", "audrc_sum", "audrc_integral", *METRICS)
OF_RANKINGS = ("auroc", "average_precision", "auch", "kolmogorov_smirnov", "h_measure", "expected_min_loss")
OF_CHANCES = ("brier_score", "log_loss")


def _value(metric: str, labels, scores, weights, **parameters: float) -> float:
    if metric in METRICS:
        return float(METRICS[metric](*confusion_at(labels, scores, sample_weight=weights, **parameters)))
    return getattr(metricbook, metric)(labels, scores, sample_weight=weights, **parameters)


def _slopes(metric: str, labels, scores, weights, **parameters) -> np.ndarray:
    """Central differences by the logarithm of each weight."""
    ends = [
        [_value(metric, labels, scores, weights * step**sign, **parameters) for sign in (1, -1)]
        for step in np.exp(1e-6 * np.eye(len(weights)))
    ]
    return np.diff(ends, axis=1)[:, 0] / -2e-6


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
        np.testing.assert_allclose(found.of_cases, _slopes(metric, labels, scores, weights, **parameters), atol=2e-9)


LOSSES = [
    *(("expected_loss", {"over": o, "ties": t, "default_weight": d}) for o in OVER for t in TIES for d in (0, 1)),
    *(("expected_min_loss", {"over": o, "alpha": a, "beta": 2.5}) for o in OVER for a in (1, 3)),
    ("h_measure", {"alpha": 0.5, "beta": 3}),
    *((metric, {}) for metric in OF_CHANCES),
]


@pytest.mark.parametrize("decimals", [8, 1], ids=["no ties", "ties"])
@pytest.mark.parametrize(("metric", "parameters"), LOSSES)
def test_so_it_is_for_losses_whatever_they_take(metric: str, parameters: dict, decimals: int) -> None:
    rng = np.random.default_rng(8)
    for _ in range(5):
        labels = np.append(rng.integers(0, 2, 12), [0, 1])
        scores, weights = rng.uniform(0.1, 0.9, 14).round(decimals), rng.uniform(0.5, 2, 14)
        found = influence(metric, labels, scores, sample_weight=weights, **parameters)
        assert found.value == pytest.approx(_value(metric, labels, scores, weights, **parameters), rel=1e-14)
        np.testing.assert_allclose(found.of_cases, _slopes(metric, labels, scores, weights, **parameters), atol=2e-9)


@pytest.mark.parametrize("metric", ["auroc", "average_precision", "h_measure", "lxcim", "brier_score", "f1_score"])
def test_the_jackknife_finds_the_same_standard_error(metric: str) -> None:
    rng = np.random.default_rng(4)
    labels = rng.random(400) < 0.4
    scores = (1 / (1 + np.exp(-rng.normal(2 * labels - 1)))).round(
        1
    )  # without ties the best thresholds of H would jump
    parameters = {"threshold": 0.5} if metric in OF_DECISIONS else {}
    one_out = [_value(metric, labels, scores, 1.0 - np.eye(1, 400, k)[0], **parameters) for k in range(400)]
    jackknife = np.sqrt(399 * np.var(one_out))
    assert np.sqrt((influence(metric, labels, scores, **parameters).of_cases ** 2).sum()) == pytest.approx(
        jackknife, rel=0.02
    )


def test_in_fractions_the_influence_on_auroc_is_its_derivative() -> None:
    half = Fraction(1, 2)
    for size in (3, 4):
        for labels, scores in product(product((0, 1), repeat=size), product((1, 2, 3), repeat=size)):
            if not 0 < sum(labels) < size:
                continue
            ups, downs = ([k for k in range(size) if labels[k] == of] for of in (1, 0))
            won = {(i, j): half * ((scores[i] > scores[j]) + (scores[i] >= scores[j])) for i in ups for j in downs}
            area = sum(won.values()) / len(won)
            expected = [
                (
                    sum(won[i, k] if k in downs else won[k, i] for i in (ups if k in downs else downs)) / len(others)
                    - area
                )
                / (size - len(others))
                for k in range(size)
                for others in [ups if k in downs else downs]
            ]
            found = influence("auroc", labels, scores)
            np.testing.assert_allclose(found.of_cases, np.array(expected, dtype=float), atol=1e-15)


@given(sample=examples(min_size=4, both=True))
def test_influences_add_up_to_zero_and_those_of_no_weight_are_zero(sample) -> None:
    labels, scores, weights, threshold = sample
    for metric in (
        "auroc",
        "average_precision",
        "auch",
        "h_measure",
        "expected_min_loss",
        "lxcim",
        "audrc_integral",
        "accuracy",
    ):
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


def test_a_parameter_that_a_metric_does_not_take_is_named() -> None:
    with pytest.raises(TypeError, match=r"auroc takes no threshold; its parameters are \[\]"):
        influence("auroc", [1, 0], [2, 1], threshold=1)
    with pytest.raises(TypeError, match=r"h_measure takes no over; its parameters are \['alpha', 'beta'\]"):
        influence("h_measure", [1, 0], [2, 1], over="cost")


def test_where_there_is_no_derivative_it_says_so() -> None:
    with pytest.raises(ValueError, match="log_loss is infinite, so that nothing moves it: case 1 was given no chance"):
        influence("log_loss", [1, 0, 1], [0.5, 1.0, 0.5])
    with pytest.raises(ValueError, match="geometric_mean has no derivative here: its value 0"):
        influence("geometric_mean", [1, 1, 0, 0], [-2, -1, 1, -3])


def test_an_influence_at_k_is_the_derivative_where_many_tie_at_the_end() -> None:
    rng = np.random.default_rng(7)
    for k in (0.1, 0.5, 0.8, 6):
        labels, scores, weights = rng.integers(0, 2, 30), np.repeat([3.0, 2, 1], [1, 28, 1]), rng.uniform(0.5, 2, 30)
        share = k if k < 1 else k / weights.sum()
        for metric in ("precision_at_k", "recall_at_k"):
            found = influence(metric, labels, scores, sample_weight=weights, k=k)
            assert found.value == pytest.approx(_value(metric, labels, scores, weights, k=k), rel=1e-14)
            expected = _slopes(metric, labels, scores, weights, k=share)
            np.testing.assert_allclose(found.of_cases, expected, atol=2e-9)


def test_the_spread_at_k_is_that_of_samples_drawn_anew() -> None:
    """Without ties, where what lies about the end is estimated."""
    rng = np.random.default_rng(3)
    drawn = {"precision_at_k": [], "recall_at_k": []}
    said: dict[str, list[float]] = {metric: [] for metric in drawn}
    for _ in range(400):
        labels = rng.random(1000) < 0.1
        scores = rng.normal(1.5 * labels)
        for metric in drawn:
            found = influence(metric, labels, scores, k=50)
            drawn[metric].append(found.value)
            said[metric].append(float(np.sqrt((found.of_cases**2).sum())))
            assert abs(found.of_cases.sum()) < 1e-12
    for metric, values in drawn.items():
        assert np.mean(said[metric]) == pytest.approx(np.std(values), rel=0.1)
