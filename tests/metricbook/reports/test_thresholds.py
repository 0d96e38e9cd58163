"""A model's threshold, and what it does at others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from metricbook.reports.analysis import analyse
from metricbook.reports.model_contents import Model
from metricbook.reports.question import Question

from .made import counts, predictions

MADE = predictions(digits=1)
PRICES = Question(cost_fp=2, cost_fn=5)


def weights() -> np.ndarray:
    return np.random.default_rng(1).gamma(2.0, size=MADE.labels.size)


def test_each_row_of_thresholds_is_what_flagging_at_it_does() -> None:
    made = replace(MADE, weights=weights())
    model = analyse(made, PRICES, replicates=3).models["first"]
    for row in model.thresholds:
        flagged = made.scores["first"] >= row.threshold
        true = made.weights[flagged & made.labels].sum()
        false = made.weights[flagged & ~made.labels].sum()
        positives, negatives = made.weights[made.labels].sum(), made.weights[~made.labels].sum()
        assert row.flagged == pytest.approx((true + false) / (positives + negatives))
        assert row.recall == pytest.approx(true / positives)
        assert row.false_positive_rate == pytest.approx(false / negatives)
        assert row.precision == pytest.approx(true / (true + false))
        assert row.cost == pytest.approx((2 * false + 5 * (positives - true)) / (positives + negatives))


def test_net_benefit_is_what_is_gained_over_flagging_nobody_in_true_positives() -> None:
    found = analyse(predictions(300), Question(cost_fp=1, cost_fn=4), replicates=3)
    for row in found.models["first"].thresholds:
        assert row.net_benefit == pytest.approx(found.prevalence - row.cost / 4)


@pytest.mark.parametrize("question", [PRICES, Question()])
def test_the_best_threshold_is_the_cheapest_of_all(question: Question) -> None:
    best = analyse(MADE, question, replicates=3).models["second"].best
    of_fp, of_fn = (2, 5) if question is PRICES else (1, 1)
    scores = MADE.scores["second"]
    costs = [
        float(np.where(MADE.labels, of_fn * (scores < at), of_fp * (scores >= at)).mean())
        for at in [*np.unique(scores), np.inf]
    ]
    assert best.cost == pytest.approx(min(costs))


def model_of(scores: list[float], question: Question, labels: list[bool] | None = None, **more: np.ndarray) -> Model:
    """The one model of these scores, of which the first half are positives."""
    of = np.arange(len(scores)) < len(scores) / 2 if labels is None else np.array(labels)
    made = predictions(len(scores), labels=of, scores={"m": np.array(scores)}, **more)
    return analyse(made, question, replicates=2).models["m"]


@pytest.mark.parametrize(
    ("scores", "given", "threshold", "why", "probabilities"),
    [
        ([0, 0.4, 0.6, 1], {}, 0.5, "lie between 0 and 1", True),
        ([0, 0.4, 0.6, 1], {"probabilities": False}, None, "do not say", False),
        ([-1e-9, 0.4, 0.6, 1], {}, 0.0, "both signs", False),
        ([-1e-9, 0.4, 0.6, 1], {"probabilities": True}, 0.0, "both signs", False),
        ([0, 0.4, 0.6, 1.1], {}, None, "do not say", False),
        ([-3, -2, -1, 0], {}, None, "do not say", False),
        ([-3, -2, -1, 2], {"cost_fp": 1, "cost_fn": 4}, 0.0, "both signs", False),
        ([0, 0.4, 0.6, 1], {"threshold": 0.3, "cost_fp": 1, "cost_fn": 4}, 0.3, "given", True),
        ([0, 0.4, 0.6, 2], {"threshold": 0.3}, 0.3, "given", False),
        ([0, 0.4, 0.6, 1], {"cost_fp": 1, "cost_fn": 4}, 0.2, "prices imply", True),
        # Of one positive for each negative, a score of 9/13 means odds of 9/4, and of 1/4 where one in ten is positive.
        ([0, 0.4, 0.6, 1], {"cost_fp": 1, "cost_fn": 4, "prevalence": 0.1}, 9 / 13, "prices imply", True),
    ],
)
def test_a_model_decides_where_it_is_told_or_its_scores_say(
    scores: list[float], given: dict[str, float], threshold: float | None, why: str, probabilities: bool
) -> None:
    model = model_of(scores, Question(**given))
    assert model.threshold == (None if threshold is None else pytest.approx(threshold, rel=1e-12))
    assert why in model.threshold_why
    assert model.probabilities == probabilities
    assert (model.brier_parts is not None) == probabilities == bool(model.curves.calibration)
    assert (model.curves.confidence is not None) == (threshold is not None) == ("accuracy" in model.metrics)
    assert ("brier_score" in model.metrics) == probabilities
    assert ("cost" in model.metrics) == ("cost_fp" in given and threshold is not None)
    assert "auroc" in model.metrics


def test_the_threshold_that_prices_imply_is_near_the_cheapest_wherever_probabilities_are_right() -> None:
    rng = np.random.default_rng(3)
    chance = rng.beta(2, 3, 5_000)
    made = predictions(5_000, labels=rng.random(5_000) < chance, scores={"m": chance})
    for cases in (made, counts(replace(made, scores={"m": chance.round(3)}))):
        for prevalence in (None, 0.05, 0.8):
            question = Question(cost_fp=1, cost_fn=3, prevalence=prevalence)
            model = analyse(cases, question, replicates=2).models["m"]
            assert model.threshold == pytest.approx(model.best.threshold, abs=0.1)
            assert model.metrics["cost"].value == pytest.approx(model.best.cost, rel=0.02)


def test_thresholds_are_steps_of_recall_and_the_best_may_flag_nobody() -> None:
    fine = predictions(1000, digits=15)
    rows = analyse(fine, replicates=1).models["first"].thresholds
    positives = fine.labels.sum()
    assert [row.recall for row in rows] == [np.ceil(k * positives / 10 - 1e-9) / positives for k in range(1, 11)]
    model = model_of([0.1, 0.2, 0.3, 0.4], Question(cost_fp=100, cost_fn=1))
    assert (model.best.threshold, model.best.flagged, model.best.recall, model.best.cost) == (np.inf, 0, 0, 0.5)
    assert np.isnan(model.best.precision)
    assert model.best.false_positive_rate == model.best.net_benefit == 0
