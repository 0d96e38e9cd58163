"""How far a row of the table would move with other pairs: a bootstrap over families of related pairs.

The pairs are no independent sample: several come from one study, and share one unit of weight for that reason. So
whole families are drawn with replacement, and a pair's weight is multiplied by how often its family was drawn. All
methods see the same draws, and their differences are judged on these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from scoring_the_scores.pages import ranked

METRICS = ("LxCIM", "Accuracy", "AUDRC")

Vector = NDArray[np.float64]


def families(weights: pd.Series) -> pd.Series:
    """Return which family each pair with a weight belongs to, inferred from the weights alone.

    A family of k pairs shares one unit of weight, 1/k for each up to rounding. So the pairs whose weight is nearest to
    1/k are cut, in order of their numbers, into families of k.

    Examples
    --------
    >>> families(pd.Series([0.5, 1.0, 0.5, 0.0], index=[1, 2, 3, 4])).to_dict()
    {1: 1, 2: 2, 3: 1}
    """
    heavy = weights[weights > 0].sort_index()
    sizes = (1 / heavy).round().astype(int).clip(lower=1)
    family = pd.Series(0, index=heavy.index, name="family")
    for size, members in heavy.groupby(sizes):
        if len(members) % size:
            raise ValueError(f"{len(members)} pairs have a weight near 1/{size}: they make no whole families of {size}")
        for start in range(0, len(members), size):
            part = members.iloc[start : start + size]
            if abs(part.sum() - 1) > 0.01:
                raise ValueError(f"pairs {', '.join(map(str, part.index))} weigh {part.sum():.3f} together and not 1")
            family[part.index] = part.index[0]
    return family


def resampled(groups: ArrayLike, *, draws: int, rng: np.random.Generator) -> Vector:
    """Return by how much each pair's weight is multiplied when its groups are drawn with replacement.

    Returns
    -------
    array of shape (draws, n)
        Whole numbers, equal within a group; each row's sum over groups is their number.

    Examples
    --------
    >>> factors = resampled([1, 1, 2], draws=4, rng=np.random.default_rng(0))
    >>> bool((factors[:, 0] == factors[:, 1]).all() and (factors[:, 1] + factors[:, 2] == 2).all())
    True
    """
    names, member = np.unique(np.asarray(groups), return_inverse=True)
    counts = rng.multinomial(names.size, np.full(names.size, 1 / names.size), size=draws)
    return counts[:, member].astype(np.float64)


def metrics_under(scores: ArrayLike, weights: ArrayLike) -> dict[str, Vector]:
    """Return LxCIM, accuracy and AUDRC of one method's scores under many sets of weights.

    Pairs are oriented, so that a positive score is correct; those without a score, or with a score of zero, are left
    out as in :func:`metricbook.causal.decided`.

    Returns
    -------
    dict
        For each of ``METRICS`` an array of shape (m,), between 0 and 1; NaN where no weight is left.

    Examples
    --------
    The wrong decision is the more confident one; the second row leaves only the right one:

    >>> metrics_under([1.0, -2.0], [[1.0, 1.0], [1.0, 0.0]])["LxCIM"].tolist()
    [0.25, 1.0]
    """
    values, table = np.asarray(scores, dtype=float), np.asarray(weights, dtype=float)
    used = np.flatnonzero(~np.isnan(values) & (values != 0))
    if used.size == 0:
        return {name: np.full(table.shape[0], np.nan) for name in METRICS}
    order = used[np.argsort(-np.abs(values[used]), kind="stable")]
    heavy, confidence = table[:, order], np.abs(values[order])
    starts = np.flatnonzero(np.append(True, confidence[1:] != confidence[:-1]))
    # Equal confidences are decided on together.
    step = np.add.reduceat(heavy, starts, axis=1)
    right = np.add.reduceat(heavy * (values[order] > 0), starts, axis=1)
    reached = np.cumsum(step, axis=1)
    total = reached[:, -1]
    with np.errstate(invalid="ignore", divide="ignore"):
        so_far = np.where(reached > 0, np.cumsum(right, axis=1) / reached, 0.0)
        return {
            "LxCIM": 2 * (right * (total[:, np.newaxis] - reached + step / 2)).sum(axis=1) / total**2,
            "Accuracy": right.sum(axis=1) / total,
            "AUDRC": (step * so_far).sum(axis=1) / total,
        }


def resampled_metrics(
    table: pd.DataFrame, names: Iterable[str], *, groups: pd.Series, draws: int, rng: np.random.Generator
) -> Mapping[str, pd.DataFrame]:
    """Return the metrics of several methods under the same resamples of the groups.

    Returns
    -------
    mapping
        For each of ``METRICS`` a DataFrame with a row for each draw and a column for each method.
    """
    part = table.loc[groups.index]
    weights = resampled(groups, draws=draws, rng=rng) * part["weight"].to_numpy()
    metrics_of = {name: metrics_under(part[name], weights) for name in names}
    return {metric: pd.DataFrame({name: by[metric] for name, by in metrics_of.items()}) for metric in METRICS}


def intervals(estimates: pd.Series, draws: pd.DataFrame, *, level: float = 0.95) -> pd.DataFrame:
    """Return an interval for each estimate by itself, and one for all of them at once.

    The first runs between percentiles of the draws. The second is the estimate plus and minus a multiple of its
    standard error, the same multiple for all: the least that holds the largest deviation, in standard errors, in
    ``level`` of the draws.

    Returns
    -------
    DataFrame
        A row for each estimate: ``estimate``, ``error`` (standard deviation of the draws), ``low`` and ``high`` (by
        itself), ``low_all`` and ``high_all`` (all at once). An estimate that no draw moves has error 0.

    Examples
    --------
    >>> draws = pd.DataFrame({"M": [0.4, 0.5, 0.6]})
    >>> intervals(pd.Series({"M": 0.5}), draws, level=0.5).round(3).loc["M"].tolist()
    [0.5, 0.1, 0.45, 0.55, 0.4, 0.6]
    """
    if not 0 < level < 1:
        raise ValueError(f"the level must be between 0 and 1, not {level}")
    draws = draws[list(estimates.index)]
    values = draws.to_numpy()
    if lacking := list(draws.columns[draws.isna().any()]):
        raise ValueError(f"no number for {lacking[0]} in some draws: it decides too few groups")
    error = values.std(axis=0, ddof=1)
    deviations = np.abs(values - estimates.to_numpy())[:, error > 0] / error[error > 0]
    reach = np.quantile(deviations.max(axis=1, initial=0), level, method="higher")
    low, high = np.quantile(values, [(1 - level) / 2, 1 - (1 - level) / 2], axis=0)
    return pd.DataFrame(
        {
            "estimate": estimates,
            "error": error,
            "low": low,
            "high": high,
            "low_all": estimates - reach * error,
            "high_all": estimates + reach * error,
        }
    )


def differences(estimates: pd.Series, draws: pd.DataFrame, *, level: float = 0.95) -> pd.DataFrame:
    """Return, for each two methods, the difference and its intervals, by itself and for all differences at once.

    Returns
    -------
    DataFrame
        A row for each two methods, the one with the larger estimate first (``better``, ``worse``), with the columns of
        :func:`intervals` and ``alone`` and ``together``: whether that interval leaves out zero.

    Examples
    --------
    >>> draws = pd.DataFrame({"A": [0.5, 0.7, 0.9], "B": [0.1, 0.3, 0.5]})
    >>> differences(pd.Series({"B": 0.3, "A": 0.7}), draws)[["better", "worse", "together"]].values.tolist()
    [['A', 'B', True]]
    """
    names = list(ranked(estimates, digits=9, ascending=False).index)
    couples = list(combinations(names, 2))
    labels = [f"{a} - {b}" for a, b in couples]
    first, second = [a for a, _ in couples], [b for _, b in couples]
    gaps = pd.DataFrame(draws[first].to_numpy() - draws[second].to_numpy(), columns=labels)
    gap = pd.Series(estimates[first].to_numpy() - estimates[second].to_numpy(), index=labels)
    table = intervals(gap, gaps, level=level)
    table.insert(0, "better", first)
    table.insert(1, "worse", second)
    return table.assign(
        alone=(table["low"] > 0) | (table["high"] < 0), together=(table["low_all"] > 0) | (table["high_all"] < 0)
    ).reset_index(drop=True)


def coin_flips(
    table: pd.DataFrame, name: str, *, groups: pd.Series, draws: int, rng: np.random.Generator
) -> dict[str, Vector]:
    """Return the metrics of a method whose decisions are turned round, family by family, by the toss of a coin.

    The confidences stay, and so does the agreement within a family: what is left is what chance alone would give.

    Returns
    -------
    dict
        For each of ``METRICS`` an array of shape (draws,).
    """
    part = table.loc[groups.index]
    scores, weights = part[name].to_numpy(dtype=float), part["weight"].to_numpy(dtype=float)
    names, member = np.unique(groups.to_numpy(), return_inverse=True)
    mask = rng.random((draws, names.size))[:, member] < 0.5
    # A decision and its opposite, of which each draw gives the whole weight to one.
    both = np.hstack([mask * weights, ~mask * weights])
    return metrics_under(np.append(scores, -scores), both)


def against_chance(
    table: pd.DataFrame, estimates: pd.Series, *, metric: str, groups: pd.Series, draws: int, rng: np.random.Generator
) -> pd.DataFrame:
    """Return, for each method, how often decisions by the toss of a coin do as well.

    Returns
    -------
    DataFrame
        A row for each method: ``p``, the share of draws that reach the estimate (the estimate counted as one of them),
        and ``adjusted`` for the number of methods by :func:`holm`.
    """
    p = {}
    for name, estimate in estimates.items():
        chance = coin_flips(table, str(name), groups=groups, draws=draws, rng=rng)[metric]
        # To rounding: a draw may turn no decision round.
        p[name] = (1 + int((chance >= estimate - 1e-12).sum())) / (1 + draws)
    p_values = pd.Series(p)
    return pd.DataFrame({"p": p_values, "adjusted": holm(p_values)})


def holm(p_values: pd.Series) -> pd.Series:
    """Return p-values adjusted for their number by Holm's steps: each may be compared with the level as it is.

    >>> holm(pd.Series({"A": 0.01, "B": 0.5, "C": 0.02})).round(3).to_dict()
    {'A': 0.03, 'B': 0.5, 'C': 0.04}
    """
    ordered = p_values.iloc[np.argsort(p_values, kind="stable")]
    factors = np.arange(len(ordered), 0, -1)
    adjusted = pd.Series(np.minimum(np.maximum.accumulate(ordered.to_numpy() * factors), 1.0), index=ordered.index)
    return adjusted[p_values.index]


def calibration(
    *, families_: int, size: int, samples: int, draws: int, rng: np.random.Generator, level: float = 0.95
) -> dict[str, float]:
    """Return how often the intervals do what they promise, on simulated families whose answer is known.

    Each sample has families of equally many pairs with nearly the same score, and two methods of the same law: scores
    are normal with mean 0.4 and deviation 1 between families, 0.2 within.

    Returns
    -------
    dict
        ``covered``: the share of samples whose interval for LxCIM holds its true value; ``told apart``: the share in
        which the interval by itself tells the two methods apart, although neither is better; ``pairs as if
        independent``: the first share if pairs, and not families, are resampled.
    """
    groups = pd.Series(np.repeat(np.arange(families_), size))
    unrelated = pd.Series(np.arange(families_ * size))

    def scores(count: int) -> Vector:
        return np.repeat(rng.normal(0.4, 1, count), size) + rng.normal(0, 0.2, count * size)

    truth = metrics_under(big := scores(100_000), np.ones((1, big.size)))["LxCIM"][0]
    covered = apart = naive = 0
    for _ in range(samples):
        table = pd.DataFrame({"weight": 1 / size, "A": scores(families_), "B": scores(families_)})
        estimates = pd.Series({name: metrics_under(table[name], table[["weight"]].T)["LxCIM"][0] for name in "AB"})
        drawn = resampled_metrics(table, "AB", groups=groups, draws=draws, rng=rng)["LxCIM"]
        row = intervals(estimates, drawn, level=level).loc["A"]
        covered += row["low"] <= truth <= row["high"]
        apart += differences(estimates, drawn, level=level)["alone"].iloc[0]
        alone = resampled_metrics(table, "A", groups=unrelated, draws=draws, rng=rng)["LxCIM"]
        row = intervals(estimates[["A"]], alone, level=level).loc["A"]
        naive += row["low"] <= truth <= row["high"]
    shares = {"covered": covered, "told apart": apart, "pairs as if independent": naive}
    return {name: float(count) / samples for name, count in shares.items()}
