"""Accuracy, LxCIM and AUDRC: by hand, by definition, by quadrature, by property."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from sklearn.metrics import accuracy_score, roc_auc_score

from metricbook import (
    ConfidenceSweep,
    accuracy,
    audrc_integral,
    audrc_sum,
    auroc,
    confusion,
    confusion_at,
    exchange_classes,
    lxcim,
    summary,
)
from metricbook.exact import ranking as exact
from metricbook.metrics.exchange import with_exchanged_copy
from metricbook.metrics.selective import confidence_bounds
from tests.strategies import as_fractions, examples, random_examples, repeated, small_samples

TWINS = {accuracy: exact.accuracy, lxcim: exact.lxcim, audrc_sum: exact.audrc_sum}
METRICS = [*TWINS, audrc_integral]
each_twin = pytest.mark.parametrize("metric", TWINS, ids=lambda metric: metric.__name__)
each_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)

# labels, scores, weights, threshold; accuracy, lxcim, audrc_sum, audrc_integral
BY_HAND = {
    "all right": ([1, 0], [1, -2], None, 0, 1, 1, 1, 1),
    "all wrong": ([0, 1], [1, -2], None, 0, 0, 0, 0, 0),
    "right first": ([1, 1], [2, -1], None, 0, 1 / 2, 3 / 4, 3 / 4, (1 + log(2)) / 2),
    "wrong first": ([0, 0], [2, -1], None, 0, 1 / 2, 1 / 4, 1 / 4, (1 - log(2)) / 2),
    "at the threshold": ([1, 0, 1], [3, 3, 3], None, 3, 1 / 2, 1 / 2, 1 / 2, 1 / 2),
    # G = 1, 1, 3/2: twice the area 1/2 + 1 + 5/4 over 9; means 1, 1/2, 1/2
    "one undecided": ([1, 1, 0], [3, -2, 0], None, 0, 1 / 2, 11 / 18, 2 / 3, (1.5 + log(2) + 0 * log(1.5)) / 3),
    "tie": ([1, 0], [1, 1], None, 0, 1 / 2, 1 / 2, 1 / 2, 1 / 2),
    "tie across the threshold": ([1, 1], [3, 1], None, 2, 1 / 2, 1 / 2, 1 / 2, 1 / 2),
    # first weight 3 right, then weight 1 wrong: area 9/2 + 3 over 16, doubled
    "weights": ([1, 1], [2, -1], [3, 1], 0, 3 / 4, 15 / 16, 15 / 16, (3 + 3 * log(4 / 3)) / 4),
    "zero weight": ([0, 1, 1], [9, 2, -1], [0, 3, 1], 0, 3 / 4, 15 / 16, 15 / 16, (3 + 3 * log(4 / 3)) / 4),
    "threshold": ([1, 0, 0], [0.9, 0.6, 0.2], None, 0.5, 2 / 3, 8 / 9, (1 + 1 + 2 / 3) / 3, (2 + 2 * log(1.5)) / 3),
}


@pytest.mark.parametrize("case", BY_HAND)
def test_by_hand(case):
    labels, scores, weights, threshold, *expected = BY_HAND[case]
    if case == "threshold":  # confidences 0.4, 0.1, 0.3: right, wrong, right
        assert ConfidenceSweep(labels, scores, threshold=threshold).correct.tolist() == [1, 2, 2]
    found = [metric(labels, scores, sample_weight=weights, threshold=threshold) for metric in METRICS]
    np.testing.assert_allclose(found, expected, atol=1e-15, rtol=0)


def test_the_sweep_by_hand():
    sweep = ConfidenceSweep([1, 0, 1, 1, 0], [4, 0, 2, 3, 1], sample_weight=[1, 2, 7, 3, 0], threshold=2)
    # confidences 2, 2, 0, 1, 1: right, right, undecided, right, weightless
    assert sweep.confidences.tolist() == [2, 1, 0]
    assert sweep.coverage.tolist() == [3, 6, 13]
    assert sweep.correct.tolist() == [3, 6, 9.5]
    assert sweep.total == 13.0


@each_twin
def test_the_definition_on_every_small_sample(metric):
    for labels, scores in small_samples(range(1, 5), (-2, -1, 0, 1)):
        assert metric(labels, scores) == pytest.approx(float(TWINS[metric](labels, scores)), abs=1e-14)


@each_twin
def test_the_definition_on_every_small_weighted_sample(metric):
    for labels, scores in small_samples(range(3, 4), (-1, 0, 2)):
        for weights in product((0, 1, 3), repeat=3):
            if any(weights):
                for threshold in (0, 0.5):
                    expected = float(TWINS[metric](labels, scores, weights, threshold=threshold))
                    found = metric(labels, scores, sample_weight=weights, threshold=threshold)
                    assert found == pytest.approx(expected, abs=1e-14)


@each_twin
def test_the_definition_on_random_samples(metric):
    for labels, scores, weights, threshold in random_examples(41, 120):
        exactly = as_fractions(scores), as_fractions(weights)
        expected = float(TWINS[metric](labels, *exactly, threshold=threshold))
        found = metric(labels, scores, sample_weight=weights, threshold=threshold)
        assert found == pytest.approx(expected, abs=1e-12)


@each_twin
@given(example=examples())
def test_the_definition_on_any_sample(metric, example):
    labels, scores, weights, threshold = example
    expected = float(TWINS[metric](labels, as_fractions(scores), as_fractions(weights), threshold=threshold))
    assert metric(labels, scores, sample_weight=weights, threshold=threshold) == pytest.approx(expected, abs=1e-13)


def _by_quadrature(labels, scores, weights, threshold) -> float:
    """The integral of G(v)/v with G rebuilt from decisions sorted in Python, piece by piece."""
    rows: dict[float, list[float]] = {}
    weights = [1.0] * len(labels) if weights is None else weights
    for label, score, weight in zip(labels, scores, weights, strict=True):
        right = 0.5 if score == threshold else float((score > threshold) == (label == 1))
        row = rows.setdefault(abs(score - threshold), [0.0, 0.0])
        row[0] += weight
        row[1] += weight * right
    area = covered = gained = 0.0
    for _, (width, height) in sorted(rows.items(), reverse=True):
        if width:

            def curve(v, start=covered, base=gained, slope=height / width):
                return (base + slope * (v - start)) / v if v else slope

            area += quad(curve, covered, covered + width, epsabs=1e-11, epsrel=1e-11)[0]
            covered, gained = covered + width, gained + height
    return area / covered


def test_the_integral_by_quadrature():
    for labels, scores, weights, threshold in random_examples(42, 40, max_size=15):
        expected = _by_quadrature(labels, scores, weights, threshold)
        found = audrc_integral(labels, scores, sample_weight=weights, threshold=threshold)
        assert found == pytest.approx(expected, abs=1e-9)


@given(examples(max_size=8))
def test_the_integral_of_any_sample(example):
    labels, scores, weights, threshold = example
    found = audrc_integral(labels, scores, sample_weight=weights, threshold=threshold)
    assert found == pytest.approx(_by_quadrature(*example), abs=1e-9)


def test_accuracy_agrees_with_scikit_learn():
    for labels, scores, weights, threshold in random_examples(43, 80):
        if threshold not in scores:
            expected = accuracy_score(labels, np.array(scores) > threshold, sample_weight=weights)
            found = accuracy(labels, scores, sample_weight=weights, threshold=threshold)
            assert found == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("decimals", [1, 15])
def test_large_samples_agree_with_a_plain_loop(decimals):
    rng = np.random.default_rng(44)
    n = 3_000
    labels, scores = rng.random(n) < 0.4, rng.normal(size=n).round(decimals)
    weights, threshold = rng.exponential(size=n), 0.25
    bold = np.abs(scores - threshold)
    right = np.where(scores == threshold, 0.5, labels == (scores > threshold))
    mass = np.array([weights[bold >= b].sum() for b in bold])
    hits = np.array([(weights * right)[bold >= b].sum() for b in bold])
    weaker = np.array([weights[bold < b].sum() + weights[bold == b].sum() / 2 for b in bold])
    total = weights.sum()
    found = summary(labels, scores, sample_weight=weights, threshold=threshold)
    assert found["audrc_sum"] == pytest.approx((weights * hits / mass).sum() / total, rel=1e-12)
    assert found["lxcim"] == pytest.approx(2 * (weights * right * weaker).sum() / total**2, rel=1e-12)


@given(examples())
def test_lxcim_is_the_auroc_of_the_sample_with_its_exchanged_copy(example):
    labels, scores, weights, threshold = example
    omega = with_exchanged_copy(labels, scores, sample_weight=weights, threshold=threshold)
    value = lxcim(labels, scores, sample_weight=weights, threshold=threshold)
    assert auroc(omega.labels, omega.scores, sample_weight=omega.weights) == pytest.approx(value, abs=1e-14)
    assert roc_auc_score(omega.labels, omega.scores, sample_weight=omega.weights) == pytest.approx(value, abs=1e-12)
    exactly = exact.with_exchanged_copy(labels, scores, weights, threshold=threshold)
    assert exact.auroc(*exactly) == exact.lxcim(labels, scores, weights, threshold=threshold)


def test_without_the_other_label_at_the_threshold_the_identity_fails():
    labels, scores = [1, 1], [0.0, 1.0]
    omega = with_exchanged_copy(labels, scores, flip_at_threshold=False)
    assert auroc(omega.labels, omega.scores) != lxcim(labels, scores)


@given(examples())
def test_the_area_between_the_bounds_for_its_accuracy(example):
    labels, scores, weights, threshold = example
    low, high = confidence_bounds(accuracy(labels, scores, sample_weight=weights, threshold=threshold))
    assert low - 1e-14 <= lxcim(labels, scores, sample_weight=weights, threshold=threshold) <= high + 1e-14


def test_the_bounds_are_reached():
    for right in range(6):
        mistakes_last = [1] * right + [0] * (5 - right)
        scores = [5.0, 4.0, 3.0, 2.0, 1.0]
        low, high = confidence_bounds(right / 5)
        assert lxcim(mistakes_last, scores) == pytest.approx(high, abs=1e-15)
        assert lxcim(mistakes_last[::-1], scores) == pytest.approx(low, abs=1e-15)


@pytest.mark.parametrize("value", [-0.1, 1.1, np.nan, np.inf])
def test_bounds_need_an_accuracy(value):
    with pytest.raises(ValueError, match=r"accuracy must lie between 0 and 1, not"):
        confidence_bounds(value)


@pytest.mark.parametrize("metric", [accuracy, lxcim], ids=lambda metric: metric.__name__)
def test_a_tie_is_the_mean_over_all_orders_of_the_tied(metric):
    for labels in product((0, 1), repeat=4):
        tied = metric(labels, [2.0, 2.0, 2.0, 1.0])
        orders = [metric(labels, [*broken, 1.0]) for broken in permutations((2.0, 3.0, 4.0))]
        assert np.mean(orders) == pytest.approx(tied, abs=1e-14)


def test_ties_at_the_threshold_are_the_mean_over_both_sides():
    for labels in product((0, 1), repeat=3):
        tied = lxcim(labels, [0.0, 0.0, 1.0])
        broken = [
            lxcim(labels, [a * first, b * second, 1.0])
            for a, b in product((-1, 1), repeat=2)
            for first, second in ((0.1, 0.2), (0.2, 0.1))
        ]
        assert np.mean(broken) == pytest.approx(tied, abs=1e-14)


@each_metric
@given(example=examples(), bits=st.lists(st.booleans(), min_size=12, max_size=12), flip=st.booleans())
def test_exchanging_classes_changes_nothing(metric, example, bits, flip):
    labels, scores, weights, threshold = example
    which = bits[: len(labels)]
    moved = exchange_classes(
        labels, scores, sample_weight=weights, threshold=threshold, which=which, flip_at_threshold=flip
    )
    before = metric(labels, scores, sample_weight=weights, threshold=threshold)
    assert metric(moved.labels, moved.scores, sample_weight=moved.weights, threshold=threshold) == before
    indices = [index for index, chosen in enumerate(which) if chosen]
    expected = exact.exchange(labels, scores, threshold=threshold, which=indices, flip_at_threshold=flip)
    assert (moved.labels.astype(int).tolist(), moved.scores.tolist()) == expected


@each_metric
@given(example=examples(), random=st.randoms())
def test_the_order_of_the_samples_does_not_matter(metric, example, random):
    labels, scores, weights, threshold = example
    order = list(range(len(labels)))
    random.shuffle(order)
    moved = None if weights is None else [weights[i] for i in order]
    found = metric([labels[i] for i in order], [scores[i] for i in order], sample_weight=moved, threshold=threshold)
    assert found == metric(labels, scores, sample_weight=weights, threshold=threshold)


@each_metric
@given(example=examples())
def test_wrong_decisions_are_the_complement(metric, example):
    labels, scores, weights, threshold = example
    value = metric(labels, scores, sample_weight=weights, threshold=threshold)
    mistaken = metric([1 - label for label in labels], scores, sample_weight=weights, threshold=threshold)
    mirrored = [2 * threshold - score for score in scores]
    assert mistaken == pytest.approx(1 - value, abs=1e-14)
    assert metric(labels, mirrored, sample_weight=weights, threshold=threshold) == pytest.approx(1 - value, abs=1e-14)


@each_metric
@given(example=examples())
def test_only_the_order_of_the_confidences_and_their_sides_matter(metric, example):
    labels, scores, weights, threshold = example
    expected = metric(labels, scores, sample_weight=weights, threshold=threshold)
    apart = np.array(scores) - threshold
    for odd in (np.cbrt, np.sinh, lambda d: d * 1e-310, lambda d: d * 1e300):
        assert metric(labels, odd(apart), sample_weight=weights) == expected
    assert metric(labels, apart + 64.0, sample_weight=weights, threshold=64.0) == expected


@each_metric
@given(example=examples(weighted=True))
def test_a_weight_is_a_repetition(metric, example):
    plain = repeated(example)
    labels, scores, weights, threshold = example
    expected = metric(plain.labels, plain.scores, threshold=threshold)
    assert metric(labels, scores, sample_weight=weights, threshold=threshold) == pytest.approx(expected, abs=1e-14)


@each_metric
@given(example=examples(weighted=True), power=st.integers(-300, 300), factor=st.floats(0.1, 10))
def test_only_the_ratios_of_the_weights_matter(metric, example, power, factor):
    labels, scores, weights, threshold = example
    expected = metric(labels, scores, sample_weight=weights, threshold=threshold)
    assert metric(labels, scores, sample_weight=np.ldexp(weights, power), threshold=threshold) == expected
    scaled = metric(labels, scores, sample_weight=factor * np.array(weights), threshold=threshold)
    assert scaled == pytest.approx(expected, abs=1e-13)


@each_metric
@given(example=examples())
def test_values_lie_in_the_unit_interval(metric, example):
    labels, scores, weights, threshold = example
    value = metric(labels, scores, sample_weight=weights, threshold=threshold)
    assert isinstance(value, float)
    assert 0 <= value <= 1


@given(examples())
def test_the_integral_and_the_sum_differ_by_little(example):
    labels, scores, _, threshold = example
    many = [label for label in labels for _ in range(400)]
    spread = np.repeat(scores, 400)
    gap = audrc_integral(many, spread, threshold=threshold) - audrc_integral(labels, scores, threshold=threshold)
    assert gap == pytest.approx(0, abs=1e-12)  # the integral does not notice repetition
    fine = np.where(spread > threshold, 1, -1) * np.arange(spread.size, 0, -1) + threshold
    coarse = audrc_sum(many, fine, threshold=threshold), audrc_integral(many, fine, threshold=threshold)
    assert coarse[0] == pytest.approx(coarse[1], abs=(1 + log(spread.size)) / spread.size)


def test_published_fractions_are_fractions():
    assert exact.lxcim([1, 1, 0], [3, -2, 0]) == Fraction(11, 18)
    assert lxcim([1, 1, 0], [3, -2, 0]) == pytest.approx(11 / 18, abs=1e-16)


def test_the_matrix_of_a_sample_carries_weights_and_halves():
    cells = confusion_at([1, 0, 1, 0], [3.0, 2.0, 1.0, 1.0], sample_weight=[1, 2, 4, 8], threshold=1.0)
    assert cells == (4.0, 6.0, 2.0, 3.0)


@given(st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=1, max_size=12))
def test_accuracy_of_the_matrix_is_that_of_the_sample(sample):
    labels, scores = zip(*sample, strict=True)
    assert confusion.accuracy(*confusion_at(labels, scores)) == pytest.approx(accuracy(labels, scores))
