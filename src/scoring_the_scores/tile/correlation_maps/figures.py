"""Figures of the chapter on correlation maps: maps over the Tile, readable in grey."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, lie_on_map, new_axes

#: Lightness rises evenly with tau, so that a map printed in grey keeps its order.
COLORS = "cividis"
#: Values of tau along which a line is drawn, dashed below zero; the line at zero is bold.
LEVELS = np.round(np.arange(-0.8, 0.81, 0.2), 1)
#: What stands on the axes for the scores' names.
TITLES: Mapping[str, str] = {
    "J-": "$J_-$",
    "J+": "$J_+$",
    "A": "$A$",
    "kappa": r"$\kappa$",
    "X tn,tp|tn,fn,tp": "$X_{tn,tp|tn,fn,tp}$",
    "X tn,tp|tn,fp,tp": "$X_{tn,tp|tn,fp,tp}$",
}

_CURVE = {"color": "black", "linewidth": 2.0, "linestyle": "-."}
#: How near to the edge of a panel a contour line has no number.
_MARGIN = 0.08


def correlation_maps(
    table: pd.DataFrame,
    *,
    columns: int = 3,
    marks: Mapping[str, tuple[float, float]] | None = None,
    curves: pd.DataFrame | None = None,
    low: float = 0.0,
) -> np.ndarray:
    """One square for each score: Kendall's tau with the canonical score at each place, in shades and contour lines."""
    scores = list(dict.fromkeys(table["score"]))
    rows = -(-len(scores) // columns)
    figure, grid = new_axes(rows, columns, width=2.7, height=2.4)
    panels = grid.ravel()[: len(scores)]
    for axes, score in zip(panels, scores, strict=True):
        square = table[table["score"] == score].pivot(index="b", columns="a", values="tau")
        a, b, tau = square.columns.to_numpy(), square.index.to_numpy(), square.to_numpy()
        image = axes.pcolormesh(a, b, tau, cmap=COLORS, vmin=low, vmax=1, shading="gouraud", rasterized=True)
        _contours(axes, a, b, tau, (1 + low) / 2)
        for line, points in () if curves is None else curves.groupby("line", sort=False):
            thin = str(line).startswith("grid")
            style = {"color": "white", "linewidth": 0.5, "alpha": 0.6} if thin else _CURVE
            axes.plot(points["a"], points["b"], **style)
        if marks and score in marks:
            axes.plot(*marks[score], "o", markersize=9, markerfacecolor="none", markeredgecolor=PALETTE["black"],
                      markeredgewidth=1.6, clip_on=False, zorder=5)  # fmt: skip
        lie_on_map(axes)
        axes.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], aspect="equal")
        axes.set_title(TITLES.get(score, f"${score}$"), fontsize=10)
        for side in ("top", "right"):
            axes.spines[side].set_visible(True)
    for axes in grid.ravel()[len(scores) :]:
        axes.set_axis_off()
    for axes in grid[-1]:
        axes.set_xlabel("$a$")
    for axes in grid[:, 0]:
        axes.set_ylabel("$b$", rotation=0)
    figure.colorbar(image, ax=grid, shrink=0.75 if rows > 1 else 0.95, label=r"Kendall's $\tau$")
    return panels


def _contours(axes: Axes, a: np.ndarray, b: np.ndarray, tau: np.ndarray, middle: float) -> None:
    """Contour lines with their values: white on the dark half of the shades, black on the light half."""
    levels = [level for level in LEVELS if np.nanmin(tau) < level < np.nanmax(tau)]
    if not levels:
        return
    lines = axes.contour(
        a, b, tau, levels=levels,
        colors=["black" if level >= middle else "white" for level in levels],
        linewidths=[2.0 if level == 0 else 0.9 for level in levels],
        linestyles=["--" if level < 0 else "-" for level in levels],
    )  # fmt: skip
    # a number in the middle of each line, unless it would be cut off there
    middles = [max(pieces, key=len)[len(max(pieces, key=len)) // 2] for pieces in lines.allsegs if pieces]
    inside = [tuple(at) for at in middles if min(*at, *(1 - at)) > _MARGIN]
    axes.clabel(lines, fmt="%.1f", fontsize=7, inline_spacing=2, manual=inside)
