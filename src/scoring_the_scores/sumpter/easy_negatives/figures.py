"""Figures of the chapter on easy negatives: the nine data sets, what one negative costs, and what a million do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, curve_styles, label_panel, new_axes

_NEGATIVE = {"color": PALETTE["green"], "alpha": 0.75, "hatch": "////", "edgecolor": "white", "linewidth": 0.2}
_POSITIVE = {"color": PALETTE["orange"], "alpha": 0.75}
_BESIDE: dict[str, Any] = {"textcoords": "offset points", "fontsize": 10}
_LETTERS = "abcdefghi"
#: Range of log-odds in each column: the easier the data, the larger the fitted slope.
_LIMITS = ((-20, 15), (-16, 8), (-11, 5))


def histograms(table: pd.DataFrame, lines: pd.DataFrame) -> np.ndarray:
    """Numbers of negatives and positives by score, with A and the threshold at which B is 1/2 (Figures 2 and 3)."""
    figure, panels = new_axes(3, 3, width=2.6, height=1.8)
    for place, (letter, axes) in enumerate(zip(_LETTERS, panels.flat, strict=True)):
        bins, line = table[table["panel"] == letter], lines[lines["panel"] == letter]
        edges = [*bins["left"], bins["right"].iloc[-1]]
        axes.stairs(bins["negatives"], edges, fill=True, label="negative", **_NEGATIVE)
        axes.stairs(bins["positives"], edges, fill=True, label="positive", **_POSITIVE)
        axes.axvline(line["r_b"].item(), color="black", linestyle=":", label="$r_b$")
        axes.set(xlim=_LIMITS[place % 3])
        axes.tick_params(labelsize=8)
        label_panel(axes, letter, f"A = {line['A'].item():.3f}")
    for axes in panels[-1]:
        axes.set_xlabel("score (log-odds)", fontsize=9)
    for axes in panels[:, 0]:
        axes.set_ylabel("cases", fontsize=9)
    figure.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return panels


def cost_of_a_negative(table: pd.DataFrame, *, threshold: float, axes: Axes | None = None) -> Axes:
    """Change of C(r_b) by one more negative against its score, with the threshold marked."""
    if axes is None:
        _, ((axes,),) = new_axes(width=5.6, height=2.7)
    axes.axvline(threshold, color="black", linestyle=":", linewidth=1.2)
    axes.annotate("$r_b$", (threshold, table["change"].min()), (4, 0), textcoords="offset points")
    for side in (table["score"] <= threshold, table["score"] > threshold):
        axes.plot(table["score"][side], table["change"][side], color=PALETTE["blue"])
    axes.set(xlabel="score of the added negative (X)", ylabel="change of $C(r_b)$")
    return axes


def easy_negatives(easy: pd.DataFrame, shares: pd.DataFrame) -> np.ndarray:
    """C(r_b) against the number of easy negatives, by how easy they are, and three measures against the share."""
    _, ((left, right),) = new_axes(1, 2, width=3.9, height=3.1)
    for (mean, curve), style in zip(easy.groupby("easy_mean"), curve_styles(), strict=False):
        left.plot(curve["easy"], curve["C"], **style)
        left.annotate(f"at {mean:g}", (curve["easy"].iloc[-1], curve["C"].iloc[-1]), (3, 3), **_BESIDE)
    left.set(xscale="log", xlabel="easy negatives", ylim=(0, 1), ylabel="$C(r_b)$")
    names = {"C": ("$C(r_b)$", (8, -8)), "A": ("A", (0, 4)), "largest_F1": ("best F1", (-46, 6))}
    middle = len(shares) // 2
    for (column, (name, offset)), style in zip(names.items(), curve_styles(), strict=False):
        right.plot(shares["share"], shares[column], **style)
        right.annotate(name, (shares["share"].iloc[middle], shares[column].iloc[middle]), offset, **_BESIDE)
    right.set(xscale="log", xlabel="share of the positives", ylim=(0, 1), ylabel="value")
    label_panel(left, "a", "more and more easy negatives")
    label_panel(right, "b", "other class shares")
    return np.array([left, right])
