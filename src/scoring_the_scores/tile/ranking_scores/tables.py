"""Tables behind the chapter on ranking scores: the fifty probabilities, places of orders, scores over priors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook.exact import tile as exact_tile
from metricbook.tile import DUAL, EVENTS_OF, NINE, OUTCOMES, SCORES, Place, from_rates, place, tile_axes, tile_of

#: The orders that Figure 3 labels on its right; those of the second line need fixed priors.
ORDERS = ("NPV", "TPR", "A", "F1", "J+", "J-", "TNR", "PPV", "X tn,tp|tn,fn,tp", "X tn,tp|tn,fp,tp")
ORDERS_OF_PRIORS = ("SNPV", "NLR", "PTP", "PFN", "PTN", "PFP", "SPPV", "PLR", "BA", "J_Y", "|C|", "kappa")


def fifty() -> pd.DataFrame:
    """All conditional probabilities of an event given a larger one, and which of them are ranking scores.

    Returns
    -------
    DataFrame
        One row for each of the 50 pairs: ``event`` and ``condition`` as outcomes joined by commas, the score's value
        where one outcome is certain in the columns ``tn``, ``fp``, ``fn``, ``tp`` (NaN where it is undefined),
        ``name`` (empty without one) and ``ranking``.

    Examples
    --------
    >>> int(fifty()["ranking"].sum())
    9
    """
    names = {pair: name for name, pair in EVENTS_OF.items()}
    rows = []
    for event, condition in exact_tile.conditional_pairs():
        corners = [exact_tile.probability(p, event, condition) for p in np.eye(4, dtype=int).tolist()]
        values = [np.nan if value is None else float(value) for value in corners]
        name = names.get((event, condition), "")
        rows.append([_joined(event), _joined(condition), *values, name, name in NINE])
    return pd.DataFrame(rows, columns=["event", "condition", *OUTCOMES, "name", "ranking"])


def _joined(event: Iterable[str]) -> str:
    event = set(event)
    return ",".join(outcome for outcome in OUTCOMES if outcome in event)


def tiles(performances: Mapping[str, ArrayLike], resolution: int = 41) -> pd.DataFrame:
    """The Tiles of several performances.

    Returns
    -------
    DataFrame
        Columns ``performance``, ``a``, ``b`` and ``score``.

    Examples
    --------
    >>> tiles({"one": [4, 1, 2, 3]}, 2)["score"].round(3).tolist()
    [0.8, 0.75, 0.667, 0.6]
    """
    a, b = (axis.ravel() for axis in np.broadcast_arrays(*tile_axes(resolution)))
    parts = [
        pd.DataFrame({"performance": name, "a": a, "b": b, "score": tile_of(performance, resolution).ravel()})
        for name, performance in performances.items()
    ]
    return pd.concat(parts, ignore_index=True)


def over_priors(rates: Mapping[str, tuple[float, float]], names: Iterable[str], steps: int = 99) -> pd.DataFrame:
    """Named scores of classifiers with fixed rates against the prior of the positive class.

    Returns
    -------
    DataFrame
        Columns ``classifier``, ``prior``, ``score`` (its name) and ``value``.

    Examples
    --------
    >>> over_priors({"one": (0.5, 1.0)}, ["A"], 3)["value"].round(3).tolist()
    [0.625, 0.75, 0.875]
    """
    priors = np.arange(1, steps + 1) / (steps + 1)
    parts = [
        pd.DataFrame({"classifier": who, "prior": priors, "score": name, "value": SCORES[name](shifted)})
        for who, (tnr, tpr) in rates.items()
        for shifted in [from_rates(tnr, tpr, priors)]
        for name in names
    ]
    return pd.concat(parts, ignore_index=True)


def _placed(name: str, **known: float) -> Place:
    located = place(name, **known)
    if located is None:
        raise ValueError(f"the order of {name} is on no place of the Tile, given {known}")
    return located


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
