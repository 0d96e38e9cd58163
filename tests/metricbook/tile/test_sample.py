"""The Tile of a scored sample against all its thresholds, one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from metricbook.metrics.sweep import Sweep
from metricbook.tile import ranking_score, tile_axes
from metricbook.tile.sample import ALWAYS, all_performances, area_shares, curve_zones, hull_performances, tile_of_sample
from tests.strategies import examples


def by_brute_force(labels, scores, weights=None, resolution=11):
    """Best value over every threshold of the sample, counted from scratch."""
    labels, scores = np.asarray(labels, dtype=bool), np.asarray(scores, dtype=float)
    weights = np.ones(labels.size) if weights is None else np.asarray(weights)
    a, b = tile_axes(resolution)
    tiles = []
    for threshold in [np.inf, *np.unique(scores)]:
        positive = scores >= threshold
        outcomes = [
            weights[(positive == said) & (labels == true)].sum() for true, said in ((0, 0), (0, 1), (1, 0), (1, 1))
        ]
        tiles.append(ranking_score(outcomes, a, b))
    return np.nanmax(tiles, axis=0)


def test_by_hand():
    # scores 3 (positive), 2 (negative), 1 (positive)
    found = tile_of_sample([1, 0, 1], [3, 2, 1], resolution=3)
    assert found.thresholds.tolist() == [np.inf, 3, 1]
    # TNR and PPV below, accuracy in the middle, NPV and TPR above
    assert found.best[0].tolist() == [1, 1, 1]
    assert found.best[1, 1] == pytest.approx(2 / 3)
    assert found.best[2, [0, 2]].tolist() == [0.5, 1]  # NPV of the classifier that calls one positive: 1 of 2
    assert found.threshold[[2, 0], 2].tolist() == [1, 3]


@given(examples(both=True))
@settings(max_examples=150, deadline=None)
def test_against_brute_force(example):
    found = tile_of_sample(example.labels, example.scores, sample_weight=example.weights, resolution=11)
    assert found.best == pytest.approx(by_brute_force(example.labels, example.scores, example.weights), abs=1e-12)


@given(examples(both=True))
@settings(max_examples=60, deadline=None)
def test_the_threshold_reaches_the_value(example):
    found = tile_of_sample(example.labels, example.scores, sample_weight=example.weights, resolution=5)
    thresholds, performances = all_performances(Sweep(example.labels, example.scores, sample_weight=example.weights))
    a, b = np.broadcast_arrays(*tile_axes(5))
    for i, j in np.ndindex(5, 5):
        own = performances[np.flatnonzero(thresholds == found.threshold[i, j])[0]]
        assert ranking_score(own, a[i, j], b[i, j]) == pytest.approx(found.best[i, j], abs=1e-12)


def test_a_large_sample():
    rng = np.random.default_rng(8)
    labels = rng.random(20_000) < 0.2
    scores = rng.normal(size=20_000).round(2) + labels
    found = tile_of_sample(labels, scores, resolution=5)
    assert found.best == pytest.approx(by_brute_force(labels, scores, resolution=5), abs=1e-12)
    assert len(found.thresholds) < 100


def test_hull_is_part_of_all():
    rng = np.random.default_rng(4)
    sweep = Sweep(rng.random(300) < 0.4, rng.normal(size=300))
    thresholds, performances = hull_performances(sweep)
    every, all_of_them = all_performances(sweep)
    place = np.searchsorted(-every, -thresholds)
    assert np.array_equal(every[place], thresholds)
    assert performances == pytest.approx(all_of_them[place], abs=1e-15)


def random_samples():
    rng = np.random.default_rng(11)
    labels = rng.random(400) < 0.3
    return {
        "one": (labels, rng.normal(size=400) + 1.2 * labels),
        "two": (labels, rng.normal(size=400) * (1 + labels) + 1.5 * labels),
        "none": (labels, rng.normal(size=400) - 3 * labels),
    }


@pytest.mark.parametrize("prior", [None, 0.05, 0.9])
def test_zones_of_curves_against_a_grid(prior):
    samples = random_samples()
    shares = area_shares(curve_zones(samples, prevalence=prior))
    assert shares.sum() == pytest.approx(1, abs=1e-12)
    n = 150
    centres = (np.arange(n) + 0.5) / n
    labels = samples["one"][0]
    odds = 1.0 if prior is None else prior / (1 - prior) * (~labels).sum() / labels.sum()
    best, owner = np.full((n, n), -1.0), np.full((n, n), "", dtype=object)
    for name, (y, s) in samples.items():
        for threshold, p in zip(*all_performances(Sweep(y, s)), strict=True):
            values = ranking_score(p * [1, 1, odds, odds], centres[None, :], centres[:, None])
            said = (s >= threshold).mean()
            better = values > best + 1e-12
            best[better], owner[better] = values[better], ALWAYS[int(said)] if said in (0, 1) else name
    for name in [*samples, *ALWAYS]:
        assert shares.get(name, 0.0) == pytest.approx((owner == name).mean(), abs=5e-3)


def test_a_shared_curve_goes_to_the_first():
    labels, scores = random_samples()["one"]
    shares = area_shares(curve_zones({"first": (labels, scores), "second": (labels, 2 * scores)}))
    assert set(shares.index) == {*ALWAYS, "first"}


def test_bad_input():
    with pytest.raises(ValueError, match="both classes in y_true"):
        tile_of_sample([1, 1], [0.5, 0.2])
    with pytest.raises(ValueError, match="one share of positives"):
        curve_zones({"a": ([0, 1], [1, 2]), "b": ([0, 1, 1], [1, 2, 3])})
    with pytest.raises(ValueError, match="resolution"):
        tile_of_sample([0, 1], [1, 2], resolution=1)


def test_the_positive_class_may_be_named():
    named = tile_of_sample(["ill", "well", "ill"], [3, 2, 1], pos_label="ill", resolution=3)
    np.testing.assert_array_equal(named.best, tile_of_sample([1, 0, 1], [3, 2, 1], resolution=3).best)
