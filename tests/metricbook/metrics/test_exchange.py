"""The exchange of classes and what it does to a metric: by hand, on every subset, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given

from metricbook import (
    accuracy,
    audrc_integral,
    audrc_sum,
    auroc,
    average_precision,
    exchange_classes,
    exchange_effect,
    lxcim,
)
from metricbook.exact import ranking as exact
from metricbook.metrics.exchange import with_exchanged_copy
from tests.strategies import examples


def test_the_exchange_by_hand():
    moved = exchange_classes([0, 1, 1], [1.0, 2.0, 0.5], sample_weight=[3, 4, 5], threshold=0.5, which=[0, -1])
    assert moved.labels.tolist() == [True, True, True]
    assert moved.scores.tolist() == [0.0, 2.0, 0.5]
    assert moved.weights.tolist() == [3.0, 4.0, 5.0]
    assert exchange_classes([1], [0.5], threshold=0.5, flip_at_threshold=True).labels.tolist() == [False]
    assert exchange_classes([1], [0.5], threshold=0.5).labels.tolist() == [True]


def test_beside_its_copy_a_sample_at_the_threshold_has_both_classes():
    labels, scores, _ = with_exchanged_copy([1, 0], [0.5, 2.0], threshold=0.5)
    assert (labels.tolist(), scores.tolist()) == ([True, False, False, True], [0.5, 2.0, 0.5, -1.0])
    assert with_exchanged_copy([1], [0.5], threshold=0.5, flip_at_threshold=False).labels.tolist() == [True, True]


@given(examples())
def test_exchanging_twice_gives_the_sample_back(example):
    labels, scores, weights, threshold = example
    once = exchange_classes(labels, scores, sample_weight=weights, threshold=threshold)
    again = exchange_classes(once.labels, once.scores, sample_weight=once.weights, threshold=threshold)
    assert again.labels.astype(int).tolist() == labels
    assert again.scores.tolist() == scores


def test_the_exchange_returns_new_arrays_and_leaves_the_old():
    labels, scores, weights = np.array([True, False]), np.array([1.0, 2.0]), np.array([1.0, 3.0])
    mask = np.array([True, False])
    for array in (labels, scores, weights, mask):
        array.flags.writeable = False
    for moved in (
        exchange_classes(labels, scores, sample_weight=weights, which=mask),
        with_exchanged_copy(labels, scores, sample_weight=weights),
    ):
        for new, old in zip(moved, (labels, scores, weights), strict=True):
            assert not np.shares_memory(new, old)
            assert new.flags.writeable
    assert exchange_classes(labels, scores, which=[]).scores.tolist() == [1.0, 2.0]


WRONG_CHOICES = {
    "ragged": ([[0], [0, 1]], r"which must be one-dimensional, not a ragged nest"),
    "short mask": ([True], r"which must have one entry per sample: shape \(1,\) for 2 samples"),
    "fractional": ([0.5], r"which must be a mask of booleans or a list of whole-number indices"),
    "nested": ([[0], [1]], r"which must be a mask"),
    "beyond": ([0, 2], r"which holds index 2, outside a sample of 2"),
    "before": ([-3], r"which holds index -3, outside a sample of 2"),
    "before, after one that is inside": ([-2, -3], r"which holds index -3, outside a sample of 2"),
    "whole numbers and a unit": (np.array([1], dtype="m8[s]"), r"which must be a mask"),
}


@pytest.mark.parametrize("case", WRONG_CHOICES)
def test_a_choice_that_does_not_fit_is_refused(case):
    which, message = WRONG_CHOICES[case]
    with pytest.raises(ValueError, match=message):
        exchange_classes([0, 1], [1.0, 2.0], which=which)


def test_unsigned_indices_and_both_ends_are_a_choice():
    assert exchange_classes([0, 1], [1.0, 2.0], which=np.array([1], dtype="u1")).scores.tolist() == [1.0, -2.0]
    assert exchange_classes([0, 1], [1.0, 2.0], which=[-2]).scores.tolist() == [-1.0, 2.0]


def test_a_mirror_image_beyond_the_floats_is_refused():
    with pytest.raises(ValueError, match=r"mirror image of y_score .* too large for a float at index 1"):
        exchange_classes([0, 1], [1e307, -1e308], threshold=8e307)
    assert exchange_classes([0, 1], [1e308, 1e308]).scores.tolist() == [-1e308, -1e308]


@pytest.mark.parametrize("threshold", [0.1, 7e307, -7e307, 1e308, -1e308])
def test_a_mirror_image_is_the_nearest_float(threshold):
    scores = threshold * np.random.default_rng(2).uniform(0.3, 1.7, 200)
    exactly = [float(2 * Fraction(threshold) - Fraction(score)) for score in scores]
    assert exchange_classes([0, 1] * 100, scores, threshold=threshold).scores.tolist() == exactly


def test_the_effect_of_exchanges_on_every_subset():
    labels, scores = [0, 1, 0, 1], [-4.0, -3.0, 1.0, 2.0]
    effect = exchange_effect(auroc, labels, scores)
    assert (effect.before, effect.tried) == (0.75, 16)
    moved = exchange_classes(labels, scores, which=list(effect.which))
    assert auroc(moved.labels, moved.scores) == effect.after
    assert effect.largest_change == abs(effect.after - 0.75) > 0
    # Two of the sixteen subsets leave one class only.
    assert effect.undefined == sum(
        len(set(exact.exchange(labels, scores, which=[i for i in range(4) if bits[i]])[0])) == 1
        for bits in product((0, 1), repeat=4)
    )
    assert effect.undefined == 2
    assert not effect.invariant()


def test_the_effect_leaves_alone_what_is_at_the_threshold():
    effect = exchange_effect(lambda labels, scores: labels.mean(), [1, 0], [0.5, 2.0], threshold=0.5)
    assert (effect.before, effect.after, effect.which) == (0.5, 1, (1,))


def test_the_effect_is_none_for_an_invariant_metric():
    rng = np.random.default_rng(45)
    labels, scores, weights = rng.integers(0, 2, 9), rng.integers(-9, 9, 9) / 4, rng.integers(1, 4, 9)
    for metric in (accuracy, lxcim, audrc_sum, audrc_integral):
        effect = exchange_effect(metric, labels, scores, sample_weight=weights)
        assert effect.invariant(0)
        assert (effect.which, effect.tried, effect.largest_change) == ((), 512, 0)


def test_the_effect_on_a_larger_sample_needs_a_generator():
    labels, scores = [0, 1] * 8, np.arange(16) - 7.5
    with pytest.raises(ValueError, match="13 samples have too many"):
        exchange_effect(lxcim, labels[:13], scores[:13])
    with pytest.raises(ValueError, match="16 samples have too many subsets to try all: pass rng"):
        exchange_effect(lxcim, labels, scores)
    one = exchange_effect(average_precision, labels, scores, draws=50, rng=np.random.default_rng(1))
    assert one == exchange_effect(average_precision, labels, scores, draws=50, rng=np.random.default_rng(1))
    assert one.tried == 66
    assert not one.invariant()
    assert exchange_effect(lxcim, labels, scores, rng=np.random.default_rng(1)).tried == 1016


def test_a_larger_sample_is_exchanged_one_by_one_then_about_half_at_a_time():
    class Signs(list):
        def __call__(self, y_true, y_score):
            self.append(y_score < 0)
            return 0.0

    seen = Signs()
    exchange_effect(seen, [0, 1] * 10, np.arange(1.0, 21), draws=200, rng=np.random.default_rng(2))
    assert np.array_equal(seen[1:21], np.eye(20, dtype=bool))
    drawn = np.array(seen[21:])
    assert len(np.unique(drawn, axis=0)) == 200
    assert abs(drawn.mean() - 0.5) < 4 * 0.5 / drawn.size**0.5


def test_a_metric_that_is_not_a_number_is_undefined_not_unmoved():
    def precision(y_true, y_score):
        chosen = y_score > 0
        return float(y_true[chosen].mean()) if chosen.any() else float("nan")

    effect = exchange_effect(precision, [1, 1], [1.0, 2.0])
    assert effect.undefined == 1  # both exchanged: nothing is predicted positive
    assert not effect.invariant()
    with pytest.raises(ValueError, match="undefined on the sample itself"):
        exchange_effect(precision, [1, 1], [-1.0, -2.0])
