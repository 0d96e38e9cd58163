"""The lost label of the paper's Figure 1: completions, their measures, and what fits what is printed."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from metricbook import auch, auroc, expected_min_loss, h_measure
from scoring_the_scores.flach import completions

PRINTED = {"auc": 0.75, "auch": 0.8438, "H": 0.4653}


@pytest.mark.parametrize("labels", [(), (1,), (1, 1, 0), completions.FIGURE_1_PRINTED_LABELS])
def test_completions_are_all_lists_from_which_one_entry_can_be_deleted(labels):
    n = len(labels) + 1
    expected = [
        longer
        for longer in product((1, 0), repeat=n)
        if any(longer[:i] + longer[i + 1 :] == tuple(labels) for i in range(n))
    ]
    assert completions.completions(labels) == expected
    assert len(expected) == n + 1


def test_the_exact_measures_are_the_fast_ones():
    labels, scores = [1, 0, 1, 1, 0, 0, 1], [7, 6, 5, 4, 4, 2, 1]
    found = completions.measures(labels, scores)
    expected = {"auc": auroc(labels, scores), "auch": auch(labels, scores), "H": h_measure(labels, scores)}
    for name, (over, shape) in completions.LOSSES.items():
        expected[name] = expected_min_loss(labels, scores, over=over, alpha=shape, beta=shape)
    assert {name: float(value) for name, value in found.items()} == pytest.approx(expected, abs=1e-14)


def test_one_completion_of_figure_1_fits():
    table = completions.completions_table()
    fitting = [row["labels"] for row in table.to_dict("records") if all(completions.fits(row, PRINTED).values())]
    assert fitting == ["110111101100"]


@pytest.mark.parametrize(
    ("value", "fits"),
    [(Fraction(7505, 10000), False), (Fraction(75005, 100000), True), (0.7500499, True), (0.74994, False)],
)
def test_a_value_fits_if_it_rounds_to_the_printed_one(value, fits):
    assert completions.fits({"auc": value}, {"auc": 0.75}) == {"auc": fits}


def test_a_loss_may_be_halved_and_an_area_may_not():
    values = {"auc": Fraction(3, 2), "Uz": Fraction(3, 2)}
    assert completions.fits(values, {"auc": 0.75, "Uz": 0.75}) == {"auc": False, "Uz": True}


def test_all_labels_are_tried():
    found = completions.fits_of_all_labels({"auc": 0.5}, 3)
    assert len(found) == 6
    assert sorted(found["labels"][found["auc"]]) == ["010", "101"]


def test_the_shown_table_stars_what_fits():
    shown = completions.marked(completions.completions_table(), {"auc": 0.75, "Uz": 0.0729})
    starred = shown[shown["auc"].str.endswith("*")]
    assert starred["labels"].tolist() == ["110111101100"]
    assert starred["Uz"].tolist() == ["0.0729*"]
