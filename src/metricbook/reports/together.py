"""How sure each of several comparisons must be, so that all of them hold together."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

#: How many normal vectors are drawn: the share of those outside is then known to 0.1 % where it is 5 %.
DRAWS: Final = 1 << 16
#: Differences whose variance is so small a share of the largest are always 0.
LEAST: Final = 1e-20


def level_of_each(level: float, moved: NDArray[np.float64]) -> float:
    """The level of each interval of a difference of two metrics at which those of all pairs hold together.

    Whoever compares the best model with the others has looked at all pairs, for the same cases say which is the best.
    So the largest of all differences, in units of their standard errors, must stay within the intervals. They are
    correlated, and how is in the influences; the quantile of their maximum is that of normal vectors of the same
    correlations, which are drawn from a fixed seed.

    Parameters
    ----------
    level : float
        Of all intervals together.
    moved : array of shape (models, n)
        The influence of each of what was drawn on each model's metric, centred.

    Returns
    -------
    float
        At least ``level``, which it is where there are two models; for many that are independent about that of Tukey's
        studentized range.

    Notes
    -----
    Source: Hothorn, Bretz and Westfall (2008), single-step max-t.

    Examples
    --------
    Three independent models: Tukey's studentized range asks for 2.344 standard errors, a level of 98.1 %.

    >>> round(level_of_each(0.95, np.eye(3)), 3)
    0.981
    """
    from scipy.special import ndtr  # here, for importing it takes longer than importing NumPy

    if len(moved) < 3:
        return level
    covariance = moved @ moved.T
    first, second = np.array(list(combinations(range(len(moved)), 2)), dtype=int).reshape(-1, 2).T
    variances = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
    varying = variances > LEAST * max(np.trace(covariance), 0.0)
    if np.count_nonzero(varying) < 2:
        return level
    first, second = first[varying], second[varying]
    # The ridge lets models that are alike have a factor too; it is far below what could be seen.
    ridge = 1e-12 * np.trace(covariance) * np.eye(len(covariance))
    factor = np.linalg.cholesky(covariance + ridge)
    errors = np.sqrt(variances[varying] + 2 * ridge[0, 0])
    rng = np.random.default_rng(0)
    largest = []
    for _ in range(16):  # a part at a time: of ten models there are 45 pairs
        drawn = rng.standard_normal((DRAWS // 16, len(covariance))) @ factor.T
        largest.append((np.abs(drawn[:, first] - drawn[:, second]) / errors).max(axis=1))
    return max(level, float(2 * ndtr(np.quantile(np.concatenate(largest), level)) - 1))
