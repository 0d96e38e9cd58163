"""The stored run of the benchmarks, and its tables and sentences."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

import pandas as pd

from claimledger import Page
from scoring_the_scores.files import data_file
from scoring_the_scores.pages import table as as_page

#: Where the run is stored, below the folder of data.
PLACE: Final = ("benchmarks", "run.json")
#: The unit of a ratio of the peer's time by ours.
FASTER: Final = "times as fast"
_KINDS: Final = {
    (False, False): "distinct scores",
    (True, False): "tied scores",
    (False, True): "distinct, weighted",
    (True, True): "tied, weighted",
}


@cache
def stored(path: Path | None = None) -> dict[str, Any]:
    """Machine, versions and date, and under ``measured`` a row for each quantity; see ``benchmarks/record.py``."""
    report: dict[str, Any] = json.loads((path or data_file(*PLACE)).read_text(encoding="utf-8"))
    return report


def measured(run: dict[str, Any]) -> pd.DataFrame:
    """The rows of a run, with the kind of sample in words, and whether each keeps to its limit (NaN without one)."""
    table = pd.DataFrame(run["measured"])
    pairs = zip(table["ties"], table["weights"], strict=True)
    kinds = [_KINDS[bool(ties), bool(weights)] if pd.notna(ties) else None for ties, weights in pairs]
    judged = table["at_least"].notna() | table["at_most"].notna()
    within = ~(table["value"] < table["at_least"]) & ~(table["value"] > table["at_most"])
    return table.assign(kind=kinds, kept=within.where(judged))


def about(run: dict[str, Any]) -> Page:
    """When, on what and with which versions, in sentences."""
    day = date.fromisoformat(run["date"])
    versions = ", ".join(f"{name} {number}" for name, number in run["versions"].items())
    text = (
        f"The run of {day.day} {day:%B %Y} took {duration(run['seconds'])} on a machine with "
        f"{run['cores']} cores ({run['processor']}, {run['memory_gb']} GB, {run['system']}). The load, which is the "
        f"number of programs that want a core, was {run['load']:.1f} when it began and {run['load_at_end']:.1f} when "
        f"it ended; one of them is the run itself. It used Python {run['python']}, {versions}."
    )
    return Page(text, text)


def ratios(table: pd.DataFrame, *what: str) -> pd.DataFrame:
    """Ratios to a peer: ``what``, ``beside``, ``kind``, ``rows``, ``ratio``, ``low``, ``high``."""
    chosen = table[table["what"].isin(what) & (table["unit"] == FASTER)]
    columns = ["what", "beside", "kind", "rows", "value", "low", "high"]
    return chosen[columns].rename(columns={"value": "ratio"}).astype({"rows": int}).reset_index(drop=True)


def side_by_side(table: pd.DataFrame, *what: str, rows: int | None = None, unit: str = FASTER) -> pd.DataFrame:
    """Both times, and their ratio in the unit with its range, one row for each comparison."""
    chosen = table[table["what"].isin(what) & (table["unit"] == unit)]
    chosen = chosen[chosen["rows"] == rows] if rows else chosen
    shown = {
        "what": chosen["what"],
        "sample": chosen["kind"],
        "time": chosen["seconds"].map(duration),
        "beside it": chosen["beside"].str.split(".").str[-1],
        "its time": chosen["beside_seconds"].map(duration),
        unit: [f"{number(row.value)} ({number(row.low)} to {number(row.high)})" for row in chosen.itertuples()],
    }
    return pd.DataFrame(shown if chosen["kind"].notna().any() else {k: v for k, v in shown.items() if k != "sample"})


def summaries(table: pd.DataFrame) -> pd.DataFrame:
    """The summary's time by size, and how many sorts it is."""
    chosen = table[table["what"] == "summary"]
    return pd.DataFrame(
        {
            "cases": chosen["rows"].map(power),
            "sample": chosen["kind"],
            "summary": chosen["seconds"].map(duration),
            "numpy.argsort": chosen["beside_seconds"].map(duration),
            "sorts": chosen["value"].map(number),
        }
    )


def reports(table: pd.DataFrame) -> pd.DataFrame:
    """Reports by rows of the file: time, peer's time, and the memory of both."""
    rows = []
    for size, of_size in table[table["what"].str.contains("report")].groupby("rows"):
        named = of_size.set_index("what")
        peer = named["value"].get("peer's memory of report")
        rows.append(
            {
                "rows": power(size),
                "ours": duration(named.loc["report", "seconds"]),
                "pandas and scikit-learn": duration(named.loc["report", "beside_seconds"]),
                "our memory": gigabytes(named.loc["memory of report", "value"]),
                "their memory": gigabytes(peer),
            }
        )
    return pd.DataFrame(rows)


def whole_reports(table: pd.DataFrame) -> pd.DataFrame:
    """Whole reports by rows and kind of scores: processor time, the query's, their ratio with its range, and memory."""
    memory = table[table["what"] == "memory of a whole report"].set_index(["rows", "kind"])["value"]
    chosen = table[table["what"] == "whole report"]
    return pd.DataFrame(
        {
            "rows": chosen["rows"].map(power),
            "sample": chosen["kind"],
            "report": chosen["seconds"].map(duration),
            "DuckDB's GROUP BY": chosen["beside_seconds"].map(duration),
            "ratio": [f"{number(row.value)} ({number(row.low)} to {number(row.high)})" for row in chosen.itertuples()],
            "limit": chosen["at_most"].map(number),
            "memory": [gigabytes(memory[row.rows, row.kind]) for row in chosen.itertuples()],
        }
    )


def memories(table: pd.DataFrame) -> pd.DataFrame:
    """The most that is allocated at one time, by the bytes of the input."""
    chosen = table[table["unit"] == "inputs"]
    wide = chosen.pivot_table(index=["rows", "kind"], columns="what", values="value", sort=False).reset_index()
    return pd.DataFrame(
        {
            "cases": wide["rows"].map(power),
            "sample": wide["kind"],
            "auroc": wide["memory of auroc"].map(number),
            "summary": wide["memory of summary"].map(number),
        }
    )


def explorers(table: pd.DataFrame) -> pd.DataFrame:
    """Milliseconds from a change to the drawing."""
    chosen = table[table["beside"] == "a frame"]
    names = chosen["what"].str.split(": ", expand=True)
    return pd.DataFrame(
        {
            "explorer": names[0],
            "moved": names[1],
            "median (ms)": chosen["low"].map(number),
            "95 of 100 within (ms)": chosen["value"].map(number),
            "longest (ms)": chosen["high"].map(number),
        }
    )


def limits(table: pd.DataFrame) -> pd.DataFrame:
    """What missed its limit in this run."""
    missed = table[table["kept"].eq(False)]
    return pd.DataFrame(
        {
            "what": missed["what"],
            "cases": missed["rows"].map(power),
            "sample": missed["kind"],
            "limit": [
                f"at least {number(row.at_least)}" if pd.notna(row.at_least) else f"at most {number(row.at_most)}"
                for row in missed.itertuples()
            ],
            "measured": [f"{number(row.value)} {row.unit}" for row in missed.itertuples()],
        }
    )


def slower(table: pd.DataFrame) -> pd.DataFrame:
    """Where a peer took less time than we did."""
    behind = table[(table["unit"] == FASTER) & (table["value"] < 1)]
    return pd.DataFrame(
        {
            "what": behind["what"],
            "cases": behind["rows"].map(power),
            "sample": behind["kind"],
            "ours": behind["seconds"].map(duration),
            "peer": behind["beside"],
            "its time": behind["beside_seconds"].map(duration),
        }
    )


def or_none(table: pd.DataFrame) -> Page:
    """A table, or a word where it has no rows."""
    return as_page(table) if len(table) else Page("none", "None in this run.")


def limits_sentence(table: pd.DataFrame) -> Page:
    """How many limits were kept, and against how many comparisons a peer was faster, in a sentence."""
    judged = table["kept"].dropna()
    compared = table[table["unit"] == FASTER]
    behind = int((compared["value"] < 1).sum())
    text = (
        f"Of {len(judged)} limits this run kept {int(judged.astype(bool).sum())}. In {behind} of {len(compared)} "
        f"comparisons with a peer, the peer took less time."
    )
    return Page(text, text)


def duration(seconds: float) -> str:
    """Seconds in the unit that needs no noughts.

    Examples
    --------
    >>> duration(0.00004), duration(0.0123), duration(2.5), duration(330), duration(float("nan"))
    ('40 µs', '12 ms', '2.5 s', '5.5 minutes', '')
    """
    if pd.isna(seconds):
        return ""
    for unit, size, least in (("minutes", 60.0, 100.0), ("s", 1.0, 1.0), ("ms", 1e-3, 1e-3), ("µs", 1e-6, 1e-6)):
        if seconds >= least:
            return f"{number(seconds / size)} {unit}"
    return f"{number(seconds * 1e9)} ns"


def number(value: float) -> str:
    """Two digits, or all before the point.

    Examples
    --------
    >>> number(0.1234), number(5.678), number(123.4)
    ('0.12', '5.7', '123')
    """
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.2g}"


def gigabytes(value: float | None) -> str:
    """Gigabytes as megabytes where there are few."""
    if value is None or pd.isna(value):
        return ""
    return f"{number(value)} GB" if value >= 1 else f"{1000 * value:.0f} MB"


def power(rows: float) -> str:
    """A power of ten.

    Examples
    --------
    >>> power(1000), power(float("nan"))
    ('10³', '')
    """
    return (
        ""
        if pd.isna(rows)
        else "10" + str(round(len(str(int(rows))) - 1)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    )
