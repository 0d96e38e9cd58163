"""The figures of the chapter on the nine data sets show the tables they are given."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook.chapters.sumpter import nine_panels
from metricbook.chapters.sumpter.easy_negatives import figures as draw


@pytest.fixture(scope="module")
def samples():
    return nine_panels.nine(seed=3)


def test_flagged_images_draws_each_image_and_each_step():
    images = pd.DataFrame({"score": [90, 70, 40], "cat": [True, False, True]})
    rates = pd.DataFrame({"threshold": [90, 70, 40], "B": [0.0, 0.3, 0.6]})
    above, below = draw.flagged_images(images, rates)
    marks = {line.get_label(): line for line in above.lines}
    assert marks["cat"].get_xdata().tolist() == [90, 40]
    assert marks["other"].get_xdata().tolist() == [70]
    assert marks["cat"].get_marker() != marks["other"].get_marker()
    steps = [(*line.get_xdata(), line.get_ydata()[0]) for line in below.lines[:3]]
    assert steps == [(70, 90, 0.0), (40, 70, 0.3), (0.0, 40, 0.6)]


def test_histograms_have_a_bar_for_each_bin_and_a_line(samples):
    bins = nine_panels.score_histograms(samples)
    lines = pd.DataFrame({"panel": list("abcdefghi"), "r_b": np.arange(9) - 4.0})
    panels = draw.histograms(bins, lines)
    for place, axes in enumerate(panels.flat):
        letter = "abcdefghi"[place]
        wanted = bins[bins["panel"] == letter]
        negatives, positives = axes.containers
        np.testing.assert_array_equal([bar.get_height() for bar in negatives], wanted["negatives"])
        np.testing.assert_array_equal([bar.get_height() for bar in positives], wanted["positives"])
        assert negatives.patches[0].get_hatch()
        assert not positives.patches[0].get_hatch()
        assert list(axes.lines[0].get_xdata()) == [place - 4.0] * 2
        assert axes.get_title("left") == f"{letter})"


def test_roc_curves_have_the_area_as_text(samples):
    curves = nine_panels.roc_points(samples)
    areas = pd.DataFrame({"panel": list("abcdefghi"), "A": np.linspace(0.1, 0.9, 9)})
    for letter, axes in zip("abcdefghi", draw.roc_curves(curves, areas).flat, strict=True):
        wanted = curves[curves["panel"] == letter]
        np.testing.assert_array_equal(axes.lines[1].get_xdata(), wanted["fpr"])
        np.testing.assert_array_equal(axes.lines[1].get_ydata(), wanted["tpr"])
        assert axes.texts[0].get_text() == f"A = {areas.loc[areas['panel'] == letter, 'A'].item():.3f}"
        assert axes.get_xlim() == (0, 1)
