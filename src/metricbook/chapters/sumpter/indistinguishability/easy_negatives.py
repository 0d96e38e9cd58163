"""What added negatives and class shares do to C(r_b), to A and to the largest F1: tables of laws in closed form."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from metricbook.chapters.sumpter.indistinguishability.normal_mixtures import (
    NormalLaw,
    NormalMixtures,
    population_auroc,
    population_curves,
    population_precision,
    population_sensitivity,
    population_threshold,
)

_POSITIVES = NormalLaw(1000.0, 10.0, 2.0)
_RANGE = np.linspace(-10.0, 25.0, 1401)  # on the scale of the input: beyond both classes


def with_easy(hard_mean: float, easy: float, *, easy_mean: float = 2.0) -> NormalMixtures:
    """1000 positives at 10 and 1000 difficult negatives, as in the nine panels, with any easy negatives; spread 2.

    Examples
    --------
    >>> with_easy(7.0, 500).negative_weight
    1500.0
    """
    return NormalMixtures(_POSITIVES, (NormalLaw(1000.0, hard_mean, 2.0), NormalLaw(float(easy), easy_mean, 2.0)))


def with_share(share: float, *, mean: float = 7.0) -> NormalMixtures:
    """Positives at 10 in this share, all other members negatives at one mean; spread 2.

    Examples
    --------
    >>> with_share(0.25).negative_weight
    0.75
    """
    return NormalMixtures(NormalLaw(share, 10.0, 2.0), (NormalLaw(1 - share, mean, 2.0),))


def largest_f1(law: NormalMixtures) -> float:
    """F1 at its best threshold.

    Examples
    --------
    Scores that say nothing: everything labelled is best, 2π/(1 + π) at share π of the positives.

    >>> round(largest_f1(with_share(0.5, mean=10.0)), 4)
    0.6667
    """
    return float(population_curves(law, _RANGE)["F1"].max())


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
