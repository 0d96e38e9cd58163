"""The nine data sets at a glance: the area, both thresholds, and what goes wrong at each."""

from __future__ import annotations

import pandas as pd

from metricbook.chapters.sumpter import nine
from metricbook.chapters.sumpter.nine_panels import PANELS
from metricbook.chapters.sumpter.panel_curves import nine_table


def overview() -> pd.DataFrame:
    """The nine populations, with expected numbers of errors.

    Returns
    -------
    DataFrame
        ``panel``, ``difficult at`` (their mean), ``easy`` (how many), ``A``, ``r_b`` (on the scale of X), ``way``
        (from the difficult negatives, 0, to the positives, 1), ``C(r_b)``, ``errors at r_b``, ``errors at 0``.

    Examples
    --------
    >>> overview().loc[2, ["panel", "errors at r_b", "errors at 0"]].tolist()
    ['c', 887, 803]
    """
    rows = []
    for letter, measured in nine_table().iterrows():
        panel, r_b = PANELS[str(letter)], measured["r_50"]
        way = (r_b - panel.hard_mean) / (panel.positive_mean - panel.hard_mean)
        errors = [round(sum(nine.errors(panel, r))) for r in (r_b, nine.even_odds(str(letter)))]
        rows.append((letter, panel.hard_mean, panel.easy, measured["A"], r_b, way, measured["C_50"], *errors))
    names = ["panel", "difficult at", "easy", "A", "r_b", "way", "C(r_b)", "errors at r_b", "errors at 0"]
    return pd.DataFrame(rows, columns=names)
