"""The nine data sets: laws, draws, fits, and the tables that figures are drawn from."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from scipy.special import expit

from metricbook import auroc, indistinguishability_threshold, labelled_win_rate, precision_at_indistinguishability
from scoring_the_scores.sumpter import nine, nine_panels
from scoring_the_scores.sumpter.nine_panels import PANELS, Panel


@pytest.fixture(scope="module")
def samples():
    return nine_panels.nine(seed=7)


def test_columns_differ_in_the_difficult_negatives_and_rows_in_the_number_of_easy_ones():
    assert [PANELS[x].hard_mean for x in "abc"] == [PANELS[x].hard_mean for x in "ghi"] == [5, 7, 9]
    assert [PANELS[x].easy for x in "adg"] == [PANELS[x].easy for x in "cfi"] == [100, 1000, 10_000]


def test_a_panel_on_demand_is_the_one_of_the_nine(samples):
    alone = nine_panels.scored("e", rng=nine_panels.panel_rng(7, "e"))
    np.testing.assert_array_equal(alone.inputs, samples["e"].inputs)
    assert alone.slope == samples["e"].slope


def test_other_seeds_and_panels_draw_other_inputs(samples):
    other = nine_panels.nine(seed=8)
    firsts = [d.inputs[0] for d in (*samples.values(), *other.values())]
    assert len(set(firsts)) == 18


@pytest.mark.parametrize("letter", PANELS)
def test_groups_have_their_sizes_and_means(samples, letter):
    sample = samples[letter]
    assert sample.labels.sum() == 1000
    ends = np.cumsum([size for size, _ in sample.panel.groups])
    for part, (size, mean) in zip(np.split(sample.inputs, ends[:-1]), sample.panel.groups, strict=True):
        assert part.size == size
        assert abs(part.mean() - mean) < 5 * 2 / np.sqrt(size)


@pytest.mark.parametrize("letter", PANELS)
def test_the_law_s_area_is_the_mean_of_drawn_ones(letter):
    drawn = [nine_panels.draw(PANELS[letter], rng=np.random.default_rng([1, k])) for k in range(40)]
    areas = np.array([auroc(*sample) for sample in drawn])
    assert abs(areas.mean() - PANELS[letter].auroc) < 5 * areas.std() / np.sqrt(areas.size)


@pytest.mark.parametrize("letter", PANELS)
def test_the_law_s_line_is_the_mean_of_fitted_ones(letter):
    panel = PANELS[letter]
    slopes = np.array(
        [
            nine_panels.fit(*nine_panels.draw(panel, rng=np.random.default_rng([2, k])), penalty=False)[1]
            for k in range(40)
        ]
    )
    # Fitted slopes are a little too steep on average, by about a part in a thousand at these sizes.
    assert abs(slopes.mean() - panel.logistic_line[1]) < 5 * slopes.std() / np.sqrt(slopes.size) + 2e-3


def test_a_fit_without_penalty_solves_the_likelihood_equations(samples):
    sample = samples["i"]
    intercept, slope = nine_panels.fit(sample.labels, sample.inputs, penalty=False)
    rest = sample.labels - expit(intercept + slope * sample.inputs)
    assert abs(rest.mean()) < 1e-6
    assert abs((rest * sample.inputs).mean()) < 1e-5
    penalised = sample.labels - expit(sample.scores)
    assert (penalised * sample.inputs).sum() == pytest.approx(sample.slope, rel=1e-3)  # half the squared slope


def test_log_likelihoods_are_logarithms_of_the_own_label_s_chance(samples):
    sample = samples["a"]
    chance = expit(sample.scores)
    own = np.where(sample.labels, chance, 1 - chance)
    np.testing.assert_allclose(sample.log_likelihoods, np.log(own), atol=1e-9)
    assert (sample.log_likelihoods <= 0).all()


def test_multiplying_the_negatives_moves_the_line_by_a_logarithm():
    one = Panel(hard_mean=6.0, easy=0)
    ten = dataclasses.replace(one, hard=10_000)
    np.testing.assert_allclose(ten.logistic_line, (one.logistic_line[0] - np.log(10), one.logistic_line[1]), atol=1e-8)


@pytest.mark.parametrize("wrong", [{"easy": -1}, {"positives": 0}, {"hard": 0, "easy": 0}, {"sd": 0.0}])
def test_impossible_panels_are_refused(wrong):
    with pytest.raises(ValueError, match=r"sd must be|needs a sample"):
        Panel(**({"hard_mean": 5.0, "easy": 1} | wrong))


def test_unknown_letters_are_refused():
    with pytest.raises(KeyError, match="z"):
        nine_panels.scored("z", rng=np.random.default_rng(0))


def test_histograms_count_each_sample_inside_once(samples):
    table = nine_panels.score_histograms(samples, low=-50.0, high=50.0)
    totals = table.groupby("panel")[["negatives", "positives"]].sum()
    for letter, panel in PANELS.items():
        assert totals.loc[letter].tolist() == [panel.negatives, panel.positives]


def test_drawn_figures_are_the_sweep_s_curves_on_the_script_s_grid():
    table = nine_panels.simulated_as_drawn([7], letters="ag").set_index(["panel", "version"])
    for letter in "ag":
        sample = nine_panels.scored(letter, rng=nine_panels.panel_rng(7, letter))
        drawn = table.loc[letter, "right"]
        everything = labelled_win_rate(sample.labels, sample.scores, threshold=nine_panels.GRID[0])
        assert drawn["left"] == pytest.approx(everything, abs=2e-3)
        r_b = indistinguishability_threshold(sample.labels, sample.scores)
        assert r_b - 0.1 < drawn["line"] < r_b + 0.2
        assert drawn["C"] == pytest.approx(precision_at_indistinguishability(sample.labels, sample.scores), abs=0.02)
    assert table.loc["a", "right"].equals(table.loc["a", "as drawn"])
    assert table.loc["g", "as drawn"]["line"] < table.loc["g", "right"]["line"] - 1


def test_even_odds_are_where_the_line_is_zero():
    assert nine.even_odds("b") == pytest.approx(8.51, abs=0.01)  # 8.5 without easy negatives
    assert nine.even_odds("h") > nine.even_odds("b")
