"""Figures of the chapter on ranking scores: fifty probabilities, rising functions, shifted priors, and two Tiles."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from metricbook.pages.style import PALETTE, curve_styles, label_panel, new_axes

#: How the names of scores are written in figures, where that is not the name itself.
LABELS = {"J+": "$J_+$", "J-": "$J_-$", "F1": "$F_1$", "kappa": "$\\kappa$"}
#: Canonical scores marked on a Tile, and where they are.
MARKED = {"TNR": (0, 0), "PPV": (1, 0), "NPV": (0, 1), "TPR": (1, 1), "A": (0.5, 0.5), "F1": (1, 0.5)}


def fifty(table: pd.DataFrame, *, axes: Axes | None = None) -> Axes:
    """The conditional probabilities as cells: event along the bottom, condition up the side, ranking scores dark.

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.tile.ranking_scores.tables.fifty`.
    axes : Axes, optional
        Where to draw; new ones by default.
    """
    if axes is None:
        _, ((axes,),) = new_axes(width=8.6, height=5.6)
    events, conditions = (sorted(set(table[column]), key=_by_size) for column in ("event", "condition"))
    for row in table.itertuples():
        x, y = events.index(row.event), conditions.index(row.condition)
        face, text = (PALETTE["blue"], "white") if row.ranking else ("#e6e6e6", "black")
        axes.add_patch(_cell(x, y, face))
        name = row.name.split()[0] if row.name and not row.name.startswith("X") else ""  # "error rate" is too long
        axes.text(x, y, LABELS.get(name, _greek(name)), color=text, ha="center", va="center", fontsize=8)
    axes.set(xlim=(-0.5, len(events) - 0.5), ylim=(-0.5, len(conditions) - 0.5), xlabel="event $E_1$")
    axes.set_ylabel("condition $E_2$")
    axes.set_xticks(range(len(events)), [e.replace(",", "\n") for e in events], fontsize=8)
    axes.set_yticks(range(len(conditions)), conditions, fontsize=8)
    axes.tick_params(length=0)
    return axes


def _by_size(event: str) -> tuple[int, list[int]]:
    outcomes = event.split(",")
    return len(outcomes), [("tn", "fp", "fn", "tp").index(outcome) for outcome in outcomes]


def _cell(x: int, y: int, face: str) -> Rectangle:
    return Rectangle((x - 0.46, y - 0.46), 0.92, 0.92, facecolor=face, edgecolor="white")


def _greek(name: str) -> str:
    for letter in ("pi", "tau"):
        if name in (f"{letter}-", f"{letter}+"):
            return f"$\\{letter}_{name[-1]}$"
    return name


def rising(curves: pd.DataFrame, drawn: pd.DataFrame) -> np.ndarray:
    """Property 2 as curves of the new score against the old one, and two pairs of scores of random performances.

    Parameters
    ----------
    curves : DataFrame
        From `metricbook.chapters.tile.ranking_scores.tables.rising`.
    drawn : DataFrame
        From `metricbook.chapters.tile.ranking_scores.tables.together`, with the columns ``J+``, ``F1`` and ``TPR``.

    Returns
    -------
    array of Axes of shape (3,)
    """
    _, (row,) = new_axes(1, 3, width=3.1, height=3.2)
    for (constant, curve), style in zip(curves.groupby("constant"), curve_styles(), strict=False):
        row[0].plot(curve["before"], curve["after"], label=f"c = {constant:g}", **style)
    row[0].legend(fontsize=7, loc="lower right")
    row[0].set(xlabel="score before", ylabel="score after")
    for axes, name in zip(row[1:], ("F1", "TPR"), strict=True):
        axes.plot(drawn["J+"], drawn[name], ".", color=PALETTE["black"], markersize=3)
        axes.set(xlabel=LABELS["J+"], ylabel=LABELS.get(name, name))
    for axes, letter in zip(row, "abc", strict=True):
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
        label_panel(axes, letter)
    return row


def over_priors(table: pd.DataFrame) -> np.ndarray:
    """Scores against the prior of the positive class, one panel for each score, one line for each classifier.

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.tile.ranking_scores.tables.over_priors`.

    Returns
    -------
    array of Axes, one for each score
    """
    names = list(dict.fromkeys(table["score"]))
    _, (row,) = new_axes(1, len(names), width=2.3, height=2.9)
    for axes, name, letter in zip(row, names, "abcdefgh", strict=False):
        curves = table[table["score"] == name].groupby("classifier", sort=False)
        for (who, part), style in zip(curves, curve_styles(), strict=False):
            axes.plot(part["prior"], part["value"], label=who, **style)
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel=r"prior $\pi_+$", xticks=[0, 0.5, 1])
        label_panel(axes, letter, LABELS.get(name, name))
        axes.label_outer()
    row[0].legend(fontsize=8, loc="lower left")
    return row


def tiles(table: pd.DataFrame, marks: pd.DataFrame) -> np.ndarray:
    """Level lines of every canonical score over the square, one panel for each performance.

    Parameters
    ----------
    table : DataFrame
        From `metricbook.chapters.tile.ranking_scores.tables.tiles`.
    marks : DataFrame
        For each performance (the index) the values of the scores in `MARKED`, one column for each.

    Returns
    -------
    array of Axes, one for each performance
    """
    names = list(dict.fromkeys(table["performance"]))
    figure, (row,) = new_axes(1, len(names), width=4.1, height=3.9)
    levels = np.arange(0, 1.01, 0.05)
    for axes, name, letter in zip(row, names, "abcdefgh", strict=False):
        wide = table[table["performance"] == name].pivot(index="b", columns="a", values="score")
        image = axes.contourf(wide.columns, wide.index, wide, levels=levels, cmap="cividis")
        lines = axes.contour(wide.columns, wide.index, wide, levels=levels[::2], colors="black", linewidths=0.8)
        axes.clabel(lines, fontsize=7, fmt="%.1f")
        for score, (a, b) in MARKED.items():
            value = f"{LABELS.get(score, score)} {marks.loc[name, score]:.2f}"
            axes.plot(a, b, "o", color="white", markeredgecolor="black", markersize=5, clip_on=False, zorder=3)
            axes.text(a + (0.04 if a < 1 else -0.04), b + {0.0: 0.05, 1.0: -0.05}.get(b, 0.055), value, fontsize=8,
                      ha="left" if a < 1 else "right", va="center",
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 1}, zorder=5)  # fmt: skip
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="$a$", ylabel="$b$")
        axes.set_xticks([0, 0.5, 1], ["0\ntn", "0.5", "1\ntp"])
        axes.set_yticks([0, 0.5, 1], ["fp  0", "0.5", "fn  1"])
        label_panel(axes, letter, name)
    figure.colorbar(image, ax=list(row), label="score", shrink=0.85, ticks=levels[::4])
    return row
