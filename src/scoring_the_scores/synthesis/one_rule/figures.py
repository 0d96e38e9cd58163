"""Figures of the chapter on one rule: scores as lines on the cost curve, and the prices they imply."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import PALETTE, curve_styles, label_panel, new_axes

_SMALL = 8.5
_MARKS = ("o", "s", "^", "D")


def lines_on_cost_curves(
    curves: pd.DataFrame, lines: pd.DataFrame, met: pd.DataFrame, gap: pd.DataFrame, between: tuple[float, float]
) -> np.ndarray:
    """Cost curves with the lines of scores, and by how much one classifier costs more than another at each price."""
    _, ((left, right),) = new_axes(1, 2, width=4.0, height=3.5)
    for (name, curve), style in zip(curves.groupby("classifier", sort=False), curve_styles(), strict=False):
        left.plot(curve["price"], curve["loss"], label=name, **style)
    top = 1.25 * curves["loss"].max()
    for name, line in lines.groupby("score", sort=False):
        left.plot(line["price"], line["loss"], color=PALETTE["grey"], linewidth=1)
        first, last = line.iloc[0], line.iloc[-1]
        # The name stands beside the line, above the curves.
        height = 0.93 * min(first["loss"], top)
        at = last["price"] + height / first["loss"] * (first["price"] - last["price"])
        left.text(at + 0.015, height, str(name), fontsize=_SMALL)
    left.plot(met["price"], met["loss"], "o", color="black", markersize=4)
    left.set(xlim=(0, 1), ylim=(0, top), xlabel="price of a false alarm c", ylabel="least loss")
    left.legend(fontsize=_SMALL, loc="upper right", bbox_to_anchor=(1, 0.92))
    right.axhline(0, color=PALETTE["grey"], linewidth=0.8)
    right.axvspan(*between, ymax=0.86, color=PALETTE["sky"], alpha=0.6, linewidth=0)
    right.plot(gap["price"], gap["dearer"], color="black")
    right.margins(y=0.16)
    right.set(xlim=(0, 1), xlabel="price of a false alarm c")
    first, second = curves["classifier"].unique()[:2]
    right.set_ylabel(f"loss of {first} less that of {second}")
    above, below = gap["dearer"].round(9).idxmax(), gap["dearer"].round(9).idxmin()
    for name, row, lift in ((second, above, 2), (first, below, -11)):
        where = gap["price"][row], gap["dearer"][row]
        right.annotate(f"{name} is cheaper", where, (6, lift), textcoords="offset points", fontsize=_SMALL)
    label_panel(left, "a", "where scores meet cost curves")
    label_panel(right, "b", "who is cheaper at which price")
    return np.array([left, right])


def implied_prices(by_prevalence: pd.DataFrame, real: pd.DataFrame, by_metric: pd.DataFrame) -> np.ndarray:
    """The price of the best F1 against AUROC, for normal scores and real ones, and those of several metrics."""
    _, ((left, right),) = new_axes(1, 2, width=4.0, height=3.7)
    styles = [style for style, _ in zip(curve_styles(), range(8), strict=False)]
    for (prevalence, curve), style in zip(by_prevalence.groupby("prevalence", sort=False), styles, strict=False):
        left.plot(curve["auroc"], curve["price"], **style)
        last = curve.iloc[np.searchsorted(curve["auroc"], 0.61)]
        left.annotate(
            f"{prevalence:.0%} positive",
            (last["auroc"], last["price"]),
            (-4, 13),
            textcoords="offset points",
            fontsize=_SMALL,
        )
    bands = [(0.0, 0.15), (0.15, 0.4), (0.4, 1.0)]
    for (low, high), mark in zip(bands, _MARKS, strict=False):
        some = real[(real["prevalence"] >= low) & (real["prevalence"] < high)]
        left.plot(
            some["auroc"],
            some["price"],
            mark,
            color="black",
            markersize=4,
            markerfacecolor="none",
            label=f"real, {' to '.join(sorted({f'{end:.0%}' for end in some['prevalence'].agg(['min', 'max'])}))}",
        )
    left.legend(fontsize=_SMALL, loc="upper left", handletextpad=0.2)
    for (metric, curve), style in zip(by_metric.groupby("metric", sort=False), styles, strict=False):
        right.plot(curve["auroc"], curve["price"], label=metric, **style)
    right.legend(fontsize=_SMALL, loc="upper left", ncols=2, handlelength=2.6, columnspacing=1.0)
    for axes, letter, title, top in (
        (left, "a", "the best F1", 0.62),
        (right, "b", "several metrics, 10% positive", 0.68),
    ):
        axes.set(xlim=(0.59, 1), ylim=(0, top), xlabel="AUROC")
        label_panel(axes, letter, title)
    left.set_ylabel("implied price of a false alarm c*")
    return np.array([left, right])
