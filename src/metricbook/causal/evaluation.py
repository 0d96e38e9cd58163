"""Scoring the methods: from a method's scores of pairs to the rows of a table like the paper's Table 1.

A pair is oriented as (cause, effect), so every label is 1 and a positive score is a correct decision. Pairs that a
method does not decide (no score, or a score of exactly zero) and pairs of weight zero are left out, method by method.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.selective import accuracy, audrc_sum, lxcim
from metricbook.metrics.validation import as_floats


def decided(scores: ArrayLike, weights: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return scores and weights of the pairs that are decided: a score that is there and not zero, a weight above zero.

    Parameters
    ----------
    scores, weights : arrays of shape (n,)
        A method's scores, NaN where it has none, and the pairs' weights.

    Returns
    -------
    two arrays of shape (m,), m <= n

    Raises
    ------
    ValueError
        If something is no number; the message says what and where.

    Examples
    --------
    >>> scores, weights = decided([0.5, float("nan"), 0.0, -1.0], [1.0, 1.0, 1.0, 0.5])
    >>> scores.tolist(), weights.tolist()
    ([0.5, -1.0], [1.0, 0.5])
    """
    values, heavy = as_floats(scores, "scores"), as_floats(weights, "weights")
    used = ~np.isnan(values) & (values != 0) & (heavy > 0)
    return values[used], heavy[used]


def evaluate(table: pd.DataFrame, methods: Iterable[str]) -> pd.DataFrame:
    """Return LxCIM, accuracy and AUDRC of each method, and how much of the benchmark it decides.

    Parameters
    ----------
    table : DataFrame
        A row for each pair: the column ``weight``, and a column of scores for each method.
    methods : iterable of str
        The columns to evaluate.

    Returns
    -------
    DataFrame
        A row for each method: ``LxCIM``, ``Accuracy`` and ``AUDRC`` between 0 and 1, the number of ``pairs`` decided
        and their share of the total ``weight``.

    Raises
    ------
    KeyError
        If the table lacks a column.
    ValueError
        If a method decides no pair.

    Examples
    --------
    >>> table = pd.DataFrame({"weight": [1.0, 1.0], "M": [2.0, -1.0]})
    >>> evaluate(table, ["M"]).loc["M"].to_dict()
    {'LxCIM': 0.75, 'Accuracy': 0.5, 'AUDRC': 0.75, 'pairs': 2.0, 'weight': 1.0}
    """
    rows = {}
    for name in methods:
        scores, weights = decided(table[name], table["weight"])
        correct = np.ones(scores.size, dtype=bool)
        rows[name] = {
            "LxCIM": lxcim(correct, scores, sample_weight=weights),
            "Accuracy": accuracy(correct, scores, sample_weight=weights),
            "AUDRC": audrc_sum(correct, scores, sample_weight=weights),
            "pairs": scores.size,
            "weight": weights.sum() / table["weight"].sum(),
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def relabelled_auroc(
    scores: ArrayLike, weights: ArrayLike, *, draws: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return AUROC of the same decisions under random orientations of the pairs, all draws at once.

    Each draw swaps the two variables of every pair with probability one half: the label and the sign of the score
    change together, and the decision is right or wrong as before. A pair that keeps its orientation is a positive of
    its score, one that is swapped a negative of minus its score. Whether one pair as a positive outscores another as a
    negative therefore does not depend on the draw, and AUROC is a quadratic form in the draw.

    Parameters
    ----------
    scores, weights : arrays of shape (n,)
        Scores of oriented pairs, and the pairs' weights; at least two pairs.
    draws : int
        Number of orientations.
    rng : numpy.random.Generator
        Source of the orientations.

    Returns
    -------
    array of shape (draws,)
        The AUROC of each; orientations that leave one class empty are left out and more are drawn.

    Raises
    ------
    ValueError
        With fewer than two pairs, or if something is no number.

    Examples
    --------
    Of two right decisions one is a positive above zero, the other a negative below it:

    >>> relabelled_auroc([2.0, 1.0], [1.0, 1.0], draws=3, rng=np.random.default_rng(0)).tolist()
    [1.0, 1.0, 1.0]
    """
    values, heavy = as_floats(scores, "scores"), as_floats(weights, "weights")
    n = values.size
    if n < 2:
        raise ValueError(f"AUROC needs two classes, so at least two pairs: there are {n}")
    ahead = (values[:, None] > -values) + 0.5 * (values[:, None] == -values)
    found = np.empty(0)
    while found.size < draws:
        swapped = rng.random((draws - found.size, n)) < 0.5
        swapped = swapped[swapped.any(axis=1) & ~swapped.all(axis=1)]
        positives, negatives = ~swapped * heavy, swapped * heavy
        won = ((positives @ ahead) * negatives).sum(axis=1)
        found = np.append(found, won / (positives.sum(axis=1) * negatives.sum(axis=1)))
    return found
