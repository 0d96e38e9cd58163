"""Figure of the chapter on checking a paper: one check, run for three values that might have been printed."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import PALETTE, new_axes


def reruns(table: pd.DataFrame) -> np.ndarray:
    """A row for each printed value: where it is, what the check and its controls compute, and the verdict."""
    _, grid = new_axes(width=7.2, height=2.7)
    axes = grid[0, 0]
    for place, (_, rows) in enumerate(table.groupby("printed", sort=False)):
        value = rows["value"].iloc[0]
        axes.plot([value] * 2, [place - 0.32, place + 0.32], color=PALETTE["sky"], linewidth=9, solid_capstyle="butt")
        for control, marker, color in ((False, "o", PALETTE["blue"]), (True, "x", PALETTE["vermilion"])):
            computed = rows.loc[rows["control"] == control, "computed"]
            label = ("controls, which must miss", "the check, which must hit")[marker == "o"] if place == 0 else None
            axes.plot(
                computed, [place] * len(computed), marker, color=color, label=label, markersize=8, mew=2, zorder=3
            )
        axes.text(1.06, place, rows["verdict"].iloc[0], va="center", fontsize=10)
    axes.set_yticks(range(table["printed"].nunique()), [f"printed: {text}" for text in table["printed"].unique()])
    axes.set(xlabel="AUC of the five cases", xlim=(0.7, 1.2), ylim=(table["printed"].nunique() - 0.4, -0.6))
    axes.set_xticks([0.75, 5 / 6, 11 / 12, 1], ["3/4", "5/6", "11/12", "1"])
    axes.legend(loc="upper center", bbox_to_anchor=(0.45, 1.22), ncols=2, fontsize=9)
    return grid
