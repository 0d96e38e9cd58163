"""LCUBE, cause from the minimum description length of cubic regression splines."""

from __future__ import annotations

import math

import numpy as np
from scipy.interpolate import LSQUnivariateSpline

from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector, unit_range

POINTS_PER_INTERVAL = 40
DEGREE = 3
# Residuals of values on [0, 1] below this are rounding.
ROUNDING = float(np.finfo(np.float64).eps)


def code_length(cause: Vector, effect: Vector) -> float:
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


def compare(x: Vector, y: Vector) -> float:
    """Return how many nats x given y takes more than y given x, which grows with n.

    The effect is a smooth function of the cause plus Gaussian noise, and the shorter of the two descriptions follows
    the causal direction. The variables are taken in the units they come in, so a unit in which x has the larger
    numbers speaks for x as the cause: each factor of e adds n to the score. NaN if a spline fails in either direction:
    so it goes with many pairs in which a variable has ties or gaps.

    >>> x = np.linspace(0, 1, 200)
    >>> round(compare(x, 5 * x) + 200 * math.log(5), 6)  # a line both ways: only the units speak
    0.0
    """
    forward = code_length(x, y)
    return float("nan") if math.isnan(forward) else code_length(y, x) - forward


METHOD = Method(
    compare,
    name="LCUBE",
    version=1,
    reference="Hlaváčková-Schindler and Marsela, 2025 (LCUBE); the code length is that of Lee, *Regression spline "
    "smoothing using the minimum description length principle*, Statistics & Probability Letters 48, 2000",
    assumption="the effect is a smooth function of the cause plus Gaussian noise, in comparable units",
    least_distinct=DEGREE + 1,
    scale_invariant=False,
)
