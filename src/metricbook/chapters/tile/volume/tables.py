"""The tables behind the chapter on the volume under the Tile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.stats import rankdata, spearmanr

from metricbook.tile.axioms import mixture
from metricbook.tile.performances import dirichlet_performances
from metricbook.tile.scores import check_performances
from metricbook.tile.volumes import printed_volume, volume

DIGITS = 60


def exact_volume(performance: ArrayLike) -> float:
    """Eq. 15 with 60 digits, for a performance whose gaps are not zero and whose probabilities are positive.

    Examples
    --------
    >>> round(exact_volume([0.2, 0.1, 0.3, 0.4]), 9)
    0.602853598
    """
    with localcontext() as context:
        context.prec = DIGITS
        tn, fp, fn, tp = (Decimal(float(p)) for p in np.asarray(check_performances(performance)))

        def corner(u: Decimal, v: Decimal) -> Decimal:
            return (u * u - v * v) * (u + v).ln()

        mixed = corner(tp, fn) - corner(tp, fp) - corner(tn, fn) + corner(tn, fp)
        return float(Decimal("0.5") + mixed / (2 * (tp - tn) * (fn - fp)))


def gap_errors(performance: ArrayLike, gaps: ArrayLike) -> pd.DataFrame:
    """Errors of Eq. 15 in floats, and of `volume`, when tp comes as near to tn, and fn to fp, as a relative gap.

    Parameters
    ----------
    performance : array of shape (4,)
        Its tn and fp are kept, its tp and fn moved next to them.
    gaps : array
        Relative gaps, above 0.

    Returns
    -------
    DataFrame
        ``gap``, ``Eq. 15`` and ``volume``: absolute errors against 60-digit arithmetic.
    """
    rows = []
    for gap in np.asarray(gaps, dtype=np.float64):
        tn, fp, _, _ = np.asarray(performance, dtype=np.float64)
        near = check_performances([tn, fp, fp * (1 + gap), tn * (1 + gap)])
        wanted = exact_volume(near)
        rows.append((gap, abs(printed_volume(near) - wanted), abs(volume(near) - wanted)))
    return pd.DataFrame(rows, columns=["gap", "Eq. 15", "volume"])


def mixture_table(first: ArrayLike, second: ArrayLike, scores: Mapping[str, Callable], *, n: int = 201) -> pd.DataFrame:
    """Scores of the mixtures of two performances: ``weight`` of the first, then one column for each score."""
    weight = np.linspace(0, 1, n)
    mixed = mixture(first, second, weight)
    return pd.DataFrame({"weight": weight} | {name: score(mixed) for name, score in scores.items()})


def rank_table(
    laws: Mapping[str, ArrayLike], *, n: int, shown: int, rng: np.random.Generator
) -> tuple[pd.DataFrame, dict[str, float]]:
    """Ranks by accuracy and by volume under several Dirichlet laws, and their Spearman correlations.

    Parameters
    ----------
    laws : mapping
        Names of the laws and their four concentrations.
    n : int
        Performances drawn for each law.
    shown : int
        How many of them, at random, stand in the table.
    rng : numpy.random.Generator

    Returns
    -------
    DataFrame, dict
        ``law``, ``accuracy rank`` and ``volume rank`` as shares of n; and the correlation over all n by law.
    """
    tables, correlations = [], {}
    for law, alpha in laws.items():
        drawn = dirichlet_performances(n, alpha, rng=rng)
        accuracy, volumes = drawn[:, 0] + drawn[:, 3], volume(drawn)
        correlations[law] = float(spearmanr(accuracy, volumes).statistic)
        ranks = {"accuracy rank": rankdata(accuracy) / n, "volume rank": rankdata(volumes) / n}
        tables.append(pd.DataFrame({"law": law} | ranks)[:shown])  # the draws are in no order
    return pd.concat(tables, ignore_index=True), correlations
