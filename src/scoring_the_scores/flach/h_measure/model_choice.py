"""Which of two classifiers a measure prefers: pairs on which measures disagree, and what other priors change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook import CostCurve, Sweep, auroc, cost_curve, h_measure, roc_curve
from scoring_the_scores.flach.six_measures import LOSSES

#: Float values closer than this count as equal.
ROUNDING: Final = 1e-12


def discordant_pairs(values: pd.DataFrame, *, losses: Collection[str] = LOSSES) -> pd.DataFrame:
    """For every two measures, two classifiers of which each measure strictly prefers another.

    Returns
    -------
    DataFrame
        One row for each pair of columns that disagrees anywhere: ``first`` and ``second`` (measures), ``a`` and ``b``
        (classifiers; the first measure prefers a, the second b), and the values ``first_a, first_b, second_a,
        second_b``. Of all such pairs of classifiers the one is taken whose lesser distance, in places of the two
        orders of merit, is greatest; of these the first.

    Examples
    --------
    >>> table = pd.DataFrame({"AUC": [0.9, 0.8], "L": [0.3, 0.2]}, index=["x", "y"])
    >>> discordant_pairs(table, losses=["L"])[["first", "second", "a", "b"]].values.tolist()
    [['AUC', 'L', 'x', 'y']]
    """
    places = {name: _places(values[name]) * (-1 if name in losses else 1) for name in values.columns}
    rows = []
    for first, second in combinations(values.columns, 2):
        ahead = places[first][:, None] - places[first]
        behind = places[second] - places[second][:, None]
        distance = np.minimum(ahead, behind)
        i, j = (int(place) for place in np.unravel_index(np.argmax(distance), distance.shape))
        if distance[i, j] > 0:
            a, b = values.index[i], values.index[j]
            shown = [values.loc[who, what] for what in (first, second) for who in (a, b)]
            rows.append((first, second, a, b, *shown))
    columns = ["first", "second", "a", "b", "first_a", "first_b", "second_a", "second_b"]
    return pd.DataFrame(rows, columns=columns)


def excess(first: CostCurve, second: CostCurve) -> tuple[float, float]:
    """How far the first cost curve rises above the second at most, and the second above the first.

    Returns
    -------
    pair of floats
        None negative. If the first is 0, the first classifier *dominates*: no law of operating conditions prefers the
        second. If neither is, some law prefers each.

    Notes
    -----
    Both curves are straight between their corners, so that only corners need to be compared.

    Examples
    --------
    >>> from metricbook import cost_curve
    >>> perfect, guess = cost_curve([1, 0], [2, 1]), cost_curve([1, 0], [1, 1])
    >>> excess(perfect, guess)
    (0.0, 0.5)
    """
    corners = np.union1d(first.conditions, second.conditions)
    gap = np.interp(corners, *first) - np.interp(corners, *second)
    return max(0.0, float(gap.max())), max(0.0, float(-gap.min()))


def roc_and_excess(
    y_true: ArrayLike, scores: Mapping[str, ArrayLike], *, steps: int = 200
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """ROC curves of classifiers, and how far the cost curve of each is above the lowest of them.

    Returns
    -------
    pair of DataFrames
        ``classifier``, ``false_positive_rate``, ``true_positive_rate``; and ``classifier``, ``cost`` (proportions from
        0 to 1 in so many steps) and ``excess``.

    Examples
    --------
    >>> _, above = roc_and_excess([1, 0], {"perfect": [2, 1], "guess": [1, 1]}, steps=2)
    >>> above["excess"].tolist()
    [0.0, 0.0, 0.0, 0.0, 0.5, 0.0]
    """
    costs = np.linspace(0, 1, steps + 1)
    losses = {name: np.interp(costs, *cost_curve(y_true, given, over="cost")) for name, given in scores.items()}
    lowest = np.min(list(losses.values()), axis=0)
    rocs = [roc_curve(y_true, given).assign(classifier=name) for name, given in scores.items()]
    above = [
        pd.DataFrame({"classifier": name, "cost": costs, "excess": loss - lowest}) for name, loss in losses.items()
    ]
    return pd.concat(rocs), pd.concat(above)


def weights_for_share(y_true: ArrayLike, prevalence: float) -> NDArray[np.float64]:
    """Sample weights, adding up to 1, that make the positives weigh ``prevalence``: another prior, the same ROC.

    Examples
    --------
    >>> weights_for_share([1, 0, 0], 0.5).tolist()
    [0.5, 0.25, 0.25]
    """
    labels = _labels(y_true, prevalence)
    return np.where(labels, prevalence / labels.sum(), (1 - prevalence) / (~labels).sum())


def resample_at_share(y_true: ArrayLike, prevalence: float, *, size: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Indices of a sample, drawn with replacement within each class, of which ``prevalence`` is positive.

    Examples
    --------
    >>> drawn = resample_at_share([1, 0, 0], 0.25, size=8, rng=np.random.default_rng(0))
    >>> drawn.size, int((drawn == 0).sum())
    (8, 2)
    """
    labels = _labels(y_true, prevalence)
    count = round(size * prevalence)
    if not 0 < count < size:
        raise ValueError(f"a sample of {size} has no {prevalence:.3g} of positives with both classes present")
    drawn = [rng.choice(np.flatnonzero(labels), count), rng.choice(np.flatnonzero(~labels), size - count)]
    return np.concatenate(drawn)


def over_priors(
    y_true: ArrayLike,
    scores: Mapping[str, ArrayLike],
    shares: Sequence[float],
    *,
    size: int,
    repeats: int,
    rng: np.random.Generator,
) -> pd.DataFrame:
    """H and AUROC of classifiers as the share of positives changes and nothing else does.

    Returns
    -------
    DataFrame
        One row for each share and classifier: ``prevalence, classifier``, then for ``h`` and ``auroc`` the value by
        weights, the mean over the resamples (``h_mean``) and their standard deviation (``h_sd``). ``behind`` is how far
        ``h`` is below the highest at that share.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> table = over_priors([1, 0, 1, 0], {"x": [4, 3, 2, 1]}, [0.2, 0.5], size=20, repeats=3, rng=rng)
    >>> table[["prevalence", "h", "auroc"]].round(9).values.tolist()
    [[0.2, 0.5, 0.75], [0.5, 0.5, 0.75]]
    """
    labels, rows = np.asarray(y_true), []
    values = {name: np.asarray(given) for name, given in scores.items()}
    for share in shares:
        weights = weights_for_share(labels, share)
        drawn = [resample_at_share(labels, share, size=size, rng=rng) for _ in range(repeats)]
        for name, given in values.items():
            row: dict[str, float | str] = {"prevalence": float(share), "classifier": name}
            for what, metric in (("h", h_measure), ("auroc", auroc)):
                drawn_values = [metric(labels[index], given[index]) for index in drawn]
                row[what] = metric(labels, given, sample_weight=weights)
                row[f"{what}_mean"], row[f"{what}_sd"] = float(np.mean(drawn_values)), float(np.std(drawn_values))
            rows.append(row)
    table = pd.DataFrame(rows)
    return table.assign(behind=table.groupby("prevalence")["h"].transform("max") - table["h"])


def _places(column: pd.Series) -> NDArray[np.int64]:
    """Place of each value among the distinct ones, the smallest being 0."""
    exact = all(isinstance(value, Fraction | int) for value in column)
    keys = list(column) if exact else [round(float(value) / ROUNDING) for value in column]
    order = {value: place for place, value in enumerate(sorted(set(keys)))}
    return np.array([order[value] for value in keys])


def _labels(y_true: ArrayLike, prevalence: float) -> NDArray[np.bool_]:
    Sweep(y_true, np.zeros(np.size(y_true))).require_both_classes("a share of positives")
    if not 0 < prevalence < 1:
        raise ValueError(f"prevalence must lie strictly between 0 and 1, not {prevalence!r}")
    return np.asarray(y_true) == 1
