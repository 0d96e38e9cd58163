"""Curves of many methods: panels for two of them, all of them in one, and a panel for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from metricbook.pages.style import PALETTE, curve_styles, label_panel, new_axes

_COLUMNS = 4  # of small panels


def panels(draw: Callable[..., Axes], arguments: Mapping[str, Mapping[str, Any]]) -> np.ndarray:
    """Draw the same figure for several methods side by side, with one legend.

    Parameters
    ----------
    draw : callable
        A drawing function that takes keyword arguments and ``axes``, such as those of
        `metricbook.chapters.lxcim.curve_figures`.
    arguments : mapping of str to mapping
        By a panel's title, what to draw in it.

    Returns
    -------
    array of Axes
        One for each panel.
    """
    _, grid = new_axes(1, len(arguments), width=3.6, height=3.3)
    row = grid[0]
    for axes, letter, (title, details) in zip(row, "abcdefgh", arguments.items(), strict=False):
        draw(**details, axes=axes)
        label_panel(axes, letter, title)
        if axes is not row[-1]:
            axes.get_legend().remove()
    return row


def cumulative(curves: pd.DataFrame) -> Axes:
    """Cumulative accuracy of all methods in one panel, with the ideal and the random method (Figure 6).

    Parameters
    ----------
    curves : DataFrame
        From `metricbook.chapters.lxcim.causal_discovery.tables.method_curves`.
    """
    _, grid = new_axes(width=7.2, height=4.6)
    axes = grid[0, 0]
    _draw_all(axes, curves, "decision_rate", "cumulative_accuracy")
    axes.plot([0, 1], [0, 1], color="black", linestyle="--", linewidth=1.0, label="ideal")
    axes.plot([0, 1], [0, 0.5], color="black", linestyle=":", linewidth=1.0, label="random")
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="decision rate", ylabel="cumulative accuracy")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8, handlelength=3.2)
    return axes


def roc_and_accuracy(roc: pd.DataFrame, curves: pd.DataFrame) -> np.ndarray:
    """ROC curves (left) and accuracy against the decision rate (right) of all methods (Figure 7).

    Parameters
    ----------
    roc, curves : DataFrame
        From `metricbook.chapters.lxcim.causal_discovery.tables.method_roc_curves` and
        `metricbook.chapters.lxcim.causal_discovery.tables.method_curves`.

    Returns
    -------
    array of Axes
        The two panels.
    """
    _, grid = new_axes(1, 2, width=4.2, height=3.8)
    left, right = grid[0]
    _draw_all(left, roc, "false_positive_rate", "true_positive_rate")
    left.plot([0, 0, 1], [0, 1, 1], color="black", linestyle="--", linewidth=1.0, label="ideal", clip_on=False)
    left.plot([0, 1], [0, 1], color="black", linestyle=":", linewidth=1.0, label="random")
    left.set(xlim=(0, 1), ylim=(0, 1), xlabel="false positive rate", ylabel="true positive rate")
    _draw_all(right, curves, "decision_rate", "accuracy")
    right.axhline(1.0, color="black", linestyle="--", linewidth=1.0, label="ideal")
    right.axhline(0.5, color="black", linestyle=":", linewidth=1.0, label="random")
    right.set(xlim=(0, 1), ylim=(0, 1), xlabel="decision rate", ylabel="accuracy")
    label_panel(left, "a", "ROC")
    label_panel(right, "b", "accuracy-decision rate")
    right.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8, handlelength=3.2)
    return grid[0]


def one_panel_each(
    curves: pd.DataFrame, x: str, y: str, *, references: Mapping[str, tuple[float, float]]
) -> np.ndarray:
    """A small panel for each method: its curve in black, those of the others pale behind it.

    Parameters
    ----------
    curves : DataFrame
        A column ``method``, and the two columns to draw.
    x, y : str
        Names of these columns.
    references : mapping of str to (float, float)
        Straight lines from x = 0 to x = 1, by their name: the heights of the two ends. The first is drawn dashed, the
        second dotted.

    Returns
    -------
    array of Axes
        One for each method, in the order of the table.
    """
    names = list(dict.fromkeys(curves["method"]))
    rows = -(-len(names) // _COLUMNS)
    figure, grid = new_axes(rows, _COLUMNS, width=1.95, height=1.8)
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
        axes.tick_params(labelbottom=place + _COLUMNS >= len(names), labelleft=place % _COLUMNS == 0)
    for axes in grid.flat[len(names) :]:
        axes.set_visible(False)
    figure.supxlabel(x.replace("_", " "), fontsize=10)
    figure.supylabel(y.replace("_", " "), fontsize=10)
    return grid.ravel()[: len(names)]


def _draw_all(axes: Axes, curves: pd.DataFrame, x: str, y: str) -> None:
    """Each method's curve in a style of its own: sixteen combinations of colour and dashes."""
    for style, (name, part) in zip(curve_styles(), curves.groupby("method", sort=False), strict=False):
        axes.plot(part[x], part[y], linewidth=1.3, label=name, **style)
