"""The figures of the case file, through the data they draw."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from scoring_the_scores.sumpter import panel_curves
from scoring_the_scores.sumpter.picture_without_numbers import figures as drawing


def _line(axes, label):
    return next(line for line in axes.lines if line.get_label() == label)


def test_each_image_and_each_step_is_drawn():
    images = pd.DataFrame({"score": [90, 70, 40], "cat": [True, False, True]})
    rates = pd.DataFrame({"threshold": [90, 70, 40], "B": [0.0, 0.3, 0.6]})
    above, below = drawing.flagged_images(images, rates)
    assert _line(above, "cat").get_xdata().tolist() == [90, 40]
    assert _line(above, "other").get_xdata().tolist() == [70]
    assert _line(above, "cat").get_marker() != _line(above, "other").get_marker()
    steps = [(*line.get_xdata(), line.get_ydata()[0]) for line in below.lines[:3]]
    assert steps == [(70, 90, 0.0), (40, 70, 0.3), (0.0, 40, 0.6)]


def test_both_versions_lie_over_each_other_on_the_papers_axes():
    grid = drawing.overlaid(panel_curves.nine_curves())
    assert _line(grid[2, 0], "B, right").get_ydata()[0] == pytest.approx(0.932, abs=5e-4)
    assert _line(grid[2, 0], "B, as drawn").get_ydata()[0] == pytest.approx(0.707, abs=5e-4)
    for letter, axes in zip("abcdefghi", grid.flat, strict=True):
        right, drawn = (_line(axes, f"B, {version}") for version in ("right", "as drawn"))
        assert right.get_linestyle() != drawn.get_linestyle()
        assert np.allclose(right.get_ydata(), drawn.get_ydata()) == (letter in "aei")
        assert (axes.get_xlim(), axes.get_ylim()) == ((-10, 10), (0, 1))
