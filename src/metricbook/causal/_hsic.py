"""The Hilbert-Schmidt independence criterion (HSIC) of two samples, with Gaussian kernels."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import pdist, squareform

from metricbook.causal._preparation import Matrix, Vector


def kernel(values: Vector) -> Matrix:
    """Return the matrix exp(-d² / (2 w²)) of the distances d, where the width w is the median of the positive ones.

    >>> kernel(np.array([0.0, 2.0])).round(6).tolist()  # w = 2: exp(-1/2)
    [[1.0, 0.606531], [0.606531, 1.0]]
    """
    distances = pdist(values[:, np.newaxis])
    width = np.median(distances[distances > 0])
    return squareform(np.exp(-0.5 * (distances / width) ** 2)) + np.eye(values.size)


def hsic(x: Vector, y: Vector) -> float:
    """Return the HSIC of paired samples: 0 if either is constant, and larger the further from independence, up to 1.

    It is trace(K H L H) / n², where K and L are the :func:`kernel` matrices and H subtracts means. It tends to zero
    with growing n exactly if the variables are independent; for independent ones it is of the order of 1/n, for
    dependent ones it is not. It does not change with the units. Time and memory grow with n². Source: Gretton,
    Bousquet, Smola and Schölkopf, *Measuring statistical dependence with Hilbert-Schmidt norms*, ALT 2005.

    >>> round(hsic(np.array([0.0, 1.0]), np.array([5.0, 2.0])), 6)  # ((1 - exp(-1/2)) / 2)²
    0.038705
    """
    if x.min() == x.max() or y.min() == y.max():
        return 0.0
    left, right = kernel(x), kernel(y)
    # Centring one of the two matrices is enough under the trace.
    left -= left.mean(axis=0)
    left -= left.mean(axis=1, keepdims=True)
    return float((left * right).sum() / x.size**2)
