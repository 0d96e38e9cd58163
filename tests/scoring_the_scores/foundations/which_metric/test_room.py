"""The numbers of the guide: by hand, by simulation, and what their sentences say of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from metricbook.exact import ranking as exact
from scoring_the_scores.foundations import tumours
from scoring_the_scores.foundations.which_metric import answers
from scoring_the_scores.foundations.which_metric.guide import random_precision


@pytest.mark.parametrize(("cases", "positives"), [(2, 1), (4, 2), (5, 2), (6, 5)])
def test_the_chance_level_is_the_mean_over_all_orders(cases, positives):
    orders = set(permutations([1] * positives + [0] * (cases - positives)))
    mean = sum(exact.average_precision(order, list(range(cases, 0, -1))) for order in orders) / Fraction(len(orders))
    assert random_precision(cases, positives) == pytest.approx(float(mean), abs=1e-14)


def test_filing_moves_what_looks_at_the_classes_and_nothing_else():
    labels, scores = tumours.scored()
    chance = scores["logistic regression"]
    table = answers.other_names(labels, np.log(chance / (1 - chance)), draws=50, rng=np.random.default_rng(2))
    moved = (table.set_index("metric").diff(axis="columns")["most"] > 1e-12).to_dict()
    assert moved == {"AUROC": True, "AP": True, "F1 at 0": True, "accuracy at 0": False, "LxCIM": False}


def test_the_best_threshold_costs_no_more_than_the_trusted_one():
    table = answers.trusted(*tumours.scored(), np.linspace(0, 1, 21))
    taken, least = table["loss at threshold c"], table["least loss of any threshold"]
    assert (least <= taken + 1e-12).all()
    worst = (taken - least).groupby(table["classifier"]).max()
    assert worst["naive Bayes"] > 2 * worst["logistic regression"]


def test_prevalence_moves_all_but_the_rates():
    table = answers.elsewhere(0.8, 0.1, [0.5, 0.1, 0.01]).drop(columns="prevalence")
    assert np.ptp(table["balanced accuracy"]) < 1e-12
    assert (table.drop(columns="balanced accuracy").apply(np.ptp) > 0.04).all()


def test_seven_metrics_rise_with_easy_negatives_and_three_stay():
    table = answers.easy_negatives([0, 10_000]).set_index("metric")
    rise = table["10,000 easy"] - table["0 easy"]
    assert (rise.iloc[:7] > 0.1).all()
    assert (rise.iloc[7:].abs() < 0.01).all()


def test_the_interval_of_a_difference_is_narrower_than_those_of_its_terms():
    table = answers.intervals(*tumours.scored())
    width = (table["to"] - table["from"]).groupby([table["metric"], table["of"]]).first().unstack()
    assert (width["difference"] < width["logistic regression"]).all()
    assert ((table["from"] <= table["value"]) & (table["value"] <= table["to"])).all()


def test_five_metrics_of_decisions_are_nearly_one_and_two_metrics_stand_for_twelve():
    table = answers.enough(*tumours.scored(), 2).set_index("metric")
    assert table["nearest chosen"].unique().tolist() == ["AUROC", "kappa"]
    of_decisions = table[table["nearest chosen"] == "kappa"]
    assert set(of_decisions.index) == {"accuracy", "balanced accuracy", "F1", "MCC", "kappa"}
    assert of_decisions["disagree"].max() < 0.06
    assert 0.2 < table["disagree"].max() < 0.25
    assert of_decisions["not explained"].max() < 0.03 < table["not explained"].drop(of_decisions.index)[1:].min()
