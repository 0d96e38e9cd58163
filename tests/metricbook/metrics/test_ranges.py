"""Ranges of metrics beside an AUROC: reached by their curves, never left by a sample, and by hand where short."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from metricbook import (
    auch,
    auroc,
    average_precision,
    h_measure,
    kolmogorov_smirnov,
    range_given_auroc,
    sample_range_given_auroc,
)
from metricbook.exact.samples import rankings
from metricbook.metrics import ranges, sample_ranges

METRICS = ["auch", "average_precision", "best_accuracy", "best_f1_score", "h_measure", "kolmogorov_smirnov", "lxcim"]
AREAS = [0.2, 0.5, 0.6, 0.75, 0.8, 0.95, 0.999]
PREVALENCES = [0.001, 0.1, 0.35, 0.5, 0.8, 0.97]


def sample_of(curve: NDArray[np.float64], prevalence: float) -> tuple[NDArray[np.int_], NDArray[np.float64], dict]:
    """A weighted sample with this ROC curve, each straight piece a tie."""
    right, up = np.diff(curve, axis=0).T
    scores = np.arange(right.size, 0, -1.0)
    weights = np.append(up * prevalence, right * (1 - prevalence))
    return np.repeat([1, 0], right.size), np.tile(scores, 2), {"sample_weight": np.maximum(weights, 0)}


def value_of(metric: str, curve: NDArray[np.float64], prevalence: float) -> float:
    """The metric of a curve, at its corners or by many points on its pieces."""
    fpr, tpr = curve.T
    odds = (1 - prevalence) / prevalence
    if metric == "best_accuracy":
        return float((prevalence * tpr + (1 - prevalence) * (1 - fpr)).max())
    if metric == "best_f1_score":
        return float((2 * tpr / (tpr + odds * fpr + 1)).max())
    if metric == "average_precision":
        along = np.linspace(0, 1, 2001)[1:]
        x, y = (np.concatenate([[0.0], *(a + along * (b - a) for a, b in pairwise(v))]) for v in (fpr, tpr))
        up = np.diff(y) > 0
        x, y, up = (x[1:] + x[:-1])[up], (y[1:] + y[:-1])[up], np.diff(y)[up]
        return float(np.sum(up * y / (y + odds * x)))
    labels, scores, weights = sample_of(curve, prevalence)
    return {"auch": auch, "h_measure": h_measure, "kolmogorov_smirnov": kolmogorov_smirnov}[metric](
        labels, scores, **weights
    )


@pytest.mark.parametrize("prevalence", PREVALENCES)
@pytest.mark.parametrize("metric", METRICS)
def test_both_ends_are_reached_by_their_curves(metric: str, prevalence: float) -> None:
    for area in AREAS:
        found = range_given_auroc(metric, area, prevalence)
        assert 0 <= found.low <= found.high <= 1
        for end, curve in ((found.low, found.lowest), (found.high, found.highest)):
            assert np.all(np.diff(curve, axis=0) >= -1e-12)
            labels, scores, weights = sample_of(curve, prevalence)
            assert auroc(labels, scores, **weights) == pytest.approx(area, abs=4e-4)
            if metric != "lxcim":
                assert value_of(metric, curve, prevalence) == pytest.approx(end, abs=5e-4)


@pytest.mark.parametrize("sizes", [(3, 3), (2, 6), (6, 2)])
def test_no_sample_leaves_a_range_but_by_the_first_step_of_average_precision(sizes: tuple[int, int]) -> None:
    positives, negatives = sizes
    scores = np.arange(positives + negatives, 0, -1.0)
    for labels in rankings(positives + negatives, positives):
        area = auroc(labels, scores)
        for metric, value in (("auch", auch), ("h_measure", h_measure), ("average_precision", average_precision)):
            found = range_given_auroc(metric, area, positives / (positives + negatives))
            ceiling = 1.0 if metric == "average_precision" else found.high
            assert found.low - 1e-12 <= value(labels, scores) <= ceiling + 1e-12
        for metric in ("best_accuracy", "best_f1_score", "kolmogorov_smirnov", "lxcim"):
            outer = range_given_auroc(metric, area, positives / (positives + negatives))
            inner = sample_range_given_auroc(metric, area, positives, negatives)
            assert outer.low - 1e-12 <= inner.low <= inner.high <= outer.high + 1e-12


@pytest.mark.parametrize("metric", sample_ranges.METRICS)
def test_ranges_of_samples_approach_that_of_many_cases(metric: str) -> None:
    for area, share in ((0.8, 4), (0.9, 1)):
        limit = range_given_auroc(metric, area, 1 / (1 + share))
        apart = []
        for size in (10, 20, 40):
            found = sample_range_given_auroc(metric, area, size, share * size)
            apart.append([abs(found.low - limit.low), abs(found.high - limit.high)])
        assert np.all(np.array(apart[2]) <= 0.6 * np.array(apart[0]) + 1e-12)


def test_closed_forms_by_hand() -> None:
    assert range_given_auroc("best_accuracy", 0.8, 0.5)[:2] == pytest.approx((1 - math.sqrt(0.1), 0.9))
    assert range_given_auroc("best_accuracy", 0.8, 0.1)[:2] == pytest.approx((0.9, 0.98))
    assert range_given_auroc("best_f1_score", 0.8, 0.1).high == pytest.approx(8 / 9)
    assert range_given_auroc("best_f1_score", 0.8, 0.6).high == pytest.approx(15 / 16)
    assert range_given_auroc("lxcim", 0.8, 0.5)[:2] == pytest.approx((0.56, 0.89))
    assert range_given_auroc("auch", 0.8, 0.5)[:2] == pytest.approx((0.8, 0.9))
    # Nine negatives to a positive: 8/9 over 1 + 2 · 9 · 0.2, and 1 - 9 ln(10/9.8).
    assert range_given_auroc("average_precision", 0.8, 0.1)[:2] == pytest.approx(
        (8 / 9 / 4.6, 1 - 9 * math.log(10 / 9.8))
    )
    # Even classes and no cost at which everything or nothing is flagged: the least loss is √(δ/2 · 17/140) of 5/32.
    assert range_given_auroc("h_measure", 0.8, 0.5).low == pytest.approx(1 - math.sqrt(0.1 * 17 / 140) / (5 / 32))
    assert range_given_auroc("h_measure", 0.4, 0.3).low == 0


def test_least_average_precision_is_the_least_of_many_curves() -> None:
    """Among curves of two steps, one of them free, and against the bound of Schwarz's inequality."""
    for area, prevalence in ((0.95, 0.5), (0.9, 0.3), (0.6, 0.9)):
        found = range_given_auroc("average_precision", area, prevalence)
        odds, lost = (1 - prevalence) / prevalence, 1 - area
        assert found.low > 8 / 9 / (1 + 2 * odds * lost)
        for tpr in np.linspace(0, area - 1e-9, 50):
            fpr = lost / (1 - tpr)
            two_steps = np.array([(0, 0), (0, tpr), (fpr, tpr), (fpr, 1), (1, 1)])
            assert value_of("average_precision", two_steps, prevalence) >= found.low - 1e-9


def test_classes_that_change_places_mirror_the_ranges() -> None:
    for metric in ("auch", "best_accuracy", "h_measure", "kolmogorov_smirnov", "lxcim"):
        one, other = (range_given_auroc(metric, 0.85, prevalence) for prevalence in (0.2, 0.8))
        assert one[:2] == pytest.approx(other[:2], abs=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_ends_rise_with_the_area_and_a_perfect_order_leaves_no_freedom_but_to_the_threshold(metric: str) -> None:
    found = np.array([range_given_auroc(metric, area, 0.2)[:2] for area in np.linspace(0.5, 1, 41)])
    assert np.all(np.diff(found, axis=0) >= -1e-12)
    assert found[-1] == pytest.approx([0.36 if metric == "lxcim" else 1, 1])


def test_what_has_no_range_is_refused() -> None:
    for wrong, said in (
        (("auroc", 0.8, 0.5), "metric must be one of 'auch', 'average_precision'"),
        (("auch", -0.1, 0.5), "auroc must lie between 0 and 1"),
        (("auch", 0.8, 1), "prevalence must lie strictly between 0 and 1"),
    ):
        with pytest.raises(ValueError, match=said):
            range_given_auroc(*wrong)  # type: ignore[arg-type]
    assert sorted(METRICS) == list(ranges._ENDS)
