"""ANM, additive noise models: Gaussian process regression, and HSIC for the independence of its residuals."""

from __future__ import annotations

from metricbook.causal import _gp
from metricbook.causal._hsic import hsic
from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector, standardise


def dependence(cause: Vector, effect: Vector) -> float:
    """Return the HSIC of the cause and of what a Gaussian process regression on it leaves of the effect.

    Both are standardised. The noise variance is fitted with the function's scale and length, so the residuals are
    noise and not rounding.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-2, 2, 100)
    >>> y = x**3 + rng.uniform(-1, 1, 100)
    >>> dependence(x, y) < dependence(y, x)
    True
    """
    return hsic(cause, _gp.fit(cause, effect).residuals)


def compare(x: Vector, y: Vector) -> float:
    """Return the dependence of cause and residual in y → x minus that in x → y, between -1 and 1.

    If the effect is a function of the cause plus noise that is independent of it, then, save for a few functions and
    noises, no such model fits in the other direction: there the residuals depend on the supposed cause.
    """
    return dependence(y, x) - dependence(x, y)


METHOD = Method(
    compare,
    name="ANM",
    version=1,
    reference="Hoyer, Janzing, Mooij, Peters and Schölkopf, *Nonlinear causal discovery with additive noise models*, "
    "NIPS 2008; Peters, Janzing and Schölkopf, *Identifying cause and effect on discrete data using additive noise "
    "models*, AISTATS 2010; Mooij et al., JMLR 17(32), 2016",
    assumption="the effect is a function of the cause plus noise that is independent of the cause",
    scale=standardise,
    least_rows=3,
    cap=500,
    cost="minutes",
    tiny={"cap": 60},
)
