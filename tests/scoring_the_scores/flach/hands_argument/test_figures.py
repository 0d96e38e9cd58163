"""The figures of the chapter on Hand's argument show the tables they are given."""

from __future__ import annotations

import numpy as np
import pytest

from scoring_the_scores.flach.hands_argument import figures as drawing
from scoring_the_scores.flach.hands_argument import score_laws
from scoring_the_scores.flach.hands_argument.score_models import BinormalScores


def test_implied_weights_has_a_curve_for_each_classifier_and_the_beta_law():
    costs = np.linspace(0.05, 0.95, 19)
    models = score_laws.implied_weights(score_laws.equal_auroc_models(0.8), costs)
    shares = score_laws.implied_weights({"10 %": BinormalScores(1.0, 0.1), "50 %": BinormalScores(1.0, 0.5)}, costs)
    for axes, table in zip(drawing.implied_weights(models, shares), (models, shares), strict=True):
        *curves, reference = axes.lines
        assert [line.get_label() for line in curves] == list(table["model"].unique())
        for line in curves:
            wanted = table[table["model"] == line.get_label()]
            np.testing.assert_allclose(line.get_ydata(), wanted["weight"])
        assert reference.get_label() == "Beta(2, 2)"
        assert max(reference.get_ydata()) == pytest.approx(1.5)
        assert len({line.get_linestyle() for line in curves}) == len(curves)


def test_losses_by_share_draws_lines_and_simulated_points():
    table = score_laws.losses_by_share([0.6, 0.9], [0.2, 0.5])
    drawn = table.drop(columns="least").assign(uniform_cost=0.3)
    cost, skew = drawing.losses_by_share(table, drawn)
    np.testing.assert_allclose(cost.lines[0].get_ydata(), table.loc[table["auroc"] == 0.6, "uniform_cost"])
    assert set(cost.lines[1].get_ydata()) == {0.3}
    np.testing.assert_allclose(cost.lines[2].get_ydata(), table.loc[table["auroc"] == 0.6, "least"])
    assert len(cost.lines) == 6
    assert len(skew.lines) == 4
    np.testing.assert_allclose(skew.lines[0].get_ydata(), 0.45)
