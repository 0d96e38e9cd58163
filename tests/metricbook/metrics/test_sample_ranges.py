"""Ranges of metrics beside the AUROC of a sample: those of every ranking, and reached by what is given with them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from metricbook import auroc, lxcim, sample_range_given_auroc
from metricbook.exact import ranges
from metricbook.exact.ranking import auroc as exact_auroc
from metricbook.exact.ranking import average_precision
from metricbook.metrics import sample_ranges
from tests.whole import WHOLE

VALUES = {
    "average_precision": average_precision,
    "best_accuracy": ranges.best_accuracy,
    "best_f1_score": ranges.best_f1_score,
    "kolmogorov_smirnov": ranges.kolmogorov_smirnov,
}
SIZES = [(1, 1), (1, 4), (4, 1), (3, 3), (2, 5), (5, 2)] + [(4, 5), (5, 4)] * WHOLE


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("metric", VALUES)
def test_ranges_are_those_of_all_rankings(metric: str, sizes: tuple[int, int]) -> None:
    for area, (low, high) in ranges.ranges_given_auroc(VALUES[metric], *sizes).items():
        found = sample_range_given_auroc(metric, float(area), *sizes)
        assert (found.low, found.high, found.auroc) == pytest.approx([float(low), float(high), float(area)], abs=1e-15)
        for end, (labels, scores) in ((low, found.lowest), (high, found.highest)):
            assert auroc(labels, scores) == pytest.approx(float(area))
            assert VALUES[metric](labels.astype(int).tolist(), scores.astype(int).tolist()) == end
            assert labels.sum() == sizes[0]


@pytest.mark.parametrize("sizes", [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3)] + [(3, 2), (3, 3), (2, 4), (5, 1)] * WHOLE)
def test_ranges_of_lxcim_are_those_of_all_samples(sizes: tuple[int, int]) -> None:
    for area, (low, high) in ranges.ranges_of_lxcim(*sizes).items():
        found = sample_range_given_auroc("lxcim", float(area), *sizes)
        assert (found.low, found.high) == pytest.approx([float(low), float(high)], abs=1e-15)
        for end, sample in ((low, found.lowest), (high, found.highest)):
            assert lxcim(*sample) == pytest.approx(float(end))
            assert auroc(*sample) == pytest.approx(float(area))
            assert np.all(np.diff(sample[1]) < 0)


@pytest.mark.parametrize("metric", sample_ranges.METRICS)
@pytest.mark.parametrize("sizes", [(30, 20), (7, 60)])
def test_larger_samples_reach_their_ranges(metric: str, sizes: tuple[int, int]) -> None:
    for area in (0, 0.31, 0.5, 0.8, 1):
        found = sample_range_given_auroc(metric, area, *sizes)
        for end, (labels, scores) in ((found.low, found.lowest), (found.high, found.highest)):
            assert auroc(labels, scores) == pytest.approx(found.auroc)
            value = lxcim(labels, scores) if metric == "lxcim" else float(VALUES[metric](labels.astype(int), scores))
            assert value == pytest.approx(end, abs=1e-14)


@pytest.mark.parametrize("sizes", [(1, 1), (3, 2), (2, 5)] + [(4, 4), (5, 3)] * WHOLE)
@pytest.mark.parametrize("metric", VALUES)
def test_beside_a_point_ranges_are_those_of_all_rankings_through_it(metric: str, sizes: tuple[int, int]) -> None:
    positives, negatives = sizes
    ends: dict[tuple[int, int, Fraction], list[Fraction]] = {}
    for labels in ranges.rankings(positives + negatives, positives):
        scores = range(positives + negatives, 0, -1)
        value, area = VALUES[metric](labels, scores), exact_auroc(labels, scores)
        for flagged in range(positives + negatives + 1):
            tp = sum(labels[:flagged])
            low, high = ends.get((tp, flagged - tp, area), (value, value))
            ends[tp, flagged - tp, area] = [min(low, value), max(high, value)]
    for (tp, fp, area), expected in ends.items():
        point = (fp / negatives, tp / positives)
        found = sample_range_given_auroc(metric, float(area), *sizes, point=point)
        assert (found.low, found.high) == pytest.approx([float(end) for end in expected], abs=1e-15)
        for end, (labels, scores) in zip(expected, (found.lowest, found.highest), strict=True):
            assert labels[: tp + fp].sum() == tp
            assert auroc(labels, scores) == pytest.approx(float(area))
            assert VALUES[metric](labels.astype(int).tolist(), scores.astype(int).tolist()) == end


def test_the_nearest_auroc_is_taken_and_of_two_the_larger() -> None:
    assert [sample_range_given_auroc("lxcim", area, 2, 3).auroc for area in (0.7, 0.25, 0.26, 1)] == [
        float(Fraction(won, 6)) for won in (4, 2, 2, 6)
    ]
    assert [sample_range_given_auroc("lxcim", area, 10, 10).auroc for area in (0.145, 0.285)] == [0.15, 0.29]


def test_a_thousand_of_each_class_can_be_tried() -> None:
    found = sample_range_given_auroc("best_f1_score", 0.8, 1000, 1000)
    assert (found.low, found.high) == pytest.approx((0.6985, 0.9091), abs=1e-3)


def test_a_point_that_no_ranking_passes_is_refused() -> None:
    for metric, point, said in (
        ("lxcim", (0.5, 0.5), "lxcim is not read off the ROC curve"),
        ("best_accuracy", (0, 1), "with 4 of 4 positives and 0 of 5 negatives flagged the AUROC is between 1 and 1"),
        ("best_accuracy", (0.41, 0.24), "with 1 of 4 positives and 2 of 5 negatives flagged .* between 0.15 and 0.7"),
        ("best_accuracy", (-0.1, 1), "the FPR of point must lie between 0 and 1"),
        ("best_accuracy", (0.1, 2), "the TPR of point must lie between 0 and 1"),
        ("best_accuracy", 0.1, "point must be a pair, FPR and TPR, not 0.1"),
    ):
        with pytest.raises(ValueError, match=said):
            sample_range_given_auroc(metric, 0.8, 4, 5, point=point)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("auroc", 0.8, 2, 2), "metric must be one of"),
        (("lxcim", 1.1, 2, 2), "auroc must lie between 0 and 1"),
        (("lxcim", 0.8, 0, 2), "positives must be a whole number of cases, at least 1"),
        (("lxcim", 0.8, 2, 2.5), "negatives must be a whole number of cases, at least 1"),
        (("lxcim", 0.8, 4000, 2000), "4000 positives and 2000 negatives are too many to try"),
        (("average_precision", 0.8, 300, 300), "too many to try: see range_given_auroc"),
    ],
)
def test_what_has_no_range_is_refused(wrong: tuple[str, float, int, float], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        sample_range_given_auroc(*wrong)  # type: ignore[arg-type]
