"""Figures of the case file: the solved picture, and the nine panels right and as the paper draws them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

_LETTERS = "abcdefghi"
_VERSIONS = {"right": {"color": PALETTE["black"], "linestyle": "-"}, "as drawn": {"color": PALETTE["vermilion"]}}
_VERSIONS["as drawn"]["linestyle"] = "--"


def flagged_images(images: pd.DataFrame, rates: pd.DataFrame) -> np.ndarray:
    """The images of Figure 1 on the axis of scores, and B as the step function that their thresholds give.

    Returns
    -------
    array of Axes of shape (2,)
        Images above, B below, with one axis of scores.
    """
    _, panels = new_axes(2, 1, width=6.2, height=1.4)
    above, below = panels[:, 0]
    for cat, marker, color, name in ((True, "^", PALETTE["orange"], "cat"), (False, "o", PALETTE["green"], "other")):
        chosen = images.loc[images["cat"] == cat, "score"]
        heights = np.full(len(chosen), float(cat))
        style = {"marker": marker, "color": color, "markeredgecolor": "black", "markersize": 9}
        above.plot(chosen, heights, linestyle="none", label=name, **style)
    above.set(ylim=(-0.6, 1.6), yticks=[0, 1], yticklabels=["other", "cat"])
    edges = [*rates["threshold"], 0.0]
    for place, value in enumerate(rates["B"]):
        below.plot([edges[place + 1], edges[place]], [value, value], color=PALETTE["blue"], linewidth=2.4)
    below.axhline(0.5, color="black", linestyle=":", linewidth=1)
    below.set(xlabel="score, threshold r", ylabel="B(r)", ylim=(0, 1))
    for axes in (above, below):
        axes.set_xlim(0, 100)
        for threshold in (60, 67, 75):
            axes.axvline(threshold, color=PALETTE["grey"], linestyle="--", linewidth=1)
    label_panel(above, "a", "the images; dashed: r = 60, 67, 75")
    label_panel(below, "b", "the probability that a cat outscores a flagged image")
    return panels[:, 0]


def overlaid(table: pd.DataFrame) -> np.ndarray:
    """B in the nine panels, right and as drawn, with F1 (Figures 4 and 6)."""
    figure, grid = new_axes(3, 3, width=2.6, height=1.4)
    for letter, axes in zip(_LETTERS, grid.flat, strict=True):
        of_panel = table[table["panel"] == letter].groupby("version")
        for version, style in _VERSIONS.items():
            curve = of_panel.get_group(version)
            axes.plot(curve["threshold"], curve["B"], label=f"B, {version}", **style)
        curve = of_panel.get_group("right")
        axes.plot(curve["threshold"], curve["F1"], color=PALETTE["blue"], linestyle=":", linewidth=1.2, label="F1")
        axes.axhline(0.5, color=PALETTE["grey"], linewidth=0.8)
        axes.set(xlim=(-10, 10), ylim=(0, 1))
        axes.tick_params(labelsize=8)
        axes.label_outer()
        label_panel(axes, letter)
    for axes in grid[-1]:
        axes.set_xlabel("threshold (log-odds)", fontsize=9)
    figure.legend(*grid[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=9)
    return grid
