"""What the chapter on one data set shows: the patients, the cuts of two lists, prices, groups, and its figures."""

from __future__ import annotations

import numpy as np
import pytest

from metricbook import auroc, average_precision, cost_curve
from scoring_the_scores.foundations.one_data_set import cuts, figures, tables
from scoring_the_scores.patients import Patients

RNG = np.random.default_rng(5)
Y = np.array([True] * 8 + [False] * 22)
SMALL = Patients(Y, 1 + np.arange(30) % 2, RNG.normal(Y, 1), RNG.normal(0.8 * Y, 1), 1.0)


def test_shares_of_cuts_add_up_to_the_differences() -> None:
    table = cuts.down_the_list(SMALL.worse, SMALL.regression, SMALL.svm)
    last = table.iloc[-1]
    one, other = SMALL.regression, SMALL.svm
    assert last["AUROC"] == pytest.approx(auroc(Y, one) - auroc(Y, other))
    assert last["AP"] == pytest.approx(average_precision(Y, one) - average_precision(Y, other))
    assert last[["first", "second"]].tolist() == [8, 8]


def test_cuts_need_the_same_cases_and_no_ties() -> None:
    with pytest.raises(ValueError, match="same cases"):
        cuts.shares((1, 0), (1, 1))
    with pytest.raises(ValueError, match="equal"):
        cuts.down_the_list([1, 0], [1, 1], [1, 0])


def test_runs_of_prices_cover_them_all_and_name_the_lower_curve() -> None:
    runs = tables.crossings(SMALL)
    assert runs["from"].tolist() == [0, *runs["to"].tolist()[:-1]]
    assert runs["to"].iloc[-1] == 1
    for row in runs.to_dict("records"):
        c = (row["from"] + row["to"]) / 2
        losses = {k: np.interp(c, *cost_curve(Y, s, over="cost")) for k, s in SMALL.scores.items()}
        assert min(losses, key=lambda k: losses[k]) == row["better"]


def test_weights_give_both_sexes_one_share_of_positives() -> None:
    table = tables.groups(SMALL)
    assert table["patients"].tolist() == [15, 15, 15, 15]
    alike = Patients(Y, np.array([1, 2] * 15), SMALL.regression, SMALL.svm, 1.0)
    same = tables.groups(alike)  # four positives in each: there is nothing to weigh
    assert same["AP"].to_numpy() == pytest.approx(same["AP at equal shares"].to_numpy())


def test_best_f1_is_that_of_the_best_threshold() -> None:
    order = np.argsort(-SMALL.regression)
    found = np.cumsum(Y[order])
    assert tables.best_f1(SMALL)["regression"] == pytest.approx(max(2 * found / (np.arange(1, 31) + 8)))


def test_the_figures_draw_what_they_are_given() -> None:
    roc, costs, runs = tables.roc_curves(SMALL), tables.cost_curves(SMALL), tables.crossings(SMALL)
    assert roc.groupby("model")["at 0"].sum().tolist() == [1, 1]
    steps = cuts.down_the_list(SMALL.worse, SMALL.regression, SMALL.svm)
    first, second, third = figures.three_pictures(roc, costs, runs, steps)
    part = costs[costs["series"] == "SVM"]
    assert np.asarray(second.lines[1].get_xydata()).tolist() == part[["c", "loss"]].to_numpy().tolist()
    assert np.asarray(third.lines[1].get_ydata()).tolist() == steps["AP"].tolist()
    assert len(first.lines) == 5
    axes = figures.winners(tables.square(SMALL, 11), tables.no_skill(SMALL, 5), {"F1": (1.0, 0.5)})
    assert np.asarray(axes.lines[-1].get_xydata()).tolist() == [[1.0, 0.5]]
