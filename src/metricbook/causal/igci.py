"""IGCI, information-geometric causal inference: spacing estimator of entropy, Gaussian reference."""

from __future__ import annotations

import numpy as np
from scipy.special import digamma

from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector, standardise


def entropy(values: Vector) -> float:
    """Return the spacing estimate of the differential entropy of a sample, in nats.

    It is the sum of log(gap) over the positive gaps between neighbours in sorted order, divided by n - 1,
    plus digamma(n) - digamma(1). Tied neighbours add nothing to the sum but do count in n - 1.

    >>> round(entropy(np.array([0.0, 1.0, 1.0, 3.0])), 6)  # log(2)/3 + 1 + 1/2 + 1/3
    2.064382
    """
    gaps = np.diff(np.sort(values))
    n = values.size
    return float(np.log(gaps[gaps > 0]).sum() / (n - 1) + digamma(n) - digamma(1))


def compare(x: Vector, y: Vector) -> float:
    """Return the entropy of x minus that of y, in nats.

    If the mechanism is a function chosen independently of the cause's distribution, the effect's distribution
    picks up the function's shape and is the less even of the two, so it has the lower entropy. The score depends on the
    two marginal distributions only, so x and y may differ in length. Standardised variables have the Gaussian reference
    measure, variables on [0, 1] the uniform one.

    >>> x = np.linspace(0, 1, 5)
    >>> compare(x, x**2) > 0 > compare(x**2, x)
    True
    """
    return entropy(x) - entropy(y)


METHOD = Method(
    compare,
    name="IGCI",
    version=1,
    reference="Daniusis et al., *Inferring deterministic causal relations*, UAI 2010; Mooij et al., JMLR 17(32), 2016, "
    "section 4.1",
    assumption="the effect is an invertible function of the cause, chosen independently of the cause's distribution",
    scale=standardise,
    paired=False,
    several_columns="flatten",
)
