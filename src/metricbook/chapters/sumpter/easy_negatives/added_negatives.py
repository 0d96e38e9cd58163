"""What added negatives and class shares do to C(r_b), to A and to the largest F1, in closed form."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from metricbook.chapters.sumpter.normal_mixtures import (
    NormalMixtures,
    population_auroc,
    population_precision,
    population_sensitivity,
    population_threshold,
)
from metricbook.chapters.sumpter.panel_curves import largest_f1, with_easy, with_share


def by_easy_negatives(
    counts: Iterable[float], *, hard_means: Iterable[float] = (7.0,), easy_means: Iterable[float] = (2.0,)
) -> pd.DataFrame:
    """Measures against the number of easy negatives.

    Returns
    -------
    DataFrame
        ``hard_mean``, ``easy_mean``, ``easy``, ``r_b`` (on the scale of the input), ``C``, ``A``, ``largest_F1``.

    Examples
    --------
    >>> by_easy_negatives([1000]).round(3).to_dict("records")[0]["C"]
    0.71
    """
    counts, easy_means = list(counts), list(easy_means)
    rows = []
    for hard in hard_means:
        for mean in easy_means:
            for easy in counts:
                law = with_easy(hard, easy, easy_mean=mean)
                r, c = population_threshold(law), population_precision(law)
                rows.append((hard, mean, easy, r, c, population_auroc(law), largest_f1(law)))
    return pd.DataFrame(rows, columns=["hard_mean", "easy_mean", "easy", "r_b", "C", "A", "largest_F1"])


def by_share(shares: Iterable[float], *, mean: float = 7.0) -> pd.DataFrame:
    """The same measures against the share of the positives, whose scores and those of the negatives stay as they are.

    Returns
    -------
    DataFrame
        ``share``, ``r_b``, ``C``, ``A``, ``largest_F1``.

    Examples
    --------
    >>> by_share([0.5, 0.9])["C"].round(3).tolist()
    [0.711, 0.934]
    """
    rows = []
    for share in shares:
        law = with_share(share, mean=mean)
        rows.append(
            (share, population_threshold(law), population_precision(law), population_auroc(law), largest_f1(law))
        )
    return pd.DataFrame(rows, columns=["share", "r_b", "C", "A", "largest_F1"])


def cost_of_a_negative(law: NormalMixtures, scores: Iterable[float]) -> pd.DataFrame:
    """Change of C(r_b) by one more negative, against its score.

    Returns
    -------
    DataFrame
        ``score`` and ``change``.

    Examples
    --------
    >>> cost_of_a_negative(with_easy(7.0, 1000), [2.0])["change"].tolist()
    [0.0]
    """
    scores = np.asarray(list(scores), dtype=np.float64)
    return pd.DataFrame({"score": scores, "change": population_sensitivity(law, scores)})
