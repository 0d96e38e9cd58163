"""Guessing on the Tile: the best value, the curve on which all guessing ties, and Cohen's correction."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from metricbook.exact import tile as exact_tile
from metricbook.tile import fixed_prevalence_performances, from_rates, place, ranking_score, uniform_performances
from metricbook.tile.chance import best_by_chance, chance_curve, cohen_corrected, corrected_place
from metricbook.tile.named import SCORES


def test_curve_by_hand():
    assert chance_curve([0, 0.25, 1], prevalence=0.5).tolist() == [1, 0.75, 0]
    assert chance_curve(0.8, prevalence=0.2) == pytest.approx(0.8)
    assert np.isnan(chance_curve(1, prevalence=0))
    for prior in (0.1, 0.4):
        for name in ("BA", "kappa"):
            a, b = place(name, prevalence=prior)
            assert chance_curve(a, prevalence=prior) == pytest.approx(b)
        assert corrected_place(0.5, prevalence=prior) == pytest.approx(place("kappa", prevalence=prior).a)


@pytest.mark.parametrize("prior", [0.0, 0.2, 0.5, 0.9])
def test_best_by_chance_against_all_rates_of_prediction(prior):
    rates = np.linspace(0, 1, 21)
    guesses = from_rates(1 - rates, rates, prior)
    a, b = np.meshgrid(np.arange(1, 10) / 10, np.arange(1, 10) / 10)
    wanted = ranking_score(guesses[:, None, None], a, b).max(axis=0)
    assert best_by_chance(a, b, prevalence=prior) == pytest.approx(wanted, abs=1e-12)


def test_best_by_chance_where_one_is_undefined():
    assert best_by_chance(0, 1, prevalence=0.2) == pytest.approx(0.8)  # NPV: always positive has none
    assert best_by_chance(1, 0, prevalence=0.2) == pytest.approx(0.2)  # PPV: always negative has none


def test_correction_is_kappa_along_the_whole_middle_line():
    performances = uniform_performances(200, rng=np.random.default_rng(1))
    for a in (0.1, 0.5, 0.8):
        assert cohen_corrected(performances, a, 0.5) == pytest.approx(SCORES["kappa"](performances), abs=1e-9)


def test_correction_is_linear_in_the_score_on_the_curve():
    prior, b = 0.3, 0.7
    performances = fixed_prevalence_performances(100, prior, rng=np.random.default_rng(2))
    score = ranking_score(performances, corrected_place(b, prevalence=prior), b)
    slope, intercept = np.polyfit(score, corrected := cohen_corrected(performances, 0.2, b), 1)
    assert corrected == pytest.approx(intercept + slope * score, abs=1e-9)
    assert slope > 0
    assert intercept + slope == pytest.approx(1)


def test_correction_against_fractions():
    p, a, b = (4, 1, 2, 3), Fraction(1, 5), Fraction(2, 3)
    by_chance = exact_tile.canonical_score(exact_tile.no_skill(p), a, b)
    wanted = (exact_tile.canonical_score(p, a, b) - by_chance) / (1 - by_chance)
    assert cohen_corrected(p, float(a), float(b)) == pytest.approx(float(wanted), abs=1e-14)


def test_bad_input():
    for call in (chance_curve, lambda a, prevalence: best_by_chance(a, a, prevalence=prevalence)):
        with pytest.raises(ValueError, match=r"^prevalence must lie between 0 and 1"):
            call(0.5, prevalence=1.2)
    with pytest.raises(ValueError, match=r"^a must lie between 0 and 1"):
        chance_curve(-0.5, prevalence=0.2)
    with pytest.raises(ValueError, match=r"^b must lie between 0 and 1"):
        best_by_chance(0.5, -0.1, prevalence=0.2)
    with pytest.raises(ValueError, match=r"^a must lie between 0 and 1"):
        best_by_chance(1.1, 0.1, prevalence=0.2)
