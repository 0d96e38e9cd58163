"""Figures of the chapter on where scores are: the paper's Figure 3, and interpolation along rows and columns."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from metricbook.chapters.tile.frame import SYMBOLS, frame_tile
from metricbook.pages.style import PALETTE, new_axes

_BOX = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}


def places(scores: pd.DataFrame, orders: pd.DataFrame, paths: pd.DataFrame) -> np.ndarray:
    """The Tile of canonical scores (left) and of orders (right), as in the paper's Figure 3.

    Parameters
    ----------
    scores, orders, paths : DataFrame
        From `metricbook.chapters.tile.on_the_square.tables`. Orders that need fixed priors carry a dagger, dual
        ones are in brackets.
    """
    _, grid = new_axes(1, 2, width=4.8, height=4.6)
    left, right = grid.flat
    frame_tile(left).set_title("canonical ranking scores")
    for row in scores.itertuples():
        _label(left, row.a, row.b, SYMBOLS.get(row.score, row.score), "o")
    frame_tile(right).set_title("orders")
    styles = {"weighted accuracy": ("-", "grey"), "gamma": ("--", "blue")}
    for path, part in paths.groupby("path", sort=False):
        if path in styles:
            dash, color = styles[path]
            right.plot(part["a"], part["b"], dash, color=PALETTE[color], linewidth=1.4, zorder=1)
    for (a, b), part in orders.groupby(["a", "b"], sort=False):
        names = [_order_name(row) for row in part.itertuples(index=False)]
        marker = "D" if part["needs prior"].all() else "o"
        _label(right, a, b, "\n".join(", ".join(names[k : k + 2]) for k in range(0, len(names), 2)), marker)
    return grid


def _order_name(row: tuple) -> str:
    name = SYMBOLS.get(row[0], row[0]) + ("†" if row[3] else "")
    return f"({name})" if row[4] else name


def _label(axes: Axes, a: float, b: float, text: str, marker: str) -> None:
    """A point and its name, inside the square."""
    axes.plot(
        a, b, marker, color=PALETTE["vermilion" if marker == "o" else "blue"], markersize=7, clip_on=False, zorder=3
    )
    ha = "left" if a < 0.5 else "right" if a > 0.5 else "center"
    va = "top" if b > 0.5 else "bottom"
    dx = 8 if a < 0.5 else -8 if a > 0.5 else 0
    offset = (dx, -7 if b > 0.5 else 7)
    axes.annotate(text, (a, b), offset, textcoords="offset points", ha=ha, va=va, fontsize=9, bbox=_BOX)


def interpolation(table: pd.DataFrame, *, fixed: float) -> np.ndarray:
    """Two functions of the score along a row (left) and a column (right), each from 0 to 1 between its ends.

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.tile.on_the_square.tables.interpolation_table`.
    fixed : float
        The other coordinate, for the titles.
    """
    _, grid = new_axes(1, 2, width=3.6, height=3.2)
    titles = {"row": f"row $b$ = {fixed:g}", "column": f"column $a$ = {fixed:g}"}
    for axes, (along, title) in zip(grid.flat, titles.items(), strict=True):
        part = table[table["along"] == along]
        for rule, dash, color in (("1/x", "--", "orange"), ("1/(1 - x)", "-", "blue")):
            values = part[rule].to_numpy()
            share = (values - values[0]) / (values[-1] - values[0])
            axes.plot(part["coordinate"], share, dash, color=PALETTE[color], label=f"$f(x) = {rule}$")
        axes.plot([0, 1], [0, 1], color=PALETTE["black"], linewidth=0.8, zorder=0)
        axes.set(title=title, xlabel="$a$" if along == "row" else "$b$", xlim=(0, 1), ylim=(0, 1), aspect="equal")
    grid[0, 0].set_ylabel("share of the way in $f(R)$")
    grid[0, 0].legend(loc="lower right", fontsize=8)
    return grid
