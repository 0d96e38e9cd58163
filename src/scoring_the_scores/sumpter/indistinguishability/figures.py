"""Figures of the chapter on the indistinguishability threshold: two classifiers, and the ROC curve it is read off."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

_CURVES = {
    "B": {"color": PALETTE["black"], "linestyle": "-"},
    "precision": {"color": PALETTE["blue"], "linestyle": "--"},
    "recall": {"color": PALETTE["vermilion"], "linestyle": "-."},
}
#: Where each curve's name stands in a panel, as a share of its width.
_NAMED_AT = {"B": 0.06, "precision": 0.99, "recall": 0.25}
#: Name, height of the name, and dashes of each choice; neighbours stand at two heights.
_CHOICES = {"r_b": ("$r_b$", 1.02, "-"), "best F1": ("best F1", 1.12, "--"), "log-odds 0": ("0", 1.02, ":")}
_TOP = 1.24


def two_classifiers(curves: pd.DataFrame, choices: pd.DataFrame) -> np.ndarray:
    """B, precision and recall against the threshold, with the thresholds that each rule chooses."""
    names = curves["classifier"].unique()
    _, (panels,) = new_axes(1, len(names), width=3.9, height=3.2)
    for axes, letter, name in zip(panels, "abc", names, strict=False):
        of_name = curves[curves["classifier"] == name]
        of_name = of_name.iloc[np.argsort(of_name["threshold"], kind="stable")]
        low, high = of_name["threshold"].quantile([0.55, 0.995])
        for column, style in _CURVES.items():
            axes.plot(of_name["threshold"], of_name[column], **style)
            x = low + _NAMED_AT[column] * (high - low)
            y = float(np.interp(x, of_name["threshold"], of_name[column]))
            axes.text(
                x,
                y + 0.02,
                column,
                color=style["color"],
                fontsize=9,
                va="bottom",
                ha="right" if column == "precision" else "center",
            )
        axes.axhline(0.5, color=PALETTE["grey"], linewidth=0.8)
        for row in choices[choices["classifier"] == name].itertuples():
            label, height, dashes = _CHOICES[str(row.choice)]
            top = (height - 0.02) / _TOP
            axes.axvline(row.threshold, ymax=top, color=PALETTE["green"], linestyle=dashes, linewidth=1.4)
            axes.text(row.threshold, height, label, ha="center", va="bottom")
        axes.set(xlim=(low, high), ylim=(0, _TOP), yticks=np.linspace(0, 1, 5), xlabel="threshold (log-odds)")
        label_panel(axes, letter, str(name))
    return panels


def roc_reading(curve: pd.DataFrame, marks: pd.DataFrame) -> np.ndarray:
    """A ROC curve with the area left of a point, and the odds of the classes for which that point is at r_b."""
    _, ((left, right),) = new_axes(1, 2, width=3.7, height=3.4)
    u, v = float(marks["fpr"].iloc[0]), float(marks["tpr"].iloc[0])
    inside = curve[curve["fpr"] <= u]
    left.fill_between([*inside["fpr"], u], [*inside["tpr"], v], color=PALETTE["sky"], alpha=0.5, linewidth=0)
    left.plot(curve["fpr"], curve["tpr"], color=PALETTE["blue"])
    left.plot([0, 1], [0, 1], color=PALETTE["grey"], linestyle=":", linewidth=1)
    left.set(xlim=(0, 1), ylim=(0, 1.02), aspect="equal", xlabel="false positive rate u", ylabel="true positive rate v")
    left.text(u / 2, v / 3, "pA", ha="center", fontsize=10)
    right.plot(curve["fpr"], curve["odds"], color=PALETTE["blue"])
    right.set(yscale="log", xlim=(0, 1), ylim=(1e-3, 30), xlabel="false positive rate u")
    right.set_ylabel("(2 pA − u) / (v (1 − v))")
    for mark in marks.itertuples():
        left.plot(mark.fpr, mark.tpr, marker="o", color="black")
        right.plot([0, mark.fpr], [mark.odds, mark.odds], color="black", linestyle=":", linewidth=1)
        right.plot(mark.fpr, mark.odds, marker="o", color="black")
        right.annotate(f"P/N = {mark.odds:g}", (mark.fpr, mark.odds), (8, -3), textcoords="offset points")
    label_panel(left, "a", "the ROC curve")
    label_panel(right, "b", "class odds with $r_b$ there")
    return np.array([left, right])
