"""Figures of the chapter on LxCIM: the ROC curve of confidence inside another, and the worth of each rank."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter

from scoring_the_scores.lxcim.curve_figures import AREA, symmetric_roc
from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

_LXCIM: dict[str, Any] = {"color": PALETTE["blue"], "linestyle": "-", "marker": "o"}
_AUDRC: dict[str, Any] = {"color": PALETTE["vermilion"], "linestyle": (0, (5, 1)), "marker": "s"}


def confidence_box(table: pd.DataFrame, *, accuracy: float) -> np.ndarray:
    """The ROC curve of a doubled sample, what its area is made of, and the box left of its crossing, blown up.

    Returns
    -------
    array of Axes of shape (2,)
        The doubled sample on the left, confidence on the right.
    """
    _, panels = new_axes(1, 2, width=3.7, height=3.5)
    left, right = panels[0]
    symmetric_roc(table[table["curve"] == "doubled sample"], accuracy=accuracy, axes=left)
    left.get_legend().remove()
    left.add_patch(Rectangle((0, 0), 1 - accuracy, accuracy, facecolor="none", edgecolor="black", linewidth=1.6))
    label_panel(left, "a", "doubled sample")
    confidence = table[table["curve"] == "confidence"]
    x, y = confidence["false_positive_rate"].to_numpy(), confidence["true_positive_rate"].to_numpy()
    right.fill_between(x, y, **AREA)
    right.plot(x, y, color=PALETTE["blue"], label="confidence")
    right.plot([0, 1], [0, 1], color="black", linestyle=":", linewidth=1.2, label="random")
    right.set(xlabel="share of the wrong decisions", ylabel="share of the right decisions")
    right.set(xlim=left.get_xlim(), ylim=left.get_ylim(), aspect="equal")
    label_panel(right, "b", "confidence")
    return panels[0]


def shares(table: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """What one right decision of each rank adds to LxCIM and to AUDRC, in percent of a perfect classifier's value."""
    if axes is None:
        _, ((axes,),) = new_axes(width=5.4)
    for metric, style in (("LxCIM", _LXCIM), ("AUDRC", _AUDRC)):
        axes.plot(table["rank"], table[metric], label=metric, markersize=5, **style)
    axes.set(xlabel="rank, most confident first", ylabel="share of the metric", xticks=table["rank"])
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.legend()
    return axes
