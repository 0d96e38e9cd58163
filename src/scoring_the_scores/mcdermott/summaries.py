"""What a run did to the groups: means with their standard errors, told apart from spreads over data sets."""

from __future__ import annotations

import numpy as np
import pandas as pd

from scoring_the_scores.mcdermott.measures import METRICS

_KEYS = ["run", "metric", "scope"]


def start_end(table: pd.DataFrame, *, measures: tuple[str, ...] = METRICS) -> pd.DataFrame:
    """First and last step of each run, scope and measure, and the change between them data set by data set.

    Returns
    -------
    DataFrame
        One row for each ``run``, ``metric``, ``scope`` and ``measure``: ``start`` and ``end`` means, mean ``change``
        and its standard error ``se`` (standard deviation over data sets / square root of their number), ``end_se``,
        that of the end mean, ``falls``, the share of data sets in which the measure fell, and ``datasets``. With one
        data set the standard errors are NaN.

    Examples
    --------
    >>> rows = [("M", "AUROC", d, s, "low", 0.5 + 0.1 * d * s) for d in (0, 1) for s in (0, 1)]
    >>> table = pd.DataFrame(rows, columns=["run", "metric", "dataset", "step", "scope", "AUROC"])
    >>> start_end(table, measures=("AUROC",))[["start", "end", "change", "se"]].round(3).to_numpy().tolist()
    [[0.5, 0.55, 0.05, 0.05]]
    """
    rows = []
    for keys, part in table.groupby(_KEYS, sort=False):
        wide = _ends(part, measures)
        for name in measures:
            change = wide["end"][name] - wide["start"][name]
            rows.append(
                dict(zip(_KEYS, keys, strict=True))
                | {
                    "measure": name,
                    "start": wide["start"][name].mean(),
                    "end": wide["end"][name].mean(),
                    "change": change.mean(),
                    "se": _standard_error(change),
                    "end_se": _standard_error(wide["end"][name]),
                    "falls": float((change < -1e-12).mean()),
                    "datasets": len(change),
                }
            )
    return pd.DataFrame(rows)


def disparity(table: pd.DataFrame, *, measures: tuple[str, ...] = METRICS) -> pd.DataFrame:
    """How much more the group of high prevalence gained than the other, data set by data set.

    Returns
    -------
    DataFrame
        One row for each ``run``, ``metric`` and ``measure``: mean ``gap`` of the two changes (high minus low), its
        standard error ``se``, and ``datasets``.

    Examples
    --------
    >>> rows = [("M", "AUROC", 0, s, g, s * gain) for s in (0, 1) for g, gain in (("high", 0.3), ("low", 0.1))]
    >>> table = pd.DataFrame(rows, columns=["run", "metric", "dataset", "step", "scope", "AUROC"])
    >>> round(float(disparity(table, measures=("AUROC",))["gap"].item()), 3)
    0.2
    """
    rows = []
    for (run, metric), part in table.groupby(["run", "metric"], sort=False):
        ends = {scope: _ends(part[part["scope"] == scope], measures) for scope in ("high", "low")}
        for name in measures:
            gained = {scope: wide["end"][name] - wide["start"][name] for scope, wide in ends.items()}
            gap = gained["high"] - gained["low"]
            row = {"run": run, "metric": metric, "measure": name, "gap": gap.mean(), "se": _standard_error(gap)}
            rows.append(row | {"datasets": len(gap)})
    return pd.DataFrame(rows)


def courses(table: pd.DataFrame, measure: str = "AUROC") -> pd.DataFrame:
    """Change of a measure since the first step: mean, its standard error, and the 5 to 95 percent spread at each step.

    Returns
    -------
    DataFrame
        One row for each ``run``, ``metric``, ``scope`` and ``step``: ``mean``, ``se``, and the quantiles ``p05`` and
        ``p95`` over data sets. The spread does not shrink with more data sets; the standard error does.

    Examples
    --------
    >>> rows = [("M", "AUROC", d, s, "low", s * d / 20) for d in range(21) for s in (0, 1)]
    >>> table = pd.DataFrame(rows, columns=["run", "metric", "dataset", "step", "scope", "AUROC"])
    >>> courses(table)[["step", "mean", "p05", "p95"]].round(3).to_numpy().tolist()
    [[0.0, 0.0, 0.0, 0.0], [1.0, 0.5, 0.05, 0.95]]
    """
    start = table[table["step"] == table["step"].min()]
    joined = table.merge(start[[*_KEYS, "dataset", measure]], on=[*_KEYS, "dataset"], suffixes=("", " at the start"))
    joined["change"] = joined[measure] - joined[f"{measure} at the start"]
    grouped = joined.groupby([*_KEYS, "step"], sort=False)["change"]
    summary = grouped.agg(["mean", "sem"]).rename(columns={"sem": "se"})
    summary["p05"], summary["p95"] = grouped.quantile(0.05), grouped.quantile(0.95)
    return summary.reset_index()


def _ends(table: pd.DataFrame, measures: tuple[str, ...]) -> dict[str, pd.DataFrame]:
    """The measures at the first and at the last step, one row for each data set."""
    steps = {"start": table["step"].min(), "end": table["step"].max()}
    return {
        name: table[table["step"] == step].set_index("dataset").loc[:, list(measures)] for name, step in steps.items()
    }


def _standard_error(values: pd.Series) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))
