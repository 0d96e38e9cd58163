"""Expected loss over thresholds at the scores: the paper's examples, the twin, its theorems, and what ties do."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook import Sweep, auroc
from metricbook.exact import costs as exact_costs
from metricbook.exact import ranking as exact
from metricbook.metrics.expected_loss import expected_loss, loss_line, loss_line_of
from tests.samples import EXAMPLE, FIGURE_1, OVER, SCORES_1, SCORES_2, TIES
from tests.strategies import SMALL, examples, repeated, small_samples

twin = exact_costs.expected_loss
defaults = st.sampled_from([0, 0.5, 1, 3])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"over": "odds"}, "over must be one of"),
        ({"ties": "both"}, "ties must be one of"),
        ({"default_weight": -1}, "default_weight"),
        ({"default_weight": float("nan")}, "default_weight"),
    ],
)
def test_bad_arguments_are_named(options, message):
    for function in (expected_loss, loss_line):
        with pytest.raises(ValueError, match=message):
            function([1, 0], [1, 0], **options)


@pytest.mark.parametrize("labels", [[1, 1], [0, 0]])
def test_both_classes_are_needed(labels):
    with pytest.raises(ValueError, match="expected_loss is undefined"):
        expected_loss(labels, [1, 2])


def test_the_paper_s_example_1():
    without = {"ties": "negative", "default_weight": 0}
    assert exact_costs.loss_line(EXAMPLE, SCORES_1, **without) == (F(3, 10), F(1, 5))
    assert twin(EXAMPLE, SCORES_1, **without) == F(1, 4)
    for ties in TIES:  # without ties the n thresholds and the default are the same n + 1 classifiers on either side
        assert exact_costs.loss_line(EXAMPLE, SCORES_1, ties=ties) == (F(1, 4), F(1, 3))
        assert twin(EXAMPLE, SCORES_1, ties=ties) == F(7, 24)


def test_the_line_of_a_sweep_is_that_of_the_sample():
    assert loss_line_of(Sweep(EXAMPLE, SCORES_2)) == loss_line(EXAMPLE, SCORES_2) == pytest.approx((7 / 24, 13 / 36))


def test_the_paper_s_example_2():
    assert exact_costs.loss_line(EXAMPLE, SCORES_2, ties="negative") == (F(1, 3), F(1, 3))
    # (14 - 5 z') / 36 for the exchanged classes, which is our line read backwards, z = 1 - z'
    assert exact_costs.loss_line(EXAMPLE, SCORES_2, ties="positive") == (F(9, 36), F(14, 36))
    assert twin(EXAMPLE, SCORES_2, ties="positive") == F(23, 72)
    assert twin(EXAMPLE, SCORES_2) == F(47, 144)
    exchanged = [1 - label for label in EXAMPLE], [10 - score for score in SCORES_2]
    assert exact_costs.loss_line(*exchanged, ties="negative") == (F(14, 36), F(9, 36))


def test_the_sample_of_the_paper_s_figure_3():
    """Our values; the paper prints none."""
    assert exact_costs.loss_line(*FIGURE_1) == (F(11, 26), F(9, 26))
    assert exact_costs.loss_line(*FIGURE_1, over="cost") == (F(22, 39), F(3, 13))
    assert twin(*FIGURE_1) == F(5, 13)
    assert twin(*FIGURE_1, over="cost") == F(31, 78)


@given(examples(both=True), st.sampled_from(OVER), st.sampled_from(TIES), defaults)
def test_the_loss_line_is_that_of_the_definition(example, over, ties, default):
    labels, scores, weights, _ = example
    options = {"over": over, "ties": ties, "default_weight": default}
    line = loss_line(labels, scores, sample_weight=weights, **options)
    expected = exact_costs.loss_line(labels, scores, weights, **options)
    assert line.at_zero == pytest.approx(float(expected[0]), abs=1e-14)
    assert line.at_one == pytest.approx(float(expected[1]), abs=1e-14)
    value = expected_loss(labels, scores, sample_weight=weights, **options)
    assert value == pytest.approx(float(twin(labels, scores, weights, **options)), abs=1e-14)


@pytest.mark.parametrize("over", OVER)
def test_theorem_4_and_its_analogue_for_costs_on_all_small_samples(over):
    tried = 0
    for labels, scores in small_samples(range(2, 6), (0, 1, 2), every_order=False):
        if 0 < sum(labels) < len(labels):
            tried += 1
            counts = labels.count(0), labels.count(1)
            expected = exact_costs.expected_loss_from_auroc(exact.auroc(labels, scores), *counts, over=over)
            assert twin(labels, scores, over=over) == expected
    assert tried == SMALL


def test_theorem_4_as_printed_needs_both_sides():
    n, auc = 5, F(11, 12)
    printed = F(n, n + 1) * (1 - auc) / 2 + F(n + 2, n + 1) / 4
    assert printed == twin(EXAMPLE, SCORES_2)
    assert printed != twin(EXAMPLE, SCORES_2, ties="negative")


@given(examples(both=True), st.sampled_from(OVER))
def test_without_the_default_the_population_s_formula_holds_for_samples(example, over):
    """Theorem 2 and Corollary 3 of the paper, at half credit for ties."""
    labels, scores, weights, _ = example
    heavy = [1.0] * len(labels) if weights is None else weights
    positive = sum(w for w, label in zip(heavy, labels, strict=True) if label) / sum(heavy)
    shares = (0.5, 0.5) if over == "skew" else (1 - positive, positive)
    auc = auroc(labels, scores, sample_weight=weights)
    expected = (shares[0] ** 2 + shares[1] ** 2) / 2 + 2 * shares[0] * shares[1] * (1 - auc)
    value = expected_loss(labels, scores, sample_weight=weights, over=over, default_weight=0)
    assert value == pytest.approx(expected, abs=1e-14)


def test_what_parts_the_two_sides():
    """They part by the ties of each sort, which can come from one class alone, and can cancel."""
    alone = [1, 1, 0], [2, 2, 1]  # only the two positives tie
    assert [twin(*alone, ties=ties) for ties in ("negative", "positive")] == [F(3, 8), F(1, 4)]
    crossed = [1, 0], [1, 1]  # a tie of both classes, in equal parts
    assert twin(*crossed, ties="negative") == twin(*crossed, ties="positive")
    for labels in product((0, 1), repeat=4):
        if 0 < sum(labels) < 4:
            distinct = labels, range(4)
            assert twin(*distinct, ties="negative") == twin(*distinct, ties="positive") == twin(*distinct)


@given(examples(both=True, max_size=7))
def test_how_far_the_two_sides_part(example):
    """n/(n+1) {π_1 T_11 - π_0 T_00 + (π_0 - π_1) T_01} / 2, T_jk the chance that draws from two classes tie."""
    labels, scores, _, _ = example
    ties = {}
    for j, k in product((0, 1), repeat=2):
        pairs = [
            (s, t)
            for s, a in zip(scores, labels, strict=True)
            for t, b in zip(scores, labels, strict=True)
            if (a, b) == (j, k)
        ]
        ties[j, k] = F(sum(s == t for s, t in pairs), len(pairs))
    n = len(labels)
    share = [F(labels.count(label), n) for label in (0, 1)]
    expected = (share[1] * ties[1, 1] - share[0] * ties[0, 0] + (share[0] - share[1]) * ties[0, 1]) / 2
    apart = twin(labels, scores, ties="negative") - twin(labels, scores, ties="positive")
    assert apart == F(n, n + 1) * expected


@given(examples(both=True, weighted=True), st.sampled_from(OVER), st.sampled_from(TIES))
def test_whole_weights_mean_repetition(example, over, ties):
    again = repeated(example)
    value = expected_loss(example.labels, example.scores, sample_weight=example.weights, over=over, ties=ties)
    assert value == pytest.approx(expected_loss(again.labels, again.scores, over=over, ties=ties), abs=1e-13)


@given(examples(both=True), st.sampled_from(OVER))
def test_exchanged_classes_have_the_line_read_backwards_on_the_other_side(example, over):
    labels, scores, weights, _ = example
    turned = [1 - label for label in labels], [-score for score in scores]
    for side, other in (("negative", "positive"), ("positive", "negative"), ("half", "half")):
        line = loss_line(labels, scores, sample_weight=weights, over=over, ties=side)
        back = loss_line(*turned, sample_weight=weights, over=over, ties=other)
        assert back == pytest.approx((line.at_one, line.at_zero), abs=1e-14)


@given(examples(both=True, max_size=8), st.sampled_from(OVER), st.sampled_from(TIES))
def test_the_best_threshold_never_loses_more(example, over, ties):
    labels, scores, weights, _ = example
    least = exact_costs.expected_min_loss(labels, scores, weights, over=over)
    assert least <= twin(labels, scores, weights, over=over, ties=ties)
