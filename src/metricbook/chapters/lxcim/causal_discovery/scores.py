"""What the checks of Table 1 and its figures share: rows, curves and slopes from the committed scores."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linprog

from metricbook.causal import METHODS
from metricbook.causal.evaluation import evaluate
from metricbook.causal.tuebingen import tuebingen_scores
from metricbook.chapters.lxcim.causal_discovery.tables import INVARIANT, method_curves, scored_methods
from metricbook.chapters.lxcim.published import decided_pairs, printed_table
from metricbook.metrics.selective import audrc_integral

NEAR = 0.05  # what counts as near a slope, and so, beyond it, as clearly away from it
_STEPS = 100


def exact_methods() -> list[str]:
    """Methods that the registry says give their row of Table 1 in every digit, as far as they have scores."""
    return [name for name in scored_methods(tuebingen_scores()) if METHODS[name].agreement == "every digit"]


def other_conventions(names: list[str]) -> dict[str, NDArray[np.bool_]]:
    """Which cells agree with Table 1 under other conventions than the one that fits."""
    table, printed = tuebingen_scores(), printed_table().loc[names]
    even = evaluate(table.assign(weight=(table["weight"] > 0).astype(float)), names)[list(INVARIANT)]
    filled = table.assign(**{name: table[name].fillna(-1e-300) for name in names})  # no score: wrong, least confident
    counted = evaluate(filled, names)[list(INVARIANT)]
    areas = {}
    for name in names:
        scores, weights = decided_pairs(name)
        areas[name] = audrc_integral(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
    return {
        "the same with equal weights": _equal(even, printed[list(INVARIANT)]),
        "the same with pairs without a score counted as wrong": _equal(counted, printed[list(INVARIANT)]),
        "AUDRC as the integral of Eq. 25": _equal(pd.Series(areas), printed["AUDRC"]),
    }


def _equal(ours: pd.DataFrame | pd.Series, printed: pd.DataFrame | pd.Series) -> NDArray[np.bool_]:
    return (abs((100 * ours).round(1) - printed) < 0.05).to_numpy()


def prints_as(value: float, printed: float) -> bool:
    """Whether a share would be printed as this number of percent with one decimal."""
    return abs(round(100 * value, 1) - printed) < 0.05


def rounded(values: Iterable[float]) -> list[float]:
    """Percentages with one decimal, as Table 1 prints them."""
    return [round(value, 1) for value in values]


@cache
def curve_of(name: str) -> pd.DataFrame:
    """Accuracy and cumulative accuracy of a method against the decision rate."""
    return method_curves(tuebingen_scores(), [name])


@cache
def row_of(name: str) -> dict[str, float]:
    """Our row of Table 1, as shares."""
    return evaluate(tuebingen_scores(), [name]).loc[name].to_dict()


def nncl_note() -> str:
    """How our NNCL stands to the printed one."""
    ours, printed = row_of("NNCL"), printed_table().loc["NNCL"]
    found = ", ".join(f"{c} {100 * ours[c]:.1f} ({printed[c]:.1f})" for c in INVARIANT)
    return f"NNCL is ours, written from its definition; in percent, with Table 1 in brackets: {found}."


def area_below(curve: pd.DataFrame) -> float:
    """Area below a curve of cumulative accuracy."""
    return float(np.trapezoid(curve["cumulative_accuracy"], curve["decision_rate"]))


def roc_area(roc: pd.DataFrame) -> float:
    """Area below a ROC curve."""
    return float(np.trapezoid(roc["true_positive_rate"], roc["false_positive_rate"]))


def accuracy_at(curve: pd.DataFrame, rate: ArrayLike) -> NDArray[np.float64]:
    """Accuracy so far at a decision rate, cumulative accuracy being straight between decisions."""
    return np.interp(rate, curve["decision_rate"], curve["cumulative_accuracy"]) / rate


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


def constraints_of(row: pd.Series) -> tuple[NDArray, NDArray, NDArray]:
    """Edges of equal steps of the decision rate, and the constraints of a printed accuracy and LxCIM on the slopes."""
    edges = np.linspace(0, 1, _STEPS + 1)
    moments = np.vstack([np.diff(edges), np.diff(2 * edges - edges**2)])
    target = np.array([row["Accuracy"], row["LxCIM"]]) / 100
    half = 0.0005  # half of the last printed digit
    return edges, np.vstack([moments, -moments]), np.append(target + half, half - target)


def late_range(row: pd.Series, start: float) -> tuple[float, float]:
    """Smallest and largest mean slope beyond a decision rate that a printed accuracy and LxCIM allow."""
    edges, constraints, bounds = constraints_of(row)
    share = np.where(edges[:-1] > start - 1e-9, np.diff(edges), 0) / (1 - start)
    low, high = (linprog(s * share, A_ub=constraints, b_ub=bounds, bounds=(0, 1)).fun * s for s in (1, -1))
    return low, high


def highest_accuracy(row: pd.Series, rate: float, late: float) -> float | None:
    """Largest accuracy at a rate that a printed row allows if the mean slope beyond ``late`` is near 1/2."""
    edges, constraints, bounds = constraints_of(row)
    share = np.where(edges[:-1] > late - 1e-9, np.diff(edges), 0) / (1 - late)
    first = np.where(edges[:-1] < rate - 1e-9, np.diff(edges), 0) / rate
    constraints = np.vstack([constraints, share, -share])
    bounds = np.concatenate([bounds, [0.5 + NEAR, NEAR - 0.5]])
    found = linprog(-first, A_ub=constraints, b_ub=bounds, bounds=(0, 1))
    return -found.fun if found.success else None
