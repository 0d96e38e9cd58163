"""The price that the best F1 puts on a missed case: the picture of the front page."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from scipy.stats import norm


def best_f1(prevalence: float, auroc: float) -> float:
    """The largest F1 of any threshold if the scores of both classes are normal with one spread.

    Examples
    --------
    Scores that know nothing: it is best to call everything positive, precision 0.2 and recall 1.

    >>> round(best_f1(0.2, 0.5), 4) == round(2 * 0.2 / 1.2, 4)
    True
    """
    gap = np.sqrt(2) * norm.ppf(auroc)  # between the means, in units of the spread
    thresholds = np.linspace(-8, 8 + gap, 8001)
    found = prevalence * norm.sf(thresholds - gap)
    called = found + (1 - prevalence) * norm.sf(thresholds)
    return float((2 * found / (called + prevalence)).max())


def price_of_a_miss(prevalence: float, auroc: float) -> float:
    """How many false alarms one missed case is worth to whoever takes the threshold of the best F1.

    Notes
    -----
    At that threshold a case is positive with the chance c = F1 / 2, and to be indifferent there is to take a miss for
    (1 - c) / c false alarms. The chapter on the indistinguishability threshold proves it.

    Examples
    --------
    Perfect scores: F1 is 1, and both mistakes count alike.

    >>> round(price_of_a_miss(0.1, 1 - 1e-12), 3)
    1.0
    """
    return 2 / best_f1(prevalence, auroc) - 1


def prices(prevalences: Iterable[float], aurocs: Iterable[float]) -> pd.DataFrame:
    """`price_of_a_miss` for every prevalence and every quality.

    Returns
    -------
    DataFrame
        ``prevalence``, ``auroc``, ``price``.

    Examples
    --------
    >>> prices([0.5], [0.6, 0.9]).round(2)["price"].tolist()
    [1.99, 1.43]
    """
    aurocs = list(aurocs)
    rows = [(p, a, price_of_a_miss(p, a)) for p in prevalences for a in aurocs]
    return pd.DataFrame(rows, columns=["prevalence", "auroc", "price"])
