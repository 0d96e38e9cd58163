"""Fast sorting of floats, with their indices or with a flag each: the sort behind every sweep."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

#: From this size on, sorting keys that carry their indices takes less time than ``numpy.argsort``.
KEYS_PAY = 1 << 12
#: Most passes that exchange neighbours left in the wrong order, before ``numpy.argsort`` takes over.
EXCHANGES = 4
#: Length of the parts in which long arrays are processed: parts that fit into the cache reuse memory, which is faster.
PART = 1 << 15

Kind = TypeVar("Kind", np.bool_, np.float64)


def slices(size: int) -> Iterator[slice]:
    """Consecutive slices of an array of this size, at most `PART` long."""
    return (slice(first, first + PART) for first in range(0, size, PART))


def ascending_order(values: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Indices that put finite floats in ascending order, and the floats in it; equal values in no particular order.

    The same as ``numpy.argsort``, in about half its time for large samples: whole numbers are sorted by vector
    instructions much faster than indices are by what they point to. So each value becomes an integer that orders as it
    does, and its last bits, as many as an index needs, are replaced by the index. The few values left out of order by
    that are next to their places: neighbours are exchanged, or ``numpy.argsort`` does it all.

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
    ordered = gather(values, order)
    for _ in range(EXCHANGES):
        falls = np.flatnonzero(ordered[1:] < ordered[:-1])
        if not falls.size:
            return order, ordered
        falls = falls[np.diff(falls, prepend=-2) > 1]  # the first of consecutive ones: pairs are apart
        for array in (order, ordered):
            array[falls], array[falls + 1] = array[falls + 1], array[falls]
    order = np.argsort(values)
    return order, values[order]


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
    if values.size >= KEYS_PAY and not np.signbit(values).any():
        keys = values.view(np.uint64) << np.uint64(1)  # the sign leaves a bit unused
        keys |= flags
        keys.sort(kind=kind)
        flags = (keys & np.uint64(1)).astype(np.bool_)
        keys >>= np.uint64(1)
        return keys.view(np.float64), flags
    largest = max(float(values.max()), -float(values.min()))
    if values.size >= KEYS_PAY and math.isfinite(largest):
        # Floats below 2 leave a bit of their integers unused; scaling by a power of two is exact but for the tiniest.
        scale = 2.0 ** max(math.frexp(largest)[1] - 1, 0)
        bits = _with_last_bit(values, flags, scale)
        if bits is not None:
            bits.sort(kind=kind)
            return _without_last_bit(bits, scale)
    order, ordered = ascending_order(values)
    return ordered, flags[order]


def gather(values: NDArray[Kind], order: NDArray[np.intp]) -> NDArray[Kind]:
    """The values in an order, of which no index is tested; that takes half the time of indexing."""
    return values.take(order, mode="clip")


def _with_last_bit(values: NDArray[np.float64], flags: NDArray[np.bool_], scale: float) -> NDArray[np.int64] | None:
    """Integers that order as the floats do, each with its flag as the last bit; None if scaling rounds a float."""
    bits = np.empty(values.size, dtype=np.int64)
    for part in slices(values.size):
        small = values[part] * (1 / scale)
        if not np.array_equal(small * scale, values[part]):
            return None
        np.left_shift(reverse_negatives(small.view(np.int64)), 1, out=bits[part])
        bits[part] |= flags[part]
    return bits


def _without_last_bit(bits: NDArray[np.int64], scale: float) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The floats, in the memory of the integers, and the flags."""
    values, flags = bits.view(np.float64), np.empty(bits.size, dtype=np.bool_)
    for part in slices(bits.size):
        np.not_equal(bits[part] & 1, 0, out=flags[part])
        bits[part] >>= 1
        bits[part] = reverse_negatives(bits[part])
        values[part] *= scale
    return values, flags


def _order_by_keys(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Indices in the order of the leading bits of floats that are not all the same."""
    lowest, highest = (int(reverse_negatives((end + 0.0).view(np.int64))) for end in (values.min(), values.max()))
    index_bits = np.uint64((values.size - 1).bit_length())
    unused = np.uint64(64 - (highest - lowest).bit_length())
    keys = np.arange(values.size, dtype=np.uint64)
    for part in slices(values.size):
        bits = reverse_negatives((values[part] + 0.0).view(np.int64))  # turns -0.0 into 0.0, its equal
        bits -= lowest  # from 0 up to 2^64; the difference wraps around as it should
        leading = bits.view(np.uint64)
        leading <<= unused
        leading >>= index_bits
        leading <<= index_bits
        keys[part] |= leading
    keys.sort()
    keys &= (np.uint64(1) << index_bits) - np.uint64(1)
    return keys.view(np.int64).astype(np.intp, copy=False)


def reverse_negatives(bits: NDArray[np.int64]) -> NDArray[np.int64]:
    """From the bits of floats, integers that order as the floats do; from such integers, the bits.

    The bits of a non-negative float, read as an integer, order as it does; those of negative ones in reverse.
    """
    return bits ^ ((bits >> 63) & np.int64(2**63 - 1))
