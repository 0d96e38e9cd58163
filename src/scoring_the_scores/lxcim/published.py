"""Table 1 as printed, and the scores behind it: what several checks read."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import claimledger as ledger
from metricbook.causal import authors_scores, decided


@cache
def printed_table() -> pd.DataFrame:
    """Table 1 as printed: a row for each method, the four metrics in percent."""
    claims = ledger.load()
    three = claims["lxcim.table1"]
    table = pd.DataFrame.from_dict(three.published, orient="index", columns=list(three.columns)).astype(float)
    table.insert(2, "AUROC", pd.Series(claims["lxcim.table1-auroc"].published, dtype=float))
    return table


@cache
def decided_pairs(method: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The authors' scores by a method, and the weights, of the pairs it decides."""
    table = authors_scores()
    return decided(table[method], table["weight"])
