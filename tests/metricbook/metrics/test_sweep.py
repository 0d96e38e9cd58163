"""The sweep: cumulative weights of both classes at every distinct score."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import roc_curve

from metricbook import Sweep
from metricbook.metrics import ordering
from metricbook.metrics import sweep as sweeps
from metricbook.metrics.selective import ConfidenceSweep
from metricbook.metrics.sweep import TIES_PAY, last_of_each_value, merge_ties, share, sort_by_score
from metricbook.metrics.validation import check_sample
from tests.strategies import examples, random_examples


def test_by_hand_without_ties():
    sweep = Sweep([0, 1, 1, 0], [0.1, 0.4, 0.9, 0.7])
    assert sweep.thresholds.tolist() == [0.9, 0.7, 0.4, 0.1]
    assert sweep.true_positives.tolist() == [1, 1, 2, 2]
    assert sweep.false_positives.tolist() == [0, 1, 1, 2]
    assert (sweep.positives, sweep.negatives) == (2.0, 2.0)


def test_by_hand_with_ties_and_weights():
    sweep = Sweep([1, 0, 1, 0, 1], [2, 2, 1, 1, 0], sample_weight=[1.0, 0.5, 0.0, 2.0, 4.0])
    assert sweep.thresholds.tolist() == [2, 1, 0]
    assert sweep.true_positives.tolist() == [1, 1, 5]
    assert sweep.false_positives.tolist() == [0.5, 2.5, 2.5]
    assert (sweep.positives, sweep.negatives) == (5.0, 2.5)


def test_one_sample():
    sweep = Sweep([0], [3.5])
    assert sweep.thresholds.tolist() == [3.5]
    assert (sweep.true_positives.tolist(), sweep.false_positives.tolist()) == ([0], [1])
    assert (sweep.positives, sweep.negatives) == (0.0, 1.0)


def test_all_scores_equal_are_one_step():
    sweep = Sweep([1, 0, 1], [0.5] * 3)
    assert sweep.thresholds.tolist() == [0.5]
    assert (sweep.true_positives.tolist(), sweep.false_positives.tolist()) == ([2], [1])


@given(examples())
def test_every_entry_counts_what_scores_at_least_the_threshold(example):
    labels, scores, weights, _ = example
    sweep = Sweep(labels, scores, sample_weight=weights)
    rows = list(zip(labels, scores, weights or [1.0] * len(labels), strict=True))
    assert sweep.thresholds.tolist() == sorted(set(scores), reverse=True)
    for threshold, true, false in zip(sweep.thresholds, sweep.true_positives, sweep.false_positives, strict=True):
        assert true == sum(w for y, s, w in rows if y == 1 and s >= threshold)
        assert false == sum(w for y, s, w in rows if y == 0 and s >= threshold)
    assert sweep.positives == sum(w for y, _, w in rows if y == 1)
    assert sweep.negatives == sum(w for y, _, w in rows if y == 0)


def test_scikit_learns_roc_curve_is_the_same():
    for labels, scores, weights, _ in random_examples(21, 60):
        sweep = Sweep(labels, scores, sample_weight=weights)
        # scikit-learn drops samples of weight zero; their thresholds repeat the point before.
        false, true, thresholds = roc_curve(labels, scores, sample_weight=weights, drop_intermediate=False)
        kept = np.isin(sweep.thresholds, thresholds)
        np.testing.assert_array_equal(sweep.thresholds[kept], thresholds[1:])
        np.testing.assert_allclose(sweep.true_positives[kept] / sweep.positives, true[1:], atol=1e-12)
        np.testing.assert_allclose(sweep.false_positives[kept] / sweep.negatives, false[1:], atol=1e-12)


def test_a_step_of_one_class_leaves_the_other_sum_untouched():
    rng = np.random.default_rng(8)
    labels, scores = rng.integers(0, 2, 500), rng.permutation(500) + 0.0
    sweep = Sweep(labels, scores, sample_weight=rng.random(500))
    gained = np.diff(sweep.true_positives, prepend=0.0), np.diff(sweep.false_positives, prepend=0.0)
    assert (np.minimum(*gained) == 0).all()
    assert (np.maximum(*gained) > 0).all()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("decimals", [1, 12])
def test_large_samples_agree_with_counting_by_search(weighted, decimals):
    rng = np.random.default_rng(9)
    n = 50_000
    labels, scores = rng.integers(0, 2, n), rng.normal(size=n).round(decimals)
    weights = rng.integers(0, 4, n).astype(float) if weighted else None
    sweep = Sweep(labels, scores, sample_weight=weights)
    for c, found in ((1, sweep.true_positives), (0, sweep.false_positives)):
        own = np.sort(scores[labels == c])
        mass = np.ones(own.size) if weights is None else weights[labels == c][np.argsort(scores[labels == c])]
        below = np.append(0.0, np.cumsum(mass))[np.searchsorted(own, sweep.thresholds, side="left")]
        np.testing.assert_array_equal(found, mass.sum() - below)


def test_of_sorted_is_the_sweep():
    for labels, scores, weights, _ in random_examples(22, 20):
        one = Sweep(labels, scores, sample_weight=weights)
        other = Sweep.of_sorted(sort_by_score(check_sample(labels, scores, sample_weight=weights)))
        np.testing.assert_array_equal(one.thresholds, other.thresholds)
        np.testing.assert_array_equal(one.true_positives, other.true_positives)
        np.testing.assert_array_equal(one.false_positives, other.false_positives)


@pytest.mark.parametrize("weights", [None, np.arange(200) % 5, np.zeros(200)])
def test_heavy_ties_become_two_weighted_cases_to_a_score(weights):
    labels, scores = np.arange(200) % 3 == 0, np.arange(200) % 7 - 3.0
    if weights is not None:
        weights = weights.astype(float)
        weights[0] = 1.0
    sample = sort_by_score(check_sample(labels, scores, sample_weight=weights))
    merged = merge_ties(sample)
    assert merged.scores.tolist() == np.repeat(np.arange(-3.0, 4), 2).tolist()
    masses = np.ones(200) if weights is None else weights
    for label, score, weight in zip(*merged, strict=True):
        assert weight == masses[(labels == label) & (scores == score)].sum()
    for sweep in (Sweep.of_sorted, ConfidenceSweep.of_sorted):
        one, other = vars(sweep(sample)), vars(sweep(merged))
        assert one.keys() == other.keys()
        for name, values in one.items():
            np.testing.assert_array_equal(other[name], values)


def test_ties_are_merged_only_where_they_are_many():
    for each in (TIES_PAY - 1, TIES_PAY):
        scores = np.repeat(np.arange(10.0), each)
        sample = sort_by_score(check_sample(scores > 4, scores))
        assert (merge_ties(sample) is sample) == (each < TIES_PAY)


@pytest.mark.parametrize(
    ("cases", "distinct", "weighted"),
    [*product([10_000], [2, 100, 1001], [False, True]), (2_000, 2, False), (2_000, 250, False)],
)
def test_what_is_count_in_cells_is_what_sorting_gives(monkeypatch, cases, distinct, weighted):
    monkeypatch.setattr(sweeps, "CELLS", 1 << 10)
    rng = np.random.default_rng(23)
    scores, labels = rng.permutation(cases) % distinct / 7 - 3, rng.random(cases) < 0.3
    sample = check_sample(labels, scores, sample_weight=rng.integers(0, 9, cases) if weighted else None)
    for one, other in zip(sweeps._count_in_cells(sample), merge_ties(sort_by_score(sample)), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    "scores",
    [
        np.arange(10_000.0) % 2000,  # more than there are cells
        np.append(np.arange(9_999) % 10 / 10, 1e6),  # all but one are in one cell
        np.append(np.arange(9_990) % 10 / 10, np.full(10, 0.1 + 1e-9)),  # in the cell of another, in the last part
        np.full(10_000, 0.5),
        np.repeat([-1.7e308, 1.7e308], 5_000),
        np.repeat([0.0, 1e-310], 5_000),  # so near to each other that no float counts the cells between
        np.arange(1_000) % 10,  # a small sample
        np.arange(2_000) % 255,  # less than eight cases to a score
    ],
)
def test_other_scores_are_sorted(monkeypatch, scores):
    monkeypatch.setattr(sweeps, "CELLS", 1 << 10)
    monkeypatch.setattr(ordering, "PART", 500)
    sample = check_sample(np.arange(scores.size) % 3 == 0, scores)
    assert sweeps._count_in_cells(sample) is None
    for one, other in zip(sweeps.in_order(sample), merge_ties(sort_by_score(sample)), strict=True):
        np.testing.assert_array_equal(one, other)


def test_weights_of_few_cases_are_added_up_in_order(monkeypatch):
    monkeypatch.setattr(sweeps, "CELLS", 1 << 10)
    scores = np.arange(4_000) % 10
    assert sweeps._count_in_cells(check_sample(scores > 4, scores, sample_weight=np.ones(4_000))) is None


def test_last_of_each_value():
    assert last_of_each_value(np.array([3, 3, 2, 1, 1])).tolist() == [1, 2, 4]
    assert last_of_each_value(np.array([3, 2, 1])) is None
    assert last_of_each_value(np.array([3])) is None


def test_share_removes_what_rounding_adds():
    assert [share(value) for value in (-1e-16, 0.0, 0.3, 1.0, 1.0000000000000002)] == [0.0, 0.0, 0.3, 1.0, 1.0]
