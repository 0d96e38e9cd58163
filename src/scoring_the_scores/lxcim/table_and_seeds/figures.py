"""The figure of the case: how often two runs of each method agree in sign, and what parted those that do not."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, WIDEST, new_axes

#: What the chapter finds behind the rows that did not come out.
CAUSES: Mapping[str, str] = {
    "bQCD": "another library",
    "FOM": "seeds",
    "LOCI": "seeds",
    "ROCHE": "units, seeds",
    "ANM": "rounding, seeds",
    "CGNN": "seeds",
    "CAM": "a sign",
}


def line_up(table: pd.DataFrame) -> Axes:
    """Draw the share of equal signs for each method, rows that came out filled, the others with their cause.

    Parameters
    ----------
    table : DataFrame
        A row for each method, in the order from top to bottom, with ``signs`` and ``equal``, the cells of three that
        came out.
    """
    _, ((axes,),) = new_axes(1, 1, width=WIDEST * 0.85, height=3.9)
    places = range(len(table))
    for place, (name, row) in zip(places, table.iterrows(), strict=True):
        came_out = row["equal"] == 3
        color = PALETTE["blue" if came_out else "vermilion"]
        axes.plot(row["signs"], place, "o", color=color, markersize=8, markerfacecolor=color if came_out else "white")
        if not came_out:
            axes.text(row["signs"] + 0.025, place, CAUSES[str(name)], fontsize=9, va="center")
    axes.axvline(0.5, color=PALETTE["grey"], linestyle=":", linewidth=1.4)
    axes.text(0.49, 0, "by accident", color=PALETTE["grey"], fontsize=9, ha="right", va="center")
    axes.set_yticks(list(places), list(table.index))
    axes.invert_yaxis()
    axes.set(xlim=(0, 1.16), xlabel="share of pairs to which both runs give the same sign")
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    axes.set_axisbelow(True)
    return axes
