"""Prices implied by real classifiers, and the lines of scores on their cost curves."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook import Sweep, auroc, cost_curve, roc_hull_points
from scoring_the_scores.synthesis import zoo

Values = NDArray[np.float64]

#: Classifiers of five kinds that are fitted in milliseconds.
FIVE = ("logistic", "naive Bayes", "tree", "25 neighbours", "SVM")
#: The split that is shown.
SPLIT = 0


def scores_at(sweep: Sweep, a: float, b: float) -> Values:
    """The canonical score at every threshold, from nothing flagged to everything; NaN where it is undefined."""
    tp, fp = np.append(0.0, sweep.true_positives), np.append(0.0, sweep.false_positives)
    right = (1 - a) * (sweep.negatives - fp) + a * tp
    mistakes = (1 - b) * fp + b * (sweep.positives - tp)
    whole = right + mistakes
    return np.divide(right, whole, out=np.full(whole.shape, np.nan), where=whole > 0)


def implied(y: ArrayLike, s: ArrayLike, a: float = 1.0, b: float = 0.5) -> dict[str, float]:
    """Best value of the score at a place of the Tile, with its price and the prices that share its threshold.

    Examples
    --------
    >>> found = implied([1, 0, 1, 0], np.array([4.0, 3.0, 2.0, 1.0]))
    >>> {name: round(value, 3) for name, value in found.items()}
    {'best': 0.8, 'price': 0.4, 'from': 0.0, 'to': 0.5}
    """
    sweep = Sweep(y, s)
    values = scores_at(sweep, a, b)
    best = float(np.nanmax(values))
    # Segment by segment of the hull, because the best threshold is at a corner of it.
    negatives, positives = (np.diff(weights, prepend=0.0) for weights in roc_hull_points(sweep))
    corners = np.append(0.0, np.cumsum(positives + negatives))
    flagged = np.append(0.0, sweep.true_positives + sweep.false_positives)[int(np.nanargmax(values.round(12)))]
    shares = np.concatenate([[1.0], positives / (positives + negatives), [0.0]])
    at = int(np.searchsorted(corners, flagged))
    price = (1 - a) * (1 - best) + (1 - b) * best
    return {"best": best, "price": price, "from": float(shares[at + 1]), "to": float(shares[at])}


def table(data_sets: Iterable[str], classifiers: Iterable[str] = FIVE) -> pd.DataFrame:
    """`implied` by the best F1 for classifiers of the zoo, with AUROC and prevalence in the half that judges."""
    classifiers, rows = tuple(classifiers), []
    for data_set in data_sets:
        for name in classifiers:
            y, s = zoo.scores(data_set, name, SPLIT)
            about = {"data": data_set, "classifier": name, "prevalence": float(y.mean()), "auroc": float(auroc(y, s))}
            rows.append(about | implied(y, s))
    return pd.DataFrame(rows)


def curves(data_set: str, classifiers: Iterable[str]) -> pd.DataFrame:
    """Cost curves over cost proportions: ``classifier``, ``price``, ``loss`` at every corner."""
    tables = []
    for name in classifiers:
        curve = cost_curve(*zoo.scores(data_set, name, SPLIT), over="cost")
        tables.append(pd.DataFrame({"classifier": name, "price": curve.conditions, "loss": curve.losses}))
    return pd.concat(tables, ignore_index=True)


def lines(data_set: str, places: dict[str, tuple[float, float]]) -> pd.DataFrame:
    """Where the line of each score begins, at R = 0, and ends, at R = 1: ``score``, ``R``, ``price``, ``loss``."""
    prevalence = float(zoo.scores(data_set, FIVE[0], SPLIT)[0].mean())
    rows = []
    for name, (a, b) in places.items():
        rows.append((name, 0.0, 1 - a, 2 * ((1 - a) * (1 - prevalence) + a * prevalence)))
        rows.append((name, 1.0, 1 - b, 0.0))
    return pd.DataFrame(rows, columns=["score", "R", "price", "loss"])


def meetings(data_set: str, classifiers: Iterable[str], places: dict[str, tuple[float, float]]) -> pd.DataFrame:
    """Where the lines meet the cost curves: ``classifier``, ``score``, ``best``, ``price``, ``loss``."""
    rows = []
    for name in classifiers:
        y, s = zoo.scores(data_set, name, SPLIT)
        curve = cost_curve(y, s, over="cost")
        for score, place in places.items():
            price = implied(y, s, *place)
            rows.append((name, score, price["best"], price["price"], float(np.interp(price["price"], *curve))))
    return pd.DataFrame(rows, columns=["classifier", "score", "best", "price", "loss"])


def gap(data_set: str, first: str, second: str, prices: Values) -> pd.DataFrame:
    """How much more the first costs than the second at each price: ``price``, ``dearer``."""
    both = [np.interp(prices, *cost_curve(*zoo.scores(data_set, name, SPLIT), over="cost")) for name in (first, second)]
    return pd.DataFrame({"price": prices, "dearer": both[0] - both[1]})
