"""Figures of the chapter on disagreement: the matrix of opposite orders, the map and the noise."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, label_panel, lie_on_map, new_axes
from scoring_the_scores.synthesis.map_figures import Offsets, draw_map, label

_SMALL = 8


def opposite_orders(matrix: pd.DataFrame) -> Axes:
    """Shares of opposite orders in percent, above and below the diagonal from two sources."""
    _, grid = new_axes(1, 1, width=7.6, height=4.6)
    axes = grid[0][0]
    shown = axes.imshow(100 * matrix.to_numpy(), cmap="cividis", vmin=0, vmax=35, aspect="auto")
    for i, j in np.argwhere(matrix.notna().to_numpy()):
        value = 100 * matrix.iat[i, j]
        axes.text(j, i, f"{value:.0f}" if value >= 1 or value == 0 else f"{value:.1f}", ha="center", va="center",
                  fontsize=_SMALL, color="black" if value > 16 else "white")  # fmt: skip
    lie_on_map(axes)
    names = [*map(label, matrix.columns)]
    axes.set_xticks(range(len(names)), names, fontsize=_SMALL, rotation=35, ha="left")
    axes.set_yticks(range(len(names)), names, fontsize=_SMALL)
    axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    axes.spines[:].set_visible(False)
    axes.figure.colorbar(shown, ax=axes, label="opposite orders, %", fraction=0.03, pad=0.02)
    return axes


def map_and_noise(places: pd.DataFrame, noise: pd.DataFrame) -> np.ndarray:
    """The map of metrics, and how much of the opposite and of the other orders is outside the noise."""
    _, grid = new_axes(1, 2, width=4.0, height=3.5)
    left, right = grid[0]
    draw_map(left, places, _OFFSETS, places, 0.3, 0.22, 0.2)  # room for labels, most of it on the left
    label_panel(left, "a", "metrics by the orders they give")
    rows = np.arange(len(noise))[::-1]
    right.barh(rows + 0.2, 100 * noise["alike, sure"], 0.36, color=PALETTE["grey"], label="of the orders alike")
    right.barh(rows - 0.2, 100 * noise["sure"], 0.36, color=PALETTE["vermilion"], hatch="////", edgecolor="white",
               label="of the opposite ones")  # fmt: skip
    for row, share in zip(rows, noise["sure"], strict=True):
        right.text(100 * share + 0.6, row - 0.2, f"{100 * share:.1f}", va="center", fontsize=7)
    names = [f"{label(a)}, {label(b)}" for a, b in zip(noise["first"], noise["second"], strict=True)]
    right.set_yticks(rows, names, fontsize=_SMALL)
    right.set(xlim=(0, 56), xlabel="outside the noise of both metrics, %")
    right.legend(fontsize=_SMALL, loc="upper center", bbox_to_anchor=(0.3, -0.16), ncols=2, columnspacing=1)
    label_panel(right, "b", "what noise leaves")
    return grid[0]


_OFFSETS: Offsets = {
    "AUROC": ((-7, -4), "right"),
    "AUCH": ((0, 6), "center"),
    "AP": ((6, -5), "left"),
    "C(r_b)": ((6, 1), "left"),
    "best F1": ((7, -7), "left"),
    "F1": ((7, -3), "left"),
    "kappa": ((0, -13), "center"),
    "MCC": ((-6, 0), "right"),
    "BA": ((0, 6), "center"),
}
