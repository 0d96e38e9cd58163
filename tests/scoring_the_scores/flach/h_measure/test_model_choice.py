"""Pairs that measures disagree about, dominance, and samples at another prior."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

from metricbook import auroc, cost_curve, h_measure
from scoring_the_scores.flach.h_measure import model_choice
from scoring_the_scores.flach.h_measure.model_choice import discordant_pairs, excess
from scoring_the_scores.flach.six_measures import LOSSES, MEASURES, measures, measures_of_all


def falling(n):
    return list(range(n, 0, -1))


def labels_of(name):
    return [int(label) for label in name]


def test_every_pair_of_measures_is_strictly_discordant_on_nine_samples():
    table = measures_of_all(4, 5)
    pairs = discordant_pairs(table)
    assert list(zip(pairs["first"], pairs["second"], strict=True)) == list(combinations(MEASURES, 2))
    for pair in pairs.itertuples():
        for name, winner, loser in ((pair.first, pair.a, pair.b), (pair.second, pair.b, pair.a)):
            better, worse = (measures(labels_of(who))[name] for who in (winner, loser))
            assert better < worse if name in LOSSES else better > worse
        assert (pair.first_a, pair.second_b) == (table[pair.first][pair.a], table[pair.second][pair.b])


def test_balanced_classes_leave_four_measures():
    pairs = discordant_pairs(measures_of_all(5, 5))
    together = set(combinations(MEASURES, 2)) - set(zip(pairs["first"], pairs["second"], strict=True))
    assert together == {("L_U(c)", "L_U(z)"), ("L_B(z)", "L_B(c)")}


def test_rounding_makes_no_disagreement():
    table = pd.DataFrame({"one": [0.1 + 0.2, 0.3], "other": [0.5, 0.6]}, index=["x", "y"])
    assert discordant_pairs(table, losses=()).empty
    assert len(discordant_pairs(table.assign(one=[0.4, 0.3]), losses=())) == 1


def test_excess_is_that_of_a_fine_grid_and_dominance_is_found():
    rng = np.random.default_rng(8)
    grid = np.linspace(0, 1, 2001)
    for _ in range(30):
        labels = np.r_[0, 1, rng.integers(0, 2, 20)]
        first, second = (cost_curve(labels, rng.normal(labels, 1)) for _ in range(2))
        gap = np.interp(grid, *first) - np.interp(grid, *second)
        above, below = excess(first, second)
        assert above == pytest.approx(max(0, gap.max()), abs=2e-3)
        assert below == pytest.approx(max(0, -gap.min()), abs=2e-3)
        assert excess(second, first) == (below, above)


def test_dominance_binds_all_measures_of_the_hull():
    table = measures_of_all(3, 4)
    curves = {name: cost_curve(labels_of(name), falling(7)) for name in table.index}
    bound = 0
    for one, other in product(table.index, repeat=2):
        if excess(curves[one], curves[other])[0] < 1e-12:
            bound += 1
            assert table["AUCH"][one] >= table["AUCH"][other]
            assert all(table[name][one] <= table[name][other] for name in LOSSES)
    assert bound > len(table)


def test_weights_make_the_share():
    labels = [1, 0, 0, 1, 0]
    weights = model_choice.weights_for_share(labels, 0.3)
    assert weights.sum() == pytest.approx(1)
    assert weights[np.array(labels) == 1].sum() == pytest.approx(0.3)


def test_a_resample_has_the_share_and_keeps_the_classes():
    labels = np.array([1, 0, 0, 1, 0])
    drawn = model_choice.resample_at_share(labels, 0.3, size=50, rng=np.random.default_rng(0))
    assert (drawn.size, labels[drawn].sum()) == (50, 15)


@pytest.mark.parametrize(
    ("labels", "share", "fault"),
    [([1, 1], 0.5, "no negative"), ([1, 0], 1.0, "prevalence"), ([1, 0], 0.001, "a sample of 10")],
)
def test_impossible_shares_are_refused(labels, share, fault):
    with pytest.raises(ValueError, match=fault):
        model_choice.resample_at_share(labels, share, size=10, rng=np.random.default_rng(0))


def test_over_priors_moves_h_and_leaves_auroc():
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 2, 80)
    scores = {"good": rng.normal(2 * labels, 1), "bad": rng.normal(labels, 1)}
    table = model_choice.over_priors(labels, scores, [0.1, 0.5, 0.9], size=400, repeats=10, rng=rng)
    for name, part in table.groupby("classifier"):
        assert part["auroc"].tolist() == pytest.approx([auroc(labels, scores[name])] * 3, abs=1e-14)
        assert np.ptp(part["h"]) > 0.01
        assert (np.abs(part["auroc"] - part["auroc_mean"]) < 4 * part["auroc_sd"]).all()
    here = model_choice.over_priors(labels, scores, [labels.mean()], size=80, repeats=1, rng=rng)
    assert here["h"].tolist() == pytest.approx([h_measure(labels, s) for s in scores.values()], abs=1e-13)
