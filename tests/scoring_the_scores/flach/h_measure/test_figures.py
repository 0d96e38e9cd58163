"""The figures of the chapter on H show the tables they are given, and the tables are right."""

from __future__ import annotations

import numpy as np
import pandas as pd

from metricbook import cost_curve, roc_curve
from scoring_the_scores.flach.h_measure import figures as draw
from scoring_the_scores.flach.h_measure import model_choice


def test_rivals_show_roc_curves_and_excess():
    labels, scores = [1, 0, 1, 0], {"x": [4, 3, 2, 1], "y": [1, 1, 1, 1]}
    costs = np.linspace(0, 1, 5)
    rocs = pd.concat([roc_curve(labels, s).assign(classifier=who) for who, s in scores.items()])
    above = pd.concat(
        [pd.DataFrame({"classifier": who, "cost": costs, "excess": np.interp(costs, *cost_curve(labels, s))})
         for who, s in scores.items()]
    )  # fmt: skip
    left, right = draw.rivals(rocs, above)
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["x", "y"]
    np.testing.assert_array_equal(right.lines[1].get_ydata(), above.loc[above["classifier"] == "y", "excess"])
    assert len({line.get_linestyle() for line in left.lines}) == 2


def test_over_priors_shows_h_and_the_present_share():
    rng = np.random.default_rng(1)
    labels, scores = [1, 0, 1, 0, 0], {"x": [5, 4, 3, 2, 1], "y": [1, 2, 3, 4, 5]}
    table = model_choice.over_priors(labels, scores, [0.3, 0.6], size=40, repeats=2, rng=rng)
    left, right = draw.over_priors(table, present=0.4)
    for axes, prefix, column in ((left, "", "h"), (right, "_", "behind")):
        named = {line.get_label(): line for line in axes.lines}
        for who in scores:
            wanted = table.loc[table["classifier"] == who, column]
            np.testing.assert_array_equal(named[f"{prefix}{who}"].get_ydata(), wanted)
        assert 0.4 in [float(line.get_xdata()[0]) for line in axes.lines]
    assert table.groupby("prevalence")["behind"].min().tolist() == [0, 0]
