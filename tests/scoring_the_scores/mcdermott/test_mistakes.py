"""Expectations over positives, areas by rank and atomic mistakes: by hand, by definition, by peers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, roc_auc_score

from metricbook import auroc, average_precision
from metricbook.exact.samples import samples
from scoring_the_scores.mcdermott.mistakes import (
    atomic_mistakes,
    auroc_by_rank,
    average_precision_by_rank,
    average_precision_gains,
    fix_mistake,
    guaranteed_positives,
    mistakes_by_rank,
    topmost_is_best,
)
from scoring_the_scores.mcdermott.two_areas import exact as exact_mistakes
from scoring_the_scores.mcdermott.two_areas.expectations import auprc_as_expectation, auroc_as_expectation
from tests.strategies import examples, random_examples, small_samples

KINDS = ("at least", "half", "above")
rankings = st.lists(st.booleans(), min_size=2, max_size=14)

# labels, scores, then AUROC and AUPRC as expectations, "at least" and "above" (None: undefined)
EXPECTATIONS_BY_HAND = {
    "no ties": ([0, 1, 0, 1], [4, 3, 2, 1], (Fraction(1, 4), Fraction(1, 4)), (Fraction(1, 2), Fraction(1, 6))),
    "all tied": ([1, 0, 0, 0], [5, 5, 5, 5], (0, 1), (Fraction(1, 4), None)),
    "positive first": ([1, 0], [2, 1], (1, 1), (1, None)),
    # the positives at 2 share their score with a negative, below another: FPR 1 or 1/2, firing 4/4 or 1/4
    "tie below": ([0, 1, 1, 0], [3, 2, 2, 2], (0, Fraction(1, 2)), (Fraction(1, 2), 0)),
}


@pytest.mark.parametrize("case", EXPECTATIONS_BY_HAND)
def test_expectations_by_hand(case):
    labels, scores, areas, areas_pr = EXPECTATIONS_BY_HAND[case]
    for kind, first, second in zip(("at least", "above"), areas, areas_pr, strict=True):
        assert auroc_as_expectation(labels, scores, inequality=kind) == pytest.approx(float(first), abs=1e-15)
        assert exact_mistakes.auroc_expectation(labels, scores, kind) == first
        if second is None:
            with pytest.raises(ValueError, match=r"nothing scores above [25]"):
                auprc_as_expectation(labels, scores, inequality=kind)
        else:
            assert auprc_as_expectation(labels, scores, inequality=kind) == pytest.approx(float(second), abs=1e-15)
            assert exact_mistakes.auprc_expectation(labels, scores, kind) == second


@pytest.mark.parametrize("kind", ["at least", "above"])
def test_expectations_against_their_definition_on_every_small_sample(kind):
    undefined = 0
    for labels, scores in small_samples(range(2, 6), (0, 1, 2)):
        if not 0 < sum(labels) < len(labels):
            continue
        expected = float(exact_mistakes.auroc_expectation(labels, scores, kind))
        assert auroc_as_expectation(labels, scores, inequality=kind) == pytest.approx(expected, abs=1e-14)
        try:
            expected = float(exact_mistakes.auprc_expectation(labels, scores, kind))
        except ZeroDivisionError:
            undefined += 1
            with pytest.raises(ValueError, match="undefined"):
                auprc_as_expectation(labels, scores, inequality=kind)
        else:
            assert auprc_as_expectation(labels, scores, inequality=kind) == pytest.approx(expected, abs=1e-14)
    assert (undefined > 0) == (kind == "above")


@given(examples(min_size=2, both=True))
def test_expectations_are_the_two_areas(example):
    labels, scores, weights, _ = example
    area = auroc_as_expectation(labels, scores, sample_weight=weights)
    assert area == pytest.approx(auroc(labels, scores, sample_weight=weights), abs=1e-12)
    precision = auprc_as_expectation(labels, scores, sample_weight=weights)
    assert precision == pytest.approx(average_precision(labels, scores, sample_weight=weights), abs=1e-12)
    low, middle, high = (auroc_as_expectation(labels, scores, sample_weight=weights, inequality=k) for k in KINDS)
    assert low <= middle + 1e-12
    assert middle <= high + 1e-12
    assert middle == pytest.approx((low + high) / 2, abs=1e-12)


def test_expectations_against_a_peer_with_weights():
    for labels, scores, weights, _ in random_examples(5, 60):
        expected = roc_auc_score(labels, scores, sample_weight=weights)
        assert auroc_as_expectation(labels, scores, sample_weight=weights) == pytest.approx(expected, abs=1e-12)
        expected = average_precision_score(labels, scores, sample_weight=weights)
        assert auprc_as_expectation(labels, scores, sample_weight=weights) == pytest.approx(expected, abs=1e-12)


def test_expectations_say_what_is_wrong():
    with pytest.raises(ValueError, match="'half', not 'over'"):
        auroc_as_expectation([0, 1], [0, 1], inequality="over")
    with pytest.raises(ValueError, match="auroc_as_expectation is undefined: y_true has no negative"):
        auroc_as_expectation([1, 1], [0, 1])
    with pytest.raises(ValueError, match="auprc_as_expectation is undefined: y_true has no positive"):
        auprc_as_expectation([0, 0], [0, 1])
    assert auprc_as_expectation([1, 1], [0, 1]) == 1  # no negative: every precision is 1


@given(rankings)
def test_areas_by_rank_are_the_areas_of_scores(labels):
    scores = -np.arange(len(labels))
    if 0 < sum(labels) < len(labels):
        assert auroc_by_rank(labels) == pytest.approx(auroc(labels, scores), abs=1e-14)
    else:
        assert np.isnan(auroc_by_rank(labels))
    if any(labels):
        assert average_precision_by_rank(labels) == pytest.approx(average_precision(labels, scores), abs=1e-14)
    else:
        assert np.isnan(average_precision_by_rank(labels))


def test_areas_by_rank_in_batches_and_subgroups():
    rng = np.random.default_rng(3)
    labels = rng.random((3, 4, 12)) < 0.4
    inside = rng.random(labels.shape) < 0.6
    areas, precisions = auroc_by_rank(labels, where=inside), average_precision_by_rank(labels, where=inside)
    assert areas.shape == precisions.shape == (3, 4)
    for at in np.ndindex(3, 4):
        own = labels[at][inside[at]]
        np.testing.assert_allclose(areas[at], auroc_by_rank(own), atol=1e-14)
        np.testing.assert_allclose(precisions[at], average_precision_by_rank(own), atol=1e-14)


def test_every_gain_of_every_small_ranking():
    tried = 0
    for ranking, _ in samples(8, ties=False):
        expected = exact_mistakes.mistake_gains(ranking)
        table = atomic_mistakes(np.array(ranking, dtype=bool))
        assert table["rank"].tolist() == [rank for rank, _, _ in expected]
        np.testing.assert_allclose(table["auroc_gain"], [float(gain) for _, gain, _ in expected], atol=1e-15)
        np.testing.assert_allclose(
            table["average_precision_gain"], [float(gain) for _, _, gain in expected], atol=1e-15
        )
        assert table["positives_above"].tolist() == [sum(ranking[: rank - 1]) for rank, _, _ in expected]
        best = max((gain for _, _, gain in expected), default=0)
        assert topmost_is_best(np.array(ranking, dtype=bool)) == (not expected or expected[0][2] == best)
        tried += len(expected)
    assert tried == sum((n - 1) * 2 ** (n - 2) for n in range(2, 9))  # n - 1 places, the other n - 2 labels free


def test_the_smallest_ranking_whose_lower_mistake_gains_more():
    table = atomic_mistakes(np.array([0, 0, 0, 0, 0, 1, 0, 1], dtype=bool))
    assert [Fraction(gain).limit_denominator(1000) for gain in table["average_precision_gain"]] == [
        Fraction(1, 60),
        Fraction(1, 56),
    ]


def test_no_mistake_no_row():
    assert atomic_mistakes(np.array([True, True, False])).empty
    assert atomic_mistakes(np.array([False, False])).empty
    assert average_precision_gains(np.zeros((2, 3), dtype=bool)).tolist() == [[0, 0], [0, 0]]
    assert average_precision_gains(np.array([True])).shape == (0,)
    assert topmost_is_best(np.array([[True], [False]])).tolist() == [True, True]


@given(rankings.filter(lambda labels: mistakes_by_rank(labels).any()), st.integers(0, 100))
def test_fixing_gains_what_the_table_says(labels, pick):
    table = atomic_mistakes(labels)
    row = table.iloc[pick % len(table)]
    fixed = fix_mistake(labels, int(row["rank"]))
    assert auroc_by_rank(fixed) - auroc_by_rank(labels) == pytest.approx(row["auroc_gain"], abs=1e-14)
    gain = average_precision_by_rank(fixed) - average_precision_by_rank(labels)
    assert gain == pytest.approx(row["average_precision_gain"], abs=1e-14)
    assert average_precision_gains(labels)[int(row["rank"]) - 1] == row["average_precision_gain"]


def test_fixing_many_rankings_at_once():
    labels = np.array([[False, True, False], [True, False, True]])
    assert fix_mistake(labels, [1, 2]).tolist() == [[True, False, False], [True, True, False]]
    assert labels.tolist() == [[False, True, False], [True, False, True]]
    for rank in (0, 2, 3, [1, 3]):
        with pytest.raises(ValueError, match="is not that of a negative directly above a positive"):
            fix_mistake(labels, rank)


def test_guaranteed_positives_against_every_continuation():
    # by definition: the least k for which the worst continuation at every distance gains no more
    for rank in range(1, 80):

        def safe(k: int, rank: int = rank) -> bool:
            return all(
                Fraction(k, rank * (rank + 1)) >= Fraction(k + d - 1, (rank + d) * (rank + d + 1))
                for d in range(2, 40 * rank)
            )

        least = next(k for k in range(1, rank + 1) if safe(k))
        assert guaranteed_positives(rank) == least <= -(-rank // 2)
    with pytest.raises(ValueError, match="1 or more, not 0"):
        guaranteed_positives(0)


@given(rankings)
def test_a_topmost_mistake_with_enough_positives_is_best(labels):
    table = atomic_mistakes(labels)
    for position, row in table.iterrows():
        if row["positives_above"] + 1 >= guaranteed_positives(int(row["rank"])):
            assert row["average_precision_gain"] >= table["average_precision_gain"][position:].max() * (1 - 1e-14)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: auroc_by_rank([0, 1]), "must be booleans, not of type int"),
        (lambda: auroc_by_rank(np.zeros((2, 0), dtype=bool)), "at least one rank"),
        (lambda: auroc_by_rank([True, False], where=[True]), r"where is of shape \(1,\)"),
        (lambda: atomic_mistakes([[True, False]]), "must be one ranking"),
    ],
)
def test_bad_input_says_what_is_wrong(call, message):
    with pytest.raises(ValueError, match=message):
        call()
