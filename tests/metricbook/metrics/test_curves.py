"""Curves as tables: hand-computed values, and the metrics that their areas must be."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook import accuracy, audrc_sum, auroc, lxcim
from metricbook.metrics import curves


def test_decisions_are_listed_by_falling_confidence_with_half_credit_at_the_threshold():
    table = curves.decisions([0, 1, 1], [3.0, 2.0, 4.5], sample_weight=[1, 2, 1], threshold=2.0)
    assert table["confidence"].tolist() == [2.5, 1.0, 0.0]
    assert table["correct"].tolist() == [1, 0, 0.5]
    assert table["decision_rate"].tolist() == [1 / 4, 1 / 2, 1]


def test_a_tie_is_one_step_of_the_curves():
    table = curves.decision_curves([1, 0, 1], [2.0, 1.0, 1.0])
    assert table["decision_rate"].tolist() == [0, 1 / 3, 1]
    assert table["cumulative_accuracy"].tolist() == [0, 1 / 3, 2 / 3]
    assert table["accuracy"].tolist() == [1, 1, 2 / 3]


def test_a_tie_of_both_classes_is_one_sloping_step_of_the_roc_curve():
    table = curves.roc_curve([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1])
    assert table["false_positive_rate"].tolist() == [0, 0, 1 / 2, 1]
    assert table["true_positive_rate"].tolist() == [0, 1 / 2, 1, 1]


def test_precision_begins_where_something_is_called():
    table = curves.precision_recall_curve([1, 0, 1], [3.0, 2.0, 1.0], sample_weight=[0, 1, 1])
    assert (table["recall"].tolist(), table["precision"].tolist()) == ([0, 1], [0, 1 / 2])


@pytest.mark.parametrize("seed", range(5))
def test_the_areas_are_the_metrics(seed):
    rng = np.random.default_rng(seed)
    labels, scores = rng.integers(0, 2, 40), rng.integers(-6, 7, 40) / 2
    weights = rng.integers(0, 4, 40) + (np.arange(40) == 0)
    both = {"sample_weight": weights}
    table = curves.decision_curves(labels, scores, sample_weight=weights)
    area = np.trapezoid(table["cumulative_accuracy"], table["decision_rate"])
    assert 2 * area == pytest.approx(lxcim(labels, scores, **both), abs=1e-14)
    assert table["cumulative_accuracy"].iloc[-1] == pytest.approx(accuracy(labels, scores, **both), abs=1e-14)
    steps = np.diff(table["decision_rate"]) * table["accuracy"].iloc[1:]
    assert steps.sum() == pytest.approx(audrc_sum(labels, scores, **both), abs=1e-14)
    roc = curves.roc_curve(labels, scores, sample_weight=weights)
    area = np.trapezoid(roc["true_positive_rate"], roc["false_positive_rate"])
    assert area == pytest.approx(auroc(labels, scores, **both), abs=1e-14)


def test_the_roc_curve_needs_both_classes():
    with pytest.raises(ValueError, match="the ROC curve is undefined: y_true has no negative"):
        curves.roc_curve([1, 1], [1.0, 2.0])
