"""The figures show the tables they are given, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from scoring_the_scores.synthesis.angle import figures, random_rankings


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def test_counted_shares_are_full_and_drawn_ones_empty_marks() -> None:
    sizes = pd.DataFrame(
        {"positives": [2, 20, 2, 20], "prevalence": [0.5, 0.5, 0.25, 0.25], "share": [0.0, 0.1, 0.05, 0.2],
         "standard_error": [0.0, 0.01, 0.0, 0.01]}
    )  # fmt: skip
    left, right = figures.random_rankings(sizes, random_rankings.flagging(np.linspace(0.1, 0.9, 81)))
    full = next(line for line in left.lines if line.get_label() == "as many negatives")
    assert full.get_xydata().tolist() == [[2, 0]]
    empty = [bars[0] for bars in left.containers]
    assert [line.get_xydata().tolist() for line in empty] == [[[20, 0.1]], [[20, 0.2]]]
    assert {to_hex(line.get_markerfacecolor()) for line in empty} == {"#ffffff"}
    marked = [line.get_xydata()[0].tolist() for line in right.lines if len(line.get_xydata()) == 1]
    assert marked[0] == pytest.approx([0.5, 1 / 6])
    assert marked[1] == pytest.approx([0.2, 0.2024], abs=1e-3)


def test_shares_lie_over_what_was_predicted_with_two_standard_errors() -> None:
    compared = pd.DataFrame(
        {"n": [200, 5000], "predicted": [0.2, 0.4], "drawn": [0.25, 0.41], "error": [0.02, 0.005]}
    )  # fmt: skip
    alike = pd.DataFrame([("AUROC", "LxCIM", 0.04, 0.02, 0.01)], columns=["first", "second", "200", "1000", "5000"])
    alike = pd.concat([alike] * 3, ignore_index=True)
    left, right = figures.predicted_and_drawn(compared, alike)
    assert [bars[0].get_xydata().tolist() for bars in left.containers] == [[[0.2, 0.25]], [[0.4, 0.41]]]
    lengths = [np.diff(bars[2][0].get_segments()[0][:, 1])[0] for bars in left.containers]
    assert lengths == pytest.approx([0.08, 0.02])
    assert right.lines[0].get_xydata().tolist() == [[200, 0.04], [1000, 0.02], [5000, 0.01]]
    assert len({line.get_linestyle() for line in right.lines}) == 3


def test_both_maps_have_the_same_axes_and_their_own_places() -> None:
    measured = pd.DataFrame({"x": [0.0, 1.0], "y": [0.0, 0.5]}, index=["AUROC", "F1"])
    angles = pd.DataFrame({"x": [-1.0, 1.0], "y": [0.2, 0.0]}, index=["AUROC", "F1"])
    left, right = figures.two_maps(measured, angles)
    assert left.get_xlim() == right.get_xlim()
    assert left.get_ylim() == right.get_ylim()
    for axes, places in ((left, measured), (right, angles)):
        assert [line.get_xydata()[0].tolist() for line in axes.lines] == places.to_numpy().tolist()
        assert [line.get_marker() for line in axes.lines] == ["o", "s"]
