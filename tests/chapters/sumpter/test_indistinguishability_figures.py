"""The figures of the indistinguishability threshold, through the data they draw."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook.chapters.sumpter import panel_curves as panels
from metricbook.chapters.sumpter.indistinguishability import easy_negatives, fitted_thresholds
from metricbook.chapters.sumpter.indistinguishability import figures as drawing
from metricbook.chapters.sumpter.normal_mixtures import population_threshold


def _line(axes, label):
    return next(line for line in axes.lines if line.get_label() == label)


@pytest.mark.parametrize(("draw", "labels"), [(drawing.win_rates, ["B"]), (drawing.parts, ["B", "B₊", "B₋", "F1"])])
def test_both_versions_on_the_papers_axes(draw, labels):
    grid = draw(panels.nine_curves())
    assert grid.shape == (3, 6)
    right, drawn = (_line(grid[2, column], "B").get_ydata() for column in (0, 3))
    assert right[0] == pytest.approx(0.932, abs=5e-4)
    assert drawn[0] == pytest.approx(0.707, abs=5e-4)
    for axes in grid.flat:
        assert (axes.get_xlim(), axes.get_ylim()) == ((-10, 10), (0, 1))
        assert [line.get_label() for line in axes.lines][: len(labels)] == labels
    assert [grid[1, 1].get_title(), grid[1, 4].get_title()] == ["", ""]
    assert [grid[1, k].get_title(loc="left") for k in (1, 4)] == ["e) right", "e) as drawn"]


def test_rates_are_drawn_against_b():
    grid = drawing.rates(panels.nine_curves())
    line = _line(grid[0, 0], "precision C")
    at_half = np.interp(0.5, line.get_xdata()[::-1], line.get_ydata()[::-1])
    assert at_half == pytest.approx(panels.nine_table().loc["a", "C_50"], abs=2e-3)
    assert sorted(line.get_xdata()[0] for line in grid[0, 0].lines[3:]) == [0.4, 0.5, 0.6]


def test_easy_negatives_fall_away_from_one_value():
    counts = [1.0, 1e3, 1e6]
    hard = easy_negatives.by_easy_negatives(counts, hard_means=(5, 7))
    easy = easy_negatives.by_easy_negatives(counts, easy_means=(2, 6))
    left, middle, right = drawing.easy_negatives(hard, easy, easy_negatives.by_share([0.1, 0.5]))
    assert _line(left, "difficult at 7").get_ydata() == pytest.approx([0.711, 0.710, 0.521], abs=1e-3)
    assert _line(middle, "easy at 6").get_ydata()[-1] < 0.02
    assert np.ptp(_line(right, "A").get_ydata()) < 1e-12


def test_a_negative_below_the_threshold_costs_nothing():
    law = easy_negatives.with_easy(7, 1000)
    r = population_threshold(law)
    axes = drawing.cost_of_a_negative(easy_negatives.cost_of_a_negative(law, [r - 3, r - 1, r + 1, r + 3]), threshold=r)
    below, above = (line.get_ydata() for line in axes.lines[1:])
    assert below.tolist() == [0, 0]
    assert (above < 0).all()


def test_thresholds_are_chosen_and_tried_on_different_halves():
    table = fitted_thresholds.tried([0])
    assert len(table) == len(fitted_thresholds.CHOICES) * len(fitted_thresholds.CLASSIFIERS)
    assert (table.loc[table["choice"] == "log-odds 0", "threshold"] == 0).all()
    f1 = 2 * table["precision"] * table["recall"] / (table["precision"] + table["recall"])
    assert np.allclose(table["F1"], f1)
    assert np.allclose(table["flagged"] * table["precision"], table["recall"])
