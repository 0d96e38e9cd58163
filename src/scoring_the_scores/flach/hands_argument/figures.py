"""Figures of the chapter on Hand's argument: the costs that AUROC implies, and what random thresholds lose."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.ticker import PercentFormatter

from scoring_the_scores.pages.style import PALETTE, curve_styles, label_panel, new_axes

#: The distribution of costs that Hand puts in the place of the implied ones.
_BETA = {"color": PALETTE["black"], "linestyle": (0, (1, 2)), "linewidth": 1.2}


def implied_weights(models: pd.DataFrame, shares: pd.DataFrame) -> np.ndarray:
    """w_G(c): several classifiers of one AUROC, and one classifier at several class proportions.

    Returns
    -------
    array of Axes of shape (2,)
        Classifiers on the left, class proportions on the right.
    """
    _, panels = new_axes(1, 2, width=4.0, height=3.1)
    titles = "three classifiers, one AUROC", "one classifier, three prevalences"
    for axes, letter, title, table in zip(panels[0], "ab", titles, (models, shares), strict=True):
        for (name, curve), style in zip(table.groupby("model", sort=False), curve_styles(), strict=False):
            axes.plot(curve["cost"], curve["weight"], label=name, **style)
        cost = np.linspace(0, 1, 101)
        axes.plot(cost, 6 * cost * (1 - cost), label="Beta(2, 2)", **_BETA)
        axes.set(xlim=(0, 1), ylim=(0, 4), xlabel="cost proportion c")
        axes.legend(fontsize=8, loc="upper center")
        label_panel(axes, letter, title)
    panels[0, 0].set_ylabel(r"implied density $w_G(c)$")
    return panels[0]


def losses_by_share(table: pd.DataFrame, drawn: pd.DataFrame) -> np.ndarray:
    """Expected loss against the share of the positives: uniform cost, and uniform skew.

    Returns
    -------
    array of Axes of shape (2,)
        Uniform cost, with the least loss that Hand's law gives as thin lines; uniform skew.
    """
    _, panels = new_axes(1, 2, width=4.0, height=3.1)
    for axes, letter, column in zip(panels[0], "ab", ("uniform_cost", "uniform_skew"), strict=True):
        for (auroc, curve), style in zip(table.groupby("auroc"), curve_styles(), strict=False):
            axes.plot(curve["prevalence"], curve[column], label=f"AUROC {auroc:g}", **style)
            points = drawn[drawn["auroc"] == auroc]
            axes.plot(points["prevalence"], points[column], "o", color=style["color"], markersize=4)
            if column == "uniform_cost":
                axes.plot(curve["prevalence"], curve["least"], **style | {"linewidth": 0.8})
        axes.set(xlim=(0, 1), ylim=(0, 0.7), xlabel="share of the positives")
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        label_panel(axes, letter, column.replace("_", " "))
    panels[0, 0].set_ylabel("expected loss")
    panels[0, 1].legend(fontsize=8, loc="upper right")
    return panels[0]
