"""Figures of the chapter on the nine data sets: the solved example, histograms of scores, ROC curves."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from metricbook.pages.style import PALETTE, label_panel, new_axes

_NEGATIVE = {"color": PALETTE["green"], "alpha": 0.75, "hatch": "////", "edgecolor": "white", "linewidth": 0.2}
_POSITIVE = {"color": PALETTE["orange"], "alpha": 0.75}
_LETTERS = "abcdefghi"
#: Range of log-odds in each column: the easier the data, the larger the fitted slope.
_LIMITS = ((-20, 15), (-16, 8), (-11, 5))


def flagged_images(images: pd.DataFrame, rates: pd.DataFrame) -> np.ndarray:
    """The images of Figure 1 on the axis of scores, and B as the step function that their thresholds give.

    Parameters
    ----------
    images : DataFrame
        Columns ``score`` and ``cat`` (booleans).
    rates : DataFrame
        Columns ``threshold`` (scores, highest first) and ``B``, which holds from there down to the next score.

    Returns
    -------
    array of Axes of shape (2,)
        Images above, B below, with one axis of scores.
    """
    figure, panels = new_axes(2, 1, width=6.2, height=2.2)
    above, below = panels[:, 0]
    for cat, marker, color, name in ((True, "^", PALETTE["orange"], "cat"), (False, "o", PALETTE["green"], "other")):
        chosen = images.loc[images["cat"] == cat, "score"]
        above.plot(
            chosen,
            np.full(len(chosen), float(cat)),
            linestyle="none",
            marker=marker,
            color=color,
            label=name,
            markeredgecolor="black",
            markersize=9,
        )
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
    label_panel(below, "b", "the chance that a cat outscores a flagged image")
    figure.canvas.draw_idle()
    return panels[:, 0]


def histograms(table: pd.DataFrame, lines: pd.DataFrame) -> np.ndarray:
    """Numbers of negatives and positives by score, with the threshold at which B is 1/2 (Figure 2).

    Parameters
    ----------
    table : DataFrame
        Columns ``panel``, ``left``, ``right`` (edges of a bin), ``negatives``, ``positives``.
    lines : DataFrame
        Columns ``panel`` and ``r_b``.

    Returns
    -------
    array of Axes of shape (3, 3)
    """
    _, panels = new_axes(3, 3, width=2.5, height=2.1)
    for place, (letter, axes) in enumerate(zip(_LETTERS, panels.flat, strict=True)):
        bins = table[table["panel"] == letter]
        width = bins["right"] - bins["left"]
        axes.bar(bins["left"], bins["negatives"], width=width, align="edge", label="negative", **_NEGATIVE)
        axes.bar(bins["left"], bins["positives"], width=width, align="edge", label="positive", **_POSITIVE)
        axes.axvline(lines.loc[lines["panel"] == letter, "r_b"].item(), color="black", linestyle=":", label="$r_b$")
        axes.set(xlim=_LIMITS[place % 3])
        label_panel(axes, letter)
    _name_outer(panels, "score (log-odds)", "samples")
    panels[2, 0].legend(fontsize=8, loc="upper right")  # the panel with most room
    return panels


def roc_curves(table: pd.DataFrame, areas: pd.DataFrame) -> np.ndarray:
    """ROC curves with A written into each panel (Figure 3).

    Parameters
    ----------
    table : DataFrame
        Columns ``panel``, ``fpr``, ``tpr``.
    areas : DataFrame
        Columns ``panel`` and ``A``.

    Returns
    -------
    array of Axes of shape (3, 3)
    """
    _, panels = new_axes(3, 3, width=2.5, height=2.4)
    for letter, axes in zip(_LETTERS, panels.flat, strict=True):
        curve = table[table["panel"] == letter]
        axes.plot([0, 1], [0, 1], color=PALETTE["grey"], linestyle=":", linewidth=1)
        axes.plot(curve["fpr"], curve["tpr"], color=PALETTE["blue"])
        axes.text(0.95, 0.08, f"A = {areas.loc[areas['panel'] == letter, 'A'].item():.3f}", ha="right", fontsize=9)
        axes.set(xlim=(0, 1), ylim=(0, 1.02), aspect="equal")
        label_panel(axes, letter)
    _name_outer(panels, "false positive rate u(r)", "true positive rate v(r)")
    return panels


def _name_outer(panels: np.ndarray, below: str, left: str) -> None:
    """Name the axes of a grid at its lower and left edges."""
    axes: Axes
    for axes in panels[-1]:
        axes.set_xlabel(below, fontsize=9)
    for axes in panels[:, 0]:
        axes.set_ylabel(left, fontsize=9)
