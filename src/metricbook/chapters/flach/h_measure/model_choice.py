"""Which of two classifiers a measure prefers: pairs on which measures disagree, and classifiers that no law reverses.

Small classifiers are given by their *ranking*: the labels of a sample without ties, from the highest score down. All
their measures are fractions. With v_b and w_b the share of positives and the weight of segment b of the ROC convex
hull, and p_b = v_b (1 - v_b), the expected minimum losses are Σ w_b p_b under the uniform law and Σ w_b p_b (1 + p_b)
under Beta(2, 2), for cost proportions as well as, with both classes given equal weight, for skews.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook.exact.samples import rankings
from metricbook.metrics.costs import CostCurve
from metricbook.metrics.h_measure import h_measure
from metricbook.metrics.ranking import auroc
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.validation import check_labels

Ranking = tuple[int, ...]

#: The measures that Flach et al. (2011, Section 4) compare; L_B is Beta(2, 2), and H falls linearly with L_B(c).
MEASURES: Final = ("AUC", "AUCH", "L_U(c)", "L_B(z)", "L_U(z)", "L_B(c)")
#: Of these, the ones of which less is better.
LOSSES: Final = frozenset({"L_U(c)", "L_B(z)", "L_U(z)", "L_B(c)"})
#: Float values closer than this count as equal.
ROUNDING: Final = 1e-12


def segments(ranking: Sequence[int]) -> list[tuple[int, int]]:
    """Positives and negatives on each segment of the ROC convex hull, by pooling adjacent violators.

    Examples
    --------
    >>> segments([1, 0, 1, 0])
    [(1, 0), (1, 1), (0, 1)]
    """
    pooled: list[tuple[int, int]] = []
    for label in ranking:
        up, right = int(label == 1), int(label == 0)
        # Pool while the previous segment is no steeper: a hull is steepest at its left end.
        while pooled and pooled[-1][0] * right <= up * pooled[-1][1]:
            before = pooled.pop()
            up, right = up + before[0], right + before[1]
        pooled.append((up, right))
    return pooled


def measures(ranking: Sequence[int]) -> dict[str, Fraction]:
    """The six measures of `MEASURES` for a ranking, as fractions.

    Parameters
    ----------
    ranking : sequence of 0 and 1
        Labels from the highest score down, no two scores equal.

    Returns
    -------
    dict
        Fractions by name. AUC and AUCH: 1 is perfect. Losses, with costs that add up to 2: 0 is perfect.

    Raises
    ------
    ZeroDivisionError
        If one class is missing.

    Notes
    -----
    Source: Flach et al. (2011), Section 4.

    Examples
    --------
    >>> {name: str(value) for name, value in measures([1, 0, 1, 0]).items()}
    {'AUC': '3/4', 'AUCH': '7/8', 'L_U(c)': '1/8', 'L_B(z)': '5/32', 'L_U(z)': '1/8', 'L_B(c)': '5/32'}
    """
    positives, negatives = sum(ranking), len(ranking) - sum(ranking)
    pairs = sum(sum(ranking[:i]) for i, label in enumerate(ranking) if label == 0)
    hull = segments(ranking)
    gained, area = 0, Fraction(0)
    for up, right in hull:
        area += Fraction(right * (2 * gained + up), 2 * positives * negatives)
        gained += up
    by_cost = [(Fraction(up, len(ranking)), Fraction(right, len(ranking))) for up, right in hull]
    by_skew = [(Fraction(up, 2 * positives), Fraction(right, 2 * negatives)) for up, right in hull]
    (uniform_c, beta_c), (uniform_z, beta_z) = _losses(by_cost), _losses(by_skew)
    values = (Fraction(pairs, positives * negatives), area, uniform_c, beta_z, uniform_z, beta_c)
    return dict(zip(MEASURES, values, strict=True))


def measures_of_all(positives: int, negatives: int) -> pd.DataFrame:
    """`measures` of every ranking of so many positives and negatives.

    Returns
    -------
    DataFrame
        A column of fractions for each measure; the index is the ranking as text, such as ``"1101"``.

    Examples
    --------
    >>> measures_of_all(1, 2)["AUC"].map(str).to_dict()
    {'100': '1', '010': '1/2', '001': '0'}
    """
    rows = {"".join(map(str, ranking)): measures(ranking) for ranking in rankings(positives + negatives, positives)}
    return pd.DataFrame.from_dict(rows, orient="index", columns=list(MEASURES), dtype=object)


def discordant_pairs(values: pd.DataFrame, *, losses: Collection[str] = LOSSES) -> pd.DataFrame:
    """For every two measures, two classifiers of which each measure strictly prefers another.

    Parameters
    ----------
    values : DataFrame
        A row for each classifier, a column for each measure. Fractions are compared exactly, floats that differ by
        less than `ROUNDING` count as equal.
    losses : collection of str
        Columns of which less is better.

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


def weights_for_share(y_true: ArrayLike, prevalence: float) -> NDArray[np.float64]:
    """Sample weights, adding up to 1, that make the positives weigh ``prevalence``: another prior, the same ROC.

    Raises
    ------
    ValueError
        If a class is missing, or the share is not strictly between 0 and 1.

    Examples
    --------
    >>> weights_for_share([1, 0, 0], 0.5).tolist()
    [0.5, 0.25, 0.25]
    """
    labels = _labels(y_true, prevalence)
    return np.where(labels, prevalence / labels.sum(), (1 - prevalence) / (~labels).sum())


def resample_at_share(y_true: ArrayLike, prevalence: float, *, size: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Indices of a sample, drawn with replacement within each class, of which ``prevalence`` is positive.

    Raises
    ------
    ValueError
        If a class is missing, the share is not strictly between 0 and 1, or a class would be drawn no sample.

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

    Parameters
    ----------
    y_true : array of shape (n,)
        Labels of a test sample.
    scores : mapping from str to array of shape (n,)
        Scores of each classifier on it.
    shares : sequence of float
        Shares of positives, between 0 and 1, both excluded.
    size, repeats : int
        Size and number of the samples that `resample_at_share` draws for each share.
    rng : numpy.random.Generator
        Source of chance. All classifiers see the same samples.

    Returns
    -------
    DataFrame
        One row for each share and classifier: ``prevalence, classifier``, then for ``h`` and ``auroc`` the value by
        weights, the mean over the resamples (``h_mean``) and their standard deviation (``h_sd``).

    Raises
    ------
    ValueError
        On bad input.

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
                found = [metric(labels[index], given[index]) for index in drawn]
                row[what] = metric(labels, given, sample_weight=weights)
                row[f"{what}_mean"], row[f"{what}_sd"] = float(np.mean(found)), float(np.std(found))
            rows.append(row)
    return pd.DataFrame(rows)


def _losses(hull: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """Expected minimum loss under the uniform law and under Beta(2, 2), from the weight of each class by segment."""
    uniform = beta = Fraction(0)
    for positive, negative in hull:
        weight = positive + negative
        product = positive * negative / weight**2
        uniform += weight * product
        beta += weight * product * (1 + product)
    return uniform, beta


def _places(column: pd.Series) -> NDArray[np.int64]:
    """Place of each value among the distinct ones, the smallest being 0."""
    exact = all(isinstance(value, Fraction | int) for value in column)
    keys = list(column) if exact else [round(float(value) / ROUNDING) for value in column]
    order = {value: place for place, value in enumerate(sorted(set(keys)))}
    return np.array([order[value] for value in keys])


def _labels(y_true: ArrayLike, prevalence: float) -> NDArray[np.bool_]:
    labels = check_labels(y_true)
    Sweep(labels, np.zeros(labels.size)).require_both_classes("a share of positives")
    if not 0 < prevalence < 1:
        raise ValueError(f"prevalence must lie strictly between 0 and 1, not {prevalence!r}")
    return labels
