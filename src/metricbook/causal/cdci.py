"""CDCI, causal discovery by conditional divergence, in its total-variation form (CTV)."""

from __future__ import annotations

import numpy as np

from metricbook.causal._cells import N_CELLS, cause_cells, cross_table, crowded, to_cells
from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector

# Keeps the effect's scale within a bin finite where all of the bin's effects are equal.
SCALE_FLOOR = 1e-8


def conditional_divergence(cause: Vector, effect: Vector) -> float:
    """Return how much the shape of the effect's distribution changes with the cause, between 0 (not) and 1.

    The cause is cut into 13 bins of half a standard deviation. In each bin with more than 12 members the
    effect is standardised by the bin's own mean and deviation and counted in 13 cells. The result is the
    mean, over these bins, of the total variation distance between the bin's histogram and the average
    histogram. NaN if no bin has more than 12 members (so always if n < 13).
    """
    bins = cause_cells(cause)
    kept = crowded(bins, N_CELLS)
    if not kept.any():
        return float("nan")
    count = np.maximum(np.bincount(bins, minlength=N_CELLS), 1)
    centred = effect - (np.bincount(bins, effect, N_CELLS) / count)[bins]
    deviation = np.sqrt(np.bincount(bins, centred**2, N_CELLS) / count)
    cells = to_cells(centred / (deviation[bins] + SCALE_FLOOR))
    shapes = cross_table(bins, cells, (N_CELLS, N_CELLS))[kept] / count[kept, np.newaxis]
    return float(0.5 * np.abs(shapes - shapes.mean(axis=0)).sum(axis=1).mean())


def compare(x: Vector, y: Vector) -> float:
    """Return the conditional divergence of x given y minus that of y given x, between -1 and 1.

    If an effect is a function of its cause plus or times noise, the effect's distribution given the cause
    moves and stretches, but keeps its shape; the reverse conditional does not.

    >>> x = np.repeat([-1.0, 1.0], 20)
    >>> y = np.tile([0.0, 1.0], 20)  # the same shape for both values of x, and the other way round
    >>> compare(x, y)
    0.0
    """
    return conditional_divergence(y, x) - conditional_divergence(x, y)


METHOD = Method(
    compare,
    name="CDCI",
    version=1,
    reference="Duong and Nguyen, *Bivariate causal discovery via conditional divergence*, CLeaR 2022",
    assumption="given the cause, the effect's distribution moves and stretches but keeps its shape",
)
