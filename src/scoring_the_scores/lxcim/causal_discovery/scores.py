"""What the checks of Table 1 and its figures share: rows, curves and slopes from the authors' scores."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook import audrc_integral
from metricbook.causal import authors_scores, evaluate
from scoring_the_scores.lxcim.causal_discovery.tables import method_curves
from scoring_the_scores.lxcim.published import decided_pairs, printed_table
from scoring_the_scores.lxcim.rows import INVARIANT

NEAR = 0.05  # what counts as near a slope, and so, beyond it, as clearly away from it


@cache
def other_conventions() -> dict[str, NDArray[np.bool_]]:
    """Which cells agree with Table 1 under other conventions than the one that fits."""
    table, printed = authors_scores(), printed_table()
    names = list(printed.index)
    even = evaluate(table.assign(weight=(table["weight"] > 0).astype(float)), names)
    filled = table.assign(**{name: table[name].fillna(-1e-300) for name in names})  # no score: wrong, least confident
    areas = {}
    for name in names:
        scores, weights = decided_pairs(name)
        areas[name] = audrc_integral(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
    return {
        "the same with equal weights": prints_as(even[list(INVARIANT)], printed[list(INVARIANT)]),
        "the same with pairs without a score counted as wrong": prints_as(
            evaluate(filled, names)[list(INVARIANT)], printed[list(INVARIANT)]
        ),
        "AUDRC as the integral of Eq. 25": prints_as(pd.Series(areas), printed["AUDRC"]),
    }


def prints_as(value: ArrayLike, printed: ArrayLike) -> NDArray[np.bool_]:
    """Whether a share would be printed as this number of percent with one decimal."""
    return np.abs(np.round(100 * np.asarray(value), 1) - np.asarray(printed)) < 0.05


@cache
def curve_of(name: str) -> pd.DataFrame:
    """Accuracy and cumulative accuracy of a method against the decision rate."""
    return method_curves(authors_scores(), [name])


@cache
def row_of(name: str) -> dict[str, float]:
    """A row of Table 1 from the authors' scores, as shares."""
    return evaluate(authors_scores(), [name]).loc[name].to_dict()


def effective_pairs(name: str) -> float:
    """How many pairs of equal weight would be as noisy as those that a method decides."""
    _, weights = decided_pairs(name)
    return float(weights.sum() ** 2 / (weights**2).sum())


def area_below(curve: pd.DataFrame) -> float:
    """Area below a curve of cumulative accuracy."""
    return float(np.trapezoid(curve["cumulative_accuracy"], curve["decision_rate"]))


def roc_area(roc: pd.DataFrame) -> float:
    """Area below a ROC curve."""
    return float(np.trapezoid(roc["true_positive_rate"], roc["false_positive_rate"]))


def accuracy_at(curve: pd.DataFrame, rate: ArrayLike) -> NDArray[np.float64]:
    """Accuracy so far at a decision rate, cumulative accuracy being straight between decisions."""
    rates = np.asarray(rate, dtype=float)
    return np.interp(rates, curve["decision_rate"], curve["cumulative_accuracy"]) / rates


def symmetric(roc: pd.DataFrame) -> bool:
    """Whether the curve is its own reflection in the falling diagonal."""
    x, y = roc["false_positive_rate"].to_numpy(), roc["true_positive_rate"].to_numpy()
    return np.allclose(x, 1 - y[::-1], atol=1e-9) and np.allclose(y, 1 - x[::-1], atol=1e-9)


def area_up_to(roc: pd.DataFrame, end: float) -> tuple[float, float]:
    """Area below the curve from 0 to the given end, and where on x + y = 1 the curve is."""
    x, y = roc["false_positive_rate"].to_numpy(), roc["true_positive_rate"].to_numpy()
    height = float(np.interp(1.0, x + y, y))
    inside = x + y <= 1
    return float(np.trapezoid(np.append(y[inside], height), np.append(x[inside], end))), height
