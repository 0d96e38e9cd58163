"""The curves of decisions in order of confidence, through the data they draw."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import metricbook as mb
from metricbook import accuracy, lxcim, with_exchanged_copy
from scoring_the_scores.lxcim import curve_figures as lxc_curves

LABELS, SCORES, WEIGHTS = [1, 1, 1, 1], [4.0, -3.0, 2.0, 1.0], [1.0, 2.0, 1.0, 4.0]


def _line(axes, label):
    return next(line for line in axes.lines if line.get_label() == label)


def test_cumulative_accuracy_draws_the_curve_and_every_decision():
    curve = mb.decision_curves(LABELS, SCORES, sample_weight=WEIGHTS)
    decisions = mb.decisions(LABELS, SCORES, sample_weight=WEIGHTS)
    axes = lxc_curves.cumulative_accuracy(curve, decisions)
    line = _line(axes, "cumulative accuracy")
    assert line.get_xdata().tolist() == [0, 1 / 8, 3 / 8, 1 / 2, 1]
    assert line.get_ydata().tolist() == [0, 1 / 8, 1 / 8, 1 / 4, 3 / 4]
    assert 2 * np.trapezoid(line.get_ydata(), line.get_xdata()) == lxcim(LABELS, SCORES, sample_weight=WEIGHTS)
    assert _line(axes, "right").get_xdata().tolist() == [1 / 16, 7 / 16, 3 / 4]
    assert _line(axes, "wrong").get_xdata().tolist() == [1 / 4]
    assert list(_line(axes, "ideal").get_ydata()) == [0, 1]
    assert list(_line(axes, "random").get_ydata()) == [0, 0.5]
    assert axes.get_xlim() == (0, 1)


def test_symmetric_roc_marks_the_accuracy_and_splits_the_area():
    omega = with_exchanged_copy(LABELS, SCORES, sample_weight=WEIGHTS)
    roc = mb.roc_curve(omega.labels, omega.scores, sample_weight=omega.weights)
    acc = accuracy(LABELS, SCORES, sample_weight=WEIGHTS)
    axes = lxc_curves.symmetric_roc(roc, accuracy=acc)
    point = _line(axes, "(1 − ACC, ACC)")
    assert (point.get_xdata(), point.get_ydata()) == ([1 - acc], [acc])
    line = _line(axes, "ROC curve")
    assert (1 - acc, acc) in set(zip(line.get_xdata(), line.get_ydata(), strict=True))
    square = axes.patches[0]
    assert (square.get_width(), square.get_height()) == (acc, acc)


def test_accuracy_and_cumulative_meet_at_the_end():
    curve = mb.decision_curves(LABELS, SCORES, sample_weight=WEIGHTS)
    axes = lxc_curves.accuracy_and_cumulative(curve, mb.decisions(LABELS, SCORES, sample_weight=WEIGHTS))
    upper, lower = _line(axes, "accuracy").get_ydata(), _line(axes, "cumulative accuracy").get_ydata()
    assert upper.tolist() == [1, 1, 1 / 3, 1 / 2, 3 / 4]
    assert upper[-1] == lower[-1]


def test_auroc_band_draws_one_bar_a_method():
    band = pd.DataFrame(
        {"low": [0.5, 0.6], "median": [0.55, 0.7], "high": [0.6, 0.8], "lxcim": [0.54, 0.71], "printed": [0.6, 0.7]},
        index=["A", "B"],
    )
    axes = lxc_curves.auroc_band(band)
    assert [bar.get_x() for bar in axes.patches] == [0.5, 0.6]
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([0.1, 0.2])
    assert _line(axes, "LxCIM").get_xdata().tolist() == [0.54, 0.71]
    assert _line(axes, "printed AUROC").get_xdata().tolist() == [0.6, 0.7]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["A", "B"]
