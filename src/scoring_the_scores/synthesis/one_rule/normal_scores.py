"""Best thresholds of normal scores and the prices they imply: spread 1 in both classes, so that AUROC says all."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar
from scipy.special import expit, logit, ndtr, ndtri

from scoring_the_scores.synthesis.one_rule.prices import PRICED


def separation(auroc: float) -> float:
    """Distance between the means of the classes.

    Examples
    --------
    >>> round(separation(0.76), 3)
    0.999
    """
    return float(np.sqrt(2) * ndtri(auroc))


def chance(threshold: float, auroc: float, prevalence: float) -> float:
    """The chance that a case with this score is positive."""
    gap = separation(auroc)
    return float(expit(logit(prevalence) + gap * (threshold - gap / 2)))


def shares(threshold: float, auroc: float, prevalence: float) -> tuple[float, float, float, float]:
    """Shares of tn, fp, fn and tp among all cases, if scores above the threshold are flagged."""
    rest, gap = 1 - prevalence, separation(auroc)
    return (
        rest * float(ndtr(threshold)),
        rest * float(ndtr(-threshold)),
        prevalence * float(ndtr(threshold - gap)),
        prevalence * float(ndtr(gap - threshold)),
    )


def at_best(metric: str, auroc: float, prevalence: float) -> dict[str, float]:
    """The best threshold, the value there (squared for means with a root), the price by rule, and the chance there.

    Examples
    --------
    >>> found = at_best("F1", 0.8, 0.1)
    >>> round(found["value"] / 2, 3), round(found["price"], 3), round(found["chance"], 3)
    (0.196, 0.196, 0.196)
    """
    priced = PRICED[metric]

    def value(threshold: float) -> float:
        return float(priced.squared(*shares(threshold, auroc, prevalence)))

    # Farther out than this a metric is flat to the last digit.
    gap = separation(auroc)
    middle, half = gap / 2 - logit(prevalence) / gap, logit(0.999) / gap
    bounds = max(middle - half, -7.0), min(middle + half, gap + 7.0)
    optimum = minimize_scalar(lambda t: -value(t), bounds=bounds, method="bounded", options={"xatol": 1e-9})
    threshold = float(optimum.x)
    return {
        "threshold": threshold,
        "value": value(threshold),
        "price": float(priced.price(*shares(threshold, auroc, prevalence))),
        "chance": chance(threshold, auroc, prevalence),
    }


def prices(metrics: Iterable[str], aurocs: Iterable[float], prevalences: Iterable[float]) -> pd.DataFrame:
    """`at_best` for every metric, prevalence and AUROC.

    Returns
    -------
    DataFrame
        ``metric``, ``prevalence``, ``auroc`` and what `at_best` gives.
    """
    aurocs, prevalences = list(aurocs), list(prevalences)
    rows = [
        {"metric": metric, "prevalence": prevalence, "auroc": auroc} | at_best(metric, auroc, prevalence)
        for metric in metrics
        for prevalence in prevalences
        for auroc in aurocs
    ]
    return pd.DataFrame(rows)
