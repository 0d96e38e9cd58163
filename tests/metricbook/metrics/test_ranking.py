"""AUROC, average precision, AUCH and the Kolmogorov-Smirnov gap: by hand, by definition, by peers, by property."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial import ConvexHull
from scipy.stats import mannwhitneyu
from sklearn.metrics import average_precision_score, roc_auc_score

from metricbook import Sweep, auch, auroc, average_precision, precision_at_k, recall_at_k
from metricbook.exact import ranking as exact
from metricbook.metrics.ranking import kolmogorov_smirnov
from tests.strategies import SMALL, as_fractions, examples, random_examples, repeated, small_samples
from tests.whole import WHOLE

METRICS = {auroc: exact.auroc, average_precision: exact.average_precision, auch: exact.auch}
each_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)
with_both = examples(min_size=2, both=True)

# labels, scores, weights, auroc, average precision, auch
BY_HAND = {
    "perfect": ([1, 1, 0], [3, 2, 1], None, 1, 1, 1),
    "reversed": ([1, 1, 0], [1, 2, 3], None, 0, (Fraction(1, 2) + Fraction(2, 3)) / 2, Fraction(1, 2)),
    "all tied": ([1, 0, 0, 0], [5, 5, 5, 5], None, Fraction(1, 2), Fraction(1, 4), Fraction(1, 2)),
    "one tie": ([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1], None, Fraction(7, 8), Fraction(5, 6), Fraction(7, 8)),
    # positives at ranks 1 and 3: three of four pairs; precisions 1 and 2/3; the hull skips the dent
    "dent": ([1, 0, 1, 0], [4, 3, 2, 1], None, Fraction(3, 4), Fraction(5, 6), Fraction(7, 8)),
    # the negative in front weighs 3 of 4: pairs of weight 2*1 are won out of 2*4
    "weights": ([0, 1, 0], [3, 2, 1], [3, 2, 1], Fraction(1, 4), Fraction(2, 5), Fraction(5, 8)),
    "zero weight": ([0, 1, 0], [3, 2, 1], [0, 2, 1], 1, 1, 1),
    "negative first": ([0, 1, 1, 0], [4, 3, 2, 1], None, Fraction(1, 2), Fraction(7, 12), Fraction(3, 4)),
}


@pytest.mark.parametrize("case", BY_HAND)
def test_by_hand(case):
    labels, scores, weights, *expected = BY_HAND[case]
    found = [metric(labels, scores, sample_weight=weights) for metric in METRICS]
    np.testing.assert_allclose(found, [float(value) for value in expected], atol=1e-15, rtol=0)
    assert [twin(labels, scores, weights) for twin in METRICS.values()] == expected


@each_metric
def test_the_definition_on_every_small_sample(metric):
    twin = METRICS[metric]
    tried = 0
    for labels, scores in small_samples(range(2, 6), (0, 1, 2)):
        if 0 < sum(labels) < len(labels):
            assert metric(labels, scores) == pytest.approx(float(twin(labels, scores)), abs=1e-14)
            tried += 1
    assert tried == (sum((2**n - 2) * 3**n for n in range(2, 6)) if WHOLE else SMALL)


@each_metric
def test_the_definition_on_random_samples(metric):
    for labels, scores, weights, _ in random_examples(31, 120):
        expected = METRICS[metric](labels, as_fractions(scores), as_fractions(weights))
        assert metric(labels, scores, sample_weight=weights) == pytest.approx(float(expected), abs=1e-12)


@each_metric
@given(example=with_both)
def test_the_definition_on_any_sample(metric, example):
    labels, scores, weights, _ = example
    expected = METRICS[metric](labels, as_fractions(scores), as_fractions(weights))
    assert metric(labels, scores, sample_weight=weights) == pytest.approx(float(expected), abs=1e-13)


def test_scikit_learn_agrees():
    for labels, scores, weights, _ in random_examples(32, 150, max_size=200):
        expected = roc_auc_score(labels, scores, sample_weight=weights)
        assert auroc(labels, scores, sample_weight=weights) == pytest.approx(expected, abs=1e-12)
        expected = average_precision_score(labels, scores, sample_weight=weights)
        assert average_precision(labels, scores, sample_weight=weights) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("decimals", [1, 15])
def test_peers_agree_on_large_samples(decimals):
    rng = np.random.default_rng(33)
    labels = rng.random(40_000) < 0.3
    scores = (rng.normal(size=40_000) + labels).round(decimals)
    won = mannwhitneyu(scores[labels], scores[~labels], method="asymptotic").statistic
    assert auroc(labels, scores) == pytest.approx(won / labels.sum() / (~labels).sum(), rel=1e-13)
    weights = rng.exponential(size=labels.size)
    assert auroc(labels, scores, sample_weight=weights) == pytest.approx(
        roc_auc_score(labels, scores, sample_weight=weights), rel=1e-12
    )
    assert average_precision(labels, scores, sample_weight=weights) == pytest.approx(
        average_precision_score(labels, scores, sample_weight=weights), rel=1e-12
    )
    assert auch(labels, scores, sample_weight=weights) == pytest.approx(_hull_area(labels, scores, weights), rel=1e-10)


def _hull_area(labels, scores, weights) -> float:
    """Area under the hull by computational geometry: the ROC points and (1, 0), less nothing."""
    sweep = Sweep(labels, scores, sample_weight=weights)
    points = np.column_stack([sweep.false_positives / sweep.negatives, sweep.true_positives / sweep.positives])
    return float(ConvexHull(np.vstack([[0, 0], [1, 0], points])).volume)


def test_convex_hulls_agree():
    for labels, scores, weights, _ in random_examples(34, 60):
        expected = _hull_area(labels, scores, weights)
        assert auch(labels, scores, sample_weight=weights) == pytest.approx(expected, abs=1e-11)


@given(with_both)
def test_the_hull_is_at_least_the_curve_and_at_least_chance(example):
    labels, scores, weights, _ = example
    area = auch(labels, scores, sample_weight=weights)
    assert area >= auroc(labels, scores, sample_weight=weights) - 1e-14
    assert area >= 0.5 - 1e-15


@given(with_both)
def test_exchanging_the_classes_or_the_order_complements(example):
    labels, scores, weights, _ = example
    value = auroc(labels, scores, sample_weight=weights)
    other_labels, other_scores = [1 - label for label in labels], [-score for score in scores]
    assert auroc(other_labels, scores, sample_weight=weights) == pytest.approx(1 - value, abs=1e-14)
    assert auroc(labels, other_scores, sample_weight=weights) == pytest.approx(1 - value, abs=1e-14)
    for metric in (auroc, auch):
        same = metric(other_labels, other_scores, sample_weight=weights)
        assert same == pytest.approx(metric(labels, scores, sample_weight=weights), abs=1e-14)


@each_metric
@given(example=with_both, random=st.randoms())
def test_the_order_of_the_samples_does_not_matter(metric, example, random):
    labels, scores, weights, _ = example
    order = list(range(len(labels)))
    random.shuffle(order)
    moved = None if weights is None else [weights[i] for i in order]
    found = metric([labels[i] for i in order], [scores[i] for i in order], sample_weight=moved)
    assert found == metric(labels, scores, sample_weight=weights)  # exact: the weights are whole numbers


@each_metric
@given(example=with_both)
def test_only_the_order_of_the_scores_matters(metric, example):
    labels, scores, weights, _ = example
    expected = metric(labels, scores, sample_weight=weights)
    for monotone in (np.exp, np.cbrt, lambda s: 3 * s - 7, lambda s: s * 1e300, lambda s: s * 1e-310):
        assert metric(labels, monotone(np.array(scores)), sample_weight=weights) == expected


@each_metric
@given(example=examples(min_size=2, both=True, weighted=True))
def test_a_weight_is_a_repetition(metric, example):
    plain = repeated(example)
    expected = metric(plain.labels, plain.scores)
    assert metric(example.labels, example.scores, sample_weight=example.weights) == pytest.approx(expected, abs=1e-14)


@each_metric
@given(example=examples(min_size=2, both=True, weighted=True), power=st.integers(-300, 300), factor=st.floats(0.1, 10))
def test_only_the_ratios_of_the_weights_matter(metric, example, power, factor):
    labels, scores, weights, _ = example
    expected = metric(labels, scores, sample_weight=weights)
    assert metric(labels, scores, sample_weight=np.ldexp(weights, power)) == expected
    assert metric(labels, scores, sample_weight=factor * np.array(weights)) == pytest.approx(expected, abs=1e-13)


@each_metric
@given(with_both)
def test_unit_weights_are_no_weights(metric, example):
    labels, scores, _, _ = example
    assert metric(labels, scores, sample_weight=[1] * len(labels)) == metric(labels, scores)


@given(with_both, st.floats(0.1, 10))
def test_auroc_does_not_notice_the_class_balance(example, factor):
    labels, scores, weights, _ = example
    weights = np.ones(len(labels)) if weights is None else np.array(weights)
    expected = auroc(labels, scores, sample_weight=weights)
    tilted = np.where(np.array(labels) == 1, factor * weights, weights)
    assert auroc(labels, scores, sample_weight=tilted) == pytest.approx(expected, abs=1e-13)
    assert auch(labels, scores, sample_weight=tilted) == pytest.approx(
        auch(labels, scores, sample_weight=weights), abs=1e-13
    )


@given(with_both)
def test_average_precision_does_notice_it(example):
    labels, scores, _, _ = example
    negatives_above = any(
        y == 0 and other == 1 and s >= t
        for y, s in zip(labels, scores, strict=True)
        for other, t in zip(labels, scores, strict=True)
    )
    assume(negatives_above)
    tilted = [4 if label == 0 else 1 for label in labels]
    assert average_precision(labels, scores, sample_weight=tilted) < average_precision(labels, scores)


@each_metric
def test_values_stay_within_the_unit_interval_with_awkward_weights(metric):
    rng = np.random.default_rng(35)
    for _ in range(300):
        n = int(rng.integers(2, 30))
        scores = np.arange(n) - n // 2 + 0.5
        weights = rng.random(n)
        best = metric(scores > 0, scores, sample_weight=weights)
        assert 1 - 1e-14 < best <= 1
        assert 0 <= metric(scores < 0, scores, sample_weight=weights) <= 1


@each_metric
def test_whole_number_weights_give_reproducible_fractions(metric):
    labels, scores = [1, 0, 1, 0, 0, 1, 1], [3, 3, 2, 2, 1, 1, 0]
    expected = float(METRICS[metric](labels, scores))
    assert metric(labels, scores) == pytest.approx(expected, abs=2e-16)
    assert isinstance(metric(labels, scores), float)


def test_kolmogorov_smirnov_is_that_of_the_peer():
    rng = np.random.default_rng(5)
    for ties in (2, 20):
        labels, scores = rng.random(200) < 0.3, rng.integers(0, ties, 200)
        expected = stats.ks_2samp(scores[labels], scores[~labels], method="asymp").statistic
        assert kolmogorov_smirnov(labels, scores) == pytest.approx(expected)


def test_kolmogorov_smirnov_needs_both_classes():
    with pytest.raises(ValueError, match="no negative"):
        kolmogorov_smirnov([1, 1], [1.0, 2.0])


def test_kolmogorov_smirnov_weights_are_copies():
    once = kolmogorov_smirnov([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[2, 1, 1, 3])
    assert once == pytest.approx(kolmogorov_smirnov([1, 1, 0, 1, 0, 0, 0], [4, 4, 3, 2, 1, 1, 1]))


#: labels, scores, weights, k, positives found, weight looked at, positives.
AT_K = {
    "whole": ([1, 0, 1, 0], [4, 3, 2, 1], None, 2, 1, 2, 2),
    "all but one": ([1, 0, 1, 0], [4, 3, 2, 1], None, 3, 2, 3, 2),
    "all of it": ([1, 0, 1, 0], [4, 3, 2, 1], None, 4, 2, 4, 2),
    "half a list": ([1, 0, 1, 0], [4, 3, 2, 1], None, 0.5, 1, 2, 2),
    "part of a case": ([1, 0, 1, 0], [4, 3, 2, 1], None, 2.5, 1.5, 2.5, 2),
    "room for one of three that tie": ([1, 1, 0, 1, 0], [9, 5, 5, 5, 1], None, 2, 1 + 2 / 3, 2, 3),
    "all tied": ([1, 0, 0, 0], [5, 5, 5, 5], None, 2, 0.5, 2, 1),
    "weights": ([0, 1, 1], [3, 2, 1], [3, 2, 1], 4, 1, 4, 3),
    "a share of the weight": ([0, 1, 1], [3, 2, 1], [3, 2, 1], 0.75, 1.5, 4.5, 3),
}


@pytest.mark.parametrize("case", AT_K)
def test_what_is_found_among_the_first_k(case):
    labels, scores, weights, k, found, end, positives = AT_K[case]
    assert precision_at_k(labels, scores, k=k, sample_weight=weights) == pytest.approx(found / end, rel=1e-15)
    assert recall_at_k(labels, scores, k=k, sample_weight=weights) == pytest.approx(found / positives, rel=1e-15)
    assert float(exact.precision_at_k(labels, scores, weights, k=k)) == pytest.approx(found / end, rel=1e-15)
    assert float(exact.recall_at_k(labels, scores, weights, k=k)) == pytest.approx(found / positives, rel=1e-15)


def test_ties_at_the_end_are_the_mean_over_all_ways_to_break_them():
    labels, scores = [1, 1, 0, 1, 0], [9, 5, 5, 5, 1]
    broken = [
        precision_at_k(labels, [9, *(5 + shift / 10 for shift in order), 1], k=3) for order in permutations(range(3))
    ]
    assert precision_at_k(labels, scores, k=3) == pytest.approx(np.mean(broken))


@pytest.mark.parametrize("k", [0.05, 0.1, 0.5, 0.99])
def test_at_k_the_fast_ones_are_their_definitions(k):
    for labels, scores, weights, _ in random_examples(5, 60):
        for metric, twin in ((precision_at_k, exact.precision_at_k), (recall_at_k, exact.recall_at_k)):
            expected = float(twin(labels, as_fractions(scores), as_fractions(weights), k=Fraction(k)))
            assert metric(labels, scores, k=k, sample_weight=weights) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("k", [0, -1, 5, float("nan"), float("inf"), "two"])
def test_k_is_a_share_or_at_most_all_there_is(k):
    for metric in (precision_at_k, recall_at_k):
        with pytest.raises(ValueError, match="k must be a share below 1, or at most 4, all there is"):
            metric([1, 0, 1, 0], [4, 3, 2, 1], k=k)
