"""Intervals of shares and of their sums: published ones, SciPy's binomial distribution, and their exact coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, norm

from metricbook.metrics.shares import Shares, share_ends

TAIL = 0.025


@pytest.mark.parametrize(
    ("seen", "draws", "wilson", "mid_p"),
    [
        (81, 263, (0.2553, 0.3662), (0.2544, 0.3658)),
        (15, 148, (0.0624, 0.1605), (0.0601, 0.1581)),
        (0, 20, (0.0, 0.1611), (0.0, 0.1391)),
        (1, 29, (0.0061, 0.1718), (0.0017, 0.1585)),
    ],
)
def test_the_ends_are_the_outer_ones_of_newcombes_table(
    seen: int, draws: int, wilson: tuple[float, float], mid_p: tuple[float, float]
) -> None:
    """Newcombe (1998), Two-sided confidence intervals for the single proportion, Table I: Wilson's and the mid-P."""
    expected = min(wilson[0], mid_p[0]), max(wilson[1], mid_p[1])
    assert share_ends(seen / draws, draws, TAIL) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(("seen", "draws"), [(0, 1), (1, 1), (3, 7), (40, 100), (2, 10_000)])
def test_beyond_an_end_lies_the_tail_of_the_binomial_or_of_the_normal_distribution(seen: int, draws: int) -> None:
    low, high = share_ends(seen / draws, draws, 0.01)

    def of_binomial(share: float) -> float:
        return float(binom.cdf(seen, draws, share) - binom.pmf(seen, draws, share) / 2)

    def of_normal(share: float) -> float:
        return float(norm.cdf((seen / draws - share) / np.sqrt(share * (1 - share) / draws)))

    if seen < draws:
        assert max(of_binomial(high), of_normal(high)) == pytest.approx(0.01, rel=1e-6)
    else:
        assert high == 1
    mirrored = share_ends(1 - seen / draws, draws, 0.01)
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-14)


def test_parts_of_an_event_lie_between_whole_ones() -> None:
    ends = [share_ends(seen / 50, 50.0, TAIL) for seen in np.linspace(0, 3, 31)]
    assert (np.diff(ends, axis=0)[1:] > 0).all()
    assert share_ends(1e-9, 50, TAIL)[1] == pytest.approx(share_ends(0.0, 50, TAIL)[1], rel=1e-6)


def test_a_share_of_few_events_is_held_as_often_as_it_should_be() -> None:
    """Exactly, over all outcomes: from a twentieth of an event to 20 expected, where one standard error holds 5 %."""
    draws, seen = 500, np.arange(80)
    low, high = np.array([share_ends(k / draws, draws, TAIL) for k in seen]).T
    expected = np.geomspace(0.05, 20, 400)
    likely = binom.pmf(seen[:, np.newaxis], draws, expected / draws)
    share = expected / draws
    held = (likely * ((low[:, np.newaxis] <= share) & (share <= high[:, np.newaxis]))).sum(axis=0)
    assert held.min() > 0.934
    assert 0.95 < held.mean() < 0.98
    half = 1.96 * np.sqrt(seen / draws * (1 - seen / draws) / (draws - 1))[:, np.newaxis]
    plain = (likely * (np.abs(seen[:, np.newaxis] / draws - share) <= half)).sum(axis=0)
    assert plain.min() < 0.05
    assert (plain < 0.93).mean() > 0.8


def test_arms_of_a_sum_add_up_as_variances_do() -> None:
    """56 of 70 less 48 of 80, by hand from the ends of each: Newcombe's difference of independent shares."""
    weights, shares, draws = np.array([1.0, -1.0]), np.array([0.8, 0.6]), np.array([70.0, 80.0])
    (low, high), (other_low, other_high) = (share_ends(*each, TAIL) for each in zip(shares, draws, strict=True))
    arms = Shares(weights, shares, draws, np.eye(2)).arms(TAIL)
    assert arms == pytest.approx((np.hypot(0.8 - low, other_high - 0.6), np.hypot(high - 0.8, 0.6 - other_low)))
    for r in (-1.0, 0.5, 1.0):
        found = Shares(weights, shares, draws, np.array([[1.0, r], [r, 1.0]])).arms(TAIL)
        one, other = 0.8 - low, other_high - 0.6
        assert found[0] == pytest.approx(np.sqrt(one**2 + other**2 - 2 * r * one * other))
    single = Shares(np.array([-3.0]), shares[:1], draws[:1], np.eye(1))
    assert single.arms(TAIL) == pytest.approx((3 * (high - 0.8), 3 * (0.8 - low)))
    low, high = share_ends(0.8, 280, TAIL)
    assert single.arms(TAIL, 4.0) == pytest.approx((3 * (high - 0.8), 3 * (0.8 - low)))
