"""Decision curves: net benefit by its definition, at thresholds between scores and at them, and where they end."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from metricbook.metrics.sweep import Sweep
from metricbook.reports.net_benefit import FLOOR, decision_curve, decision_range, flag_all, log_odds
from metricbook.reports.question import Question
from metricbook.reports.rows import Rows

from .made import predictions

MADE = predictions(300, digits=1)


def net_benefit(labels: np.ndarray, flagged: np.ndarray, threshold: float, weights: np.ndarray) -> float:
    """True positives less false ones at the threshold's odds, as a share of the positives."""
    true, false = (float(weights[flagged & of].sum()) for of in (labels, ~labels))
    return (true - threshold / (1 - threshold) * false) / float(weights[labels].sum())


@pytest.mark.parametrize("prevalence", [None, 0.02])
@pytest.mark.parametrize("digits", [1, 6])
def test_it_is_the_net_benefit_of_flagging_from_each_threshold_on(prevalence: float | None, digits: int) -> None:
    made = predictions(300, digits=digits)
    cases = Rows(made, Question(prevalence=prevalence))
    curve = decision_curve(cases.sweep("first"), cases.odds, cases.question, 10**6)
    weights = np.ones(300) if cases.weights is None else cases.weights
    ratio = 1.0 if prevalence is None else prevalence / (1 - prevalence) / cases.odds
    odds = ratio * made.scores["first"] / (1 - made.scores["first"])
    for x in np.random.default_rng(0).uniform(curve.x[0], curve.x[-1], 300):
        expected = net_benefit(made.labels, odds >= math.exp(x), 1 / (1 + math.exp(-x)), weights)
        assert np.interp(x, curve.x, curve.y) == pytest.approx(max(expected, FLOOR), abs=0.0005)
    assert curve.error == 0


def test_at_a_score_the_score_is_flagged_and_just_above_it_is_not() -> None:
    curve = decision_curve(Sweep([1, 0, 1, 0], [0.5, 0.5, 0.25, 0.25]), 1.0, Question(), 10**6)
    # At 1/2 a positive and a negative are flagged, worth 1 - 1 of 2 positives; above it none is.
    assert np.interp([0.0, 0.1], curve.x, curve.y) == pytest.approx([0, 0], abs=1e-12)
    # At 1/4 two of each are, worth 2 - 2/3; just above it one of each, worth 1 - 1/3.
    at = np.flatnonzero(np.isclose(curve.x, log_odds(0.25)))
    assert curve.y[at[0]] == pytest.approx((2 - 2 / 3) / 2)
    assert curve.y[at[-1]] == pytest.approx((1 - 1 / 3) / 2)


def test_scores_of_0_and_1_are_certain() -> None:
    curve = decision_curve(Sweep([1, 1, 0, 0], [1.0, 1.0, 0.0, 0.0]), 1.0, Question(), 10**6)
    assert (curve.y == 1).all()


def test_thinned_it_is_as_far_off_as_it_says() -> None:
    sweep = Sweep(MADE.labels, predictions(300, digits=6).scores["second"])
    whole, few = (decision_curve(sweep, 0.4, Question(), most) for most in (10**6, 12))
    assert few.x.size == 12
    low, high = whole.x[0], whole.x[-1]
    # The distance of a vertex from the thinned line, looked for along it, in units of the axes.
    along = np.linspace(0, 1, 400)
    fine = np.concatenate([np.outer(1 - along, a) + np.outer(along, b) for a, b in pairwise(_unit(few, low, high))])
    off = max(np.hypot(*(fine - vertex).T).min() for vertex in _unit(whole, low, high))
    assert off == pytest.approx(few.error, abs=0.005)


def _unit(curve: object, low: float, high: float) -> np.ndarray:
    return np.column_stack([(curve.x - low) / (high - low), (curve.y - FLOOR) / (1 - FLOOR)])


def test_the_range_holds_the_share_of_positives_and_the_price() -> None:
    assert decision_range(0.5, Question()) == (-3.0, 3.0)
    assert decision_range(0.01, Question()) == pytest.approx((log_odds(0.01) - 3, math.log(9)))
    low, high = decision_range(0.3, Question(cost_fp=1, cost_fn=9999))
    assert (low, high) == pytest.approx((log_odds(0.0001) - 1, math.log(9)))
    assert decision_range(0.3, Question(cost_fp=99, cost_fn=1))[1] == pytest.approx(log_odds(0.99) + 1)


def test_flagging_all_is_worth_nothing_at_the_share_of_positives() -> None:
    x, y = flag_all(0.2, -4.0, 4.0)
    assert np.interp(log_odds(0.2), x, y) == pytest.approx(0, abs=0.001)
    assert y[-1] == pytest.approx(FLOOR)
    assert x[0] == -4.0
    assert flag_all(0.9, -4.0, 1.0)[0][-1] == 1.0
