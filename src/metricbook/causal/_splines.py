"""Penalised cubic regression splines, with the penalty chosen by generalised cross-validation."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.linalg import eigh
from scipy.optimize import brentq

from metricbook.causal._preparation import Matrix, Vector

# The search covers this many decades of the penalty's weight around the one that halves the middle coefficient.
GRID = np.linspace(-12, 12, 49)
MAX_KNOTS = 400


def knots_of(x: Vector, size: int = MAX_KNOTS) -> Vector:
    """Return the distinct values, or, if they are more than ``size``, evenly spaced quantiles of them, ends included.

    >>> knots_of(np.array([0.0, 0.0, 1.0, 5.0, 9.0]), 3).tolist()
    [0.0, 3.0, 9.0]
    """
    distinct = np.unique(x)
    return distinct if distinct.size <= size else np.quantile(distinct, np.linspace(0, 1, size))


def thin_plate_basis(x: Vector, size: int) -> tuple[Matrix, Matrix]:
    """Return the design matrix and the penalty matrix of a thin plate regression spline with ``size`` coefficients.

    A natural cubic spline with the knots u is a straight line plus a sum of e_j abs(x - u_j)³ / 12 in which e is
    orthogonal to straight lines; its penalty is e' E e, with E the matrix of these cubes between knots. Only the
    ``size`` eigenvectors of E with the eigenvalues of largest magnitude are kept for e, which costs the least
    in fit and in penalty. The first two coefficients are those of 1 and x. There must be at least ``size`` distinct
    values, and ``size`` at least 3. Source: Wood, *Thin plate regression splines*, Journal of the Royal Statistical
    Society B 65(1), 2003.
    """
    knots = knots_of(x)
    cubes = np.abs(knots[:, np.newaxis] - knots) ** 3 / 12
    values, vectors = eigh(cubes)
    kept = np.argsort(-np.abs(values))[:size]
    values, vectors = values[kept], vectors[:, kept]
    lines = np.column_stack([np.ones(knots.size), knots])
    orthogonal = np.linalg.qr(vectors.T @ lines, mode="complete")[0][:, 2:]
    # These sums are natural cubic splines, so their values at the knots give them everywhere.
    bent = CubicSpline(knots, vectors @ (values[:, np.newaxis] * orthogonal), bc_type="natural")(x)
    penalty = np.zeros((size, size))
    penalty[2:, 2:] = orthogonal.T @ (values[:, np.newaxis] * orthogonal)
    return np.column_stack([np.ones(x.size), x, bent]), penalty


def fitted_by_gcv(x: Vector, y: Vector, size: int) -> Vector:
    """Return the values fitted to y by a thin plate regression spline of x, its penalty chosen by GCV.

    The weight of the penalty minimises n RSS / (n - edf)², where edf is the trace of the matrix that takes y to the
    fit. In the basis that makes both the design and the penalty diagonal, a coefficient z with penalty d is shrunk to
    z / (1 + weight d); the sums over these coefficients make each weight cheap to try. The variables have a standard
    deviation of about 1, so that the search covers the weights that matter. Source: Wood, *Generalized additive models:
    an introduction with R*, 2nd edition 2017, sections 5.3.1 and 6.2.

    >>> x = np.linspace(-2, 2, 41)
    >>> float(np.abs(fitted_by_gcv(x, 2 * x + 1, 10) - (2 * x + 1)).max()) < 1e-9
    True
    """
    design, penalty = thin_plate_basis(x, size)
    orthonormal, triangle = np.linalg.qr(design)
    inverse = np.linalg.inv(triangle)
    weights, vectors = eigh(inverse.T @ penalty @ inverse)
    weights = np.maximum(weights, 0.0)
    weights[:2] = 0.0  # straight lines are not penalised
    basis = orthonormal @ vectors
    coefficients = basis.T @ y
    outside = float(((y - basis @ coefficients) ** 2).sum())
    n = y.size

    def criterion(log_weight: float) -> float:
        shrunk = 1 / (1 + 10.0**log_weight * weights)
        error = outside + float((((1 - shrunk) * coefficients) ** 2).sum())
        free = n - float(shrunk.sum())
        return n * error / free**2 if free > 1e-9 * n else float("inf")

    def slope(log_weight: float) -> float:
        """The criterion's derivative, times something positive."""
        shrunk = 1 / (1 + 10.0**log_weight * weights)
        lost = (1 - shrunk) * coefficients
        error, more_error = outside + float((lost**2).sum()), 2 * float((shrunk * lost**2).sum())
        return more_error * (n - float(shrunk.sum())) - 2 * error * float((shrunk * (1 - shrunk)).sum())

    # The weight 10^g / (the middle penalty) shrinks the middle coefficient by half at g = 0.
    centre = -np.log10(weights[2:].mean())
    values = [criterion(centre + step) for step in GRID]
    best = int(np.argmin(values))
    low, high = centre + GRID[max(best - 1, 0)], centre + GRID[min(best + 1, GRID.size - 1)]
    # A zero of the slope is found to the last digits, the lowest point of a flat valley only to half of them.
    log_weight = brentq(slope, low, high, xtol=1e-13) if slope(low) < 0 < slope(high) else centre + GRID[best]
    return basis @ (coefficients / (1 + 10.0**log_weight * weights))
