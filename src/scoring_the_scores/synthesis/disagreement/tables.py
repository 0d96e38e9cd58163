"""What was measured on the zoo, summed: shares of opposite orders, and what noise and crossing curves leave of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from metricbook import ConfidenceSweep, influence, representatives
from scoring_the_scores.synthesis import small, zoo, zoo_tables
from scoring_the_scores.synthesis.disagreement.curves import nowhere_below
from scoring_the_scores.synthesis.disagreement.runs import PLOTS, SURE
from scoring_the_scores.synthesis.zoo_tables import DECIMALS

#: The metrics of the ranking that the first theorem is about.
OF_CURVE = ("AUROC", "AUCH", "H", "AP", "best F1")
#: The pairs of metrics that the table and the figure of noise show.
SHOWN = (
    ("AUROC", "AP"), ("AUROC", "H"), ("AP", "best F1"), ("AUROC", "LxCIM"), ("LxCIM", "accuracy"),
    ("AUROC", "C(r_b)"), ("AUROC", "accuracy"), ("AUROC", "F1"), ("accuracy", "F1"), ("LxCIM", "BA"),
)  # fmt: skip


def few(count: int, data_set: str | None = None) -> pd.DataFrame:
    """So few of the metrics that no other one often orders two classifiers oppositely to the nearest of them.

    Returns
    -------
    DataFrame
        ``metric``, ``nearest`` and ``disagree``, the share of opposite orders: over all, or on one data set.

    Examples
    --------
    >>> few(1)["nearest"].unique().tolist()
    ['accuracy']
    """
    table = zoo_tables.stored("pairs") if data_set is None else zoo_tables.stored("pairs").loc[data_set]
    counted = table.groupby(["first", "second"], sort=False)[["opposite", "ordered"]].sum().reset_index()
    counted["disagree"] = counted["opposite"] / counted["ordered"]
    return representatives(counted.rename(columns={"first": "metric", "second": "other"}), count)


def enough(most: int) -> pd.DataFrame:
    """Up to so many metrics that say about what all say.

    Returns
    -------
    DataFrame
        ``metrics``, how many; ``chosen``, which; ``farthest``, the metric that is farthest from the nearest of them,
        the first if there are several; ``disagree``, the share of opposite orders of these two.

    Examples
    --------
    >>> enough(1).round(3).values.tolist()
    [[1, 'accuracy', 'AUCH', 0.268]]
    """
    rows = []
    for count in range(1, most + 1):
        found = few(count)
        chosen = found.loc[found["metric"] == found["nearest"], "metric"]
        last = found.loc[found["disagree"].round(9).idxmax()]
        rows.append((count, ", ".join(chosen), last["metric"], last["disagree"]))
    return pd.DataFrame(rows, columns=["metrics", "chosen", "farthest", "disagree"])


def by_data_set(first: str, second: str) -> pd.Series:
    """The share of opposite orders of two metrics on each data set.

    Examples
    --------
    >>> by_data_set("AUROC", "AP").round(2).loc[["iris", "even digits"]].tolist()
    [0.2, 0.04]
    """
    table = zoo_tables.stored("pairs").xs((first, second), level=("first", "second"))
    counts = table.groupby("data_set", sort=False)[["opposite", "ordered"]].sum()
    return counts["opposite"] / counts["ordered"]


def by_worth(first: str, second: str) -> pd.DataFrame:
    """The share of opposite orders of two metrics by how far apart two classifiers are in the first of them.

    Returns
    -------
    DataFrame
        Quarters of all pairs of classifiers on all splits, the closest first: ``from`` and ``to``, the distance of
        their means over the other splits; ``opposite``.

    Examples
    --------
    >>> by_worth("AUROC", "AP")["opposite"].round(2).tolist()
    [0.2, 0.17, 0.11, 0.02]
    """
    i, j = np.triu_indices(len(zoo.CLASSIFIERS), 1)
    pairs = (np.stack([_of_all_splits(data_set, name) for data_set in zoo.DATA_SETS]) for name in (first, second))
    one, other = (np.round(values[..., i] - values[..., j], DECIMALS) for values in pairs)
    apart = np.abs(one.sum(axis=1, keepdims=True) - one).round(DECIMALS).ravel() / (one.shape[1] - 1)
    product = (one * other).ravel()
    rows = []
    for part in np.array_split(np.argsort(apart, kind="stable"), 4):
        opposite = np.count_nonzero(product[part] < 0)
        ordered = opposite + np.count_nonzero(product[part] > 0)
        rows.append((float(apart[part[0]]), float(apart[part[-1]]), opposite / ordered))
    return pd.DataFrame(rows, columns=["from", "to", "opposite"])


def _of_all_splits(data_set: str, metric: str) -> NDArray[np.float64]:
    """A metric of each classifier on each split."""
    table = zoo_tables.stored("metrics").xs((data_set, metric), level=("data_set", "metric")).sort_index()
    return table.to_numpy(dtype=float) / 10**DECIMALS


def noise(pairs: Iterable[tuple[str, str]] = SHOWN) -> pd.DataFrame:
    """Of some pairs of metrics the opposite orders, and which of them and of the others are outside the noise.

    Returns
    -------
    DataFrame
        ``first``, ``second``; ``opposite``, a share of all orders; ``sure``, the share of the opposite orders with both
        differences more than two standard errors; ``alike, sure``, the same of the other orders.
    """
    table = zoo_tables.counts().loc[list(pairs)]
    alike = table["ordered"] - table["opposite"]
    shown = pd.DataFrame(
        {
            "opposite": table["opposite"] / table["ordered"],
            "sure": table["opposite_sure"] / table["opposite"],
            "alike, sure": table["alike_sure"] / alike,
        }
    )
    return shown.reset_index()


def uncrossed() -> pd.DataFrame:
    """For each plot the share of pairs of classifiers whose curves do not cross, and what metrics then disagree about.

    Returns
    -------
    DataFrame
        A row for each plot: ``pairs``, the share without crossing; ``decided``, the largest share of opposite orders
        among these that two metrics have which the plot decides; ``AUROC, LxCIM`` and ``AUROC, F1`` the shares of
        these two.
    """
    crossed, table = zoo_tables.stored("crossings").sum(), zoo_tables.counts()
    decided = {"roc": OF_CURVE, "hull": ("AUCH", "H", "best F1"), "confidence": ("LxCIM", "AUDRC", "accuracy")}
    rows = {}
    for plot in PLOTS:
        opposite = table[f"opposite_{plot}"] / crossed[plot]
        rows[plot] = {
            "pairs": crossed[plot] / crossed["pairs"],
            "decided": opposite.loc[list(combinations(decided[plot], 2))].max(),
            "AUROC, LxCIM": opposite["AUROC", "LxCIM"],
            "AUROC, F1": opposite["AUROC", "F1"],
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def matrix() -> pd.DataFrame:
    """The shares of opposite orders on the zoo above the diagonal, of all decided rankings of 4 and 4 below it.

    Returns
    -------
    DataFrame
        Metrics by metrics; NaN on the diagonal and where a metric is not defined for all rankings.
    """
    table = zoo_tables.shares()
    exactly = small.opposite_shares(4, 4).reindex(index=table.index, columns=table.columns)
    below = np.tril(np.ones(table.shape, dtype=bool), -1)
    mixed = table.mask(below, exactly)
    return mixed.mask(np.eye(len(mixed), dtype=bool))


# ---------- the causal discovery methods


def causal() -> pd.DataFrame:
    """How accuracy, LxCIM and AUDRC order the sixteen causal discovery methods by twos, on the Tübingen pairs.

    Returns
    -------
    DataFrame
        A row for each two metrics: ``ordered`` and ``opposite`` pairs of methods, ``sure``: those of the opposite ones
        with both differences more than two standard errors; ``uncrossed``: those whose curves do not cross.
    """
    metrics = {"accuracy": "accuracy", "LxCIM": "lxcim", "AUDRC": "audrc_sum"}
    decisions = [zoo.causal(method) for method in zoo.CAUSAL_METHODS]
    i, j = np.triu_indices(len(decisions), 1)
    ahead = nowhere_below(np.array([_weighted_curve(d) for d in decisions]))
    plain = (ahead | ahead.T)[i, j]
    gaps, sure = {}, {}
    for name, metric in metrics.items():
        influences = [influence(metric, d.labels, d.scores, sample_weight=d.weights) for d in decisions]
        level, moved = np.array([f.value for f in influences]), np.array([f.of_cases for f in influences])
        gaps[name] = level[i] - level[j]
        difference = moved[i] - moved[j]
        error = np.sqrt(difference.shape[1] * difference.var(axis=1, ddof=1))
        sure[name] = np.abs(gaps[name]) > SURE * error
    rows = []
    for one, other in combinations(metrics, 2):
        product = gaps[one] * gaps[other]
        opposite = product < 0
        both = sure[one] & sure[other]
        cases = (product != 0, opposite, opposite & both, opposite & plain)
        rows.append((one, other, *(int(case.sum()) for case in cases)))
    return pd.DataFrame(rows, columns=["first", "second", "ordered", "opposite", "sure", "uncrossed"])


def _weighted_curve(decisions: zoo.Decisions) -> NDArray[np.float64]:
    """Share of right decisions among the most confident, at a fine grid of the share decided."""
    sweep = ConfidenceSweep(decisions.labels, decisions.scores, sample_weight=decisions.weights)
    ends = np.append(0.0, sweep.coverage) / sweep.total
    return np.interp(np.linspace(0, 1, 4001), ends, np.append(0.0, sweep.correct) / sweep.total)
