"""Accuracy and gain of methods; a reject option that tosses a coin; and risk over the price of an undecided case."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, WIDEST, label_panel, new_axes


def accuracy_and_gain(gains: pd.DataFrame) -> Axes:
    """An arrow for each method from its accuracy to its LxCIM, dotted where confidence takes something away.

    Parameters
    ----------
    gains : DataFrame
        A row for each method, in the order from top to bottom, with ``method``, ``accuracy`` and ``LxCIM``.
    """
    _, ((axes,),) = new_axes(1, 1, width=WIDEST * 0.85, height=4.2)
    for place, row in enumerate(gains.itertuples()):
        gained = row.LxCIM > row.accuracy
        color = PALETTE["blue" if gained else "vermilion"]
        line, tip = ("-", ">") if gained else (":", "<")
        axes.plot([row.accuracy, row.LxCIM], [place, place], color=color, linestyle=line)
        axes.plot(row.accuracy, place, "o", color="black", markersize=4)
        axes.plot(row.LxCIM, place, tip, color=color, markersize=7)
    axes.set_yticks(range(len(gains)), list(gains["method"]))
    axes.invert_yaxis()
    axes.set(xlim=(0.45, 0.85), xlabel="accuracy (dot), and LxCIM (tip of the arrow)")
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    axes.set_axisbelow(True)
    return axes


def coin_and_lines(curve: pd.DataFrame, lines: pd.DataFrame) -> np.ndarray:
    """Accuracy with a coin against the decision rate, and the loss lines of all cuts by confidence."""
    _, ((left, right),) = new_axes(1, 2, width=4.0, height=3.7)
    rate = curve["decision_rate"]
    left.fill_between(rate, curve["right"], color=PALETTE["sky"], alpha=0.5, linewidth=0)
    left.fill_between(rate, curve["right"], curve["with_coin"], color=PALETTE["orange"], alpha=0.35, linewidth=0)
    left.plot(rate, curve["right"], color=PALETTE["blue"])
    left.plot(rate, curve["with_coin"], color=PALETTE["black"], marker="o", markersize=4)
    left.text(0.66, 0.16, "decided rightly", ha="center", fontsize=9)
    left.text(0.06, 0.36, "right by the coin", ha="left", fontsize=9)
    left.text(0.03, float(curve["with_coin"].max()) + 0.03, "accuracy with a coin", fontsize=9)
    left.set(xlim=(0, 1), ylim=(0, 1), xlabel="decision rate", ylabel="share of all cases")
    for kind, style in {
        "cut": {"color": PALETTE["grey"], "linewidth": 0.9},
        "mean": {"color": PALETTE["vermilion"], "linewidth": 2.6, "marker": "s", "markersize": 5},
        "least": {"color": PALETTE["blue"], "linewidth": 2.2, "linestyle": "--"},
    }.items():
        chosen = lines[lines["line"] == kind]
        step = 2 if kind == "cut" else len(chosen)
        for start in range(0, len(chosen), step):
            piece = chosen.iloc[start : start + step]
            right.plot(piece["price"], piece["risk"], **style)
    for kind, color in {"mean": PALETTE["vermilion"], "least": PALETTE["blue"]}.items():
        end = float(lines[lines["line"] == kind]["risk"].iloc[-1])
        right.text(1.03, end, kind, color=color, va="center", fontsize=10)
    right.set(xlim=(0, 1), ylim=(0, 1), xlabel="price d of an undecided case", ylabel="risk")
    for axes in (left, right):
        axes.set_aspect("equal")
    label_panel(left, "a", "decide in order of confidence")
    label_panel(right, "b", "a loss line for each cut")
    return np.array([left, right])
