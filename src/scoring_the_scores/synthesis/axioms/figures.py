"""Figures of the chapter: a toss in both pictures of a classifier, and the triangle of wishes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes
from scoring_the_scores.synthesis.axioms.tables import CORNERS, SIDES

_LINES: Mapping[str, dict[str, Any]] = {
    "perfect": {"color": PALETTE["blue"], "linestyle": "--"},
    "one score for all": {"color": PALETTE["vermilion"], "linestyle": ":"},
    "toss": {"color": PALETTE["black"], "linestyle": "-", "linewidth": 2.6},
}
_NAMES = {
    "ROC curve": {"perfect": (0.06, 0.88), "toss": (0.3, 0.72), "one score for all": (0.52, 0.4)},
    "least loss": {"perfect": (0.37, 0.02), "toss": (0.45, 0.27), "one score for all": (0.55, 0.47)},
}


def toss(table: pd.DataFrame) -> np.ndarray:
    """The ROC curves and the least losses of two classifiers and of a toss between them."""
    _, grid = new_axes(1, 2, width=3.6, height=3.4)
    for axes, letter, (panel, part) in zip(grid[0], "ab", table.groupby("panel", sort=False), strict=True):
        for name, curve in part.groupby("classifier", sort=False):
            axes.plot(curve["x"], curve["y"], clip_on=False, **_LINES[str(name)])
            axes.text(*_NAMES[str(panel)][str(name)], str(name), fontsize=9.5, ha="left", va="bottom")
        label_panel(axes, letter, str(panel))
    grid[0][0].set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], xlabel="FPR", ylabel="TPR")
    grid[0][1].set(
        xlim=(0, 1), ylim=(0, 0.55), xticks=[0, 0.5, 1], yticks=[0, 0.25, 0.5], xlabel="cost proportion", ylabel="loss"
    )
    return grid[0]


def wishes(*, axes: Axes | None = None) -> Axes:
    """A triangle of wishes with the metrics that grant two of them on its sides."""
    if axes is None:
        _, ((axes,),) = new_axes(width=5.4, height=3.5)
    box = {"facecolor": "white", "edgecolor": PALETTE["black"], "boxstyle": "round,pad=0.5"}
    for row in SIDES.itertuples(index=False):
        (x, y), (u, v) = CORNERS[row.first], CORNERS[row.second]
        axes.plot([x, u], [y, v], color=PALETTE["grey"], linewidth=1.5, zorder=1)
        axes.text(
            (x + u) / 2, (y + v) / 2, row.metric, ha="center", va="center", fontsize=11, fontweight="bold",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 2.0}, zorder=2,
        )  # fmt: skip
    for name, (x, y) in CORNERS.items():
        axes.text(x, y, name, ha="center", va="center", fontsize=11, bbox=box, zorder=3)
    axes.text(0, -0.2, "all three:\na constant", ha="center", va="center", fontsize=10)
    axes.set(xlim=(-1.4, 1.4), ylim=(-1.1, 1.25))
    axes.set_axis_off()
    return axes
