"""The stored run on a report's intervals, and its tables and sentences."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import numpy as np
import pandas as pd

from claimledger import Page
from metricbook.reports import MEASURES
from scoring_the_scores.files import data_file

#: Where the run is stored, below the folder of data.
PLACE: Final = ("benchmarks", "coverage.json")
#: What is asked of an interval: the least coverage, and the most that may lie above the truth, in per cent.
LEAST, MOST_ABOVE = 93.0, 4.0
#: So few missed positives that samples without any are common.
FEW: Final = 3
#: The metrics that are tabled beyond cases of one model that were drawn one by one.
COMPARED: Final = ("auroc", "average_precision", "h_measure", "brier_score", "cost")
#: The laws of scores, in words.
LAWS: Final = {
    "spread": "normal, unequal spreads",
    "beta": "beta, calibrated",
    "mixture": "mixture",
    "grades": "about ten grades",
}


@cache
def stored(path: Path | None = None) -> dict[str, Any]:
    """Date, machine, seed and samples, and under ``measured`` a row for each setting and metric."""
    run: dict[str, Any] = json.loads((path or data_file(*PLACE)).read_text(encoding="utf-8"))
    return run


def measured(run: dict[str, Any]) -> pd.DataFrame:
    """The rows of a run, with shares in per cent, their standard error, titles, and how many positives are expected."""
    table = pd.DataFrame(run["measured"])
    number = table["held"] + table["below"] + table["above"]
    share = table["held"] / number
    return table.assign(
        title=[_title(metric) for metric in table["metric"]],
        positives=(table["prevalence"] * table["cases"]).round().astype(int),
        covered=100 * share,
        over=100 * table["above"] / number,
        error=100 * np.sqrt(share * (1 - share) / number),
    )


def plain(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of one model on cases that were drawn one by one and not counted."""
    return table[(table["models"] == 1) & (table["of_cluster"] == 1) & ~table["counted"]]


def about(run: dict[str, Any]) -> Page:
    """When, on what, with how many samples and which seed, in sentences."""
    day = date.fromisoformat(run["date"])
    settings = len({tuple(row[name] for name in _SETTING) for row in run["measured"]})
    error = 100 * np.sqrt(run["level"] * (1 - run["level"]) / run["samples"])
    text = (
        f"The run of {day.day} {day:%B %Y} drew {run['samples']:,} samples of each of {settings} settings (seed "
        f"{run['seed']}), in {run['seconds'] / 60:.0f} minutes on one core ({run['processor']}). A share of "
        f"{100 * run['level']:.0f} % then has a standard error of {error:.1f} points, and of 100 settings that cover "
        f"exactly so much, some {_of_hundred(run)} are under {LEAST:.0f} % by the drawing alone."
    )
    if again := run.get("again"):
        titles = [_title(metric) for metric in again["metrics"]]
        day = date.fromisoformat(again["date"])
        text += (
            f" The intervals of {', '.join(titles[:-1])} and {titles[-1]} were counted anew on {day.day} {day:%B %Y}, "
            f"on the same samples, in {again['seconds'] / 60:.0f} minutes more."
        )
    return Page(text, text)


def by_metric(table: pd.DataFrame) -> pd.DataFrame:
    """For each metric of one model, the coverage over all settings, and in how many it is too low."""
    rows = []
    for title, of_metric in plain(table).groupby("title", sort=False):
        covered = of_metric["covered"]
        rows.append(
            {
                "interval of": title,
                "settings": len(of_metric),
                "lowest": _percent(covered.min()),
                "median": _percent(covered.median()),
                "highest": _percent(covered.max()),
                f"under {LEAST:.0f} %": int((covered < LEAST).sum()),
                "surely": int(_surely_low(of_metric).sum()),
                f"over {MOST_ABOVE:.0f} % above": int((of_metric["over"] > MOST_ABOVE).sum()),
                "most above": _percent(of_metric["over"].max()),
            }
        )
    return pd.DataFrame(rows)


def misses(table: pd.DataFrame) -> pd.DataFrame:
    """Where an interval surely covers too little, or surely lies above the truth too often, by law and AUROC."""
    few = plain(table)
    rows = []
    for (title, law, area), alike in few[_surely_low(few) | _surely_high(few)].groupby(["title", "law", "area"]):
        worst = alike.loc[alike["covered"].round(9).idxmin()]
        rows.append(
            {
                "interval of": title,
                "scores": LAWS[law],
                "AUROC": f"{area:.2f}",
                "settings": len(alike),
                "the worst": f"{worst['cases']:,} cases, {100 * worst['prevalence']:g} % positive",
                "held": f"{worst['covered']:.1f} ± {worst['error']:.1f} %",
                "above": _percent(worst["over"]),
            }
        )
    return pd.DataFrame(rows)


def of_costs(table: pd.DataFrame) -> Page:
    """How the coverage of the mean cost depends on how many positives are expected to be missed, in a sentence."""
    costs = missed_positives(table)
    few = costs["missed"] < FEW
    short = costs["covered"] < LEAST
    held = [
        f"{covered.min():.0f} to {covered.max():.0f} %" for covered in (costs["covered"][few], costs["covered"][~few])
    ]
    counts = [f"{(short & which).sum()} of {which.sum()}" for which in (few, ~few)]
    text = (
        f"The interval of the mean cost of a case held the truth in {held[0]} where fewer than {FEW} positives were "
        f"expected to be missed, which cost more than false alarms: it was under {LEAST:.0f} % in {counts[0]} of these "
        f"settings. Elsewhere it held the truth in {held[1]}, under {LEAST:.0f} % in {counts[1]}."
    )
    return Page(text, text)


def missed_positives(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of the mean cost, with how many positives are expected to be missed, and the price of one."""
    few = plain(table)
    recalls = few[few["metric"] == "recall"].set_index(list(_SETTING))["truth"]
    costs = few[few["metric"] == "cost"].set_index(list(_SETTING))
    missed = costs["positives"] * (1 - recalls.reindex(costs.index))
    return costs.assign(missed=missed).reset_index()


def rest(table: pd.DataFrame) -> pd.DataFrame:
    """Coverage with clusters, from counts, and of several models together: lowest to highest over the settings."""
    kinds = {
        "one model, clusters": table[table["of_cluster"] > 1],
        "one model, counts": table[table["counted"] & (table["models"] == 1)],
    }
    for models in sorted(set(table["models"]) - {1}):
        several = table[table["models"] == models]
        kinds[f"{models} models, differences"] = several[several["what"] == "differences"]
        kinds[f"{models} models, the best is named"] = several[several["what"] == "best"]
    rows = []
    for kind, of_kind in kinds.items():
        row: dict[str, Any] = {"what": kind, "settings": len(of_kind[of_kind["metric"] == "auroc"])}
        for metric in COMPARED:
            covered = of_kind[of_kind["metric"] == metric]["covered"]
            row[_title(metric)] = f"{covered.min():.1f} to {covered.max():.1f} %" if len(covered) else "–"
        rows.append(row)
    return pd.DataFrame(rows)


def lines(table: pd.DataFrame) -> pd.DataFrame:
    """Coverage of AUROC and average precision for the figure."""
    chosen = plain(table)
    chosen = chosen[chosen["metric"].isin(["auroc", "average_precision"])]
    names = ["title", "law", "area", "prevalence", "cases", "positives", "covered", "error", "over"]
    return chosen[names].assign(law=chosen["law"].map(LAWS)).reset_index(drop=True)


def verdict(table: pd.DataFrame, metric: str) -> Page:
    """In how many settings a metric's interval keeps what is asked, in a sentence."""
    of_metric = plain(table)
    of_metric = of_metric[of_metric["metric"] == metric]
    short, over = of_metric["covered"] < LEAST, of_metric["over"] > MOST_ABOVE
    low, high = of_metric["covered"].min(), of_metric["covered"].max()
    text = (
        f"The interval of {_title(metric)} held the truth in {low:.1f} to {high:.1f} % of the samples of a setting, "
        f"in less than {LEAST:.0f} % in {short.sum()} of {len(of_metric)} settings. More than {MOST_ABOVE:.0f} % of "
        f"the intervals lay above the truth in {over.sum()}, at most {of_metric['over'].max():.1f} %."
    )
    return Page(text, text)


_SETTING: Final = (
    "law", "area", "prevalence", "cases", "models", "equal", "of_cluster", "counted",
)  # fmt: skip


def _surely_low(table: pd.DataFrame) -> pd.Series:
    """Whether the coverage is too low by more than two standard errors."""
    return table["covered"] + 2 * table["error"] < LEAST


def _surely_high(table: pd.DataFrame) -> pd.Series:
    """Whether too many intervals lie above the truth, by more than two standard errors."""
    share, number = table["over"] / 100, table["held"] + table["below"] + table["above"]
    return table["over"] - 200 * np.sqrt(share * (1 - share) / number) > MOST_ABOVE


def _of_hundred(run: dict[str, Any]) -> str:
    """How many of 100 settings of the right coverage are expected below the least, by the normal law."""
    error = float(np.sqrt(run["level"] * (1 - run["level"]) / run["samples"]))
    return f"{100 * NormalDist(run['level'], error).cdf(LEAST / 100):.0f}"


def _title(metric: str) -> str:
    return "cost at the best threshold" if metric == "least_cost" else MEASURES[metric].title


def _percent(share: float) -> str:
    return f"{share:.1f} %"
