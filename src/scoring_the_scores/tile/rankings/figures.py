"""Figures of the chapter on who is best where: the paper's Figures 5, 8 and 9, and zones of fitted classifiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch, Polygon

from scoring_the_scores.pages.style import PALETTE, lie_on_map, new_axes
from scoring_the_scores.tile.frame import frame_tile

#: Face colours, each of another lightness, and hatches.
FILLS = (
    ("#CFE6F5", ""),
    ("#F0C36D", "//"),
    ("#6FB79E", ".."),
    ("#A86FA0", "xx"),
    ("#F2F2F2", "--"),
    ("#5A5A5A", "||"),
)
#: How names are written in the figures.
SYMBOLS = {"P-": "$P_-$", "P1": "$P_1$", "P2": "$P_2$", "P+": "$P_+$"}
_BOX = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}


def zone_maps(
    outlines: pd.DataFrame,
    names: Sequence[str],
    places: pd.DataFrame,
    *,
    grids: Mapping[float, pd.DataFrame] | None = None,
    marks: Mapping[float, str] | None = None,
) -> np.ndarray:
    """Zones of named classifiers, one panel for each prior: filled, hatched and named."""
    priors = list(outlines["prior"].unique())
    figure, grid = new_axes(1, len(priors), width=2.7, height=3.2)
    fills = dict(zip(names, FILLS, strict=False))
    for axes, prior in zip(grid.flat, priors, strict=True):
        frame_tile(axes).set_title(rf"$\pi_+ = {prior:.2g}$" + ((marks or {}).get(prior, "")))
        part = outlines[outlines["prior"] == prior]
        for (name, _), piece in part.groupby(["name", "piece"], sort=False):
            color, hatch = fills[name]
            contour = piece[["a", "b"]].to_numpy()
            axes.add_patch(Polygon(contour, facecolor=color, edgecolor="black", hatch=hatch, linewidth=0.9))
        for row in places[places["prior"] == prior].itertuples():
            if row.name in SYMBOLS:
                axes.text(row.a, row.b, SYMBOLS[row.name], ha="center", va="center", bbox=_BOX)
        lines = (grids or {}).get(prior, pd.DataFrame(columns=["line", "parameter"]))
        for (line, _), path in lines.groupby(["line", "parameter"]):
            style = {"linestyle": "--", "linewidth": 2} if line == "diagonal" else {"linewidth": 0.4, "alpha": 0.6}
            axes.plot(path["a"], path["b"], color="black", **style)
    used = [name for name in names if name in set(outlines["name"])]
    handles = [
        Patch(facecolor=fills[n][0], hatch=fills[n][1], edgecolor="black", label=SYMBOLS.get(n, n)) for n in used
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=min(len(handles), 6), handlelength=2.4)
    return grid


def guessing(values: pd.DataFrame, curves: Mapping[float, np.ndarray]) -> np.ndarray:
    """The best value without skill, one panel for each prior, and the border between the two constant classifiers."""
    priors = list(values["prior"].unique())
    figure, grid = new_axes(1, len(priors), width=2.7, height=2.5)
    for axes, prior in zip(grid.flat, priors, strict=True):
        frame_tile(axes).set_title(rf"$\pi_+ = {prior:g}$")
        image = _shade(axes, values[values["prior"] == prior], "value", np.arange(11) / 10, "%.1f")
        axes.plot(*np.asarray(curves[prior]).T, "--", color=PALETTE["vermilion"], linewidth=2.2)
        for x, name in ((0.14, "$P_-$"), (0.86, "$P_+$")):
            axes.text(x, x, name, ha="center", va="center", bbox=_BOX)
        lie_on_map(axes)
    label = "best value without skill"
    lie_on_map(figure.colorbar(image, ax=list(grid.flat), label=label, shrink=0.8, ticks=np.arange(6) / 5).ax)
    return grid


def sample_tile(table: pd.DataFrame, *, title: str) -> np.ndarray:
    """The best value over all thresholds (left) and the share flagged at the best one (right)."""
    figure, grid = new_axes(1, 2, width=4.05, height=3.3)
    left, right = grid.flat
    low = np.floor(50 * table["best"].min()) / 50
    for axes, column, levels, name in (
        (left, "best", np.arange(low, 1.001, 0.02), "best value over all thresholds"),
        (right, "flagged", np.arange(11) / 10, "flagged at the best threshold"),
    ):
        frame_tile(axes).set_title(title)
        image = _shade(axes, table, column, levels, "%.2f" if column == "best" else "%.1f")
        lie_on_map(axes)
        lie_on_map(figure.colorbar(image, ax=axes, label=name, shrink=0.85).ax)
    return grid


def _shade(axes: Axes, table: pd.DataFrame, column: str, levels: np.ndarray, form: str):
    """Shades between levels, with numbered lines."""
    wide = table.pivot_table(index="b", columns="a", values=column)
    image = axes.contourf(wide.columns, wide.index, wide, levels=levels, cmap="cividis", extend="neither")
    lines = axes.contour(wide.columns, wide.index, wide, levels=levels[1:-1:2], colors="black", linewidths=0.7)
    labels = axes.clabel(lines, fmt=form, fontsize=8, inline=False)
    for label in labels:
        if not all(0.1 < x < 0.9 for x in label.get_position()):
            label.remove()  # cut off by the frame, or near it
            continue
        label.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 0.3, "alpha": 0.8})
    return image


def shares_by_split(table: pd.DataFrame, means: pd.DataFrame, names: Sequence[str]) -> Axes:
    """Share of the Tile on which each classifier is best: one mark for each split, by prior, and their mean."""
    _, grid = new_axes(1, 1, width=7.2, height=3.0)
    axes = grid[0, 0]
    markers = ("o", "s", "^", "D", "v", "P")
    priors = sorted(table["prior"].unique())
    for k, name in enumerate(names):
        color = list(PALETTE.values())[k]
        offset = (k - (len(names) - 1) / 2) * 0.17
        for place, prior in enumerate(priors):
            values = table.loc[table["prior"] == prior, name].to_numpy()
            axes.plot(np.full(values.size, place + offset), values, markers[k], color=color, alpha=0.55, markersize=5)
            axes.plot(place + offset, means.loc[prior, name], "_", color="black", markersize=17, markeredgewidth=2.2)
        axes.plot([], [], markers[k], color=color, label=name)
    axes.set_xticks(range(len(priors)), [f"{prior:.2g}" for prior in priors])
    axes.set(xlabel=r"prior of the positive class $\pi_+$", ylabel="share of the Tile", ylim=(-0.02, 1.02))
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.2), ncols=len(names), fontsize=8.5, handletextpad=0.2)
    return axes
