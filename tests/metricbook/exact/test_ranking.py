"""The twins in fractions, by hand and against enumerations that share nothing with them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given

from metricbook.exact import ranking as exact
from tests.strategies import examples


def test_results_are_fractions():
    labels, scores, weights = [1, 0, 1], [0.5, 0.25, -1], [0.1, 2, 3]
    for metric in (exact.auroc, exact.average_precision, exact.auch, exact.accuracy, exact.lxcim, exact.audrc_sum):
        assert isinstance(metric(labels, scores, weights), Fraction), metric.__name__


def test_auroc_by_hand_with_weights():
    # pairs (weight): 3 beats 2 (2*1 won), 1 loses to 2 (1*1 lost), 3 beats 1 (2*4), 1 ties 1 (1*4, half)
    assert exact.auroc([1, 0, 1, 0], [3, 2, 1, 1], [2, 1, 1, 4]) == Fraction(2 + 8 + 2, 15)


def test_average_precision_by_hand():
    assert exact.average_precision([1, 0, 1, 1], [4, 3, 2, 1]) == (1 + Fraction(2, 3) + Fraction(3, 4)) / 3
    assert exact.average_precision([1, 0, 1, 1], [4, 3, 2, 1], [1, 1, 0, 1]) == (1 + Fraction(2, 3)) / 2


def test_roc_points_and_area_by_hand():
    points = exact.roc_points([1, 0, 1, 0], [3, 3, 2, 1])
    half = Fraction(1, 2)
    assert points == [(0, 0), (half, half), (half, 1), (1, 1)]
    assert exact.area(points) == Fraction(5, 8)


def test_auch_by_hand():
    assert exact.auch([1, 0, 1, 0], [4, 3, 2, 1]) == Fraction(7, 8)
    assert exact.auch([0, 1], [2, 1]) == Fraction(1, 2)
    assert exact.auch([1, 0, 0, 1, 1, 0], [6, 5, 4, 3, 2, 1]) == Fraction(7, 9)


@given(examples(min_size=2, both=True))
def test_the_area_under_the_roc_points_is_the_share_of_pairs(example):
    labels, scores, weights, _ = example
    assert exact.area(exact.roc_points(labels, scores, weights)) == exact.auroc(labels, scores, weights)


@given(examples(min_size=2, both=True, max_size=8))
def test_the_hull_is_the_best_mixture_of_thresholds(example):
    """At every point of the curve the hull is the highest chord between two others: brute force over the chords."""
    points = sorted(exact.roc_points(*example[:3]))
    grid = sorted({x for x, _ in points})

    def height(x: Fraction) -> Fraction:
        best = [y for px, y in points if px == x]
        for (x0, y0), (x1, y1) in product(points, points):
            if x0 < x < x1:
                best.append(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
        return max(best)

    assert exact.auch(*example[:3]) == exact.area([(x, height(x)) for x in grid])


def test_accuracy_counts_one_half_at_the_threshold():
    assert exact.accuracy([1, 0, 1], [1, 1, 2], threshold=1) == Fraction(2, 3)
    assert exact.accuracy([1, 0], [1, 1], [3, 1], threshold=0) == Fraction(3, 4)


def test_lxcim_by_hand():
    # G = 2 (weight 2 right), then a tie of weights 1 and 1, one right: doubled area 4 + 2 * (2 + 3) over 16
    assert exact.lxcim([1, 1, 0], [2, -1, -1], [2, 1, 1]) == Fraction(14, 16)
    assert exact.lxcim([0, 0], [2, -1]) == Fraction(1, 4)


def test_audrc_by_hand():
    assert exact.audrc_sum([1, 1, 1], [3, -2, 1]) == (1 + Fraction(1, 2) + Fraction(2, 3)) / 3
    assert exact.audrc_sum([1, 1, 1], [1, -1, 1]) == Fraction(2, 3)
    assert exact.audrc_sum([1, 1, 1], [3, -2, 1], [2, 0, 2]) == 1


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_guessing_scores_one_half_on_average(n):
    scores = [n - i for i in range(n)]
    every = list(product((0, 1), repeat=n))
    for metric in (exact.accuracy, exact.lxcim, exact.audrc_sum):
        assert sum(metric(labels, scores) for labels in every) / len(every) == Fraction(1, 2)


@given(examples())
def test_the_exchange_keeps_confidence_and_correctness(example):
    labels, scores, weights, threshold = example
    moved = exact.exchange(labels, scores, threshold=threshold)
    for metric in (exact.accuracy, exact.lxcim, exact.audrc_sum):
        assert metric(*moved, weights, threshold=threshold) == metric(labels, scores, weights, threshold=threshold)


def test_the_exchange_by_hand():
    assert exact.exchange([1, 0, 1], [3, 1, 5], threshold=1, which=[0, 1]) == ([0, 0, 1], [-1, 1, 5])
    assert exact.exchange([0], [1], threshold=1, flip_at_threshold=True) == ([1], [1])


def test_a_missing_class_has_no_auroc():
    with pytest.raises(ZeroDivisionError):
        exact.auroc([1, 1], [1, 2])


def test_unequal_lengths_are_refused():
    with pytest.raises(ValueError, match="zip"):
        exact.auroc([1, 0], [1, 2, 3])
