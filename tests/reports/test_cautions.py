"""What looks wrong: each caution speaks when it should, and is silent when it should not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metricbook.reports import cautions
from metricbook.reports.analysis import analyse
from metricbook.reports.contents import Analysis
from metricbook.reports.predictions import Predictions
from metricbook.reports.question import MEASURES, Question

from .made import counts, predictions


def said(caution: cautions.Caution, made: Predictions, question: Question | None = None) -> list[str]:
    """What one function says."""
    return list(caution(analysed(made, question), made))


def analysed(made: Predictions, question: Question | None = None) -> Analysis:
    return analyse(made, question, replicates=5)


def with_scores(made: Predictions, **scores: Any) -> Predictions:
    return predictions(made.labels.size, labels=made.labels, scores=scores)


MADE = predictions()
LABELS = MADE.labels


def test_sound_predictions_are_left_alone() -> None:
    rng = np.random.default_rng(3)
    chance = rng.beta(1, 2, 3000)
    sound = predictions(3000, labels=rng.random(3000) < chance, scores={"m": chance})
    assert analysed(sound).cautions == []


def test_decisions_given_as_scores() -> None:
    (found,) = said(cautions.hard_labels, with_scores(MADE, decided=(MADE.scores["first"] > 0.5).astype(float)))
    assert "decided has 2 distinct scores" in found
    assert said(cautions.hard_labels, MADE) == []


def test_few_distinct_scores() -> None:
    (found,) = said(cautions.few_scores, with_scores(MADE, coarse=np.round(MADE.scores["first"], 1)))
    assert "coarse has only" in found
    assert said(cautions.few_scores, MADE) == []


def test_an_order_the_wrong_way_round() -> None:
    (found,) = said(cautions.below_chance, with_scores(MADE, upside=1 - MADE.scores["first"]))
    assert "upside ranks positives below negatives" in found
    assert "its interval lies below 1/2" in found
    assert said(cautions.below_chance, MADE) == []


def test_scores_that_are_called_probabilities_and_are_none() -> None:
    raw = with_scores(MADE, raw=10 * MADE.scores["first"] - 5)
    (found,) = said(cautions.no_probabilities, raw, Question(probabilities=True))
    assert "they are no probabilities" in found
    assert said(cautions.no_probabilities, raw) == []
    assert said(cautions.no_probabilities, MADE, Question(probabilities=True)) == []


def test_few_cases_of_a_class() -> None:
    few = predictions(200, labels=np.arange(200) < 19)
    (found,) = said(cautions.few_cases, few)
    assert "only 19 positive cases" in found
    assert said(cautions.few_cases, predictions(200, labels=np.arange(200) < 20)) == []


def test_rows_that_occur_twice() -> None:
    assert "1 row of 400 is like an earlier one" in said(cautions.repeated_rows, predictions(repeated=1, digits=12))[0]
    assert said(cautions.repeated_rows, predictions(repeated=300, digits=1)) == []
    assert said(cautions.repeated_rows, MADE) == []


def test_clusters_that_leak() -> None:
    rng = np.random.default_rng(0)
    half = predictions(200, digits=12)
    twice = {name: np.tile(scores, 2) for name, scores in half.scores.items()}
    leaking = predictions(400, labels=np.tile(half.labels, 2), scores=twice, clusters=rng.integers(0, 40, 400))
    assert "clusters leak" in said(cautions.leaks, leaking)[0]
    assert said(cautions.leaks, predictions(400, digits=12, clusters=rng.integers(0, 40, 400))) == []
    assert said(cautions.leaks, predictions(400, digits=1, clusters=rng.integers(0, 40, 400))) == []


@pytest.mark.parametrize(("stated", "number"), [(0.05, 1), (0.25, 0), (None, 0)])
def test_another_prevalence(stated: float | None, number: int) -> None:
    assert len(said(cautions.other_prevalence, MADE, Question(prevalence=stated))) == number


def test_metrics_that_disagree() -> None:
    labels = np.arange(400) < 30
    # One finds half of the positives at once and the others last; the other puts thirty negatives before all positives.
    steep = np.where(np.arange(400) < 15, 500.0, np.where(labels, 0.0, np.arange(400)))
    late = np.where(labels, 400.0, np.where(np.arange(400) < 60, 500.0, 1.0)) + np.arange(400) / 1000
    crossing = predictions(400, labels=labels, scores={"steep": steep, "late": late})
    (found,) = said(cautions.unlike_orders, crossing)
    assert "average precision (clearly)" in found.split("for steep")[0]
    assert "AUROC (clearly)" in found.split("for steep")[1]
    same = with_scores(MADE, one=MADE.scores["first"], other=MADE.scores["first"])
    assert said(cautions.unlike_orders, same) == []


def test_a_threshold_of_one_half_on_scores_that_are_not_calibrated() -> None:
    far = with_scores(MADE, far=MADE.scores["first"] ** 0.2)
    (found,) = said(cautions.uncalibrated, far)
    assert "not calibrated" in found
    assert "0.5 because the scores may be probabilities" in found


def test_small_groups() -> None:
    few = predictions(groups={"ward": np.array(["a"] * 390 + ["b"] * 10)})
    (found,) = said(cautions.small_groups, few)
    assert "ward = b" in found
    assert "ward = a" not in found


def test_a_perfect_ranking() -> None:
    assert said(cautions.too_good, with_scores(MADE, oracle=LABELS + np.linspace(0, 0.5, 400)))
    assert said(cautions.too_good, MADE) == []


def test_counts_are_looked_at_too() -> None:
    reversed_ = counts(with_scores(MADE, upside=1 - MADE.scores["first"]))
    assert any("below negatives" in one for one in analyse(reversed_, replicates=5).cautions)


def test_a_threshold_beyond_all_scores() -> None:
    for threshold, whom in ((100.0, "no case"), (-1.0, "every case")):
        (found, _) = said(cautions.one_decision, MADE, Question(threshold=threshold))
        assert whom in found
    assert said(cautions.one_decision, MADE) == []


def test_metrics_that_disagree_by_chance_are_no_reason_for_a_caution() -> None:
    rng = np.random.default_rng(3)
    noise = with_scores(MADE, one=rng.random(400), other=rng.random(400))
    found = analyse(noise, replicates=3)
    ranking = [one.estimate for one in found.differences if MEASURES[one.metric].kind != "decision"]
    assert not any(estimate.clear() for estimate in ranking)
    assert list(cautions.unlike_orders(found, noise)) == []
