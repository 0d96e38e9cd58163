"""Swaps in small rankings: by hand, and against the package."""

from __future__ import annotations

from fractions import Fraction

import pytest

from metricbook import auroc, average_precision, h_measure
from metricbook.exact import costs
from metricbook.exact.samples import rankings, samples
from scoring_the_scores.synthesis.one_swap import best, swaps
from scoring_the_scores.synthesis.one_swap.swaps import Swap


def test_swaps_are_negatives_directly_above_positives():
    listed = [(s.rank, s.true_positives, s.cell) for s in swaps.swaps((0, 1, 1, 0, 0, 1))]
    assert listed == [(1, 1, (1, 1)), (5, 3, (3, 3))]
    assert list(swaps.swaps((1, 1, 0))) == []


def test_a_swap_moves_two_cases():
    assert swaps.swapped((1, 0, 1, 0), 2) == (1, 1, 0, 0)


def test_the_pair_of_a_swap_is_the_one_that_is_won():
    for labels, swap in swaps.each(6):
        assert swaps.won(swaps.swapped(labels, swap.rank)) - swaps.won(labels) == {swap.cell}


def test_every_ranking_can_be_swapped_into_the_best():
    for labels in rankings(6):
        steps = 0
        while found := list(swaps.swaps(labels)):
            labels, steps = swaps.swapped(labels, found[-1].rank), steps + 1
        assert labels == tuple(sorted(labels, reverse=True))
        assert steps <= sum(labels) * (6 - sum(labels))


def test_worths_by_hand():
    swap = Swap(rank=2, true_positives=1, positives=2, negatives=3)
    expected = {"AUROC": (1, 6), "AP": (1, 12), "L over costs": (1, 15), "L over skews": (5, 72), "LxCIM": (2, 25),
                "AUDRC": (1, 10)}  # fmt: skip
    assert {name: worth(swap) for name, worth in swaps.WORTH.items()} == {
        name: Fraction(*parts) for name, parts in expected.items()
    }


def test_worths_are_what_the_fast_metrics_gain():
    for labels, swap in swaps.each(6):
        order = swaps.scores(labels)
        for name, measure in (("AUROC", auroc), ("AP", average_precision)):
            gained = measure(swaps.swapped(labels, swap.rank), order) - measure(labels, order)
            assert gained == pytest.approx(float(swaps.WORTH[name](swap)), abs=1e-12)


def test_single_cases_are_blocks_of_one():
    for labels, scores in samples(5, ties=False):
        found = {where.rank: after[0] for where, after in swaps.block_swaps((labels, scores))}
        assert found == {swap.rank: swaps.swapped(labels, swap.rank) for swap in swaps.swaps(labels)}
        assert list(swaps.broken_ties((labels, scores))) == []


def test_blocks_are_taken_apart_and_put_together():
    for sample in samples(5):
        assert swaps.from_blocks(swaps.blocks(sample)) == sample


def test_a_swap_between_blocks_by_hand():
    ((where, after),) = swaps.block_swaps(((0, 1, 1), (2, 2, 1)))
    assert (where.rank, where.upper, where.lower, where.in_upper, where.above, where.through) == (2, 2, 1, 1, 1, 2)
    assert sorted(zip(*after, strict=True)) == [(0, 1), (1, 2), (1, 2)]


def test_a_tied_pair_is_broken_both_ways():
    broken = [(up, low) for _, up, low, _ in swaps.broken_ties(((0, 1), (1, 1)))]
    assert sorted(broken) == [((0, 1), (1, 0)), ((1, 0), (0, 1))]


def test_cost_lines_are_those_of_the_twin():
    for labels in rankings(5):
        assert best.lines(labels) == costs.cost_lines(labels, swaps.scores(labels), over="cost")


def test_the_gain_at_the_best_threshold_is_that_of_the_fast_h():
    labels = (1, 0, 1, 1, 0, 0, 1, 0)
    for swap in swaps.swaps(labels):
        order, share = swaps.scores(labels), Fraction(1, 4)
        gained = h_measure(swaps.swapped(labels, swap.rank), order) - h_measure(labels, order)
        told = best.gain_at_best(labels, swap.rank) / (share * (1 + share))
        assert gained == pytest.approx(float(told), abs=1e-12)


def test_a_point_below_the_hull_does_not_rise_above_it():
    assert best.rises_above_hull((0, 1), 1)
    assert not best.rises_above_hull((1, 1, 0, 0, 1, 1, 1, 0), 4)


def test_nothing_is_flagged_half_way_if_positives_are_outscored():
    assert best.flagged((0, 0, 1)) is None
    assert best.flagged((1, 0)) == best.Flagged(1, Fraction(1))
