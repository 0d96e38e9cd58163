"""Figures of the chapter on H: four areas, discordant pairs of ROC curves, three classifiers, and other priors."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from metricbook.pages.style import PALETTE, curve_styles, label_panel, new_axes

_TITLES = {
    ("cost", "uniform"): "cost, uniform",
    ("cost", "Beta(2, 2)"): "cost, Beta(2, 2)",
    ("skew", "uniform"): "skew, uniform",
    ("skew", "Beta(2, 2)"): "skew, Beta(2, 2)",
}
_SYMBOLS = {"cost": "c", "skew": "z"}
_MARKERS = ("o", "s", "^", "D")
_TICKS = np.linspace(0, 1, 6)


def four_panels(panels: pd.DataFrame, areas: Mapping[tuple[str, str], float]) -> np.ndarray:
    """Cost lines (grey) and cost curve (bold) over both conditions and under both laws, as in Flach et al.'s Figure 4.

    Parameters
    ----------
    panels : DataFrame
        From `metricbook.chapters.flach.h_measure.tables.cost_panels`.
    areas : mapping from (over, law) to float
        What to print as the area under each cost curve.

    Returns
    -------
    array of Axes of shape (2, 2)
        Cost proportions above, skews below; uniform law on the left, Beta(2, 2) on the right.
    """
    _, grid = new_axes(2, 2, width=4.0, height=2.5)
    for axes, letter, ((over, law), title) in zip(grid.flat, "abcd", _TITLES.items(), strict=True):
        part = panels[(panels["over"] == over) & (panels["law"] == law)]
        for line, points in part.groupby("line", sort=False):
            bold = line == "curve"
            style = {"color": PALETTE["blue"], "linewidth": 2.6, "zorder": 3} if bold else _THIN
            axes.plot(points["likelihood"], points["loss"], label="cost curve" if bold else "_cost line", **style)
            if bold:
                axes.fill_between(points["likelihood"], points["loss"], color=PALETTE["sky"], alpha=0.35, linewidth=0)
        name = _SYMBOLS[over]
        scale = name if law == "uniform" else f"{name}, stretched by Beta(2, 2)"
        axes.set(xlim=(0, 1), ylim=(0, 1.4 if over == "cost" else 1.05), xlabel=scale, ylabel=f"loss $Q_{name}$")
        if law != "uniform":  # ticks at round conditions, where the law puts them
            curve = part[part["line"] == "curve"]
            places = np.interp(_TICKS, curve["condition"], curve["likelihood"])
            axes.set_xticks(places, [f"{tick:.1f}" for tick in _TICKS])
        axes.text(0.5, 0.92, f"area {areas[over, law]:.4f}", transform=axes.transAxes, ha="center", va="top", bbox=_BOX)
        label_panel(axes, letter, title)
    return grid


def roc_pairs(table: pd.DataFrame, *, columns: int = 3) -> np.ndarray:
    """One small panel for each pair of measures: ROC curves of two classifiers on which the measures disagree.

    Parameters
    ----------
    table : DataFrame
        ``first``, ``second`` (measures), ``classifier`` ("a", which the first measure prefers, or "b"),
        ``false_positive_rate`` and ``true_positive_rate``, in order along each curve.
    columns : int
        Panels in a row.

    Returns
    -------
    array of Axes
        One for each pair, in the order of the table.
    """
    pairs = list(table.groupby(["first", "second"], sort=False))
    rows = -(-len(pairs) // columns)
    _, grid = new_axes(rows, columns, width=2.6, height=2.7)
    for axes, ((first, second), part) in zip(grid.flat, pairs, strict=False):
        for name, measure, color, dash in (("a", first, "blue", "-"), ("b", second, "vermilion", "--")):
            curve = part[part["classifier"] == name]
            axes.plot(
                curve["false_positive_rate"], curve["true_positive_rate"], color=PALETTE[color], linestyle=dash,
                linewidth=2.4 if name == "a" else 1.6, label=_math(measure), clip_on=False,
            )  # fmt: skip
        axes.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 1], yticks=[0, 1], aspect="equal")
        axes.legend(loc="lower right", fontsize=9, handlelength=1.6, borderaxespad=0.2)
    for axes in grid.flat[len(pairs) :]:
        axes.set_axis_off()
    for axes in grid[-1]:
        axes.set_xlabel("FPR")
    for axes in grid[:, 0]:
        axes.set_ylabel("TPR")
    return grid.flat[: len(pairs)]


def rivals(rocs: pd.DataFrame, losses: pd.DataFrame) -> np.ndarray:
    """ROC curves of several classifiers, and how far each one's cost curve is above the lowest of them.

    Parameters
    ----------
    rocs : DataFrame
        ``classifier``, ``false_positive_rate``, ``true_positive_rate``.
    losses : DataFrame
        ``classifier``, ``cost`` (cost proportion of a false positive) and ``excess`` (loss above the lowest).

    Returns
    -------
    array of Axes of shape (2,)
    """
    _, grid = new_axes(1, 2, width=4.0, height=3.3)
    left, right = grid[0]
    sides = (
        (left, rocs, "false_positive_rate", "true_positive_rate", ""),
        (right, losses, "cost", "excess", "_"),
    )
    for axes, table, x, y, silent in sides:
        for (name, part), style in zip(table.groupby("classifier", sort=False), curve_styles(), strict=False):
            axes.plot(part[x], part[y], label=f"{silent}{name}", **style)
    left.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="false positive rate", ylabel="true positive rate")
    left.legend(loc="lower right")
    right.set(xlim=(0, 1), xlabel="cost proportion of a false positive", ylabel="loss above the lowest")
    right.set_ylim(bottom=0)
    label_panel(left, "a", "ROC curves")
    label_panel(right, "b", "cost curves")
    return grid[0]


def over_priors(table: pd.DataFrame, *, present: float, axes: Axes | None = None) -> Axes:
    """H of several classifiers against the share of positives, by weights (lines) and resampled (marks).

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.flach.h_measure.model_choice.over_priors`.
    present : float
        Share of positives in the test sample, marked by an upright line.
    axes : Axes, optional
        Where to draw; new ones by default.
    """
    if axes is None:
        _, ((axes,),) = new_axes(width=6.0, height=3.2)
    parts = table.groupby("classifier", sort=False)
    for (name, part), style, marker in zip(parts, curve_styles(), _MARKERS, strict=False):
        axes.plot(part["prevalence"], part["h"], label=name, **style)
        axes.errorbar(
            part["prevalence"], part["h_mean"], yerr=part["h_sd"], fmt=marker, markersize=4,
            markerfacecolor="white", color=style["color"], elinewidth=0.8, capsize=2, label="_resampled",
        )  # fmt: skip
    axes.axvline(present, color="black", linestyle=":", linewidth=1.2)
    axes.set(xlim=(0, 1), xlabel="share of positives", ylabel="H")
    axes.legend(fontsize=9, loc="lower center")
    return axes


_THIN = {"color": PALETTE["grey"], "linewidth": 0.8}
_BOX = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 2}


def _math(measure: str) -> str:
    """``L_U(c)`` as a formula, names as they are."""
    law, _, condition = measure.removeprefix("L_").partition("(")
    return f"$L_{{{law}({condition}}}$" if measure.startswith("L_") else measure
