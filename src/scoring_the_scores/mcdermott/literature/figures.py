"""The figure of the case file on the literature review: the screening."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from scoring_the_scores.pages.style import PALETTE, new_axes

#: Who left that many texts: colour and hatch.
_BY: dict[str, dict[str, Any]] = {
    "": {"color": "white", "hatch": ""},
    "script": {"color": PALETTE["sky"], "hatch": "////"},
    "language model": {"color": PALETTE["orange"], "hatch": "...."},
    "people": {"color": PALETTE["blue"], "hatch": ""},
}
#: Where what is not in the text is written: right of the longest bar and its number.
_BESIDE = 6e7


def funnel(table: pd.DataFrame) -> Axes:
    """The screening: a bar for each step on a logarithmic axis, with what is not in the text written beside it."""
    _, panels = new_axes(width=7.8, height=3.7)
    axes: Axes = panels[0, 0]
    for by, style in _BY.items():
        rows = np.flatnonzero(table["by"] == by)
        label = f"left by {'a ' if by != 'people' else ''}{by}" if by else "to begin with"
        axes.barh(rows, table["texts"].iloc[rows], label=label, edgecolor="black", linewidth=0.8, height=0.66, **style)
    for place, row in enumerate(table.itertuples()):
        size = f"{row.texts:,}" if row.low == row.high else f"{row.low:,} to {row.high:,}"
        axes.text(row.texts * 1.2, place, size, va="center", fontsize=8)
        axes.text(_BESIDE, place, row.open, va="center", fontsize=8)
    axes.text(_BESIDE, -0.75, "not in the text", va="center", fontsize=8, fontweight="bold")
    axes.set(yticks=range(len(table)), yticklabels=table["step"], xscale="log", xlim=(50, 4e10), xlabel="texts")
    axes.set_xticks([1e2, 1e3, 1e4, 1e5, 1e6])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.invert_yaxis()
    axes.legend(fontsize=8, ncols=4, loc="lower left", bbox_to_anchor=(-0.25, 1.04))
    return axes
