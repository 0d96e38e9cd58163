"""Ranges beside an AUROC and a point of the curve: reached by curves through it, never left by a sample."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from metricbook import range_given_auroc, sample_range_given_auroc

from .test_ranges import PREVALENCES, value_of

AT_BEST = ["best_accuracy", "best_f1_score", "kolmogorov_smirnov"]
POINTS = [(0.1, 0.5), (0.0, 0.4), (0.3, 1.0), (0.3, 0.2), (0.5, 0.5), (0.9, 0.95)]


def areas_through(fpr: float, tpr: float) -> NDArray[np.float64]:
    """From the least to the greatest area of a curve through a point."""
    return np.linspace(tpr * (1 - fpr), 1 - fpr * (1 - tpr), 5)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("metric", AT_BEST)
def test_beside_a_point_both_ends_are_reached_by_curves_through_it(metric: str, point: tuple[float, float]) -> None:
    for prevalence in PREVALENCES:
        for area in areas_through(*point):
            found = range_given_auroc(metric, area, prevalence, point=point)
            assert 0 <= found.low <= found.high <= 1
            for end, curve in ((found.low, found.lowest), (found.high, found.highest)):
                fpr, tpr = curve.T
                assert np.all(np.diff(curve, axis=0) >= 0)
                assert curve[[0, -1]].tolist() == [[0, 0], [1, 1]]
                assert np.trapezoid(tpr, fpr) == pytest.approx(area, abs=1e-9)
                # The point lies on the curve: no corner is on its wrong side.
                assert np.all((tpr <= point[1] + 1e-9) | (fpr >= point[0] - 1e-9))
                assert np.all((tpr >= point[1] - 1e-9) | (fpr <= point[0] + 1e-9))
                assert value_of(metric, curve, prevalence) == pytest.approx(end, abs=1e-9)


@pytest.mark.parametrize("metric", AT_BEST)
def test_beside_a_point_no_sample_leaves_the_range_and_large_ones_come_near(metric: str) -> None:
    positives, negatives = 40, 80
    for point in POINTS:
        for area in areas_through(*point)[1:-1]:
            inner = sample_range_given_auroc(metric, area, positives, negatives, point=point)
            outer = range_given_auroc(metric, inner.auroc, 1 / 3, point=point)
            assert outer.low - 1e-12 <= inner.low <= inner.high <= outer.high + 1e-12
            assert (inner.low, inner.high) == pytest.approx(outer[:2], abs=0.03)


@pytest.mark.parametrize("metric", AT_BEST)
def test_a_point_that_says_nothing_leaves_the_range(metric: str) -> None:
    for area in (0.3, 0.5, 0.8):
        plain = range_given_auroc(metric, area, 0.2)
        assert range_given_auroc(metric, area, 0.2, point=(1, 1))[:2] == plain[:2]
        for curve in plain[2:]:
            known = range_given_auroc(metric, area, 0.2, point=tuple(curve[1]))
            assert plain.low - 1e-12 <= known.low <= known.high <= plain.high + 1e-12
        near = range_given_auroc(metric, area, 0.2, point=(0.0, 1e-12))
        assert near[:2] == pytest.approx(plain[:2], abs=1e-9)


def test_what_has_no_range_beside_a_point_is_refused() -> None:
    for metric, point, said in (
        (
            "auch",
            (0.5, 0.5),
            "beside a point there are ranges of best_accuracy, best_f1_score, kolm",
        ),
        ("best_accuracy", (0.5, 0.5), "through FPR 0.5 and TPR 0.5 the AUROC is between 0.25 and 0.75"),
        ("best_accuracy", (0.5, math.nan), "the TPR of point must lie between 0 and 1"),
        ("best_accuracy", (0.5, 0.5, 0.5), "point must be a pair"),
    ):
        with pytest.raises(ValueError, match=said):
            range_given_auroc(metric, 0.8, 0.5, point=point)  # type: ignore[arg-type]
