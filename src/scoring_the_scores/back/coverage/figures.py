"""The drawing of the page on coverage."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.ticker import FuncFormatter

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

MARKERS = ("o", "s", "^", "D")


def coverage_by_positives(table: pd.DataFrame, level: float, least: float) -> np.ndarray:
    """The coverage of each metric in every setting by the number of positives; laws of scores differ by their marks."""
    _, axes = new_axes(1, 2, height=3.6)
    for panel, letter, (name, of_metric) in zip(axes.flat, "ab", table.groupby("title"), strict=True):
        laws = list(of_metric.groupby("law", sort=False))
        for k, ((law, points), marker, color) in enumerate(zip(laws, MARKERS, PALETTE.values(), strict=False)):
            beside = points["positives"] * 1.06 ** (k - (len(laws) - 1) / 2)
            panel.plot(beside, points["covered"], marker, markersize=4, color=color, fillstyle="none", label=law)
        panel.axhline(level, color="black", linewidth=0.8)
        panel.axhline(least, color="black", linewidth=0.8, linestyle=":")
        panel.set(xscale="log", xlabel="positives expected", ylabel="intervals that hold the truth (%)")
        panel.set_ylim(min(88.0, float(table["covered"].min()) - 1), 101)
        panel.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        label_panel(panel, letter, name)
    axes.flat[0].legend(fontsize=7, loc="lower right")
    return axes
