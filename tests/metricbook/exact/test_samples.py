"""Small samples: that they are all there, once, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from metricbook.exact import samples as small


@pytest.mark.parametrize("n", range(1, 7))
def test_every_ranking_is_there_once(n):
    found = list(small.rankings(n))
    assert sorted(found) == sorted(labels for labels in product((0, 1), repeat=n) if 0 < sum(labels) < n)
    assert [len(list(small.rankings(n, positives))) for positives in range(n + 1)] == [comb(n, k) for k in range(n + 1)]


@pytest.mark.parametrize("n", range(2, 6))
def test_every_sample_is_there_once_up_to_the_order_of_its_members(n):
    """Each assignment of labels and of scores without gaps, sorted, is one of them; and they are no others."""
    found = list(small.samples(n, smallest=n))
    by_hand = {
        tuple(sorted(zip(scores, labels, strict=True), key=lambda member: (-member[0], member[1])))
        for labels in product((0, 1), repeat=n)
        for scores in small.weak_orders(n)
        if 0 < sum(labels) < n
    }
    assert len(found) == len(set(found)) == len(by_hand)
    assert {tuple(zip(scores, labels, strict=True)) for labels, scores in found} == by_hand


@pytest.mark.parametrize("n", range(2, 8))
def test_samples_without_ties_are_the_samples_of_distinct_scores(n):
    untied = {(labels, scores) for labels, scores in small.samples(n) if len(set(scores)) == len(scores)}
    assert set(small.samples(n, ties=False)) == untied
    assert len(untied) == sum(2**size - 2 for size in range(2, n + 1))


def test_samples_are_highest_first_and_of_both_classes():
    for labels, scores in small.samples(6):
        assert list(scores) == sorted(scores, reverse=True)
        assert set(scores) == set(range(1, max(scores) + 1))
        assert set(labels) == {0, 1}


def test_weak_orders_are_counted_by_the_fubini_numbers():
    assert [len(set(small.weak_orders(n))) for n in range(1, 7)] == [1, 3, 13, 75, 541, 4683]


def test_scored_members_have_every_label_and_every_value():
    found = list(small.scored(2, (-1, 0, 1), both=False))
    assert len(set(found)) == len(found) == 4 * 9
    assert set(small.scored(2, (-1, 0, 1))) == {sample for sample in found if set(sample[0]) == {0, 1}}
    assert list(small.scored(2, iter((5,)))) == [((0, 1), (5, 5)), ((1, 0), (5, 5))]


@pytest.mark.parametrize("total", range(1, 9))
def test_every_matrix_and_performance_is_there_once(total):
    found = list(small.matrices(total))
    assert len(set(found)) == len(found) == comb(total + 3, 3)
    assert all(sum(matrix) == total and min(matrix) >= 0 for matrix in found)
    shares = list(small.performances(total))
    assert shares == [tuple(Fraction(count, total) for count in matrix) for matrix in found]


def test_performances_at_a_prior_have_it_and_the_rates_asked_for():
    prior = Fraction(3, 7)
    rates = []
    for tn, fp, fn, tp in small.performances_at(prior, 3):
        assert fn + tp == prior
        assert tn + fp == 1 - prior
        rates.append((fp / (tn + fp), tp / (fn + tp)))
    assert rates == [(Fraction(x, 3), Fraction(y, 3)) for x, y in product(range(4), repeat=2)]
