"""The range over all ways to break near-ties: that of every weak order of small samples, tried one by one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

import metricbook
from metricbook import ConfidenceSweep, Sweep, TieBreakRange, confusion_at, tie_break_range
from metricbook.confusion import METRICS
from metricbook.metrics.tie_breaking import OF_CONFIDENCE, OF_RANKING

CLOSE = {"abs": 1e-12, "rel": 0}


def weak_orders(cases):
    """Every way to put cases into a sequence of ties."""
    if not cases:
        yield []
    for size in range(1, len(cases) + 1):
        for first in combinations(cases, size):
            yield from ([first, *rest] for rest in weak_orders([case for case in cases if case not in first]))


def all_ranks(groups):
    """Every way to rank cases whose groups, from 0 up, stay in order, as whole scores."""
    members = [[case for case, group in enumerate(groups) if group == which] for which in range(max(groups) + 1)]
    for orders in product(*(list(weak_orders(cases)) for cases in members)):
        ranks = [0] * len(groups)
        for rank, tied in enumerate(tied for order in orders for tied in order):
            for case in tied:
                ranks[case] = rank + 1
        yield ranks


def samples(number, seed, size=5):
    """Labels, groups, scores that nearly tie within each group, some of them exactly, and weights, or none."""
    rng = np.random.default_rng(seed)
    for k in range(number):
        labels = rng.permutation([0, 1, *rng.integers(0, 2, size - 2)])
        groups = np.unique(rng.integers(0, 3, size), return_inverse=True)[1]
        scores = 10.0 + groups + 1e-10 * rng.integers(0, 3, size)
        yield labels, groups, scores, rng.choice([0.5, 1.0, 2.0, 3.5], size) if k % 2 else None


def several(groups, scores):
    """Which groups have at least two distinct scores; in the others cases are tied and stay so."""
    return [len(set(scores[groups == group])) > 1 for group in range(max(groups) + 1)]


def orders(groups, free):
    """Every way to rank cases in which those of a group that is not free are tied."""
    for ranks in all_ranks(groups.tolist()):
        levels = [len(set(np.array(ranks)[groups == group])) for group in range(max(groups) + 1)]
        if all(is_free or level == 1 for is_free, level in zip(free, levels, strict=True)):
            yield ranks


def test_the_range_of_a_ranking_is_that_of_all_orders():
    wide = Counter()
    for labels, groups, scores, weights in samples(30, 1):
        ranks = orders(groups, several(groups, scores))
        sweeps = [Sweep(labels, one, sample_weight=weights) for one in ranks]
        for metric, metric_of in OF_RANKING.items():
            values = [metric_of(sweep) for sweep in sweeps]
            found = tie_break_range(metric, labels, scores, sample_weight=weights)
            assert found.value == getattr(metricbook, metric)(labels, scores, sample_weight=weights)
            assert (found.low, found.high) == (pytest.approx(min(values), **CLOSE), pytest.approx(max(values), **CLOSE))
            wide[metric] += found.high - found.low > 0.01
            free = [several(groups, scores)[group] for group in groups]
            assert found.groups == sum(several(groups, scores))
            assert found.cases == (np.ones(5) if weights is None else weights)[free].sum()
    assert min(wide[metric] for metric in OF_RANKING) > 10


def test_the_range_by_confidence_is_that_of_all_orders():
    """Confidences nearly tie on both sides of a threshold that no score is near."""
    wide = Counter()
    rng = np.random.default_rng(3)
    for labels, groups, scores, weights in samples(30, 2):
        sides = rng.choice([-1, 1], labels.size)
        ranks = orders(groups, several(groups, scores))
        sweeps = [ConfidenceSweep(labels, sides * one, sample_weight=weights) for one in ranks]
        for metric, metric_of in OF_CONFIDENCE.items():
            values = [metric_of(sweep) for sweep in sweeps]
            found = tie_break_range(metric, labels, sides * scores, sample_weight=weights)
            assert (found.low, found.high) == (pytest.approx(min(values), **CLOSE), pytest.approx(max(values), **CLOSE))
            wide[metric] += found.high - found.low > 0.01
    assert min(wide[metric] for metric in OF_CONFIDENCE) > 10


def test_cases_near_the_threshold_may_be_right_or_wrong():
    """The lowest group lies about the threshold, at 10 and 1e-10 or less from it."""
    wide = Counter()
    for labels, groups, scores, weights in samples(30, 4, size=4):
        lowest = np.flatnonzero(groups == 0)
        about = scores - 1e-10 * (np.arange(labels.size) % 2)
        if not (about[lowest] != 10).any():
            continue
        sweeps = []
        for ranks in orders(groups, [True, *several(groups, about)[1:]]):
            for sides in product((-1, 1), repeat=lowest.size):
                moved = np.array(ranks, float)
                moved[lowest] *= sides
                sweeps.append(ConfidenceSweep(labels, moved, sample_weight=weights))
        for metric, metric_of in OF_CONFIDENCE.items():
            values = [metric_of(sweep) for sweep in sweeps]
            found = tie_break_range(metric, labels, about, sample_weight=weights, threshold=10.0)
            assert (found.low, found.high) == (pytest.approx(min(values), **CLOSE), pytest.approx(max(values), **CLOSE))
            wide[metric] += found.high - found.low > 0.01
    assert min(wide[metric] for metric in OF_CONFIDENCE) > 10


@cache
def decided():
    """Samples with cases near the threshold, and the outcomes for whatever these are called."""
    found = []
    for labels, groups, scores, weights in samples(120, 5, size=8):
        near = groups == 1
        outcomes = []
        for sides in product((9.0, 10.0, 11.0), repeat=int(near.sum())):
            moved = scores.copy()
            moved[near] = sides
            moved[groups == 0], moved[groups == 2] = 0.0, 20.0
            outcomes.append(confusion_at(labels, moved, sample_weight=weights, threshold=10.0))
        found.append((labels, near, scores, weights, outcomes))
    return found


@pytest.mark.parametrize("metric", METRICS)
def test_decisions_depend_on_the_cases_near_the_threshold(metric):
    """Each of them may be called positive, negative, or half of either."""
    wide = 0
    for labels, near, scores, weights, outcomes in decided():
        try:
            values = [float(METRICS[metric](*confusion)) for confusion in outcomes]
        except ValueError:
            continue
        found = tie_break_range(metric, labels, scores, sample_weight=weights, threshold=11 + 3e-10)
        assert (found.low, found.high) == (pytest.approx(min(values), **CLOSE), pytest.approx(max(values), **CLOSE))
        assert found.cases == (np.ones(8) if weights is None else weights)[near].sum()
        wide += found.high - found.low > 0.01
    assert wide > 10


def test_a_threshold_that_is_a_score_is_no_near_tie():
    found = tie_break_range("accuracy", [1, 0, 1], [0.5, 0.5, 0.9], threshold=0.5)
    assert found == TieBreakRange(2 / 3, 2 / 3, 2 / 3, 0, 0.0)
    found = tie_break_range("lxcim", [1, 0, 1], [0.5, 0.5, 0.9], threshold=0.5)
    assert found.low == found.high == found.value


def test_a_score_near_the_threshold_takes_those_at_it_along():
    found = tie_break_range("accuracy", [1, 0, 1, 1], [0.5, 0.5, 0.5 + 1e-12, 0.9], threshold=0.5)
    assert found == TieBreakRange(0.75, 0.25, 1.0, 1, 3.0)


@pytest.mark.parametrize("metric", [*OF_RANKING, *OF_CONFIDENCE, *METRICS])
def test_without_near_ties_the_range_is_the_value(metric):
    labels, scores = [1, 0, 1, 0, 1], [0.9, 0.6, 0.6, 0.35, 0.1]
    threshold = {} if metric in OF_RANKING else {"threshold": 0.52}
    found = tie_break_range(metric, labels, scores, **threshold)
    assert (found.low, found.high, *found[3:]) == (found.value, found.value, 0, 0.0)


def test_a_function_of_the_package_names_its_metric():
    sample = [1, 0, 0], [0.1 + 0.2, 0.3, 0.1]
    assert tie_break_range(metricbook.auroc, *sample) == tie_break_range("auroc", *sample)
    named = tie_break_range("auroc", ["ill", "well", "well"], sample[1], pos_label="ill")
    assert named == tie_break_range("auroc", *sample)


def test_parameters_reach_the_metric():
    sample = [1, 0, 1, 0, 0], [0.1 + 0.2, 0.3, 0.25, 0.2, 0.1]
    found = tie_break_range("h_measure", *sample, alpha=1, beta=3)
    best = metricbook.h_measure(sample[0], [0.4, 0.3, 0.25, 0.2, 0.1], alpha=1, beta=3)
    assert found.high == pytest.approx(best, **CLOSE)
    assert found.high != pytest.approx(tie_break_range("h_measure", *sample).high, abs=1e-3)


def test_a_metric_without_a_range_is_named():
    for metric in ("brier_score", metricbook.precision_at_indistinguishability):
        with pytest.raises(
            ValueError, match=r"the range of (brier_score|precision_at_ind\w+) over tie-breaks is undefined"
        ):
            tie_break_range(metric, [1, 0], [0.3, 0.1])


def test_cases_without_weight_play_no_part():
    found = tie_break_range("auroc", [1, 0, 0], [0.5, 0.5 + 1e-12, 0.1], sample_weight=[1, 0, 1])
    assert found == TieBreakRange(1.0, 1.0, 1.0, 0, 0.0)


def test_large_samples_are_broken_group_by_group():
    """Pairs that nearly tie, of a positive and a negative: each adds one pair in or out of order."""
    rng = np.random.default_rng(6)
    scores = np.repeat(np.sort(rng.random(20_000)) + np.arange(20_000), 2)
    scores[1::2] *= 1 + 1e-14
    labels = np.tile([0, 1], 20_000)
    found = tie_break_range("auroc", labels, scores)
    assert (found.groups, found.cases) == (20_000, 40_000.0)
    assert (found.low, found.high) == (pytest.approx(0.5 - 0.5 / 20_000), pytest.approx(0.5 + 0.5 / 20_000))
