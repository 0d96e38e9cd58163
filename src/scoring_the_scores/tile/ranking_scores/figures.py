"""Figures of the chapter on ranking scores: the orders on the Tile, two Tiles of values, and scores over priors."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, curve_styles, label_panel, lie_on_map, new_axes
from scoring_the_scores.tile.frame import SYMBOLS, frame_tile

#: Canonical scores marked on a Tile, and where they are.
MARKED = {"TNR": (0, 0), "PPV": (1, 0), "NPV": (0, 1), "TPR": (1, 1), "A": (0.5, 0.5), "F1": (1, 0.5)}
_BOX = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}


def orders(places: pd.DataFrame, paths: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """The Tile with the orders of named scores, as in the paper's Figure 3, right."""
    if axes is None:
        _, ((axes,),) = new_axes(width=6.6, height=5.6)
    frame_tile(axes)
    styles = {"weighted accuracy": ("-", "grey"), "gamma": ("--", "blue")}
    for path, part in paths.groupby("path", sort=False):
        if path in styles:
            dash, color = styles[path]
            axes.plot(part["a"], part["b"], dash, color=PALETTE[color], linewidth=1.4, zorder=1)
    for (a, b), part in places.groupby(["a", "b"], sort=False):
        names = [_order_name(row) for row in part.itertuples(index=False)]
        marker = "D" if part["needs prior"].all() else "o"
        _label(axes, a, b, "\n".join(", ".join(names[k : k + 2]) for k in range(0, len(names), 2)), marker)
    return axes


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
    axes.annotate(text, (a, b), offset, textcoords="offset points", ha=ha, va=va, fontsize=10, bbox=_BOX)


def over_priors(table: pd.DataFrame) -> np.ndarray:
    """Scores against the prior of the positive class, one panel for each score, one line for each classifier."""
    names = list(dict.fromkeys(table["score"]))
    _, (row,) = new_axes(1, len(names), height=2.6)
    for axes, name, letter in zip(row, names, "abcdefgh", strict=False):
        curves = table[table["score"] == name].groupby("classifier", sort=False)
        for (who, part), style in zip(curves, curve_styles(), strict=False):
            axes.plot(part["prior"], part["value"], label=who, **style)
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel=r"prior $\pi_+$", xticks=[0, 0.5, 1])
        label_panel(axes, letter, SYMBOLS.get(name, name))
        axes.label_outer()
    row[0].legend(fontsize=8, loc="lower right")
    return row


def tiles(table: pd.DataFrame, marks: pd.DataFrame) -> np.ndarray:
    """Level lines of every canonical score over the square, one panel for each performance."""
    names = list(dict.fromkeys(table["performance"]))
    figure, (row,) = new_axes(1, len(names), width=4.05, height=3.5)
    levels = np.arange(0, 1.01, 0.05)
    for axes, name, letter in zip(row, names, "abcdefgh", strict=False):
        wide = table[table["performance"] == name].pivot(index="b", columns="a", values="score")
        image = axes.contourf(wide.columns, wide.index, wide, levels=levels, cmap="cividis")
        lines = axes.contour(wide.columns, wide.index, wide, levels=levels[::2], colors="black", linewidths=0.8)
        axes.clabel(lines, fontsize=7, fmt="%.1f")
        for score, (a, b) in MARKED.items():
            value = f"{score} {marks.loc[name, score]:.2f}"
            axes.plot(a, b, "o", color="white", markeredgecolor="black", markersize=5, clip_on=False, zorder=3)
            axes.text(a + (0.04 if a < 1 else -0.04), b + {0.0: 0.05, 1.0: -0.05}.get(b, 0.055), value, fontsize=8,
                      ha="left" if a < 1 else "right", va="center",
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 1}, zorder=5)  # fmt: skip
        lie_on_map(axes)
        label_panel(frame_tile(axes), letter, name)
    lie_on_map(figure.colorbar(image, ax=list(row), label="score", shrink=0.85, ticks=levels[::4]).ax)
    return row
