"""RECI, regression error based causal inference, with a cubic monomial."""

from __future__ import annotations

import numpy as np

from metricbook.causal._method import Method
from metricbook.causal.common import check_pair, is_constant, unit_range

VERSION = 1


def regression_error(cause: np.ndarray, effect: np.ndarray) -> float:
    """Return the mean squared error of the least-squares fit of the effect by a + b cause³.

    >>> regression_error(np.array([0.0, 1.0, 2.0]), np.array([1.0, 2.0, 9.0]))
    0.0
    """
    basis = cause**3
    basis = basis - basis.mean()
    residual = effect - effect.mean()
    residual = residual - basis * (basis @ residual) / (basis @ basis)
    return float(residual @ residual / residual.size)


def score(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    """Return MSE(x | y) - MSE(y | x) of cubic fits on the unit square: positive says that x causes y.

    With little noise and a mechanism that does not depend on the cause's distribution, predicting the effect
    from the cause leaves the smaller error, once both variables are scaled alike (here onto [0, 1]).

    Parameters
    ----------
    x, y : float arrays of shape (n,).
    rng : not used; the method is deterministic.

    Returns
    -------
    float
        Between -1/4 and 1/4 (squared units of the scaled variables); NaN if a variable is constant.

    Raises
    ------
    ValueError
        If a variable is not a non-empty vector of finite numbers, or the lengths differ.

    References
    ----------
    Blöbaum et al., *Cause-effect inference by comparing regression errors*, AISTATS 2018.

    >>> x = np.array([0.0, 0.5, 1.0])
    >>> y = x**3  # MSE(y | x) is 0
    >>> score(x, y) > 0 and score(y, x) == -score(x, y)
    True
    """
    x, y = check_pair(x, y)
    if is_constant(x) or is_constant(y):
        return float("nan")
    x, y = unit_range(x), unit_range(y)
    return regression_error(y, x) - regression_error(x, y)


METHOD = Method(
    score=score,
    version=VERSION,
    name="RECI",
    reference="Blöbaum et al., AISTATS 2018",
    assumption="with little noise, the regression error is smaller in the causal direction",
    coverage="never",
    agreement="every digit",
)
