"""Figures of the chapter on AUC as expected loss: cost lines and the lines that are their means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from metricbook.pages.style import PALETTE, label_panel, new_axes

#: Means: red, and told from the cost lines, and from each other, by width, dashes and markers too.
_MEANS: dict[str, dict[str, Any]] = {
    "mean, half": {"color": PALETTE["vermilion"], "linestyle": "-", "linewidth": 3.2, "marker": "D"},
    "mean, negative": {"color": PALETTE["vermilion"], "linestyle": "--", "linewidth": 1.8, "marker": "v"},
    "mean, positive": {"color": PALETTE["vermilion"], "linestyle": ":", "linewidth": 1.8, "marker": "^"},
}


def cost_line_panels(
    table: pd.DataFrame,
    titles: Sequence[str],
    *,
    x_labels: Sequence[str],
    y_labels: Sequence[str],
    tops: Sequence[float],
    names: dict[str, str],
) -> np.ndarray:
    """One panel of cost lines, thin and black, with their mean lines, thick and red (Figures 2 and 3).

    Parameters
    ----------
    table : DataFrame
        Columns ``panel`` (0, 1, ...) and those of
        `metricbook.chapters.flach.auc_as_expected_loss.loss_lines.figure_lines`.
    titles, x_labels, y_labels, tops
        For each panel: its title, the labels of its axes, and where its vertical axis ends. It begins a
        little below 0, so that a line at 0 is seen.
    names : dict
        How the legend names each kind of mean.

    Returns
    -------
    array of Axes
        One for each panel.
    """
    _, panels = new_axes(1, len(titles), width=3.9, height=3.5)
    for number, axes in enumerate(panels[0]):
        lines = table[table["panel"] == number]
        _draw(axes, lines, names)
        axes.set(xlim=(0, 1), ylim=(-0.02 * tops[number], tops[number]))
        axes.set(xlabel=x_labels[number], ylabel=y_labels[number])
        axes.legend(loc="upper center", fontsize=8)
        label_panel(axes, "ab"[number], titles[number])
    return panels[0]


def _draw(axes: Axes, lines: pd.DataFrame, names: dict[str, str]) -> None:
    label = "cost lines"
    for row in lines.itertuples():
        ends = [float(row.at_zero), float(row.at_one)]
        if row.line in _MEANS:
            axes.plot([0, 1], ends, label=names[row.line], markersize=5, clip_on=False, zorder=3, **_MEANS[row.line])
        else:
            axes.plot([0, 1], ends, color="black", linewidth=0.6 + 0.5 * row.times, label=label, zorder=2)
            label = "_cost lines"  # named once in the legend
