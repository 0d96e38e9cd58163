"""Figures of the chapter on costs and curves: ROC space beside cost space."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import PALETTE, curve_styles, label_panel, new_axes

_BOX = {"boxstyle": "circle,pad=0.2", "facecolor": "white", "edgecolor": "black", "linewidth": 0.8}


def two_spaces(table: pd.DataFrame) -> np.ndarray:
    """ROC curve and hull on the left, cost lines and cost curve on the right, as in Flach et al.'s Figure 1."""
    _, panels = new_axes(1, 2, width=3.7, height=3.4)
    roc, cost = panels[0]
    roc.plot(*_points(table, "ROC curve"), color="black", linestyle="-", marker=".", label="ROC curve")
    roc.plot(
        *_points(table, "convex hull"), color=PALETTE["blue"], linestyle="--", marker="o", markersize=7,
        markerfacecolor="none", label="convex hull",
    )  # fmt: skip
    roc.set(xlabel="false positive rate", ylabel="true positive rate")
    label_panel(roc, "a", "ROC space")
    lines = [name for name in table["series"].unique() if name.startswith("cost line")]
    for name in lines:
        cost.plot(*_points(table, name), color=PALETTE["grey"], linewidth=0.9, label=name)
    handle = cost.lines[0]
    (envelope,) = cost.plot(
        *_points(table, "cost curve"), color=PALETTE["blue"], linestyle="--", linewidth=2.6, label="cost curve"
    )
    cost.set(xlabel="skew $z$", ylabel="loss $Q_z$")
    label_panel(cost, "b", "cost space")
    roc.legend(loc="lower right", fontsize=8)
    cost.legend([handle, envelope], ["cost lines", "cost curve"], loc="upper center", fontsize=8)
    _unit_squares(panels[0])
    return panels[0]


def duality(table: pd.DataFrame) -> np.ndarray:
    """Lettered hull points and their cost lines, numbered hull segments and the meeting points of these lines."""
    _, panels = new_axes(1, 2, width=3.7, height=3.4)
    roc, cost = panels[0]
    vertices, segments = table[table["skew"].isna()], table[table["skew"].notna()]
    roc.plot(vertices["x"], vertices["y"], color="black", linewidth=1.2, label="convex hull")
    for vertex, style in zip(vertices.itertuples(), curve_styles(), strict=False):
        roc.plot([vertex.x], [vertex.y], "o", color=style["color"], markersize=9, clip_on=False, label=vertex.name)
        roc.annotate(vertex.name, (vertex.x, vertex.y), (9, -9), textcoords="offset points", annotation_clip=False)
        cost.plot([0, 1], [1 - vertex.y, vertex.x], label=f"line of {vertex.name}", **style)
    for segment in segments.itertuples():
        for axes, x, y in ((roc, segment.x, segment.y), (cost, segment.skew, segment.loss)):
            axes.text(x, y, segment.name, bbox=_BOX, ha="center", va="center", fontsize=8)
    ends = [(1.0, 0.0), *zip(segments["skew"], segments["loss"], strict=True), (0.0, 0.0)]
    cost.plot(*zip(*ends, strict=True), color="black", linewidth=5, alpha=0.2, zorder=0, label="cost curve")
    roc.set(xlabel="false positive rate", ylabel="true positive rate")
    cost.set(xlabel="skew $z$", ylabel="loss $Q_z$")
    label_panel(roc, "a", "points and segments")
    label_panel(cost, "b", "lines and meeting points")
    cost.legend(loc="upper center", fontsize=8)
    _unit_squares(panels[0])
    return panels[0]


def _points(table: pd.DataFrame, name: str) -> tuple[np.ndarray, np.ndarray]:
    part = table[table["series"] == name]
    return part["x"].to_numpy(), part["y"].to_numpy()


def _unit_squares(panels: np.ndarray) -> None:
    for axes in panels:
        axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
