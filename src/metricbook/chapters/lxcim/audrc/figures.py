"""Figures of the chapter on AUDRC: what each rank contributes, and what growing samples of guesses do."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter, PercentFormatter

from metricbook.pages.style import PALETTE, label_panel, new_axes

_LXCIM = {"color": PALETTE["blue"], "linestyle": "-", "marker": "o"}
_AUDRC = {"color": PALETTE["vermilion"], "linestyle": (0, (5, 1)), "marker": "s"}


def shares(table: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """What one right decision of each rank adds to LxCIM and to AUDRC, in percent of a perfect classifier's value.

    Parameters
    ----------
    table : DataFrame
        Columns ``rank``, ``LxCIM`` and ``AUDRC``; the shares between 0 and 1.
    axes : Axes, optional
        Where to draw; new ones by default.
    """
    if axes is None:
        _, ((axes,),) = new_axes(width=5.4)
    for metric, style in (("LxCIM", _LXCIM), ("AUDRC", _AUDRC)):
        axes.plot(table["rank"], table[metric], label=metric, markersize=5, **style)
    axes.set(xlabel="rank, most confident first", ylabel="share of the metric", xticks=table["rank"])
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.legend()
    return axes


def contributions(table: pd.DataFrame, part: pd.DataFrame) -> np.ndarray:
    """One band for each right decision, its contribution to the height of the curve at every rate (Figure 4).

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.lxcim.audrc.rank_weights.contributions`.
    part : DataFrame
        Columns ``rank``, ``LxCIM``, ``AUDRC``: the share of the area of each band, written into it.

    Returns
    -------
    array of Axes of shape (2,)
        LxCIM on the left and AUDRC on the right.
    """
    figure, panels = new_axes(1, 2, width=3.9, height=3.6)
    for axes, letter, metric in zip(panels[0], "ab", ("LxCIM", "AUDRC"), strict=True):
        bands = table[table["metric"] == metric]
        ranks = sorted(bands["rank"].unique())
        for rank, tone in zip(ranks, np.linspace(0.05, 0.95, len(ranks)), strict=True):
            band = bands[bands["rank"] == rank]
            axes.fill_between(
                band["decision_rate"],
                band["lower"],
                band["upper"],
                color=colormaps["viridis"](tone),
                edgecolor="white",
                linewidth=0.6,
            )
            _write_share(axes, band, part.loc[part["rank"] == rank, metric].item(), dark=tone < 0.5)
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="decision rate", aspect="equal")
        label_panel(axes, letter, metric)
    panels[0, 0].set_ylabel("cumulative accuracy")
    panels[0, 1].set_ylabel("accuracy")
    figure.canvas.draw_idle()
    return panels[0]


def _write_share(axes: Axes, band: pd.DataFrame, share: float, *, dark: bool) -> None:
    """The share, in percent, near the right end of the band, where all bands are equally high."""
    end = band.iloc[-1]
    axes.text(
        0.985,
        (end["lower"] + end["upper"]) / 2,
        f"{share:.1%}",
        ha="right",
        va="center",
        fontsize=7.5,
        color="white" if dark else "black",
    )


def growing_samples(table: pd.DataFrame) -> np.ndarray:
    """Both curves of a classifier that guesses, one panel for each sample size (Figure 5).

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.lxcim.audrc.guessing.growing_curves`.

    Returns
    -------
    array of Axes
        One for each sample size.
    """
    sizes = table["samples"].unique()
    rows = (len(sizes) + 1) // 2
    _, panels = new_axes(rows, 2, width=3.7, height=2.9)
    for axes, letter, size in zip(panels.flat, "abcdefgh", sizes, strict=False):
        curve = table[table["samples"] == size]
        first = curve.iloc[0]
        axes.plot([0, 1], [0, 0.5], color="black", linestyle=":", linewidth=1.1, label="limits")
        axes.axhline(0.5, color="black", linestyle=":", linewidth=1.1)
        axes.plot(
            [0, *curve["decision_rate"]],
            [first["accuracy"], *curve["accuracy"]],
            color=_AUDRC["color"],
            linewidth=1.3,
            linestyle=_AUDRC["linestyle"] if size < 1000 else "-",
            label="accuracy",
        )
        axes.plot(
            [0, *curve["decision_rate"]],
            [0, *curve["cumulative_accuracy"]],
            color=_LXCIM["color"],
            linewidth=2.2,
            label="cumulative accuracy",
        )
        axes.set(xlim=(0, 1), ylim=(0, 1.03), xlabel="decision rate")
        label_panel(axes, letter, f"N = {size:,}".replace(",", "\N{THIN SPACE}"))
    panels.flat[0].legend(loc="upper right", fontsize=8)
    for axes in panels.flat[len(sizes) :]:
        axes.set_visible(False)
    return panels.ravel()[: len(sizes)]


def irregular_part(table: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """Up to which decision, and up to which decision rate, the accuracy of guesses strays, by sample size.

    Parameters
    ----------
    table : DataFrame
        Columns ``samples``, ``decision`` and ``decision_rate``, the means of many draws.
    axes : Axes, optional
        Where to draw; new ones by default.
    """
    if axes is None:
        _, ((axes,),) = new_axes(width=5.0)
    axes.loglog(table["samples"], table["decision_rate"], label="as a decision rate", **_AUDRC)
    axes.loglog(table["samples"], 1 / table["samples"], color="black", linestyle=":", label="one decision, 1/N")
    axes.set(xlabel="samples N", ylabel="end of the irregular part")
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.legend()
    return axes
