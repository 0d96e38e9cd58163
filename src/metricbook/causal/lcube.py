"""LCUBE, cause from the minimum description length of cubic regression splines."""

from __future__ import annotations

import math

import numpy as np
from scipy.interpolate import LSQUnivariateSpline

from metricbook.causal._method import Method
from metricbook.causal.common import check_pair, unit_range

VERSION = 1

POINTS_PER_INTERVAL = 40
DEGREE = 3
# Residuals of values on [0, 1] below this are rounding.
ROUNDING = float(np.finfo(np.float64).eps)


def code_length(cause: np.ndarray, effect: np.ndarray) -> float:
    """Return the nats for the effect given the cause by the best least-squares cubic spline; NaN if one fails.

    The knots cut the cause's range into m intervals of equal width, m = 1, 2, ... up to n/40. With u_j > 0 points in
    the j-th interval the spline takes log m + sum of log u_j for its knots, (m + 4)/2 log n for its coefficients, and
    n/2 log(RSS/n) for the residuals. A spline whose coefficients the data do not determine fails; one failure leaves
    the pair without a score.
    """
    n = cause.size
    unit = float(effect.max() - effect.min())
    order = np.argsort(cause, kind="stable")
    cause, effect = unit_range(cause)[order], unit_range(effect)[order]
    lengths = []
    for m in range(max(1, n // POINTS_PER_INTERVAL), 0, -1):  # the finest spline is the first to fail
        knots = np.linspace(0, 1, m + 1)
        try:
            error = float(LSQUnivariateSpline(cause, effect, knots[1:-1], k=DEGREE).get_residual())
        except ValueError:
            return float("nan")
        if not error >= 0:
            return float("nan")
        deviation = unit * max(math.sqrt(error / n), ROUNDING)
        counts = np.histogram(cause, knots)[0]
        lengths.append(
            math.log(m) + float(np.log(counts[counts > 0]).sum()) + (m + 4) / 2 * math.log(n) + n * math.log(deviation)
        )
    return min(lengths)


def score(x: np.ndarray, y: np.ndarray, rng: np.random.Generator | None = None) -> float:
    """Return how many nats x given y takes more than y given x: positive says that x causes y.

    The effect is a smooth function of the cause plus Gaussian noise, and the shorter of the two descriptions follows
    the causal direction. The variables are taken in the units they come in, so a unit in which x has the larger
    numbers speaks for x as the cause: each factor of e adds n to the score.

    Parameters
    ----------
    x, y : float arrays of shape (n,).
    rng : not used; the method is deterministic.

    Returns
    -------
    float
        In nats, and so growing with n; NaN if a variable has fewer than four distinct values or a spline fails in
        either direction: so it goes with many pairs in which a variable has ties or gaps.

    Raises
    ------
    ValueError
        If a variable is not a non-empty vector of finite numbers, or the lengths differ.

    References
    ----------
    Hlaváčková-Schindler and Marsela, 2025 (LCUBE); the code length is that of Lee, *Regression spline smoothing using
    the minimum description length principle*, Statistics & Probability Letters 48, 2000.

    >>> x = np.linspace(0, 1, 200)
    >>> round(score(x, 5 * x) + 200 * math.log(5), 6)  # a line both ways: only the units speak
    0.0
    """
    x, y = check_pair(x, y)
    if min(np.unique(x).size, np.unique(y).size) <= DEGREE:
        return float("nan")
    forward = code_length(x, y)
    return float("nan") if math.isnan(forward) else code_length(y, x) - forward


METHOD = Method(
    score=score,
    version=VERSION,
    name="LCUBE",
    reference="Hlaváčková-Schindler and Marsela, 2025",
    assumption="the effect is a smooth function of the cause plus Gaussian noise, in comparable units",
    coverage="a variable has fewer than four distinct values, or ties or gaps that leave a spline undetermined",
    agreement="every digit",
    scale_invariant=False,
)
