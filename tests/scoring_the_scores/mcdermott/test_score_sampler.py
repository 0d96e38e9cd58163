"""The two samplers of scores: counts, scaling, and the expected AUROC, exactly where it can be had."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from metricbook import auroc
from scoring_the_scores.mcdermott.score_sampler import Population, binormal_scores, draw_many, window_scores


def within(scores: np.ndarray, population: Population, group: int) -> float:
    inside = population.low == bool(group)
    return auroc(population.labels[inside], scores[inside])


@pytest.mark.parametrize("family", ["windows", "binormal"])
@pytest.mark.parametrize("target", [0.65, 0.85])
def test_the_mean_auroc_of_each_group_is_the_target(family, target):
    population = Population(family=family, target=target)
    scores = draw_many(population, np.random.SeedSequence(2).spawn(400))
    for group in (0, 1):
        found = np.array([within(row, population, group) for row in scores])
        assert abs(found.mean() - target) < 4 * found.std(ddof=1) / 20


def test_label_counts_are_exact_and_positives_come_first():
    population = Population(sizes=(5, 4), positives=(2, 1))
    assert population.labels.tolist() == [True, True, False, False, False, True, False, False, False]
    assert population.low.tolist() == [False] * 5 + [True] * 4
    assert population.prevalences == (0.4, 0.25)


@pytest.mark.parametrize("family", ["windows", "binormal"])
def test_mean_scaling_makes_each_groups_mean_its_prevalence(family):
    scores = Population(family=family).draw(rng=np.random.default_rng(4))
    assert scores[:200].mean() == pytest.approx(0.05)
    assert scores[200:].mean() == pytest.approx(0.01)


def test_negatives_of_a_sure_sampler_are_below_all_positives():
    scores = window_scores(4, 50, target=1 - 1e-12, rng=np.random.default_rng(1))
    assert scores[4:].max() < scores[:4].min()


def test_windows_reach_from_zero_to_one():
    scores = window_scores(1, 20_000, target=0.85, rng=np.random.default_rng(1))
    above = scores[1:] > scores[0]
    assert above.mean() == pytest.approx(0.15, abs=0.01)
    assert scores[1:][above].max() > 0.99
    assert scores[1:][~above].min() < 0.01


def test_binormal_scores_are_calibrated():
    """Among samples drawn at the right prevalence, the positives' share in a bin of scores is the mean score."""
    positives, negatives = 20_000, 180_000
    scores = binormal_scores(positives, negatives, target=0.85, prevalence=0.1, rng=np.random.default_rng(1))
    labels = np.arange(scores.size) < positives
    bins = np.digitize(scores, [0.02, 0.05, 0.1, 0.2, 0.4])
    for one in range(6):
        inside = bins == one
        error = np.sqrt(0.25 / inside.sum())
        assert labels[inside].mean() == pytest.approx(scores[inside].mean(), abs=4 * error)
    assert scores.mean() == pytest.approx(0.1, abs=0.002)


def test_binormal_features_are_as_far_apart_as_the_target_says():
    rng = np.random.default_rng(1)
    scores = binormal_scores(50_000, 50_000, target=0.85, prevalence=0.5, rng=rng)
    distance = np.sqrt(2) * norm.ppf(0.85)
    feature = np.log(scores / (1 - scores)) / distance + distance / 2
    assert feature[:50_000].mean() == pytest.approx(distance, abs=0.02)
    assert feature[50_000:].mean() == pytest.approx(0.0, abs=0.02)


def test_one_stream_gives_both_groups_the_same_numbers():
    population = Population(positives=(10, 10), scaling="none", same_stream=True)
    scores = population.draw(rng=np.random.default_rng(1))
    assert scores[:200].tolist() == scores[200:].tolist()
    apart = Population(positives=(10, 10), scaling="none").draw(rng=np.random.default_rng(1))
    assert apart[:200].tolist() != apart[200:].tolist()


@pytest.mark.parametrize(
    ("details", "said"),
    [
        ({"positives": (10, 0)}, "group low of 200 samples needs both classes"),
        ({"positives": (200, 2)}, "group high"),
        ({"target": 1.0}, "target"),
        ({"family": "uniform"}, "family"),
        ({"scaling": "platt"}, "scaling"),
        ({"scaling": "calibrated"}, "binormal"),
    ],
)
def test_what_cannot_be_drawn_is_refused(details, said):
    with pytest.raises(ValueError, match=said):
        Population(**details)
