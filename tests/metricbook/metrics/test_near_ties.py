"""Near-ties: what rounding can do to a score is near, what it cannot is not."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricbook import Sweep, near_ties, near_ties_of
from metricbook.metrics.near_ties import SINGLE, NearTies

NONE = NearTies(0, 0.0, math.inf, 0.0)


def found(scores, **more):
    return near_ties([k % 2 for k in range(len(scores))], scores, **more)


def test_a_tolerance_lies_between_0_and_1():
    for wrong in (-1e-9, 1.0, math.nan, "small"):
        with pytest.raises(ValueError, match=r"tolerance must be at least 0 and below 1"):
            found([0.1, 0.2], tolerance=wrong)


def test_by_hand():
    # 3 and 3 + 3e-10 are near, 3 + 9e-9 is not; two cases share a score of the group.
    ties = found([3.0, 3.0 + 3e-10, 3.0, 3.0 + 9e-9, 7.0])
    assert (ties.groups, ties.cases) == (1, 3.0)
    assert ties.smallest == pytest.approx(1e-10, rel=1e-5)
    assert ties.chain == pytest.approx(0.1, rel=1e-5)


def test_equal_scores_are_ties_and_not_near_ties():
    assert found([0.1, 0.1, 0.7, 0.7, 0.0, -0.0]) == NONE
    assert found([0.3]) == NONE


def test_a_chain_is_one_group_as_wide_as_it_is():
    ties = found([5 + k * 4e-9 for k in range(10)])  # each is within 5e-9 of the next
    assert (ties.groups, ties.cases) == (1, 10.0)
    assert ties.chain == pytest.approx(9 * 4 / 5, rel=1e-6)
    assert found([5 + k * 6e-9 for k in range(10)]) == NONE


@pytest.mark.parametrize(
    ("why", "scores", "near"),
    [
        ("a sum in two orders", [0.1 + 0.2, 0.3, 0.9], True),
        ("probabilities near 0 differ by their ratio", [1e-12, 2e-12, 0.5], False),
        ("and are near by it", [1e-12, 1e-12 * (1 + 1e-10), 0.5], True),
        ("probabilities near 1 differ by what they lack to it", [1 - 1e-12, 1 - 2e-12, 0.5], False),
        ("but for the rounding of numbers near 1", [1 - 1e-15, 1.0, 0.5], True),
        ("what lies beyond 1 is no probability", [1 - 1e-12, 1 - 2e-12, 1.5], True),
        ("log-odds near 0 are rounded as their terms are", [1e-12, -1e-12, 3.1, -2.2], True),
        ("by the median size, which an outlier leaves alone", [1e-7, -1e-7, 3.1, -2.2, 1e9], False),
        ("scores of one sign have no such terms", [1e-12, 3e-12, 3.1, 2.2], False),
        ("a large offset brings its rounding", [1e6 + 1.0001, 1e6 + 1.0002, 1e6 + 5.3], True),
        ("which a small one does not", [1.0001, 1.0002, 5.3], False),
        ("the widest floats are far apart", [1.7e308, -1.7e308, 1.0], False),
    ],
)
def test_a_distance_is_relative_to_what_rounding_acts_on(why, scores, near):
    assert bool(found(scores).groups) == near, why


def test_neighbours_of_float32_are_near_where_all_scores_are_of_it():
    rng = np.random.default_rng(0)
    single = rng.random(50).astype(np.float32)
    pair = np.float32(0.7), np.nextafter(np.float32(0.7), np.float32(1))
    assert found([*single.tolist(), *map(float, pair)]).groups == 1
    assert found([*single.tolist(), *map(float, pair), 0.1]) == NONE  # which float32 rounds: 5.96e-8 tells
    assert found([0.5, 0.5 + 3 * SINGLE, *single.tolist()]) == NONE


def test_whole_numbers_and_short_fractions_are_not_taken_for_float32():
    assert found(list(range(10**7, 10**7 + 9))) == NONE
    assert found([2.0**20 + k / 8 for k in range(9)]) == NONE


def test_weights_count_and_a_case_without_weight_links_nothing():
    scores = [5.0, 5 + 4e-9, 5 + 8e-9]
    assert found(scores, sample_weight=[2, 0.5, 1]).cases == 3.5
    assert found(scores, sample_weight=[2, 0, 1]) == NONE
    assert near_ties([1, 1], [0.1 + 0.2, 0.3], sample_weight=[2, 3]).cases == 5


def test_a_tolerance_of_ones_own():
    assert found([3.0, 3.01, 4.0], tolerance=0.01).cases == 2
    assert found([0.1 + 0.2, 0.3], tolerance=0) == NONE
    assert found([0.1 + 0.2, 0.3], tolerance=1e-17) == NONE


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=12), st.sampled_from([None, 1e-3, 0.5]))
def test_the_groups_are_those_that_pairs_of_neighbours_link(scores, tolerance):
    """By the definition, pair by pair, for scores of both signs."""
    scores = [-2e6 - 0.3, 2e6 + 0.3, *scores]
    distinct = sorted({score + 0.0 for score in scores})
    median = float(np.median(np.abs(distinct)))
    groups = [[distinct[0]]]
    for low, high in pairwise(distinct):
        if high - low <= (tolerance or 1e-9) * max(abs(low), abs(high), median):
            groups[-1].append(high)
        else:
            groups.append([high])
    several = [group for group in groups if len(group) > 1]
    ties = found(scores, tolerance=tolerance)
    assert (ties.groups, ties.cases) == (len(several), sum(scores.count(one) for group in several for one in group))


@given(st.lists(st.integers(1, 2**14 - 1), min_size=1, max_size=12), st.sampled_from([1e-3, 0.1]))
def test_probabilities_of_the_other_class_are_as_near(parts, tolerance):
    scores = [part / 2**14 for part in parts]
    turned = [1 - score for score in scores]
    one, other = (near_ties([1] * len(parts), s, tolerance=tolerance) for s in (scores, turned))
    assert (one.groups, one.cases) == (other.groups, other.cases)


def test_read_off_a_sweep():
    sweep = Sweep([1, 0, 0], [0.1 + 0.2, 0.3, 0.9], sample_weight=[1, 2, 3])
    assert near_ties_of(sweep) == near_ties([1, 0, 0], [0.1 + 0.2, 0.3, 0.9], sample_weight=[1, 2, 3])
    assert near_ties_of(sweep, tolerance=0) == NONE
