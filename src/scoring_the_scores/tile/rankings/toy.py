"""The four classifiers of the paper's Figure 5."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from metricbook.tile import from_rates

#: True negative rate and true positive rate of each.
TOY_RATES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"P-": (1.0, 0.0), "P1": (0.7, 0.7), "P2": (0.5, 0.8), "P+": (0.0, 1.0)}
)


def toy_performances(prevalence: float) -> NDArray[np.float64]:
    """Their performances for a prevalence, in the order of `TOY_RATES`.

    Examples
    --------
    >>> toy_performances(0.5)[1].round(3)
    array([0.35, 0.15, 0.15, 0.35])
    """
    tnr, tpr = np.transpose(list(TOY_RATES.values()))
    return from_rates(tnr, tpr, prevalence)
