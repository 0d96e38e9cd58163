"""ANM, additive noise models: Gaussian process regression, and HSIC for the independence of its residuals."""

from __future__ import annotations

import numpy as np

from metricbook.causal import _gp
from metricbook.causal._hsic import hsic
from metricbook.causal._method import Method, needs
from metricbook.causal._sampling import random_rows
from metricbook.causal.common import check_pair, standardise

VERSION = 1


def dependence(cause: np.ndarray, effect: np.ndarray) -> float:
    """Return the HSIC of the cause and of what a Gaussian process regression on it leaves of the effect.

    Both are standardised. The noise variance is fitted with the function's scale and length, so the residuals are
    noise and not rounding.

    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-2, 2, 100)
    >>> y = x**3 + rng.uniform(-1, 1, 100)
    >>> dependence(x, y) < dependence(y, x)
    True
    """
    return hsic(cause, _gp.fit(cause, effect).residuals)


def score(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None, *, cap: int = 500) -> float:
    """Return the dependence of cause and residual in y → x minus that in x → y: positive says that x causes y.

    If the effect is a function of the cause plus noise that is independent of it, then, save for a few functions and
    noises, no such model fits in the other direction: there the residuals depend on the supposed cause.

    Parameters
    ----------
    x, y : float arrays of shape (n,).
    rng : source of the random rows.
    cap : number of random rows used if there are more.

    Returns
    -------
    float
        Difference of two HSICs, between -1 and 1; NaN if a variable is constant or there are fewer than three rows.

    Raises
    ------
    ValueError
        If a variable is not a non-empty vector of finite numbers, the lengths differ, or there is no generator.

    References
    ----------
    Hoyer, Janzing, Mooij, Peters and Schölkopf, *Nonlinear causal discovery with additive noise models*, NIPS 2008;
    Peters, Janzing and Schölkopf, *Identifying cause and effect on discrete data using additive noise models*,
    AISTATS 2010; Mooij et al., JMLR 17(32), 2016.

    >>> x = np.linspace(-2, 2, 40)
    >>> y = x**3 + np.cos(40 * x)
    >>> score(x, y, np.random.default_rng(0)) > 0
    True
    """
    x, y = check_pair(x, y)
    rows = random_rows(x, y, cap, needs(rng, "ANM"))
    if rows is None or rows[0].size < 3:
        return float("nan")
    x, y = standardise(rows[0]), standardise(rows[1])
    return dependence(y, x) - dependence(x, y)


METHOD = Method(
    score=score,
    version=VERSION,
    name="ANM",
    reference="Peters et al., AISTATS 2010",
    assumption="the effect is a function of the cause plus noise that is independent of the cause",
    coverage="there are fewer than three rows",
    agreement="own",
    deterministic=False,
    cost="minutes",
    tiny={"cap": 60},
)
