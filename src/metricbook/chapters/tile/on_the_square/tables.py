"""The tables behind the chapter on where scores are: places for Figure 3, paths of moving orders, interpolation."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook.tile.places import DUAL, Place, place
from metricbook.tile.scores import ranking_score

#: The scores that Figure 3 labels on its left, then the orders on its right.
CANONICAL = ("NPV", "TPR", "A", "F1", "TNR", "PPV")
ORDERS = ("NPV", "TPR", "A", "F1", "J+", "J-", "TNR", "PPV", "X tn,tp|tn,fn,tp", "X tn,tp|tn,fp,tp")
ORDERS_OF_PRIORS = ("SNPV", "NLR", "PTP", "PFN", "PTN", "PFP", "SPPV", "PLR", "BA", "J_Y", "|C|", "kappa")


def _placed(name: str, **known: float) -> Place:
    found = place(name, **known)
    if found is None:
        raise ValueError(f"the order of {name} is on no place of the Tile, given {known}")
    return found


def score_places() -> pd.DataFrame:
    """Places of the canonical scores of Figure 3, left: ``score``, ``a``, ``b``.

    Examples
    --------
    >>> score_places().set_index("score").loc["F1"].tolist()
    [1.0, 0.5]
    """
    rows = [(name, *map(float, _placed(name))) for name in CANONICAL]
    return pd.DataFrame(rows, columns=["score", "a", "b"])


def order_places(prior: float) -> pd.DataFrame:
    """Places of orders for a prior of the positive class, as in Figure 3, right.

    Returns
    -------
    DataFrame
        ``order``, ``a``, ``b``, ``needs prior`` (whether the order has a place only when priors are fixed) and ``dual``
        (whether it is the reverse of the order there).

    Examples
    --------
    >>> order_places(0.3).set_index("order").loc["kappa", ["a", "b"]].round(4).tolist()
    [0.8448, 0.5]
    """
    rows = [
        (name, *map(float, _placed(name, prevalence=prior)), name in ORDERS_OF_PRIORS, name in DUAL)
        for name in (*ORDERS, *ORDERS_OF_PRIORS)
    ]
    return pd.DataFrame(rows, columns=["order", "a", "b", "needs prior", "dual"])


def moving_orders(prior: float, n: int = 99) -> pd.DataFrame:
    """Paths on the Tile: ``path``, ``parameter``, ``a`` and ``b``.

    The weighted accuracies at the given prior as their weight goes from 0 to 1; BA and kappa as the prior does; and the
    curve on which the orders of BA and kappa are at the given prior.
    """
    between = np.arange(1, n + 1) / (n + 1)
    rows = [("weighted accuracy", x, *_placed("WA", prevalence=prior, alpha=x)) for x in between]
    rows += [("BA", x, *_placed("BA", prevalence=x)) for x in between]
    rows += [("kappa", x, *_placed("kappa", prevalence=x)) for x in between]
    # (1 - a)(1 - b) (1 - prior)² = a b prior², solved for b
    odds = (between / (1 - between)) * (prior / (1 - prior)) ** 2
    curve = [(0.0, 1.0), *zip(between, 1 / (1 + odds), strict=True), (1.0, 0.0)]
    rows += [("gamma", a, a, b) for a, b in curve]
    return pd.DataFrame(rows, columns=["path", "parameter", "a", "b"]).astype({"a": float, "b": float})


def interpolation_table(performance: ArrayLike, *, fixed: float = 0.25, n: int = 101) -> pd.DataFrame:
    """A performance's scores along one row and one column of the Tile, and two functions of them.

    Parameters
    ----------
    performance : array of shape (4,)
        Probabilities of tn, fp, fn, tp.
    fixed : float
        The other coordinate.

    Returns
    -------
    DataFrame
        ``along`` ("row" or "column"), ``coordinate``, ``score``, ``1/x`` and ``1/(1 - x)``.
    """
    coordinate = np.linspace(0, 1, n)
    tables = []
    for along in ("row", "column"):
        a, b = (coordinate, fixed) if along == "row" else (fixed, coordinate)
        score = ranking_score(performance, a, b)
        columns = {"coordinate": coordinate, "score": score, "1/x": 1 / score, "1/(1 - x)": 1 / (1 - score)}
        tables.append(pd.DataFrame({"along": along} | columns))
    return pd.concat(tables, ignore_index=True)
