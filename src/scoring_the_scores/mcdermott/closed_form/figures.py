"""Figures of the chapter on the closed form: both mixtures, the stakes, the heat maps of Figure 4, and the shares."""

from __future__ import annotations

from fractions import Fraction

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import SymLogNorm

from scoring_the_scores.mcdermott.closed_form.tables import PANELS
from scoring_the_scores.mcdermott.closed_form.two_groups import TwoGroups
from scoring_the_scores.pages.style import PALETTE, curve_styles, label_panel, lie_on_map, new_axes

_MIXTURES = {
    "right": {"color": PALETTE["blue"], "linestyle": "-"},
    "printed": {"color": PALETTE["vermilion"], "linestyle": "--"},
}
#: Differences up to this are coloured on a linear scale, larger ones on a logarithmic one.
_LINEAR, _LARGEST = 0.1, 10.0


def both_mixtures(table: pd.DataFrame, scores: pd.DataFrame) -> np.ndarray:
    """Density of the positives' scores and the precision-recall curve: right, as printed, and of cases drawn."""
    _, grid = new_axes(1, 2, width=4.0, height=3.0)
    left, right = grid[0]
    width = scores["score"].diff().median()
    left.bar(scores["score"], scores["density"], width=width, color="0.85", edgecolor="0.6", label="drawn")
    for mixture, part in table.groupby("mixture", sort=False):
        left.plot(part["threshold"], part["density"], label=mixture, **_MIXTURES[mixture])
        right.plot(part["true_positive_rate"], part["precision"], label=mixture, **_MIXTURES[mixture])
    left.set(xlim=(0, 1), xlabel="score", ylabel="density of the positives")
    left.set_ylim(bottom=0)
    left.legend(loc="upper left")
    right.set(xlim=(0, 1), ylim=(0, 1), xlabel="true positive rate (recall)", ylabel="precision")
    label_panel(left, "a", "scores of positives")
    label_panel(right, "b", "precision–recall curve")
    return grid[0]


def stakes(table: pd.DataFrame) -> Axes:
    """What the AUPRC gains for each unit of true positive rate, against the false positive rate, both on log scales."""
    _, grid = new_axes(1, 1, width=5.6, height=3.6)
    axes = grid[0, 0]
    for (model, part), style in zip(table.groupby("model", sort=False), curve_styles(), strict=False):
        axes.plot(part["false_positive_rate"], part["stake"], label=model, **style)
    axes.axhline(1, color="0.4", linewidth=1.0, label="AUROC")
    axes.set(xscale="log", yscale="log", xlim=(1e-3, 1))
    axes.set(xlabel="false positive rate of the threshold", ylabel="gain for each unit of TPR")
    axes.legend(loc="best", fontsize=9)
    return axes


def heat_maps(table: pd.DataFrame, borders: pd.DataFrame, printed: pd.DataFrame) -> np.ndarray:
    """The paper's Figure 4: k_0 to the right, k_1 up, the difference of the slopes as colour, its zero as a line.

    Where group 0 is preferred the cells are hatched as well.
    """
    figure, grid = new_axes(2, 3, width=2.65, height=2.5)
    norm = SymLogNorm(_LINEAR, vmin=-_LARGEST, vmax=_LARGEST)
    for axes, (letter, panel) in zip(grid.flat, PANELS.items(), strict=True):
        square = table[table["panel"] == letter].pivot(index="k1", columns="k0", values="preference")
        side = np.union1d(square.index, square.columns)
        square = square.reindex(index=side, columns=side)
        mesh = axes.pcolormesh(
            side, side, square.to_numpy(), cmap="RdBu", norm=norm, shading="nearest", rasterized=True
        )
        border = borders[borders["panel"] == letter]
        if len(border):
            with mpl.rc_context({"hatch.linewidth": 0.6, "hatch.color": "0.25"}):
                between = border["k0"], border["k0"], border["k1"]
                axes.fill_between(*between, facecolor="none", edgecolor="0.25", hatch="///", linewidth=0)
            axes.plot(border["k0"], border["k1"], color="black", linewidth=1.6)
        wrong = printed[printed["panel"] == letter]
        if len(wrong):
            axes.plot(wrong["k0"], wrong["k1"], color="black", linewidth=1.2, linestyle="--")
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
        axes.set(xlabel="$k_0$", ylabel="$k_1$")
        lie_on_map(axes, texts=False)
        first, second = panel.prevalences
        weight = TwoGroups(panel.share, panel.prevalences).weights[1]
        text = f"$\\beta={panel.share:g}$\n$\\alpha_0={first:g}$\n$\\alpha_1={second:g}$\n$w_1={weight:.2g}$"
        axes.text(0.96, 0.05, text, transform=axes.transAxes, ha="right", va="bottom", fontsize=9)
        label_panel(axes, letter, panel.what)
    for axes in grid[:, 1:].flat:
        axes.set_ylabel("")
    for axes in grid[0]:
        axes.set_xlabel("")
    bar = figure.colorbar(mesh, ax=grid, shrink=0.8, ticks=[-10, -1, -0.1, 0, 0.1, 1, 10], format="%g")
    bar.set_label("slope by $k_1$ less slope by $k_0$")
    return grid


def shares(by_weight: pd.DataFrame, by_group: pd.DataFrame) -> np.ndarray:
    """Share of all k_0 < k_1 for which the AUPRC prefers the better group, against its weight and its size."""
    figure, grid = new_axes(1, 2, width=4.0, height=3.4)
    left, right = grid[0]
    for (rate, part), style in zip(by_weight.groupby("prevalence"), curve_styles(), strict=False):
        left.plot(part["weight"], part["share"], label=f"AUPRC, {rate:g} positive", **style)
    left.step([0, 0.5, 1], [0, 0, 1], where="pre", color="0.4", linewidth=1.0, label="AUROC")
    left.set(xlim=(0, 1), ylim=(0, 1.03), xlabel="share of positives in the better group, $w_1$")
    left.set_ylabel("share of all $k_0<k_1$ where\nthe better group is preferred")
    left.legend(loc="lower right", fontsize=8.5)
    table = by_group.pivot(index="ratio", columns="share_of_group_1", values="share")
    beta, ratio = table.columns.to_numpy(), table.index.to_numpy()
    mesh = right.pcolormesh(
        beta, ratio, table.to_numpy(), cmap="cividis", vmin=0, vmax=1, shading="nearest", rasterized=True
    )
    lines = right.contour(beta, ratio, table.to_numpy(), levels=[0.1, 0.25, 0.5], colors="white", linewidths=0.9)
    right.clabel(lines, fmt="%g", fontsize=8)
    inner = beta[(beta > 0) & (beta < 1)]
    right.plot(inner, (1 - inner) / inner, color="black", linewidth=1.8)
    right.axvline(0.5, color="black", linestyle="--", linewidth=1.0)
    lie_on_map(right)
    right.set(yscale="log", xlim=(beta.min(), beta.max()), ylim=(ratio.min(), ratio.max()))
    right.set(xlabel=r"size of the better group, $\beta$", ylabel=r"ratio of prevalences, $\alpha_1/\alpha_0$")
    ticks = [tick for tick in (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16) if ratio.min() <= tick <= ratio.max()]
    right.set_yticks(ticks, [str(Fraction(tick)) for tick in ticks])
    right.set_yticks([], minor=True)
    figure.colorbar(mesh, ax=right, label="share of all $k_0<k_1$")
    label_panel(left, "a", "one curve for each prevalence")
    label_panel(right, "b", "one tenth positive")
    return grid[0]
