"""HECI, heteroscedastic noise causal model identification: one polynomial and one noise level per segment."""

from __future__ import annotations

import math

import numpy as np

from metricbook.causal._method import Method
from metricbook.causal._preparation import Vector, unit_range

N_BINS = 20
MIN_DISTINCT = 10
MAX_DEGREE = 3
# Keeps the code length of a segment finite where a polynomial fits it exactly.
ERROR_FLOOR = 1e-4


def bin_edges(cause: Vector) -> list[int]:
    """Return where the bins of a sorted cause on [0, 1] begin, and at the end how many values there are.

    Twenty bins of equal width are filled from the left: a bin is closed as soon as it has ten distinct values, and
    takes in the next one otherwise. What is left over at the right end goes to the last bin.

    >>> bin_edges(np.linspace(0, 1, 41))  # two values per bin of width 0.05, so five bins make one of ten
    [0, 10, 20, 30, 41]
    """
    starts = np.searchsorted(cause, np.linspace(0, 1, N_BINS + 1)[1:-1]).tolist()
    # New values met up to each position: the distinct values of a stretch are a difference of two of them.
    distinct = np.concatenate([[0], np.cumsum(np.diff(cause, prepend=-1.0) > 0)])
    edges = [0]
    for stop in [*starts, cause.size]:
        if distinct[stop] - distinct[edges[-1]] >= MIN_DISTINCT:
            edges.append(stop)
    if len(edges) == 1:
        edges.append(cause.size)
    edges[-1] = cause.size
    return edges


def squared_errors(cause: Vector, effect: Vector) -> list[float]:
    """Return the sums of squares around the least-squares polynomials of degree 1, 2 and 3.

    >>> x = np.arange(6.0)
    >>> [round(error, 9) for error in squared_errors(x, x**2)]  # by a line: 37.33; the others are exact
    [37.333333333, 0.0, 0.0]
    """
    centred = cause - cause.mean()
    basis, _ = np.linalg.qr(np.vander(centred / np.abs(centred).max(), MAX_DEGREE + 1, increasing=True))
    residual = effect - effect.mean()
    errors = []
    for degree in range(1, MAX_DEGREE + 1):
        residual = residual - basis[:, degree] * (basis[:, degree] @ residual)
        errors.append(float(residual @ residual))
    return errors


def code_length(cause: Vector, effect: Vector) -> float:
    """Return the bits for the effect given the cause, both on [0, 1], under the best cut into segments.

    A segment is a run of neighbouring bins (see :func:`bin_edges`). With m of the n points and a polynomial of degree d
    it takes m log2((RSS + 1e-4)/m) + (d + 2) log2 n bits: its noise level, and its d + 1 coefficients and one variance.
    The best cut and degrees are found by dynamic programming over the right end of the last segment.
    """
    order = np.argsort(cause, kind="stable")
    cause, effect = cause[order], effect[order]
    edges = bin_edges(cause)
    bits_per_number = math.log2(cause.size)
    best = [0.0]
    for last in range(1, len(edges)):
        options = []
        for first in range(last):
            start, stop = edges[first], edges[last]
            errors = squared_errors(cause[start:stop], effect[start:stop])
            bits = min(
                (stop - start) * math.log2((error + ERROR_FLOOR) / (stop - start)) + (degree + 2) * bits_per_number
                for degree, error in enumerate(errors, start=1)
            )
            options.append(best[first] + bits)
        best.append(min(options))
    return best[-1]


def compare(x: Vector, y: Vector) -> float:
    """Return how many bits x given y takes more than y given x, which grows with n.

    The effect is a smooth function of the cause plus noise whose level changes with the cause. Such a pair is described
    in fewer bits in its causal direction.

    Two readings decide whether the row of Table 1 comes out: the parameters are charged at log2 of the whole sample,
    not of the segment, and the three pairs with a binary variable have no score.

    >>> x = np.linspace(0, 1, 200)
    >>> y = (x - 0.4) ** 2  # two values of x for most values of y
    >>> compare(x, y) > 0 and compare(y, x) == -compare(x, y)
    True
    """
    return code_length(y, x) - code_length(x, y)


METHOD = Method(
    compare,
    name="HECI",
    version=1,
    reference="Xu, Mian, Marx and Vreeken, *Inferring cause and effect in the presence of heteroscedastic noise*, ICML "
    "2022",
    assumption="the effect is a smooth function of the cause plus noise whose level changes with the cause",
    scale=unit_range,
    least_distinct=MAX_DEGREE + 1,
)
