"""Weights by rank against the metrics they are the weights of, and what guessing does with them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from metricbook import audrc_integral
from metricbook.exact import ranking as exact
from scoring_the_scores.lxcim.lxcim.guessing import (
    guesses,
    last_departure,
    oscillation_gap,
    running_accuracy,
    variance_of_audrc,
    variance_of_lxcim,
)
from scoring_the_scores.lxcim.lxcim.rank_weights import (
    audrc_integral_by_rank,
    audrc_sum_by_rank,
    lxcim_by_rank,
)

ALL = (lxcim_by_rank, audrc_sum_by_rank, audrc_integral_by_rank)
WEIGHTS = [Fraction(1), Fraction(3), Fraction(1, 2), Fraction(2)]


def sample(correct):
    n = len(correct)
    return [1] * n, [(n - j) * (1 if right else -1) for j, right in enumerate(correct)]


def mean(weights, correct):
    return sum(w * c for w, c in zip(weights, correct, strict=True))


@pytest.mark.parametrize("correct", list(product((0, 1), repeat=4)))
def test_the_weights_give_the_metrics(correct):
    labels, scores = sample(correct)
    assert mean(lxcim_by_rank(WEIGHTS), correct) == exact.lxcim(labels, scores, WEIGHTS)
    assert mean(audrc_sum_by_rank(WEIGHTS), correct) == exact.audrc_sum(labels, scores, WEIGHTS)
    integral = audrc_integral(labels, scores, sample_weight=[float(w) for w in WEIGHTS])
    assert mean(audrc_integral_by_rank(WEIGHTS), correct) == pytest.approx(integral, abs=1e-14)


@pytest.mark.parametrize("by_rank", ALL)
def test_they_add_up_to_one_and_fall(by_rank):
    weights = by_rank([1] * 9)
    assert float(sum(weights)) == pytest.approx(1, abs=1e-15)
    assert all(a > b for a, b in pairwise(weights))


@pytest.mark.parametrize("by_rank", ALL)
def test_scale_does_not_matter_and_no_weight_counts_nothing(by_rank):
    assert by_rank([3 * w for w in WEIGHTS]) == by_rank(WEIGHTS)
    assert by_rank([0, *WEIGHTS[:2], 0, *WEIGHTS[2:]]) == [0, *by_rank(WEIGHTS)[:2], 0, *by_rank(WEIGHTS)[2:]]


@pytest.mark.parametrize("by_rank", ALL)
@pytest.mark.parametrize(("weights", "message"), [([1, -1], "rank 2"), ([0, 0], "positive"), ([], "positive")])
def test_bad_weights_are_named(by_rank, weights, message):
    with pytest.raises(ValueError, match=message):
        by_rank(weights)


@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_variances_are_those_of_all_rows_of_tosses(n):
    rows = list(product((0, 1), repeat=n))
    for by_rank, variance in ((lxcim_by_rank, variance_of_lxcim), (audrc_sum_by_rank, variance_of_audrc)):
        values = [mean(by_rank([1] * n), row) for row in rows]
        assert sum((v - Fraction(1, 2)) ** 2 for v in values) / len(rows) == variance(n)


def test_guesses_are_right_half_of_the_time_and_repeat():
    drawn = guesses(10_000, rng=np.random.default_rng(1))
    assert abs(drawn.mean() - 0.5) < 4 * 0.005
    assert (drawn == guesses(10_000, rng=np.random.default_rng(1))).all()


def test_last_departure_counts_from_one():
    assert last_departure([[1, 1], [0, 1], [1, 0]]).tolist() == [2, 1, 1]
    assert int(last_departure([1, 0], margin=0.5)) == 0


def test_oscillation_gap_is_what_a_fine_grid_finds():
    correct = guesses(24, rng=np.random.default_rng(2))
    reached = np.append(0, np.cumsum(correct))
    rates = np.linspace(1e-6, 24, 240_001)
    curve = np.interp(rates, np.arange(25), reached) / rates
    bins = np.minimum((rates / 24 * 6).astype(int), 5)
    gap = np.mean([np.ptp(curve[bins == k]) for k in range(6)])
    assert oscillation_gap(running_accuracy(correct), 6) == pytest.approx(gap, abs=1e-3)


def test_oscillation_gap_needs_bins_that_fit():
    with pytest.raises(ValueError, match="5 bins do not divide 24"):
        oscillation_gap(np.ones(24), 5)
