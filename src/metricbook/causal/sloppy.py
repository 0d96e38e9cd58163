"""SLOPPY, causal direction by penalised spline regression: here with BIC."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import BSpline
from scipy.linalg import eigh
from scipy.optimize import brentq

from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector, unit_range

DEGREE = 3
# Values closer than this part of the interquartile range count as one.
TIE = 1e-6
# The smoothing parameter is (trace of Gram / trace of penalty) 256^(3 s - 1) with s from -1.5 to 1.5.
LIMIT = 1.5


@dataclass(frozen=True)
class Smoother:
    """The smoothing splines of one regression in the basis in which both Gram and penalty matrix are diagonal.

    ``gram`` (between 0 and 1; the penalty is its complement) and ``right`` (the projections of the effect) have one
    entry per basis function; ``squares`` is the sum of squares of the mean effects of each cause, ``within`` that of
    the effects around them, which no function of the cause explains; ``unit`` is the smoothing parameter's natural unit
    and ``distinct`` the number of different causes.
    """

    gram: Vector
    right: Vector
    squares: float
    within: float
    unit: float
    distinct: int

    def fit(self, exponent: float) -> tuple[float, float]:
        """Return the trace of the smoother (its degrees of freedom) and the RSS for s = exponent."""
        penalised = self.gram + self.unit * 256.0 ** (3 * exponent - 1) * (1 - self.gram)
        coefficients = self.right / penalised
        explained = 2 * coefficients @ self.right - coefficients @ (self.gram * coefficients)
        return float((self.gram / penalised).sum()), max(float(self.squares - explained), 0.0) + self.within

    def fit_with(self, freedom: float) -> tuple[float, float]:
        """Return degrees of freedom and RSS of the fit that comes nearest to the wanted degrees of freedom."""
        if self.fit(-LIMIT)[0] <= freedom:
            return self.fit(-LIMIT)
        if self.fit(LIMIT)[0] >= freedom:
            return self.fit(LIMIT)
        return self.fit(brentq(lambda exponent: self.fit(exponent)[0] - freedom, -LIMIT, LIMIT, xtol=1e-9))


def n_knots(distinct: int) -> int:
    """Return how many knots stand for this many distinct values: all up to 49, then fewer and fewer.

    Between 50, 200, 800 and 3200 values the logarithm of their number grows linearly, from 50 to 100, 140 and 200.

    >>> [n_knots(n) for n in (10, 200, 800, 3200, 16_000)]
    [10, 100, 140, 200, 206]
    """
    if distinct < 50:
        return distinct
    if distinct >= 3200:
        return int(200 + (distinct - 3200) ** 0.2)
    return int(2 ** np.interp(distinct, [50, 200, 800, 3200], np.log2([50, 100, 140, 200])) + 1e-9)


def merge_ties(cause: Vector) -> tuple[Vector, np.ndarray]:
    """Return the distinct causes, and which of them each cause is."""
    low, high = np.quantile(cause, [0.25, 0.75])
    if high == low:
        return np.unique(cause, return_inverse=True)
    rounded = np.round((cause - cause.mean()) / (TIE * (high - low)))
    _, first, which = np.unique(rounded, return_index=True, return_inverse=True)
    return cause[first], which


def smoother(cause: Vector, effect: Vector) -> Smoother:
    """Set up the cubic smoothing splines of the effect on the cause, in a basis of B-splines."""
    distinct, which = merge_ties(cause)
    count = np.bincount(which).astype(float)
    mean = np.bincount(which, effect) / count
    within = float(((effect - mean[which]) ** 2).sum())
    places = unit_range(distinct)
    knots = places[np.linspace(0, places.size - 1, n_knots(places.size)).astype(int)]
    full = np.concatenate([np.repeat(knots[0], DEGREE), knots, np.repeat(knots[-1], DEGREE)])
    basis = BSpline.design_matrix(places, full, DEGREE)
    gram = (basis.T @ basis.multiply(count[:, np.newaxis])).toarray()
    penalty = roughness(full)
    # The natural unit leaves the functions next to the ends out.
    middle = slice(2, -3) if len(gram) > 6 else slice(None)
    # Between the least and the most smoothing that is used, so that neither end loses its digits.
    unit = 256 * gram.trace() / penalty.trace()
    # gram + unit * penalty is positive definite: only straight lines are free of penalty, and they have a Gram matrix.
    values, vectors = eigh(gram, gram + unit * penalty)
    right = vectors.T @ (basis.T @ (count * mean))
    natural = np.diag(gram)[middle].sum() / np.diag(penalty)[middle].sum() / unit
    return Smoother(np.clip(values, 1e-300, 1.0), right, float(count @ mean**2), within, float(natural), distinct.size)


def roughness(knots: Vector) -> np.ndarray:
    """Return the integrals of the products of the second derivatives of the B-splines with these knots.

    >>> roughness(np.array([0.0, 0, 0, 0, 1, 1, 1, 1])).round(9)[0].tolist()  # (1-u)³: integral of 36 (1-u)² is 12
    [12.0, -18.0, 0.0, 6.0]
    """
    inner = np.unique(knots)
    curvature = BSpline(knots, np.eye(knots.size - DEGREE - 1), DEGREE).derivative(2)
    # Second derivatives are linear between knots, so the values at a third of the way and at the middle fix them.
    width = np.diff(inner)[:, np.newaxis]
    left, middle = curvature(inner[:-1]), curvature(inner[:-1] + width[:, 0] / 2)
    right = 2 * middle - left
    return (left.T @ (width * left) + 4 * (middle.T @ (width * middle)) + right.T @ (width * right)) / 6


def code_length(cause: Vector, effect: Vector) -> float:
    """Return the least n log2(RSS/n + 1) + df log2 n over the mean (df = 1) and splines of df = 2, 3, ... .

    The df charged is that of the fit, which differs from the one wanted where the smoothing parameter meets its limit.
    The search ends where even a spline through the mean effect of every cause could not gain any more.
    """
    n = effect.size
    splines = smoother(cause, effect)
    least_error = n * math.log2(splines.within / n + 1)
    best = n * math.log2(float(((effect - effect.mean()) ** 2).sum()) / n + 1) + math.log2(n)
    for wanted in range(2, splines.distinct + 1):
        if least_error + wanted * math.log2(n) >= best:
            break
        freedom, error = splines.fit_with(wanted)
        best = min(best, n * math.log2(error / n + 1) + freedom * math.log2(n))
    return best


def compare(x: Vector, y: Vector) -> float:
    """Return 1 - (shorter / longer code), negative if y explains x in the shorter: between -1 and 1.

    The effect is a smooth function of the cause plus Gaussian noise, and the shorter of the two descriptions follows
    the causal direction.

    >>> x = np.linspace(0, 1, 100)
    >>> y = ((x - 0.4) / 0.6) ** 2  # two values of x for most values of y
    >>> compare(x, y) > 0 and compare(y, x) == -compare(x, y)
    True
    """
    forward, backward = code_length(x, y), code_length(y, x)
    strength = 1 - min(forward, backward) / max(forward, backward)
    return strength if forward <= backward else -strength


METHOD = Method(
    compare,
    name="SLOPPY",
    version=1,
    reference="Marx and Vreeken, *Identifiability of cause and effect using regularized regression*, KDD 2019. "
    "Smoothing splines: Hastie and Tibshirani, *Generalized additive models*, 1990, and the documentation of R's "
    "``smooth.spline``, which fixes the knots, the ties and the limits of smoothing used here",
    assumption="the effect is a smooth function of the cause plus Gaussian noise",
    scale=unit_range,
    least_distinct=5,
    several_columns="first two columns",
)
