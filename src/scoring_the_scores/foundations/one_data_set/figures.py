"""Figures of the chapter: two models in three pictures, and the Tile of both models."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

STYLES: dict[str, dict[str, Any]] = {
    "regression": {"color": PALETTE["blue"], "linestyle": "-"},
    "SVM": {"color": PALETTE["vermilion"], "linestyle": "--"},
    "nobody or everybody": {"color": PALETTE["grey"], "linestyle": ":"},
}
_SMALL = 8.5
#: Where a place's name stands beside it, in points, and which of its sides is there.
_BESIDE = {"accuracy": ((9, -4), "left"), "F1": ((-26, 0), "right"), "price 0.1": ((-9, 9), "right")}


def three_pictures(roc: pd.DataFrame, costs: pd.DataFrame, better: pd.DataFrame, cuts: pd.DataFrame) -> np.ndarray:
    """ROC curves, cost curves, and where in the list the differences of two areas come from."""
    _, grid = new_axes(1, 3, width=2.7, height=3.0)
    first, second, third = grid[0]
    _draw_roc(first, roc)
    _draw_costs(second, costs, better)
    _draw_cuts(third, cuts)
    label_panel(first, "a", "ROC curves")
    label_panel(second, "b", "cost curves")
    label_panel(third, "c", "down the list")
    return grid[0]


def _draw_roc(axes: Axes, roc: pd.DataFrame) -> None:
    for name, part in roc.groupby("model", sort=False):
        _ = axes.plot(part["FPR"], part["TPR"], drawstyle="steps-post", **STYLES[str(name)])
        here = part[part["at 0"]].iloc[0]
        _ = axes.plot(here["FPR"], here["TPR"], "o", color=STYLES[str(name)]["color"], markeredgecolor="black",
                      markersize=6, zorder=5)  # fmt: skip
    _ = axes.plot([0, 1], [0, 1], color=PALETTE["grey"], linestyle=":", linewidth=1)
    axes.text(0.5, 0.885, "regression", color=PALETTE["blue"], fontsize=_SMALL)
    axes.text(0.6, 0.73, "SVM", color=PALETTE["vermilion"], fontsize=_SMALL)
    axes.set(xlim=(0, 1), ylim=(0, 1.03), aspect="equal", xlabel="FPR", ylabel="TPR")
    axes.set(xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))


def _draw_costs(axes: Axes, costs: pd.DataFrame, better: pd.DataFrame) -> None:
    for name, part in costs.groupby("series", sort=False):
        _ = axes.plot(part["c"], part["loss"], **STYLES[str(name)])
    first = better.iloc[0]["to"]
    _ = axes.plot([first, first], [0, np.interp(first, *_curve(costs, "SVM"))], color=PALETTE["black"], linewidth=1)
    axes.text(first + 0.03, 0.012, f"below {first:.2f} the\nregression loses less", fontsize=_SMALL)
    axes.text(0.19, 0.178, "regression", color=PALETTE["blue"], fontsize=_SMALL)
    axes.text(0.3, 0.126, "SVM", color=PALETTE["vermilion"], fontsize=_SMALL)
    axes.text(0.99, 0.188, "nobody or\neverybody", color=PALETTE["grey"], fontsize=_SMALL, ha="right")
    axes.set(xlim=(0, 1), ylim=(0, 0.26), xlabel="cost proportion $c$", ylabel="least loss", xticks=(0, 0.5, 1))


def _curve(costs: pd.DataFrame, name: str) -> tuple[np.ndarray, np.ndarray]:
    part = costs[costs["series"] == name]
    return part["c"].to_numpy(), part["loss"].to_numpy()


def _draw_cuts(axes: Axes, cuts: pd.DataFrame) -> None:
    styles: dict[str, dict[str, Any]] = {
        "AUROC": {"color": PALETTE["black"], "linestyle": "-"},
        "AP": {"color": PALETTE["green"], "linestyle": "-."},
    }
    for name, style in styles.items():
        _ = axes.plot(cuts["rank"], cuts[name], **style)
    axes.axhline(0, color=PALETTE["grey"], linewidth=0.8)
    axes.text(150, 0.05, "AUROC", fontsize=_SMALL, ha="right", color=PALETTE["black"])
    axes.text(75, -0.046, "AP", fontsize=_SMALL, color=PALETTE["green"])
    axes.set(
        xlim=(0, len(cuts)),
        ylim=(-0.08, 0.08),
        xlabel="patients down to the cut",
        xticks=(0, 100, 200),
        yticks=(-0.06, 0, 0.06),
    )
    axes.set_ylabel("lead of the regression")


def winners(square: pd.DataFrame, no_skill: pd.DataFrame, places: dict[str, tuple[float, float]]) -> Axes:
    """Which model is best where on the Tile, with the diagonal, the no-skill curve and some places."""
    _, grid = new_axes(1, 1, width=4.6, height=4.3)
    axes = grid[0, 0]
    wide = {name: square.pivot(index="b", columns="a", values=name) for name in ("regression", "SVM")}
    lead = (wide["regression"] - wide["SVM"]).to_numpy()
    a = wide["SVM"].columns.to_numpy()
    colours = ["#f3c6ad", "#b9d9ec"]
    areas = axes.contourf(a, a, lead, levels=[-1, 0, 1], colors=colours)
    areas.set_edgecolor("face")
    _ = axes.contour(a, a, lead, levels=[0], colors="black", linewidths=0.8)
    _ = axes.plot([0, 1], [0, 1], color=PALETTE["black"], linewidth=1.6)
    _ = axes.plot(no_skill["a"], no_skill["b"], color=PALETTE["black"], linestyle=":", linewidth=1.8)
    for name, (x, y) in places.items():
        _ = axes.plot(x, y, "o", color="white", markeredgecolor="black", markersize=6.5, clip_on=False, zorder=5)
        away, side = _BESIDE.get(name, ((-9, 0), "right"))
        axes.annotate(name, (x, y), away, textcoords="offset points", fontsize=_SMALL, ha=side, va="center", zorder=6)
    for x, y in ((0.25, 0.7), (0.6, 0.09)):
        axes.text(x, y, "SVM best", color="#8a3a00", fontsize=11, ha="center", va="center")
    for x, y in ((0.2, 0.935), (0.63, 0.325)):
        axes.text(x, y, "regression best", color="#004a75", fontsize=11, ha="center", va="center")
    axes.text(0.63, 0.67, "the diagonal: cost curves", rotation=45, fontsize=_SMALL, ha="center", va="center")
    axes.text(0.86, 0.6, "no skill", fontsize=_SMALL, ha="right", va="center")
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    axes.set_xlabel("$a$: finding a positive counts for more →")
    axes.set_ylabel("$b$: missing one counts for more →")
    axes.set(xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
    return axes
