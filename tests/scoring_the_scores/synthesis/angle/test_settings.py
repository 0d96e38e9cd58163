"""Two models: what their differences and covariances are, and how they are drawn."""

from __future__ import annotations

import math

import numpy as np
import pytest

from metricbook import auroc
from scoring_the_scores.synthesis.angle import corners, rates, results, simulations, twins
from scoring_the_scores.synthesis.angle.settings import METRICS, Normal, Real
from scoring_the_scores.synthesis.angle.simulations import Cell
from scoring_the_scores.synthesis.influences import Influence
from scoring_the_scores.synthesis.population import Population

REAL = Real("even digits", "LDA", "naive Bayes", 0.3)


def test_normal_models_have_the_auroc_the_share_and_the_correlation_of_their_setting() -> None:
    labels, first, second, _ = Normal(0.1, ahead=0.05).draw(200_000, np.random.default_rng(1))
    assert labels.mean() == pytest.approx(0.1, abs=0.003)
    assert [auroc(labels, s) for s in (first, second)] == pytest.approx([0.85, 0.8], abs=0.006)
    for kind in (labels, ~labels):
        assert np.corrcoef(first[kind], second[kind])[0, 1] == pytest.approx(0.7, abs=0.02)


def test_covariances_are_those_of_differences_on_drawn_samples() -> None:
    setting = Normal(0.3, ahead=0.02)
    truth, rng = setting.truth(), np.random.default_rng(2)
    found = np.array([simulations.differences(setting.draw(2000, rng)) for _ in range(300)])
    smooth = [list(METRICS).index(name) for name in ("AUROC", "AP", "LxCIM", "accuracy", "F1")]
    spread = found.std(axis=0)[smooth]
    expected = np.sqrt(np.diag(truth.covariances) / 2000)[smooth]
    assert spread == pytest.approx(expected, rel=0.16)
    assert found.mean(axis=0)[smooth] == pytest.approx(truth.differences[smooth], abs=4 * expected.max() / 17)
    assert np.corrcoef(found[:, smooth].T) == pytest.approx(truth.correlations()[np.ix_(smooth, smooth)], abs=0.15)


def test_a_model_is_ahead_by_more_errors_on_more_cases() -> None:
    truth = Normal(0.5, ahead=0.01).truth()
    assert truth.ahead(400) == pytest.approx(2 * truth.ahead(100))
    assert truth.ahead(100)[0] == pytest.approx(0.01 * 10 / math.sqrt(truth.covariances[0, 0]))


def test_exchanged_scores_are_equally_good_and_others_are_not() -> None:
    assert REAL._replace(exchanged=True).truth().differences == pytest.approx(0, abs=1e-12)
    assert abs(REAL.truth().differences[0]) > 0.001


def test_real_scores_are_drawn_in_pairs_with_their_class() -> None:
    labels, first, second, thresholds = REAL.draw(20_000, np.random.default_rng(3))
    assert labels.mean() == pytest.approx(0.3, abs=0.015)
    assert thresholds == (0.0, 0.0)
    gap = auroc(labels, first) - auroc(labels, second)
    assert gap == pytest.approx(REAL.truth().differences[0], abs=0.01)


def test_a_block_is_the_same_each_time_and_another_is_not() -> None:
    cell = Cell("equal, 0.5", 100)
    once = simulations.run(cell, 0)
    assert once.equals(simulations.run(cell, 0))
    assert (once["runs"] == 50).all()
    assert not once["opposite"].equals(simulations.run(Cell("equal, 0.5", 101), 0)["opposite"])


def test_every_block_of_every_cell_is_stored_once_and_in_order() -> None:
    stored = results.stored()
    keys = stored[["setting", "n", "block"]].drop_duplicates()
    assert list(keys.itertuples(index=False, name=None)) == [(*cell, block) for cell, block in simulations.blocks()]
    assert results.in_order(stored.sample(frac=1, random_state=0))[["setting", "n", "block"]].equals(
        stored[["setting", "n", "block"]]
    )


def test_a_tie_counts_half_and_errors_are_those_of_the_prediction_if_nothing_was_drawn() -> None:
    rows = results.stored().query("setting == 'as they are, 0.5' and n == 200 and block == 0 and second == 'AP'")
    table = results.compared(rows.assign(runs=100, opposite=10, tied=20))
    assert table["drawn"].iloc[0] == pytest.approx(0.2)
    assert table["tied"].iloc[0] == pytest.approx(0.2)
    nothing = results.compared(rows.assign(runs=100, opposite=0, tied=0)).iloc[0]
    expected = math.sqrt(nothing["predicted"] * (1 - nothing["predicted"]) / 100)
    assert nothing["error"] == pytest.approx(expected)
    assert nothing["z"] == pytest.approx(-nothing["predicted"] / expected)


def test_the_angle_of_two_straight_influences_is_the_same_however_alike_models_are() -> None:
    there = Population(0.5, 1.0)
    one = Influence(lambda x, label: (x - label) * (1.0 if label else 2.0))
    other = Influence(lambda x, label: x - label)
    cosine = 3 / math.sqrt(2 * 5)  # slopes 2 and 1 in one class, 1 and 1 in the other
    for alike in (0.0, 0.9):
        assert twins.correlation(there, one, other, alike) == pytest.approx(cosine)
    assert twins.limit(there, one, other) == pytest.approx(cosine)


def test_a_jump_beside_a_slope_is_at_a_right_angle_and_jumps_at_two_places_too() -> None:
    there = Population(0.5, 1.0)
    slope = Influence(lambda x, label: x - label)
    low, high = (Influence(lambda x, label, at=at: (x > at) * 1.0, (at,)) for at in (0.0, 1.0))
    assert twins.limit(there, slope, low) == 0
    assert twins.limit(there, low, high) == 0
    assert twins.limit(there, low, low) == pytest.approx(1)


def test_the_precision_at_a_score_has_the_angle_that_is_found_by_hand() -> None:
    corner = next(one for one in corners.CORNERS if one.metric == "C(r_b)" and one.what == "no corner")
    # Within classes, times shares: covariances of AUROC and of the precision at two of three values flagged.
    products, areas, precisions = 0.09778 + 0.21333, 0.2176 + 0.2176, 0.04938 + 0.29630
    assert corners.predicted(corner) == pytest.approx(
        math.acos(products / math.sqrt(areas * precisions)) / math.pi, abs=1e-4
    )


def test_metrics_of_one_direction_come_together_the_later_the_more_they_choose() -> None:
    table = rates.alike()
    assert table["exponent"].is_monotonic_increasing
    assert (table["exponent"] < 0).all()
