"""Tallies: counts by score and class, how they are made, merged and binned, and the bracket that bins imply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.h_measure import h_measure_of
from metricbook.metrics.ranking import auch_of, auroc_of, average_precision_of, kolmogorov_smirnov_of
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.validation import check_choice
from metricbook.reports.frames import take_labelled
from metricbook.reports.predictions import Counts, Source, Tally

#: Most distinct scores of a tally; beyond, scores are put into bins.
MOST_SCORES: Final = 1 << 17
#: Bins of each model's score in joint counts.
BINS: Final = 256

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class BinnedTally(Tally):
    """A tally of bins, each of the scores from its lowest to its highest.

    Attributes
    ----------
    highest : array of shape (k,)
        The highest score of each bin. Where it equals the lowest, the cases of the bin are tied.
    """

    binned: ClassVar[bool] = True
    highest: Floats


def highest_of(tally: Tally) -> Floats:
    """The highest score of each bin, or the distinct scores themselves."""
    return tally.highest if isinstance(tally, BinnedTally) else tally.scores


def tally_of(scores: Floats, positive: NDArray[np.bool_], weights: Floats | None = None) -> Tally:
    """The tally of cases in memory, whose scores are finite.

    Examples
    --------
    >>> tally = tally_of(np.array([0.5, 0.1, 0.5]), np.array([True, False, False]))
    >>> tally.scores.tolist(), tally.positives.tolist(), tally.negatives.tolist()
    ([0.1, 0.5], [0.0, 1.0], [1.0, 1.0])
    """
    distinct, place = np.unique(scores + 0.0, return_inverse=True)  # + 0.0 turns -0.0 into 0.0, its equal
    each = np.ones(scores.size) if weights is None else weights
    positives, negatives = (_sum_at(place[part], each[part], distinct.size) for part in (positive, ~positive))
    return Tally(distinct, positives, negatives)


def _sum_at(place: NDArray[np.intp], each: Floats, size: int) -> Floats:
    return np.bincount(place, each, size).astype(np.float64, copy=False)


class Bins:
    """Counts cases in bins with given lower edges.

    Parameters
    ----------
    edges : array of shape (k,)
        Ascending; the first bin also takes what is below its edge.
    """

    def __init__(self, edges: Floats) -> None:
        self._edges = edges
        self._lowest, self._highest = np.full(edges.size, np.inf), np.full(edges.size, -np.inf)
        self._positives, self._negatives = np.zeros(edges.size), np.zeros(edges.size)

    def add(self, scores: Floats, positive: NDArray[np.bool_], weights: Floats | None = None) -> None:
        """Count more cases."""
        for sums, part in ((self._positives, positive), (self._negatives, ~positive)):
            chosen = scores[part]
            order = None if weights is None else np.argsort(chosen)
            ordered = np.sort(chosen) if order is None else chosen[order]
            ends = np.append(np.searchsorted(ordered, self._edges[1:], side="left"), ordered.size)
            sizes = np.diff(ends, prepend=0)
            if weights is None:
                sums += sizes
            else:
                sums += _sum_at(np.repeat(np.arange(sizes.size), sizes), weights[part][order], sizes.size)
            filled = np.flatnonzero(sizes)
            self._lowest[filled] = np.minimum(self._lowest[filled], ordered[(ends - sizes)[filled]])
            self._highest[filled] = np.maximum(self._highest[filled], ordered[ends[filled] - 1])

    def tally(self) -> BinnedTally:
        """The bins that are not empty."""
        filled = self._lowest <= self._highest
        parts = (each[filled] + 0.0 for each in (self._lowest, self._positives, self._negatives, self._highest))
        lowest, positives, negatives, highest = parts
        return BinnedTally(lowest, positives, negatives, highest)


def count_in_bins(scores: Floats, positive: NDArray[np.bool_], weights: Floats | None, edges: Floats) -> BinnedTally:
    """The tally of cases by bins with given lower edges, ascending; the first also takes what is below its edge.

    Examples
    --------
    >>> scores, positive = np.array([0.1, 0.3, 0.5, 0.9]), np.array([False, True, False, True])
    >>> tally = count_in_bins(scores, positive, None, np.array([0.0, 0.5]))
    >>> tally.scores.tolist(), tally.highest.tolist(), tally.positives.tolist()
    ([0.1, 0.5], [0.3, 0.9], [1.0, 1.0])
    """
    bins = Bins(edges)
    bins.add(scores, positive, weights)
    return bins.tally()


def merge(tallies: Sequence[Tally]) -> Tally:
    """Merge tallies of different cases.

    Equal scores are added up. Bins that overlap become one bin; with the same edges for all parts none do. The order
    makes no difference, but for the rounding of weights that are no integers.

    Raises
    ------
    ValueError
        No tally.

    Examples
    --------
    >>> one = Tally(np.array([0.1, 0.5]), np.array([0.0, 1.0]), np.array([1.0, 1.0]))
    >>> other = Tally(np.array([0.5]), np.array([2.0]), np.array([0.0]))
    >>> both = merge([one, other])
    >>> both.scores.tolist(), both.positives.tolist()
    ([0.1, 0.5], [0.0, 3.0])
    """
    if not tallies:
        raise ValueError("merge needs at least one tally")
    lowest = np.concatenate([tally.scores for tally in tallies]) + 0.0
    highest = np.concatenate([highest_of(tally) for tally in tallies]) + 0.0
    positives = np.concatenate([tally.positives for tally in tallies])
    negatives = np.concatenate([tally.negatives for tally in tallies])
    order = np.argsort(lowest, kind="stable")
    reached = np.maximum.accumulate(highest[order])
    first = np.append(True, lowest[order][1:] > reached[:-1])[: order.size]
    return _sum_runs(lowest[order], highest[order], positives[order], negatives[order], first)


def coarsen(tally: Tally, most: int = MOST_SCORES) -> Tally:
    """Put neighbouring scores into at most so many bins of about equal shares of both classes.

    A score with a greater share stays alone, so that of a rare class nothing is lost.

    Parameters
    ----------
    tally : Tally
    most : int, default 2**17
        At least 3.

    Examples
    --------
    >>> tally = Tally(np.arange(9.0), np.ones(9), np.zeros(9))
    >>> coarse = coarsen(tally, 9 - 1)
    >>> coarse.scores.tolist(), coarse.positives.tolist(), coarse.binned
    ([0.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], True)
    """
    if most < 3:
        raise ValueError(f"most must be at least 3, not {most}")
    if tally.scores.size <= most:
        return tally
    classes = [each / each.sum() for each in (tally.positives, tally.negatives) if each.any()]
    weight = np.sum(classes or [np.ones(tally.scores.size)], axis=0)
    before = np.cumsum(weight) - weight
    total = before[-1] + weight[-1]
    # A heavy score ends the bin before it and begins another after it; of a third of the cells no more can be heavy.
    cells = max(most - 2 * int(np.count_nonzero(weight * most > total)), most // 3)
    cell = np.minimum(before * (cells / total), cells - 1).astype(np.int64)
    heavy = weight * cells > total
    first = np.append(True, (np.diff(cell) > 0) | heavy[1:] | heavy[:-1])
    return _sum_runs(tally.scores, highest_of(tally), tally.positives, tally.negatives, first)


def _sum_runs(lowest: Floats, highest: Floats, positives: Floats, negatives: Floats, first: NDArray[np.bool_]) -> Tally:
    """Sums over runs of neighbours, each of which begins where ``first`` is true."""
    if not lowest.size:
        return Tally(lowest, positives, negatives)
    starts = np.flatnonzero(first)
    scores, tops = lowest[starts], np.maximum.reduceat(highest, starts)
    added = np.add.reduceat(positives, starts), np.add.reduceat(negatives, starts)
    if (tops == scores).all():
        return Tally(scores, *added)
    return BinnedTally(scores, *added, tops)


def quantile_edges(tally: Tally, bins: int = BINS) -> Floats:
    """The lowest scores of at most so many bins of about equal weight, ascending.

    Examples
    --------
    >>> quantile_edges(Tally(np.arange(8.0), np.ones(8), np.zeros(8)), 4).tolist()
    [0.0, 2.0, 4.0, 6.0]
    """
    weight = tally.positives + tally.negatives
    before = np.cumsum(weight) - weight
    wanted = np.arange(bins) * ((before[-1] + weight[-1]) / bins)
    return tally.scores[np.unique(np.searchsorted(before, wanted, side="left").clip(max=weight.size - 1))]


def counts_of(name: str, tally: Tally, source: Source, *, bins: int = BINS) -> Counts:
    """The counts of one model, of whose scores the tally is all that is known.

    Examples
    --------
    >>> tally = Tally(np.array([0.1, 0.5]), np.array([0.0, 3.0]), np.array([2.0, 1.0]))
    >>> counts = counts_of("p", tally, Source("here", "", 6, "1", "0"))
    >>> counts.joint.tolist(), counts.joint_counts.tolist()
    ([[0, 0], [0, 1], [1, 1]], [2.0, 1.0, 3.0])
    """
    edges = quantile_edges(tally, bins)
    place = np.searchsorted(edges, tally.scores, side="right") - 1
    sums = np.stack([_sum_at(place, each, edges.size) for each in (tally.negatives, tally.positives)])
    return Counts({name: tally}, np.argwhere(sums > 0), sums[sums > 0], {name: edges}, source)


def bracket(metric: str, tally: Tally) -> tuple[float, float]:
    """The least and the greatest value of a metric over all orders of the cases within the bins of a tally.

    Between the ends of a bin, the ROC curve runs below the path that takes the bin's positives first, and above the
    path that takes them last. A metric that cannot fall when the curve rises lies between its values on the two paths.

    Parameters
    ----------
    metric : {"auroc", "auch", "average_precision", "h_measure", "kolmogorov_smirnov"}
    tally : Tally

    Returns
    -------
    lower, upper : float
        Equal for a tally of distinct scores.

    Raises
    ------
    ValueError
        Another metric, or a tally without both classes.

    Notes
    -----
    The area under the curve, that under its hull, the greatest height above the diagonal, and the H measure, whose
    losses are least on the hull, rise with the curve; the greatest depth below the diagonal falls. The precision at
    each positive rises with the curve too, but also along a run of positives, and tied cases all have that of the run's
    end: on the upper path this can only add. On the lower path precision is therefore taken at each point of the run:
    with F negatives before it, the run from p to q positives adds the integral of x / (x + F), and no way of cutting
    the run into scores gives less.

    Examples
    --------
    A positive and a negative in one bin, above another negative: the positive beats one of two negatives, or both.

    >>> tally = BinnedTally(np.array([0.1, 0.5]), np.array([0.0, 1.0]), np.ones(2), np.array([0.1, 0.9]))
    >>> bracket("auroc", tally)
    (0.5, 1.0)
    """
    check_choice("metric", metric, tuple(_BRACKETED))
    metric_of = _BRACKETED[metric]
    lower, upper = _extreme_path(tally, positives_first=False), _extreme_path(tally, positives_first=True)
    if metric == "average_precision" and tally.binned:
        return _lowest_precision(lower), metric_of(upper)
    if metric == "kolmogorov_smirnov":  # the greatest distance from the diagonal, on either side
        return max(_height(lower), _depth(upper)), max(_height(upper), _depth(lower))
    return metric_of(lower), metric_of(upper)


_BRACKETED: Final[dict[str, Callable[[Sweep], float]]] = {
    "auroc": auroc_of,
    "auch": auch_of,
    "average_precision": average_precision_of,
    "h_measure": h_measure_of,
    "kolmogorov_smirnov": kolmogorov_smirnov_of,
}


def _extreme_path(tally: Tally, *, positives_first: bool) -> Sweep:
    """The sweep in which every bin of several scores has one class before the other."""
    scores, positives, negatives = (part[::-1] for part in (tally.scores, tally.positives, tally.negatives))
    several = scores < highest_of(tally)[::-1]
    steps = 1 + several
    start = np.cumsum(steps) - steps
    parts = [np.repeat(part, steps) for part in (positives, negatives)]
    early, late = (0, 1) if positives_first else (1, 0)
    parts[late][start[several]] = 0
    parts[early][start[several] + 1] = 0
    thresholds = np.repeat(scores, steps)
    if isinstance(tally, BinnedTally):
        thresholds[start] = tally.highest[::-1]
    else:
        thresholds[start[several]] = np.nextafter(scores[several], np.inf)
    return Sweep.of_steps(thresholds, *parts)


def _height(path: Sweep) -> float:
    """The greatest height of a path above the diagonal."""
    path.require_both_classes("kolmogorov_smirnov")
    return max(float((path.true_positives / path.positives - path.false_positives / path.negatives).max()), 0.0)


def _depth(path: Sweep) -> float:
    """The greatest depth of a path below the diagonal."""
    return max(float((path.false_positives / path.negatives - path.true_positives / path.positives).max()), 0.0)


def _lowest_precision(path: Sweep) -> float:
    """The least average precision of a path on which the positives of a step may have different scores."""
    path.require_positives("average_precision")
    ends, negatives = path.true_positives, path.false_positives
    starts = np.append(0.0, ends[:-1])
    grown = ends > starts
    starts, ends, negatives = starts[grown], ends[grown], negatives[grown]
    some = negatives > 0
    added = ends - starts
    added[some] -= negatives[some] * np.log1p((ends - starts)[some] / (starts + negatives)[some])
    return float(added.sum() / path.positives)


def count_partition(
    frame: Any,
    *,
    label: str,
    score: str,
    negative: object,
    positive: object,
    weight: str | None = None,
    edges: Floats | None = None,
) -> Tally:
    """Count a part of the cases, to be merged with the others.

    Parts may be counted in other processes and on other machines. With Dask::

        parts = [dask.delayed(count_partition)(part, label="y", score="p", negative=0, positive=1)
                 for part in frame.to_delayed()]
        tally = merge(dask.compute(*parts))
        rows = int((tally.positives + tally.negatives).sum())
        report(counts_of("p", tally, Source("my data", digest="", rows=rows, positive="1", negative="0")))

    Parameters
    ----------
    frame : data frame
        Of pandas or polars, an Arrow table, or another that narwhals knows. It may have no row, or one class.
    label, score, weight : str
        Columns.
    negative, positive : bool, int, float or str
        The two labels: a part may not have both, so they must be named.
    edges : array, optional
        Lower edges of bins, ascending, the same for all parts; needed only if there are very many distinct scores.
        For example `quantile_edges` of the tally of one part; the first bin also takes what is below it.

    Returns
    -------
    Tally

    Raises
    ------
    BadInput
        As `metricbook.reports.frames.from_frame`, and for a label that is neither of the two.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [1, 0, 1], "p": [0.5, 0.5, 0.1]})
    >>> count_partition(frame, label="y", score="p", negative=0, positive=1).positives.tolist()
    [1.0, 1.0]
    """
    cells = take_labelled(frame, label=label, score=score, classes=(negative, positive), weight=weight)
    if cells is None:
        return Tally(np.empty(0), np.empty(0), np.empty(0))
    if edges is None:
        return tally_of(*cells)
    scores, is_positive, weights = cells
    return count_in_bins(scores, is_positive, weights, np.asarray(edges, dtype=np.float64))
