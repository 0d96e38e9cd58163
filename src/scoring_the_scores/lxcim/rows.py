"""Rows of the paper's Table 1 beside those that scores give, and two tables of scores beside each other.

Everything here reads a table of scores like that of :func:`metricbook.causal.tuebingen_scores`: a row for
each oriented pair, the column ``weight``, and a column for each method that is there.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from metricbook.causal import evaluate

#: The metrics of Table 1 that no orientation of the pairs can change.
INVARIANT = ("LxCIM", "Accuracy", "AUDRC")


def cells(table: pd.DataFrame, printed: pd.DataFrame) -> pd.DataFrame:
    """Put our rows beside the printed ones, in the three metrics that no orientation can change.

    Returns
    -------
    DataFrame
        A row for each method of ``printed`` that has scores: each metric in percent, rounded to the printed decimal,
        each again as printed (its name followed by the word printed), the number of ``pairs`` decided, and ``equal``,
        how many of the three metrics are as printed.

    Examples
    --------
    >>> table = pd.DataFrame({"weight": [1.0, 1.0], "RECI": [2.0, -1.0]})
    >>> printed = pd.DataFrame({"LxCIM": [75.0], "Accuracy": [50.0], "AUDRC": [74.9]}, index=["RECI"])
    >>> int(cells(table, printed).loc["RECI", "equal"])
    2
    """
    names = [name for name in printed.index if name in table]
    metrics_table = evaluate(table, names)
    ours = (100 * metrics_table[list(INVARIANT)]).round(1)
    theirs = printed.loc[names, list(INVARIANT)].astype(float)
    # Both have one decimal, so a difference of half a unit of it separates equal from unequal, whatever floats do.
    equal = ((ours - theirs).abs() < 0.05).sum(axis="columns")
    return ours.join(theirs.add_suffix(" printed")).assign(pairs=metrics_table["pairs"].astype(int), equal=equal)


def pair_by_pair(one: pd.DataFrame, other: pd.DataFrame, names: Iterable[str]) -> pd.DataFrame:
    """Compare two tables of scores, method by method, over the pairs that both decide.

    Returns
    -------
    DataFrame
        A row for each method: ``both``, the number of pairs; ``only one`` and ``only other``; ``signs``, the share of
        equal signs; ``ranks``, the rank correlation of the scores; ``digits``, the share of pairs whose scores are
        equal in nine digits.

    Examples
    --------
    >>> tables = (pd.DataFrame({"ANM": values}) for values in ([1.0, 2.0, np.nan], [1.0, -4.0, 3.0]))
    >>> pair_by_pair(*tables, ["ANM"]).loc["ANM"].round(6).tolist()
    [2.0, 0.0, 1.0, 0.5, -1.0, 0.5]
    """
    rows = {}
    for name in names:
        pairs = pd.DataFrame({"one": one[name], "other": other[name]})
        both = pairs.dropna()
        rows[name] = {
            "both": len(both),
            "only one": int(pairs["other"].isna().sum() - pairs.isna().all(axis=1).sum()),
            "only other": int(pairs["one"].isna().sum() - pairs.isna().all(axis=1).sum()),
            "signs": float((np.sign(both["one"]) == np.sign(both["other"])).mean()),
            "ranks": float(both["one"].corr(both["other"], method="spearman")),
            "digits": float(np.isclose(both["one"], both["other"], rtol=1e-9, atol=0).mean()),
        }
    return pd.DataFrame.from_dict(rows, orient="index")
