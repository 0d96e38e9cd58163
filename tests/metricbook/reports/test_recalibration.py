"""Calibration slope and intercept: scores made with a known fault, peers, coverage, and where there is no fit."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from metricbook.reports.analysis import analyse
from metricbook.reports.counted_cases import Counted
from metricbook.reports.estimates import Estimate
from metricbook.reports.model_contents import Recalibration
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import Question
from metricbook.reports.recalibration import cost_saved, recalibrate, score_for
from metricbook.reports.rows import Rows
from tests.whole import MONTHLY, mostly

from .made import counts, predictions


def chances(logits: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-logits))


def faulty(n: int, seed: int, slope: float, intercept: float = 0.0) -> Predictions:
    """Scores whose log odds must be multiplied by the slope, and raised by the intercept, to be right."""
    rng = np.random.default_rng(seed)
    stated = rng.normal(-0.5, 1.5, n)
    labels = rng.random(n) < chances(intercept + slope * stated)
    return predictions(n, labels=labels, scores={"m": chances(stated)})


def of(made: Predictions, model: str = "m") -> Recalibration | None:
    return recalibrate(Rows(made, Question()), model, 0.95)


def test_it_is_the_logistic_regression_on_the_log_odds() -> None:
    made = faulty(2000, 0, 0.5, 0.3)
    found = of(made)
    odds = np.log(made.scores["m"] / (1 - made.scores["m"]))[:, np.newaxis]
    peer = LogisticRegression(C=np.inf, tol=1e-10).fit(odds, made.labels)
    assert found.slope.value == pytest.approx(peer.coef_[0, 0], rel=1e-4)
    assert found.intercept.value == pytest.approx(peer.intercept_[0], rel=1e-3)


def test_in_the_large_is_the_shift_after_which_as_many_positives_are_expected_as_there_are() -> None:
    made = faulty(1500, 5, 1.0, -0.6)
    shift = of(made).in_the_large
    stated = np.log(made.scores["m"] / (1 - made.scores["m"]))
    assert chances(stated + shift.value).sum() == pytest.approx(made.labels.sum())
    # Its error is the sandwich's, which for a right slope is that of the inverse information.
    share = chances(stated + shift.value)
    assert shift.standard_error == pytest.approx(1 / np.sqrt((share * (1 - share)).sum()), rel=0.05)
    counted = recalibrate(Counted(counts(made), Question()), "m", 0.95).in_the_large
    assert (counted.value, counted.standard_error) == pytest.approx((shift.value, shift.standard_error))
    assert shift.high < 0
    four = predictions(
        6000,
        labels=np.tile(made.labels, 4),
        scores={"m": np.tile(made.scores["m"], 4)},
        weights=np.repeat([1.0, 2.0, 3.0, 4.0], 1500),
        clusters=np.tile(np.arange(1500), 4),
    )
    assert of(four).in_the_large.standard_error == pytest.approx(shift.standard_error, rel=0.01)


def test_nineteen_of_twenty_intervals_hold_what_is_added_to_probabilities_that_are_too_low() -> None:
    """200 samples: 190 are expected to hold it, with a standard deviation of 3.1."""
    held = 0
    for seed in range(200):
        found = of(faulty(300, seed, 1.0, 0.7)).in_the_large
        held += found.low < 0.7 < found.high
    assert 180 <= held < 200


@pytest.mark.parametrize("slope", [0.25, 1.0, 2.0])
def test_nineteen_of_twenty_intervals_hold_slope_and_intercept(slope: float) -> None:
    held = np.zeros(2, dtype=int)
    for seed in range(200):
        found = of(faulty(500, seed, slope, 0.2))
        held += [found.slope.low < slope < found.slope.high, found.intercept.low < 0.2 < found.intercept.high]
    assert (held >= 180).all()  # 190 are expected, with a standard deviation of 3.1
    assert (held < 200).all()


def test_counts_say_the_same_and_cases_in_clusters_count_once() -> None:
    made = predictions(3000)
    one, other = (recalibrate(c, "first", 0.95) for c in (Rows(made, Question()), Counted(counts(made), Question())))
    assert other.slope.value == pytest.approx(one.slope.value, rel=1e-9)
    assert other.slope.standard_error == pytest.approx(one.slope.standard_error, rel=1e-9)
    twice = predictions(
        6000,
        labels=np.tile(made.labels, 2),
        scores={"first": np.tile(made.scores["first"], 2)},
        clusters=np.tile(np.arange(3000), 2),
    )
    assert of(twice, "first").slope.standard_error == pytest.approx(one.slope.standard_error, rel=0.01)


def test_scores_of_0_and_1_are_taken_for_half_a_case_of_all() -> None:
    made = faulty(400, 1, 1.0)
    high = made.scores["m"] > 0.9
    one, other = (
        of(predictions(400, labels=made.labels, scores={"m": np.where(high, top, made.scores["m"])}))
        for top in (1.0, 1 - 1 / 800)
    )
    assert one.slope.value == pytest.approx(other.slope.value, rel=1e-9)


def test_there_is_no_slope_where_one_threshold_tells_the_classes_apart_or_all_scores_are_equal() -> None:
    labels = np.arange(40) < 15
    for scores in (np.where(labels, 0.7, 0.2) + np.arange(40) / 1000, np.full(40, 0.3)):
        assert of(predictions(40, labels=labels, scores={"m": scores})) is None


def test_which_score_means_a_probability() -> None:
    half = Recalibration(Estimate(0.5), Estimate(0.0))
    assert score_for(0.5, half) == 0.5
    assert score_for(0.2, half) == pytest.approx(1 / 17)  # the odds 1 : 4 are the root of those that are stated
    assert score_for(0.5, Recalibration(Estimate(1.0), Estimate(1.0))) == pytest.approx(chances(np.array(-1.0)))
    assert score_for(0.5, Recalibration(Estimate(-1.0), Estimate(0.0))) is None
    assert score_for(0.9, Recalibration(Estimate(1e-6), Estimate(0.0))) is None


PRICED = Question(cost_fp=1, cost_fn=9)


def saving(cases: Rows | Counted, model: str = "m") -> Estimate | None:
    found = recalibrate(cases, model, 0.95)
    return cost_saved(cases, model, 0.1, 0.1, found, 0.95)


def test_what_is_saved_is_the_difference_of_two_costs() -> None:
    made = faulty(4000, 3, 0.25)
    cases = Rows(made, PRICED)
    threshold = score_for(0.1, recalibrate(cases, "m", 0.95))
    costs = [cases.estimate("cost", "m", 0.95, threshold=at).value for at in (0.1, threshold)]
    found = saving(cases)
    assert found.value == pytest.approx(costs[0] - costs[1])
    assert found.low > 0
    assert saving(Counted(counts(made), PRICED)).value == pytest.approx(found.value)
    assert saving(Counted(counts(made), PRICED)).standard_error == pytest.approx(found.standard_error, rel=1e-6)


def test_where_probabilities_are_right_nothing_is_saved_and_where_they_are_the_wrong_way_round_nothing_is_known() -> (
    None
):
    found = saving(Rows(faulty(4000, 4, 1.0), PRICED))
    assert found.low < 0 < found.high
    # At another prevalence the threshold is that of the data's probabilities, which are right as they are.
    elsewhere = analyse(faulty(4000, 4, 1.0), Question(cost_fp=1, cost_fn=9, prevalence=0.05), replicates=3)
    moved = elsewhere.prices.models["m"].saved
    assert moved.low < 0 < moved.high
    assert abs(moved.value) < 0.02 * elsewhere.prices.nobody.value
    assert saving(Rows(faulty(4000, 4, -1.0), PRICED)) is None


@pytest.mark.parametrize("kind", mostly(["too sure", "right", "no line is right", "clusters"], "right"))
def test_intervals_of_what_is_saved_hold_though_slope_and_intercept_are_of_the_same_cases(kind: str) -> None:
    """The truth is what the slope and intercept of two million cases save.

    In runs of 500 samples 92.8 % to 99.8 % of the intervals held it, most where nothing is to be saved, and at most
    2.2 % lay above it.
    """
    runs, size = (500, 600) if MONTHLY else (100, 600)
    rng = np.random.default_rng(9)

    def draw(n: int) -> Predictions:
        each = 4 if kind == "clusters" else 1
        odds = rng.normal(-0.5, 1.2, n // each)
        true = odds if kind != "no line is right" else odds + 0.3 * odds**2
        labels = rng.random(n // each) < chances(true)
        stated = odds if kind == "right" else 3 * odds
        made, clusters = (np.repeat(of, each) for of in (chances(stated), np.arange(n // each)))
        more = {"clusters": clusters} if kind == "clusters" else {}
        return predictions(n, labels=np.repeat(labels, each), scores={"m": made}, **more)

    truth = saving(Rows(draw(2_000_000), PRICED)).value
    held = above = 0
    for _ in range(runs):
        found = saving(Rows(draw(size), PRICED))
        held += found.low <= truth <= found.high
        above += truth < found.low
    error = np.sqrt(0.95 * 0.05 / runs)
    assert held / runs > 0.94 - 3 * error
    assert above / runs < 0.03 + 3 * error
