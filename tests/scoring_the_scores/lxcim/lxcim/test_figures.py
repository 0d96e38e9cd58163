"""The figures of the chapter on LxCIM show the tables they are given."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import metricbook as mb
from metricbook import accuracy, with_exchanged_copy
from scoring_the_scores.lxcim.lxcim import figures as lxc_lxcim
from scoring_the_scores.lxcim.lxcim.rank_weights import audrc_sum_by_rank, lxcim_by_rank

LABELS, SCORES = [1, 0, 1, 0, 1], [5.0, -4.0, -3.0, 2.0, 1.0]  # right, right, wrong, wrong, right


@pytest.fixture
def table():
    doubled = with_exchanged_copy(LABELS, SCORES)
    decisions = mb.decisions(LABELS, SCORES)
    confidence = mb.roc_curve(decisions["correct"] == 1, decisions["confidence"])
    return pd.concat(
        [
            mb.roc_curve(doubled.labels, doubled.scores).assign(curve="doubled sample"),
            confidence.assign(curve="confidence"),
        ]
    )


@pytest.fixture
def panels(table):
    return lxc_lxcim.confidence_box(table, accuracy=accuracy(LABELS, SCORES))


def points(axes, label):
    (line,) = (line for line in axes.lines if line.get_label() == label)
    return line.get_xydata()


def test_both_panels_show_the_table(table, panels):
    left, right = panels
    columns = ["false_positive_rate", "true_positive_rate"]
    doubled, confidence = (table.loc[table["curve"] == name, columns] for name in ("doubled sample", "confidence"))
    np.testing.assert_array_equal(points(left, "ROC curve"), doubled)
    np.testing.assert_array_equal(points(right, "confidence"), confidence)
    assert [axes.get_title("left") for axes in panels] == ["a) doubled sample", "b) confidence"]


def test_the_box_is_as_wide_as_the_mistakes_and_holds_the_other_curve_on_its_scale(panels):
    left, right = panels
    square, box = left.patches
    assert (square.get_width(), square.get_height()) == (pytest.approx(3 / 5), pytest.approx(3 / 5))
    assert (box.get_xy(), box.get_width(), box.get_height()) == ((0, 0), pytest.approx(2 / 5), pytest.approx(3 / 5))
    inside = points(right, "confidence") * [2 / 5, 3 / 5]
    np.testing.assert_allclose(points(left, "ROC curve")[: len(inside)], inside, atol=1e-15)
    np.testing.assert_allclose(inside[-1], [2 / 5, 3 / 5])


def test_shares_draws_both_columns():
    unit = [1] * 10
    columns = {"rank": range(1, 11), "LxCIM": lxcim_by_rank(unit), "AUDRC": audrc_sum_by_rank(unit)}
    part = pd.DataFrame(columns).astype(float)
    axes = lxc_lxcim.shares(part)
    assert [line.get_label() for line in axes.lines] == ["LxCIM", "AUDRC"]
    for line in axes.lines:
        np.testing.assert_allclose(line.get_ydata(), part[line.get_label()])
    assert axes.lines[0].get_marker() != axes.lines[1].get_marker()
