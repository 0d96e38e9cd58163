"""Figures of the chapter on one sort: the two curves of ten cases, and three of the tumours."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import PALETTE, curve_styles, label_panel, new_axes


def ten_cases(roc: pd.DataFrame, precision_recall: pd.DataFrame) -> np.ndarray:
    """ROC curve and precision-recall curve of a few cases, with every threshold as a point."""
    _, grid = new_axes(1, 2, height=3.4)
    left, right = grid[0]
    fpr, tpr = roc["false_positive_rate"], roc["true_positive_rate"]
    left.fill_between(fpr, tpr, color=PALETTE["sky"], alpha=0.3, linewidth=0)
    left.plot(fpr, tpr, marker="o", color=PALETTE["blue"])
    left.plot([0, 1], [0, 1], color=PALETTE["grey"], linestyle=":", linewidth=1.2)
    sloping = int(np.flatnonzero((np.diff(fpr) > 0) & (np.diff(tpr) > 0))[0])
    middle = fpr[sloping : sloping + 2].mean(), tpr[sloping : sloping + 2].mean()
    left.annotate("a tie", middle, (0.42, 0.55), arrowprops={"arrowstyle": "-", "color": PALETTE["grey"]}, va="center")
    left.set(xlabel="false positive rate", ylabel="true positive rate", ylim=(0, 1.04), xlim=(-0.02, 1.02))
    label_panel(left, "a", "ROC curve")
    recall, precision = precision_recall["recall"], precision_recall["precision"]
    right.plot(recall, precision, "o", color=PALETTE["vermilion"], zorder=3)
    recall, precision = np.append(0, recall), np.append(precision.iloc[0], precision)
    right.fill_between(recall, precision, step="pre", color=PALETTE["orange"], alpha=0.25, linewidth=0)
    right.step(recall, precision, where="pre", color=PALETTE["orange"])
    right.set(xlabel="recall", ylabel="precision", ylim=(0, 1.04), xlim=(-0.02, 1.02))
    label_panel(right, "b", "precision-recall curve")
    for axes in grid.flat:
        axes.set_aspect("equal")
    return grid


def tumours(roc: pd.DataFrame, precision_recall: pd.DataFrame, calibration: pd.DataFrame) -> np.ndarray:
    """ROC, precision-recall and calibration curves of classifiers, told apart by colour and dash."""
    _, grid = new_axes(1, 3, height=3.3)
    columns = (("false_positive_rate", "true_positive_rate"), ("recall", "precision"), ("score", "share"))
    for name, style in zip(roc["classifier"].unique(), curve_styles(), strict=False):
        tables = (curve[curve["classifier"] == name] for curve in (roc, precision_recall, calibration))
        for axes, table, (x, y) in zip(grid[0], tables, columns, strict=True):
            marker = "o" if y == "share" else ""
            axes.plot(table[x], table[y], label=name, marker=marker, markersize=4, **style)
    for place in (0, 2):
        grid[0, place].plot([0, 1], [0, 1], color=PALETTE["grey"], linestyle=":", linewidth=1.2)
    labels = (("false positive rate", "true positive rate"), ("recall", "precision"), ("score", "share of malignant"))
    titles = ("ROC curve", "precision-recall", "calibration")
    for axes, letter, title, (x, y) in zip(grid[0], "abc", titles, labels, strict=True):
        axes.set(xlabel=x, ylabel=y, xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
        label_panel(axes, letter, title)
    grid[0, 0].legend(loc="lower right", fontsize=8)
    return grid
