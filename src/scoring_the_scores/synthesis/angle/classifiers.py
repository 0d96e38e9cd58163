"""Angles between metrics on the zoo: of every two classifiers, beside how often metrics order them oppositely.

Class sizes of the zoo's halves are fixed, so that influences vary about the mean of their class.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtrit

from claimledger import cached_result
from metricbook import disagreement
from scoring_the_scores.synthesis import zoo, zoo_tables
from scoring_the_scores.synthesis.zoo_tables import DECIMALS, NAMES

Array = NDArray[np.float64]


class Pairs(NamedTuple):
    """All pairs of classifiers on one data set.

    Attributes
    ----------
    correlations : array of shape (pairs, metrics, metrics)
        Of the differences on every two metrics, on the half that judges in the first split; NaN where a metric is
        undefined or has the same influences for both.
    errors : array of shape (pairs, metrics)
        The standard errors of the differences; NaN likewise.
    differences : array of shape (splits, pairs, metrics)
        As they are stored.
    """

    correlations: Array
    errors: Array
    differences: Array


@cached_result
def pairs(data_set: str) -> Pairs:
    """Measure the classifiers of a data set by twos, on every metric of `zoo_tables.NAMES`."""
    labels = zoo.halves(data_set, 0)[3]
    orders = [ranks.astype(float) for ranks in zoo_tables.orders(data_set).values()]
    influences = np.array([[zoo_tables.metric_influence(m, labels, s).of_cases for m in NAMES] for s in orders])
    i, j = np.triu_indices(len(orders), 1)
    # Within a class of m cases the mean is taken off, which takes one of m degrees of freedom.
    for group in (labels, ~labels):
        size = np.count_nonzero(group)
        influences[..., group] -= influences[..., group].mean(axis=-1, keepdims=True)
        influences[..., group] *= np.sqrt(size / (size - 1))
    apart = influences[i] - influences[j]
    errors = np.linalg.norm(apart, axis=2)
    errors = np.where(errors > 1e-12, errors, np.nan)
    unit = apart / errors[..., None]
    correlations = np.clip(unit @ unit.transpose(0, 2, 1), -1.0, 1.0)
    stored = zoo_tables.stored("metrics").loc[data_set].reset_index()
    rows = [stored[stored["metric"] == name].iloc[:, 2:].to_numpy(dtype=float) for name in NAMES]
    values = np.stack(rows, axis=-1) / 10**DECIMALS  # splits, classifiers, metrics
    return Pairs(correlations, errors, np.round(values[:, i] - values[:, j], DECIMALS))


@cached_result
def shares() -> dict[str, pd.DataFrame]:
    """For every two metrics the share of opposite orders, over all data sets and pairs of classifiers.

    Returns
    -------
    dict of DataFrame
        ``measured``, on all splits; ``angles``, the mean angle as a share of a half turn: what the share would be, were
        all classifiers equally good; ``with worth``, what it would be if the mean difference over all splits were the
        true one.
    """
    found = [pairs(data_set) for data_set in zoo.DATA_SETS]
    correlations = np.concatenate([each.correlations for each in found])
    ahead = np.concatenate([each.differences.mean(axis=0) / each.errors for each in found])
    tables = {
        "measured": zoo_tables.shares(),
        "angles": pd.DataFrame(0.0, list(NAMES), list(NAMES)),
        "with worth": pd.DataFrame(0.0, list(NAMES), list(NAMES)),
    }
    for (i, one), (j, other) in combinations(enumerate(NAMES), 2):
        defined = np.isfinite(correlations[:, i, j]) & np.isfinite(ahead[:, [i, j]]).all(axis=1)
        rho, h = correlations[defined, i, j], ahead[defined]
        for name, share in (("angles", disagreement(rho)), ("with worth", disagreement(rho, h[:, i], h[:, j]))):
            tables[name].loc[one, other] = tables[name].loc[other, one] = share.mean()
    return tables


def equally_good(first: str, second: str, *, within: float = 1.0) -> pd.DataFrame:
    """Classifiers that the other splits find equally good: how often metrics order them oppositely on this one.

    Parameters
    ----------
    first, second
        Two metrics by their names.
    within
        How many standard errors the mean differences on the other nineteen splits may be, on both metrics.

    Returns
    -------
    DataFrame
        A row for each data set: ``pairs`` of classifiers and splits that both metrics order, ``opposite`` (how many
        oppositely), ``angle`` (the sum of their angles, as shares of a half turn), ``expected`` (the sum of the
        theorem's probabilities for the mean differences).
    """
    i, j = (list(NAMES).index(name) for name in (first, second))
    rows = []
    for data_set in zoo.DATA_SETS:
        correlations, errors, differences = pairs(data_set)
        splits = differences.shape[0]
        here = differences[..., [i, j]]
        ahead = (here.sum(axis=0) - here) / (splits - 1) / errors[:, [i, j]]
        rho = np.broadcast_to(correlations[:, i, j], here.shape[:2])
        product = here.prod(axis=-1)
        chosen = (np.abs(ahead) <= within).all(axis=-1) & np.isfinite(rho) & (product != 0)
        expected = disagreement(rho[chosen], *ahead[chosen].T)
        rows.append((
            data_set, int(chosen.sum()), int((product[chosen] < 0).sum()),
            float(disagreement(rho[chosen]).sum()), float(expected.sum()),
        ))  # fmt: skip
    return pd.DataFrame(rows, columns=["data_set", "pairs", "opposite", "angle", "expected"])


def ratio(table: pd.DataFrame, numerator: str, denominator: str = "pairs") -> tuple[float, float, float]:
    """A ratio of sums over data sets and the ends of its 95 % interval, by leaving out one data set at a time."""
    top, bottom = (table[name].to_numpy(dtype=float) for name in (numerator, denominator))
    value = top.sum() / bottom.sum()
    without = (top.sum() - top) / (bottom.sum() - bottom)
    size = top.size
    error = np.sqrt((size - 1) / size * ((without - without.mean()) ** 2).sum())
    half = float(stdtrit(size - 1, 0.975)) * float(error)
    return float(value), float(value - half), float(value + half)
