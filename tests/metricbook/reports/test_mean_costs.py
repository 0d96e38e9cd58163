"""Intervals of mean costs: by hand, from counts and clusters, and how often they hold, exactly over all outcomes."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.stats import binom, norm, poisson

from metricbook.metrics.shares import share_ends
from metricbook.metrics.units import Units
from metricbook.metrics.validation import Sample
from metricbook.reports.counted_cases import Counted
from metricbook.reports.mean_costs import EITHER_WAY, cost_arms, divide_costs, possible_costs
from metricbook.reports.question import Question
from metricbook.reports.rows import Rows
from tests.whole import WHOLE

from .made import counts, predictions

PRICES = (1.0, 500.0)
LABELS = np.array([True, False, False])


@cache
def ends(missed: int, false: int, size: int, prices: tuple[float, float]) -> tuple[float, float]:
    """The interval of a mean cost, of so many missed positives and false alarms."""
    times = np.array([missed, false, size - missed - false], dtype=float)
    there = times > 0
    units = Units(Sample(LABELS[there], times[there], times[there]), times=times[there])
    costs = np.array([prices[1], prices[0], 0.0])[there]
    shares = divide_costs(units, costs, prices, possible_costs(0.5, fixed_classes=False), fixed_classes=False)
    below, above = cost_arms(shares, units, 0.95)
    value = (prices[1] * missed + prices[0] * false) / size
    return value - below, value + above


@pytest.mark.parametrize(
    ("of_missed", "of_false"), [(0.1, 6.0), (0.3, 6.0), (1.0, 3.0), (3.1, 6.0), *([(5.0, 60.0)] if WHOLE else [])]
)
def test_a_mean_cost_is_held_though_few_positives_are_missed(of_missed: float, of_false: float) -> None:
    """Exactly, over all samples of 8,000: the value and its standard error hold in as few as one of ten."""
    size = 8000
    truth = (PRICES[1] * of_missed + PRICES[0] * of_false) / size
    held = plain = 0.0
    for missed in range(int(poisson.ppf(1 - 1e-6, of_missed)) + 1):
        for false in range(int(poisson.ppf(1 - 1e-6, of_false)) + 1):
            likely = binom.pmf(missed, size, of_missed / size)
            likely *= binom.pmf(false, size - missed, of_false / (size - of_missed))
            low, high = ends(missed, false, size, PRICES)
            held += likely * (low <= truth <= high)
            value = (PRICES[1] * missed + PRICES[0] * false) / size
            square = (PRICES[1] ** 2 * missed + PRICES[0] ** 2 * false) / size - value**2
            plain += likely * (abs(value - truth) <= norm.ppf(0.975) * np.sqrt(square / (size - 1)))
    assert held > 0.94
    assert (plain < 0.7) == (of_missed <= 1)


@pytest.mark.parametrize(("more", "less"), [(0.3, 1.0), (1.0, 3.0)])
def test_a_difference_of_two_models_is_held_though_few_decisions_differ(more: float, less: float) -> None:
    size, truth = 8000, PRICES[1] * (more - less) / 8000
    held = 0.0
    for first in range(int(poisson.ppf(1 - 1e-6, more)) + 1):
        for second in range(int(poisson.ppf(1 - 1e-6, less)) + 1):
            times = np.array([first, second, 40 - first - second, size - 40], dtype=float)
            units = Units(Sample(np.array([True, True, True, False]), times, times), times=np.maximum(times, 1e-9))
            costs = PRICES[1] * np.array([1.0, -1.0, 0.0, 0.0])
            shares = divide_costs(units, costs, PRICES, EITHER_WAY, fixed_classes=False)
            below, above = cost_arms(shares, units, 0.95)
            value = PRICES[1] * (first - second) / size
            held += (value - below <= truth <= value + above) * float(
                poisson.pmf(first, more) * poisson.pmf(second, less)
            )
    assert held > 0.94


def test_without_an_error_a_cost_may_be_as_high_as_the_limits_of_both_shares() -> None:
    low, high = ends(0, 0, 400, (2.0, 5.0))
    furthest = share_ends(0.0, 400, 0.025)[1]
    assert low == 0
    assert high == pytest.approx(np.hypot(2 * furthest, 5 * furthest))


@pytest.mark.parametrize("counted", [False, True])
def test_flagging_everybody_or_nobody_costs_what_the_share_of_a_class_costs(counted: bool) -> None:
    made = predictions(300)
    question = Question(cost_fp=2, cost_fn=7)
    cases = Counted(counts(made), question) if counted else Rows(made, question)
    low, high = share_ends(float(made.labels.mean()), 300, 0.025)
    everybody, nobody = (cases.estimate("cost", "first", 0.95, threshold=end) for end in (-np.inf, np.inf))
    assert (nobody.low, nobody.high) == pytest.approx((7 * low, 7 * high))
    assert (everybody.low, everybody.high) == pytest.approx((2 * (1 - high), 2 * (1 - low)))
    # At a prevalence that is stated nothing of either is left to learn.
    stated = Question(cost_fp=2, cost_fn=7, prevalence=0.1)
    known = (Counted(counts(made), stated) if counted else Rows(made, stated)).estimate(
        "cost", "first", 0.95, threshold=np.inf
    )
    assert (known.value, known.low, known.high) == pytest.approx((0.7, 0.7, 0.7))


def test_the_shares_of_fixed_classes_are_each_of_their_class() -> None:
    made = predictions(200, seed=3)
    question = Question(cost_fp=1, cost_fn=4, fixed_classes=True)
    found = Rows(made, question).estimate("cost", "first", 0.95, threshold=0.5)
    flagged, labels = made.scores["first"] >= 0.5, made.labels
    arms = np.zeros(2)
    for price, of, wrong in ((4.0, labels, ~flagged), (1.0, ~labels, flagged)):
        share, weight = wrong[of].mean(), price * of.mean()
        low, high = share_ends(float(share), float(of.sum()), 0.025)
        arms += np.square([weight * (share - low), weight * (high - share)])
    assert (found.value - found.low, found.high - found.value) == pytest.approx(tuple(np.sqrt(arms)), rel=1e-9)


def test_cases_that_come_in_fours_count_as_one_each() -> None:
    made = predictions(150)
    fours = {"labels": np.tile(made.labels, 4), "scores": {k: np.tile(v, 4) for k, v in made.scores.items()}}
    question, at = Question(cost_fp=1, cost_fn=4), 0.5
    alone = Rows(made, question).shares_of_cost("first", at)
    together = Rows(predictions(600, **fours, clusters=np.tile(np.arange(150), 4)), question).shares_of_cost(
        "first", at
    )
    assert together.shares == pytest.approx(alone.shares)
    assert together.draws == pytest.approx(alone.draws)
    assert alone.draws == pytest.approx([150, 150])
    assert together.correlations == pytest.approx(alone.correlations)
    missed, false = alone.shares
    assert alone.correlations[0, 1] == pytest.approx(-np.sqrt(missed * false / ((1 - missed) * (1 - false))))
    weighed = Rows(predictions(150, weights=np.tile([1.0, 4.0], 75)), question).shares_of_cost("first", at)
    assert (weighed.draws < 150).all()
    assert weighed.draws.max() <= 150 * 2.5**2 / 8.5 + 1e-9  # Kish's number


def test_a_cluster_without_an_error_counts_once() -> None:
    """Nothing is known of how errors cluster, so that 20 clusters of five are 20 cases."""
    right = {"labels": np.tile([True, False], 50), "scores": {"m": np.tile([1.0, 0.0], 50)}}
    made = predictions(100, **right, clusters=np.arange(100) // 5)
    found = Rows(made, Question(cost_fp=1, cost_fn=4))
    assert found.shares_of_cost("m", 0.5).draws == pytest.approx([20, 20])
    estimate = found.estimate("cost", "m", 0.95, threshold=0.5)
    assert (estimate.value, estimate.low) == (0, 0)
    assert estimate.high > np.hypot(1, 4) * share_ends(0.0, 20, 0.025)[1]  # by Student's quantile of 19 degrees


def test_costs_at_two_thresholds_differ_by_what_lies_between_in_rows_and_counts() -> None:
    made, question = predictions(800), Question(cost_fp=1, cost_fn=4)
    for threshold, than in ((0.5, np.inf), (0.5, -np.inf), (0.3, 0.6)):
        one, other = (
            cases.cost_less("second", threshold, than, 0.9)
            for cases in (Rows(made, question), Counted(counts(made), question))
        )
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high), rel=1e-9)
        turned = Rows(made, question).cost_less("second", than, threshold, 0.9)
        assert (turned.low, turned.high) == pytest.approx((-one.high, -one.low))
