"""The tables behind the chapter on correlation maps: pairs of scores, robustness, and the lines on Figure 7."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook.tile import from_rates
from metricbook.tile.operations import shift_square
from scoring_the_scores.tile.correlation_maps.maps import neighbour_map

Array = NDArray[np.float64]

#: Pairs of scores by their names in words: the first score, and the place of the other.
PAIRS: Mapping[str, tuple[str, float, float]] = {
    "precision, F1": ("PPV", 1, 0.5),
    "recall, F1": ("TPR", 1, 0.5),
    "accuracy, F1": ("A", 1, 0.5),
    "recall, specificity": ("TPR", 0, 0),
}


def no_skill_performances(n: int, prior: float, *, rng: np.random.Generator) -> Array:
    """Performances of guessing, TNR = 1 - TPR, with a prior of the positive class and uniform TPR.

    Examples
    --------
    >>> no_skill_performances(1, 0.5, rng=np.random.default_rng(1)).round(3)
    array([[0.244, 0.256, 0.244, 0.256]])
    """
    rate = rng.random(n)
    return from_rates(1 - rate, rate, prior)


def robustness_table(laws: Mapping[str, ArrayLike], axis: ArrayLike, steps: Iterable[float]) -> pd.DataFrame:
    """How many pairs of performances change places with a step on the Tile.

    Returns
    -------
    DataFrame
        ``law``, ``step``, ``worst`` and ``median`` over the places: share of pairs whose order differs between a place
        and the worst of its neighbours.

    Examples
    --------
    >>> P = [[0.4, 0.1, 0.2, 0.3], [0.3, 0.2, 0.05, 0.45]]
    >>> robustness_table({"two": P}, [0, 1], [0.1, 0.5])
       law  step  worst  median
    0  two   0.1    0.0     0.0
    1  two   0.5    1.0     1.0
    """
    rows = []
    for law, performances in laws.items():
        for step in steps:
            shares = (1 - neighbour_map(performances, axis, axis, step=step)) / 2
            rows.append((law, step, np.nanmax(shares), np.nanmedian(shares)))
    return pd.DataFrame(rows, columns=["law", "step", "worst", "median"])


def prior_lines(prior: float, *, points: int = 201) -> pd.DataFrame:
    """The lines over the paper's Figure 7: tenths of the Tile for equal priors, shifted, and the curve of no skill.

    Returns
    -------
    DataFrame
        ``line``, ``a``, ``b``: two points of each line of the grid, "grid a 1" to "grid b 9", then those of "no skill".

    Notes
    -----
    Source: Piérard et al., Eqs. 4 and 5, and the curve of Section 4.4.

    Examples
    --------
    For equal priors the grid is even, and the curve is the falling diagonal:

    >>> lines = prior_lines(0.5, points=3)
    >>> lines[lines["line"] == "grid a 3"].values.tolist(), lines.tail(3)["b"].tolist()
    ([['grid a 3', 0.3, 0.0], ['grid a 3', 0.3, 1.0]], [1.0, 0.5, 0.0])
    """
    shifted, _ = shift_square(np.arange(1, 10) / 10, 0, source=0.5, target=1 - prior)
    rows = [(f"grid a {k}", x, end) for k, x in enumerate(shifted, 1) for end in (0.0, 1.0)]
    rows += [(f"grid b {k}", end, y) for k, y in enumerate(shifted, 1) for end in (0.0, 1.0)]
    a = np.arange(points) / (points - 1)
    negative, positive = (1 - prior) ** 2 * (1 - a), prior**2 * a
    b = negative / (negative + positive)
    rows += [("no skill", x, y) for x, y in zip(a, b, strict=True)]
    return pd.DataFrame(rows, columns=["line", "a", "b"])
