"""Joins, meets and valuations of small rankings: by hand, and from the regions below the curves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from metricbook import auroc
from metricbook.exact.samples import rankings
from scoring_the_scores.synthesis.one_swap import swaps, tables, valuations

P_FIRST, N_FIRST = (1, 0, 0, 1), (0, 1, 1, 0)


def test_join_and_meet_are_union_and_intersection_of_the_pairs_in_order():
    for p, q in ((2, 2), (2, 3), (3, 3)):
        for one, other in valuations.crossing(p, q):
            assert swaps.won(valuations.join(one, other)) == swaps.won(one) | swaps.won(other)
            assert swaps.won(valuations.meet(one, other)) == swaps.won(one) & swaps.won(other)


def test_rankings_cross_where_neither_has_all_pairs_of_the_other():
    crossing = set(valuations.crossing(2, 3))
    for one in rankings(5, 2):
        for other in rankings(5, 2):
            nested = swaps.won(one) <= swaps.won(other) or swaps.won(other) <= swaps.won(one)
            assert nested != ((one, other) in crossing or (other, one) in crossing)


def test_one_case_of_a_class_leaves_nothing_to_cross():
    assert list(valuations.crossing(1, 5)) == list(valuations.crossing(5, 1)) == []


def test_the_smallest_failure_of_best_accuracy_by_hand():
    found = valuations.first_failure(valuations.best_accuracy, 5)
    assert found == (P_FIRST, N_FIRST, (1, 0, 1, 0), (0, 1, 0, 1), Fraction(3, 2), Fraction(5, 4))


def test_a_metric_without_a_value_is_left_out():
    assert valuations.half_way_precision((0, 0, 1, 1)) is None
    assert valuations.measured(lambda labels: None, P_FIRST, N_FIRST) is None
    with pytest.raises(ValueError, match="no value"):
        valuations.by_steps(lambda labels: None, P_FIRST)


def test_a_valuation_never_fails():
    assert valuations.first_failure(valuations.BY_PLACE["AP"], 6) is None


def test_best_values_by_hand():
    ranking = (1, 0, 0, 1, 0)
    assert valuations.best_youden(ranking) == Fraction(1, 2)
    assert valuations.best_accuracy(ranking) == Fraction(4, 5)
    assert valuations.best_f1(ranking) == Fraction(2, 3)
    assert valuations.largest_distance((0, 0, 1)) == 1


def test_curves_by_hand():
    ranking = (1, 0, 0, 1)
    assert valuations.height_at(ranking, Fraction(9, 10)) == Fraction(1, 2)
    assert valuations.partial_area(ranking, Fraction(1, 4)) == Fraction(1, 8)
    assert valuations.partial_area(ranking, Fraction(1)) == Fraction(1, 2)
    assert valuations.height_at_share(ranking, Fraction(7, 8), Fraction(1, 2)) == Fraction(3, 4)
    assert valuations.area_between(P_FIRST, N_FIRST) == Fraction(1, 2)
    with pytest.raises(ValueError, match="above 1"):
        valuations.height_at_share(ranking, Fraction(2), Fraction(1, 2))


def test_the_lowest_ranking_with_a_pair_in_order():
    for p, q in ((2, 3), (3, 2)):
        for i in range(1, p + 1):
            for j in range(1, q + 1):
                having = [labels for labels in rankings(p + q, p) if (i, j) in swaps.won(labels)]
                lowest = min(having, key=lambda labels: auroc(labels, swaps.scores(labels)))
                assert valuations.one_step(i, j, p, q) == lowest


def test_the_table_of_crossing_curves_differs_where_a_metric_chooses():
    table = tables.crossings(5).set_index("metric")
    differs = (table["both"] - table["split"]).abs() > 1e-12
    assert list(table.index[~differs]) == ["AUROC", "AP"]
    assert list(table.loc["AUROC", ["x", "y", "join", "meet"]]) == ["PNNP", "NPPN", "PNPN", "NPNP"]
    assert table.loc["KS", "x"] == "PNNPN"
