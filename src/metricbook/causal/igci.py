"""IGCI, information-geometric causal inference: spacing estimator of entropy, Gaussian reference."""

from __future__ import annotations

import numpy as np
from scipy.special import digamma

from metricbook.causal._method import Method
from metricbook.causal.common import check_variable, is_constant, standardise

VERSION = 1


def entropy(values: np.ndarray) -> float:
    """Return the spacing estimate of the differential entropy of a sample, in nats.

    It is the sum of log(gap) over the positive gaps between neighbours in sorted order, divided by n - 1,
    plus digamma(n) - digamma(1). Tied neighbours add nothing to the sum but do count in n - 1.

    >>> round(entropy(np.array([0.0, 1.0, 1.0, 3.0])), 6)  # log(2)/3 + 1 + 1/2 + 1/3
    2.064382
    """
    gaps = np.diff(np.sort(values))
    n = values.size
    return float(np.log(gaps[gaps > 0]).sum() / (n - 1) + digamma(n) - digamma(1))


def score(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    """Return the entropy of standardised x minus that of standardised y: positive says that x causes y.

    If the mechanism is a function chosen independently of the cause's distribution, the effect's distribution
    picks up the function's shape and is the less even of the two, so it has the lower entropy.

    The score depends on the two marginal distributions only, so ``x`` and ``y`` may differ in length.

    Parameters
    ----------
    x, y : float arrays of shape (n,) and (m,).
    rng : not used; the method is deterministic.

    Returns
    -------
    float
        In nats, any real number; NaN if a variable is constant.

    Raises
    ------
    ValueError
        If a variable is not a non-empty vector of finite numbers.

    References
    ----------
    Daniusis et al., *Inferring deterministic causal relations*, UAI 2010; Mooij et al., JMLR 17(32), 2016,
    section 4.1.

    >>> x = np.linspace(0, 1, 5)
    >>> score(x, x**2) > 0 > score(x**2, x)
    True
    """
    x, y = check_variable(x, "x"), check_variable(y, "y")
    if is_constant(x) or is_constant(y):
        return float("nan")
    return entropy(standardise(x)) - entropy(standardise(y))


METHOD = Method(
    score=score,
    version=VERSION,
    name="IGCI",
    reference="Daniusis et al., UAI 2010",
    assumption="the effect is an invertible function of the cause, chosen independently of the cause's distribution",
    coverage="never",
    agreement="every digit",
    several_columns="flatten",
)
