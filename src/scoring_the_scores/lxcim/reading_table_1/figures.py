"""Figures of the chapter on how much a benchmark of forty can tell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE, new_axes

_MARKERS = ("o", "s", "^", "D", "v")
_COLORS = ("blue", "orange", "green", "purple", "vermilion")


def sign_agreement(table: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """How often each method decides as a baseline does: a bar each, hatched where the method sees raw units."""
    axes = _rows(axes, list(table.index), width=7.4)
    rows = np.arange(len(table))[::-1]
    raw = table["raw"].to_numpy(dtype=bool)
    share = table["agreement"].to_numpy()
    axes.barh(rows[~raw], share[~raw], height=0.6, color="0.82", edgecolor="0.4", label="units cannot reach the score")
    axes.barh(
        rows[raw], share[raw], height=0.6, color=PALETTE["sky"], edgecolor="black", hatch="///", label="raw units"
    )
    axes.axvline(0.5, color="black", linestyle=":", linewidth=1.2)
    axes.set(xlim=(0, 1), xlabel="share of decisions that are those of “larger variance”")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.1), ncols=2)
    return axes


def shifts(table: pd.DataFrame, *, axes: Axes | None = None, label: str = "LxCIM") -> Axes:
    """One metric of each method under several ways of counting: a line from least to largest, a mark for each."""
    axes = _rows(axes, list(table.index), width=7.4)
    rows = np.arange(len(table))[::-1]
    axes.hlines(rows, table.min(axis=1), table.max(axis=1), color="0.7", linewidth=1.5, zorder=1)
    for way, marker, color in zip(table.columns, _MARKERS, _COLORS, strict=False):
        first = way == table.columns[0]  # filled, small and on top: the others may coincide with it
        axes.plot(
            table[way], rows, marker, color=PALETTE[color], markerfacecolor=PALETTE[color] if first else "white",
            markersize=4 if first else 7.5, markeredgewidth=1.5, linestyle="none", label=way, zorder=3 if first else 2,
        )  # fmt: skip
    axes.axvline(0.5, color="black", linestyle=":", linewidth=1.2)
    axes.set_xlabel(label)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.1), ncols=len(table.columns))
    return axes


def rank_ranges(table: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """The place of each method by AUROC over orientations: a bar, the printed place, the place by LxCIM."""
    axes = _rows(axes, list(table.index), width=7.4)
    rows = np.arange(len(table))[::-1]
    axes.barh(
        rows, table["high"] - table["low"] + 0.5, left=table["low"] - 0.25, height=0.5, color="0.82",
        label="place by AUROC, 5 % to 95 %",
    )  # fmt: skip
    axes.plot(table["lxcim"], rows, "D", color=PALETTE["blue"], markersize=6, linestyle="none", label="by LxCIM")
    axes.plot(
        table["printed"], rows, "x", color=PALETTE["vermilion"], markersize=8, markeredgewidth=2, linestyle="none",
        label="by the printed AUROC",
    )  # fmt: skip
    axes.set(xlim=(0.5, len(table) + 0.5), xlabel="place (1 is the best)", xticks=range(1, len(table) + 1))
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.1), ncols=3)
    return axes


def forest(table: pd.DataFrame, *, axes: Axes | None = None, label: str = "LxCIM") -> Axes:
    """Each method's estimate with its interval by itself (thick) and the interval for all at once (thin)."""
    axes = _rows(axes, list(table.index), width=7.4)
    rows = np.arange(len(table))[::-1]
    axes.hlines(rows, table["low_all"], table["high_all"], color="0.45", linewidth=1, label="95 %, all at once")
    axes.hlines(rows, table["low"], table["high"], color=PALETTE["sky"], linewidth=6, label="95 %, each by itself")
    axes.plot(
        table["estimate"], rows, "o", color="black", markersize=5, linestyle="none", zorder=3, label="on the pairs"
    )
    axes.plot(
        table["printed"], rows, "x", color=PALETTE["vermilion"], markersize=7, markeredgewidth=1.8, linestyle="none",
        zorder=4, label="printed",
    )  # fmt: skip
    axes.axvline(0.5, color="black", linestyle=":", linewidth=1.2)
    axes.set_xlabel(label)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.1), ncols=4, handlelength=1.5, columnspacing=1.2)
    return axes


def difference_matrix(table: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """Every two methods: is the one on the left better than the one below by more than noise?"""
    names = [*list(dict.fromkeys(table["better"])), table["worse"].iloc[-1]]
    if axes is None:
        _, grid = new_axes(width=0.36 * len(names) + 1.6, height=0.27 * len(names) + 1.2)
        axes = grid[0, 0]
    place = {name: position for position, name in enumerate(names)}
    kinds: dict[str, tuple[pd.Series, dict[str, Any]]] = {
        "noise would do": (~table["alone"] & ~table["together"], {"marker": ".", "color": "0.6", "markersize": 4}),
        "by itself": (
            table["alone"] & ~table["together"],
            {"marker": "s", "color": PALETTE["blue"], "markerfacecolor": "white", "markersize": 8},
        ),
        "all at once": (table["together"], {"marker": "s", "color": "black", "markersize": 8}),
    }
    for label, (chosen, style) in kinds.items():
        part = table[chosen]
        axes.plot(part["worse"].map(place), part["better"].map(place), linestyle="none", label=label, **style)
    last = len(names) - 1
    axes.set(xlim=(0.5, last + 0.5), ylim=(last - 0.5, -0.5), xlabel="worse", ylabel="better")
    axes.set_xticks(range(1, len(names)), names[1:], rotation=90)
    axes.set_yticks(range(last), names[:-1])
    axes.legend(loc="lower left", title="distinguishable:", alignment="left")
    return axes


def _rows(axes: Axes | None, names: list[str], *, width: float) -> Axes:
    """Axes with a row for each name, from the top down."""
    if axes is None:
        _, grid = new_axes(width=width, height=0.24 * len(names) + 1.0)
        axes = grid[0, 0]
    axes.set_yticks(np.arange(len(names))[::-1], names)
    axes.set_ylim(-0.7, len(names) - 0.3)
    axes.use_sticky_edges = False
    return axes
