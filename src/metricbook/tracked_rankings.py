"""Both areas of many rankings, and of their subgroups, kept through exchanges of neighbours in constant time."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.mistakes import auroc_by_rank, average_precision_by_rank, average_precision_gains, check_ranked


class TrackedRankings:
    r"""AUROC and average precision of many rankings, updated in constant time when two neighbours change places.

    When the samples at ranks r and r + 1 are exchanged, only what is counted down to rank r changes. With t
    positives above rank r, a positive that rises past a negative adds :math:`\frac1{n_+n_-}` to the AUROC and
    :math:`\frac{t+1}{n_+\,r\,(r+1)}` to the average precision; one that falls takes as much away; two samples of
    one class change neither. A subgroup's areas change by the same rule, with its own counts and ranks, if both
    samples belong to it, and not at all otherwise: its own order stays as it was.

    Parameters
    ----------
    labels : booleans of shape (m, n)
        m rankings of n samples: labels by rank, highest score first, no ties.
    groups : whole numbers of shape (m, n), optional
        The subgroup of the sample at each rank, from 0 up; one group by default.

    Attributes
    ----------
    labels, groups : arrays of shape (m, n)
        The rankings as they now stand.
    auroc, average_precision : arrays of shape (m,)
        Both areas of each ranking; NaN where they are undefined.
    group_auroc, group_average_precision : arrays of shape (m, g)
        The same within each of the g groups.
    gains : array of shape (m, n - 1)
        What `metricbook.mistakes.average_precision_gains` says of the rankings as they now stand.

    Raises
    ------
    ValueError
        If the labels are not booleans of shape (m, n), or the groups are not whole numbers from 0 up of that shape.

    Notes
    -----
    The updates add up rounding of the order of one unit of the last place per exchange.

    Examples
    --------
    Fixing the only mistake of the first ranking; the second is left alone by a negative index:

    >>> tracked = TrackedRankings([[False, True, False], [True, False, False]])
    >>> tracked.swap([0, -1])
    >>> tracked.labels.tolist()
    [[True, False, False], [True, False, False]]
    >>> tracked.auroc.tolist(), tracked.average_precision.tolist()
    ([1.0, 1.0], [1.0, 1.0])
    """

    labels: NDArray[np.bool_]
    groups: NDArray[np.int64]
    auroc: NDArray[np.float64]
    average_precision: NDArray[np.float64]
    group_auroc: NDArray[np.float64]
    group_average_precision: NDArray[np.float64]
    gains: NDArray[np.float64]

    def __init__(self, labels: ArrayLike, groups: ArrayLike | None = None) -> None:
        self.labels = check_ranked(labels).copy()
        if self.labels.ndim != 2:
            raise ValueError(f"labels must be of shape (m, n), not {self.labels.shape}")
        self.groups = _check_groups(groups, self.labels)
        inside = self.groups[..., None] == np.arange(self.groups.max(initial=0) + 1)  # (m, n, g)
        positive = self.labels[..., None] & inside
        self._samples = np.cumsum(inside, axis=1)  # of each group down to each rank
        self._found = np.cumsum(positive, axis=1)  # positives of each group down to each rank
        self._positives = positive.sum(axis=1)
        self._pairs = self._positives * (inside.sum(axis=1) - self._positives)
        self.auroc = auroc_by_rank(self.labels)
        self.average_precision = average_precision_by_rank(self.labels)
        self.group_auroc = np.stack([auroc_by_rank(self.labels, where=mask) for mask in np.moveaxis(inside, 2, 0)], 1)
        self.group_average_precision = np.stack(
            [average_precision_by_rank(self.labels, where=mask) for mask in np.moveaxis(inside, 2, 0)], 1
        )
        self.gains = average_precision_gains(self.labels)

    def swap(self, index: ArrayLike) -> None:
        """Exchange the samples at ranks i + 1 and i + 2 of each ranking, and update everything.

        Parameters
        ----------
        index : whole numbers of shape (m,)
            i for each ranking, at most n - 2; a ranking with a negative index is left alone.

        Raises
        ------
        ValueError
            If there is not one index for each ranking, or one is too large.
        """
        at = np.asarray(index)
        if at.shape != self.labels.shape[:1] or at.dtype.kind not in "iu":
            raise ValueError(f"index must be {self.labels.shape[0]} whole numbers, not of shape {at.shape}, {at.dtype}")
        if (at >= self.labels.shape[1] - 1).any():
            raise ValueError(f"index {at.max()} has no lower neighbour among {self.labels.shape[1]} ranks")
        row = np.flatnonzero(at >= 0)
        i = at[row]
        upper, lower = self.groups[row, i], self.groups[row, i + 1]
        rises = self.labels[row, i + 1].astype(np.int64) - self.labels[row, i]  # 1 for a fix, -1 for a new mistake
        self._count(row, i, upper, lower, rises)
        self.labels[row, i], self.labels[row, i + 1] = self.labels[row, i + 1], self.labels[row, i]
        self.groups[row, i], self.groups[row, i + 1] = lower, upper
        for shift in (-1, 0, 1):  # the gains of the pairs that one of the two samples belongs to
            self._refresh_gains(row, i + shift)

    def _count(self, row: NDArray, i: NDArray, upper: NDArray, lower: NDArray, rises: NDArray) -> None:
        """Update the areas, then the counts down to rank i + 1; the labels are still as before."""
        # Everyone: sums over the groups. The larger count down to rank i + 1, of before and after, is t + 1.
        found = self._found[row, i].sum(axis=1) + (rises > 0)
        rank = i + 1.0
        positives = np.maximum(self._positives[row].sum(axis=1), 1)
        negatives = np.maximum(self.labels.shape[1] - positives, 1)
        self.auroc[row] += rises / (positives * negatives)
        self.average_precision[row] += rises * found / (positives * rank * (rank + 1))
        # Their group, where it is one and the same.
        same = np.flatnonzero(upper == lower)
        r, j, g, rise = row[same], i[same], upper[same], rises[same]
        rank = self._samples[r, j, g].astype(np.float64)
        found = self._found[r, j, g] + (rise > 0)
        self.group_auroc[r, g] += rise / np.maximum(self._pairs[r, g], 1)
        self.group_average_precision[r, g] += rise * found / (np.maximum(self._positives[r, g], 1) * rank * (rank + 1))
        # Down to rank i + 1 the upper sample is replaced by the lower one.
        self._samples[row, i, upper] -= 1
        self._samples[row, i, lower] += 1
        self._found[row, i, upper] -= self.labels[row, i]
        self._found[row, i, lower] += self.labels[row, i + 1]

    def _refresh_gains(self, row: NDArray, i: NDArray) -> None:
        inside = (i >= 0) & (i < self.gains.shape[1])
        row, i = row[inside], i[inside]
        mistake = ~self.labels[row, i] & self.labels[row, i + 1]
        found = self._found[row, i + 1].sum(axis=1)
        positives = np.maximum(self._positives[row].sum(axis=1), 1)
        self.gains[row, i] = np.where(mistake, found, 0) / (positives * ((i + 1) * (i + 2.0)))


def _check_groups(groups: ArrayLike | None, labels: NDArray[np.bool_]) -> NDArray[np.int64]:
    if groups is None:
        return np.zeros(labels.shape, dtype=np.int64)
    found = np.asarray(groups)
    if found.shape != labels.shape:
        raise ValueError(f"groups are of shape {found.shape}, labels of shape {labels.shape}")
    if found.dtype.kind not in "iub" or (found.dtype.kind == "i" and (found < 0).any()):
        raise ValueError(f"groups must be whole numbers from 0 up, not of type {found.dtype} with negatives")
    return found.astype(np.int64)
