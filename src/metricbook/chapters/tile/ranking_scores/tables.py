"""Tables behind the chapter on ranking scores: the fifty probabilities, and scores over places, orders and priors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook.exact import tile as exact_tile
from metricbook.tile.named import EVENTS_OF, NINE, SCORES
from metricbook.tile.performances import from_rates
from metricbook.tile.scores import OUTCOMES, check_performances, tile_axes, tile_of


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

    Parameters
    ----------
    performances : mapping of names to arrays of shape (4,)
    resolution : int
        Number of places along each side.

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


def rising(constants: Iterable[float], steps: int = 101) -> pd.DataFrame:
    """A ranking score after the importances of tn and tp are multiplied by a constant, against the score before.

    Returns
    -------
    DataFrame
        Columns ``constant``, ``before`` and ``after``, with after = c R / (1 + (c - 1) R).

    Examples
    --------
    >>> rising([2], 3)["after"].round(3).tolist()
    [0.0, 0.667, 1.0]
    """
    before = np.linspace(0, 1, steps)
    parts = [
        pd.DataFrame({"constant": c, "before": before, "after": c * before / (1 + (c - 1) * before)}) for c in constants
    ]
    return pd.concat(parts, ignore_index=True)


def together(performances: ArrayLike, names: Iterable[str]) -> pd.DataFrame:
    """Several named scores of many performances: one column for each name, one row for each performance.

    Examples
    --------
    >>> together([[4, 1, 2, 3]], ["A", "PPV"]).round(3).to_numpy().tolist()
    [[0.7, 0.75]]
    """
    values = check_performances(performances)
    return pd.DataFrame({name: SCORES[name](values) for name in names})


def over_priors(rates: Mapping[str, tuple[float, float]], names: Iterable[str], steps: int = 99) -> pd.DataFrame:
    """Named scores of classifiers with fixed rates against the prior of the positive class.

    Parameters
    ----------
    rates : mapping of names to pairs
        True negative rate and true positive rate of each classifier.
    names : names of `metricbook.tile.named.SCORES`
    steps : int
        Number of priors, equally spaced inside of (0, 1).

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
