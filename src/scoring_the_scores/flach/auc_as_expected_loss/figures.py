"""The figure of the chapter on AUC as expected loss: cost lines and the lines that are their means."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

#: The mean is red, and told from the cost lines by width and markers too.
_MEAN: dict[str, Any] = {
    "color": PALETTE["vermilion"],
    "linestyle": "-",
    "linewidth": 3.2,
    "marker": "D",
    "markersize": 5,
}
_PANELS = (("cost proportions", "cost proportion $c$", "loss $Q_c$"), ("skews", "skew $z$", "loss $Q_z$"))


def cost_line_panels(table: pd.DataFrame) -> np.ndarray:
    """Cost lines, thin and black, and their mean, thick and red: over cost proportions and over skews.

    Returns
    -------
    array of Axes of shape (2,)
        On one scale, which begins a little below 0, so that a line at 0 is seen.
    """
    _, panels = new_axes(1, 2, width=3.9, height=3.3)
    for number, (axes, letter, (title, x_label, y_label)) in enumerate(zip(panels[0], "ab", _PANELS, strict=True)):
        _draw(axes, table[table["panel"] == number])
        axes.set(xlim=(0, 1), ylim=(-0.03, 1.4), xlabel=x_label, ylabel=y_label)
        axes.legend(loc="upper center", fontsize=8)
        label_panel(axes, letter, title)
    return panels[0]


def _draw(axes: Axes, lines: pd.DataFrame) -> None:
    label = "cost lines"
    for row in lines.itertuples():
        ends = [float(row.at_zero), float(row.at_one)]
        if row.line.startswith("mean"):
            axes.plot([0, 1], ends, label="mean", clip_on=False, zorder=3, **_MEAN)
        else:
            axes.plot([0, 1], ends, color="black", linewidth=0.6 + 0.5 * row.times, label=label, zorder=2)
            label = "_cost lines"  # named once in the legend
