"""Figures of the chapter on what an AUROC leaves open: bands by AUROC, and the curves of both ends."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

Curve = NDArray[np.float64]


def bands(found: pd.DataFrame) -> np.ndarray:
    """The range of each metric by AUROC, with the values of normal scores."""
    names = list(dict.fromkeys(found["metric"]))
    _, grid = new_axes(1, len(names), width=2.0, height=2.6)
    for axes, letter, name in zip(grid[0], "abcd", names, strict=True):
        part = found[found["metric"] == name]
        axes.fill_between(part["AUROC"], part["low"], part["high"], color=PALETTE["sky"], alpha=0.5, linewidth=0)
        axes.plot(part["AUROC"], part["high"], color=PALETTE["blue"])
        axes.plot(part["AUROC"], part["low"], color=PALETTE["blue"])
        if part["normal"].notna().any():
            axes.plot(part["AUROC"], part["normal"], color=PALETTE["black"], linestyle="--", linewidth=1.2)
        axes.axvline(0.8, color=PALETTE["grey"], linewidth=0.8)
        axes.set(xlim=(0.5, 1), ylim=(0, 1), xlabel="AUROC", xticks=[0.5, 0.8, 1])
        label_panel(axes, letter, name)
    return grid[0]


def ends(curves: Mapping[str, tuple[Curve, Curve]]) -> np.ndarray:
    """For each metric the ROC curves of its least and of its greatest value."""
    _, grid = new_axes(1, len(curves), width=2.65, height=2.7)
    for axes, letter, (name, (lowest, highest)) in zip(grid[0], "abc", curves.items(), strict=True):
        axes.plot([0, 1], [0, 1], color=PALETTE["grey"], linewidth=0.8, linestyle=":", label="_diagonal")
        axes.plot(*highest.T, color=PALETTE["blue"], label="greatest", clip_on=False)
        axes.plot(*lowest.T, color=PALETTE["vermilion"], linestyle="--", label="least", clip_on=False)
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="FPR", xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
        label_panel(axes, letter, name)
    grid[0][0].set_ylabel("TPR")
    grid[0][-1].legend(loc="lower right", fontsize=8)
    return grid[0]
