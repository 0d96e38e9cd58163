"""Figures of the chapter on invariance: one exchange on the score axis, and what exchanges do to metrics."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.lxcim.invariance.tables import spelled
from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

#: Filled circles for positives, open squares for negatives: told apart without colour.
_MARKERS = {
    1.0: {"marker": "o", "facecolor": PALETTE["blue"], "edgecolor": PALETTE["blue"]},
    0.0: {"marker": "s", "facecolor": "white", "edgecolor": PALETTE["vermilion"]},
}
_NAMES = {1.0: "positive", 0.0: "negative"}
_LINES = {
    "before": {"color": PALETTE["black"], "linestyle": "-"},
    "after": {"color": PALETTE["orange"], "linestyle": "--"},
}
_HEIGHT = {"before": 1.0, "after": 0.0}


def draw_exchange(stages: pd.DataFrame, *, threshold: float = 0.0, axes: np.ndarray | None = None) -> np.ndarray:
    """Draw a sample on the score axis before and after an exchange, and both ROC curves.

    Returns
    -------
    array of Axes
        Panel A, the score axis, and panel B, the ROC curves.
    """
    if axes is None:
        axes = new_axes(1, 2, width=4.0, height=3.0)[1]
    left, right = np.ravel(axes)
    samples = stages[stages["kind"] == "sample"]
    for (stage, label), group in samples.groupby(["stage", "y"]):
        height = np.full(len(group), _HEIGHT[stage])
        name = _NAMES[label] if stage == "before" else None
        left.scatter(group["x"], height, s=70, linewidths=1.8, zorder=3, label=name, **_MARKERS[label])
    moved = samples[samples["exchanged"]]
    for start, end in zip(moved[moved["stage"] == "before"]["x"], moved[moved["stage"] == "after"]["x"], strict=True):
        arrow = {"arrowstyle": "->", "color": PALETTE["grey"], "shrinkA": 7, "shrinkB": 7}
        left.annotate("", xy=(end, _HEIGHT["after"]), xytext=(start, _HEIGHT["before"]), arrowprops=arrow)
    left.axvline(threshold, color=PALETTE["grey"], linestyle=":", linewidth=1.2)
    left.set_yticks(list(_HEIGHT.values()), list(_HEIGHT))
    left.set_ylim(-0.6, 1.9)
    left.set_xlabel("score s (dotted: s*)")
    left.legend(loc="upper left", ncols=2, borderaxespad=0.2, columnspacing=1.2)
    label_panel(left, "A", "one case exchanged")
    for stage, style in _LINES.items():
        curve = stages[(stages["kind"] == "roc") & (stages["stage"] == stage)]
        right.plot(curve["x"], curve["y"], marker=".", label=stage, **style)
    right.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="FPR", ylabel="TPR", aspect="equal")
    right.legend(loc="lower right")
    label_panel(right, "B", "ROC curve")
    return np.ravel(axes)


def draw_ranges(ranges: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """Draw the range of each metric over the exchanges of one confusion matrix, and its value there."""
    if axes is None:
        axes = new_axes(width=7.0, height=3.8)[1][0, 0]
    places = np.arange(len(ranges))[::-1]
    axes.hlines(places, ranges["lowest"], ranges["highest"], color=PALETTE["sky"], linewidth=5)
    axes.plot(ranges["value"], places, marker="o", linestyle="none", color=PALETTE["black"])
    axes.set_yticks(places, [spelled(name) for name in ranges["metric"]])
    axes.set(xlim=(min(0.0, ranges["lowest"].min()) - 0.05, 1.05), xlabel="value")
    axes.grid(axis="x", color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)
    return axes
