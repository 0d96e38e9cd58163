"""The drawing of the page on performance."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from scoring_the_scores.pages.style import curve_styles, label_panel, new_axes


def ratios_by_size(table: pd.DataFrame) -> np.ndarray:
    """How many times as fast as its peer each metric is, by the number of cases; bars reach from round to round."""
    _, axes = new_axes(1, 2, height=3.4)
    for panel, letter, (name, of_metric) in zip(axes.flat, "ab", table.groupby("what"), strict=True):
        for (kind, line), style in zip(of_metric.groupby("kind"), curve_styles(), strict=False):
            spread = [line["ratio"] - line["low"], line["high"] - line["ratio"]]
            panel.errorbar(line["rows"], line["ratio"], yerr=spread, capsize=2, elinewidth=0.8, label=kind, **style)
        _finish(panel)
        label_panel(panel, letter, f"{name} beside {of_metric['beside'].iloc[0].split('.')[-1]}")
    return axes


def _finish(axes: Axes) -> None:
    axes.axhline(1, color="black", linewidth=0.8)
    axes.annotate("as fast", (0.98, 1), (0, -3), xycoords=("axes fraction", "data"), textcoords="offset points",
                  ha="right", va="top", fontsize=8)  # fmt: skip
    axes.set(xscale="log", yscale="log", xlabel="cases", ylabel="times as fast")
    axes.set_ylim(bottom=0.25)  # room for the legend below the line
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.legend(fontsize=8, loc="lower left", ncols=2)
