"""The sort behind every sweep."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

#: From this size on, sorting keys that carry their indices takes less time than ``numpy.argsort``.
KEYS_PAY = 1 << 12
#: Where more of the neighbours than this share are left in the wrong order, keys sort too little.
FALLS = 1 / 8


def ascending_order(values: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Indices that put finite floats in ascending order, and the floats in it; equal values in no particular order.

    The same as ``numpy.argsort``, in about half its time for large samples: whole numbers are sorted by vector
    instructions much faster than indices are by what they point to. So each value becomes an integer that orders as it
    does, and its last bits, as many as an index needs, make room for the index. The little that is left out of order
    stands close to its place, and a merge sort mends it.

    Parameters
    ----------
    values : array of shape (n,)
        Finite floats.

    Returns
    -------
    tuple of arrays of shape (n,)
        A permutation of 0..n-1, and ``values`` in that order.

    Examples
    --------
    >>> import numpy as np
    >>> order, ordered = ascending_order(np.array([0.5, -1.0, 0.25]))
    >>> order.tolist(), ordered.tolist()
    ([1, 2, 0], [-1.0, 0.25, 0.5])
    """
    if (values[1:] >= values[:-1]).all():
        return np.arange(values.size), values
    if values.size < KEYS_PAY:
        order = np.argsort(values)
        return order, values[order]
    order = _order_by_keys(values)
    ordered = values[order]
    falls = np.count_nonzero(ordered[1:] < ordered[:-1])
    if falls > FALLS * values.size:
        order = np.argsort(values)
    elif falls:
        order = order[np.argsort(ordered, kind="stable")]
    return order, values[order] if falls else ordered


def sort_flagged(
    values: NDArray[np.float64], flags: NDArray[np.bool_], kind: Literal["quicksort", "stable"] = "quicksort"
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Floats in ascending order, each with its flag; the flags of equal values in no particular order.

    The flag becomes the last bit of an integer that orders as the float does, so that plain integers are sorted.

    Examples
    --------
    >>> import numpy as np
    >>> values, flags = sort_flagged(np.array([0.5, -1.0, 0.25]), np.array([True, False, True]))
    >>> values.tolist(), flags.tolist()
    ([-1.0, 0.25, 0.5], [False, True, True])
    """
    if (values[1:] >= values[:-1]).all():
        return values, flags
    largest = max(float(values.max()), -float(values.min()))
    if values.size >= KEYS_PAY and math.isfinite(largest):
        # The integers of floats below 2 leave a bit unused, and to halve others changes none but the tiniest.
        scale = 2.0 ** max(math.frexp(largest)[1] - 1, 0)
        small = values * (1 / scale)
        spare = small * scale
        if np.array_equal(spare, values):
            flags = _sort_with_last_bit(small.view(np.int64), flags, kind, spare.view(np.int64))
            small *= scale
            return small, flags
    order, ordered = ascending_order(values)
    return ordered, flags[order]


def _sort_with_last_bit(
    bits: NDArray[np.int64],
    flags: NDArray[np.bool_],
    kind: Literal["quicksort", "stable"],
    spare: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """Sort the bits of floats below 2 in place and return their flags. The spare array saves memory not yet touched."""
    reverse_negatives(bits, spare)
    bits <<= 1
    bits |= flags
    bits.sort(kind=kind)
    flags = np.bitwise_and(bits, 1, out=spare).astype(np.bool_)
    bits >>= 1
    reverse_negatives(bits, spare)
    return flags


def _order_by_keys(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Indices in the order of the leading bits of floats that are not all the same."""
    bits, spare = values.view(np.int64).copy(), np.empty(values.size, dtype=np.int64)
    reverse_negatives(bits, spare)
    lowest, highest = bits.min(), bits.max()
    bits -= lowest  # from 0 up to 2^64; the difference wraps around as it should
    keys = bits.view(np.uint64)
    index_bits = (values.size - 1).bit_length()
    keys <<= np.uint64(64 - (int(highest) - int(lowest)).bit_length())
    keys >>= np.uint64(index_bits)
    keys <<= np.uint64(index_bits)
    keys |= np.arange(values.size, dtype=np.uint64)
    keys.sort()
    keys &= np.uint64((1 << index_bits) - 1)
    return bits.astype(np.intp, copy=False)


def reverse_negatives(bits: NDArray[np.int64], spare: NDArray[np.int64]) -> None:
    """Make integers that order as floats do of the floats' bits, in place, or bits of such integers.

    The bits of a non-negative float, read as an integer, order as it does; those of negative ones in reverse.
    """
    np.right_shift(bits, 63, out=spare)
    spare &= np.int64(2**63 - 1)
    bits ^= spare
