"""The volume under the Tile: the mean of all canonical ranking scores of a performance."""

from __future__ import annotations

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import ArrayLike

from metricbook.tile.scores import Array, check_performances

# Smallest product of the two gaps for the closed form: it subtracts terms of the size of the largest probability
# squared and divides by both gaps, so that rounding grows as their product shrinks. From here on 13 digits are exact.
SMALLEST_PRODUCT = 1e-2
# Quadrature on panels whose ends differ by this factor, measured from the singularity, with these nodes,
# is exact to the last digits; the part of the integral below the depth is under 1e-16 of the whole.
PANEL_RATIO = 4.0
NODES, WEIGHTS = leggauss(12)
DEPTH = 1e-9


def volume(performances: ArrayLike) -> Array | float:
    r"""Volume under the Tile, :math:`VUT(P) = \int_0^1\!\int_0^1 R_{a,b}(P)\,db\,da`, in closed form.

    The numerator of a canonical score is uniform between tn and tp, its unsatisfying part between fp and fn, so the
    volume is the mean of u / (u + v) over u uniform between tn and tp and v uniform between fp and fn.

    Parameters
    ----------
    performances : array of shape (..., 4)
        Probabilities or counts in the order tn, fp, fn, tp.

    Returns
    -------
    float, or array of shape (...)
        Between 0 (nothing is right) and 1 (nothing is wrong); 1/2 where right and wrong outcomes are alike.
        It is defined for every performance: a canonical score can be undefined only on the border of the square.

    Raises
    ------
    ValueError
        If the performances are not of the stated shape, negative, not finite, or sum to zero.

    Notes
    -----
    Where tn is near tp, or fp near fn, the closed form is a small difference divided by a small number. There one
    of the two integrals is taken in closed form and the other by Gauss-Legendre quadrature. The error stays
    below 1e-12 for gaps of any size. Source: Piérard et al., Eqs. 9-15.

    Examples
    --------
    With as many true negatives as true positives, and as many errors of either kind, all scores agree:

    >>> round(volume([0.4, 0.1, 0.1, 0.4]), 12)
    0.8

    With errors of both kinds equally frequent it is 1 - log(65/35) / 2 here:

    >>> round(volume([0.2, 0.15, 0.15, 0.5]), 6)
    0.69048
    """
    array = check_performances(performances)
    tn, fp, fn, tp = np.moveaxis(array, -1, 0)
    # Sorted ends: the mean does not depend on which end is which.
    u0, u1 = np.minimum(tn, tp), np.maximum(tn, tp)
    v0, v1 = np.minimum(fp, fn), np.maximum(fp, fn)
    shape = u0.shape
    u0, u1, v0, v1 = (np.atleast_1d(end).ravel() for end in (u0, u1, v0, v1))
    result = np.empty(u0.size)
    wide = (u1 - u0) * (v1 - v0) > SMALLEST_PRODUCT * np.maximum(u1, v1) ** 2
    result[wide] = _closed_form(u0[wide], u1[wide], v0[wide], v1[wide])
    # Exact over the wider of the two ranges, quadrature over the narrower.
    over_v = ~wide & (v1 - v0 >= u1 - u0)
    result[over_v] = _half_closed(u0[over_v], u1[over_v], v0[over_v], v1[over_v])
    over_u = ~wide & ~over_v
    result[over_u] = 1 - _half_closed(v0[over_u], v1[over_u], u0[over_u], u1[over_u])
    return float(result[0]) if not shape else result.reshape(shape)


def _closed_form(u0: Array, u1: Array, v0: Array, v1: Array) -> Array:
    """Eq. 15, from the antiderivative (u² - v²) log(u + v) / 2 of (u - v) / (u + v) / 2 in u and v."""

    def corner(u: Array, v: Array) -> Array:
        total = u + v
        return (u - v) * total * np.log(np.where(total > 0, total, 1.0))

    mixed = corner(u1, v1) - corner(u1, v0) - corner(u0, v1) + corner(u0, v0)
    return 0.5 + mixed / (2 * (u1 - u0) * (v1 - v0))


def _half_closed(u0: Array, u1: Array, v0: Array, v1: Array) -> Array:
    """Mean of u / (u + v): over v in closed form, over u by quadrature on panels that shrink towards u = -v0."""
    low, high = u0 + v0, u1 + v0  # distances of the ends from the singularity
    lowest = np.maximum(low, DEPTH * high)
    spread = np.divide(high, lowest, out=np.ones_like(high), where=lowest > 0)
    n_panels = 1 + int(np.ceil(np.log(spread.max(initial=1.0)) / np.log(PANEL_RATIO)))
    width = u1 - u0
    result = np.zeros(u0.size)
    start = np.zeros(u0.size)  # offsets from u0; the first panel also covers the part below `lowest`
    for panel in range(1, n_panels + 1):
        stop = width if panel == n_panels else np.clip(lowest * spread ** (panel / n_panels) - low, 0.0, width)
        offset = start[:, None] + (stop - start)[:, None] * (1 + NODES) / 2
        # At width 0 every node is u0, and all panels have equal weight in the mean.
        part = np.divide(stop - start, width, out=np.full_like(width, 1 / n_panels), where=width > 0)
        result += part * (_mean_over_v(u0[:, None] + offset, low[:, None] + offset, v1 - v0) @ WEIGHTS) / 2
        start = stop
    return result


def _mean_over_v(u: Array, distance: Array, gap: Array) -> Array:
    """Mean of u / (u + v) over v between v0 and v0 + gap, where `distance` is u + v0."""
    inside = distance > 0
    relative = np.divide(gap[:, None], distance, out=np.zeros_like(distance), where=inside)
    slope = np.divide(np.log1p(relative), relative, out=np.ones_like(distance), where=relative > 0)
    return np.divide(u, distance, out=np.zeros_like(distance), where=inside) * slope
