"""What of a sample was drawn independently: cases, equal cases that were counted, or clusters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.validation import Array, Sample, as_array


class Units(NamedTuple):
    """A sample in which equal cases may be one entry, and what of it was drawn independently.

    Attributes
    ----------
    sample : Sample
    member : array of int, shape (n,), or None
        The cluster of each case.
    times : array of shape (n,), or None
        How many equal cases each entry stands for, if there are no clusters.
    """

    sample: Sample
    member: NDArray[np.intp] | None = None
    times: Array | None = None


def divide(sample: Sample, clusters: ArrayLike | None) -> Units:
    """Put equal cases together, negatives before positives and scores ascending; not with clusters or unequal weights.

    Cases drawn by themselves are then halved in the same way as counts of them.
    """
    labels, scores, weights = sample
    member = None if clusters is None else members(clusters, labels.size)
    if member is not None and int(member.max()) + 1 < labels.size:
        return Units(sample, member=member)
    if weights is not None and any(np.ptp(weights[of]) > 0 for of in (labels, ~labels) if of.any()):
        return Units(sample)
    distinct, step = np.unique(scores, return_inverse=True)
    occurring, first, counts = np.unique(step + distinct.size * labels, return_index=True, return_counts=True)
    label, place = np.divmod(occurring, distinct.size)
    times = counts.astype(np.float64)
    whole = times if weights is None else times * weights[first]
    return Units(Sample(label.astype(bool), distinct[place], whole), times=times)


def members(clusters: ArrayLike, size: int) -> NDArray[np.intp]:
    """The cluster of each case, by number; ``ValueError`` unless each case has one."""
    names = as_array(clusters, "clusters")
    if names.shape != (size,):
        raise ValueError(f"clusters must name one cluster for each of {size} cases, but have the shape {names.shape}")
    if names.dtype == np.intp and names.min() == 0 and names.max() < size and np.bincount(names).all():
        return names  # numbers already
    return np.unique(names, return_inverse=True)[1]


def summed(of: NDArray[np.intp], values: Array, size: int = 0) -> Array:
    """Sum of the values of each group, ``of`` being the group of each value."""
    return np.bincount(of, weights=values, minlength=size).astype(np.float64)


def class_of_members(member: NDArray[np.intp], labels: NDArray[np.bool_], fixed_classes: bool) -> NDArray[np.bool_]:
    """Whether each cluster has positives; ``ValueError`` if classes are fixed and a cluster has both."""
    share = np.bincount(member, weights=labels) / np.bincount(member)
    if fixed_classes and ((share > 0) & (share < 1)).any():
        raise ValueError("classes cannot be fixed where a cluster has cases of both")
    return share > 0
