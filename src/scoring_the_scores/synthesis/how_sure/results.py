"""The stored simulations, read and summed up."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from scoring_the_scores.files import data_file
from scoring_the_scores.synthesis.how_sure import simulations

#: Where the blocks are stored, below the folder of data.
PLACE: Final = ("synthesis", "uncertainty", "coverage.csv")
KEYS: Final = ["what", "prevalence", "n", "metric"]
SUMS: Final = ["runs", "defined", "value", "square", "error", "low", "high", "seen"]


@cache
def stored(path: Path | None = None) -> pd.DataFrame:
    """The blocks as they were run; see `simulations.run` for the columns."""
    return pd.read_csv(path or data_file(*PLACE))


def in_order(blocks: pd.DataFrame) -> pd.DataFrame:
    """Blocks in the order of their cells, whatever order they came in."""
    order = {(*cell, block): place for place, (cell, block) in enumerate(simulations.blocks())}
    keys = blocks[["what", "prevalence", "n", "block"]].itertuples(index=False, name=None)
    return blocks.iloc[np.argsort([order[key] for key in keys], kind="stable")].reset_index(drop=True)


def summed(blocks: pd.DataFrame) -> pd.DataFrame:
    """For each cell and metric what its blocks say together.

    Returns
    -------
    DataFrame
        ``what``, ``prevalence``, ``n``, ``metric``; ``runs`` and ``defined``; ``true``, the population's value;
        ``mean`` and ``spread``, its mean and its standard deviation over data sets; ``error``, the mean of
        the standard errors; ``coverage``, the share of intervals that hold the population's value, ``too_low`` and
        ``too_high``, of those below and above it; ``seen``, of those that leave out zero; all among data sets on which
        the interval is defined.
    """
    table = blocks.groupby(KEYS, sort=False)[SUMS].sum().reset_index()
    cells = [simulations.Cell(*row) for row in table[["what", "prevalence", "n"]].itertuples(index=False, name=None)]
    defined = table["defined"].where(table["defined"] > 0)
    mean = table["value"] / defined
    return table[[*KEYS, "runs", "defined"]].assign(
        true=[simulations.true(cell, metric) for cell, metric in zip(cells, table["metric"], strict=True)],
        mean=mean,
        spread=np.sqrt((table["square"] / defined - mean**2).clip(lower=0) * defined / (defined - 1)),
        error=table["error"] / defined,
        coverage=1 - (table["low"] + table["high"]) / defined,
        too_low=table["low"] / defined,
        too_high=table["high"] / defined,
        seen=table["seen"] / defined,
    )
