"""The tables and the data of the figures: stored simulations and computed numbers of cases, in the readers' names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from metricbook import paired_difference
from scoring_the_scores.synthesis.how_sure import case_numbers, results
from scoring_the_scores.synthesis.population import METRICS

#: What the figure on optimism follows: three metrics of best thresholds, and one without.
FOLLOWED = ("h_measure", "kolmogorov_smirnov", "auch", "auroc")


def optimism(prevalence: float = 0.5) -> pd.DataFrame:
    """Bias in standard deviations, and coverage of plain intervals and of the package's, by number of cases.

    Returns
    -------
    DataFrame
        ``metric``, ``n``, ``bias``, ``plain`` and ``package``, the last missing where it was not run.
    """
    table = results.summed(results.stored())
    table = table[(table["prevalence"] == prevalence) & table["metric"].isin(FOLLOWED)]
    plain = table[table["what"] == "plain"]
    package = table[table["what"] == "interval"].set_index(["metric", "n"])["coverage"]
    shown = plain[["metric", "n"]].assign(
        bias=(plain["mean"] - plain["true"]) / plain["spread"],
        plain=plain["coverage"],
        package=[package.get(key, np.nan) for key in zip(plain["metric"], plain["n"], strict=True)],
    )
    return shown.replace({"metric": METRICS}).reset_index(drop=True)


def coverage(sizes: Sequence[tuple[float, int]]) -> pd.DataFrame:
    """Coverage of plain intervals in percent, by metric, for each prevalence and number of cases."""
    table = results.summed(results.stored())
    table = table[table["what"] == "plain"]
    columns: dict[str, Any] = {"metric": list(METRICS.values())}
    for prevalence, n in sizes:
        here = (table["prevalence"] == prevalence) & (table["n"] == n)
        rows = table[here].set_index("metric").loc[list(METRICS)]
        columns[f"π = {prevalence:g}, n = {n:,}"] = 100 * rows["coverage"].to_numpy()
    return pd.DataFrame(columns)


def three_ways(prevalence: float = 0.5, n: int = 300) -> pd.DataFrame:
    """Coverage in percent of plain intervals, of a bootstrap's percentiles and of the package's intervals."""
    table = results.summed(results.stored())
    table = table[(table["prevalence"] == prevalence) & (table["n"] == n)]
    ways = {"plain": "plain", "bootstrap": "bootstrap", "interval": "package"}
    coverage = table[table["what"].isin(list(ways))].pivot(index="metric", columns="what", values="coverage")
    coverage = 100 * coverage.loc[list(FOLLOWED), list(ways)].rename(columns=ways)
    return coverage.rename(index=METRICS).rename_axis("metric", axis=0).rename_axis(None, axis=1).reset_index()


def cases() -> pd.DataFrame:
    """Cases that each metric needs for AUROC 0.80 against 0.82 at correlation 0.7, by prevalence."""
    return case_numbers.needed((0.5, 0.1, 0.01), (0.7,)).replace({"metric": METRICS})


def by_correlation(prevalence: float = 0.5) -> pd.DataFrame:
    """How many times as many cases as AUROC some metrics need, the more alike the two models are."""
    metrics = ["auroc", "average_precision", "h_measure", "precision_at_indistinguishability", "f1_score", "accuracy"]
    needed = case_numbers.needed((prevalence,), (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99), metrics=metrics)
    return needed.replace({"metric": METRICS})


def compared(
    labels: ArrayLike, first: ArrayLike, second: ArrayLike, metrics: Sequence[str], thresholds: tuple[float, float]
) -> pd.DataFrame:
    """The difference of two models by several metrics, on the same cases, with its interval.

    Returns
    -------
    DataFrame
        ``metric``, ``difference``, ``low``, ``high``, and ``times``: the cases for a power of 80 %, were the difference
        the true one, as a multiple of these.
    """
    one, other = (np.asarray(s, dtype=float) - t for s, t in zip((first, second), thresholds, strict=True))
    rows = []
    for metric in metrics:
        value, low, high, error = paired_difference(metric, labels, one, other)
        rows.append((METRICS[metric], value, low, high, (2.8 * error / value) ** 2 if value else np.inf))
    return pd.DataFrame(rows, columns=["metric", "difference", "low", "high", "times"])
