"""RECI, regression error based causal inference, with a cubic monomial."""

from __future__ import annotations

from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector, unit_range


def regression_error(cause: Vector, effect: Vector) -> float:
    """Return the mean squared error of the least-squares fit of the effect by a + b cause³.

    >>> import numpy as np
    >>> regression_error(np.array([0.0, 1.0, 2.0]), np.array([1.0, 2.0, 9.0]))
    0.0
    """
    basis = cause**3
    basis = basis - basis.mean()
    residual = effect - effect.mean()
    residual = residual - basis * (basis @ residual) / (basis @ basis)
    return float(residual @ residual / residual.size)


def compare(x: Vector, y: Vector) -> float:
    """Return MSE(x | y) - MSE(y | x) of fits by a + b cause³, on the unit square between -1/4 and 1/4.

    With little noise and a mechanism that does not depend on the cause's distribution, predicting the effect
    from the cause leaves the smaller error, once both variables are scaled alike (here onto [0, 1]).

    >>> import numpy as np
    >>> x = np.array([0.0, 0.5, 1.0])
    >>> y = x**3  # MSE(y | x) is 0
    >>> compare(x, y) > 0 and compare(y, x) == -compare(x, y)
    True
    """
    return regression_error(y, x) - regression_error(x, y)


METHOD = Method(
    compare,
    name="RECI",
    version=1,
    reference="Blöbaum et al., *Cause-effect inference by comparing regression errors*, AISTATS 2018",
    assumption="with little noise, the regression error is smaller in the causal direction",
    scale=unit_range,
)
