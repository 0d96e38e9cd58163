"""The areas printed in Figure 3, beside those of the data sets that the description may mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import SupportsFloat

import pandas as pd

from scoring_the_scores.sumpter.nine_panels import EASY_COUNTS, HARD_MEANS, Panel


def areas_by_order(printed: Mapping[str, SupportsFloat]) -> pd.DataFrame:
    """The printed areas, and A of the populations with the most and with the fewest easy negatives in the top row.

    Returns
    -------
    DataFrame
        ``area`` (which), and a column for each panel.

    Examples
    --------
    >>> areas_by_order(dict.fromkeys("abcdefghi", 0.5)).round(2).loc[2, ["a", "g"]].tolist()
    [0.96, 0.99]
    """
    rows = {"printed": [float(area) for area in printed.values()]}
    for counts in (EASY_COUNTS[::-1], EASY_COUNTS):
        areas = [Panel(hard_mean=mean, easy=easy).auroc for easy in counts for mean in HARD_MEANS]
        rows[f"{counts[0]:,} on top"] = areas
    return pd.DataFrame.from_dict(rows, orient="index", columns=list(printed)).rename_axis("area").reset_index()
