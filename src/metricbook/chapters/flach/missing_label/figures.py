"""The figure of the case file on the missing label: what each completion gives, and what is printed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from metricbook.pages.style import PALETTE, label_panel, new_axes

_NAMES = {"auc": "AUC", "auch": "AUCH", "Uz": "half of $L_{U(z)}$", "Bc": "half of $L_{B(c)}$"}


def witnesses(table: pd.DataFrame, printed: Mapping[str, float]) -> np.ndarray:
    """Every completion as a point, and the printed values as a cross of lines: two that fit, and two that do not.

    Parameters
    ----------
    table : DataFrame
        Columns ``auc``, ``auch``, ``Uz`` and ``Bc``, losses halved, a row for each completion.
    printed : mapping
        Printed values by the same names.

    Returns
    -------
    array of Axes of shape (2,)
        AUC and AUCH; the losses over uniform skews and over Beta(2, 2) costs.
    """
    _, panels = new_axes(1, 2, width=3.9, height=3.1)
    for axes, letter, (x, y) in zip(panels[0], "ab", (("auc", "auch"), ("Uz", "Bc")), strict=True):
        axes.axvline(float(printed[x]), color=PALETTE["vermilion"], linestyle="--", linewidth=1.2)
        axes.axhline(float(printed[y]), color=PALETTE["vermilion"], linestyle="--", linewidth=1.2)
        axes.plot(table[x], table[y], "o", color=PALETTE["blue"], markersize=6, label="completions")
        axes.set(xlabel=_NAMES[x], ylabel=_NAMES[y])
        label_panel(axes, letter, f"{_NAMES[x]} and {_NAMES[y]}" if x == "auc" else "two losses")
    return panels[0]
