"""Figures of the case file on the missing label: four areas, and what each completion gives of what is printed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

_TITLES = {
    ("cost", "uniform"): "cost, uniform",
    ("cost", "Beta(2, 2)"): "cost, Beta(2, 2)",
    ("skew", "uniform"): "skew, uniform",
    ("skew", "Beta(2, 2)"): "skew, Beta(2, 2)",
}
_SYMBOLS = {"cost": "c", "skew": "z"}
_TICKS = np.linspace(0, 1, 6)
_THIN = {"color": PALETTE["grey"], "linewidth": 0.8}
_BOX = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 2}
_NAMES = {"auc": "AUC", "auch": "AUCH", "Uz": "half of $L_{U(z)}$", "Bc": "half of $L_{B(c)}$"}


def witnesses(table: pd.DataFrame, printed: Mapping[str, float]) -> np.ndarray:
    """Every completion as a point, and the printed values as a cross of lines: two that fit, and two that do not.

    Returns
    -------
    array of Axes of shape (2,)
        AUC and AUCH; the losses over uniform skews and over Beta(2, 2) costs.
    """
    _, panels = new_axes(1, 2, width=3.9, height=3.1)
    for axes, letter, (x, y) in zip(panels[0], "ab", (("auc", "auch"), ("Uz", "Bc")), strict=True):
        axes.axvline(float(printed[x]), color=PALETTE["vermilion"], linestyle="--", linewidth=1.2)
        axes.axhline(float(printed[y]), color=PALETTE["vermilion"], linestyle="--", linewidth=1.2)
        axes.plot(table[x], table[y], "o", color=PALETTE["blue"], markersize=5, label="completions")
        examples = table[table["found"]]
        axes.plot(examples[x], examples[y], "o", color="black", markersize=11, fillstyle="none", label="the one found")
        axes.locator_params(nbins=5)
        axes.set(xlabel=_NAMES[x], ylabel=_NAMES[y])
        label_panel(axes, letter, f"{_NAMES[x]} and {_NAMES[y]}" if x == "auc" else "two losses")
    return panels[0]


def four_panels(panels: pd.DataFrame, areas: Mapping[tuple[str, str], float]) -> np.ndarray:
    """Cost lines (grey) and cost curve (bold) over both conditions and under both laws, as in Flach et al.'s Figure 4.

    Returns
    -------
    array of Axes of shape (2, 2)
        Cost proportions above, skews below; uniform law on the left, Beta(2, 2) on the right.
    """
    _, grid = new_axes(2, 2, width=4.0, height=2.5)
    for axes, letter, ((over, law), title) in zip(grid.flat, "abcd", _TITLES.items(), strict=True):
        part = panels[(panels["over"] == over) & (panels["law"] == law)]
        for line, points in part.groupby("line", sort=False):
            bold = line == "curve"
            style = {"color": PALETTE["blue"], "linewidth": 2.6, "zorder": 3} if bold else _THIN
            axes.plot(points["likelihood"], points["loss"], label="cost curve" if bold else "_cost line", **style)
            if bold:
                axes.fill_between(points["likelihood"], points["loss"], color=PALETTE["sky"], alpha=0.35, linewidth=0)
        name = _SYMBOLS[over]
        scale = name if law == "uniform" else f"{name}, stretched by Beta(2, 2)"
        axes.set(xlim=(0, 1), ylim=(0, 1.4 if over == "cost" else 1.05), xlabel=scale, ylabel=f"loss $Q_{name}$")
        if law != "uniform":  # ticks at round conditions, where the law puts them
            curve = part[part["line"] == "curve"]
            places = np.interp(_TICKS, curve["condition"], curve["likelihood"])
            axes.set_xticks(places, [f"{tick:.1f}" for tick in _TICKS])
        axes.text(0.5, 0.92, f"area {areas[over, law]:.4f}", transform=axes.transAxes, ha="center", va="top", bbox=_BOX)
        label_panel(axes, letter, title)
    return grid
