"""The figure of the case file: one optimisation by permutations and by matrices that copy scores."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from scoring_the_scores.pages import ranked
from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

_RUNS: dict[str, dict[str, Any]] = {
    "M3": {"color": PALETTE["blue"], "linestyle": "-", "label": "permutations"},
    "M3 as run": {"color": PALETTE["vermilion"], "linestyle": "--", "label": "copying matrices"},
}


def both_moves(table: pd.DataFrame, authors: pd.DataFrame) -> np.ndarray:
    """Mean change of each group's AUROC since the start, by either kind of move, and the authors' at the end.

    The pale band holds nine in ten data sets, the dark one is the mean plus and minus two of its standard errors.
    """
    _, grid = new_axes(1, 2, width=4.0, height=3.1)
    for panel, letter, scope, title in zip(grid[0], "ab", ("high", "low"), ("$G_1$", "$G_2$"), strict=True):
        for run, style in _RUNS.items():
            curve = ranked(table[(table["scope"] == scope) & (table["run"] == run)], "step")
            color = style["color"]
            panel.fill_between(curve["step"], curve["p05"], curve["p95"], color=color, alpha=0.12, lw=0)
            low, high = curve["mean"] - 2 * curve["se"], curve["mean"] + 2 * curve["se"]
            panel.fill_between(curve["step"], low, high, color=color, alpha=0.45, lw=0)
            panel.plot(curve["step"], curve["mean"], **style)
        theirs = authors[authors["scope"] == scope]
        panel.plot(
            theirs["step"], theirs["change"], "s", color="black", markerfacecolor="white", zorder=5, label="authors"
        )
        panel.axhline(0, color=PALETTE["grey"], linewidth=0.8)
        panel.set(ylim=(-0.35, 0.2), xlabel="steps")
        label_panel(panel, letter, title)
    grid[0, 0].set_ylabel("change of AUROC")
    grid[0, 0].legend(loc="lower left")
    return grid[0]
