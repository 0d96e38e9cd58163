"""Calibration curves: peers, ends, who is judged alike, counts and groups, and coverage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from sklearn.linear_model import LogisticRegression

from metricbook.metrics.influence import Influence
from metricbook.reports.bands import pool_cases
from metricbook.reports.calibration import BARS, GROUPS, TAIL, calibrate, calibration_edges
from metricbook.reports.cases import Cases
from metricbook.reports.counted_cases import Counted
from metricbook.reports.model_contents import Calibration
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import Question
from metricbook.reports.recalibration import recalibrate
from metricbook.reports.rows import Rows
from tests.whole import MONTHLY, mostly

from .made import counts, predictions


def probability(log_odds: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-log_odds))


def odds(chance: np.ndarray) -> np.ndarray:
    return np.log(chance) - np.log1p(-chance)


def drawn(n: int, seed: int, mean: float = -1.0, true: Callable[..., Any] = lambda x, m: x, **more: Any) -> Predictions:
    rng = np.random.default_rng(seed)
    stated = rng.normal(mean, 1.5, n)
    labels = rng.random(n) < probability(true(stated, mean))
    return predictions(n, labels=labels, scores={"m": probability(stated)}, **more)


def of(cases: Cases) -> Calibration:
    sweep = cases.sweep("m")
    return calibrate(pool_cases(cases, "m", calibration_edges(sweep)), sweep, 0.95)


def test_with_few_positives_the_curve_is_the_line_of_recalibration_and_so_is_its_error() -> None:
    made = drawn(300, 1, -3.5)
    assert 10 < made.labels.sum() < 30
    cases = Rows(made, Question())
    line, curve = recalibrate(cases, "m", 0.95), of(cases).curve
    expected = line.intercept.value + line.slope.value * odds(curve.x)
    assert odds(curve.y) == pytest.approx(expected, abs=5e-3)
    assert (odds(curve.high) + odds(curve.low)) / 2 == pytest.approx(expected, abs=5e-3)
    stated = odds(made.scores["m"])
    design = np.column_stack([np.ones(300), stated])
    shares = probability(design @ [line.intercept.value, line.slope.value])
    inverse = np.linalg.inv(design.T @ (design * (shares * (1 - shares))[:, np.newaxis]))
    influences = inverse @ (design * (made.labels - shares)[:, np.newaxis]).T
    half = (odds(curve.high) - odds(curve.low)) / 2
    errors = [
        cases.symmetric(Influence(0.0, influences[0] + x * influences[1]), "m", 0.95).standard_error
        for x in odds(curve.x)
    ]
    assert half / np.array(errors) == pytest.approx(np.full(half.size, half[0] / errors[0]), rel=0.01)
    assert 1.95 < half[0] / errors[0] < 2.3  # Student's t with as many degrees as positives


@pytest.mark.parametrize(("n", "knots"), [(200, 3), (400, 4), (1200, 5)])
def test_with_more_positives_it_is_a_natural_spline_with_more_knots(n: int, knots: int) -> None:
    made = drawn(n, 2, true=lambda x, m: x - 0.2 * (x - m) ** 2)
    curve = of(Rows(made, Question())).curve
    shares = {3: (0.1, 0.5, 0.9), 4: (0.05, 0.35, 0.65, 0.95), 5: (0.05, 0.275, 0.5, 0.725, 0.95)}[knots]
    stated = odds(made.scores["m"])
    weights = np.where(made.labels, 0.5 / made.labels.sum(), 0.5 / (~made.labels).sum())
    order = np.argsort(stated)
    at = stated[order][np.searchsorted(np.cumsum(weights[order]), shares)]

    def basis(x: np.ndarray) -> np.ndarray:
        columns = []
        for unit in np.eye(knots):
            spline = CubicSpline(at, unit, bc_type="natural")
            ends = np.clip(x, at[0], at[-1])
            columns.append(spline(ends) + (x - ends) * spline(ends, 1))
        return np.column_stack(columns)

    peer = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10, max_iter=10_000).fit(basis(stated), made.labels)
    found, expected = odds(curve.y), basis(odds(curve.x)) @ peer.coef_[0]
    assert found == pytest.approx(expected, abs=0.03)  # the curve is fitted to groups, and knots may be a case apart


def test_counts_say_the_same_and_cases_in_clusters_count_once() -> None:
    made = replace(drawn(900, 3), scores={"m": drawn(900, 3).scores["m"].round(3)})
    rows = of(Rows(made, Question()))
    twice = predictions(
        1800,
        labels=np.tile(made.labels, 2),
        scores={"m": np.tile(made.scores["m"], 2)},
        clusters=np.tile(np.arange(900), 2),
    )
    for other, times in ((of(Counted(counts(made), Question())), 1), (of(Rows(twice, Question())), 2)):
        for ours, theirs in zip(rows.curve, other.curve, strict=True):
            assert ours == pytest.approx(theirs, rel=1e-4)
        assert np.array(other.counts)[:, 1:] == pytest.approx(times * np.array(rows.counts)[:, 1:])
        assert np.array(other.groups) == pytest.approx(np.array(rows.groups) * [1, 1, times])


def test_a_weight_of_two_is_two_cases_in_the_curve_and_one_below_it() -> None:
    made = drawn(900, 4)
    double = np.where(np.arange(900) < 300, 2.0, 1.0)
    weighted = of(Rows(replace(made, weights=double), Question()))
    again = np.append(np.arange(900), np.arange(300))
    repeated = predictions(1200, labels=made.labels[again], scores={"m": made.scores["m"][again]})
    assert weighted.curve.y == pytest.approx(of(Rows(repeated, Question())).curve.y, rel=1e-4)
    assert sum(bar.positives for bar in weighted.counts) == made.labels.sum()


@pytest.mark.parametrize("mean", [-1.0, -5.0])
def test_bars_and_groups_hold_every_case(mean: float) -> None:
    made = drawn(5000, 5, mean)
    scores, labels = made.scores["m"], made.labels
    found = of(Rows(made, Question()))
    assert len(found.counts) == BARS
    assert sum(bar.positives for bar in found.counts) == labels.sum()
    assert sum(bar.negatives for bar in found.counts) == (~labels).sum()
    lowest = np.array([bar.lowest for bar in found.counts])
    at = np.searchsorted(lowest, scores, "right") - 1
    assert [bar.positives for bar in found.counts] == np.bincount(at[labels], minlength=BARS).tolist()
    steps = np.diff(lowest if mean == -1 else odds(lowest[1:]))
    assert steps == pytest.approx(np.full(steps.size, steps[0]))  # equally wide on the axis that is drawn
    score, share, weight = np.array(found.groups).T
    assert len(score) == GROUPS
    assert weight.sum() == 5000
    assert weight @ share == pytest.approx(labels.sum())
    assert weight @ score == pytest.approx(scores.sum())
    assert (np.diff(score) > 0).all()
    # Each has a tenth of the cases, of both classes alike: rare positives are spread over many groups.
    both = weight * share / labels.sum() + weight * (1 - share) / (~labels).sum()
    assert both == pytest.approx(np.full(GROUPS, 0.2), abs=0.02)
    half = np.where(labels, 0.5 / labels.sum(), 0.5 / (~labels).sum())
    for end, least in ((found.curve.x[0], TAIL), (found.curve.x[-1], 1 - TAIL)):
        assert half[scores < end * (1 - 1e-9)].sum() == pytest.approx(least, abs=0.01)


def test_there_is_no_curve_where_a_threshold_tells_the_classes_apart_or_all_scores_are_equal() -> None:
    labels = np.arange(40) < 15
    for scores in (np.where(labels, 0.7, 0.2) + np.arange(40) / 1000, np.full(40, 0.3)):
        found = of(Rows(predictions(40, labels=labels, scores={"m": scores}), Question()))
        assert found.curve is None
        assert sum(weight for _, _, weight in found.groups) == 40


def test_scores_of_0_and_1_have_a_place_on_the_curve() -> None:
    scores = np.array([0.0, 0.2, 0.6, 1.0] * 50)
    labels = np.random.default_rng(6).random(200) < [0.1, 0.3, 0.5, 0.8] * 50
    curve = of(Rows(predictions(200, labels=labels, scores={"m": scores}), Question())).curve
    assert (curve.x[0], curve.x[-1]) == pytest.approx((0.0025, 0.9975))
    assert np.isfinite(np.concatenate(curve)).all()


TRUTHS: Final[dict[str, Callable[..., Any]]] = {
    "half": lambda x, m: m + 0.5 * (x - m),
    "right": lambda x, m: x,
    "shifted": lambda x, m: x + 0.7,
    "bent": lambda x, m: x + 0.1 * (x - m) ** 2 - 0.3,
}


@pytest.mark.parametrize("truth", mostly(TRUTHS, "half"))
@pytest.mark.parametrize("rare", mostly([True, False], True))
def test_nineteen_of_twenty_intervals_hold_the_truth_at_a_probability(truth: str, rare: bool) -> None:
    """Probabilities that are right, too extreme, too low or bent, at five places; rare: 25 to 90 positives of 1,000.

    In runs of 1,000 samples (Monte Carlo error 0.7 points) 93.1 % to 96.9 % of the intervals held it.
    """
    n, mean = (1000, -4.0) if rare else (500, -1.0)
    runs = 1000 if MONTHLY else 150
    places = mean + 1.5 * np.linspace(-1.5, 1.5, 5)
    held = np.zeros(5)
    for seed in range(runs):
        curve = of(Rows(drawn(n, seed, mean, TRUTHS[truth]), Question())).curve
        low, high = (np.interp(places, odds(curve.x), odds(end)) for end in (curve.low, curve.high))
        held += (low <= TRUTHS[truth](places, mean)) & (TRUTHS[truth](places, mean) <= high)
    assert (held / runs > 0.935 - 3 * np.sqrt(0.05 * 0.95 / runs)).all()
    assert (held < runs).any()
