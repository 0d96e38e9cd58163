"""Rank correlations of any score with every canonical score on a grid over the Tile.

Kendall's tau and Spearman's rho measure how far two scores order the same performances alike; a map of them over the
Tile shows which canonical scores a score resembles. Such a map has thousands of places: one sort at each is shared by
all references, and the counting of pairs is compiled (`metricbook.tile._kendall`) and runs on all cores.

Ties and undefined scores
    Scores are compared as the floats that `ranking_score` gives, exactly as SciPy compares them: tied means equal,
    and ties are treated as in tau-b. Two scores that are mathematically equal may differ in their last digit (7/10 from
    counts of 10 and of 30, say); ``tie_tolerance`` also ties neighbours in the sorted list that lie no further apart.
    A performance at which the reference, or the score at a place, is undefined (NaN) is left out of that pair's
    correlation and of no other.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.tile.named import SCORES
from metricbook.tile.scores import check_performances, check_unit

Array = NDArray[np.float64]

#: Number of places per call of the compiled part, and per step of the progress bar.
CHUNK = 101


def kendall_map(
    reference: str | ArrayLike | Sequence[str | ArrayLike],
    performances: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    tie_tolerance: float = 0.0,
    workers: int | None = None,
    progress: bool | None = None,
) -> Array:
    """Kendall's tau-b of a score with every canonical ranking score of a grid: 1 where they order alike.

    Parameters
    ----------
    reference : str, array of shape (n,), or a list or stack of either
        The name of a score, a key of `metricbook.tile.SCORES`, or its values at the performances, NaN where it
        is undefined. A list of references, or an array of shape (k, n), shares one sort at each place.
    performances : array of shape (n, 4)
        As for `check_performances`.
    a, b : arrays of numbers between 0 and 1
        The places. Two one-dimensional arrays are the axes of a grid; others broadcast with each other, so that
        `tile_axes` makes the same grid.
    tie_tolerance : float
        Neighbours in the sorted list of a score's values are also tied if they differ by no more than this, as a share
        of the larger of 1 and their size. With 0, only equal values are.
    workers : int, optional
        Threads; by default one for each core.
    progress : bool, optional
        Whether to show a progress bar; by default only if standard error is a terminal.

    Returns
    -------
    array of shape (len(b), len(a)), or the shape to which ``a`` and ``b`` broadcast
        Between -1 and 1; 1 where both order the performances alike, -1 where one reverses the other. An image to be
        drawn with ``origin="lower"``, after an axis of length k for a list or stack of references. NaN where one of
        the two ties all performances, or fewer than two are left.

    Raises
    ------
    ValueError
        If the performances are not of shape (n, 4), a reference does not have n values, a place lies outside the
        Tile, a tolerance is negative, or as `check_performances` does.

    Notes
    -----
    Source: Piérard et al., Section 4.2 and Figure 4. The values are those of ``scipy.stats.kendalltau`` with
    ``nan_policy="omit"``. Memory does not grow with the grid, but for the result.

    Examples
    --------
    Accuracy and F1, in the upper row, order three performances alike; precision, lower right, the other way round:

    >>> performances = [[0.3, 0.0, 0.5, 0.2], [0.4, 0.1, 0.3, 0.2], [0.4, 0.2, 0.1, 0.3]]
    >>> kendall_map([0.5, 0.6, 0.7], performances, [0.5, 1], [0, 0.5]).round(3)
    array([[-1., -1.],
           [ 1.,  1.]])
    """
    values, single = _values_of_references(reference, performances)
    ranks, counts = _ranks(values, tie_tolerance)
    distinct = np.array([len(count) if (count > 1).any() else 0 for count in counts], dtype=np.int64)
    first = np.zeros((len(counts), int(distinct.max(initial=0))), dtype=np.int32)
    for r, count in enumerate(counts):
        if distinct[r]:
            first[r, 1 : len(count)] = np.cumsum(count)[:-1]
    top = np.empty(0, dtype=np.min_scalar_type(ranks.shape[1] // 64 + 1))

    def places(columns: Array, a: Array, b: Array, out: Array) -> None:
        _import_compiled().kendall_places(columns, a, b, ranks, first, distinct, float(tie_tolerance), top, out)

    result = _run_over_places(places, performances, a, b, len(values), workers, progress)
    return result[0] if single else result


def spearman_map(
    reference: str | ArrayLike | Sequence[str | ArrayLike],
    performances: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    tie_tolerance: float = 0.0,
    workers: int | None = None,
    progress: bool | None = None,
) -> Array:
    """Spearman's rho of a score with every canonical ranking score of a grid: Pearson's correlation of their ranks.

    Parameters
    ----------
    reference, performances, a, b, tie_tolerance, workers, progress
        As for `kendall_map`.

    Returns
    -------
    array of shape (len(b), len(a)), or the shape to which ``a`` and ``b`` broadcast
        As for `kendall_map`. Tied values share their mean rank.

    Raises
    ------
    ValueError
        As `kendall_map` does, and for more than a million performances, whose squared ranks would overflow.

    Notes
    -----
    Source: Piérard et al., Appendix A.6.3 uses it. The values are those of ``scipy.stats.spearmanr`` with
    ``nan_policy="omit"``.

    Examples
    --------
    >>> performances = [[0.3, 0.0, 0.5, 0.2], [0.4, 0.1, 0.3, 0.2], [0.4, 0.2, 0.1, 0.3]]
    >>> round(float(spearman_map([1, 3, 2], performances, 1, 1)), 12)
    0.5
    """
    values, single = _values_of_references(reference, performances)
    if values.shape[1] > 1_000_000:
        raise ValueError(f"Spearman's map takes at most a million performances, not {values.shape[1]}")
    ranks, _ = _ranks(values, tie_tolerance)

    def places(columns: Array, a: Array, b: Array, out: Array) -> None:
        _import_compiled().spearman_places(columns, a, b, ranks, float(tie_tolerance), out)

    result = _run_over_places(places, performances, a, b, len(values), workers, progress)
    return result[0] if single else result


def _values_of_references(
    reference: str | ArrayLike | Sequence[str | ArrayLike], performances: ArrayLike
) -> tuple[Array, bool]:
    """The values of every reference at every performance, and whether a single reference was given."""
    shape = np.shape(performances)
    if len(shape) != 2 or shape[1] != 4:
        raise ValueError(f"performances must have shape (n, 4), not {shape}")
    references: list[Any]  # each is a name or an array, as the loop below finds out
    numbers = isinstance(reference, np.ndarray) and reference.ndim == 1 and reference.dtype.kind in "biuf"
    if isinstance(reference, str) or not np.iterable(reference) or numbers:
        references, single = [reference], True
    else:
        references = [item for item in reference]
        single = not any(isinstance(item, str) for item in references) and np.ndim(references) == 1
        references = [reference] if single else references
    if not references:
        raise ValueError("there must be at least one reference")
    rows = []
    for r, item in enumerate(references):
        if isinstance(item, str) and item not in SCORES:
            raise ValueError(f"no score is called {item!r}: the names are {', '.join(SCORES)}")
        row = np.asarray(SCORES[item](performances) if isinstance(item, str) else item, dtype=np.float64)
        if row.shape != shape[:1]:
            raise ValueError(f"reference {r} must have one value for each of {shape[0]} performances: {row.shape}")
        rows.append(row)
    return np.array(rows), single


def _ranks(values: Array, tolerance: float) -> tuple[NDArray[np.int32], list[NDArray[np.int64]]]:
    """Dense ranks of every row, -1 for NaN, and the number of values at each rank."""
    if not tolerance >= 0:
        raise ValueError(f"the tolerance for ties must not be negative, nor NaN: {tolerance}")
    ranks, counts = np.full(values.shape, -1, dtype=np.int32), []
    for row, into in zip(values, ranks, strict=True):
        defined = np.flatnonzero(~np.isnan(row))
        order = defined[np.argsort(row[defined], kind="stable")]
        low, high = row[order[:-1]], row[order[1:]]
        with np.errstate(invalid="ignore"):  # the difference of two infinite values, which are equal
            close = high - low <= tolerance * np.maximum(1, np.maximum(np.abs(low), np.abs(high)))
        infinite = np.isinf(low) | np.isinf(high)
        new = (high != low) & ~(close & ~infinite)
        into[order] = np.concatenate([[0], np.cumsum(new)])[: len(order)]
        counts.append(np.bincount(into[order]))
    return ranks, counts


def _import_compiled() -> ModuleType:
    try:
        from metricbook.tile import _kendall
    except ModuleNotFoundError as error:
        raise ImportError(f"{error.name} is not installed: pip install 'metricbook[tile]' brings it") from error
    return _kendall


def _run_over_places(
    places: Callable[[Array, Array, Array, Array], None],
    performances: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    references: int,
    workers: int | None,
    progress: bool | None,
) -> Array:
    """Run the compiled part over the places, in chunks on several threads."""
    _import_compiled()
    from tqdm import tqdm

    columns = np.ascontiguousarray(check_performances(performances).T)
    a, b = check_unit(a, "a"), check_unit(b, "b")
    if a.ndim == b.ndim == 1:
        a, b = a[None, :], b[:, None]
    a, b = np.broadcast_arrays(a, b)
    shape = a.shape
    a, b = a.flatten(), b.flatten()  # copies, as broadcast arrays are neither contiguous nor writable
    out = np.full((references, a.size), np.nan)
    if progress is None:
        progress = sys.stderr.isatty()
    if workers is None:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def run(start: int) -> int:
        part = slice(start, min(start + CHUNK, a.size))
        values = np.empty((references, part.stop - start))
        places(columns, a[part], b[part], values)
        out[:, part] = values
        return values.shape[1]

    starts = range(0, a.size, CHUNK)
    with tqdm(total=a.size, unit="place", disable=not progress) as bar:
        if workers == 1 or len(starts) == 1:
            for start in starts:
                bar.update(run(start))
        else:
            with ThreadPoolExecutor(max_workers=workers) as pool:
                for done in as_completed([pool.submit(run, start) for start in starts]):
                    bar.update(done.result())
    return out.reshape(references, *shape)
