"""Cases one by one: parts of them, clusters, and what a bootstrap draws."""

from __future__ import annotations

import numpy as np
import pytest

import metricbook as mb
from metricbook.metrics.sweep import Sweep
from metricbook.reports.counted_cases import Counted
from metricbook.reports.question import Question
from metricbook.reports.rows import STEPS, Rows, _group_scores
from tests.metricbook.reports.test_cases import CLUSTERS, WEIGHTS

from .made import counts, predictions


def test_a_part_of_the_cases_is_what_these_are_alone() -> None:
    made = predictions(900, weights=WEIGHTS, clusters=CLUSTERS, groups={"g": np.repeat("x", 900)})
    chosen = CLUSTERS % 5 == 2
    part = Rows(made, Question(prevalence=0.01)).among(chosen)
    given = {"sample_weight": WEIGHTS[chosen], "clusters": CLUSTERS[chosen]}
    for name in made.scores:
        expected = mb.interval("auroc", made.labels[chosen], made.scores[name][chosen], **given)
        found = part.estimate("auroc", name, 0.95)
        assert (found.value, found.low, found.high, found.standard_error) == pytest.approx(tuple(expected))
    assert part.question.prevalence is None
    assert part.predictions.groups == {}
    assert np.unique(part.predictions.clusters).tolist() == list(range(60))
    plain = Rows(predictions(900), Question()).among(chosen)
    assert plain.predictions.weights is plain.predictions.clusters is None


def test_classes_are_not_fixed_if_clusters_have_both() -> None:
    mixed = predictions(4, labels=np.array([True, False, True, False]), clusters=np.array([0, 0, 1, 2]))
    pure = predictions(4, labels=np.array([True, False, True, False]), clusters=np.array([0, 1, 0, 2]))
    assert not Rows(mixed, Question(prevalence=0.1)).fixed_classes
    assert Rows(mixed, Question(prevalence=0.1, fixed_classes=True)).fixed_classes
    assert Rows(pure, Question(prevalence=0.1)).fixed_classes
    assert not Rows(pure, Question()).fixed_classes


def test_as_many_clusters_are_drawn_as_there_are() -> None:
    cases = Rows(predictions(900, clusters=CLUSTERS), Question())
    seen = np.zeros(900)
    for seed in range(20):
        times = cases._times(np.random.default_rng(seed))
        assert times[::3].sum() == 300
        assert (times.reshape(300, 3) == times[::3, np.newaxis]).all()
        seen += times
    assert seen.min() > 0


def test_neighbouring_scores_are_put_together_evenly_and_only_if_they_are_too_many() -> None:
    scores = np.random.default_rng(0).permutation(STEPS).astype(float)
    edges, step = _group_scores(scores)
    assert (edges[step] == scores).all()
    scores = np.random.default_rng(0).permutation(3 * STEPS - 1).astype(float)
    edges, step = _group_scores(scores)
    assert edges.size == STEPS
    assert np.bincount(step).min() == 2
    assert np.bincount(step).max() == 3
    assert all(edges[k] == scores[step == k].min() for k in range(0, STEPS, 100))
    assert STEPS == 2048


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


def test_a_bootstrap_draws_as_many_cases_as_there_are() -> None:
    made = predictions()
    times = Rows(made, Question())._times(np.random.default_rng(0))
    assert times.sum() == made.labels.size
    fixed = Rows(made, Question(fixed_classes=True))._times(np.random.default_rng(0))
    assert fixed[made.labels].sum() == made.labels.sum()
