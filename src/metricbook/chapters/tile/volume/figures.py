"""Figures of the chapter on the volume under the Tile: lost digits, mixtures out of range, ranks beside accuracy."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from metricbook.pages.style import PALETTE, curve_styles, new_axes

FLOOR = 1e-17  # where an error of zero is drawn


def lost_digits(table: pd.DataFrame) -> Axes:
    """Errors of the volume against the gap between its probabilities, both axes logarithmic.

    Parameters
    ----------
    table : DataFrame
        ``gap`` and one column of absolute errors for each way of computing; an error of zero is drawn at 1e-17.
    """
    _, ((axes,),) = new_axes(width=6.2, height=3.4)
    ways = [column for column in table.columns if column != "gap"]
    for way, style, marker in zip(ways, curve_styles(), "os^", strict=False):
        axes.loglog(table["gap"], np.maximum(table[way], FLOOR), marker=marker, markersize=4, label=way, **style)
    axes.axhline(1e-10, color=PALETTE["grey"], linewidth=1)
    axes.annotate("ten digits", (table["gap"].max(), 1e-10), ha="right", va="bottom", color=PALETTE["grey"])
    axes.set(xlabel="relative gap between the probabilities", ylabel="absolute error", ylim=(FLOOR / 2, None))
    axes.legend()
    return axes


def mixture_paths(table: pd.DataFrame, names: Mapping[str, str]) -> np.ndarray:
    """Each score along the mixtures of two performances, and the range that the third axiom allows it.

    Parameters
    ----------
    table : DataFrame
        ``weight`` of the first performance, from 0 to 1, and one column for each score.
    names : mapping
        Columns to draw, and their titles.
    """
    _, grid = new_axes(1, len(names), width=3.2, height=3.0)
    for axes, (column, title) in zip(grid.flat, names.items(), strict=True):
        ends = table[column].iloc[[0, -1]]
        axes.axhspan(ends.min(), ends.max(), color=PALETTE["sky"], alpha=0.35, linewidth=0, label="range of the two")
        axes.plot(table["weight"], table[column], color=PALETTE["blue"], label="mixture")
        axes.plot([0, 1], ends, "o", color=PALETTE["black"], markersize=5)
        axes.set(title=title, xlabel="weight of the first", xlim=(-0.02, 1.02), ylim=(0, 1))
    grid[0, 0].set_ylabel("score")
    grid[0, 0].legend(loc="lower center")
    return grid


def ranks_beside_accuracy(table: pd.DataFrame, correlations: Mapping[str, float]) -> np.ndarray:
    """Ranks by volume against ranks by accuracy, as shares, one panel for each law of performances.

    Parameters
    ----------
    table : DataFrame
        ``law``, ``accuracy rank`` and ``volume rank``, the ranks between 0 and 1.
    correlations : mapping
        Spearman's correlation to print in the panel of each law.
    """
    _, grid = new_axes(1, len(correlations), width=3.0, height=3.0)
    for axes, (law, rho) in zip(grid.flat, correlations.items(), strict=True):
        part = table[table["law"] == law]
        axes.plot(part["accuracy rank"], part["volume rank"], ".", color=PALETTE["blue"], markersize=2, alpha=0.5)
        axes.plot([0, 1], [0, 1], color=PALETTE["black"], linewidth=1)
        axes.set(title=law, xlabel="rank by accuracy", xlim=(0, 1), ylim=(0, 1), aspect="equal")
        axes.text(0.05, 0.93, rf"$\rho$ = {rho:.3f}", va="top")
    grid[0, 0].set_ylabel("rank by volume")
    return grid
