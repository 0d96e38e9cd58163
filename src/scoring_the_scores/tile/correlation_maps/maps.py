"""What maps of rank correlations over the Tile are made for: tables, exact values, laws of performances, neighbours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import factorial

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from metricbook.tile import NINE, from_rates, kendall_map, ranking_score
from scoring_the_scores.pages import ranked

Array = NDArray[np.float64]


#: The places of the nine probabilistic scores by name, row by row as in the paper's Figure 4.
NINE_PLACES: Mapping[str, tuple[float, float]] = dict(
    zip(NINE, [(a, b) for b in (1.0, 0.5, 0.0) for a in (0.0, 0.5, 1.0)], strict=True)
)


def map_table(
    names: str | Sequence[str],
    performances: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    by: Callable[..., Array] = kendall_map,
) -> pd.DataFrame:
    """The maps of named scores as one table: ``score``, ``a``, ``b``, ``tau``.

    Returns
    -------
    DataFrame
        One row for each score and place, ``a`` running fastest.

    Examples
    --------
    >>> P = [[0.3, 0.0, 0.5, 0.2], [0.4, 0.1, 0.3, 0.2], [0.4, 0.2, 0.1, 0.3]]
    >>> map_table("A", P, [0.5, 1], [0.5])
      score    a    b  tau
    0     A  0.5  0.5  1.0
    1     A  1.0  0.5  1.0
    """
    names = [names] if isinstance(names, str) else list(names)
    a, b = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    maps = by(names, performances, a, b)
    rows = {"score": np.repeat(names, a.size * b.size), "a": np.tile(a, b.size * len(names))}
    return pd.DataFrame(rows | {"b": np.tile(np.repeat(b, a.size), len(names)), "tau": maps.ravel()})


def peaks(table: pd.DataFrame) -> pd.DataFrame:
    """For each score of a `map_table`, where its map is highest and lowest, and how high it is beside its peak.

    Returns
    -------
    DataFrame
        Indexed by score: ``a``, ``b``, ``tau`` of the highest place; ``beside``, the highest at any other place;
        ``least``, ``least_a``, ``least_b``.

    Examples
    --------
    >>> peaks(pd.DataFrame({"score": "A", "a": [0, 1.0], "b": [0, 0.5], "tau": [0.25, 1]})).loc["A"].to_dict()
    {'a': 1.0, 'b': 0.5, 'tau': 1.0, 'beside': 0.25, 'least': 0.25, 'least_a': 0.0, 'least_b': 0.0}
    """
    rows = {}
    for score, part in table.groupby("score", sort=False):
        ordered = ranked(part, "tau", digits=9)
        top, least = ordered.iloc[-1], ordered.iloc[0]
        rows[score] = {
            "a": top["a"], "b": top["b"], "tau": top["tau"], "beside": ordered["tau"].iloc[-2],
            "least": least["tau"], "least_a": least["a"], "least_b": least["b"],
        }  # fmt: skip
    return pd.DataFrame.from_dict(rows, orient="index").astype(float)


def uniform_tau() -> dict[tuple[str, str], Fraction]:
    """Exact Kendall's tau of pairs of the nine scores, for performances uniform on the simplex.

    One pair of each kind, named by their kinds of place: "corner", "side" (middle of a side), "centre".

    Returns
    -------
    dict
        From two kinds to tau: ``("corner", "opposite corner")`` and ``("corner", "next corner")`` also hold for every
        symmetric Dirichlet law, the others for the uniform law only. ``("side", "corner")`` is for a corner at an end
        of that side.

    Notes
    -----
    Derived in the chapter on correlation maps: an outcome that one score adds to another multiplies its odds by an
    independent uniform number, and the rest are Beta functions.

    Examples
    --------
    >>> print(*uniform_tau().values())
    0 1/3 2/3 3/5 7/15
    """
    side = 4 * _beta(2, 3)
    centre = 24 * _beta(4, 3)
    return {
        ("corner", "opposite corner"): Fraction(0),
        ("corner", "next corner"): 1 - Fraction(2, 3),
        ("side", "corner"): 1 - side,
        ("centre", "side"): 1 - centre,
        ("centre", "corner"): 1 - centre - 4 * _beta(3, 3),
    }


def _beta(p: int, q: int) -> Fraction:
    """The Beta function at whole numbers."""
    return Fraction(factorial(p - 1) * factorial(q - 1), factorial(p + q - 1))


def roc_performances(
    n: int, *, separation: tuple[float, float] = (1.0, 1.0), prior: ArrayLike = 0.5, rng: np.random.Generator
) -> Array:
    """Operating points of classifiers with normal scores: TNR = Phi(t), TPR = Phi(d - t).

    Examples
    --------
    On one curve what TNR gains TPR loses:

    >>> P = roc_performances(100, rng=np.random.default_rng(1))
    >>> float(kendall_map("TNR", P, 1, 1).round(12))
    -1.0
    """
    low, high = separation
    if not 0 <= low <= high:
        raise ValueError(f"separation must be two numbers, the first not negative nor the larger: {separation}")
    distance = rng.uniform(low, high, n)
    threshold = distance / 2 + rng.standard_normal(n)
    return from_rates(ndtr(threshold), ndtr(distance - threshold), prior)


def neighbour_map(performances: ArrayLike, a: ArrayLike, b: ArrayLike, *, step: float) -> Array:
    """Least Kendall's tau between the canonical score at each place and at the eight places around it.

    Returns
    -------
    array of shape (rows, columns)
        1 where moving by a step changes no order. Neighbours that tie all performances do not count; NaN where the
        place itself does. Scores closer than 1e-12 are tied.

    Examples
    --------
    The first of two performances has the higher TNR, the other the higher accuracy and TPR:

    >>> P = [[0.4, 0.1, 0.2, 0.3], [0.3, 0.2, 0.05, 0.45]]
    >>> neighbour_map(P, [0, 1], [0], step=0.1), neighbour_map(P, [0, 1], [0], step=0.5)
    (array([[1., 1.]]), array([[-1., -1.]]))
    """
    if not 0 <= step <= 1:
        raise ValueError(f"step must lie between 0 and 1: {step}")
    result = np.empty((np.size(b), np.size(a)))
    for i, y in enumerate(np.asarray(b, dtype=np.float64)):
        for j, x in enumerate(np.asarray(a, dtype=np.float64)):
            columns, rows = (np.unique([max(c - step, 0.0), c, min(c + step, 1.0)]) for c in (x, y))
            own = ranking_score(performances, x, y)
            around = kendall_map(own, performances, columns, rows, tie_tolerance=1e-12, workers=1)
            result[i, j] = np.fmin.reduce(around, axis=None)
    return result
