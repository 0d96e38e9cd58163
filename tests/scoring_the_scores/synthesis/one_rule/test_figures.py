"""The figures of the chapter on one rule show the tables they are given."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.synthesis.one_rule import figures, normal_scores, real

PLACES = {"F1": (1.0, 0.5), "accuracy": (0.5, 0.5)}
WHO = ["SVM", "tree"]


def test_lines_on_cost_curves_draws_curves_lines_meetings_and_the_gap() -> None:
    curves, lines = real.curves("wine", WHO), real.lines("wine", PLACES)
    met, gap = real.meetings("wine", WHO, PLACES), real.gap("wine", *WHO, np.linspace(0, 1, 11))
    left, right = figures.lines_on_cost_curves(curves, lines, met, gap, (0.3, 0.4))
    for line, name in zip(left.lines, WHO, strict=False):
        np.testing.assert_allclose(line.get_ydata(), curves.loc[curves["classifier"] == name, "loss"])
    for line, name in zip(left.lines[2:], PLACES, strict=False):
        np.testing.assert_allclose(line.get_xdata(), lines.loc[lines["score"] == name, "price"])
    np.testing.assert_allclose(left.lines[-1].get_ydata(), met["loss"])
    np.testing.assert_allclose(right.lines[-1].get_ydata(), gap["dearer"])
    assert {text.get_text() for text in right.texts} == {"SVM is cheaper", "tree is cheaper"}


def test_the_words_stand_where_their_classifier_is_cheaper() -> None:
    gap = real.gap("diabetes, fifth", "SVM", "naive Bayes", np.linspace(0, 1, 401))
    between = real.meetings("diabetes, fifth", ["SVM", "naive Bayes"], {"F1": (1.0, 0.5)})["price"]
    inside = gap[(gap["price"] >= between.min()) & (gap["price"] <= between.max())]
    assert (inside["dearer"] < 0).all()
    assert gap.loc[np.isclose(gap["price"], 0.0775), "dearer"].item() > 0.05


def test_implied_prices_draws_every_curve_and_mark() -> None:
    aurocs = np.linspace(0.6, 0.95, 5)
    alike = normal_scores.prices(["F1"], aurocs, [0.5, 0.1])
    several = normal_scores.prices(["accuracy", "F1"], aurocs, [0.1])
    marks = pd.DataFrame({"prevalence": [0.1, 0.3, 0.5, 0.1], "auroc": 0.8, "price": [0.1, 0.2, 0.3, 0.15]})
    left, right = figures.implied_prices(alike, marks, several)
    np.testing.assert_allclose(left.lines[0].get_ydata(), alike["price"][:5])
    np.testing.assert_allclose(left.lines[1].get_ydata(), alike["price"][5:])
    assert sum(len(line.get_ydata()) for line in left.lines[2:]) == len(marks)
    assert [line.get_label() for line in right.lines] == ["accuracy", "F1"]
    np.testing.assert_allclose(right.lines[0].get_ydata(), 0.5, atol=1e-6)
