"""The sort behind every sweep."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Sizes between which counting pays: below, calls dominate; above, the tables outgrow the processor's caches.
COUNTING_PAYS = range(1 << 14, 1 << 22)
#: With no more different patterns of leading bits than this among a thousand values, counting sorts too little.
FEW_PATTERNS = 16


def ascending_order(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Indices that put finite floats in ascending order; equal values come in no particular order.

    The same as ``numpy.argsort``, in about half its time for large samples on processors where NumPy's vectorised
    sort is slow. Two stable counting sorts order the values by the leading 32 of their 64 bits. What is left out of
    order then stands close to its place, and a merge sort mends it. Where a glance at a thousand values shows that
    their leading bits hardly differ, ``numpy.argsort`` does it all.

    Parameters
    ----------
    values : array of shape (n,)
        Finite floats.

    Returns
    -------
    array of shape (n,)
        A permutation of 0..n-1.

    Examples
    --------
    >>> import numpy as np
    >>> ascending_order(np.array([0.5, -1.0, 0.25])).tolist()
    [1, 2, 0]
    """
    if values.size not in COUNTING_PAYS:
        return np.argsort(values)
    if (values[1:] >= values[:-1]).all():
        return np.arange(values.size)
    if np.unique(_leading_bits(values[:: values.size >> 10])).size <= FEW_PATTERNS:
        return np.argsort(values)
    bits = _leading_bits(values)
    order = np.argsort(bits.astype(np.uint16), kind="stable")  # counts, as for all integers of 16 bits
    order = order[np.argsort((bits >> np.uint32(16)).astype(np.uint16)[order], kind="stable")]
    ordered = values[order]
    if (ordered[1:] >= ordered[:-1]).all():
        return order
    return order[np.argsort(ordered, kind="stable")]


def _leading_bits(values: NDArray[np.float64]) -> NDArray[np.uint32]:
    """The leading 32 bits of integer keys that order as the floats do.

    The bits of a non-negative float order as it does; those of a negative one in reverse. So the sign bit is
    flipped for the first and every bit for the second.
    """
    bits = (values + 0.0).view(np.int64)  # + 0.0 turns -0.0 into 0.0, its equal
    keys = (bits >> np.int64(63)) | np.int64(-(2**63))
    keys ^= bits
    return (keys >> np.int64(32)).astype(np.uint32)
