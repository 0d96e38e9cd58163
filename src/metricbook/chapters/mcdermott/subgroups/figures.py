"""Figures of the chapter on subgroups: both groups' metrics under each optimiser, and what their course hangs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from metricbook.pages.style import PALETTE, label_panel, new_axes

_SCOPES: dict[str, dict[str, Any]] = {
    "high": {"color": PALETTE["blue"], "linestyle": "-", "marker": "^", "label": "$G_1$, prevalence 0.05"},
    "low": {"color": PALETTE["vermilion"], "linestyle": "--", "marker": "o", "label": "$G_2$, prevalence 0.01"},
    "overall": {"color": PALETTE["black"], "linestyle": ":", "marker": None, "label": "all"},
}
_MEASURES = ("AUROC", "AUPRC")


def group_courses(
    table: pd.DataFrame,
    panels: Sequence[tuple[str, str, str, str]],
    *,
    ends: pd.DataFrame | None = None,
    xlabels: Sequence[str] = (),
) -> np.ndarray:
    """Means over data sets against steps, AUROC above and AUPRC below, one column for each panel of the paper.

    The pale band holds nine in ten data sets, from the 5 to the 95 percent quantile, as in the paper; the dark band,
    often no wider than the line, is the mean plus and minus two of its standard errors.

    Parameters
    ----------
    table : DataFrame
        Columns ``run``, ``metric``, ``scope``, ``step``, ``measure``, ``mean``, ``se``, ``p05``, ``p95``, as from
        `metricbook.chapters.mcdermott.subgroups.tables.courses`.
    panels : sequence of (letter, title, run, metric)
        What each column shows.
    ends : DataFrame, optional
        Columns ``run``, ``metric``, ``scope``, ``measure``, ``authors_start``, ``authors_end``: drawn as open markers
        at the first and the last step.
    xlabels : sequence of str
        Name of the axis below each column.

    Returns
    -------
    array of Axes of shape (2, panels)
    """
    _, axes = new_axes(2, len(panels), width=2.7, height=2.5)
    for column, (letter, title, run, metric) in enumerate(panels):
        for row, measure in enumerate(_MEASURES):
            panel = axes[row, column]
            chosen = table[(table["run"] == run) & (table["metric"] == metric) & (table["measure"] == measure)]
            for scope, style in _SCOPES.items():
                curve = chosen[chosen["scope"] == scope].sort_values("step")
                line = {key: style[key] for key in ("color", "linestyle", "label")}
                panel.fill_between(curve["step"], curve["p05"], curve["p95"], color=style["color"], alpha=0.12, lw=0)
                low, high = curve["mean"] - 2 * curve["se"], curve["mean"] + 2 * curve["se"]
                panel.fill_between(curve["step"], low, high, color=style["color"], alpha=0.45, lw=0)
                panel.plot(curve["step"], curve["mean"], **line)
            if ends is not None:
                _mark(panel, ends[(ends["run"] == run) & (ends["metric"] == metric)], measure, chosen["step"])
            panel.set(ylim=_limits(chosen) if measure == "AUROC" else (0, 1.01))
            panel.xaxis.set_major_locator(MaxNLocator(3))
            if row == 0:
                label_panel(panel, letter, title)
        if column < len(xlabels):
            axes[1, column].set_xlabel(xlabels[column])
    for row, measure in enumerate(_MEASURES):
        axes[row, 0].set_ylabel(measure)
    axes[1, 0].legend(fontsize=8, loc="upper left")  # nothing is up there but the odd band
    return axes


def _limits(curves: pd.DataFrame) -> tuple[float, float]:
    """Limits that hold all bands but what is below 0.45."""
    return max(0.45, float(curves["p05"].min()) - 0.01), min(1.0, float(curves["p95"].max())) + 0.01


def _mark(panel, ends: pd.DataFrame, measure: str, steps: pd.Series) -> None:
    """The authors' start and end means as open markers."""
    for row in ends[ends["measure"] == measure].itertuples():
        style = _SCOPES[row.scope]
        panel.plot(
            [steps.min(), steps.max()],
            [row.authors_start, row.authors_end],
            linestyle="none",
            marker=style["marker"],
            markerfacecolor="white",
            markeredgecolor=style["color"],
            markersize=7,
            clip_on=False,
            zorder=5,
        )


def sensitivity(tables: dict[str, pd.DataFrame]) -> np.ndarray:
    """Mean change of each group's AUROC for each variant, with two standard errors on either side.

    Parameters
    ----------
    tables : dict of DataFrames
        By title, each with the columns of `metricbook.chapters.mcdermott.subgroups.plans.sensitivity`.

    Returns
    -------
    array of Axes of shape (tables,)
    """
    tallest = max(len(table) for table in tables.values())
    _, axes = new_axes(1, len(tables), width=4.6, height=0.28 * tallest + 1.2)
    for panel, (letter, (title, table)) in zip(axes[0], zip("abcdef", tables.items(), strict=False), strict=True):
        places = np.arange(len(table))[::-1]
        for scope, shift in (("high", 0.14), ("low", -0.14)):
            style = _SCOPES[scope]
            panel.errorbar(
                table[scope],
                places + shift,
                xerr=2 * table[f"se_{scope}"],
                linestyle="none",
                marker=style["marker"],
                color=style["color"],
                markerfacecolor=style["color"] if scope == "high" else "white",
                label=style["label"].split(",")[0],
                capsize=2,
            )
        panel.axvline(0, color=PALETTE["grey"], linewidth=1)
        panel.set(yticks=places, yticklabels=table["variant"], xlabel="mean change of AUROC")
        panel.tick_params(axis="y", labelsize=8)
        label_panel(panel, letter, title)
    axes[0, 0].legend(fontsize=8)
    return axes[0]
