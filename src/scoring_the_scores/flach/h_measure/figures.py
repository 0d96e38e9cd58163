"""Figures of the chapter on H: three classifiers, and how their H moves with the priors."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import curve_styles, label_panel, new_axes

_MARKERS = ("o", "s", "^", "D")


def rivals(rocs: pd.DataFrame, losses: pd.DataFrame) -> np.ndarray:
    """ROC curves of several classifiers, and how far each one's cost curve is above the lowest of them."""
    _, grid = new_axes(1, 2, width=4.0, height=3.3)
    left, right = grid[0]
    sides = (
        (left, rocs, "false_positive_rate", "true_positive_rate", ""),
        (right, losses, "cost", "excess", "_"),
    )
    for axes, table, x, y, silent in sides:
        for (name, part), style in zip(table.groupby("classifier", sort=False), curve_styles(), strict=False):
            axes.plot(part[x], part[y], label=f"{silent}{name}", **style)
    left.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="false positive rate", ylabel="true positive rate")
    left.legend(loc="lower right")
    right.set(xlim=(0, 1), xlabel="cost proportion of a false positive", ylabel="loss above the lowest")
    right.set_ylim(bottom=0)
    label_panel(left, "a", "ROC curves")
    label_panel(right, "b", "cost curves")
    return grid[0]


def over_priors(table: pd.DataFrame, *, present: float) -> np.ndarray:
    """H of several classifiers against the share of positives, and how far each is below the highest.

    Returns
    -------
    array of Axes of shape (2,)
        H by weights (lines) and resampled (marks); the distance from the highest, by weights.
    """
    _, grid = new_axes(1, 2, width=4.0, height=3.1)
    left, right = grid[0]
    parts = table.groupby("classifier", sort=False)
    for (name, part), style, marker in zip(parts, curve_styles(), _MARKERS, strict=False):
        left.plot(part["prevalence"], part["h"], label=name, **style)
        left.errorbar(
            part["prevalence"], part["h_mean"], yerr=part["h_sd"], fmt=marker, markersize=3,
            markerfacecolor="white", color=style["color"], elinewidth=0.8, capsize=2, label="_resampled",
        )  # fmt: skip
        right.plot(part["prevalence"], part["behind"], label=f"_{name}", **style)
    for axes, letter, title in ((left, "a", "H"), (right, "b", "H below the best of the three")):
        axes.axvline(present, color="black", linestyle=":", linewidth=1.2)
        axes.set(xlim=(0, 1), xlabel="share of positives", ylabel=title)
        label_panel(axes, letter)
    left.legend(fontsize=9, loc="lower center")
    right.set_ylim(bottom=0, top=0.1)
    return grid[0]
