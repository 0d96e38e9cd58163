"""Curves of many methods: panels for two of them, and a small panel for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

_COLUMNS = 4  # of small panels
#: The cumulative accuracy of a method that is always right, and of one that guesses, at the decision rates 0 and 1.
LINES = {"ideal": (0.0, 1.0), "random": (0.0, 0.5)}


def panels(draw: Callable[..., Axes], arguments: Mapping[str, Mapping[str, Any]]) -> np.ndarray:
    """Draw the same figure for several methods side by side, with one legend."""
    _, grid = new_axes(1, len(arguments), width=3.6, height=3.3)
    row = grid[0]
    for axes, letter, (title, details) in zip(row, "abcdefgh", arguments.items(), strict=False):
        draw(**details, axes=axes)
        label_panel(axes, letter, title)
        if axes is not row[-1]:
            axes.get_legend().remove()
    return row


def one_panel_each(
    curves: pd.DataFrame,
    x: str,
    y: str,
    *,
    references: Mapping[str, tuple[float, float]],
    notes: Mapping[str, str] | None = None,
) -> np.ndarray:
    """A small panel for each method: its curve in black, those of the others pale behind it."""
    names = list(dict.fromkeys(curves["method"]))
    rows = -(-len(names) // _COLUMNS)
    figure, grid = new_axes(rows, _COLUMNS, width=1.95, height=1.55)
    by_method = {name: part for name, part in curves.groupby("method", sort=False)}
    for place, (axes, name) in enumerate(zip(grid.flat, names, strict=False)):
        for other, part in by_method.items():
            if other != name:
                axes.plot(part[x], part[y], color="0.85", linewidth=0.6, label="_other")
        for line, (label, ends) in zip(("--", ":"), references.items(), strict=False):
            axes.plot([0, 1], ends, color="black", linestyle=line, linewidth=1.0, label=label)
        axes.plot(by_method[name][x], by_method[name][y], color=PALETTE["blue"], linewidth=1.8, label=name)
        axes.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
        axes.set_title(name, fontsize=10)
        axes.text(0.97, 0.04, (notes or {}).get(name, ""), ha="right", fontsize=8)
        axes.tick_params(labelbottom=place + _COLUMNS >= len(names), labelleft=place % _COLUMNS == 0)
    for axes in grid.flat[len(names) :]:
        axes.set_visible(False)
    figure.supxlabel(x.replace("_", " "), fontsize=10)
    figure.supylabel(y.replace("_", " "), fontsize=10)
    return grid.ravel()[: len(names)]
