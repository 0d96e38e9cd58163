"""Every number of a report: rows and counts agree with each other and with the package's own functions."""

from __future__ import annotations

import numpy as np
import pytest

import metricbook as mb
from metricbook.metrics.sweep import Sweep
from metricbook.reports.estimates import STEPS, Counted, Rows
from metricbook.reports.question import MEASURES, Question

from .made import counts, predictions

AT = {"threshold": 0.5}
PRICES = Question(cost_fp=1, cost_fn=4)


def parameters(metric: str) -> dict[str, float]:
    return AT if MEASURES[metric].kind in {"decision", "cost"} else {}


@pytest.mark.parametrize("metric", [name for name in MEASURES if name != "cost"])
def test_rows_give_the_packages_intervals(metric: str) -> None:
    made = predictions()
    found = Rows(made, Question()).estimate(metric, "first", 0.9, **parameters(metric))
    expected = mb.interval(metric, made.labels, made.scores["first"], level=0.9, **parameters(metric))
    assert (found.value, found.low, found.high, found.standard_error) == pytest.approx(tuple(expected), rel=1e-12)


@pytest.mark.parametrize("metric", MEASURES)
def test_counts_give_the_values_and_standard_errors_of_rows(metric: str) -> None:
    made = predictions(3000)
    for question in (PRICES, Question(cost_fp=1, cost_fn=4, prevalence=0.05)):
        rows, counted = Rows(made, question), Counted(counts(made), question)
        one, other = (cases.estimate(metric, "second", 0.95, **parameters(metric)) for cases in (rows, counted))
        assert other.value == pytest.approx(one.value, rel=1e-9)
        assert other.standard_error == pytest.approx(one.standard_error, rel=1e-9)


@pytest.mark.parametrize("metric", MEASURES)
def test_differences_from_counts_are_those_of_rows(metric: str) -> None:
    made = predictions(3000)
    own = dict.fromkeys(made.scores, parameters(metric))
    one, other = (
        cases.difference(metric, "first", "second", 0.95, own)
        for cases in (Rows(made, PRICES), Counted(counts(made), PRICES))
    )
    assert other.value == pytest.approx(one.value, rel=1e-9)
    assert other.standard_error == pytest.approx(one.standard_error, rel=0.02)


def test_a_case_costs_what_its_mistake_costs() -> None:
    made = predictions(4, labels=np.array([True, True, False, False]), scores={"m": np.array([0.9, 0.2, 0.8, 0.5])})
    # A miss (4), a false alarm (1) and a case at the threshold, which is half of one: 5.5 of four cases.
    assert Rows(made, PRICES).estimate("cost", "m", 0.95, threshold=0.5).value == pytest.approx(5.5 / 4)


def test_a_stated_prevalence_moves_precision_and_leaves_auroc() -> None:
    made = predictions(2000)
    here, there = (Rows(made, Question(prevalence=p)) for p in (None, 0.01))
    assert there.estimate("auroc", "first", 0.95).value == pytest.approx(here.estimate("auroc", "first", 0.95).value)
    found = there.estimate("precision", "first", 0.95, **AT).value
    tpr, fpr = (here.estimate(name, "first", 0.95, **AT).value for name in ("recall", "specificity"))
    expected = 0.01 * tpr / (0.01 * tpr + 0.99 * (1 - fpr))
    assert found == pytest.approx(expected, rel=1e-9)


def test_replicates_spread_as_the_closed_form_says() -> None:
    made = predictions(1500)
    for cases in (Rows(made, Question()), Counted(counts(made), Question())):
        drawn = [mb.auroc_of(s["first"]) - mb.auroc_of(s["second"]) for s in cases.draws(400, np.random.default_rng(1))]
        expected = cases.difference("auroc", "first", "second", 0.95, {})
        assert np.mean(drawn) == pytest.approx(expected.value, abs=4 * expected.standard_error / 20 + 1e-3)
        assert np.std(drawn) == pytest.approx(expected.standard_error, rel=0.15)


def test_clusters_are_drawn_whole() -> None:
    made = predictions(300)
    twice = predictions(
        600,
        labels=np.tile(made.labels, 2),
        scores={name: np.tile(scores, 2) for name, scores in made.scores.items()},
        clusters=np.tile(np.arange(300), 2),
    )
    one, other = (Rows(cases, Question()) for cases in (made, twice))
    assert other.estimate("auroc", "first", 0.95).standard_error == pytest.approx(
        one.estimate("auroc", "first", 0.95).standard_error, rel=0.01
    )
    drawn = [mb.auroc_of(s["first"]) for s in other.draws(300, np.random.default_rng(0))]
    assert np.std(drawn) == pytest.approx(one.estimate("auroc", "first", 0.95).standard_error, rel=0.15)


def test_fixed_classes_stay_what_they_are() -> None:
    made = predictions(200)
    positives = made.labels.sum()
    for sweeps in Rows(made, Question(fixed_classes=True)).draws(5, np.random.default_rng(0)):
        assert all(isinstance(s, Sweep) and s.positives == positives for s in sweeps.values())


def test_many_distinct_scores_are_put_together_in_replicates_only() -> None:
    made = predictions(5 * STEPS, digits=12)
    cases = Rows(made, Question())
    (drawn,) = cases.draws(1, np.random.default_rng(0))
    assert drawn["first"].thresholds.size == STEPS
    assert cases.sweep("first").thresholds.size > STEPS


def test_what_has_no_interval_keeps_its_value_and_says_why() -> None:
    perfect = predictions(6, labels=np.array([True] * 3 + [False] * 3), scores={"m": np.array([6.0, 5, 4, 3, 2, 1])})
    found = Rows(perfect, Question()).estimate("average_precision", "m", 0.95)
    assert found.value == 1
    assert found.low is None
    assert "all cases have the same influence" in found.note


def test_a_bootstrap_draws_as_many_cases_as_there_are() -> None:
    made = predictions()
    times = Rows(made, Question())._times(np.random.default_rng(0))
    assert times.sum() == made.labels.size
    fixed = Rows(made, Question(fixed_classes=True))._times(np.random.default_rng(0))
    assert fixed[made.labels].sum() == made.labels.sum()
