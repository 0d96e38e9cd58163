"""The compiled part of `metricbook.tile.kendall`: discordant pairs of many score orders with fixed references.

Each place of the Tile takes one sort. Kendall's tau with a reference is then a count of inversions: read the
reference's ranks in the order of the scores and count the pairs in descending order. Ranks are cut into blocks of 64
and positions into blocks of 128. A pair in different blocks of both is counted by sums per block; a pair that shares a
block of ranks by the bits of a word, set for each rank read so far; and a pair that shares only a block of positions by
comparing all of that block, 64 small integers at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.core.cgutils import ir  # type: ignore[attr-defined] # llvmlite's, of the release that numba needs
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

Array = NDArray[Any]  # floats, or unsigned integers of the smallest size that suffices

#: Ranks per block, and half the positions of one; `_BITS` is its logarithm.
BLOCK = 64
_BITS = 6
#: Cells per digit of the radix sort.
_DIGIT_BITS = 11
_CELLS = 1 << _DIGIT_BITS
#: Steps per score that the insertion sort after the radix sort may take before a merge sort takes over.
_PATIENCE = 8


@njit(cache=True, nogil=True)
def _scores(performances: Array, a: float, b: float, scores: Array, kept: Array) -> int:
    """Write the defined canonical scores at (a, b), and the index of each; return how many there are.

    The operations are those of `metricbook.tile.ranking_score`, in the same order: the floats are the same.
    """
    count = 0
    for i in range(performances.shape[1]):
        satisfying = (1 - a) * performances[0, i] + a * performances[3, i]
        unsatisfying = (1 - b) * performances[1, i] + b * performances[2, i]
        whole = satisfying + unsatisfying
        if whole != 0:
            scores[count] = satisfying / whole
            kept[count] = i
            count += 1
    return count


@njit(cache=True, nogil=True)
def _sort(scores: Array, kept: Array, count: int, keys: Array, order: Array, spare: Array) -> None:
    """Write to ``order`` the indices of the scores from small to large, and sort ``scores`` in place.

    Two passes of a radix sort on 22 bits, spread evenly from the smallest to the largest score, leave few scores out
    of place; an insertion sort on the floats themselves finishes. Where many scores are close together it would be
    slow, and a merge sort is used instead.
    """
    if count == 0:
        return
    low, high = scores[0], scores[0]
    for i in range(count):
        low, high = min(low, scores[i]), max(high, scores[i])
    scale = (_CELLS * _CELLS - 1) / (high - low) if high > low else 0.0
    if not np.isfinite(scale):
        scale = 0.0
    small, large = np.zeros(_CELLS, np.uint32), np.zeros(_CELLS, np.uint32)
    for i in range(count):  # on its own, for vector instructions
        keys[i] = np.int32((scores[i] - low) * scale)
    for i in range(count):
        small[keys[i] & (_CELLS - 1)] += 1
        large[keys[i] >> _DIGIT_BITS] += 1
    before_small = before_large = 0
    for cell in range(_CELLS):
        number = small[cell]
        small[cell] = before_small
        before_small += number
        number = large[cell]
        large[cell] = before_large
        before_large += number
    for i in range(count):
        cell = keys[i] & (_CELLS - 1)
        spare[small[cell]] = i
        small[cell] += 1
    for j in range(count):
        i = spare[j]
        cell = keys[i] >> _DIGIT_BITS
        order[large[cell]] = i
        large[cell] += 1
    steps = 0
    sorted_scores = np.empty(count)
    for j in range(count):
        i = order[j]
        score = scores[i]
        place = j
        while place > 0 and sorted_scores[place - 1] > score:
            sorted_scores[place] = sorted_scores[place - 1]
            order[place] = order[place - 1]
            place -= 1
            steps += 1
        sorted_scores[place] = score
        order[place] = i
        if steps > _PATIENCE * count:
            break
    if steps > _PATIENCE * count:
        merged = np.argsort(scores[:count], kind="mergesort")
        for j in range(count):
            order[j] = merged[j]
            sorted_scores[j] = scores[merged[j]]
    for j in range(count):
        scores[j] = sorted_scores[j]
        order[j] = kept[order[j]]


@njit(cache=True, nogil=True)
def _tied(low: float, high: float, tolerance: float) -> bool:
    """Whether two neighbours of a sorted list count as tied."""
    return high == low or high - low <= tolerance * max(1.0, abs(low), abs(high))


@njit(cache=True, nogil=True)
def _groups(scores: Array, count: int, tolerance: float, groups: Array) -> int:
    """Write the number of the group of tied scores to which each belongs; return the number of groups."""
    group = -1
    for j in range(count):
        if j == 0 or not _tied(scores[j - 1], scores[j], tolerance):
            group += 1
        groups[j] = group
    return group + 1


def _ones(word: Any) -> Any:
    """Number of bits of a 64-bit word that are 1."""
    return np.uint64(int(word).bit_count())


def _lower(values: Array, start: int, than: Any) -> Any:
    """A word with bit j set where ``values[start + j]``, an unsigned integer, is lower than the last argument."""
    return np.packbits(values[start : start + BLOCK] < than, bitorder="little").view("<u8")[0]


@intrinsic
def _ones_at_once(_: Any, word: Any) -> Any:
    """`_ones` as one instruction."""
    return word(word), lambda context, builder, signature, given: builder.ctpop(given[0])


@intrinsic
def _lower_at_once(_: Any, values: Any, start: Any, than: Any) -> Any:
    """`_lower` as one comparison of vectors."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        array = context.make_array(values)(context, builder, given[0])
        block = ir.VectorType(context.get_data_type(values.dtype), BLOCK)
        place = builder.bitcast(builder.gep(array.data, [given[1]]), block.as_pointer())
        nothing, index = ir.Constant(block, ir.Undefined), ir.IntType(32)
        alike = builder.insert_element(nothing, given[2], index(0))
        alike = builder.shuffle_vector(alike, nothing, ir.Constant(ir.VectorType(index, BLOCK), [0] * BLOCK))
        return builder.bitcast(builder.icmp_unsigned("<", builder.load(place, align=1), alike), ir.IntType(BLOCK))

    return types.uint64(values, types.intp, values.dtype), generate


# numba passes the first argument of an intrinsic by itself, which mypy does not know.
_one_count: Any = _ones_at_once
_comparison: Any = _lower_at_once
overload(_ones)(lambda word: lambda word: _one_count(word))
overload(_lower)(lambda values, start, than: lambda values, start, than: _comparison(values, start, than))


@njit(cache=True, nogil=True)
def _inside_blocks(values: Array, halves: int) -> np.uint64:
    """Pairs i < j inside one block of positions with ``values[i] > values[j]``, over all halves of blocks."""
    total = np.uint64(0)
    for start in range(0, halves * BLOCK, BLOCK):
        later = ~np.uint64(1)
        for i in range(start, start + BLOCK):
            total += _ones(_lower(values, start, values[i]) & later)
            later <<= np.uint64(1)
    for start in range(0, (halves - 1) * BLOCK, 2 * BLOCK):
        for i in range(start, start + BLOCK):
            total += _ones(_lower(values, start + BLOCK, values[i]))
    return total


@njit(cache=True, nogil=True)
def _inversions(ranks: Array, count: int, position_blocks: Array, met: Array, above: Array) -> np.int64:
    """Pairs i < j with ``ranks[i] > ranks[j]``, for distinct ranks below ``64 * met.size``."""
    met[:] = 0
    above[:] = 0
    total = np.uint64(0)  # unsigned throughout: an index that may be negative costs a test
    for start in range(0, count, 2 * BLOCK):
        for k in range(start, min(start + 2 * BLOCK, count)):
            block = ranks[k] >> np.uint32(_BITS)
            bit = np.uint64(ranks[k] & np.uint32(BLOCK - 1))
            position_blocks[k] = block
            total += above[block] + _ones(met[block] >> bit)  # pairs of two blocks; of the same block
            met[block] |= np.uint64(1) << bit
        # for the blocks of positions to come: how many ranks so far lie in higher blocks than each
        higher = np.uint64(0)
        for below in range(met.size):
            block = np.uint64(met.size - 1 - below)
            above[block] = higher
            higher += _ones(met[block])
    used = (count + BLOCK - 1) // BLOCK
    for k in range(count, used * BLOCK):
        position_blocks[k] = met.size  # higher than all
    total += _inside_blocks(position_blocks, used)  # pairs of the same block of positions, different blocks of ranks
    return np.int64(total)


@njit(cache=True, nogil=True)
def _pairs(number: int) -> int:
    """Number of pairs among ``number`` items."""
    return number * (number - 1) // 2


@njit(cache=True, nogil=True)
def _tau(
    order: Array,
    groups: Array,
    count: int,
    tied: bool,
    ranks: Array,
    defined: bool,
    first: Array,
    seen: Array,
    sequence: Array,
    mine: Array,
    work: tuple[Array, Array, Array],
) -> float:
    """Kendall's tau-b of the scores, given by their order and groups of ties, with one reference."""
    kept = 0
    if defined:  # everywhere
        for j in range(count):
            sequence[j] = ranks[order[j]]
        kept, mine = count, groups
    else:
        for j in range(count):
            rank = ranks[order[j]]
            if rank >= 0:
                sequence[kept] = rank
                mine[kept] = groups[j]
                kept += 1
    everything = _pairs(kept)
    score_ties = both_ties = 0
    reference_ties = np.int64(0)  # signed: numba turns the sum of an unsigned and a signed number into a float
    if tied:
        start = 0
        while start < kept:
            stop = start + 1
            while stop < kept and mine[stop] == mine[start]:
                stop += 1
            if stop - start > 1:
                # pairs within a tie do not count, so sort the ranks there: no inversions
                score_ties += _pairs(stop - start)
                sequence[start:stop].sort()
                run = 1
                for k in range(start + 1, stop):
                    if sequence[k] == sequence[k - 1]:
                        both_ties += run
                        run += 1
                    else:
                        run = 1
            start = stop
    if first.size:
        # ties of the reference get distinct ranks, ascending in the order read, so that these pairs do not count either
        for rank in range(first.size):
            seen[rank] = 0
        for k in range(kept):
            rank = sequence[k]
            reference_ties += np.int64(seen[rank])
            sequence[k] = first[rank] + seen[rank]
            seen[rank] += 1
    if min(everything - score_ties, everything - reference_ties) == 0:
        return np.nan
    discordant = _inversions(sequence, kept, work[0], work[1], work[2])
    balance = everything - score_ties - reference_ties + both_ties - 2 * discordant
    # the root of the product, so that equal orders give exactly 1
    tau = balance / np.sqrt(float(everything - score_ties) * float(everything - reference_ties))
    return min(1.0, max(-1.0, tau))


@njit(cache=True, nogil=True)
def kendall_places(
    performances: Array,
    a: Array,
    b: Array,
    ranks: Array,
    first: Array,
    distinct: Array,
    tolerance: float,
    top: Array,
    out: Array,
) -> None:
    """Fill ``out[r, p]`` with tau-b of reference r and the canonical scores at ``(a[p], b[p])``.

    ``ranks[r]`` holds the dense ranks of a reference, -1 where it is undefined; ``distinct[r]`` how many there are if
    some are tied and 0 if none are; ``first[r, rank]`` how many values lie below that rank. ``top`` is an array of
    length 0 of the smallest unsigned type that holds a block's number.
    """
    references, size = ranks.shape
    blocks = size // BLOCK + 1
    scores, kept, keys = np.empty(size), np.empty(size, np.uint32), np.empty(size, np.uint32)
    order, spare, groups = np.empty(size, np.uint32), np.empty(size, np.uint32), np.empty(size, np.uint32)
    sequence, mine, seen = np.empty(size, np.uint32), np.empty(size, np.uint32), np.empty(size, np.uint32)
    work = np.empty(blocks * BLOCK, top.dtype), np.empty(blocks, np.uint64), np.empty(blocks, np.uint32)
    defined = np.empty(references, np.bool_)
    for r in range(references):
        defined[r] = (ranks[r] >= 0).all()
    for p in range(a.size):
        count = _scores(performances, a[p], b[p], scores, kept)
        _sort(scores, kept, count, keys, order, spare)
        tied = _groups(scores, count, tolerance, groups) < count
        for r in range(references):
            values = first[r, : distinct[r]]
            out[r, p] = _tau(order, groups, count, tied, ranks[r], defined[r], values, seen, sequence, mine, work)


@njit(cache=True, nogil=True)
def _rho(order: Array, groups: Array, count: int, ranks: Array, sequence: Array, mine: Array, seen: Array) -> float:
    """Spearman's rho of the scores, given by their order and groups of ties, with one reference.

    Ranks are doubled, so that the mean rank of a tie is a whole number, and centred.
    """
    kept = 0
    for j in range(count):
        rank = ranks[order[j]]
        if rank >= 0:
            sequence[kept] = rank
            mine[kept] = groups[j]
            kept += 1
    if kept < 2:
        return np.nan
    for rank in range(seen.size):
        seen[rank] = 0
    for k in range(kept):
        seen[sequence[k]] += 1
    below = 0
    for rank in range(seen.size):
        number = seen[rank]
        seen[rank] = 2 * below + number - kept  # twice the mean rank of the tie, centred
        below += number
    products = np.int64(0)
    squares, reference_squares = 0.0, 0.0
    start = 0
    while start < kept:
        stop = start + 1
        while stop < kept and mine[stop] == mine[start]:
            stop += 1
        middle = np.int64(start + stop - kept)
        for k in range(start, stop):
            other = np.int64(seen[sequence[k]])
            products += middle * other
            reference_squares += np.float64(other * other)
        squares += np.float64(stop - start) * np.float64(middle * middle)
        start = stop
    if squares == 0 or reference_squares == 0:
        return np.nan
    rho = np.float64(products) / np.sqrt(squares * reference_squares)
    return min(1.0, max(-1.0, rho))


@njit(cache=True, nogil=True)
def spearman_places(performances: Array, a: Array, b: Array, ranks: Array, tolerance: float, out: Array) -> None:
    """As `kendall_places`, with Spearman's rho."""
    references, size = ranks.shape
    scores, kept, keys = np.empty(size), np.empty(size, np.uint32), np.empty(size, np.uint32)
    order, spare, groups = np.empty(size, np.uint32), np.empty(size, np.uint32), np.empty(size, np.uint32)
    sequence, mine, seen = np.empty(size, np.uint32), np.empty(size, np.uint32), np.empty(size, np.int64)
    for p in range(a.size):
        count = _scores(performances, a[p], b[p], scores, kept)
        _sort(scores, kept, count, keys, order, spare)
        _groups(scores, count, tolerance, groups)
        for r in range(references):
            out[r, p] = _rho(order, groups, count, ranks[r], sequence, mine, seen)
