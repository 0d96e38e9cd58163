"""Simultaneous intervals for all pairs of models, by the max-t method."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

#: Normal vectors that are drawn, enough to know a share of 5 % to 0.1 %.
DRAWS: Final = 1 << 16
#: A difference whose variance is a smaller share of the sum of all variances is always 0.
LEAST: Final = 1e-20


def level_of_each(level: float, influences: NDArray[np.float64]) -> float:
    """The level of each interval of a difference at which the intervals of all pairs have a level together.

    Which model is best is known from the same cases, so a comparison of the best with the others is one of all pairs.
    The largest difference in units of its standard error must lie within the intervals. Its quantile is that of the
    maximum of normal variables with the correlations of the differences, which are drawn from a fixed seed.

    Parameters
    ----------
    level : float
        Of all intervals together.
    moved : array of shape (models, n)
        Centred influences of the independent draws on each model's metric.

    Returns
    -------
    float
        At least ``level``, and equal to it for two models; for independent models about that of Tukey's studentized
        range.

    Notes
    -----
    Source: Hothorn, Bretz and Westfall (2008), single-step max-t.

    Examples
    --------
    Three independent models: Tukey's studentized range asks for 2.344 standard errors, a level of 98.1 %.

    >>> round(level_of_each(0.95, np.eye(3)), 3)
    0.981
    """
    from scipy.special import ndtr  # here, because this import takes longer than that of NumPy

    if len(influences) < 3:
        return level
    covariance = influences @ influences.T
    first, second = np.array(list(combinations(range(len(influences)), 2)), dtype=int).reshape(-1, 2).T
    variances = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
    varying = variances > LEAST * max(np.trace(covariance), 0.0)
    if np.count_nonzero(varying) < 2:
        return level
    first, second = first[varying], second[varying]
    # Without the ridge, equal models have no Cholesky factor; it is too small to matter otherwise.
    ridge = 1e-12 * np.trace(covariance) * np.eye(len(covariance))
    factor = np.linalg.cholesky(covariance + ridge)
    errors = np.sqrt(variances[varying] + 2 * ridge[0, 0])
    rng = np.random.default_rng(0)
    largest = []
    for _ in range(16):  # a part at a time: of ten models there are 45 pairs
        drawn = rng.standard_normal((DRAWS // 16, len(covariance))) @ factor.T
        largest.append((np.abs(drawn[:, first] - drawn[:, second]) / errors).max(axis=1))
    return max(level, float(2 * ndtr(np.quantile(np.concatenate(largest), level)) - 1))
