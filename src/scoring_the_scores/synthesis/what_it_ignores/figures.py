"""Figures of the chapter: metrics against the number of easy negatives, and the places of the Tile that stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, curve_styles, label_panel, new_axes

#: Labels of curves: at which end, in whose words, and how many points above the curve.
_LABELS = {
    "AP": ("right", "AP", 3),
    "F1": ("right", "F1", -13),
    "C(r_b)": ("right", "C(r_b)", 3),
    "kappa": ("right", "κ", -11),
    "MCC": ("right", "MCC", 2),
    "balanced accuracy": ("right", "balanced accuracy", 3),
    "H": ("right", "H", -13),
    "AUROC": ("left", "AUROC", 3),
    "accuracy": ("left", "accuracy", -13),
    "KS": ("left", "KS", 3),
    "LxCIM": ("left", "LxCIM", -13),
}


#: What stays where, as the theorem on fixed places has it: the two ends of each line.
PLACES = pd.DataFrame(
    [
        ("global exchange", 0.5, 0.5, 0.5, 0.5),
        ("local exchange", 0.5, 0.5, 0.5, 0.5),
        ("easy negatives", 1, 0, 1, 1),
        ("reversal", 0, 0, 1, 1),
        ("prior shift, value", 0, 0, 0, 0),
        ("prior shift, value", 1, 1, 1, 1),
        ("prior shift, order", 1, 0, 1, 0),
        ("prior shift, order", 0, 1, 0, 1),
    ],
    columns=["transformation", "a", "b", "to_a", "to_b"],
)


def fates(table: pd.DataFrame) -> np.ndarray:
    """Metrics against the number of easy negatives, one panel for each of three fates."""
    _, grid = new_axes(1, 3, width=2.7, height=3.3)
    for axes, letter, (fate, part) in zip(grid[0], "abc", table.groupby("fate", sort=False), strict=True):
        for (metric, curve), style in zip(part.groupby("metric", sort=False), curve_styles(), strict=False):
            axes.plot(curve["easy"], curve["value"], **style)
            side, name, lift = _LABELS[metric]
            end = curve.iloc[-1 if side == "right" else 0]
            axes.annotate(
                name,
                (end["easy"], end["value"]),
                (-2 if side == "right" else 4, lift),
                textcoords="offset points",
                ha=side,
                va="bottom",
                fontsize=8.5,
            )
        axes.set_xscale("symlog", linthresh=10)
        axes.set(xlim=(0, 1e6), ylim=(0.35, 1.04), xticks=[0, 1e2, 1e4, 1e6], xlabel="easy negatives")
        axes.minorticks_off()
        label_panel(axes, letter, fate)
    grid[0][0].set_ylabel("value")
    return grid[0]


_CORNER: dict[str, Any] = {"marker": "s", "color": PALETTE["black"], "markersize": 11, "clip_on": False, "zorder": 3}
_DRAWN: Mapping[str, dict[str, Any]] = {
    "global exchange": {"marker": "o", "color": PALETTE["green"], "markersize": 11, "zorder": 3},
    "local exchange": {"marker": "o", "color": PALETTE["green"], "markersize": 11, "zorder": 3},
    "easy negatives": {"color": PALETTE["vermilion"], "linewidth": 5, "clip_on": False, "zorder": 1},
    "reversal": {"color": PALETTE["blue"], "linestyle": "--", "zorder": 1},
    "prior shift, value": _CORNER,
    "prior shift, order": {**_CORNER, "markerfacecolor": "white"},
}


def fixed_places(*, axes: Axes | None = None) -> Axes:
    """The Tile with the places that each transformation leaves alone."""
    if axes is None:
        _, ((axes,),) = new_axes(width=4.2, height=4.0)
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    for row in PLACES.itertuples(index=False):
        axes.plot([row.a, row.to_a], [row.b, row.to_b], **_DRAWN[row.transformation])
    for text, place, ha in (
        ("exchange of classes,\nglobal or local:\naccuracy", (0.46, 0.54), "right"),
        ("reversal:\nthe rising diagonal", (0.30, 0.24), "left"),
        ("easy negatives:\nthe right side,\nfrom precision\nto recall", (0.965, 0.62), "right"),
        ("prior shift: the value\nat TNR and TPR (filled)", (0.05, 0.055), "left"),
        ("prior shift: the order\nat all four corners", (0.05, 0.93), "left"),
    ):
        axes.text(*place, text, ha=ha, va="center", fontsize=9, bbox=box, zorder=2)
    axes.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], xlabel="a", ylabel="b", aspect="equal")
    return axes
