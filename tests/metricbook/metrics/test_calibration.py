"""Brier score, log loss and calibration curve: errors, by hand, by definition, by peers, by property."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from sklearn import calibration as peer
from sklearn import metrics as peers
from sklearn.isotonic import IsotonicRegression

from metricbook import auch, auroc, brier_score, calibration_curve, log_loss
from metricbook.exact import calibration as exact
from tests.strategies import as_fractions, examples, random_examples, small_samples

METRICS = (brier_score, log_loss, calibration_curve)


def chances(scores):
    """Scores from -2 to 2, and any others, as numbers from 0 to 1 of the same order among the former."""
    return np.clip((np.array(scores) + 2) / 4, 0, 1)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)
@pytest.mark.parametrize(("scores", "found"), [([0.5, 1.5], "1.5"), ([-0.25, 0.5], "-0.25"), ([2, -1], "2.0")])
def test_scores_that_are_no_chances_are_refused(metric, scores, found):
    with pytest.raises(ValueError, match=rf"^{metric.__name__} needs scores between 0 and 1, .*: found {found}$"):
        metric([0, 1], scores)


@pytest.mark.parametrize("bins", [0, -1, 2.0, True, "ten"])
def test_bins_that_are_no_number_of_bins_are_refused(bins):
    with pytest.raises(ValueError, match="bins must be a whole number from 1 on"):
        calibration_curve([0, 1], [0.2, 0.8], bins=bins)


# labels, scores, weights, Brier score, likelihood of the labels
BY_HAND = {
    "certain and right": ([1, 0], [1.0, 0.0], None, 0, 1),
    "certain and wrong": ([1, 0], [0.0, 1.0], None, 1, 0),
    "half for everybody": ([1, 0, 0], [0.5, 0.5, 0.5], None, Fraction(1, 4), Fraction(1, 8)),
    "prevalence for everybody": ([1, 0, 0, 0], [0.25] * 4, None, Fraction(3, 16), Fraction(27, 256)),
    "weights": ([1, 0], [0.75, 0.5], [3, 1], Fraction(7, 64), Fraction(27, 128)),
    "zero weight": ([1, 0], [0.75, 1.0], [1, 0], Fraction(1, 16), Fraction(3, 4)),
    "one class": ([0, 0], [0.25, 0.75], None, Fraction(5, 16), Fraction(3, 16)),
}


@pytest.mark.parametrize("case", BY_HAND)
def test_by_hand(case):
    labels, scores, weights, brier, likelihood = BY_HAND[case]
    assert brier_score(labels, scores, sample_weight=weights) == pytest.approx(float(brier), abs=1e-15)
    loss = log_loss(labels, scores, sample_weight=weights)
    total = sum(weights or [1] * len(labels))
    assert loss == pytest.approx(-math.log(likelihood) / total if likelihood else math.inf, abs=1e-15)
    assert exact.brier_score(labels, scores, weights) == brier
    assert exact.likelihood(labels, scores, weights) == likelihood


def test_groups_by_hand():
    labels, scores = [0, 1, 0, 1, 1], [0.125, 0.25, 0.5, 0.75, 1.0]
    assert calibration_curve(labels, scores).to_numpy().tolist() == [[0.125, 0, 1], [0.375, 0.5, 2], [0.875, 1, 2]]
    halves = calibration_curve(labels, scores, bins=2)
    assert halves.to_numpy().tolist() == [[0.875 / 3, 1 / 3, 3], [0.875, 1, 2]]
    heavy = calibration_curve(labels, scores, bins=2, sample_weight=[0, 0, 0, 3, 1])
    assert heavy.to_numpy().tolist() == [[0.8125, 1, 4]]  # the lower bin has no weight


def test_the_definition_on_every_small_sample():
    for labels, scores in small_samples(range(1, 6), (0, 1, 2)):
        given = [score / 2 for score in scores]
        assert brier_score(labels, given) == pytest.approx(float(exact.brier_score(labels, given)), abs=1e-15)
        likelihood = exact.likelihood(labels, given)
        expected = -math.log(likelihood) / len(labels) if likelihood else math.inf
        assert log_loss(labels, given) == pytest.approx(expected, abs=1e-15)
        blocks = calibration_curve(labels, given)
        np.testing.assert_allclose(blocks["share"], sorted(map(float, set(exact.isotonic(labels, given)))), atol=1e-15)


@given(example=examples())
def test_the_definition_on_any_sample(example):
    labels, scores, weights, _ = example
    given = chances(scores)
    expected = exact.brier_score(labels, as_fractions(given), as_fractions(weights))
    assert brier_score(labels, given, sample_weight=weights) == pytest.approx(float(expected), abs=1e-14)
    likelihood = exact.likelihood(labels, as_fractions(given), weights)
    loss = log_loss(labels, given, sample_weight=weights) * sum(weights or [1] * len(labels))
    assert loss == pytest.approx(-math.log(likelihood) if likelihood else math.inf, abs=1e-12)


@pytest.mark.parametrize("bins", [1, 3, 10])
def test_scikit_learn_agrees(bins):
    for labels, scores, weights, _ in random_examples(41, 100, max_size=200):
        given = np.clip(chances(scores), 1e-3, 1 - 1e-3)  # the peer moves 0 and 1 inside
        expected = peers.brier_score_loss(labels, given, sample_weight=weights)
        assert brier_score(labels, given, sample_weight=weights) == pytest.approx(expected, abs=1e-12)
        expected = peers.log_loss(labels, given, sample_weight=weights)
        assert log_loss(labels, given, sample_weight=weights) == pytest.approx(expected, abs=1e-12)
        share, mean = peer.calibration_curve(labels, given, n_bins=bins)
        found = calibration_curve(labels, given, bins=bins)
        np.testing.assert_allclose(found["share"], share, atol=1e-12)
        np.testing.assert_allclose(found["score"], mean, atol=1e-12)
        assert found["weight"].sum() == len(labels)


def test_the_blocks_are_those_of_isotonic_regression():
    for labels, scores, weights, _ in random_examples(42, 100, max_size=200):
        given = chances(scores)
        found = calibration_curve(labels, given, sample_weight=weights)
        heavy = np.ones(len(labels)) if weights is None else np.array(weights)
        kept = heavy > 0
        fitted = IsotonicRegression().fit(given[kept], np.array(labels)[kept], heavy[kept]).predict(given[kept])
        for share, weight in zip(found["share"], found["weight"], strict=True):
            same = np.isclose(fitted, share, atol=1e-12)
            assert heavy[kept][same].sum() == pytest.approx(weight, rel=1e-12)
        assert (np.diff(found["share"]) > 0).all()
        mean = np.average(given, weights=heavy)
        assert np.average(found["score"], weights=found["weight"]) == pytest.approx(mean, abs=1e-12)


@given(example=examples(both=True))
def test_scores_put_right_are_calibrated_and_rank_as_the_hull(example):
    """Each block's share in the place of its scores: the curve is the diagonal, and the AUROC that of the hull."""
    labels, scores, weights, _ = example
    if weights is not None:
        weights = [max(weight, 1) for weight in weights]
    fitted = [float(value) for value in exact.isotonic(labels, as_fractions(scores), as_fractions(weights))]
    curve = calibration_curve(labels, fitted, sample_weight=weights)
    np.testing.assert_allclose(curve["score"], curve["share"], atol=1e-14)
    best = auch(labels, scores, sample_weight=weights)
    assert auroc(labels, fitted, sample_weight=weights) == pytest.approx(best, abs=1e-13)
    for score in (chances(scores), np.full(len(labels), np.average(labels, weights=weights))):
        least = brier_score(labels, fitted, sample_weight=weights)
        assert least <= brier_score(labels, score, sample_weight=weights) + 1e-14
