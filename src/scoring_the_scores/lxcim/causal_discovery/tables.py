"""What the chapter on causal discovery shows of many methods at once: orientations, curves, slopes.

Everything here reads a table of scores like that of :func:`metricbook.causal.tuebingen_scores`: a row for
each oriented pair, the column ``weight``, and a column for each method that is there.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook import accuracy, decision_curves, lxcim, roc_curve
from metricbook.causal import decided, relabelled_auroc


def auroc_bands(table: pd.DataFrame, names: Iterable[str], *, draws: int, rng: np.random.Generator) -> pd.DataFrame:
    """Say where each method's AUROC lies over random orientations of the pairs.

    Returns
    -------
    DataFrame
        A row for each method: ``mean``, ``sd``, the percentiles ``low`` (5), ``median`` and ``high`` (95), all between
        0 and 1, ``lxcim``, and ``within``: the share of draws less than a point from LxCIM.
    """
    rows = {}
    for name in names:
        scores, weights = decided(table[name], table["weight"])
        aurocs = relabelled_auroc(scores, weights, draws=draws, rng=rng)
        low, median, high = np.quantile(aurocs, [0.05, 0.5, 0.95])
        base = lxcim(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
        rows[name] = {"mean": aurocs.mean(), "sd": aurocs.std(), "low": low, "median": median, "high": high,
                      "lxcim": base, "within": np.mean(np.abs(aurocs - base) < 0.01)}  # fmt: skip
    return pd.DataFrame.from_dict(rows, orient="index")


def method_curves(table: pd.DataFrame, names: Iterable[str]) -> pd.DataFrame:
    """Return the curves of several methods in one long table.

    Returns
    -------
    DataFrame
        The column ``method`` and those of :func:`metricbook.decision_curves`.
    """
    parts = []
    for name in names:
        scores, weights = decided(table[name], table["weight"])
        part = decision_curves(np.ones(scores.size, dtype=bool), scores, sample_weight=weights)
        part.insert(0, "method", name)
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def method_roc_curves(table: pd.DataFrame, names: Iterable[str], *, rng: np.random.Generator) -> pd.DataFrame:
    """Return the ROC curves of several methods under one random orientation of the pairs, the same for all of them.

    Returns
    -------
    DataFrame
        The column ``method`` and those of :func:`metricbook.roc_curve`.
    """
    swapped = pd.Series(rng.random(len(table)) < 0.5, index=table.index)
    parts = []
    for name in names:
        used = table[name].notna() & (table[name] != 0) & (table["weight"] > 0)
        turned = swapped[used].to_numpy()
        scores = np.where(turned, -1.0, 1.0) * table.loc[used, name].to_numpy()
        part = roc_curve(~turned, scores, sample_weight=table.loc[used, "weight"])
        part.insert(0, "method", name)
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def local_accuracy(curve: pd.DataFrame, edges: ArrayLike) -> NDArray[np.float64]:
    """Slope of cumulative accuracy between decision rates: the accuracy of the decisions there.

    Examples
    --------
    >>> curve = decision_curves([1, 1], [2.0, -1.0])
    >>> local_accuracy(curve, [0, 0.5, 1]).tolist(), local_accuracy(curve, [0.25, 0.75]).tolist()
    ([1.0, 0.0], [0.5])
    """
    rates = np.asarray(edges, dtype=float)
    widths = np.diff(rates)
    if rates.size < 2 or not (widths > 0).all() or rates[0] < 0 or rates[-1] > 1:
        raise ValueError(f"edges must increase from 0 or more to 1 or less: {rates.tolist()}")
    return np.diff(np.interp(rates, curve["decision_rate"], curve["cumulative_accuracy"])) / widths


def weakest_stretch(curve: pd.DataFrame, width: float, *, start: float = 0.0) -> tuple[float, float]:
    """Find the stretch of decision rates, of a given width, with the lowest accuracy.

    Cumulative accuracy is a chain of straight pieces, so the lowest slope is found with one end of the stretch at a
    corner, or at the end of the range.

    Examples
    --------
    >>> weakest_stretch(decision_curves([1, 1, 1, 1], [4.0, -3.0, 2.0, 1.0]), 0.25)
    (0.0, 0.25)
    """
    rates = curve["decision_rate"].to_numpy()
    begins = np.concatenate([rates, rates - width, [start, 1 - width]])
    begins = np.unique(begins[(begins >= start) & (begins <= 1 - width)])
    ends = np.interp(begins + width, rates, curve["cumulative_accuracy"])
    slopes = (ends - np.interp(begins, rates, curve["cumulative_accuracy"])) / width
    lowest = int(np.argmin(slopes.round(9)))
    return float(slopes[lowest]), float(begins[lowest])


def confidence_test(
    scores: ArrayLike, weights: ArrayLike, *, draws: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Test whether a method's confidence says anything about being right.

    LxCIM minus accuracy is 0 for a straight curve of cumulative accuracy, and positive if the confident decisions are
    the better ones. If confidence says nothing, every order of the decisions is as likely as the one observed: the
    test puts them in random orders. (It takes the pairs for independent; related pairs make it reject too often.)

    Returns
    -------
    tuple of float
        LxCIM minus accuracy, and the share of orders (the observed one included) whose difference is as far from 0.

    Examples
    --------
    With all decisions right, confidence cannot tell right from wrong:

    >>> confidence_test([3.0, 2.0, 1.0], [1.0, 1.0, 1.0], draws=9, rng=np.random.default_rng(0))
    (0.0, 1.0)
    """
    values, heavy = np.asarray(scores, dtype=float), np.asarray(weights, dtype=float)
    all_right = np.ones(values.size, dtype=bool)
    mark = accuracy(all_right, values, sample_weight=heavy)
    observed = lxcim(all_right, values, sample_weight=heavy) - mark
    order = rng.permuted(np.tile(np.arange(values.size), (draws, 1)), axis=1)
    steps = heavy[order]
    covered = np.cumsum(steps, axis=1)
    # A right decision counts the weight decided after it, and half its own.
    credit = steps * (values[order] > 0) * (heavy.sum() - covered + steps / 2)
    gaps = 2 * credit.sum(axis=1) / heavy.sum() ** 2 - mark
    as_far = np.abs(gaps) >= abs(observed) - 1e-12  # equal but for the order of summation is as far
    return observed, float((as_far.sum() + 1) / (draws + 1))
