"""Table 1 as printed, and the pairs behind it: what several checks read."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from metricbook import ledger
from metricbook.causal.evaluation import decided
from metricbook.causal.tuebingen import tuebingen_scores


@cache
def printed_table() -> pd.DataFrame:
    """Table 1 as printed: a row for each method, the four metrics in percent."""
    claim = ledger.load()["lxcim.table1"]
    return pd.DataFrame.from_dict(claim.published, orient="index", columns=list(claim.columns)).astype(float)


def decided_pairs(method: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Our scores by a method, and the weights, of the pairs it decides."""
    table = tuebingen_scores()
    return decided(table[method], table["weight"])
