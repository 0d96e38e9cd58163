"""Figures of the chapter on the literature review: the screening, the arguments, the lists and what they share."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from metricbook.pages.style import PALETTE, label_panel, new_axes

#: Who left that many texts: colour and hatch.
_BY: dict[str, dict[str, Any]] = {
    "": {"color": "white", "hatch": ""},
    "script": {"color": PALETTE["sky"], "hatch": "////"},
    "language model": {"color": PALETTE["orange"], "hatch": "...."},
    "people": {"color": PALETTE["blue"], "hatch": ""},
}
#: Where what is not in the text is written: right of the longest bar and its number.
_BESIDE = 6e7
_PARTS = (
    {"color": PALETTE["orange"], "hatch": "////"},
    {"color": PALETTE["purple"], "hatch": "...."},
    {"color": PALETTE["sky"], "hatch": ""},
)


def funnel(table: pd.DataFrame) -> Axes:
    """The screening: a bar for each step on a logarithmic axis, with what is not in the text written beside it.

    Parameters
    ----------
    table : DataFrame
        As `metricbook.chapters.mcdermott.literature.review.funnel` makes it.

    Returns
    -------
    Axes
    """
    _, panels = new_axes(width=7.8, height=3.7)
    axes: Axes = panels[0, 0]
    for by, style in _BY.items():
        rows = np.flatnonzero(table["by"] == by)
        label = f"left by {'a ' if by != 'people' else ''}{by}" if by else "to begin with"
        axes.barh(rows, table["texts"].iloc[rows], label=label, edgecolor="black", linewidth=0.8, height=0.66, **style)
    for place, row in enumerate(table.itertuples()):
        size = f"{row.texts:,}" if row.low == row.high else f"{row.low:,} to {row.high:,}"
        axes.text(row.texts * 1.2, place, size, va="center", fontsize=8)
        axes.text(_BESIDE, place, row.open, va="center", fontsize=8)
    axes.text(_BESIDE, -0.75, "not in the text", va="center", fontsize=8, fontweight="bold")
    axes.set(yticks=range(len(table)), yticklabels=table["step"], xscale="log", xlim=(50, 4e10), xlabel="texts")
    axes.set_xticks([1e2, 1e3, 1e4, 1e5, 1e6])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.invert_yaxis()
    axes.legend(fontsize=8, ncols=4, loc="lower left", bbox_to_anchor=(-0.25, 1.04))
    return axes


def references(table: pd.DataFrame) -> Axes:
    """Tables 1 and 2 as one chart: works named for each argument.

    Parameters
    ----------
    table : DataFrame
        As `metricbook.chapters.mcdermott.literature.review.by_argument` makes it.

    Returns
    -------
    Axes
    """
    _, panels = new_axes(width=7.4, height=4.4)
    axes: Axes = panels[0, 0]
    places = np.arange(len(table))
    for name, shift, colour, hatch in (
        ("table1", -0.2, PALETTE["blue"], None),
        ("table2", 0.2, PALETTE["orange"], "////"),
    ):
        label = {"table1": "Table 1: works that argue for the claim", "table2": "Table 2: papers that repeat it"}[name]
        axes.barh(
            places + shift,
            table[name],
            height=0.36,
            edgecolor="black",
            linewidth=0.8,
            label=label,
            color=colour,
            hatch=hatch,
        )
        for place, value in zip(places + shift, table[name], strict=True):
            axes.text(value + 0.3, place, str(value), va="center", fontsize=8)
    labels = [f"{row.argument.replace('-', ' ')}\n({row.commentary})" for row in table.itertuples()]
    axes.set_yticks(places, labels, fontsize=8)
    axes.set(xlabel="works named", xlim=(0, 24))
    axes.invert_yaxis()
    axes.legend(fontsize=8, loc="lower left", bbox_to_anchor=(0, 1))
    return axes


def shared_works(table: pd.DataFrame) -> Axes:
    """How many works two lists share: a square of numbers, darker where there are more.

    Parameters
    ----------
    table : DataFrame
        As `metricbook.chapters.mcdermott.literature.review.overlaps` makes it: a row and a column for each list.

    Returns
    -------
    Axes
    """
    _, panels = new_axes(width=5.6, height=4.6)
    axes: Axes = panels[0, 0]
    values = table.to_numpy()
    shade = np.sqrt(values / values.max())  # so that small numbers can be told from none
    axes.imshow(shade, cmap="Greys", vmin=0, vmax=1.4)
    for (i, j), value in np.ndenumerate(values):
        own: dict[str, Any] = {"fontweight": "bold"} if i == j else {}
        axes.text(j, i, str(value), ha="center", va="center", color="white" if shade[i, j] > 0.8 else "black", **own)
    names = [name.replace("table", "table ") for name in table.index]
    axes.set_xticks(range(len(names)), names, rotation=35, ha="right")
    axes.set_yticks(range(len(names)), names)
    for side in ("bottom", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
    return axes


def parts(table: pd.DataFrame) -> np.ndarray:
    """The papers that make the claim, by what they cite: as printed and as listed; and who has an argument.

    Parameters
    ----------
    table : DataFrame
        As `metricbook.chapters.mcdermott.literature.review.partition` makes it.

    Returns
    -------
    array of Axes of shape (2,)
        Counts, and shares of each part that stand in Table 2.
    """
    _, panels = new_axes(1, 2, width=4.4, height=2.5)
    left, right = panels[0]
    for place, column in enumerate(("printed", "listed")):
        start = 0
        for row, style in zip(table.itertuples(), _PARTS, strict=True):
            size = getattr(row, column)
            label = row.part if place == 0 else None
            left.barh(place, size, left=start, edgecolor="black", linewidth=0.8, height=0.6, label=label, **style)
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
            left.text(start + size / 2, place, str(size), ha="center", va="center", fontsize=9, bbox=box)
            start += size
        left.text(start + 2, place, f"= {start}", va="center", fontsize=9)
    left.set(yticks=[0, 1], yticklabels=["printed", "listed"], xlim=(0, 155), ylim=(1.6, -1.2), xlabel="papers")
    left.legend(fontsize=8, ncols=3, loc="upper left", columnspacing=1, handlelength=1.5)
    for place, (row, style) in enumerate(zip(table.itertuples(), _PARTS, strict=True)):
        share = row.table2 / row.listed
        right.barh(place, share, edgecolor="black", linewidth=0.8, height=0.6, **style)
        right.text(share + 0.02, place, f"{row.table2} of {row.listed}", va="center", fontsize=9)
    right.set(
        yticks=range(len(table)), yticklabels=table["part"], xlim=(0, 1), xlabel="share with an argument in Table 2"
    )
    right.invert_yaxis()
    label_panel(left, "a", "what they cite")
    label_panel(right, "b", "which give an argument")
    return panels[0]
