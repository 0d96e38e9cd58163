"""What the chapter on the indistinguishability threshold tries and draws."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import labelled_win_rate
from scoring_the_scores.sumpter import counted as small
from scoring_the_scores.sumpter.indistinguishability import figures as drawing
from scoring_the_scores.sumpter.indistinguishability import fitted_thresholds, roc_reading
from scoring_the_scores.sumpter.indistinguishability.random_pairs import randomised_win_rate
from scoring_the_scores.sumpter.normal_mixtures import population_threshold
from scoring_the_scores.sumpter.panel_curves import with_share


def test_random_pairs_estimate_the_exact_rate():
    rng = np.random.default_rng(7)
    labels, scores = rng.integers(0, 2, 60) == 1, rng.integers(0, 12, 60) / 4
    exactly = labelled_win_rate(labels, scores, threshold=1.0)
    estimate, error = randomised_win_rate(labels, scores, threshold=1.0, draws=40_000, rng=rng)
    assert abs(estimate - exactly) < 4 * error < 0.02


def test_thresholds_are_chosen_and_tried_on_different_halves():
    table = fitted_thresholds.tried([0])
    assert len(table) == len(fitted_thresholds.CHOICES) * len(fitted_thresholds.CLASSIFIERS)
    assert (table.loc[table["choice"] == "log-odds 0", "threshold"] == 0).all()
    f1 = 2 * table["precision"] * table["recall"] / (table["precision"] + table["recall"])
    assert np.allclose(table["F1"], f1)
    assert np.allclose(table["flagged"] * table["precision"], table["recall"])


def test_halves_are_compared_by_mean_and_spread():
    results = fitted_thresholds.tried([0, 1])
    table = fitted_thresholds.compared(results)
    of_bayes = results[(results["classifier"] == "naive Bayes") & (results["choice"] == "r_b")]
    row = table[(table["classifier"] == "naive Bayes") & (table["choice"] == "r_b")].iloc[0]
    assert row["threshold"] == pytest.approx(of_bayes["threshold"].mean())
    assert row["sd"] == pytest.approx(of_bayes["threshold"].std())
    assert row["flagged per positive"] == pytest.approx(of_bayes["flagged"].mean())


def test_both_classifiers_are_drawn_with_their_choices():
    curves, choices = fitted_thresholds.choosing(0)
    panels = drawing.two_classifiers(curves, choices)
    for name, axes in zip(fitted_thresholds.CLASSIFIERS, panels, strict=True):
        wanted = curves[curves["classifier"] == name].sort_values("threshold")
        np.testing.assert_array_equal(axes.lines[0].get_ydata(), wanted["B"])
        assert (np.diff(axes.lines[0].get_ydata()) <= 1e-12).all()
        marked = [line.get_xdata()[0] for line in axes.lines[4:]]
        assert marked == choices.loc[choices["classifier"] == name, "threshold"].tolist()


def test_the_threshold_is_where_the_roc_curve_says_in_every_small_sample():
    for case in small.counted():
        area, u, v = case.integral_v, case.u, case.v
        read = case.negatives * (2 * area - u) >= case.positives * v * (1 - v)
        assert read == (case.win_rate >= small.HALF)


def test_one_curve_serves_all_class_odds():
    curve = roc_reading.odds_along(with_share(0.5), np.linspace(14, 0, 4001))
    assert (np.diff(curve["odds"][curve["odds"] > 0]) > 0).all()
    points = roc_reading.points(curve, [1 / 9, 1.0, 4.0])
    for share, r in zip((0.1, 0.5, 0.8), points["threshold"], strict=True):
        assert r == pytest.approx(population_threshold(with_share(share)), abs=1e-4)


def test_the_reading_is_drawn_with_the_area_left_of_the_first_point():
    curve = roc_reading.odds_along(with_share(0.5), np.linspace(14, 0, 401))
    marks = roc_reading.points(curve, [1.0, 0.1])
    left, right = drawing.roc_reading(curve, marks)
    np.testing.assert_array_equal(left.lines[0].get_ydata(), curve["tpr"])
    filled = left.collections[0].get_paths()[0].vertices
    assert filled[:, 0].max() == pytest.approx(marks["fpr"].iloc[0])
    np.testing.assert_array_equal(right.lines[0].get_ydata(), curve["odds"])
    assert [text.get_text() for text in right.texts] == ["P/N = 1", "P/N = 0.1"]


def test_at_a_threshold_that_flags_nothing_there_is_no_precision():
    found = fitted_thresholds.at_threshold(np.array([True, False]), np.array([1.0, 0.0]), 2.0)
    assert pd.isna(found["precision"])
    assert found["flagged"] == 0
