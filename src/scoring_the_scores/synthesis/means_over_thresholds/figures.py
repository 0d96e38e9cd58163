"""Where on the threshold axis each metric puts its weight."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.pages.style import PALETTE, label_panel, new_axes

#: How much of a row's height its highest bin takes.
_HEIGHT = 0.7
#: A bin that is so many times as high as all others is cut.
_CUT = 3.0
#: From this weight on a bin says what it weighs.
_TOLD = 0.3


def weights(table: pd.DataFrame) -> np.ndarray:
    """The weights of `tables.weights_along`: a row for each draw, a panel for each scale.

    The highest bin of each row takes its height; if it is far above all others it is cut. Heavy bins say their weight.
    """
    names = list(table["metric"].unique())
    scales = list(table["scale"].unique())
    _, (panels,) = new_axes(1, len(scales), width=4.05, height=4.6)
    for axes, letter, scale in zip(panels, "ab", scales, strict=False):
        of_scale = table[table["scale"] == scale]
        for place, name in enumerate(names):
            row = of_scale[of_scale["metric"] == name]
            foot = len(names) - 1 - place
            edges = np.append(row["left"].to_numpy(), row["right"].iloc[-1])
            second, highest = np.sort(row["weight"])[-2:]
            heights = _HEIGHT * np.minimum(row["weight"].to_numpy() / min(highest, _CUT * second), 1)
            axes.stairs(foot + heights, edges, baseline=foot, fill=True, color=PALETTE["sky"], linewidth=0)
            axes.stairs(foot + heights, edges, baseline=foot, color=PALETTE["blue"], linewidth=0.8)
            for point in row[row["weight"] >= _TOLD].itertuples():
                axes.text(point.right, foot + 0.6 * _HEIGHT, f" {point.weight:.2f}", ha="left", va="center", fontsize=8)
            if letter == "a":
                axes.text(edges[-1], foot + _HEIGHT + 0.02, name, ha="right", va="bottom", fontsize=8)
        axes.set(ylim=(-0.05, len(names)), yticks=[], xlim=(edges[0], edges[-1]))
        axes.spines["left"].set_visible(False)
        label_panel(axes, letter, f"by {scale}")
    panels[0].set_xlabel("threshold (log-odds)")
    panels[-1].set_xlabel("share of cases flagged")
    return panels
