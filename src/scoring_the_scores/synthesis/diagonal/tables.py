"""What the figures of the chapter on cost space and the Tile draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook import Sweep, cost_curve_of
from metricbook.tile import hull_performances, ranking_score, tile_of_sample
from scoring_the_scores.synthesis.diagonal.averages import FIVE, STRICT_AND_LENIENT, TOSSED

#: Places that both figures name. The first three are on the diagonal.
NAMED: Mapping[str, tuple[float, float]] = {
    "TPR": (1.0, 1.0), "accuracy": (0.5, 0.5), "TNR": (0.0, 0.0), "F1": (1.0, 0.5), "F1 of negatives": (0.0, 0.5),
}  # fmt: skip


def h_along_diagonal(y: np.ndarray, s: np.ndarray, steps: int = 4000) -> float:
    """H from the best scores on the diagonal: the mean of what they leave to 1, over that of constant decisions.

    A place is weighed by the Beta(2, 2) density of its price times the loss of getting everything wrong there.

    Examples
    --------
    >>> round(h_along_diagonal(np.array([1, 0, 1, 0]), np.array([4, 3, 2, 1])), 4)
    0.5
    """
    c = (np.arange(steps) + 0.5) / steps
    _, performances = hull_performances(Sweep(y, s))
    scores = ranking_score(performances[:, None, :], 1 - c, 1 - c)
    prior = performances[0, 2] + performances[0, 3]
    weight = c * (1 - c) * (c * (1 - prior) + (1 - c) * prior)
    left, left_by_constants = 1 - scores.max(axis=0), 1 - scores[[0, -1]].max(axis=0)
    return float(1 - weight @ left / (weight @ left_by_constants))


def square(y_true: ArrayLike, y_score: ArrayLike, *, resolution: int = 41) -> pd.DataFrame:
    """The best score of any threshold at each place of a grid: columns a, b, best."""
    best = tile_of_sample(y_true, y_score, resolution=resolution).best
    steps = np.linspace(0, 1, resolution)
    a, b = np.meshgrid(steps, steps)
    return pd.DataFrame({"a": a.ravel(), "b": b.ravel(), "best": best.ravel()})


def best_rulers(y_true: ArrayLike, y_score: ArrayLike, places: Mapping[str, tuple[float, float]]) -> pd.DataFrame:
    """The rulers of some places, and where the cost curve of a sample meets them.

    Returns
    -------
    DataFrame
        Columns ``name``, ``a``, ``b``; the ruler's ends, ``c0``, ``loss0`` above and ``c1`` below, where the loss is 0;
        ``best``, the best score; and ``c``, ``loss``, the point a share ``best`` of the way down.
    """
    _, performances = hull_performances(Sweep(y_true, y_score))
    prior = performances[0, 2] + performances[0, 3]
    table = pd.DataFrame([(name, a, b) for name, (a, b) in places.items()], columns=["name", "a", "b"])
    a, b = table["a"].to_numpy(), table["b"].to_numpy()
    best = np.nanmax(ranking_score(performances[:, None, :], a, b), axis=0)
    top = 2 * ((1 - a) * (1 - prior) + a * prior)
    price = (1 - best) * (1 - a) + best * (1 - b)
    return table.assign(c0=1 - a, loss0=top, c1=1 - b, best=best, c=price, loss=(1 - best) * top)


def cost_plane(y_true: ArrayLike, y_score: ArrayLike) -> pd.DataFrame:
    """Corners of the cost curve, and of the line of decisions that are all wrong: columns series, c, loss."""
    sweep = Sweep(y_true, y_score)
    curve = cost_curve_of(sweep, over="cost")
    prior = sweep.positives / (sweep.positives + sweep.negatives)
    wrong = pd.DataFrame({"series": "all wrong", "c": [0.0, 1.0], "loss": [2 * prior, 2 * (1 - prior)]})
    return pd.concat(
        [pd.DataFrame({"series": "cost curve", "c": curve.conditions, "loss": curve.losses}), wrong], ignore_index=True
    )


def f_places(count: int) -> dict[str, tuple[float, float]]:
    """Places up the right side of the square, without its corners: those of some F-scores."""
    heights = (np.arange(count) + 1) / (count + 1)
    return {f"F at b = {b:.3g}": (1.0, float(b)) for b in heights}


def parallels(prior: float, partners: Mapping[str, tuple[float, float]], feet: Sequence[float]) -> pd.DataFrame:
    """The places whose rulers are parallel to those of some scores, at a share of positives.

    Returns
    -------
    DataFrame
        Columns ``name``, ``a``, ``b``, and the ruler's ends ``c0``, ``loss0``, ``c1``.
    """
    b = np.asarray(feet, dtype=np.float64)
    at_foot = (1 - prior) * (1 - b) + prior * b
    rows = []
    for name, (a0, b0) in partners.items():
        a = b - (b0 - a0) / ((1 - prior) * (1 - b0) + prior * b0) * at_foot
        inside = (a >= -1e-12) & (a <= 1 + 1e-12)
        at = np.clip(a[inside], 0, 1)
        top = 2 * ((1 - at) * (1 - prior) + at * prior)
        rows.append(
            pd.DataFrame({"name": name, "a": at, "b": b[inside], "c0": 1 - at, "loss0": top, "c1": 1 - b[inside]})
        )
    return pd.concat(rows, ignore_index=True)


def four_cases() -> pd.DataFrame:
    """The five scores of a strict decision, of a lenient one and of a toss between them, on four cases."""
    strict, lenient = STRICT_AND_LENIENT[0]
    rows = []
    for name, score in FIVE.items():
        values = [float(value) for m in (strict, lenient, TOSSED) if (value := score(m)) is not None]
        if name == "MCC":  # there as its square
            values = [float(np.sign(v) * np.sqrt(abs(v))) for v in values]
        rows.append((name, *values, values[2] > max(values[:2])))
    return pd.DataFrame(rows, columns=["score", "strict", "lenient", "toss", "toss is better"])
