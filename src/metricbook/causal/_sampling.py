"""Random rows for methods whose cost grows faster than the sample."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


def random_rows(
    x: Vector, y: Vector, cap: int, rng: np.random.Generator, *, attempts: int = 20
) -> tuple[Vector, Vector] | None:
    """Return ``cap`` random rows of a pair, in their order, or all of them if there are no more than that.

    Rows in which a variable is constant, as the few rows of a rarely changing one can be, are drawn again; None if
    that does not help.

    Examples
    --------
    >>> x, y = random_rows(np.arange(5.0), np.arange(5.0) ** 2, 3, np.random.default_rng(0))
    >>> (y == x**2).all(), x.size
    (np.True_, 3)
    """
    for _ in range(attempts):
        rows = np.sort(rng.choice(x.size, cap, replace=False)) if x.size > cap else np.arange(x.size)
        if np.ptp(x[rows]) > 0 and np.ptp(y[rows]) > 0:
            return x[rows], y[rows]
        if x.size <= cap:
            break
    return None
