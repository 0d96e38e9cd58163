"""CDS, conditional distribution similarity."""

from __future__ import annotations

import numpy as np

from metricbook.causal._cells import N_CELLS, cause_cells, cross_table, crowded, to_cells
from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector


def conditional_spread(cause: Vector, effect: Vector) -> float:
    """Return how much the centred distribution of the effect varies with the cause, between 0 (not) and 1/2.

    The cause is cut into 13 bins of half a standard deviation, or, if it has at most 13 distinct values, by
    value. Each bin with more than 12 members gives one histogram of the effect, normalised to sum 1: of the
    effect minus the bin's mean in units of the effect's overall standard deviation, in 13 cells; or, if the
    effect has at most 13 distinct values, of those values, shifted to where it correlates best with the
    histogram of the whole effect. The result is the standard deviation of all entries of these histograms
    around their average over the bins (divisor: the number of entries). NaN if no bin has more than 12
    members.
    """
    values, bins = np.unique(cause, return_inverse=True)
    if values.size > N_CELLS:
        bins = cause_cells(cause)
    kept = crowded(bins, N_CELLS)
    if not kept.any():
        return float("nan")
    levels, codes = np.unique(effect, return_inverse=True)
    if levels.size > N_CELLS:
        count = np.maximum(np.bincount(bins, minlength=N_CELLS), 1)
        centred = effect - (np.bincount(bins, effect, N_CELLS) / count)[bins]
        counts = cross_table(bins, to_cells(centred / effect.std()), (N_CELLS, N_CELLS))[kept]
    else:
        counts = cross_table(bins, codes, (N_CELLS, levels.size))[kept]
        counts = np.array([align(row, np.bincount(codes)) for row in counts])
    histograms = counts / counts.sum(axis=1, keepdims=True)
    return float(np.std(histograms - histograms.mean(axis=0)))


def align(row: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Return a row of k counts in 3k - 2 cells, shifted to its first best correlation with the reference.

    The reference's own cells are the middle ones. Here the peak moves left by one, from cell 3 to cell 2:

    >>> align(np.array([0, 5, 0]), np.array([9, 1, 1])).tolist()
    [0, 0, 5, 0, 0, 0, 0]
    """
    k = row.size
    shift = 2 * k - 2 - int(np.argmax(np.correlate(row, reference, mode="full")))
    return np.concatenate([np.zeros(shift, row.dtype), row, np.zeros(2 * k - 2 - shift, row.dtype)])


def compare(x: Vector, y: Vector) -> float:
    """Return the conditional spread of x given y minus that of y given x, between -1/2 and 1/2.

    If the effect is a function of the cause plus independent noise, its distribution given the cause only
    moves, so that the centred conditional distributions resemble each other more in the causal direction.

    >>> x = np.repeat([-1.0, 1.0], 20)
    >>> y = np.tile([0.0, 1.0], 20)
    >>> compare(x, y)
    0.0
    """
    return conditional_spread(y, x) - conditional_spread(x, y)


METHOD = Method(
    compare,
    name="CDS",
    version=1,
    reference="Fonollosa, *Conditional distribution variability measures for causality detection*, arXiv 1601.06680, "
    "2016",
    assumption="given the cause, the effect's distribution only moves",
)
