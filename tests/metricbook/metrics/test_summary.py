"""The summary: the single functions' values, from one sort."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import metricbook
from metricbook import summary
from metricbook.metrics import ordering, sweep
from tests.strategies import examples, random_examples

reading = import_module("metricbook.metrics.summary")  # the module, whose name is the function's
OF_RANKING = ("auroc", "average_precision", "auch", "h_measure")
OF_DECISIONS = ("accuracy", "lxcim", "audrc_sum", "audrc_integral")


def single(name, labels, scores, weights, threshold):
    """The metric of this name by itself."""
    keywords = {"threshold": threshold} if name in OF_DECISIONS else {}
    return getattr(metricbook, name)(labels, scores, sample_weight=weights, **keywords)


def test_by_hand():
    values = summary([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1], threshold=0.4)
    assert list(values.index) == [*OF_RANKING, *OF_DECISIONS]
    assert values.dtype == np.float64
    assert values["auroc"] == values["auch"] == 0.875
    assert values["average_precision"] == pytest.approx(5 / 6)
    # confidences 0.5, 0.1, 0.1, 0.3: right, right and wrong, right
    assert values["accuracy"] == 0.75
    assert values["audrc_sum"] == pytest.approx((1 + 1 + 0.75 + 0.75) / 4)
    assert values["lxcim"] == pytest.approx((4 + 2 * (2 + 3)) / 16)


@given(examples(min_size=2, both=True))
def test_the_single_functions_give_the_same_bits_for_whole_weights(example):
    values = summary(*example[:2], sample_weight=example.weights, threshold=example.threshold)
    for name, value in values.items():
        assert value == single(name, *example), name


def test_the_single_functions_give_the_same_for_any_weights():
    for example in random_examples(51, 150, max_size=60):
        values = summary(*example[:2], sample_weight=example.weights, threshold=example.threshold)
        for name, value in values.items():
            assert value == pytest.approx(single(name, *example), abs=1e-15, rel=0), name


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("decimals", [2, 15])
@pytest.mark.parametrize("threshold", [-10.0, 0.0, 0.37, 10.0])
def test_large_samples(weighted, decimals, threshold):
    rng = np.random.default_rng(52)
    n = 30_000
    labels, scores = rng.integers(0, 2, n), rng.normal(size=n).round(decimals)
    weights = rng.integers(0, 5, n) if weighted else None
    values = summary(labels, scores, sample_weight=weights, threshold=threshold)
    for name, value in values.items():
        # The last digit of a sum depends on where an array begins in memory; nothing else may differ.
        assert value == pytest.approx(single(name, labels, scores, weights, threshold), abs=1e-15, rel=0), name


@pytest.mark.parametrize("part", [1, 7, 64])
def test_the_length_of_the_parts_in_which_a_sample_is_read_does_not_matter(monkeypatch, part):
    cases = random_examples(53, 150, max_size=200)
    whole = [summary(*case[:2], sample_weight=case.weights, threshold=case.threshold) for case in cases]
    for module in (ordering, sweep, reading):
        monkeypatch.setattr(module, "PART", part)
    for case, values in zip(cases, whole, strict=True):
        found = summary(*case[:2], sample_weight=case.weights, threshold=case.threshold)
        for name, value in found.items():
            assert value == pytest.approx(values[name], abs=1e-14, rel=0, nan_ok=True), name


@pytest.mark.parametrize("weights", [[0, 0, 0, 1, 2, 0, 0, 0, 3], [1e-290, 1e-250, 1e-290, 1, 1, 1, 0, 0, 1e-220]])
def test_parts_may_weigh_nothing(monkeypatch, weights):
    labels, scores = [1, 0, 1, 0, 1, 1, 0, 1, 0], np.arange(9.0)
    whole = summary(labels, scores, sample_weight=weights, threshold=4.5)
    for module in (ordering, sweep, reading):
        monkeypatch.setattr(module, "PART", 2)
    found = summary(labels, scores, sample_weight=weights, threshold=4.5)
    assert found.to_numpy() == pytest.approx(whole.to_numpy(), abs=1e-15, rel=0)


@pytest.mark.parametrize("largest", [8.0, 1.7e308])
@pytest.mark.parametrize("threshold", [0.0, 0.3, -100.0])
def test_ties_of_confidence_are_not_parted(monkeypatch, largest, threshold):
    labels = np.arange(400) % 3 == 0
    scores = np.append(threshold + (np.arange(399) % 20 - 10) / 8, largest)
    whole = summary(labels, scores, threshold=threshold)
    for module in (ordering, sweep, reading):
        monkeypatch.setattr(module, "PART", 16)
    monkeypatch.setattr(sweep, "TIES_PAY", 1000)
    assert summary(labels, scores, threshold=threshold).to_numpy() == pytest.approx(whole.to_numpy(), abs=1e-15, rel=0)


def test_it_is_a_series_of_floats_named_value():
    values = summary([1, 0], [1.0, -1.0])
    assert isinstance(values, pd.Series)
    assert values.name == "value"
    assert (values == 1).all()


def test_every_metric_of_the_package_is_in_it():
    metrics = {name for name in metricbook.__all__ if name.islower() and not name.endswith("_of")} - {"confusion"}
    not_of_a_sample_alone = {
        # counts, curves and tables
        "confusion_at", "cost_curve", "cost_lines", "decision_curves", "decisions", "exchange_classes",
        "exchange_effect", "indistinguishability_curves", "precision_recall_curve", "roc_curve", "roc_hull",
        "roc_hull_points", "with_exchanged_copy",
        # need an operating condition or a choice of weights
        "cost_from_skew", "expected_loss", "expected_min_loss", "h_measure_prevalence", "h_measure_severity", "loss",
        "precision_at_k", "recall_at_k", "skew_from_cost",
        # need scores that are chances
        "brier_score", "calibration_curve", "log_loss",
        # exist only where enough positives outscore negatives
        "indistinguishability_threshold", "labelled_win_rate", "precision_at_indistinguishability",
        # exists only where some decisions are right and some wrong; is about one threshold only; and itself
        "confidence_auroc", "kolmogorov_smirnov", "summary",
        # relate metrics to one another
        "angle", "confidence_bounds", "disagreement", "lxcim_from_parts", "range_given_auroc",
        "representatives", "sample_range_given_auroc",
            # say how sure a metric is
            "bootstrap", "hanley_mcneil", "influence", "interval", "optimism", "paired_difference", "standard_error",
            # say what rounding can do to one
            "near_ties", "tie_break_range",
    }  # fmt: skip
    assert metrics - not_of_a_sample_alone == set(summary([1, 0], [1.0, -1.0]).index)
