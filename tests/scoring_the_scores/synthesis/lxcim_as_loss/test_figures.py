"""The gains of methods; the reject option of eight decisions, by rate and by price; and the figures of these."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook import accuracy, lxcim
from scoring_the_scores.synthesis.lxcim_as_loss import decisions, figures


@pytest.fixture(scope="module")
def curve():
    return decisions.coin_curve(*decisions.EIGHT)


@pytest.fixture(scope="module")
def lines():
    return decisions.price_lines(*decisions.EIGHT)


def test_arrows_lead_from_accuracy_to_lxcim_and_turn_where_the_gain_is_negative():
    gains = decisions.method_gains()
    axes = figures.accuracy_and_gain(gains)
    tips = [line for line in axes.lines if line.get_marker() in "<>"]
    assert [tip.get_xdata()[0] for tip in tips] == gains["LxCIM"].tolist()
    assert [tip.get_marker() == ">" for tip in tips] == (gains["gain"] > 0).tolist()
    dots = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
    assert dots == gains["accuracy"].tolist()


def test_the_mean_height_of_the_coin_gives_lxcim(curve):
    mean = np.trapezoid(curve["with_coin"], curve["decision_rate"])
    assert 2 * mean - 0.5 == pytest.approx(lxcim(*decisions.EIGHT))
    assert curve["with_coin"].iloc[[0, -1]].tolist() == [0.5, accuracy(*decisions.EIGHT)]


def test_the_mean_line_rises_by_one_half(lines):
    start, end = lines[lines["line"] == "mean"]["risk"]
    assert end - start == pytest.approx(0.5)
    assert 1 - 2 * start == pytest.approx(lxcim(*decisions.EIGHT))


def test_the_mean_line_rises_by_one_half_with_ties_and_undecided_scores():
    labels, scores = [1, 0, 0, 1, 1], [2, 2, -1, 0, 1]
    start, end = decisions.price_lines(labels, scores).query("line == 'mean'")["risk"]
    assert (end - start, 1 - 2 * start) == pytest.approx((0.5, lxcim(labels, scores)))


def test_the_least_risk_is_below_every_cut(lines):
    least = lines[lines["line"] == "least"]
    ends = lines[lines["line"] == "cut"]["risk"].to_numpy().reshape(-1, 2)
    assert len(ends) == 9
    for price in np.linspace(0, 1, 21):
        cuts = (1 - price) * ends[:, 0] + price * ends[:, 1]
        assert np.interp(price, least["price"], least["risk"]) == pytest.approx(cuts.min())


def test_accuracy_and_gain_make_lxcim_for_every_method():
    table = decisions.method_gains()
    assert len(table) == 16
    assert table["LxCIM"].is_monotonic_decreasing
    np.testing.assert_allclose(table["accuracy"] + table["gain"], table["LxCIM"], atol=1e-12)


def test_the_figure_draws_what_it_is_given(curve, lines):
    left, right = figures.coin_and_lines(curve, lines)
    assert [list(line.get_ydata()) for line in left.lines] == [list(curve["right"]), list(curve["with_coin"])]
    drawn = [list(line.get_ydata()) for line in right.lines]
    assert len(drawn) == 11
    assert drawn[9:] == [list(lines[lines["line"] == kind]["risk"]) for kind in ("mean", "least")]
    assert left.get_aspect() == right.get_aspect() == 1
