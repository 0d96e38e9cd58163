"""Two models, equally good or not: how they are drawn, and how often AUROC and AP order them oppositely."""

from __future__ import annotations

import math

import numpy as np
import pytest

from metricbook import auroc
from scoring_the_scores.synthesis.disagreement import chance, tables
from scoring_the_scores.synthesis.disagreement.chance import Setting


def test_both_models_have_the_auroc_the_share_and_the_correlation_of_their_setting() -> None:
    setting = Setting(0.8, 0.1, 0.7)
    labels, *scores = setting.draw(200_000, np.random.default_rng(1))
    assert labels.mean() == pytest.approx(0.1, abs=0.003)
    assert [auroc(labels, s) for s in scores] == pytest.approx([0.8, 0.8], abs=0.006)
    for kind in (labels, ~labels):
        assert np.corrcoef(scores[0][kind], scores[1][kind])[0, 1] == pytest.approx(0.7, abs=0.02)


def test_the_first_model_is_ahead_by_what_is_said() -> None:
    labels, *scores = Setting(0.8, 0.5, 0.7, 0.05).draw(200_000, np.random.default_rng(1))
    assert [auroc(labels, s) for s in scores] == pytest.approx([0.85, 0.8], abs=0.004)
    far = Setting(0.8, 0.5, 0.7, 0.1)
    assert chance.opposite_in_the_limit(far, 2000, 50_000, np.random.default_rng(2)) < 1e-6
    assert chance.opposite_among_drawn(far, 2000, 20, np.random.default_rng(3)).value == 0


def test_one_model_twice_is_never_ordered_oppositely() -> None:
    assert chance.opposite_among_drawn(Setting(0.7, 0.5, 1.0), 50, 20, np.random.default_rng(0)).value == 0
    assert chance.crossing_drawn(Setting(0.7, 0.5, 1.0), 20, 20, np.random.default_rng(0)).value == 0


def test_models_that_know_nothing_part_one_time_in_six_and_learnt_ones_with_rare_positives_more() -> None:
    nothing, rare = (Setting(0.5, 0.5, 0.0), Setting(0.8, 0.1, 0.7))
    rng = np.random.default_rng(5)
    assert chance.opposite_in_the_limit(nothing, 1000, 100_000, rng) == pytest.approx(1 / 6, abs=0.005)
    found = chance.opposite_among_drawn(rare, 1000, 400, rng)
    assert found.value - 3 * found.standard_error > 1 / 6


def test_random_curves_of_ten_and_ten_cross_as_often_as_the_formula_says() -> None:
    found = chance.crossing_drawn(Setting(0.5, 0.5, 0.0), 10, 2000, np.random.default_rng(2))
    assert found.value == pytest.approx(1 - 2 * 21 / 121 + 1 / math.comb(20, 10), abs=4 * found.standard_error)


def test_quarters_by_worth_are_in_order_and_make_up_all_pairs() -> None:
    quarters = tables.by_worth("AUROC", "AP")
    assert (quarters["from"] <= quarters["to"]).all()
    assert (quarters["to"].to_numpy()[:-1] <= quarters["from"].to_numpy()[1:]).all()
    assert quarters["opposite"].mean() == pytest.approx(tables.shares().loc["AUROC", "AP"], abs=0.002)
    itself = tables.by_worth("AUROC", "AUROC")
    assert (itself["opposite"] == 0).all()
