"""The stored simulations beside what the theorem says."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from metricbook import disagreement
from scoring_the_scores.files import data_file
from scoring_the_scores.synthesis.angle.settings import METRICS
from scoring_the_scores.synthesis.angle.simulations import SETTINGS, blocks

#: Where the blocks are stored, below the folder of data.
PLACE: Final = ("synthesis", "angle", "shares.csv")
KEYS: Final = ["setting", "n", "first", "second"]


@cache
def stored(path: Path | None = None) -> pd.DataFrame:
    """The blocks as they were run; see `simulations.run` for the columns."""
    return pd.read_csv(path or data_file(*PLACE))


def in_order(done: pd.DataFrame) -> pd.DataFrame:
    """Blocks in the order of their cells, whatever order they came in."""
    order = {(*cell, block): place for place, (cell, block) in enumerate(blocks())}
    keys = done[["setting", "n", "block"]].itertuples(index=False, name=None)
    return done.iloc[np.argsort([order[key] for key in keys], kind="stable")].reset_index(drop=True)


def compared(done: pd.DataFrame) -> pd.DataFrame:
    """For each setting, number of cases and pair of metrics: the predicted share, the drawn one, and how far they are.

    Returns
    -------
    DataFrame
        ``setting``, ``n``, ``first``, ``second``; ``runs``; ``predicted``; ``drawn``, where a tie counts as half, as if
        a coin were tossed; its ``error``, by the drawn share or by the predicted one, whichever gives more; ``z``, by
        how many of these the drawn share is above the predicted one; and ``tied``, the share of ties.
    """
    table = done.groupby(KEYS, sort=False)[["runs", "opposite", "tied"]].sum().reset_index()
    opposite, tied = (table[name] / table["runs"] for name in ("opposite", "tied"))
    drawn = opposite + tied / 2
    predicted = np.array([_predicted(*key) for key in table[KEYS].itertuples(index=False, name=None)])
    # Of 1, one half and 0 the variance, given how many are one half.
    variances = [(mean - mean**2 - tied / 4).clip(lower=0) for mean in (drawn, predicted)]
    error = np.sqrt(np.maximum(*variances) / table["runs"])
    z = (drawn - predicted) / error.where(error > 0, 1.0)
    return table[[*KEYS, "runs"]].assign(predicted=predicted, drawn=drawn, error=error, z=z, tied=tied)


@cache
def _predicted(setting: str, n: int, first: str, second: str) -> float:
    """The theorem's probability: an angle, or two quadrants where one model is better."""
    i, j = (list(METRICS).index(name) for name in (first, second))
    truth = SETTINGS[setting].truth()
    ahead = np.where(np.abs(truth.differences) < 1e-12, 0.0, truth.ahead(n))
    return float(disagreement(truth.correlations()[i, j], ahead[i], ahead[j]))
