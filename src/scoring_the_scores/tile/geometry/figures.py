"""Figures of the chapter on averages: lines of equal score in ROC space, and mixtures that leave the allowed range."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from scoring_the_scores.pages.style import PALETTE, new_axes
from scoring_the_scores.tile.frame import SYMBOLS

_NAMES = {**SYMBOLS, "A": "accuracy", "P4": "$P_4$", "Scott pi": r"Scott's $\pi$"}
# Of these only the order is on the Tile, as the canonical score at their place has other values.
_ORDERS = {"J-", "X tn,tp|tn,fn,tp", "X tn,tp|tn,fp,tp"}
_READING: dict = {"color": PALETTE["purple"], "linestyle": "-.", "linewidth": 1.5}


def nine_pencils(lines: pd.DataFrame, marks: pd.DataFrame) -> Mapping[tuple[float, float], Axes]:
    """ROC space with the lines of equal score for nine places, each where its place is on the Tile."""
    _, grid = new_axes(3, 3, width=2.3, height=2.2)
    panels = {}
    for (name, a, b), part in lines.groupby(["score", "a", "b"], sort=False):
        axes = panels[a, b] = grid[2 - round(2 * b), round(2 * a)]
        for row in part.itertuples():
            axes.plot([row.x0, row.x1], [row.y0, row.y1], clip_on=False, **_line_style(row.value))
        for mark in marks.itertuples():
            axes.plot(mark.fpr, mark.tpr, "o", color=PALETTE["black"], markersize=4)
            axes.annotate(mark.mark, (mark.fpr, mark.tpr), (3, 3), textcoords="offset points", fontsize=9)
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xticks=(0, 1), yticks=(0, 1))
        axes.set_title(f"order of {_NAMES[name]}" if name in _ORDERS else _NAMES.get(name, name), fontsize=10)
    for axes in grid[2]:
        axes.set_xlabel("FPR", labelpad=-6)
    for axes in grid[:, 0]:
        axes.set_ylabel("TPR", labelpad=-6)
    return panels


def _line_style(value: float) -> dict:
    if value == 0:
        return {"color": PALETTE["green"], "linestyle": "--", "linewidth": 2.2, "zorder": 3}
    if value == 1:
        return {"color": PALETTE["orange"], "linestyle": "-", "linewidth": 2.6, "zorder": 3}
    return {"color": PALETTE["grey"], "linestyle": "-", "linewidth": 0.9}


def pencil(lines: pd.DataFrame, vertex: tuple[float, float], *, axes: Axes | None = None) -> Axes:
    """Lines of equal score through their vertex, and lines to read values on: the paper's Figure 2a."""
    if axes is None:
        _, ((axes,),) = new_axes(width=5.4, height=4.2)
    low, high = lines[["x0", "y0"]].to_numpy().min(), lines[["x1", "y1"]].to_numpy().max()
    for corner, size in (((1, 1), high - 1), ((low, low), -low)):
        axes.add_patch(Rectangle(corner, size, size, color="#d9d9d9", linewidth=0, zorder=0))
    axes.add_patch(Rectangle((0, 0), 1, 1, fill=False, edgecolor=PALETTE["black"], linewidth=1.4, zorder=4))
    names = {("value", 0.0): "score 0", ("value", 0.5): "0.1, ..., 0.9", ("value", 1.0): "score 1"}
    names["read", 0.5] = "to read on"
    for row in lines.itertuples():
        style = _line_style(row.parameter) if row.line == "value" else _READING
        axes.plot([row.x0, row.x1], [row.y0, row.y1], label=names.get((row.line, row.parameter)), **style)
    axes.plot(*vertex, "o", color=PALETTE["vermilion"], markeredgecolor=PALETTE["black"], markersize=8, zorder=5,
              label="vertex")  # fmt: skip
    axes.set(xlim=(low, high), ylim=(low, high), aspect="equal", xlabel="FPR", ylabel="TPR",
             xticks=(-1, 0, 1), yticks=(-1, 0, 1))  # fmt: skip
    axes.legend(loc="upper left", bbox_to_anchor=(1.02, 1), fontsize=9)
    return axes


def mixtures_outside(table: pd.DataFrame) -> np.ndarray:
    """Scores of the mixtures of two performances, and the range that the third axiom leaves them; three in a row."""
    names = table["score"].unique()
    _, grid = new_axes(-(-len(names) // 3), 3, width=2.7, height=2.3)
    for axes, name in zip(grid.flat, names, strict=False):
        part = table[table["score"] == name]
        ends = part["value"].iloc[[0, -1]]
        middle = (part["value"].max() + part["value"].min()) / 2
        span = max(np.ptp(part["value"]), 0.05)
        axes.axhspan(ends.min(), ends.max(), color=PALETTE["sky"], alpha=0.5, linewidth=1.5, label="allowed")
        axes.plot(part["weight"], part["value"], color=PALETTE["blue"], label="mixture")
        axes.plot(part["weight"].iloc[[0, -1]], ends, "o", color=PALETTE["black"], markersize=5, label="the two")
        axes.set_title(_NAMES.get(name, name), fontsize=10)
        axes.set(xlim=(-0.04, 1.04), xticks=(0, 0.5, 1), ylim=(middle - 0.7 * span, middle + 0.7 * span))
    for axes in grid.ravel()[len(names) :]:
        axes.set_axis_off()
    for axes in grid[-1]:
        axes.set_xlabel("weight of the first")
    for axes in grid[:, 0]:
        axes.set_ylabel("score")
    grid[0, 0].legend(loc="center", fontsize=8)
    return grid
