"""Figures of the chapter on the two areas: top k, least loss, chance, gains of fixing mistakes, the topmost one."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from scoring_the_scores.pages.style import PALETTE, curve_styles, label_panel, lie_on_map, new_axes

_MARKERS = ("o", "s", "^", "D", "v", "P")
_FAMILIES = {"windows": "paper's sampler", "normal": "normal scores"}


def gains(table: pd.DataFrame) -> np.ndarray:
    """Gains of fixing each atomic mistake, at its place in the ranking, one panel for each ranking.

    Returns
    -------
    array of Axes
        Bars for AUPRC, rings for AUROC; the labels by rank stand below, a bar between the two samples exchanged.
    """
    parts = list(table.groupby("ranking", sort=False))
    _, grid = new_axes(1, len(parts), width=4.0, height=3.0)
    for axes, letter, (name, part) in zip(grid[0], "abcdef", parts, strict=False):
        mistakes = part[part["auroc_gain"].notna()]
        place = mistakes["rank"] + 0.5
        axes.bar(
            place, mistakes["average_precision_gain"], width=0.7, color=PALETTE["sky"], edgecolor="black",
            linewidth=0.8, label="AUPRC",
        )  # fmt: skip
        axes.plot(
            place, mistakes["auroc_gain"], linestyle=":", marker="o", markersize=6, markerfacecolor="white",
            color=PALETTE["vermilion"], label="AUROC",
        )  # fmt: skip
        axes.set_xticks(part["rank"], ["P" if positive else "N" for positive in part["positive"]])
        for tick, positive in zip(axes.get_xticklabels(), part["positive"], strict=True):
            tick.set_fontweight("bold" if positive else "normal")
        axes.tick_params(axis="x", length=0)
        axes.set(xlabel="cases, highest score first", ylabel="gain of exchanging the two", ylim=(0, None))
        axes.margins(y=0.12)
        label_panel(axes, letter, name)
    grid[0, 0].legend(loc="upper right")
    return grid[0]


def how_often(exhaustive: pd.DataFrame, random: pd.DataFrame) -> np.ndarray:
    """Share of rankings whose topmost mistake is not the best: all small ones, and random ones against AUROC."""
    _, grid = new_axes(1, 2, width=4.0, height=3.2)
    left, right = grid[0]
    share = exhaustive["topmost_not_best"] / exhaustive["two_mistakes"]
    left.plot(exhaustive["samples"], share, marker="o", color=PALETTE["blue"])
    left.set(xlabel="cases", ylabel="topmost mistake not the best", ylim=(0, None))
    label_panel(left, "a", "all rankings")
    groups = random.groupby(["family", "positives", "samples"], sort=False)
    for ((family, positives, samples), part), style, marker in zip(groups, curve_styles(), _MARKERS, strict=False):
        right.errorbar(
            part["target"], part["topmost_not_best"], yerr=2 * part["standard_error"], marker=marker, markersize=5,
            markerfacecolor="white", capsize=2, label=f"{_FAMILIES[family]}, {positives} of {samples}", **style,
        )  # fmt: skip
    right.set(xlabel="expected AUROC", ylim=(-0.01, None))
    right.legend(fontsize=8)
    label_panel(right, "b", "random rankings")
    for axes in grid[0]:
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=1))
    return grid[0]


def safe_region(bound: pd.DataFrame, mistakes: pd.DataFrame) -> Axes:
    """Topmost mistakes by rank and positives, and the number of positives above which none below can gain more."""
    _, grid = new_axes(1, 1, width=5.6, height=3.6)
    axes = grid[0, 0]
    axes.step(bound["rank"], bound["positives"], where="mid", color="black", label="safe from here up")
    axes.plot(bound["rank"], bound["rank"] / 2, linestyle="--", color=PALETTE["grey"], label="half the rank")
    looks = (
        (True, {"marker": "o", "s": 34, "facecolors": "white", "edgecolors": PALETTE["blue"]}, "topmost is best"),
        (False, {"marker": "x", "s": 20, "color": PALETTE["black"]}, "a lower one gains more"),
    )
    for best, look, name in looks:
        part = mistakes[mistakes["best"] == best]
        axes.scatter(part["rank"], part["positives"], label=name, zorder=3, **look)
    axes.set(xlabel="rank of the mistake's negative, $r$", ylabel="positives, $k$")
    axes.set_xlim(0, bound["rank"].max() + 0.5)
    axes.set_ylim(0, bound["positives"].max() + 1)
    axes.legend(loc="upper left")
    return axes


def chance_level(table: pd.DataFrame) -> Axes:
    """Mean average precision of random orders against the number of cases, one curve for each prevalence."""
    _, grid = new_axes(1, 1, width=5.6, height=3.4)
    axes = grid[0, 0]
    for (prevalence, part), style, marker in zip(
        table.groupby("prevalence", sort=False), curve_styles(), _MARKERS, strict=False
    ):
        axes.plot(
            part["cases"], part["chance"], marker=marker, markersize=4, markerfacecolor="white",
            label=f"prevalence {prevalence:g}", **style,
        )  # fmt: skip
        axes.axhline(prevalence, color=style["color"], linewidth=0.7)
    axes.set(xscale="log", yscale="log", xlabel="cases", ylabel="average precision by chance")
    axes.legend(loc="lower left", fontsize=9)
    return axes


def top_k(table: pd.DataFrame, *, positives: int) -> np.ndarray:
    """Rank correlation of each area with the precision of the top k, against k.

    Returns
    -------
    array of Axes of shape (2,)
        Models of one spread on the left, models whose ROC curves cross on the right.
    """
    _, grid = new_axes(1, 2, width=4.0, height=3.1)
    panels = ((False, "curves of one family"), (True, "curves that cross"))
    for axes, letter, (crossing, title) in zip(grid[0], "ab", panels, strict=True):
        part = table[table["crossing"] == crossing]
        for (column, name), style, marker in zip(
            (("average_precision", "AUPRC"), ("auroc", "AUROC")), curve_styles(), _MARKERS, strict=False
        ):
            axes.plot(part["k"], part[column], marker=marker, markerfacecolor="white", label=name, **style)
        axes.axvline(positives, color=PALETTE["grey"], linewidth=0.8)
        axes.set(xscale="log", ylim=(0, 1.02), xlabel="k", ylabel="rank correlation")
        label_panel(axes, letter, title)
    grid[0, 0].legend(loc="lower center")
    return grid[0]


def loss_map(table: pd.DataFrame, *, bounds: tuple[float, float]) -> np.ndarray:
    """Which area tells more about the least loss, by the cost of a miss and prevalence, both on log scales.

    Each cell has the difference of the rank correlations, AUPRC's less AUROC's, as a number and a shade; numbers in
    brackets are not clear of chance.

    Returns
    -------
    array of Axes of shape (2,)
        Models whose ROC curves cross on the left, models of one spread on the right.
    """
    figure, grid = new_axes(1, 2, width=4.05, height=3.5)
    panels = ((True, "curves that cross"), (False, "curves of one family"))
    for axes, letter, (crossing, title) in zip(grid[0], "ab", panels, strict=True):
        part = table[table["crossing"] == crossing]
        square = part.pivot(index="prevalence", columns="cost", values="difference")
        mesh = axes.pcolormesh(
            _edges(square.columns), _edges(square.index), square, cmap="RdBu", vmin=-0.6, vmax=0.6, edgecolors="white",
            linewidth=0.8,
        )  # fmt: skip
        for cell in part.itertuples():
            number = f"{cell.difference:+.2f}".replace("-", "\N{MINUS SIGN}").replace("0.", ".")
            shade = mesh.cmap(mesh.norm(cell.difference))
            axes.text(
                cell.cost, cell.prevalence, f"({number})" if cell.leader == "neither" else number, ha="center",
                va="center", fontsize=8, color="white" if abs(cell.difference) > 0.35 else "black",
                bbox={"facecolor": shade, "linewidth": 0, "pad": 0.8},
            )  # fmt: skip
        cost = np.geomspace(_edges(square.columns)[0], _edges(square.columns)[-1], 200)
        for bound, style in zip(bounds, (":", "-"), strict=True):
            axes.plot(
                cost, bound / (1 + cost), color="black", linestyle=style, linewidth=1.5, label=rf"$(1+m)\pi={bound:g}$"
            )
        lie_on_map(axes)
        axes.set(xscale="log", yscale="log", ylim=_edges(square.index)[[0, -1]])
        axes.set_xlabel("false alarms that a miss costs, $m$")
        axes.set_xlim(*_edges(square.columns)[[0, -1]])
        axes.set_xticks(square.columns, [f"{each:g}" for each in square.columns])
        axes.set_yticks(square.index, [f"{each:.0%}" for each in square.index])
        axes.minorticks_off()
        label_panel(axes, letter, title)
    grid[0, 0].set_ylabel("prevalence")
    handles, names = grid[0, 0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=2, handlelength=3)
    bar = figure.colorbar(mesh, ax=grid, ticks=[-0.5, 0, 0.5], aspect=30)
    bar.ax.set_yticklabels(["AUROC\ntells more", "0", "AUPRC\ntells more"])
    return grid[0]


def _edges(middles: pd.Index) -> np.ndarray:
    """The borders of cells on a log scale, half way between their middles."""
    logs = np.log(middles.to_numpy(dtype=float))
    inner = (logs[1:] + logs[:-1]) / 2
    return np.exp([2 * logs[0] - inner[0], *inner, 2 * logs[-1] - inner[-1]])
