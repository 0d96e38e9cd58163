"""Gaussian process regression of one variable on another, with noise that may vary."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotri
from scipy.optimize import minimize

from metricbook.causal._preparation import Matrix, Vector

# Bounds of the logarithms of the signal's variance, its length and the noise variance, for standardised variables. The
# least noise is far above rounding: with none at all the process interpolates, and its residuals mean nothing.
SIGNAL = (math.log(1e-3), math.log(1e3))
LENGTH = (math.log(1e-2), math.log(1e2))
NOISE = (math.log(1e-6), math.log(10.0))
# The likelihood can have a maximum that explains all by noise and one that explains much by a function.
STARTS = ((0.0, 0.0, math.log(0.3)), (0.0, math.log(0.2), math.log(0.1)))


@dataclass(frozen=True)
class Fit:
    """A fitted process: what it leaves of the target, how likely the target is, and the variance of the noise."""

    residuals: Vector  # the target minus the posterior mean
    log_likelihood: float  # marginal
    noise: Vector  # at each point


def negative_log_likelihood(
    parameters: Vector, squares: Matrix, y: Vector, shares: Matrix
) -> tuple[float, Vector, Vector]:
    """Return the negative log marginal likelihood of y, its gradient, and the covariance's solution for y.

    The parameters are the logarithms of the signal's variance, the length scale and k noise variances; ``squares`` are
    the squared distances between the inputs. The noise variance at each point is ``shares @ noise variances``.

    One point with signal and noise variance 1: y has the normal law of variance 2.

    >>> value, gradient, solution = negative_log_likelihood(
    ...     np.zeros(3), np.zeros((1, 1)), np.array([2.0]), np.ones((1, 1)))
    >>> round(value, 6), round(0.5 * math.log(2 * math.pi * 2) + 2**2 / (2 * 2), 6), solution.round(6).tolist()
    (2.265512, 2.265512, [1.0])
    """
    signal, length = math.exp(parameters[0]), math.exp(parameters[1])
    noises = np.exp(parameters[2:])
    scaled = squares / length**2
    smooth = signal * np.exp(-0.5 * scaled)
    covariance = smooth.copy()
    covariance.flat[:: y.size + 1] += shares @ noises
    # LAPACK's lower triangle of a C-ordered matrix is its upper one: the matrix is symmetric, so either will do.
    factor, failed = dpotrf(covariance, lower=1, overwrite_a=0)
    if failed:
        return float("inf"), np.zeros_like(parameters), np.zeros_like(y)
    inverse, _ = dpotri(factor, lower=1)
    inverse = np.tril(inverse) + np.tril(inverse, -1).T
    solution = inverse @ y
    value = 0.5 * float(y @ solution) + float(np.log(np.diag(factor)).sum()) + 0.5 * y.size * math.log(2 * math.pi)
    # The derivative in the direction of dK is half the sum of (inverse of K - solution solution') * dK.
    inverse -= np.outer(solution, solution)
    weighted = inverse * smooth
    gradient = np.concatenate(
        [
            [0.5 * weighted.sum(), 0.5 * (weighted * scaled).sum()],
            0.5 * (np.diag(inverse) @ shares) * noises,
        ]
    )
    return value, gradient, solution


def fit(x: Vector, y: Vector, shares: Matrix | None = None) -> Fit:
    """Fit a Gaussian process with a squared-exponential kernel and independent noise by maximum marginal likelihood.

    Both variables are standardised. The rows of ``shares``, of shape (n, k), say how k noise variances mix at each
    point; by default there is one for all. Time grows with n³.

    >>> x = np.linspace(-1.7, 1.7, 60)
    >>> noise = 0.3 * np.random.default_rng(2).normal(size=60)
    >>> found = fit(x, np.sin(3 * x) + noise)
    >>> bool(np.abs(found.residuals - noise).max() < 0.2), round(float(found.noise[0]), 1)  # 0.3² = 0.09
    (True, 0.1)
    """
    shares = np.ones((x.size, 1)) if shares is None else shares
    squares = (x[:, np.newaxis] - x) ** 2
    bounds = [SIGNAL, LENGTH, *[NOISE] * shares.shape[1]]
    found = [
        minimize(
            lambda p: negative_log_likelihood(p, squares, y, shares)[:2],
            np.array([signal, length, *[noise] * shares.shape[1]]),
            jac=True,
            method="L-BFGS-B",
            bounds=bounds,
            options={"maxiter": 200, "ftol": 1e-8},
        )
        for signal, length, noise in STARTS
    ]
    best = min(found, key=lambda end: end.fun)
    value, _, solution = negative_log_likelihood(best.x, squares, y, shares)
    noise_at = shares @ np.exp(best.x[2:])
    # The posterior mean is (K - noise) solution = y - noise solution.
    return Fit(noise_at * solution, -value, noise_at)
