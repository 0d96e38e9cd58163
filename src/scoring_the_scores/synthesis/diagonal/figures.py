"""Figures of the chapter on cost space and the Tile: the diagonal unrolled, and families of rulers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

_CURVE: dict[str, Any] = {"color": PALETTE["black"], "linewidth": 2.2}
_WRONG: dict[str, Any] = {"color": PALETTE["grey"], "linestyle": ":", "linewidth": 1.6}
_UPRIGHT: dict[str, Any] = {"color": PALETTE["blue"], "linestyle": "-", "linewidth": 1.6}
_SLANTED: dict[str, Any] = {"color": PALETTE["vermilion"], "linestyle": "--", "linewidth": 1.6}
_WRITTEN = {"F1": "$F_1$", "F1 of negatives": "$F_1$ of the\nnegatives"}
#: Where a family's name stands on the square, and which of its sides is there.
_BESIDE = {"accuracy": (0.55, 0.47, "left"), "F1": (0.8, 0.14, "right"), "F1 of negatives": (0.03, 0.84, "left")}
_FAMILIES = (("-", "o"), ("--", "s"), ("-.", "^"))


def unrolled(square: pd.DataFrame, plane: pd.DataFrame, rulers: pd.DataFrame) -> np.ndarray:
    """The square of a sample beside its cost plane, with the same places marked in both."""
    _, grid = new_axes(1, 2, width=4.05, height=4.1)
    left, right = grid[0]
    _draw_square(left, square, rulers)
    _draw_plane(right, plane)
    for row in rulers.itertuples():
        _draw_ruler(right, row)
    label_panel(left, "a", "The square")
    label_panel(right, "b", "The cost plane")
    return grid[0]


def _draw_square(axes: Axes, square: pd.DataFrame, rulers: pd.DataFrame) -> None:
    values = square.pivot(index="b", columns="a", values="best")
    levels = np.arange(0.5, 1.001, 0.05)
    lines = axes.contour(
        values.columns, values.index, values.to_numpy(), levels=levels, colors="#9a9a9a", linewidths=0.9
    )
    axes.clabel(lines, fmt="%.2f", fontsize=7)
    _ = axes.plot([0, 1], [0, 1], color=PALETTE["blue"], linewidth=3.2, zorder=3)
    axes.text(0.3, 0.36, "the diagonal", rotation=45, color=PALETTE["blue"], fontsize=9, ha="center", va="center")
    places = {"TPR": (-10, -6, "right"), "TNR": (11, 4, "left"), "accuracy": (8, -8, "left"),
              "F1": (-7, 0, "right"), "F1 of negatives": (7, -3, "left")}  # fmt: skip
    for row in rulers.itertuples():
        upright = row.a == row.b
        style = {"marker": "o" if upright else "s", "color": (_UPRIGHT if upright else _SLANTED)["color"]}
        _ = axes.plot(row.a, row.b, markersize=7, markeredgecolor="black", clip_on=False, zorder=4, **style)
        x, y, side = places[row.name]
        axes.annotate(
            _WRITTEN.get(row.name, row.name), (row.a, row.b), (x, y), textcoords="offset points", fontsize=8.5,
            ha=side, va="center", zorder=5, bbox={"color": "white", "pad": 0.6, "alpha": 0.85},
        )  # fmt: skip
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="$a$", ylabel="$b$")
    axes.set(xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)


def _draw_plane(axes: Axes, plane: pd.DataFrame, *, named: bool = True) -> None:
    parts = dict(list(plane.groupby("series", sort=False)))
    curve, wrong = parts["cost curve"], parts["all wrong"]
    _ = axes.plot(wrong["c"], wrong["loss"], **_WRONG)
    _ = axes.plot(curve["c"], curve["loss"], **_CURVE)
    axes.set(xlim=(0, 1), ylim=(0, 1.08 * wrong["loss"].max()), xlabel="cost proportion $c$", ylabel="loss $Q_c$")
    axes.set(xticks=(0, 0.5, 1))
    if named:
        slope = np.diff(wrong["loss"]).item()
        axes.text(
            0.7,
            wrong["loss"].iloc[0] + 0.7 * slope + 0.06,
            "all wrong",
            color=PALETTE["grey"],
            fontsize=8.5,
            ha="right",
        )
        axes.text(0.97, 0.17, "cost curve", fontsize=8.5, ha="right")


def _draw_ruler(axes: Axes, row: Any) -> None:
    upright = row.a == row.b
    style = _UPRIGHT if upright else _SLANTED
    _ = axes.plot([row.c0, row.c1], [row.loss0, 0], clip_on=False, **style)
    _ = axes.plot(row.c, row.loss, marker="o" if upright else "s", color=style["color"], markeredgecolor="black",
                  markersize=6.5, clip_on=False, zorder=5)  # fmt: skip
    # the name beside the ruler, and the score beside the point
    names = {"TPR": (0.02, 0.2, "left"), "TNR": (0.975, 0.5, "right"), "accuracy": (0.48, 0.66, "right"),
             "F1": (0.13, 0.34, "left"), "F1 of negatives": (0.73, 0.95, "right")}  # fmt: skip
    scores = {"TPR": (7, 6, "left"), "TNR": (-7, 6, "right"), "accuracy": (-5, -11, "right"), "F1": (-2, 11, "center"),
              "F1 of negatives": (6, 9, "left")}  # fmt: skip
    x, y, side = names[row.name]
    axes.text(x, y, _WRITTEN.get(row.name, row.name), color=style["color"], fontsize=8.5, ha=side, va="center")
    x, y, side = scores[row.name]
    axes.annotate(f"{row.best:.2f}", (row.c, row.loss), (x, y), textcoords="offset points", fontsize=8.5, ha=side,
                  va="center", color=style["color"], fontweight="bold", zorder=6)  # fmt: skip


def families(plane: pd.DataFrame, fan: pd.DataFrame, rulers: pd.DataFrame, lines: pd.DataFrame) -> np.ndarray:
    """Families of parallel rulers, their places on the square, and the rulers of F-scores over a cost plane."""
    _, grid = new_axes(1, 3, width=2.7, height=2.9)
    second, third, first = grid[0]
    _draw_plane(first, plane, named=False)
    for row in fan.itertuples():
        _ = first.plot([row.c0, row.c1], [row.loss0, 0], **{**_SLANTED, "linewidth": 1.0})
        _ = first.plot(row.c, row.loss, "s", color=_SLANTED["color"], markeredgecolor="black", markersize=4, zorder=5)
    wrong = plane[plane["series"] == "all wrong"]
    _ = second.plot(wrong["c"], wrong["loss"], **_WRONG)
    second.set(xlim=(0, 1), ylim=first.get_ylim(), xticks=(0, 0.5, 1), xlabel="cost proportion $c$",
               ylabel="loss $Q_c$")  # fmt: skip
    colors = (PALETTE["blue"], PALETTE["vermilion"], PALETTE["green"])
    for (name, part), color, (dash, marker) in zip(rulers.groupby("name", sort=False), colors, _FAMILIES, strict=True):
        for row in part.itertuples():
            _ = second.plot([row.c0, row.c1], [row.loss0, 0], color=color, linestyle=dash, linewidth=1.4)
        line = lines[lines["name"] == name]
        _ = third.plot(line["a"], line["b"], color=color, linestyle=dash, linewidth=2)
        _ = third.plot(
            part["a"], part["b"], marker, color=color, markeredgecolor="black", markersize=5.5, clip_on=False
        )
        x, y, side = _BESIDE[str(name)]
        third.text(x, y, _WRITTEN.get(str(name), str(name)), fontsize=8.5, color=color, ha=side, va="center")
    third.set(
        xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="$a$", ylabel="$b$", xticks=(0, 0.5, 1), yticks=(0, 0.5, 1)
    )
    label_panel(second, "a", "parallel rulers")
    label_panel(third, "b", "their places")
    label_panel(first, "c", r"all $F_\beta$")
    return grid[0]
