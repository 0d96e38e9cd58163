"""Rankings as labels by rank: both areas, atomic mistakes, and what fixing one gains.

Where only the order of the samples matters, a ranking is an array of labels, highest score first, no ties:
``labels[..., i]`` is whether the sample at rank ``i + 1`` is positive. All functions but `atomic_mistakes`
take any number of rankings at once, of shape ``(..., n)``.

- `auroc_by_rank` and `average_precision_by_rank` are the two areas, of everyone or of a subgroup (``where``);
  `measures_by_rank` gives both, and the positives among the best.
- `mistakes_by_rank`, `average_precision_gains` and `atomic_mistakes` list the neighbours in the wrong order, and
  what exchanging them gains; `fix_mistake` exchanges them.
- `guaranteed_positives` and `topmost_is_best`: when no lower mistake gains more than the topmost one.

Source: McDermott et al., Section 1 (atomic mistakes) and Section 2.2 (Theorem 2), whose gains are derived anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray


def auroc_by_rank(labels: ArrayLike, *, where: ArrayLike | None = None) -> NDArray[np.float64]:
    """Share of the pairs of a positive and a negative with the positive at the better rank.

    Returns
    -------
    array of shape (...)
        The AUROC of each ranking, between 0 and 1; NaN where a class is missing.

    Examples
    --------
    Of the four pairs three are in order; among ranks 2 to 4 one of two is:

    >>> float(auroc_by_rank([True, False, True, False]))
    0.75
    >>> float(auroc_by_rank([True, False, True, False], where=[False, True, True, True]))
    0.5
    """
    return _auroc(_counted(labels, where))


def average_precision_by_rank(labels: ArrayLike, *, where: ArrayLike | None = None) -> NDArray[np.float64]:
    r"""Mean over the positives of the precision down to their rank, :math:`\frac1{n_+}\sum_j \frac{j}{r_j}`.

    The j-th positive from the top is at rank :math:`r_j` and counts itself: precision is taken at scores at
    least as high as its own. Ranks are those within the subgroup, if there is one.

    Returns
    -------
    array of shape (...)
        The average precision of each ranking, above 0 and at most 1; NaN where there is no positive.

    Examples
    --------
    Positives at ranks 1 and 3 see precisions 1 and 2/3:

    >>> average_precision_by_rank([True, False, True, False]).round(4).tolist()
    0.8333
    """
    return _average_precision(_counted(labels, where))


def measures_by_rank(labels: ArrayLike, *, where: ArrayLike | None = None, top: int) -> NDArray[np.float64]:
    """Both areas, and how many positives are among the best ``top``, of everyone or of a subgroup.

    Returns
    -------
    array of shape (..., 3)
        As from `auroc_by_rank` and `average_precision_by_rank`, which each count anew, then the positives.

    Examples
    --------
    >>> measures_by_rank([True, False, True, False], top=2).round(4).tolist()
    [0.75, 0.8333, 1.0]
    """
    counted = _counted(labels, where)
    found = np.sum(counted.positive & (counted.rank <= top), axis=-1)
    return np.stack([_auroc(counted), _average_precision(counted), found], axis=-1)


def mistakes_by_rank(labels: ArrayLike) -> NDArray[np.bool_]:
    """Where a negative stands directly above a positive.

    Returns
    -------
    booleans of shape (..., n - 1)
        True at index i where rank i + 1 is negative and rank i + 2 is positive.

    Examples
    --------
    >>> mistakes_by_rank([False, True, True, False, True]).tolist()
    [True, False, False, True]
    """
    ranked = check_ranked(labels)
    return ~ranked[..., :-1] & ranked[..., 1:]


def average_precision_gains(labels: ArrayLike) -> NDArray[np.float64]:
    r"""What fixing each atomic mistake adds to the average precision, :math:`\frac{k}{n_+\,r\,(r+1)}`.

    The negative is at rank r, the positive at r + 1, and k positives stand above or at r + 1. Exchanged, the
    positive sees precision k/r in place of k/(r + 1), and no other positive's precision changes.

    Returns
    -------
    array of shape (..., n - 1)
        The gain at index r - 1, and 0 where there is no mistake.

    Notes
    -----
    The gain in AUROC is 1 / (positives x negatives), whichever mistake is fixed.

    Examples
    --------
    From 1/2 to 1 for the first positive of two, and from 3/5 to 2/3 in its third part:

    >>> average_precision_gains([False, True, False]).tolist()
    [0.5, 0.0]
    >>> average_precision_gains([True, True, True, False, True]).round(4).tolist()
    [0.0, 0.0, 0.0, 0.05]
    """
    ranked = check_ranked(labels)
    rank = np.arange(1, ranked.shape[-1])
    true_positives = np.cumsum(ranked, axis=-1)
    positives = true_positives[..., -1:]
    return np.where(mistakes_by_rank(ranked), true_positives[..., 1:], 0) / (
        np.maximum(positives, 1) * (rank * (rank + 1.0))
    )


def atomic_mistakes(labels: ArrayLike) -> pd.DataFrame:
    """Table of the atomic mistakes of one ranking, topmost first.

    Returns
    -------
    DataFrame
        One row for each negative directly above a positive: ``rank`` of the negative (the positive's is one more),
        ``positives_above`` the negative, ``auroc_gain`` and ``average_precision_gain`` of exchanging the two.

    Examples
    --------
    The smallest ranking in which the lower of two mistakes gains more:

    >>> table = atomic_mistakes([False] * 5 + [True, False, True])
    >>> table[["rank", "positives_above"]].to_numpy().tolist()
    [[5, 0], [7, 1]]
    >>> table["average_precision_gain"].round(4).tolist()
    [0.0167, 0.0179]
    """
    ranked = check_ranked(labels)
    if ranked.ndim != 1:
        raise ValueError(f"labels must be one ranking, not of shape {ranked.shape}")
    index = np.flatnonzero(mistakes_by_rank(ranked))
    positives = int(ranked.sum())
    return pd.DataFrame(
        {
            "rank": index + 1,
            "positives_above": np.cumsum(ranked)[index],  # the sample at the index is negative
            "auroc_gain": np.full(index.size, 1 / max(positives * (ranked.size - positives), 1)),
            "average_precision_gain": average_precision_gains(ranked)[index],
        }
    )


def fix_mistake(labels: ArrayLike, rank: ArrayLike) -> NDArray[np.bool_]:
    """The rankings after the negative at a rank and the positive below it have changed places.

    Examples
    --------
    >>> fix_mistake([False, True, False, True], 3).tolist()
    [False, True, True, False]
    """
    ranked = check_ranked(labels).copy()
    index = np.broadcast_to(np.asarray(rank), ranked.shape[:-1])[..., None] - 1
    legal = (index >= 0) & (index < ranked.shape[-1] - 1)
    mistakes = mistakes_by_rank(ranked)
    if not legal.all() or not np.take_along_axis(mistakes, index, axis=-1).all():
        raise ValueError(
            f"rank {np.asarray(rank)} is not that of a negative directly above a positive in every ranking"
        )
    np.put_along_axis(ranked, index, True, axis=-1)
    np.put_along_axis(ranked, index + 1, False, axis=-1)
    return ranked


def guaranteed_positives(rank: int) -> int:
    r"""Fewest positives k with which a mistake at a rank gains at least as much as any lower one, whatever follows.

    With k positives down to the mistake's positive, a lower mistake d ranks below has at most k + d - 1, so it gains
    no more if :math:`k\,d\,(2r+1+d) \ge (d-1)\,r\,(r+1)`; that is attained when all samples between them are
    positive. The least k that serves for every d is the ceiling of the largest of
    :math:`\frac{(d-1)\,r\,(r+1)}{d\,(2r+1+d)}`. It never exceeds r/2 rounded up: a mistake whose fixed positive
    sees precision 1/2 or more has nothing better below it.

    Examples
    --------
    >>> [guaranteed_positives(rank) for rank in (1, 3, 4, 5, 100)]
    [1, 1, 2, 2, 44]
    """
    if rank < 1:
        raise ValueError(f"rank must be 1 or more, not {rank}")
    # The bound rises up to d = 1 + sqrt(2 (rank + 1)) and falls from there on: beyond twice that nothing is larger.
    last = 4 + 2 * int((2 * (rank + 1)) ** 0.5)
    return max(1, *(-(-(d - 1) * rank * (rank + 1) // (d * (2 * rank + 1 + d))) for d in range(2, last)))


def topmost_is_best(labels: ArrayLike) -> NDArray[np.bool_]:
    """Whether no atomic mistake gains more average precision than the topmost one; True where there is none.

    Returns
    -------
    booleans of shape (...)
        Decided in whole numbers, so that equal gains count as no more.

    Examples
    --------
    >>> topmost_is_best([False] * 5 + [True, False, True]).tolist(), topmost_is_best([False, True] * 3).tolist()
    (False, True)
    """
    ranked = check_ranked(labels)
    mistakes = mistakes_by_rank(ranked)
    if mistakes.shape[-1] == 0:
        return np.ones(mistakes.shape[:-1], dtype=bool)
    true_positives = np.cumsum(ranked, axis=-1)[..., 1:]
    first = np.argmax(mistakes, axis=-1)[..., None]
    rank = np.arange(1, ranked.shape[-1])
    # k / (r (r + 1)) of every mistake against that of the first, multiplied out
    lower = true_positives * ((first + 1) * (first + 2))
    upper = np.take_along_axis(true_positives, first, axis=-1) * (rank * (rank + 1))
    return ~np.any(mistakes & (lower > upper), axis=-1)


def check_ranked(labels: ArrayLike) -> NDArray[np.bool_]:
    """Labels by rank as an array of booleans; ``ValueError`` if they are of another type or there are none."""
    ranked = np.asarray(labels)
    if ranked.dtype != np.bool_:
        raise ValueError(f"labels by rank must be booleans, not of type {ranked.dtype}")
    if ranked.ndim == 0 or ranked.shape[-1] == 0:
        raise ValueError(f"labels by rank must have at least one rank: their shape is {ranked.shape}")
    return ranked


class _Counted(NamedTuple):
    """Rankings of a subgroup, counted down to each rank in it; those outside it have the rank of the last before."""

    positive: NDArray[np.bool_]
    negative: NDArray[np.bool_]
    rank: NDArray[np.int64]
    true_positives: NDArray[np.int64]


def _counted(labels: ArrayLike, where: ArrayLike | None) -> _Counted:
    ranked = check_ranked(labels)
    if where is None:
        return _Counted(ranked, ~ranked, np.arange(1, ranked.shape[-1] + 1), np.cumsum(ranked, axis=-1))
    inside = check_ranked(where)
    if inside.shape != ranked.shape:
        raise ValueError(f"where is of shape {inside.shape}, labels of shape {ranked.shape}")
    positive = ranked & inside
    return _Counted(positive, ~ranked & inside, np.cumsum(inside, axis=-1), np.cumsum(positive, axis=-1))


def _auroc(counted: _Counted) -> NDArray[np.float64]:
    # For each negative the positives above it: a count of pairs in whole numbers, divided once.
    pairs = np.sum(counted.true_positives * counted.negative, axis=-1)
    possible = counted.positive.sum(axis=-1) * counted.negative.sum(axis=-1)
    return np.divide(pairs, possible, out=np.full(np.shape(pairs), np.nan), where=possible > 0)


def _average_precision(counted: _Counted) -> NDArray[np.float64]:
    positive, _, rank, true_positives = counted
    total = np.sum(np.divide(true_positives, rank, out=np.zeros(positive.shape), where=positive), axis=-1)
    positives = positive.sum(axis=-1)
    return np.divide(total, positives, out=np.full(np.shape(total), np.nan), where=positives > 0)
