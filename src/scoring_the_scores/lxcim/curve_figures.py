"""Curves of decisions in order of confidence, the ROC curve of a doubled sample, and AUROC over orientations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from scoring_the_scores.pages.style import PALETTE, new_axes


def cumulative_accuracy(curve: pd.DataFrame, decisions: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """Cumulative accuracy against the decision rate, with each decision's correctness, as in the paper's Figure 1."""
    axes = _unit_axes(axes, "decision rate", "cumulative accuracy")
    _references(axes)
    _correctness(axes, decisions)
    axes.plot(curve["decision_rate"], curve["cumulative_accuracy"], color=PALETTE["blue"], label="cumulative accuracy")
    axes.fill_between(curve["decision_rate"], curve["cumulative_accuracy"], color=PALETTE["blue"], alpha=0.12)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return axes


def symmetric_roc(roc: pd.DataFrame, *, accuracy: float, axes: Axes | None = None) -> Axes:
    """ROC curve of a doubled sample with its axis of symmetry, the square ACC² and the two strips S (H in Figure 2)."""
    axes = _unit_axes(axes, "false positive rate", "true positive rate")
    axes.set_aspect("equal")
    x, y = roc["false_positive_rate"].to_numpy(), roc["true_positive_rate"].to_numpy()
    corner = 1 - accuracy
    axes.add_patch(Rectangle((corner, 0), accuracy, accuracy, facecolor="0.9", edgecolor="none"))
    axes.fill_between(x, y, where=x <= corner, **AREA)
    axes.fill_between(x, y, accuracy, where=x >= corner, **AREA)
    axes.text(corner + accuracy / 2, accuracy / 2, "ACC²", ha="center", va="center", bbox=_LABEL)
    axes.text(corner / 2, accuracy / 3, "S", ha="center", va="center", bbox=_LABEL)
    axes.text(1 - accuracy / 3, (1 + accuracy) / 2, "S", ha="center", va="center", bbox=_LABEL)
    axes.plot([0, 0, 1], [0, 1, 1], color="black", linestyle="--", linewidth=1.2, label="ideal")
    axes.plot([0, 1], [0, 1], color="black", linestyle=":", linewidth=1.2, label="random")
    axes.plot([0, 1], [1, 0], color=PALETTE["grey"], linestyle="-.", linewidth=1.2, label="axis of symmetry")
    axes.plot(x, y, color=PALETTE["blue"], label="ROC curve")
    axes.plot([corner], [accuracy], color="black", marker="o", markersize=5, linestyle="none", label="(1 − ACC, ACC)")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return axes


def accuracy_and_cumulative(curve: pd.DataFrame, decisions: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """Accuracy and cumulative accuracy against the decision rate, with each decision's correctness (Figure 3)."""
    axes = _unit_axes(axes, "decision rate", "accuracy, cumulative accuracy")
    _references(axes)
    _correctness(axes, decisions)
    axes.axhline(0.5, color="black", linestyle=":", linewidth=1.2)
    axes.axhline(1.0, color="black", linestyle="--", linewidth=1.2)
    axes.plot(
        curve["decision_rate"], curve["accuracy"], color=PALETTE["vermilion"], linestyle=(0, (5, 1)), label="accuracy"
    )
    axes.plot(curve["decision_rate"], curve["cumulative_accuracy"], color=PALETTE["blue"], label="cumulative accuracy")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return axes


def auroc_band(band: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """AUROC of each method over orientations of the pairs: a bar, its median, LxCIM, and the printed value."""
    if axes is None:
        _, grid = new_axes(width=6.0, height=0.6 * len(band) + 1)
        axes = grid[0, 0]
    rows = np.arange(len(band))[::-1]
    axes.barh(rows, band["high"] - band["low"], left=band["low"], height=0.45, color="0.82", label="AUROC, 5 % to 95 %")
    axes.vlines(band["median"], rows - 0.22, rows + 0.22, color="black", linewidth=1.5, label="its median")
    axes.plot(band["lxcim"], rows, "D", color=PALETTE["blue"], markersize=6, label="LxCIM")
    axes.plot(
        band["printed"], rows, "x", color=PALETTE["vermilion"], markersize=8, markeredgewidth=2, label="printed AUROC"
    )
    axes.set_yticks(rows, band.index)
    axes.set_xlabel("AUROC")
    axes.use_sticky_edges = False  # else the lowest bar would touch the frame
    axes.autoscale_view()
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return axes


#: How the area H and what is made of it are drawn.
AREA: dict[str, Any] = {"color": PALETTE["sky"], "alpha": 0.45, "linewidth": 0}
_LABEL = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}


def _unit_axes(axes: Axes | None, x: str, y: str) -> Axes:
    if axes is None:
        _, grid = new_axes(width=5.8, height=3.6)
        axes = grid[0, 0]
    axes.set(xlim=(0, 1), ylim=(-0.04, 1.04), xlabel=x, ylabel=y)
    return axes


def _references(axes: Axes) -> None:
    """The ideal and the random method: lines of slope 1 and 1/2."""
    axes.plot([0, 1], [0, 1], color="black", linestyle="--", linewidth=1.2, label="ideal")
    axes.plot([0, 1], [0, 0.5], color="black", linestyle=":", linewidth=1.2, label="random")


def _correctness(axes: Axes, decisions: pd.DataFrame) -> None:
    """One mark for each decision, at the middle of the weight it covers: right above, wrong below."""
    middle = decisions["decision_rate"] - decisions["weight"] / decisions["weight"].sum() / 2
    for value, marker, label in ((1, "o", "right"), (0, "x", "wrong")):
        chosen = decisions["correct"] == value
        axes.plot(
            middle[chosen], decisions["correct"][chosen], marker, color=PALETTE["grey"], markersize=4,
            markerfacecolor="none", label=label, clip_on=False,
        )  # fmt: skip
