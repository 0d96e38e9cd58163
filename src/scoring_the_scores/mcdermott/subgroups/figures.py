"""Figures of the chapter on subgroups: what each optimiser does to both groups, and what that hangs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from scoring_the_scores.pages import ranked
from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

_GROUPS: dict[str, dict[str, Any]] = {
    "high": {"color": PALETTE["blue"], "linestyle": "-", "marker": "^", "label": "$G_1$"},
    "low": {"color": PALETTE["vermilion"], "linestyle": "--", "marker": "o", "label": "$G_2$"},
}


def group_courses(table: pd.DataFrame, panels: Sequence[tuple[str, str, str, str]], *, columns: int) -> np.ndarray:
    """Mean change of each group's AUROC since the start, with two standard errors, on one axis for all panels."""
    _, axes = new_axes(len(panels) // columns, columns, width=7.6 / columns, height=2.4)
    limits = _limits(table)
    for panel, letter, (title, run, metric, name) in zip(axes.flat, "abcdef", panels, strict=False):
        chosen = table[(table["run"] == run) & (table["metric"] == metric)]
        ends = {}
        for scope, style in _GROUPS.items():
            curve = ranked(chosen[chosen["scope"] == scope], "step")
            low, high = curve["mean"] - 2 * curve["se"], curve["mean"] + 2 * curve["se"]
            panel.fill_between(curve["step"], low, high, color=style["color"], alpha=0.3, lw=0)
            panel.plot(curve["step"], curve["mean"], color=style["color"], linestyle=style["linestyle"])
            ends[scope] = curve["step"].iloc[-1], curve["mean"].iloc[-1]
        for scope, end in ends.items():
            above = end[1] == max(mean for _, mean in ends.values())
            panel.annotate(
                _GROUPS[scope]["label"],
                end,
                xytext=(4, 0),
                textcoords="offset points",
                va="bottom" if above else "top",
                color=_GROUPS[scope]["color"],
            )
        panel.axhline(0, color=PALETTE["grey"], linewidth=0.8)
        panel.set(ylim=limits, xlabel=name)
        panel.xaxis.set_major_locator(MaxNLocator(4))
        label_panel(panel, letter, title)
    for row in axes:
        row[0].set_ylabel("change of AUROC")
    return axes


def _limits(table: pd.DataFrame) -> tuple[float, float]:
    """Limits that hold all means with their errors."""
    error = 2 * table["se"]
    low, high = float((table["mean"] - error).min()), float((table["mean"] + error).max())
    return low - 0.05 * (high - low), high + 0.05 * (high - low)


def sensitivity(tables: dict[str, pd.DataFrame]) -> Axes:
    """Mean change of each group's AUROC for each variant, with two standard errors on either side."""
    lines = sum(len(table) + 1 for table in tables.values())
    _, grid = new_axes(width=7.6, height=0.2 * lines + 0.8)
    axes: Axes = grid[0, 0]
    ticks: list[tuple[int, str]] = []
    for title, table in tables.items():
        top = -len(ticks)
        ticks += [(top, title), *((top - 1 - place, name) for place, name in enumerate(table["variant"]))]
        places = top - 1 - np.arange(len(table))
        for scope, shift in (("high", 0.14), ("low", -0.14)):
            style = _GROUPS[scope]
            axes.errorbar(
                table[scope],
                places + shift,
                xerr=2 * table[f"se_{scope}"],
                linestyle="none",
                marker=style["marker"],
                markersize=5,
                color=style["color"],
                markerfacecolor=style["color"] if scope == "high" else "white",
                label=style["label"] if not top else None,
                capsize=2,
            )
    axes.axvline(0, color=PALETTE["grey"], linewidth=1)
    axes.set_yticks(*zip(*ticks, strict=True))
    for label in axes.get_yticklabels():
        label.set(fontsize=9, fontweight="bold" if label.get_text() in tables else "normal")
    axes.tick_params(axis="y", length=0)
    axes.set(xlabel="mean change of AUROC", ylim=(0.6 - len(ticks), 0.6))
    axes.legend(loc="upper right")
    return axes
