"""Cells of half a standard deviation, in which two of the methods count."""

from __future__ import annotations

import numpy as np

from metricbook.causal._preparation import Vector, standardise

CELLS_PER_DEVIATION = 2
MAX_DEVIATION = 3
N_CELLS = 2 * CELLS_PER_DEVIATION * MAX_DEVIATION + 1  # 13: half standard deviations from -3 to 3
MIN_COUNT = 12


def to_cells(values: Vector) -> np.ndarray:
    """Return the cell of each standardised value: the nearest half deviation, 0..12, the outer cells open.

    >>> to_cells(np.array([-9.0, -3.0, 0.0, 0.3, 9.0])).tolist()
    [0, 0, 6, 7, 12]
    """
    limit = CELLS_PER_DEVIATION * MAX_DEVIATION
    return (np.clip(np.rint(CELLS_PER_DEVIATION * values), -limit, limit) + limit).astype(np.intp)


def cause_cells(values: Vector) -> np.ndarray:
    """Return the cell of each value after standardising twice, then by the values within 3 deviations.

    The second step keeps a few far outliers from squeezing all others into the middle cells. It is left out
    if the values within 3 deviations are all equal.
    """
    z = standardise(values)
    core = z[np.abs(z) < MAX_DEVIATION]
    return to_cells(z if core.min() == core.max() else (z - core.mean()) / core.std())


def crowded(groups: np.ndarray, n_groups: int) -> np.ndarray:
    """Return which of the groups 0..n_groups-1 have more than 12 members, as a boolean array."""
    return np.bincount(groups, minlength=n_groups) > MIN_COUNT


def cross_table(rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Count how often each (row, column) occurs: an integer array of the given shape."""
    return np.bincount(rows * shape[1] + columns, minlength=shape[0] * shape[1]).reshape(shape)
