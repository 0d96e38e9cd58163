"""Figures of the chapter on the indistinguishability threshold: Figures 4 to 6, right and as drawn, and added ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from metricbook.pages.style import PALETTE, curve_styles, label_panel, new_axes

VERSIONS = ("right", "as drawn")
#: Column, label and style of each curve.
Curves = tuple[tuple[str, str, dict[str, Any]], ...]
_BLACK = {"color": PALETTE["black"], "linestyle": "-"}
_B: Curves = (("B", "B", _BLACK),)
_RATES: Curves = (
    ("C", "precision C", _BLACK),
    ("tpr", "true positive rate v", {"color": PALETTE["blue"], "linestyle": "--"}),
    ("fpr", "false positive rate u", {"color": PALETTE["vermilion"], "linestyle": "-."}),
)
_PARTS: Curves = (
    ("B", "B", _BLACK),
    ("B_plus", "B₊", {"color": PALETTE["orange"], "linestyle": "--"}),
    ("B_minus", "B₋", {"color": PALETTE["green"], "linestyle": "-."}),
    ("F1", "F1", {"color": PALETTE["vermilion"], "linestyle": (0, (1, 1))}),
)


def win_rates(table: pd.DataFrame) -> np.ndarray:
    """B against the threshold in the nine panels, right and as drawn (Figure 4).

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.sumpter.panel_curves.nine_curves`.

    Returns
    -------
    array of Axes of shape (3, 6)
        The paper's nine panels twice: the right ones, then those of its script.
    """
    return _twice(table, _B, against="threshold")


def rates(table: pd.DataFrame) -> np.ndarray:
    """Precision and both rates against B, with the levels 0.4, 0.5 and 0.6 (Figure 5). As `win_rates`."""
    return _twice(table, _RATES, against="B")


def parts(table: pd.DataFrame) -> np.ndarray:
    """B, its two parts and F1 against the threshold (Figure 6). As `win_rates`."""
    return _twice(table, _PARTS, against="threshold")


def easy_negatives(hard: pd.DataFrame, easy: pd.DataFrame, shares: pd.DataFrame) -> np.ndarray:
    """C(r_b) against the number of easy negatives, by difficult and by easy mean, and measures against the share.

    Parameters
    ----------
    hard, easy : DataFrame
        From `metricbook.chapters.sumpter.easy_negatives.added_negatives.by_easy_negatives`.
    shares : DataFrame
        From `metricbook.chapters.sumpter.easy_negatives.added_negatives.by_share`.

    Returns
    -------
    array of Axes of shape (3,)
        In this order.
    """
    _, ((left, middle, right),) = new_axes(1, 3, width=3.5, height=3.3)
    for axes, table, column, name in ((left, hard, "hard_mean", "difficult"), (middle, easy, "easy_mean", "easy")):
        for (mean, curve), style in zip(table.groupby(column), curve_styles(), strict=False):
            axes.plot(curve["easy"], curve["C"], label=f"{name} at {mean:g}", **style)
        axes.set(xscale="log", xlabel="easy negatives", ylim=(0, 1), ylabel="precision at $r_b$")
        axes.legend(fontsize=7, loc="lower left")
    labels = {"C": "$C(r_b)$", "A": "A", "largest_F1": "largest F1"}
    for (column, label), style in zip(labels.items(), curve_styles(), strict=False):
        right.plot(shares["share"], shares[column], label=label, **style)
    right.set(xscale="log", xlabel="share of the positives", ylim=(0, 1))
    right.legend(fontsize=7, loc="center left")
    for axes, letter in zip((left, middle, right), "abc", strict=True):
        label_panel(axes, letter)
    return np.array([left, middle, right])


def cost_of_a_negative(table: pd.DataFrame, *, threshold: float, axes: Axes | None = None) -> Axes:
    """Change of C(r_b) by one more negative against its score, with the threshold marked.

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.sumpter.easy_negatives.added_negatives.cost_of_a_negative`.
    threshold : float
        r_b.
    axes : Axes, optional
        Where to draw; new ones by default.
    """
    if axes is None:
        _, ((axes,),) = new_axes(width=5.2, height=3.2)
    axes.axvline(threshold, color="black", linestyle=":", linewidth=1.2, label="$r_b$")
    for side in (table["score"] <= threshold, table["score"] > threshold):
        label = None if side.iloc[0] else "change of $C(r_b)$"
        axes.plot(table["score"][side], table["change"][side], color=PALETTE["blue"], label=label)
    axes.set(xlabel="score of the added negative (scale of X)", ylabel="change by one negative")
    axes.legend(loc="lower left")
    return axes


def _twice(table: pd.DataFrame, curves: Curves, *, against: str) -> np.ndarray:
    figure, grid = new_axes(3, 6, width=1.75, height=1.7)
    for block, version in enumerate(VERSIONS):
        for place, letter in enumerate("abcdefghi"):
            axes = grid[place // 3, 3 * block + place % 3]
            curve = table[(table["version"] == version) & (table["panel"] == letter)]
            for column, label, style in curves:
                axes.plot(curve[against], curve[column], label=label, linewidth=1.3, **style)
            _frame(axes, against)
            axes.set_title(f"{letter}) {version}", fontsize=9)
    for axes in grid[2]:
        axes.set_xlabel("threshold (log-odds)" if against == "threshold" else "B", fontsize=8)
    figure.legend(*grid[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=len(curves), fontsize=9)
    return grid


def _frame(axes: Axes, against: str) -> None:
    """The paper's axes, and its lines: the level 1/2, or the levels 0.4, 0.5 and 0.6 of B."""
    if against == "threshold":
        axes.set(xlim=(-10, 10), ylim=(0, 1))
        axes.axhline(0.5, color=PALETTE["grey"], linestyle=":", linewidth=1)
    else:
        axes.set(xlim=(0, 1), ylim=(0, 1))
        for level in (0.4, 0.5, 0.6):
            axes.axvline(level, color=PALETTE["grey"], linestyle="-" if level == 0.5 else ":", linewidth=1)
    axes.tick_params(labelsize=7)
    axes.label_outer()
