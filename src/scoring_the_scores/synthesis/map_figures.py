"""A map of metrics as two chapters draw it: a mark for each kind of metric, and its name beside it."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from scoring_the_scores.pages.style import PALETTE

#: Where names go that would otherwise lie on others: by how many points they move, and which side is fixed.
Offsets = dict[str, tuple[tuple[int, int], str]]


def draw_map(axes: Axes, places: pd.DataFrame, offsets: Offsets, within: pd.DataFrame, *room: float) -> None:
    """Draw metrics; the room left and right of all places ``within``, and above and below, is in shares of these."""
    for name, (x, y) in places.iterrows():
        marker, colour = _kind(str(name))
        axes.plot(x, y, marker, color=colour, markersize=6)
        shift, side = offsets.get(str(name), ((6, -3), "left"))
        axes.annotate(label(str(name)), (x, y), xytext=shift, textcoords="offset points", fontsize=8, ha=side)
    low, high = within.min(), within.max()
    size, (left, right, beyond) = high - low, room
    axes.set_xlim(low["x"] - left * size["x"], high["x"] + right * size["x"])
    axes.set_ylim(low["y"] - beyond * size["y"], high["y"] + beyond * size["y"])
    axes.set_aspect("equal", adjustable="box")
    axes.set(xlabel="first axis", ylabel="second axis")


def _kind(name: str) -> tuple[str, str]:
    if name in ("LxCIM", "AUDRC"):
        return "^", PALETTE["green"]
    return ("s", PALETTE["orange"]) if name in ("accuracy", "F1", "kappa", "MCC", "BA") else ("o", PALETTE["blue"])


def label(name: str) -> str:
    """A metric's name as figures show it."""
    return {"C(r_b)": "$C(r_b)$", "kappa": "κ"}.get(name, name)
