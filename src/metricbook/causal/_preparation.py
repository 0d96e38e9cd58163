"""What is done with a pair before a method sees it: checks, random rows, scaling."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

# Squares of larger magnitudes (or of smaller ranges) leave the range of float64.
LARGEST = 1e150
# How often rows in which a variable is constant are drawn again.
ATTEMPTS = 20


def check_variable(values: ArrayLike, name: str) -> Vector:
    """Return a variable as a float64 vector, or a ValueError that names it and what is wrong with it."""
    try:
        vector = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} is not numeric: {error}") from error
    if vector.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not shape {vector.shape}")
    if vector.size == 0:
        raise ValueError(f"{name} is empty")
    finite = np.isfinite(vector)
    if not finite.all():
        position = int(np.argmin(finite))
        raise ValueError(f"{name}[{position}] is {vector[position]}: values must be finite")
    if np.abs(vector).max() > LARGEST or 0 < vector.max() - vector.min() < 1 / LARGEST:
        raise ValueError(f"{name} has a magnitude above 1e150 or a range below 1e-150: change its unit")
    return vector


def random_rows(x: Vector, y: Vector, cap: int, rng: np.random.Generator) -> tuple[Vector, Vector]:
    """Return ``cap`` random rows of a pair, in their order, or all of them if there are no more than that.

    Rows in which a variable is constant, as the few rows of a rarely changing one can be, are drawn again.

    >>> x, y = random_rows(np.arange(5.0), np.arange(5.0) ** 2, 3, np.random.default_rng(0))
    >>> (y == x**2).all(), x.size
    (np.True_, 3)
    """
    drawn = x, y
    if x.size > cap:
        for _ in range(ATTEMPTS):
            rows = np.sort(rng.choice(x.size, cap, replace=False))
            drawn = x[rows], y[rows]
            if np.ptp(drawn[0]) > 0 and np.ptp(drawn[1]) > 0:
                break
    return drawn


def standardise(values: Vector) -> Vector:
    """Return values with mean 0 and standard deviation 1 (divisor n), for `metricbook.causal.Method`.

    Parameters
    ----------
    values : float array of shape (n,)
        Not all equal.

    Returns
    -------
    float array of shape (n,)

    Examples
    --------
    >>> standardise(np.array([1.0, 3.0])).tolist()
    [-1.0, 1.0]
    """
    return (values - values.mean()) / values.std()


def unit_range(values: Vector) -> Vector:
    """Return values moved and scaled onto [0, 1]: a ``scale`` of :class:`~metricbook.causal.Method`.

    Parameters
    ----------
    values : float array of shape (n,)
        Not all equal.

    Returns
    -------
    float array of shape (n,)

    Examples
    --------
    >>> unit_range(np.array([4.0, 5.0, 8.0])).tolist()
    [0.0, 0.25, 1.0]
    """
    low = values.min()
    return (values - low) / (values.max() - low)
