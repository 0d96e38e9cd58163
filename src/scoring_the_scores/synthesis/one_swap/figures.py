"""Figures of the chapter: what repairs gain, what each pair is worth on the ROC grid, hulls, a swap along the list."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from scoring_the_scores.pages.style import PALETTE, WIDEST, curve_styles, label_panel, new_axes


def repairs(gains: pd.DataFrame) -> np.ndarray:
    """What the repair of each mistake gains, in thousandths, against its place in the list; a panel for each metric."""
    names = [name for name in gains.columns if name not in ("rank", "found")]
    _, grid = new_axes(1, len(names), width=WIDEST / len(names), height=2.5)
    for axes, letter, name in zip(grid[0], "abcd", names, strict=False):
        gained = 1000 * gains[name]
        axes.vlines(gains["rank"], 0, gained, color=PALETTE["sky"], linewidth=1.6)
        axes.plot(gains["rank"], gained, "o", color=PALETTE["blue"], markersize=4, clip_on=False)
        top = float(gained.max())
        axes.set(xlabel="rank of the mistake", ylabel="gain, in 1/1000" if letter == "a" else "")
        axes.set_ylim(0, 1.25 * top if top > 1e-9 else 1)
        axes.set_xlim(left=0)
        label_panel(axes, letter, _SHOWN.get(name, name))
    return grid[0]


def masses(cells: pd.DataFrame, staircase: pd.DataFrame) -> np.ndarray:
    """What a metric pays for each pair, as a grid below the ROC staircase, one panel for each metric."""
    parts = list(cells.groupby("metric", sort=False))
    _, grid = new_axes(1, len(parts), width=WIDEST / len(parts), height=2.35)
    for axes, letter, (name, part) in zip(grid[0], "abc", parts, strict=True):
        for cell in part.itertuples():
            _draw_cell(axes, cell)
        axes.plot(staircase["false_positives"], staircase["true_positives"], color="black", linewidth=2.6)
        right, top = staircase.iloc[-1]
        axes.set(xlim=(-0.06, right + 0.06), ylim=(-0.06, top + 0.06), aspect="equal")
        axes.set_xticks(np.arange(right) + 0.5, [str(j) for j in range(1, right + 1)])
        axes.set_yticks(np.arange(top) + 0.5, [str(i) for i in range(1, top + 1)])
        axes.tick_params(length=0)
        axes.set(xlabel="negative, from the top", ylabel="positive, from the top" if letter == "a" else "")
        label_panel(axes, letter, name)
    return grid[0]


def _draw_cell(axes: Axes, cell: tuple) -> None:
    """One pair: shaded if won, framed if the next swap can win it."""
    x, y = cell.negative - 1, cell.positive - 1  # type: ignore[attr-defined]
    axes.add_patch(
        Rectangle((x, y), 1, 1, facecolor="#cfe3f1" if cell.won else "white", edgecolor="#b0b0b0", linewidth=0.6)  # type: ignore[attr-defined]
    )
    if cell.next:  # type: ignore[attr-defined]
        axes.add_patch(
            Rectangle(
                (x + 0.06, y + 0.06), 0.88, 0.88, fill=False, edgecolor=PALETTE["vermilion"], linewidth=1.4,
                linestyle="--", zorder=3,
            )
        )  # fmt: skip
    if cell.worth:  # type: ignore[attr-defined]
        axes.text(x + 0.5, y + 0.5, f"{cell.worth:.2g}", ha="center", va="center", fontsize=8)  # type: ignore[attr-defined]


def hulls(table: pd.DataFrame) -> np.ndarray:
    """Two rankings, their join and their meet: each ROC staircase with its convex hull, and the areas below both."""
    parts = list(table.groupby("ranking", sort=False))
    _, grid = new_axes(1, len(parts), width=WIDEST / len(parts), height=2.6)
    roles = ("x", "y", "join", "meet")
    for axes, letter, role, (name, part) in zip(grid[0], "abcd", roles, parts, strict=True):
        curve, hull = (part[part["line"] == line] for line in ("curve", "hull"))
        axes.fill(hull["fpr"], hull["tpr"], color="#cfe3f1")
        axes.plot(hull["fpr"], hull["tpr"], color=PALETTE["vermilion"], linestyle="--", linewidth=1.4)
        axes.plot(curve["fpr"], curve["tpr"], color="black", linewidth=2.6)
        areas = f"AUROC {curve['area'].iloc[0]:.3f}\nAUCH {hull['area'].iloc[0]:.3f}"
        axes.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], aspect="equal")
        axes.set(xlabel=f"FPR\n{areas}", ylabel="TPR" if letter == "a" else "")
        label_panel(axes, letter, f"{role}: {name}")
    return grid[0]


_SHOWN = {"C(r_b)": "$C(r_b)$"}
#: Where the name of a metric stands: panel, metric, share, worth.
_NAMES: dict[str, dict[str, tuple[float, float]]] = {
    "ranking": {
        "AP": (0.006, 140),
        "H": (0.02, 34),
        "C(r_b)": (0.006, 2.4),
        "AUROC": (0.006, 1),
        "L over skews": (0.006, 0.5),
        "L over costs": (0.006, 0.18),
    },
    "confidence": {"AUDRC": (0.05, 20), "LxCIM": (0.025, 2)},
    "threshold": {
        "precision": (0.6, 1.6),
        "F1": (0.3, 5),
        "accuracy": (0.1, 2),
        "NPV": (0.2, 1.25),
        "recall": (0.42, 10),
        "MCC": (0.45, 6.6),
    },
}


def profiles(table: pd.DataFrame) -> np.ndarray:
    """What a swap is worth against the share of the list above it: by score, by confidence, at a threshold."""
    _, grid = new_axes(1, 3, width=WIDEST / 3, height=3.3)
    panels = (
        ("ranking", "a ranking", "in units of AUROC's"),
        ("confidence", "a ranking by confidence", "times $N^2$"),
        ("threshold", "a threshold", "times $n$"),
    )
    for axes, letter, (panel, title, unit) in zip(grid[0], "abc", panels, strict=True):
        part = table[table["panel"] == panel]
        for (name, line), style in zip(part.groupby("metric", sort=False), curve_styles(), strict=False):
            axes.plot(line["share"], line["worth"], **style)
            if name == "C(r_b)":  # its point mass is where its plateau ends
                axes.plot(line["share"].iloc[-1], line["worth"].iloc[-1], "o", color=style["color"], markersize=6)
            axes.text(
                *_NAMES[panel][str(name)], _SHOWN.get(str(name), str(name)), fontsize=8, va="center",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
            )  # fmt: skip
        axes.set(yscale="log", xlabel="share of cases above the swap", ylabel=f"worth, {unit}")
        if panel == "threshold":
            axes.set(xlim=(0, 1), xlabel="share of cases flagged")
        else:
            axes.set_xscale("log")
        if panel == "ranking":
            axes.set_ylim(bottom=0.05)
        label_panel(axes, letter, title)
    return grid[0]
