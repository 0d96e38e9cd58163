"""Baselines: rules that no one would call a method, to hold a table of methods against."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from metricbook.causal import Method

#: log sd(x) - log sd(y). Nothing but the units decides: multiplying x by a factor adds its logarithm, and standardised
#: variables leave nothing to tell them by.
LARGER_VARIANCE = Method(
    lambda x, y: math.log(x.std()) - math.log(y.std()),
    name="larger variance",
    version=1,
    reference="none",
    assumption="the cause has the larger variance",
    scale_invariant=False,
)


def from_metadata(metadata: pd.DataFrame) -> pd.DataFrame:
    """Return the scores of two rules that never look at the values, and the pairs' weights.

    Returns
    -------
    DataFrame
        A row for each pair: ``weight``; ``first column`` (+1 if the cause stands left of the effect in the official
        file, else -1); ``fewer values`` (the log ratio of the numbers of distinct values of effect and cause: positive
        if the cause has fewer). Rows of pairs without weight, and of pairs of several columns, hold NaN.

    Examples
    --------
    >>> from metricbook.causal import tuebingen_metadata
    >>> from_metadata(tuebingen_metadata()).loc[47].round(3).tolist()  # 2 values of the cause, 252 of the effect
    [1.0, -1.0, 4.836]
    """
    ends = metadata[["cause_last", "effect_last"]].to_numpy() == metadata[["cause_first", "effect_first"]].to_numpy()
    used = (metadata["weight"] > 0) & ends.all(axis=1)
    rules = pd.DataFrame(
        {
            "first column": np.where(metadata["direction"] == "->", 1.0, -1.0),
            "fewer values": np.log(metadata["effect_distinct"] / metadata["cause_distinct"]),
        },
        index=metadata.index,
    )
    return metadata[["weight"]].join(rules.where(used))


def same_decisions(scores: pd.Series, rule: pd.Series) -> tuple[float, int]:
    """Return on what share of the pairs that both decide two rules decide alike, and how many pairs these are.

    Examples
    --------
    >>> same_decisions(pd.Series([3.0, -1.0, 0.0]), pd.Series([0.1, 0.2, 0.3]))
    (0.5, 2)
    """
    both = scores.notna() & rule.notna() & (scores != 0) & (rule != 0)
    if not both.any():
        raise ValueError("no pair is decided by both")
    return float((np.sign(scores[both]) == np.sign(rule[both])).mean()), int(both.sum())
