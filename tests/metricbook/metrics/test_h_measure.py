"""Expected minimum loss and H: by hand, against fractions, quadrature and a public peer, and their properties."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import beta as beta_law

from metricbook import auch
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.metrics.costs import cost_curve
from metricbook.metrics.h_measure import (
    expected_min_loss,
    h_measure,
    h_measure_prevalence,
    h_measure_severity,
    hand_weight,
)
from tests.samples import FIGURE_1, OVER
from tests.strategies import as_fractions, examples, random_examples, repeated
from tests.whole import WHOLE

ALL_H = (h_measure, h_measure_severity, h_measure_prevalence)
small = st.integers(1, 4)


@pytest.mark.parametrize("metric", [*ALL_H, expected_min_loss])
@pytest.mark.parametrize("labels", [[1, 1], [0, 0]])
def test_both_classes_are_needed(metric, labels):
    with pytest.raises(ValueError, match="is undefined: y_true has no"):
        metric(labels, [1, 2])


@pytest.mark.parametrize("bad", [0, -1, float("inf"), float("nan")])
def test_bad_parameters_are_named(bad):
    sample = [1, 0], [2, 1]
    for name in ("alpha", "beta"):
        for metric in (h_measure, expected_min_loss):
            with pytest.raises(ValueError, match=f"{name} must be a positive number"):
                metric(*sample, **{name: bad})
    with pytest.raises(ValueError, match="severity_ratio"):
        h_measure_severity(*sample, severity_ratio=bad)


def _g(prevalence, alpha, beta):
    """Half the expected minimum loss of scores that tell nothing."""
    weights = [prevalence, 1 - prevalence]
    return expected_min_loss([1, 0], [0, 0], sample_weight=weights, over="cost", alpha=alpha, beta=beta) / 2


def test_hand_values():
    """A triangle of height 1/4 over [0, 1]; then g(v) = v (1 - v) / 2 under the uniform law, in two blocks."""
    assert expected_min_loss([1, 0, 1, 0], [4, 3, 2, 1]) == pytest.approx(1 / 8, abs=1e-15)
    assert _g(0.5, 2, 2) == pytest.approx(5 / 32, abs=1e-15)
    # One block (1, 0), share 1/2, of weight 2; one sample of 3 besides: L = 2 (2/3) (1/8), L_Max = 2 (1/2) (1/3) (2/3).
    assert expected_min_loss([0, 1, 0], [3, 2, 1], over="cost") == pytest.approx(1 / 6, abs=1e-15)
    assert h_measure([0, 1, 0], [3, 2, 1], alpha=1, beta=1) == pytest.approx(1 / 4, abs=1e-15)


def test_the_paper_s_figure_4_as_fractions():
    """A triangle, a rectangle and a triangle, 1/16 + 1/24 + 1/24; and the paper's H = 0.4653 for the same sample."""
    assert exact_costs.expected_min_loss(*FIGURE_1) == F(7, 48)
    for over in OVER:
        for a in (1, 2):
            expected = exact_costs.expected_min_loss(*FIGURE_1, over=over, alpha=a, beta=a)
            value = expected_min_loss(*FIGURE_1, over=over, alpha=a, beta=a)
            assert value == pytest.approx(float(expected), abs=1e-15)
    h = exact_costs.h_measure(*FIGURE_1)
    assert abs(float(h) - 0.4653) < 5e-5
    assert h_measure(*FIGURE_1) == pytest.approx(float(h), abs=1e-15)


def test_the_ends_of_the_scale():
    assert [metric([1, 1, 0], [3, 2, 1]) for metric in ALL_H] == [1, 1, 1]
    assert [metric([0, 0, 1], [3, 2, 1]) for metric in ALL_H] == [0, 0, 0]
    assert [metric([1, 0, 1], [2, 2, 2]) for metric in ALL_H] == [0, 0, 0]
    assert expected_min_loss([0, 1], [2, 1]) == pytest.approx(1 / 4)


@given(examples(both=True, max_size=8), st.sampled_from(OVER), small, small)
def test_expected_minimum_loss_is_the_integral_of_the_lower_envelope(example, over, alpha, beta):
    labels, scores, weights, _ = example
    expected = exact_costs.expected_min_loss(labels, scores, weights, over=over, alpha=alpha, beta=beta)
    value = expected_min_loss(labels, scores, sample_weight=weights, over=over, alpha=alpha, beta=beta)
    assert value == pytest.approx(float(expected), abs=1e-14)


@given(examples(both=True, max_size=8), small, small)
def test_h_is_that_of_the_definition(example, alpha, beta):
    labels, scores, weights, _ = example
    expected = exact_costs.h_measure(labels, scores, weights, alpha=alpha, beta=beta)
    value = h_measure(labels, scores, sample_weight=weights, alpha=alpha, beta=beta)
    assert value == pytest.approx(float(expected), abs=1e-13)


def test_real_weights_agree_with_fractions():
    for labels, scores, weights, _ in random_examples(5, 40, max_size=8):
        expected = exact_costs.h_measure(labels, scores, as_fractions(weights))
        assert h_measure(labels, scores, sample_weight=weights) == pytest.approx(float(expected), abs=1e-13)


@pytest.mark.parametrize(("alpha", "beta"), [(0.5, 0.7), (1.3, 2.6), (7.0, 2.0), (40.0, 60.0)])
@pytest.mark.parametrize("over", OVER)
def test_parameters_that_are_not_whole_against_quadrature(alpha, beta, over):
    curve = cost_curve(*FIGURE_1, over=over)
    law = beta_law(alpha, beta)
    expected = sum(
        quad(lambda z: np.interp(z, *curve) * law.pdf(z), a, b, epsabs=1e-13)[0]
        for a, b in zip(curve.conditions[:-1], curve.conditions[1:], strict=True)
    )
    value = expected_min_loss(*FIGURE_1, over=over, alpha=alpha, beta=beta)
    assert value == pytest.approx(expected, abs=1e-11)


@given(st.floats(0.001, 0.999), st.sampled_from([(1, 1), (2, 2), (0.5, 3), (30, 7)]))
def test_g_mirrors_and_is_below_its_tangents(v, parameters):
    alpha, beta = parameters
    value = _g(v, alpha, beta)
    assert value == pytest.approx(_g(1 - v, beta, alpha), abs=1e-14)
    assert 0 <= value <= min(v * beta, (1 - v) * alpha) / (alpha + beta) + 1e-15


@given(examples(both=True))
def test_uniform_skews_give_the_area_under_the_cost_curve(example):
    labels, scores, weights, _ = example
    z, q = cost_curve(labels, scores, sample_weight=weights)
    area = float(np.dot(np.diff(z), q[1:] + q[:-1])) / 2
    assert expected_min_loss(labels, scores, sample_weight=weights) == pytest.approx(area, abs=1e-14)


@given(examples(both=True), st.sampled_from([(1, 1), (2, 2), (3, 2)]))
def test_balanced_classes_have_one_loss_over_costs_and_over_skews(example, parameters):
    labels, scores, weights, _ = example
    total = np.ones(len(labels)) if weights is None else np.array(weights)
    y = np.array(labels)
    balanced = total / np.where(y == 1, total[y == 1].sum(), total[y == 0].sum())
    alpha, beta = parameters
    values = [
        expected_min_loss(labels, scores, sample_weight=balanced, over=over, alpha=alpha, beta=beta) for over in OVER
    ]
    assert values[0] == pytest.approx(values[1], abs=1e-14)
    plain = expected_min_loss(labels, scores, sample_weight=weights, over="skew", alpha=alpha, beta=beta)
    assert plain == pytest.approx(values[0], abs=1e-14)


@given(examples(both=True), st.sampled_from(ALL_H))
def test_h_lies_between_0_and_1_and_sees_ranks_only(example, metric):
    labels, scores, weights, _ = example
    value = metric(labels, scores, sample_weight=weights)
    assert 0 <= value <= 1
    assert metric(labels, [np.exp(s) for s in scores], sample_weight=weights) == pytest.approx(value, abs=1e-15)
    assert (value > 1e-12) == (auch(labels, scores, sample_weight=weights) > 0.5 + 1e-12)


@given(examples(both=True), st.sampled_from(ALL_H))
def test_exchanged_classes_have_the_mirrored_law(example, metric):
    labels, scores, weights, _ = example
    turned = [1 - label for label in labels], [-score for score in scores]
    if metric is h_measure_severity:  # Beta(2, 1 + 1/SR) is not mirrored by the ratio's inverse
        value = h_measure(labels, scores, sample_weight=weights, alpha=2, beta=5)
        mirrored = h_measure(*turned, sample_weight=weights, alpha=5, beta=2)
    else:
        value, mirrored = metric(labels, scores, sample_weight=weights), metric(*turned, sample_weight=weights)
    assert mirrored == pytest.approx(value, abs=1e-13)


@given(examples(both=True, weighted=True), st.sampled_from(ALL_H))
def test_whole_weights_repeat_and_scale_does_not_matter(example, metric):
    labels, scores, weights, _ = example
    value = metric(labels, scores, sample_weight=weights)
    again = repeated(example)
    assert metric(again.labels, again.scores) == pytest.approx(value, abs=1e-13)
    assert metric(labels, scores, sample_weight=[w * 7.3 for w in weights]) == pytest.approx(value, abs=1e-13)


@given(examples(both=True), st.sampled_from(ALL_H))
def test_concave_g_rewards_finer_scores(example, metric):
    """Scores that tell more never lose: merging neighbouring scores cannot raise H."""
    labels, scores, weights, _ = example
    coarse = [np.floor(score) for score in scores]
    fine = metric(labels, scores, sample_weight=weights)
    assert metric(labels, coarse, sample_weight=weights) <= fine + 1e-13


def test_which_error_the_severity_is_of():
    """A score that is right about all positives and wrong about half of the negatives, and its mirror image."""
    careless = [1, 1, 0, 0], [2, 2, 2, 1]  # false positives only
    timid = [1, 1, 0, 0], [2, 1, 1, 1]  # false negatives only
    assert h_measure_severity(*careless, severity_ratio=0.1) > h_measure_severity(*timid, severity_ratio=0.1)
    assert h_measure_severity(*careless, severity_ratio=10) < h_measure_severity(*timid, severity_ratio=10)


def test_named_conventions_are_the_laws_they_name():
    labels, scores = [1, 0, 0, 1, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1]
    assert h_measure_severity(labels, scores) == h_measure(labels, scores, alpha=2, beta=4)
    assert h_measure_severity(labels, scores, severity_ratio=1) == h_measure(labels, scores)
    assert h_measure_prevalence(labels, scores) == h_measure(labels, scores, alpha=1.25, beta=1.75)
    for alpha, beta in ((2, 4), (1.25, 1.75)):
        assert beta_law(alpha, beta).pdf(0.25) > max(beta_law(alpha, beta).pdf([0.24, 0.26]))


def peer_samples(count):
    """Samples of both classes with scores between 0 and 1; half with ties, some reversed, some rare classes."""
    rng = np.random.default_rng(17)
    for k in range(count):
        n = int(rng.integers(2, 300))
        labels = (rng.random(n) < rng.choice([0.05, 0.5, 0.9])).astype(int)
        labels[:2] = 0, 1
        scores = np.clip(0.7 * rng.random(n) + 0.3 * rng.random() * labels, 0, 1)
        if k % 2:
            scores = np.round(scores, int(rng.integers(1, 3)))
        yield labels, 1 - scores if k % 7 == 0 else scores


def test_the_peer_agrees_on_many_samples():
    hmeasure = pytest.importorskip("hmeasure", reason="the peer hmeasure is not installed")
    tried = 0
    for labels, scores in peer_samples(1000 if WHOLE else 200):
        tried += 1
        pairs = (
            (1.0, h_measure(labels, scores)),
            (None, h_measure_severity(labels, scores)),
            (0.3, h_measure_severity(labels, scores, severity_ratio=0.3)),
            (-1.0, h_measure_prevalence(labels, scores)),  # the peer's name for the law by class shares
        )
        for severity, value in pairs:
            assert value == pytest.approx(hmeasure.h_score(labels, scores, severity_ratio=severity), abs=1e-12)
    assert tried == (1000 if WHOLE else 200)


def test_the_law_of_a_sample_needs_both_classes():
    with pytest.raises(ValueError, match="hand_weight is undefined"):
        hand_weight([1, 1], [1, 2])


@given(examples(both=True, max_size=9))
def test_the_law_of_a_sample(example):
    labels, scores, weights, _ = example
    law = hand_weight(labels, scores, sample_weight=weights)
    expected = exact_costs.hand_weight(labels, scores, weights)
    np.testing.assert_allclose(law.costs, [float(c) for c, _ in expected], atol=1e-14)
    np.testing.assert_allclose(law.probabilities, [float(p) for _, p in expected], atol=1e-14)
    assert (np.diff(law.costs) < 0).all()
    assert law.probabilities.sum() == pytest.approx(1, abs=1e-14)


@given(examples(both=True))
def test_under_the_law_of_a_sample_the_least_loss_is_linear_in_auch(example):
    """The paper's footnote 1, with ties, weights and hulls of any form."""
    labels, scores, weights, _ = example
    law = hand_weight(labels, scores, sample_weight=weights)
    curve = cost_curve(labels, scores, sample_weight=weights, over="cost")
    share = float(law.costs @ law.probabilities)
    least = float(np.interp(law.costs, *curve) @ law.probabilities)
    expected = 4 * share * (1 - share) * (1 - auch(labels, scores, sample_weight=weights))
    assert least == pytest.approx(expected, abs=1e-13)


def test_the_law_of_a_sample_in_fractions():
    labels, scores = [1, 0, 1, 1, 0, 1, 0, 0], [8, 7, 7, 5, 4, 3, 2, 1]
    law = exact_costs.hand_weight(labels, scores)
    curve = exact_costs.cost_lines(labels, scores, over="cost")
    least = sum(p * min(exact_costs.at(line, c) for line in curve) for c, p in law)
    assert least == 1 - exact.auch(labels, scores)
