"""Parts of the cases against each other: by hand, with draws in several parts, and simulated where all are alike."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm

from metricbook.metrics.influence import Influence
from metricbook.reports.apart import Part, differ_from_others, fit_trend, least_cases, level_of_one
from metricbook.reports.divisions import compare_parts, measure_drift, split
from metricbook.reports.estimates import Estimate
from metricbook.reports.periods import Periods
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import Question
from metricbook.reports.rows import Rows
from tests.whole import MONTHLY

from .made import predictions

MADE = predictions()


def part(value: float, moved: list[float], drawn: list[int], weight: float = 1.0) -> Part:
    """A part whose interval is two standard errors to either side."""
    error = math.sqrt(sum(np.square(moved)))
    estimate = Estimate(value, value - 2 * error, value + 2 * error, error)
    return Part(estimate, Influence(value, np.array(moved)), np.array(drawn), weight)


def test_independent_parts_add_their_variances() -> None:
    parts = [part(0.5, [0.3, -0.3], [0, 1]), part(0.2, [0.1, -0.1], [2, 3]), part(0.6, [0.2], [4], weight=3)]
    first, second, third = differ_from_others(parts)
    assert first.value == pytest.approx(0.5 - (0.2 + 3 * 0.6) / 4)
    assert second.value == pytest.approx(0.2 - (0.5 + 3 * 0.6) / 4)
    error = math.sqrt(0.18 + 0.02 / 16 + 0.04 * 9 / 16)
    assert first.standard_error == pytest.approx(error)
    assert (first.low, first.high) == pytest.approx((first.value - 2 * error, first.value + 2 * error))
    assert third.value == pytest.approx(0.6 - 0.35)


def test_two_parts_differ_by_the_same_both_ways() -> None:
    first, second = differ_from_others([part(0.7, [0.1], [0]), part(0.5, [0.2], [1], weight=9)])
    assert first.value == pytest.approx(0.2)
    assert (second.low, second.high) == pytest.approx((-first.high, -first.low))


def test_draws_in_both_parts_cancel_if_they_move_both_alike() -> None:
    moved = [0.1, -0.2, 0.3]
    first, _ = differ_from_others([part(0.7, moved, [0, 1, 2]), part(0.5, moved, [0, 1, 2])])
    assert first.standard_error == pytest.approx(0, abs=1e-4)
    assert first.is_clear
    first, _ = differ_from_others([part(0.7, moved, [0, 1, 2]), part(0.5, [-each for each in moved], [0, 1, 2])])
    assert first.standard_error == pytest.approx(2 * math.sqrt(0.14), rel=1e-4)


def test_draws_shared_by_the_others_count_too() -> None:
    parts = [part(0.7, [0.1], [0]), part(0.5, [0.2], [1]), part(0.5, [0.2], [1])]
    assert differ_from_others(parts)[0].standard_error == pytest.approx(math.sqrt(0.01 + 0.04))
    parts[2] = part(0.5, [0.2], [2])
    assert differ_from_others(parts)[0].standard_error == pytest.approx(math.sqrt(0.01 + 0.02))


def test_a_part_without_an_interval_is_in_no_mean() -> None:
    parts = [part(0.7, [0.1], [0]), part(0.5, [0.2], [1])]
    unknown = parts[0]._replace(estimate=Estimate(0.1, note="few"))
    found = differ_from_others([parts[0], unknown, parts[1]])
    assert [found[0], found[2]] == differ_from_others(parts)
    assert found[1].value is None
    assert [each.note for each in differ_from_others([unknown, parts[0]])] == ["there are no two groups to compare"] * 2


def test_a_trend_is_the_slope_of_weighted_least_squares_from_end_to_end() -> None:
    values, weights = [0.5, 0.7, 0.6, 0.9], [1.0, 2.0, 3.0, 1.0]
    parts = [part(value, [0.1], [k], weight) for k, (value, weight) in enumerate(zip(values, weights, strict=True))]
    slope = np.polyfit(range(4), values, 1, w=np.sqrt(weights))[0]
    found = fit_trend(parts, 0.95)
    assert found.value == pytest.approx(3 * slope)
    assert fit_trend(parts[:1], 0.95).value is None
    together = [each._replace(drawn=np.array([0])) for each in parts]  # one draw that moves all is no trend
    weight = np.array(weights)
    time = np.arange(4) - weight @ np.arange(4) / weight.sum()
    assert fit_trend(together, 0.95).standard_error == pytest.approx(
        abs((weight * time).sum()) * 0.3 / (weight @ time**2), abs=1e-12
    )


def test_more_parts_need_more_cases_and_surer_intervals() -> None:
    assert level_of_one(0.95, 1) == level_of_one(0.95, 2) == 0.95
    assert level_of_one(0.95, 3) ** 3 == pytest.approx(0.95)
    assert [least_cases(0.95, parts) for parts in (2, 4, 3000)] == [7, 8, 17]


def drawn(rng: np.random.Generator, parts: int, each: int, prevalence: float, separation: float) -> Predictions:
    """Alike parts of cases."""
    size = parts * each
    labels = rng.random(size) < prevalence
    periods = Periods("month", np.repeat(np.arange(parts), each), [f"2026-{k:02}" for k in range(parts)])
    return predictions(labels=labels, scores={"first": rng.normal(size=size) + separation * labels}, periods=periods)


@pytest.mark.parametrize(("prevalence", "area"), [(0.3, 0.8), (0.1, 0.9)])
def test_of_alike_parts_some_is_clearly_apart_in_a_twentieth_of_samples_at_most(prevalence: float, area: float) -> None:
    """In a monthly run of 2,000 samples to 0.5 %, by default of 30 to 4 %: below 5 % and three of those."""
    rng, samples = np.random.default_rng(34), 2000 if MONTHLY else 30
    apart = changed = shares = 0
    for _ in range(samples):
        data = drawn(rng, 6, 150, prevalence, math.sqrt(2) * norm.ppf(area))
        cases = Rows(data, Question())
        parts = [(chosen, cases.among(chosen)) for _, chosen in split(data.periods.codes)]
        apart += any(each.is_clear for each in compare_parts(cases, parts, "auroc", "first", 0.95, {}))
        (drift,) = measure_drift(cases, "auroc", 0.95, {"first": {}})
        changed += drift.clear("first")
        shares += drift.clear(None)
    for wrong in (apart, changed, shares):
        assert wrong / samples <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / samples)


def test_what_differs_is_found() -> None:
    rng = np.random.default_rng(0)
    data = drawn(rng, 6, 400, 0.3, 1.5)
    last = data.periods.codes == 5
    scores = np.where(last, rng.normal(size=last.size), data.scores["first"])
    labels = data.labels | ((data.periods.codes == 4) & (rng.random(last.size) < 0.5))
    cases = Rows(predictions(labels=labels, scores={"first": scores}, periods=data.periods), Question())
    (drift,) = measure_drift(cases, "auroc", 0.95, {"first": {}})
    assert [one.name for one in drift.periods if one.less["first"].is_clear][-1] == "2026-05"
    assert drift.trends["first"].high < 0
    assert drift.periods[4].prevalence_less.low > 0
    assert drift.clear("first")
    assert drift.clear(None)
    assert drift.periods[0].cases == 400
    assert sum(one.positives for one in drift.periods) == labels.sum()
