"""What the causal discovery methods share: checks of their input, scaling, and cells."""

from __future__ import annotations

import numpy as np

CELLS_PER_DEVIATION = 2
MAX_DEVIATION = 3
N_CELLS = 2 * CELLS_PER_DEVIATION * MAX_DEVIATION + 1  # 13: half standard deviations from -3 to 3
MIN_COUNT = 12
# Squares of larger magnitudes (or of smaller ranges) leave the range of float64.
LARGEST = 1e150


def check_variable(values: np.ndarray, name: str) -> np.ndarray:
    """Return a variable as a float64 vector.

    Raises
    ------
    ValueError
        If it is not one-dimensional, is empty, is not numeric, holds NaN or infinity, or is too large or too
        narrow to be squared in float64; the message names the variable.
    """
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


def check_pair(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return two variables as float64 vectors; ValueErrors as in `check_variable`, or for their lengths."""
    x, y = check_variable(x, "x"), check_variable(y, "y")
    if x.size != y.size:
        raise ValueError(f"x has {x.size} values and y has {y.size}: a pair needs as many of each")
    return x, y


def is_constant(values: np.ndarray) -> bool:
    """Whether all values are equal, which leaves nothing to tell a direction by."""
    return bool(values.min() == values.max())


def standardise(values: np.ndarray) -> np.ndarray:
    """Return values with mean 0 and standard deviation 1 (divisor n)."""
    return (values - values.mean()) / values.std()


def unit_range(values: np.ndarray) -> np.ndarray:
    """Return values moved and scaled onto [0, 1]."""
    low = values.min()
    return (values - low) / (values.max() - low)


def to_cells(values: np.ndarray) -> np.ndarray:
    """Return the cell of each standardised value: the nearest half deviation, 0..12, the outer cells open.

    >>> to_cells(np.array([-9.0, -3.0, 0.0, 0.3, 9.0])).tolist()
    [0, 0, 6, 7, 12]
    """
    limit = CELLS_PER_DEVIATION * MAX_DEVIATION
    return (np.clip(np.rint(CELLS_PER_DEVIATION * values), -limit, limit) + limit).astype(np.intp)


def cause_cells(values: np.ndarray) -> np.ndarray:
    """Return the cell of each value after standardising twice, then by the values within 3 deviations.

    The second step keeps a few far outliers from squeezing all others into the middle cells. It is left out
    if the values within 3 deviations are all equal.
    """
    z = standardise(values)
    core = z[np.abs(z) < MAX_DEVIATION]
    return to_cells(z if is_constant(core) else (z - core.mean()) / core.std())


def crowded(groups: np.ndarray, n_groups: int) -> np.ndarray:
    """Return which of the groups 0..n_groups-1 have more than 12 members, as a boolean array."""
    return np.bincount(groups, minlength=n_groups) > MIN_COUNT


def cross_table(rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Count how often each (row, column) occurs: an integer array of the given shape."""
    return np.bincount(rows * shape[1] + columns, minlength=shape[0] * shape[1]).reshape(shape)
