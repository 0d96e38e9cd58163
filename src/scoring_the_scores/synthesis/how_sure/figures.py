"""Figures of the chapter on uncertainty: the luck of best thresholds, and how many cases a comparison takes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.ticker import FuncFormatter, NullLocator

from scoring_the_scores.pages import ranked
from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

_STYLES: dict[str, dict[str, Any]] = {
    "H": {"color": PALETTE["vermilion"], "linestyle": "-", "marker": "o"},
    "KS": {"color": PALETTE["purple"], "linestyle": "--", "marker": "^"},
    "AUCH": {"color": PALETTE["green"], "linestyle": "-.", "marker": "s"},
    "AUROC": {"color": PALETTE["blue"], "linestyle": ":", "marker": "D"},
    "AP": {"color": PALETTE["orange"], "linestyle": "-.", "marker": "s"},
    "C(r_b)": {"color": PALETTE["green"], "linestyle": "--", "marker": "^"},
    "F1": {"color": PALETTE["purple"], "linestyle": (0, (5, 1)), "marker": "v"},
    "accuracy": {"color": PALETTE["black"], "linestyle": "-", "marker": "P"},
}
_MARKS = {0.5: ("o", PALETTE["blue"]), 0.1: ("s", PALETTE["orange"]), 0.01: ("^", PALETTE["vermilion"])}


def name(metric: str) -> str:
    """A metric's name as it is drawn."""
    return metric.replace("r_b", "$r_b$")


def _plain_numbers(axis: Any, ticks: list[float]) -> None:
    axis.set_major_locator(NullLocator())
    axis.set_ticks(ticks, [f"{tick:,g}" for tick in ticks])
    axis.set_minor_locator(NullLocator())


def optimism(table: pd.DataFrame) -> np.ndarray:
    """How far metrics of best thresholds lie above the truth, and how often plain intervals then hold it."""
    _, panels = new_axes(1, 2, width=4.0, height=3.4)
    left, right = panels[0]
    for metric, rows in table.groupby("metric", sort=False):
        style = _STYLES[metric]
        left.plot(rows["n"], rows["bias"], markersize=4, label=metric, **style)
        right.plot(rows["n"], 100 * rows["plain"], markersize=4, label=metric, **style)
        if metric != "AUROC":
            right.plot(
                rows["n"],
                100 * rows["package"],
                linestyle="none",
                marker=style["marker"],
                color=style["color"],
                markerfacecolor="white",
                markersize=6,
                label=f"{metric}, package",
            )
        up = {"AUCH": 6, "KS": -6}.get(metric, 0)  # whose lines end together
        end = rows["n"].iloc[-1], rows["bias"].iloc[-1]
        left.annotate(metric, end, xytext=(5, up), textcoords="offset points", va="center")
    for metric, n, up in (("H", 300, -16), ("AUCH", 300, -16), ("KS", 100, 9), ("AUROC", 10_000, 8)):
        height = table.loc[(table["metric"] == metric) & (table["n"] == n), "plain"].iloc[0]
        right.annotate(metric, (n, 100 * height), xytext=(0, up), textcoords="offset points", ha="center")
    low = table.loc[table["package"].notna() & (table["metric"] != "AUROC")].iloc[0]
    right.annotate(
        "package", (low["n"], 100 * low["package"]), xytext=(-8, 0), textcoords="offset points", ha="right", va="center"
    )
    right.axhline(95, color="black", linewidth=0.8)
    left.axhline(0, color="black", linewidth=0.8)
    left.set(ylabel="bias, in standard deviations", xlim=(70, 30_000))
    right.set(ylabel="intervals that hold the truth, %", xlim=(70, 20_000))
    for axes in (left, right):
        axes.set(xscale="log", xlabel="cases")
        _plain_numbers(axes.xaxis, [100, 300, 1000, 3000, 10_000])
    label_panel(left, "a", "too good")
    label_panel(right, "b", "too sure")
    return panels[0]


def cases(table: pd.DataFrame, by_correlation: pd.DataFrame) -> np.ndarray:
    """Cases that metrics need to tell two models apart, and how that grows if the models are alike."""
    _, panels = new_axes(1, 2, width=4.0, height=3.8)
    left, right = panels[0]
    first = ranked(table[table["prevalence"] == table["prevalence"].max()], "cases", digits=0, ascending=False)
    places = {metric: place for place, metric in enumerate(first["metric"])}
    for prevalence, rows in table.groupby("prevalence", sort=False):
        marker, color = _MARKS[prevalence]
        left.plot(
            rows["cases"], [places[m] for m in rows["metric"]], linestyle="none", marker=marker, color=color,
            label=f"{prevalence:g}",
        )  # fmt: skip
        top = rows[rows["metric"] == first["metric"].iloc[-1]].iloc[0]
        left.annotate(
            f"π = {prevalence:g}", (top["cases"], places[top["metric"]]), xytext=(0, 8), textcoords="offset points",
            ha={0.5: "right"}.get(prevalence, "center"), fontsize=9,
        )  # fmt: skip
    left.set(xscale="log", xlabel="cases needed", ylim=(-0.6, len(places) + 0.1))
    left.set_yticks(list(places.values()), [name(metric) for metric in places])
    left.grid(axis="y", color="0.9", linewidth=0.8)
    left.set_axisbelow(True)
    _plain_numbers(left.xaxis, [1000, 10_000, 100_000, 10**6, 10**7])
    left.set_xticklabels(["1,000", "10,000", "100,000", "$10^6$", "$10^7$"])
    left.set_xlim(1000, 4e7)
    ends = []
    for metric, rows in by_correlation.groupby("metric", sort=False):
        right.plot(1 - rows["correlation"], rows["times_auroc"], markersize=4, label=metric, **_STYLES[metric])
        ends.append((rows["times_auroc"].iloc[-1], metric, 1 - rows["correlation"].iloc[-1]))
    shown = 0.0
    for value, metric, x in sorted(ends, key=lambda end: (round(end[0], 3), end[1])):
        place = max(value, shown * 1.17)  # names of lines that end together stand above each other
        shown = place
        right.annotate(name(metric), (x, place), xytext=(6, 0), textcoords="offset points", va="center", fontsize=9)
    right.set(
        xscale="log",
        yscale="log",
        xlim=(1.15, 0.0035),
        xlabel="correlation of the models",
        ylabel="times AUROC's cases",
    )
    right.set_xticks([1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01], ["0", "0.5", "0.8", "0.9", "", "0.98", "0.99"])
    right.xaxis.set_minor_locator(NullLocator())
    right.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    _plain_numbers(right.yaxis, [1, 2, 5, 10])
    label_panel(left, "a", "AUROC 0.80 or 0.82?")
    label_panel(right, "b", "models alike, π = 0.5")
    return panels[0]
