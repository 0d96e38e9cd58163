"""Figures of the chapter on geometry: the paper's Figures 1, 2 and 8, and mixtures that leave the allowed range."""

from __future__ import annotations

from collections.abc import Mapping

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from metricbook.chapters.tile.frame import SYMBOLS, frame_tile
from metricbook.pages.style import PALETTE, label_panel, new_axes, use_house_style

_NAMES = {**SYMBOLS, "A": "$A$", "P4": "$P_4$", "Scott pi": r"Scott's $\pi$"}
# Of these only the order is on the Tile, as the canonical score at their place has other values.
_ORDERS = {"J-", "X tn,tp|tn,fn,tp", "X tn,tp|tn,fp,tp"}


def tile_and_lines(lines: pd.DataFrame, marks: pd.DataFrame) -> tuple[Axes, Mapping[tuple[float, float], Axes]]:
    """The Tile with nine places (left), and ROC space with the lines of equal score of each, placed likewise (right).

    Parameters
    ----------
    lines : DataFrame
        From `metricbook.chapters.tile.geometry.tables.nine_pencils`; the line of 0 is drawn dashed and green,
        that of 1 orange.
    marks : DataFrame
        Points to draw in every ROC panel: ``mark``, ``fpr``, ``tpr``.

    Returns
    -------
    Axes, dict
        The square, and the nine panels by place.
    """
    use_house_style()
    figure = plt.figure(figsize=(10.4, 5.4))
    left, right = figure.subfigures(1, 2, width_ratios=(1, 1.15), squeeze=False)[0]
    square = frame_tile(left.subplots())
    grid = right.subplots(3, 3, sharex=True, sharey=True)
    panels = {}
    for (name, a, b), part in lines.groupby(["score", "a", "b"], sort=False):
        text = f"order of {_NAMES[name]}" if name in _ORDERS else _NAMES.get(name, name)
        square.plot(a, b, "o", color=PALETTE["vermilion"], markersize=7, clip_on=False, zorder=3)
        square.annotate(
            text, (a, b), (6 if a < 1 else -6, -6 if b == 1 else 6), textcoords="offset points",
            ha="left" if a < 1 else "right", va="top" if b == 1 else "bottom", fontsize=9,
        )  # fmt: skip
        axes = panels[a, b] = grid[2 - round(2 * b), round(2 * a)]
        for row in part.itertuples():
            axes.plot([row.x0, row.x1], [row.y0, row.y1], clip_on=False, **_line_style(row.value))
        for mark in marks.itertuples():
            axes.plot(mark.fpr, mark.tpr, "o", color=PALETTE["black"], markersize=4)
            axes.annotate(mark.mark, (mark.fpr, mark.tpr), (3, 3), textcoords="offset points", fontsize=8)
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xticks=(0, 1), yticks=(0, 1))
        axes.set_title(text, fontsize=9)
    for axes in grid[2]:
        axes.set_xlabel("FPR", labelpad=-6)
    for axes in grid[:, 0]:
        axes.set_ylabel("TPR", labelpad=-6)
    return square, panels


def _line_style(value: float) -> dict:
    if value == 0:
        return {"color": PALETTE["green"], "linestyle": "--", "linewidth": 2.2, "zorder": 3}
    if value == 1:
        return {"color": PALETTE["orange"], "linestyle": "-", "linewidth": 2.6, "zorder": 3}
    return {"color": PALETTE["grey"], "linestyle": "-", "linewidth": 0.9}


def three_pencils(lines: pd.DataFrame, vertex: tuple[float, float], *, a: float, b: float) -> np.ndarray:
    """The paper's Figure 2: lines of equal score and where to read, lines of zero by a, lines of one by b.

    Parameters
    ----------
    lines : DataFrame
        From `metricbook.chapters.tile.geometry.tables.three_pencils`.
    vertex : tuple of float
        The point that all lines of panel a share.
    a, b : float
        The place, whose own lines are drawn thick.
    """
    _, grid = new_axes(1, 3, width=3.7, height=3.9)
    low, high = lines[["x0", "y0"]].to_numpy().min(), lines[["x1", "y1"]].to_numpy().max()
    own = {"zero": (a, _line_style(0.0)), "one": (b, _line_style(1.0))}
    for axes, (_, part) in zip(grid.flat, lines.groupby("panel", sort=False), strict=True):
        for corner in ((1, 1), (low, low)):
            size = high - 1 if corner == (1, 1) else -low
            axes.add_patch(Rectangle(corner, size, size, color="#d9d9d9", linewidth=0, zorder=0))
        axes.add_patch(Rectangle((0, 0), 1, 1, fill=False, edgecolor=PALETTE["black"], linewidth=1.4, zorder=4))
        for row in part.itertuples():
            if row.line == "value":
                style = _line_style(row.parameter)
            elif row.line == "read":
                style = {"color": PALETTE["purple"], "linestyle": "-.", "linewidth": 1.5}
            else:
                chosen, strong = own[row.line]
                style = strong if row.parameter == chosen else {**strong, "linewidth": 0.9, "zorder": 1}
            axes.plot([row.x0, row.x1], [row.y0, row.y1], **style)
        axes.set(xlim=(low, high), ylim=(low, high), aspect="equal", xlabel="FPR", xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    grid[0, 0].plot(*vertex, "o", color=PALETTE["vermilion"], markeredgecolor=PALETTE["black"], markersize=8, zorder=5)
    for axes, letter, title in zip(
        grid.flat, "abc", (f"lines of equal score, ({a:g}, {b:g})", "score 0, for $a = 0, ..., 1$",
                           "score 1, for $b = 0, ..., 1$"), strict=True
    ):  # fmt: skip
        label_panel(axes, letter, title)
    grid[0, 0].set_ylabel("TPR")
    return grid


def deformed_tiles(table: pd.DataFrame) -> np.ndarray:
    """The paper's Figure 8: the grid of equal priors and the falling diagonal, moved by the shift to each prior.

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.tile.geometry.tables.deformed_grids`.
    """
    priors = table["prior"].unique()
    _, grid = new_axes(1, len(priors), width=2.5, height=2.9)
    for axes, letter, prior in zip(grid.flat, "abcdefgh", priors, strict=False):
        frame_tile(axes)
        for (line, _), part in table[table["prior"] == prior].groupby(["line", "parameter"]):
            style = {"color": PALETTE["grey"], "linewidth": 0.8}
            if line == "diagonal":
                style = {"color": PALETTE["blue"], "linewidth": 2.4, "linestyle": "--"}
            axes.plot(part["a"], part["b"], **style)
        label_panel(axes, letter, rf"$\pi_+$ = {prior:g}")
        if axes is not grid[0, 0]:
            axes.set_yticklabels([])
            axes.set_ylabel("")
    return grid


def mixtures_outside(table: pd.DataFrame) -> np.ndarray:
    """Scores of the mixtures of two performances, and the range that the third axiom leaves them.

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.tile.geometry.tables.witness_mixtures`.
    """
    names = table["score"].unique()
    _, grid = new_axes(1, len(names), width=2.7, height=2.9)
    for axes, name in zip(grid.flat, names, strict=True):
        part = table[table["score"] == name]
        ends = part["value"].iloc[[0, -1]]
        span = max(np.ptp(part["value"]), 0.05)
        axes.axhspan(ends.min(), ends.max(), color=PALETTE["sky"], alpha=0.5, linewidth=1.5, label="allowed")
        axes.plot(part["weight"], part["value"], color=PALETTE["blue"], label="mixture")
        axes.plot(part["weight"].iloc[[0, -1]], ends, "o", color=PALETTE["black"], markersize=5, label="the two")
        middle = (part["value"].max() + part["value"].min()) / 2
        axes.set(title=_NAMES.get(name, name), xlabel="weight of the first", xlim=(-0.04, 1.04))
        axes.set_ylim(middle - 0.7 * span, middle + 0.7 * span)
    grid[0, 0].set_ylabel("score")
    grid[0, 0].legend(loc="center", fontsize=8)
    return grid
