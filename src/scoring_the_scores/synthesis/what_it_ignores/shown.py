"""What the page shows of the table: its letters, and a counterexample for every entry that is a no."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from claimledger import Page
from scoring_the_scores.synthesis.what_it_ignores.easy import CHANGE_ORDER, reordered
from scoring_the_scores.synthesis.what_it_ignores.table import COLUMNS, EVERYWHERE, PROOFS, counterexample, refuted
from scoring_the_scores.synthesis.what_it_ignores.values import METRICS, Cases, shown

#: The ten columns of the table, and what the page calls them there and in the list of counterexamples.
NUMBERED: Mapping[str, str] = {name: str(k) for k, name in enumerate((c for c in COLUMNS if c not in EVERYWHERE), 1)}
TITLES: Mapping[str, str] = {
    "global": "global exchange",
    "local": "local exchange",
    "easy": "easy negatives",
    "prior": "prior shift",
    "rising": "rising transforms",
    "fixed": "rising, threshold fixed",
    "odd": "rising and odd",
    "pool": "pooling",
    "pool, one prior": "pooling at one prior",
    "reversal": "reversal",
}
#: The metrics as the page writes them.
WRITTEN: Mapping[str, str] = {"kappa": "κ", "balanced accuracy": "balanced acc.", "C(r_b)": "$C(r_b)$"}


def letters() -> pd.DataFrame:
    """The table: for metrics that ignore the same the letters of the proofs, or dashes, by transformation."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for metric in METRICS:
        row = tuple(PROOFS[column].get(metric, "–") for column in NUMBERED)
        alike.setdefault(row, []).append(WRITTEN.get(metric, metric))
    rows = [
        {"metrics": "; ".join(names)} | dict(zip(NUMBERED.values(), row, strict=True)) for row, names in alike.items()
    ]
    return pd.DataFrame(rows)


def written(cases: Cases) -> str:
    """A sample in words: the scores of its positives and of its negatives.

    Examples
    --------
    >>> written(((-1, 0), (0, 1), (2, 1)))
    'P 2 0, N −1'
    """
    parts = []
    for name, label in (("P", 1), ("N", 0)):
        scores = " ".join(str(score).replace("-", "−") for score, own in reversed(cases) if own == label)
        parts.append(f"{name} {scores}")
    return ", ".join(parts)


def counterexamples() -> pd.DataFrame:
    """For every entry that is a no: the smallest sample, or two, what it becomes, and the metric's values."""
    rows = []
    for column in NUMBERED:
        for metric in METRICS:
            trial = counterexample(metric, column) if refuted(metric, column) else None
            if trial is not None:
                values = [f"{shown(metric, each):.3f}".replace("-", "−") for each in trial.values]
                rows.append(
                    {
                        "column": NUMBERED[column],
                        "transformation": TITLES[column],
                        "metric": WRITTEN.get(metric, metric),
                        "sample": "; ".join(map(written, trial.before)),
                        "becomes": written(trial.after),
                        "values": " → ".join(values) if len(values) == 2 else f"{values[0]}, {values[1]} → {values[2]}",
                    }
                )
    return pd.DataFrame(rows)


def folded() -> Page:
    """The counterexamples, one folded table for each transformation."""
    table = counterexamples()
    parts, heads = [], []
    for (column, name), rows in table.groupby(["column", "transformation"], sort=False):
        heads.append(f"{column} {name}: {len(rows)}")
        parts.append(f"<details><summary>{column}, {name}: {len(rows)} counterexamples</summary>")
        lines = ["| metric | sample | becomes | values |", "|---|---|---|---|"]
        for row in rows.itertuples(index=False):
            lines.append(f"| {row.metric} | {row.sample} | {row.becomes} | {row.values} |")
        parts += ["\n".join(lines), "</details>"]
    return Page("\n".join(heads), "\n\n".join(parts))


def changes_of_order() -> pd.DataFrame:
    """Two classifiers of the same cases for each metric whose order easy negatives can reverse, and its values."""
    rows = []
    for metric in CHANGE_ORDER:
        turned = reordered(metric)
        if turned is not None:
            before, after = ([shown(metric, v) for v in values] for values in (turned.without, turned.with_them))
            rows.append(
                {
                    "metric": WRITTEN.get(metric, metric),
                    "first": written(turned.ahead),
                    "second": written(turned.behind),
                    "without": f"{before[0]:.3f}, {before[1]:.3f}".replace("-", "−"),
                    "easy": turned.m,
                    "with": f"{after[0]:.3f}, {after[1]:.3f}",
                }
            )
    return pd.DataFrame(rows)
