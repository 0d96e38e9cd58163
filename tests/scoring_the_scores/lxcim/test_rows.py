"""Rows of Table 1 beside those that scores give: hand-made tables."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from metricbook import accuracy, audrc_sum, lxcim
from metricbook.causal import decided
from scoring_the_scores.lxcim import rows


def test_cells_count_what_prints_alike():
    table = pd.DataFrame({"weight": [1.0, 0.5, 0.5, 1.0, 0.0, 1.0], "RECI": [3.0, -2.0, 1.0, 0.5, 9.0, -0.25]})
    scores, weights = decided(table["RECI"], table["weight"])
    right = np.ones(scores.size, dtype=bool)
    exact = [100 * metric(right, scores, sample_weight=weights) for metric in (lxcim, accuracy, audrc_sum)]
    printed = pd.DataFrame(
        [np.round(exact, 1), np.round(exact, 1) + np.array([0.1, 0, 0])], ["RECI", "CAM"], list(rows.INVARIANT)
    )
    beside = rows.cells(table.assign(CAM=table["RECI"]), printed)
    assert beside["equal"].tolist() == [3, 2]
    assert beside["pairs"].tolist() == [5, 5]
    assert beside.loc["RECI", "LxCIM"] == beside.loc["RECI", "LxCIM printed"]


def test_scores_are_compared_over_the_pairs_that_both_have():
    one = pd.DataFrame({"ANM": [1.0, -2.0, 3.0, np.nan, np.nan, 6.0]})
    other = pd.DataFrame({"ANM": [1.0 + 1e-12, 2.0, 4.0, 5.0, np.nan, np.nan]})
    row = rows.pair_by_pair(one, other, ["ANM"]).loc["ANM"]
    assert row[["both", "only one", "only other"]].tolist() == [3, 1, 1]
    assert row["signs"] == pytest.approx(2 / 3)
    assert row["digits"] == pytest.approx(1 / 3)
    assert row["ranks"] == pytest.approx(0.5)
