"""The table of the chapter, and where on two scales each of its rows puts its weight."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pandas as pd

from scoring_the_scores.synthesis.means_over_thresholds.rows import ROWS

__all__ = ["as_means", "weights_along"]

#: The rows that are drawn: one for each way to draw a threshold.
DRAWN = {
    "AUROC": "AUROC: a random negative",
    "AP": "AP: a random positive",
    "1 − loss over costs": "Flach's losses: a random case",
    "B(r)": "B(−1): a random flagged case",
    "LxCIM": "LxCIM, AUDRC: ± a random confidence",
    "least loss over skews": "least loss: best for a random skew",
    "H": "H: best for a random cost",
}


def as_means(labels: Sequence[int], scores: Sequence[float]) -> pd.DataFrame:
    """The table: what each metric averages, over which thresholds, what class shares change, and both values.

    Examples
    --------
    >>> as_means([1, 0, 1, 0], [2, 1, -1, -2])[["metric", "by definition", "as a mean"]].head(2)
      metric  by definition  as a mean
    0  AUROC       0.750000   0.750000
    1     AP       0.833333   0.833333
    """
    means = [
        {
            "metric": row.metric,
            "mean of": row.mean_of,
            "threshold": row.threshold,
            "evenly in": row.even_in,
            "draw moves": row.draw_moves,
            "value moves": row.value_moves,
            "by definition": float(row.package(labels, scores)),
            "as a mean": float("nan") if row.mean is None else float(row.mean(labels, scores)),
        }
        for row in ROWS
    ]
    return pd.DataFrame(means)


def weights_along(labels: Sequence[int], scores: Sequence[float], *, bins: int = 50) -> pd.DataFrame:
    """How much weight each draw puts into equal bins of the score, and of the share flagged.

    Returns
    -------
    DataFrame
        Columns ``metric``, ``scale`` ("score" or "share flagged"), ``left`` and ``right`` ends of the bin, ``weight``.

    Examples
    --------
    >>> table = weights_along([1, 0, 1, 0], [2, 1, -1, -2], bins=2)
    >>> bool((table.groupby(["metric", "scale"])["weight"].sum().round(12) == 1).all())
    True
    """
    ordered = sorted(map(float, scores))
    farthest = max(abs(ordered[0]), abs(ordered[-1]))  # no edge of what is left undecided lies beyond
    scales = {"score": np.linspace(-farthest, farthest, bins + 1), "share flagged": np.linspace(0, 1, bins + 1)}
    nothing_flagged = min(ordered[-1] + 2 * farthest / bins, farthest)
    rows = []
    for row in ROWS:
        if row.metric not in DRAWN:
            continue
        places: dict[str, list[float]] = {scale: [] for scale in scales}
        chances = []
        for thresholds, chance in row.draw(labels, scores).items():
            for at in map(float, thresholds or (nothing_flagged,)):
                # A case at the threshold is half flagged, so that the shares of a random case are even.
                above = (2 * len(ordered) - bisect_left(ordered, at) - bisect_right(ordered, at)) / 2
                places["score"].append(at)
                places["share flagged"].append(above / len(ordered))
                chances.append(float(chance) / max(1, len(thresholds)))
        for scale, edges in scales.items():
            weights, _ = np.histogram(places[scale], bins=edges, weights=chances)
            rows += [
                {"metric": DRAWN[row.metric], "scale": scale, "left": left, "right": right, "weight": weight}
                for (left, right), weight in zip(pairwise(edges), weights, strict=True)
            ]
    return pd.DataFrame(rows)
