"""LxCIM from accuracy and the AUROC of confidence: by definition, as an identity, at its bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from metricbook import accuracy, auroc, lxcim
from metricbook.exact import ranking as exact
from metricbook.metrics.decomposition import confidence_auroc, lxcim_from_parts
from metricbook.metrics.selective import confidence_bounds
from tests.strategies import Example, examples, random_examples, small_samples

shares = st.floats(0, 1)


def by_pairs(example) -> Fraction | None:
    """Chance that a right decision is more confident than a wrong one, from all pairs; half right at s*."""
    weights = example.weights or [1.0] * len(example.labels)
    middle = Fraction(example.threshold)
    decisions = []
    for label, score, weight in zip(example.labels, map(Fraction, example.scores), map(Fraction, weights), strict=True):
        right = Fraction(1, 2) if score == middle else Fraction(int((score > middle) == (label == 1)))
        decisions.append((abs(score - middle), right * weight, (1 - right) * weight))
    won = sum(
        a * b * (Fraction(int(g > h)) if g != h else Fraction(1, 2)) for g, a, _ in decisions for h, _, b in decisions
    )
    pairs = sum(a for _, a, _ in decisions) * sum(b for _, _, b in decisions)
    return won / pairs if pairs else None


def parts(example) -> tuple[float, float]:
    options = {"sample_weight": example.weights, "threshold": example.threshold}
    return (
        accuracy(example.labels, example.scores, **options),
        confidence_auroc(example.labels, example.scores, **options),
    )


@given(examples())
def test_it_is_what_all_pairs_give(example):
    wanted = by_pairs(example)
    options = {"sample_weight": example.weights, "threshold": example.threshold}
    if wanted is None:
        with pytest.raises(ValueError, match=r"no decision of positive weight is (right|wrong)"):
            confidence_auroc(example.labels, example.scores, **options)
    else:
        assert confidence_auroc(example.labels, example.scores, **options) == pytest.approx(float(wanted), abs=1e-12)


@given(examples())
def test_the_parts_give_lxcim(example):
    assume(by_pairs(example) is not None)
    value = lxcim(example.labels, example.scores, sample_weight=example.weights, threshold=example.threshold)
    assert lxcim_from_parts(*parts(example)) == pytest.approx(value, abs=1e-12)


def small_examples() -> Iterator[Example]:
    """Ties, scores at s*, one class, no right or no wrong decision, and weights down to zero."""
    for labels, scores in small_samples(range(1, 5), (-2, 0, 1)):
        yield Example(labels, scores, None, 0)
    for (labels, scores), weights in product(small_samples(range(2, 3), (-1, 0, 1)), product((0, 1, 3), repeat=2)):
        if any(weights):
            yield Example(labels, scores, list(weights), 0)
    for (labels, scores), weights in product(small_samples(range(3, 4), (-1, 0, 1)), permutations((1, 2, 5))):
        yield Example(labels, scores, list(weights), 0)


def test_the_parts_give_lxcim_exactly_on_every_small_sample():
    for example in small_examples():
        sample = example.labels, example.scores, example.weights
        right, told = exact.accuracy(*sample), by_pairs(example)
        assert (told is None) == (right in (0, 1))
        assert lxcim_from_parts(right, math.nan if told is None else told) == exact.lxcim(*sample)
        if told is not None:
            found = confidence_auroc(*sample[:2], sample_weight=example.weights)
            assert found == pytest.approx(float(told), abs=1e-15)


def test_the_parts_give_lxcim_on_large_samples():
    for example in random_examples(23, 50, max_size=2000):
        value = lxcim(example.labels, example.scores, sample_weight=example.weights, threshold=example.threshold)
        assert lxcim_from_parts(*parts(example)) == pytest.approx(value, abs=1e-12)


def test_without_scores_at_the_threshold_it_is_an_auroc():
    rng = np.random.default_rng(3)
    labels, scores, weights = rng.integers(0, 2, 500), rng.normal(size=500), rng.exponential(size=500)
    right = (scores > 0.2) == (labels == 1)
    expected = auroc(right, np.abs(scores - 0.2), sample_weight=weights)
    assert confidence_auroc(labels, scores, sample_weight=weights, threshold=0.2) == expected


def test_a_score_at_the_threshold_is_one_half_of_each():
    # Halves at confidence 0: the right half loses to the wrong decision of confidence 1 and ties with its own half.
    assert confidence_auroc([1, 1], [-1.0, 0.0]) == pytest.approx((0.5 * 0.5 * 0.5) / (0.5 * 1.5))
    assert confidence_auroc([1], [5.0], threshold=5.0) == 0.5


def test_the_largest_scores_keep_their_order():
    """Their distances from the threshold are no floats, but one is larger than the other."""
    assert confidence_auroc([1, 1], [1.5e308, -1.5e308], threshold=-1e308) == 1
    assert confidence_auroc([1, 0, 1], [1.5e308, 1.6e308, -1.0], threshold=-1e308) == 0
    assert confidence_auroc([1, 0, 1], [1.6e308, 1.5e308, -1.0], threshold=-1e308) == 0.5


def test_all_right_or_all_wrong_is_refused_and_says_so():
    with pytest.raises(ValueError, match="no decision of positive weight is wrong"):
        confidence_auroc([1, 0], [1.0, -1.0])
    with pytest.raises(ValueError, match="no decision of positive weight is right"):
        confidence_auroc([1, 0], [-1.0, 3.0], sample_weight=[1, 0])


@given(shares, shares)
def test_lxcim_lies_within_the_bounds_of_its_accuracy(a, u):
    low, high = confidence_bounds(a)
    assert low - 1e-15 <= lxcim_from_parts(a, u) <= high + 1e-15
    assert lxcim_from_parts(a, 0) == low
    assert lxcim_from_parts(a, 1) == pytest.approx(high)


@pytest.mark.parametrize("certain", [0.0, 1.0])
def test_a_certain_accuracy_needs_no_second_part(certain):
    assert lxcim_from_parts(certain, math.nan) == certain
    assert lxcim_from_parts(certain, 0.3) == certain


@pytest.mark.parametrize("wrong", [(-0.1, 0.5), (1.1, 0.5), (math.nan, 0.5), (0.5, math.nan), (0.5, 2), (1.0, 7.0)])
def test_parts_outside_their_range_are_refused(wrong):
    name = "confidence_auroc" if wrong[0] in (0.5, 1.0) else "accuracy"
    with pytest.raises(ValueError, match=f"^{name} must lie between 0 and 1"):
        lxcim_from_parts(*wrong)
