"""What price one really pays: thresholds of the best F1, chosen on a sample of normal scores, in the population."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtr

from scoring_the_scores.synthesis.one_rule.normal_scores import at_best, separation

Values = NDArray[np.float64]


def search(auroc: float, prevalence: float, positives: int, draws: int, *, rng: np.random.Generator) -> pd.DataFrame:
    """The threshold of the best F1 of each sample of fixed class sizes, and what it is worth outside the sample.

    Returns
    -------
    DataFrame
        One row for each sample: ``threshold``, midway between the last case flagged and the next; ``best F1``, in the
        sample; ``F1``, in the population; ``price``, the chance that a case at the threshold is positive; ``stated``,
        half the best F1.
    """
    gap, n = separation(auroc), round(positives / prevalence)
    y = np.arange(n) < positives
    scores = rng.normal(size=(draws, n)) + gap * y
    order = np.argsort(-scores, axis=1, kind="stable")
    scores = np.take_along_axis(scores, order, axis=1)
    hits = np.cumsum(y[order], axis=1)
    f1 = 2 * hits / (np.arange(1, n + 1) + positives)
    last = f1.argmax(axis=1)
    rows = np.arange(draws)
    threshold = (scores[rows, last] + scores[rows, np.minimum(last + 1, n - 1)]) / 2
    return _judged(threshold, auroc, prevalence).assign(**{"best F1": f1[rows, last], "stated": f1[rows, last] / 2})


def by_rule(auroc: float, prevalence: float, positives: int, draws: int, *, rng: np.random.Generator) -> pd.DataFrame:
    """The same samples' threshold by a fitted model: logistic regression, and the cut its own chances make best.

    Returns
    -------
    DataFrame
        ``threshold``, ``F1`` and ``price``, as from `search`.
    """
    gap, n = separation(auroc), round(positives / prevalence)
    y = (np.arange(n) < positives).astype(float)
    scores = rng.normal(size=(draws, n)) + gap * y
    slope, level = _logistic(scores, y)
    fitted = -np.sort(-expit(slope[:, None] * scores + level[:, None]), axis=1)
    expected = 2 * np.cumsum(fitted, axis=1) / (np.arange(1, n + 1) + fitted.sum(axis=1, keepdims=True))
    threshold = (logit(expected.max(axis=1) / 2) - level) / slope
    return _judged(threshold, auroc, prevalence)


def _judged(threshold: Values, auroc: float, prevalence: float) -> pd.DataFrame:
    gap = separation(auroc)
    hits = prevalence * ndtr(gap - threshold)
    flagged = hits + (1 - prevalence) * ndtr(-threshold)
    price = expit(logit(prevalence) + gap * (threshold - gap / 2))
    return pd.DataFrame({"threshold": threshold, "F1": 2 * hits / (flagged + prevalence), "price": price})


def _logistic(scores: Values, y: Values, steps: int = 12) -> tuple[Values, Values]:
    """Maximum likelihood slope and level of each row of scores, by Newton's steps."""
    slope = np.full(len(scores), 0.5)
    level = np.full(len(scores), float(logit(y.mean())))
    for _ in range(steps):
        chance = expit(slope[:, None] * scores + level[:, None])
        weight, off = chance * (1 - chance), y - chance
        a, b, c = weight.sum(axis=1), (weight * scores).sum(axis=1), (weight * scores**2).sum(axis=1)
        u, v = off.sum(axis=1), (off * scores).sum(axis=1)
        determinant = a * c - b * b
        level, slope = level + (c * u - b * v) / determinant, slope + (a * v - b * u) / determinant
    return slope, level


def table(
    auroc: float, prevalence: float, sizes: tuple[int, ...], draws: int, *, rng: np.random.Generator
) -> pd.DataFrame:
    """Search and rule at several sample sizes.

    Returns
    -------
    DataFrame
        ``positives``, ``choice``; the mean best F1 in the sample, and the mean F1 in the population; the 5, 50 and
        95 % points of the price.
    """
    rows = []
    for positives in sizes:
        for choice, choose in (("search", search), ("model", by_rule)):
            chosen = choose(auroc, prevalence, positives, draws, rng=rng)
            low, middle, high = np.quantile(chosen["price"], [0.05, 0.5, 0.95])
            best = chosen["best F1"].mean() if "best F1" in chosen else np.nan
            rows.append((positives, choice, best, chosen["F1"].mean(), low, middle, high))
    names = ["positives", "choice", "best F1 in the sample", "F1 outside", "price, 5 %", "median", "95 %"]
    return pd.DataFrame(rows, columns=names)


def best_outside(auroc: float, prevalence: float) -> float:
    """The best F1 of the population."""
    return at_best("F1", auroc, prevalence)["value"]
