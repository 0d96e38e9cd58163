"""Tosses, metrics and wishes by hand, and what the chapter tabulates and draws."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from metricbook import auch, auroc, h_measure
from scoring_the_scores.synthesis.axioms import equations, figures, representation, tables, wishes
from scoring_the_scores.synthesis.axioms.classifiers import (
    all_calibrated,
    calibrated,
    classifiers,
    corners,
    from_counts,
    law,
    least_loss,
    nowhere_lower,
    points,
    sizes,
    toss,
    written,
)
from scoring_the_scores.synthesis.axioms.metrics import METRICS

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)
#: Two positives, a tied pair, a negative.
MIXED = from_counts((0, 2), (1, 1), (1, 0))


def test_calibration_pools_neighbours_until_shares_fall():
    pooled = calibrated(from_counts((0, 1), (1, 0), (1, 1), (2, 0)))
    assert [(group.score, group.negatives, group.positives) for group in pooled] == [
        (ONE, 0, 1),
        (Fraction(1, 3), 2, 1),
        (ZERO, 2, 0),
    ]
    assert calibrated(pooled) == pooled


def test_every_classifier_of_two_cases_is_there():
    assert [written(c) for c in classifiers(2)] == ["(PN)", "PN", "NP"]
    assert [written(c) for c in all_calibrated(2)] == ["(PN)", "PN"]


def test_least_losses_by_hand():
    assert least_loss(MIXED, HALF) == Fraction(1, 5)
    assert least_loss(MIXED, ZERO) == least_loss(MIXED, ONE) == 0
    assert corners(MIXED) == [ZERO, HALF, ONE]
    assert points(MIXED) == [(0, 0), (0, Fraction(2, 3)), (HALF, 1), (1, 1)]


def test_a_toss_pools_what_has_one_score():
    both = toss(calibrated(MIXED), calibrated(from_counts((2, 3))))
    assert [(str(group.score), *group[1:]) for group in both] == [
        ("1", 0, 2),
        ("3/5", 2, 3),
        ("1/2", 1, 1),
        ("0", 1, 0),
    ]
    assert sizes(both) == (4, 6)


def test_of_two_crossing_hulls_neither_is_nowhere_lower():
    first, second = calibrated(from_counts((0, 1), (2, 1))), calibrated(from_counts((1, 2), (1, 0)))
    assert not nowhere_lower(first, second)
    assert not nowhere_lower(second, first)
    assert nowhere_lower(calibrated(from_counts((0, 2), (2, 0))), first)


def test_metrics_by_hand():
    values = {name: metric(MIXED) for name, metric in METRICS.items()}
    assert values["AUROC"] == values["AUCH"] == Fraction(11, 12)
    assert values["Youden's J at its best"] == values["KS"] == Fraction(2, 3)
    assert values["best accuracy"] == Fraction(4, 5)
    assert values["best F1"] == Fraction(6, 7)
    assert values["recall without false alarms"] == Fraction(2, 3)
    assert values["specificity without misses"] == HALF
    assert values["accuracy at 1/2"] == Fraction(4, 5)
    assert values["1 − Brier score"] == 1 - Fraction(2 * 1 + 2 * 4 + 1, 16) / 5
    assert values["H's opposite"] == -values["H"]


def test_metrics_are_those_of_the_package():
    for classifier in classifiers(4):
        cases = [(label, float(s)) for s, *counts in classifier for label in (0, 1) for _ in range(counts[label])]
        labels, scores = zip(*cases, strict=True)
        for name, of in (("AUROC", auroc), ("AUCH", auch), ("H", h_measure)):
            assert float(METRICS[name](classifier)) == pytest.approx(of(labels, scores), abs=1e-12)


def test_a_negative_on_top_leaves_no_recall_without_alarms():
    upside_down = from_counts((1, 0), (0, 1))
    assert METRICS["recall without false alarms"](upside_down) == 0
    assert METRICS["KS"](upside_down) == 1
    assert METRICS["Youden's J at its best"](upside_down) == 0


def test_a_class_alone_at_one_score_keeps_the_other_class():
    trial = wishes.counterexample("AUCH", "positives")
    assert trial is not None
    assert (written(trial.classifiers[0]), trial.value, trial.wished) == ("(PN)(PN)", HALF, Fraction(5, 8))


def test_wishes_are_granted_or_broken_by_the_first_classifiers_that_break_them():
    assert wishes.granted("AUROC", "negatives", 4)
    assert wishes.granted("H", "tosses", 4)
    trial = wishes.counterexample("AUROC", "hull")
    assert trial is not None
    assert (written(trial.classifiers[0]), trial.value, trial.wished) == ("NP", 0, HALF)


def test_two_rankings_of_one_hull_have_four_cases():
    ((first, second),) = wishes.one_hull(4)
    assert {written(first), written(second)} == {"NPNP", "NNPP"}


def test_a_law_becomes_the_fewest_cases():
    classifier = representation.from_law({ONE: Fraction(1, 4), Fraction(1, 3): Fraction(3, 4)})
    assert [tuple(group[1:]) for group in classifier] == [(0, 1), (2, 1)]
    assert law(classifier) == {ONE: Fraction(1, 4), Fraction(1, 3): Fraction(3, 4)}


def test_the_integrand_of_the_best_accuracy_is_a_kink():
    of = representation.integrand(METRICS["best accuracy"], HALF)
    quarters = [Fraction(k, 4) for k in range(5)]
    assert [of(q) for q in quarters] == [Fraction(3, 2), 1, HALF, HALF, HALF]
    assert representation.weights(of, quarters) == {Fraction(1, 4): 0, HALF: 2, Fraction(3, 4): 0}
    assert representation.mean(of, from_counts((0, 1), (1, 0))) == 1


def test_two_scores_of_each_part_make_up_the_whole():
    parts = representation.two_scores(law(MIXED))
    assert sum(parts.values()) > 1
    assert all(len(part) <= 2 for part in parts)


def test_classifiers_of_one_share_are_listed_once():
    known = representation.at_share(HALF, 4)
    assert [written(c) for c in known] == ["(PN)", "PN", "(PPN)N", "P(PNN)", "P(PN)N"]


def test_elimination_counts_independent_equations_only():
    half = Fraction(1, 2)
    assert equations.rank([{"x": half, "y": half}, {"x": half}, {"y": half}, {}]) == 2
    pairs = equations.means_over_pairs(levels=3)
    assert [pairs.dimension(), pairs.dimension("rising"), pairs.dimension("rising", "reversal")] == [9, 3, 2]


def test_the_puzzle_has_a_mean_for_h_alone():
    table = tables.puzzle().set_index("metric")
    assert table.loc["AUROC"].tolist() == [1, 0.5, 0.75, 0.875]
    assert table.loc["H"].tolist() == [1, 0, 0.5, 0.5]


def test_the_table_of_metrics_has_the_three_sides_of_the_triangle():
    table = tables.standing().set_index("metric")
    assert table.loc["AUROC", ["order", "hull", "cases", "tosses"]].tolist() == ["yes", "–", "yes", "–"]
    assert table.loc["H", ["order", "hull", "cases", "tosses"]].tolist() == ["yes", "yes", "–", "yes"]
    assert table.loc["1 − Brier score", ["order", "hull", "cases", "tosses"]].tolist() == ["–", "–", "yes", "yes"]
    assert not ((table["cases"] == "yes") & (table["hull"] == "yes")).any()
    of_hull = (table[["hull", "lower hull", "tosses"]] == "yes").all(axis="columns")
    assert of_hull.index[of_hull].tolist() == [name for name in METRICS if name in tables.COSTS]


def test_every_counterexample_is_tabulated():
    table = tables.dropped()
    assert len(table) == len(tables.DROPPED)
    assert table.loc[1, ["has", "wished"]].tolist() == ["−1", "0"]
    assert table.loc[table["metric"] == "H", "lacks"].tolist() == ["cases"]


def test_a_toss_is_drawn_as_tabulated():
    table = tables.curves()
    panels = figures.toss(table)
    for axes, (_, part) in zip(panels, table.groupby("panel", sort=False), strict=True):
        for line, (_, curve) in zip(axes.lines, part.groupby("classifier", sort=False), strict=True):
            np.testing.assert_array_equal(line.get_ydata(), curve["y"])
    loss = table[(table["panel"] == "least loss") & (table["classifier"] == "toss")]
    assert loss["y"].max() == 0.25


def test_every_side_of_the_triangle_has_its_metric():
    axes = figures.wishes()
    assert len(axes.lines) == len(tables.SIDES)
    shown = {text.get_text() for text in axes.texts}
    assert set(tables.SIDES["metric"]) | set(tables.CORNERS) <= shown
