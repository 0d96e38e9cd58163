"""What the chapter on one sort draws and counts beyond the package's metrics."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import calibration_curve, precision_recall_curve, roc_curve
from scoring_the_scores.foundations import tumours
from scoring_the_scores.foundations.one_sort import conventions, figures

LABELS = [1, 1, 0, 1, 0, 0, 1, 0, 0, 0]
SCORES = [0.9, 0.8, 0.7, 0.6, 0.6, 0.4, 0.3, 0.2, 0.2, 0.1]
OUTCOMES = ["tn", "fp", "fn", "tp"]


@pytest.mark.parametrize("threshold", SCORES)
def test_the_third_convention_is_the_mean_of_the_others(threshold):
    table = conventions.conventions(LABELS, SCORES, threshold=threshold)
    above, from_, half = table[OUTCOMES].to_numpy()
    assert ((above + from_) / 2 == half).all()
    assert set(table[OUTCOMES].sum(axis="columns")) == {10.0}


def test_only_half_credit_survives_the_mirror():
    """Scores mirrored and classes exchanged: right decisions stay right, and only the third convention says so."""
    there = conventions.conventions(LABELS, SCORES, threshold=0.6)[OUTCOMES].to_numpy()
    mirrored = [1.2 - score for score in SCORES]
    at = mirrored[3]
    back = conventions.conventions([1 - label for label in LABELS], mirrored, threshold=at)[OUTCOMES].to_numpy()
    assert (there == back[:, ::-1]).all(axis=1).tolist() == [False, False, True]


def test_the_tie_is_where_the_curve_slopes():
    left, right = figures.ten_cases(roc_curve(LABELS, SCORES), precision_recall_curve(LABELS, SCORES))[0]
    (note,) = left.texts
    assert note.xy == pytest.approx((1 / 4, 5 / 8))
    recall, precision = right.lines[-1].get_data()
    assert recall[0] == 0
    assert np.sum(np.diff(recall) * precision[1:]) == pytest.approx((1 + 1 + 3 / 5 + 4 / 7) / 4)


def test_classifiers_are_told_apart_without_colour():
    labels, scores = tumours.scored()
    curves = [
        pd.concat([curve(labels, s).assign(classifier=who) for who, s in scores.items()])
        for curve in (roc_curve, precision_recall_curve, calibration_curve)
    ]
    grid = figures.tumours(*curves)
    for axes in grid.flat:
        assert len({line.get_linestyle() for line in axes.lines[: len(scores)]}) == len(scores)
