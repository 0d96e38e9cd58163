"""Figures of the chapter on the angle: random rankings, shares predicted and drawn, and two maps of metrics."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes
from scoring_the_scores.synthesis.map_figures import Offsets, draw_map

_SMALL = 8
_TICKS = (2, 5, 10, 20, 50, 100, 200, 500)
_MARKS = {200: ("o", PALETTE["orange"]), 1000: ("s", PALETTE["blue"]), 5000: ("^", PALETTE["black"])}


def random_rankings(sizes: pd.DataFrame, flagged: pd.DataFrame) -> np.ndarray:
    """How often metrics are at odds about two random rankings: by their size, and by the share flagged."""
    _, grid = new_axes(1, 2, width=4.0, height=3.1)
    left, right = grid[0]
    for (prevalence, part), colour, marker in zip(
        sizes.groupby("prevalence", sort=False), (PALETTE["blue"], PALETTE["orange"]), ("o", "s"), strict=True
    ):
        exactly = part["standard_error"] == 0
        name = "as many negatives" if prevalence == 0.5 else "three times as many"
        left.plot(part["positives"], part["share"], color=colour, linewidth=1, label="_line")
        left.plot(part["positives"][exactly], part["share"][exactly], marker, color=colour, markersize=5, label=name)
        left.errorbar(
            part["positives"][~exactly], part["share"][~exactly], yerr=2 * part["standard_error"][~exactly],
            fmt=marker, color=colour, markerfacecolor="white", markersize=5, elinewidth=0.8, capsize=2, label="_drawn",
        )  # fmt: skip
    left.axhline(1 / 6, color="black", linestyle=":", linewidth=1.2, label="_limit")
    left.annotate("1/6", (2, 1 / 6), xytext=(0, 3), textcoords="offset points", fontsize=_SMALL)
    left.set(xscale="log", ylim=(0, 0.21), xlabel="positives", ylabel="share of opposite orders")
    left.set_xticks(_TICKS, map(str, _TICKS))
    left.minorticks_off()
    left.legend(loc="lower right", fontsize=_SMALL)
    label_panel(left, "a", "AUROC and AP")
    for name, colour, dash, marker, shift in (
        ("AUROC", PALETTE["blue"], "-", "o", (-14, -16)),
        ("AP", PALETTE["orange"], "--", "s", (-4, -16)),
    ):
        right.plot(flagged["flagged"], flagged[name], color=colour, linestyle=dash)
        lowest = flagged.loc[flagged[name].round(9).idxmin()]
        place = (lowest["flagged"], lowest[name])
        right.plot(*place, marker, color=colour, markersize=5)
        right.annotate(name, place, xytext=shift, textcoords="offset points", fontsize=9)
    right.set(xlim=(0, 1), ylim=(0, 0.5), xlabel="share flagged", ylabel="share of opposite orders, limit")
    label_panel(right, "b", "beside decisions")
    return grid[0]


def predicted_and_drawn(compared: pd.DataFrame, alike: pd.DataFrame) -> np.ndarray:
    """Drawn shares of opposite orders over predicted ones, and how fast metrics of one direction come together."""
    _, grid = new_axes(1, 2, width=4.0, height=3.4)
    left, right = grid[0]
    left.plot([0, 1], [0, 1], color=PALETTE["grey"], linewidth=0.8, label="_line")
    for n, part in compared.groupby("n"):
        marker, colour = _MARKS[n]
        left.errorbar(
            part["predicted"], part["drawn"], yerr=2 * part["error"], fmt=marker, color=colour, markersize=3.5,
            markerfacecolor="white", elinewidth=0.7, label=f"{n:,} cases",
        )  # fmt: skip
    left.set(xlim=(-0.02, 1), ylim=(-0.02, 1), xlabel="predicted share", ylabel="drawn share")
    left.legend(loc="upper left", fontsize=_SMALL)
    label_panel(left, "a", "opposite orders")
    sizes = [name for name in alike.columns if name.isdigit()]
    dashes = zip(("-", "--", ":"), ("o", "s", "^"), ("blue", "orange", "black"), strict=True)
    for row, (dash, marker, colour) in zip(alike.to_dict("records"), dashes, strict=True):
        shares = [row[size] for size in sizes]
        right.plot([int(size) for size in sizes], shares, marker, linestyle=dash, color=PALETTE[colour], markersize=5,
                   linewidth=1.2)  # fmt: skip
        right.annotate(
            f"{row['first']}, {row['second']}", (int(sizes[1]), shares[1]), xytext=(-4, 7), fontsize=_SMALL,
            textcoords="offset points",
        )  # fmt: skip
    right.set(xscale="log", yscale="log", xlabel="cases", ylabel="share of opposite orders")
    right.set_xticks([int(size) for size in sizes], [f"{int(size):,}" for size in sizes])
    ticks = (0.01, 0.02, 0.05, 0.1, 0.2)
    right.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    right.set_ylim(0.004, 0.3)
    right.minorticks_off()
    label_panel(right, "b", "metrics of one direction")
    return grid[0]


def two_maps(measured: pd.DataFrame, angles: pd.DataFrame) -> np.ndarray:
    """The map of metrics by what was measured and by angles, with the same axes."""
    _, grid = new_axes(1, 2, width=4.0, height=3.3)
    both = pd.concat([measured, angles])
    for axes, places, letter, title in (
        (grid[0][0], measured, "a", "measured"), (grid[0][1], angles, "b", "from angles"),
    ):  # fmt: skip
        draw_map(axes, places, _OFFSETS, both, 0.28, 0.2, 0.12)
        label_panel(axes, letter, title)
    return grid[0]


_OFFSETS: Offsets = {
    "AUROC": ((-7, -7), "right"),
    "AUCH": ((-7, 2), "right"),
    "AP": ((6, -5), "left"),
    "accuracy": ((-5, -11), "right"),
    "C(r_b)": ((7, -6), "left"),
    "H": ((7, 1), "left"),
    "best F1": ((7, -8), "left"),
    "F1": ((7, -3), "left"),
    "kappa": ((2, -14), "left"),
    "MCC": ((-6, 1), "right"),
    "BA": ((2, 7), "left"),
}
