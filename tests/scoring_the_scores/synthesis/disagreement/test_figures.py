"""The figures show the tables they are given, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from scoring_the_scores.synthesis import zoo_tables
from scoring_the_scores.synthesis.disagreement import figures, tables


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def test_each_share_is_written_in_its_cell() -> None:
    matrix = pd.DataFrame([[np.nan, 0.123], [0.004, np.nan]], index=["AUROC", "kappa"], columns=["AUROC", "kappa"])
    axes = figures.opposite_orders(matrix)
    assert {(*text.get_position(), text.get_text()) for text in axes.texts} == {(1, 0, "12"), (0, 1, "0.4")}
    assert [label.get_text() for label in axes.get_xticklabels()] == ["AUROC", "κ"]


def test_the_map_has_equal_axes_and_the_bars_are_percentages() -> None:
    places, _ = zoo_tables.metric_map(zoo_tables.shares())
    noise = tables.noise()
    left, right = figures.map_and_noise(places, noise)
    points = np.vstack([line.get_xydata() for line in left.lines])
    assert points == pytest.approx(places.to_numpy())
    assert left.get_aspect() == 1
    widths = [[bar.get_width() for bar in bars] for bars in right.containers]
    assert widths[0] == pytest.approx((100 * noise["alike, sure"]).tolist())
    assert widths[1] == pytest.approx((100 * noise["sure"]).tolist())


def test_the_matrix_has_the_zoo_above_and_small_cases_below_the_diagonal() -> None:
    matrix = tables.matrix()
    assert matrix.loc["AUROC", "AP"] == zoo_tables.shares().loc["AUROC", "AP"]
    assert matrix.loc["AP", "AUROC"] == pytest.approx(0.0724, abs=5e-5)
    assert matrix.loc["LxCIM", "C(r_b)"] != matrix.loc["LxCIM", "C(r_b)"]
