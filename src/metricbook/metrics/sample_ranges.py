"""What the AUROC of a sample says of its other metrics: the least and greatest value, and rankings that reach them.

A ranking is a path of steps up, for positives, and to the right, for negatives, in a rectangle; the pairs won by
positives are the cells below it. Paths that pass through one point, or that keep between two others, take every number
of cells between the least and the greatest of them. So:

- A metric at its best threshold is greatest at the best point that a path with these pairs can pass. It is least for
  the least bound such that the highest path whose points keep to it has enough cells below.
- Average precision is a sum over positives of P/(P + N), which depends on how many negatives are above. Both ends are
  found by dynamic programming over positives and negatives passed and pairs lost so far.
- If one point of the ROC curve is known, paths keep to the rectangles before and after it, and all of this is as it
  was; a known corner (0, 0) takes nothing away.
- LxCIM: of n cases let U pairs be lost, and k be U over the number of the larger class, rounded up. Two lost pairs
  with no case in common make the more confident of their positives or of their negatives a wrong decision, and the lost
  pairs hold k of which no two share a case (König), so n² (1 - LxCIM) is at least 2U + k²; k wrong decisions that are
  less confident than all others reach it. The least follows with all decisions turned round.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from metricbook.metrics.ranges_through import check_point
from metricbook.metrics.validation import check_choice, check_number

#: The metrics, in the order of the alphabet.
METRICS: Final = ("average_precision", "best_accuracy", "best_f1_score", "kolmogorov_smirnov", "lxcim")
#: Most points of the rectangle, and for average precision most points times pairs lost.
POINTS: Final = 4_000_000
STATES: Final = 50_000_000

Sample = tuple[NDArray[np.bool_], NDArray[np.float64]]


class SampleRangeGivenAuroc(NamedTuple):
    """The least and the greatest value of a metric beside the AUROC of a sample, and samples that reach them.

    Attributes
    ----------
    low, high : float
        In the metric's unit.
    lowest, highest : tuple of two arrays
        Labels, True for the positive class, and scores, highest first, without ties; of LxCIM with the threshold 0.
    auroc : float
        The AUROC of both samples: of all that samples of this size can have, the nearest to the one asked for, the
        larger one of two.
    """

    low: float
    high: float
    lowest: Sample
    highest: Sample
    auroc: float


def sample_range_given_auroc(
    metric: str, auroc: float, positives: int, negatives: int, *, point: tuple[float, float] = (0.0, 0.0)
) -> SampleRangeGivenAuroc:
    """The least and the greatest value of a metric among all samples of these sizes and this AUROC, without ties.

    Parameters
    ----------
    metric : str
        ``average_precision``, ``lxcim`` (threshold and confidences are free), ``kolmogorov_smirnov``, and
        ``best_accuracy`` and ``best_f1_score``, at the best of all thresholds.
    auroc : float
        Between 0 and 1; that of a whole number of pairs, or, as one that is printed, near one.
    positives, negatives : int
        How many cases there are of each class, at least one.
    point : pair of float
        FPR and TPR at a threshold, if they are known too: of whole numbers of cases, or near them. Every ROC curve
        passes (0, 0), the default.

    Returns
    -------
    SampleRangeGivenAuroc
        Values between 0 and 1.

    Raises
    ------
    ValueError
        If a number is out of range, no sample has the AUROC and the point, or a point is given for LxCIM; or if the
        classes are too large: for four million pairs of cases or, of average precision, fifty million states, pairs
        times pairs lost. `range_given_auroc` has the range of many cases.

    Notes
    -----
    See the head of the module for the proofs. `metricbook.exact.ranges` tries every ranking.

    Examples
    --------
    Of two positives and two negatives, half of the pairs won: the positives stand in the middle, or at the ends.

    >>> found = sample_range_given_auroc("average_precision", 0.5, 2, 2)
    >>> round(found.low, 4), round(found.high, 4)
    (0.5833, 0.75)
    >>> found.lowest[0].tolist(), found.highest[0].tolist()
    ([False, True, True, False], [True, False, False, True])

    If one positive is known to be above all negatives, the other one is below them:

    >>> round(sample_range_given_auroc("average_precision", 0.5, 2, 2, point=(0, 0.5)).low, 4)
    0.75
    """
    check_choice("metric", metric, METRICS)
    auroc = check_number("auroc", auroc, "lie between 0 and 1", lambda share: 0 <= share <= 1)
    sizes = []
    for name, number in (("positives", positives), ("negatives", negatives)):
        cases = check_number(name, number, "be a whole number of cases, at least 1", lambda x: x >= 1 and x == int(x))
        sizes.append(int(cases))
    ups, rights = sizes
    won = _nearest(auroc, ups * rights)
    through = _counts(point, ups, rights)
    if through != (0, 0):
        _check_through(through, metric, won, ups, rights)
    points, states = (ups + 1) * (rights + 1), (ups + 1) * (rights + 1) * (ups * rights - won + 1)
    if points > POINTS or (metric == "average_precision" and states > STATES):
        raise ValueError(f"{ups} positives and {rights} negatives are too many to try: see range_given_auroc")
    if metric == "lxcim":
        low, high = (_lxcim(won, ups, rights, best=best) for best in (False, True))
    elif metric == "average_precision":
        low, high = (_average_precision(won, _beside(through, ups, rights), best=best) for best in (False, True))
    else:
        low, high = _at_best_threshold(metric, won, through, ups, rights)
    return SampleRangeGivenAuroc(low[0], high[0], low[1], high[1], won / (ups * rights))


def _counts(point: tuple[float, float], positives: int, negatives: int) -> tuple[int, int]:
    """True and false positives at a point, to the nearest whole number."""
    fpr, tpr = check_point(point)
    return _nearest(tpr, positives), _nearest(fpr, negatives)


def _nearest(share: float, whole: int) -> int:
    """The whole number nearest to a share, the larger one of two; 0.285 of 100 is 28.499999999999996 to a float."""
    return int(np.floor(np.round(share * whole, 6) + 0.5))


def _check_through(through: tuple[int, int], metric: str, won: int, positives: int, negatives: int) -> None:
    tp, fp = through
    if metric == "lxcim":
        raise ValueError("lxcim is not read off the ROC curve: its range beside a point is not known here")
    least, most = tp * (negatives - fp), positives * negatives - fp * (positives - tp)
    if not least <= won <= most:
        raise ValueError(
            f"with {tp} of {positives} positives and {fp} of {negatives} negatives flagged the AUROC is between "
            f"{least / (positives * negatives):.6g} and {most / (positives * negatives):.6g}"
        )


def _beside(through: tuple[int, int], positives: int, negatives: int) -> NDArray[np.bool_]:
    """The points, by true and false positives, of the paths through one point."""
    tp, fp = np.arange(positives + 1)[:, None], np.arange(negatives + 1)[None, :]
    return ((tp <= through[0]) & (fp <= through[1])) | ((tp >= through[0]) & (fp >= through[1]))


def _sample(labels: NDArray[np.bool_]) -> Sample:
    return labels, np.arange(labels.size, 0, -1.0)


def _of_heights(heights: NDArray[np.intp], positives: int) -> Sample:
    """The ranking in which so many positives are above each negative."""
    labels = np.ones(positives + heights.size, dtype=bool)
    labels[heights + np.arange(heights.size)] = False
    return _sample(labels)


def _filled(won: int, low: NDArray[np.intp], high: NDArray[np.intp]) -> NDArray[np.intp]:
    """Heights between two paths, with so many cells below: those of ``high`` at the right, of ``low`` at the left."""
    spare = int(high.sum()) - won
    gaps = high - low
    taken = np.minimum(np.maximum(spare - np.append(0, np.cumsum(gaps[:-1])), 0), gaps)
    return high - taken


def _at_best_threshold(
    metric: str, won: int, through: tuple[int, int], positives: int, negatives: int
) -> tuple[tuple[float, Sample], ...]:
    tp = np.arange(positives + 1)[:, None]
    fp = np.arange(negatives + 1)[None, :]
    if metric == "best_f1_score":
        unit, values = 1.0, 2 * tp / (tp + fp + positives)
    elif metric == "best_accuracy":
        unit, values = float(positives + negatives), (tp + negatives - fp).astype(float)
    else:
        unit, values = float(positives * negatives), np.abs(tp * negatives - fp * positives).astype(float)
    beside = _beside(through, positives, negatives)
    # Of the point and the one that the path is to pass too, the first and the second.
    up, top = np.minimum(tp, through[0]), np.maximum(tp, through[0])
    right, last = np.minimum(fp, through[1]), np.maximum(fp, through[1])
    least = up * (last - right) + top * (negatives - last)
    most = up * right + top * (last - right) + positives * (negatives - last)
    reached = beside & (least <= won) & (won <= most)
    best = np.unravel_index(np.argmax(np.where(reached, values, -1.0)), values.shape)
    above = _through(won, [through, (int(best[0]), int(best[1]))], positives, negatives)
    bound, below = _least_bound(won, values, beside, float(values[through]))
    return (bound / unit, _of_heights(below, positives)), (float(values[best]) / unit, _of_heights(above, positives))


def _through(won: int, points: list[tuple[int, int]], positives: int, negatives: int) -> NDArray[np.intp]:
    """A path through two points."""
    (up, right), (top, last) = sorted(points)
    low, high = (
        np.repeat(heights, [right, last - right, negatives - last]) for heights in ([0, up, top], [up, top, positives])
    )
    return _filled(won, low, high)


def _least_bound(
    won: int, values: NDArray[np.float64], beside: NDArray[np.bool_], known: float
) -> tuple[float, NDArray[np.intp]]:
    """The least bound on the values at the points of a path with so many cells below, and such a path."""
    bounds = np.unique(values[values >= max(values[0, 0], values[-1, -1], known)])
    low, high = 0, bounds.size - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (
            (low, middle) if _between(won, beside & (values <= bounds[middle])) is not None else (middle + 1, high)
        )
    found = _between(won, beside & (values <= bounds[low]))
    if found is None:
        raise AssertionError("every path keeps to the greatest of all values")
    return float(bounds[low]), found


def _between(won: int, allowed: NDArray[np.bool_]) -> NDArray[np.intp] | None:
    """A path with so many cells below through points that are allowed, which in each column are a run; or None."""
    rows = allowed.shape[0]
    first, last = allowed.argmax(axis=0), rows - 1 - allowed[::-1].argmax(axis=0)
    # From one column to the next a path keeps to a height that both allow.
    low, high = np.maximum(first[:-1], first[1:]), np.minimum(last[:-1], last[1:])
    if not allowed.any(axis=0).all() or (low > high).any() or not low.sum() <= won <= high.sum():
        return None
    return _filled(won, low, high)


def _average_precision(won: int, beside: NDArray[np.bool_], *, best: bool) -> tuple[float, Sample]:
    positives, negatives = beside.shape[0] - 1, beside.shape[1] - 1
    lost, sign = positives * negatives - won, 1.0 if best else -1.0
    # By negatives passed and pairs lost: the greatest sum of signed precisions so far.
    sums = np.full((negatives + 1, lost + 1), -np.inf)
    sums[0, 0] = 0.0
    came_right = np.zeros((positives + 1, negatives + 1, lost + 1), dtype=bool)
    for passed in range(positives + 1):
        sums[~beside[passed]] = -np.inf
        for right in np.flatnonzero(beside[passed])[1:]:
            better = sums[right - 1] > sums[right]
            came_right[passed, right] = better
            sums[right] = np.where(better, sums[right - 1], sums[right])
        if passed == positives:
            break
        for right in range(negatives + 1):
            gained = np.full(lost + 1, -np.inf)
            if right <= lost:
                gained[right:] = sums[right, : lost + 1 - right] + sign * (passed + 1) / (passed + 1 + right)
            sums[right] = gained
    labels, up, right = [], positives, negatives
    while up or right:
        if came_right[up, right, lost]:
            labels.append(False)
            right -= 1
        else:
            labels.append(True)
            lost, up = lost - right, up - 1
    ranking = np.array(labels[::-1])
    above = np.arange(1, positives + 1)
    return float((above / (np.flatnonzero(ranking) + 1)).mean()), _sample(ranking)


def _lxcim(won: int, positives: int, negatives: int, *, best: bool) -> tuple[float, Sample]:
    """The greatest; or the least, which is that of lost pairs for pairs won, with all decisions turned round."""
    cases, few, many = positives + negatives, min(positives, negatives), max(positives, negatives)
    lost = positives * negatives - won if best else won
    wrong = -(-lost // many)
    labels, scores = _one_class_right(lost, wrong, few, many)
    if positives > negatives:  # the same with the classes exchanged
        labels, scores = ~labels[::-1], -scores[::-1]
    at_stake = 2 * lost + wrong**2
    if best:
        return (cases**2 - at_stake) / cases**2, (labels, scores)
    return at_stake / cases**2, (labels[::-1], -scores[::-1])


def _one_class_right(lost: int, wrong: int, few: int, many: int) -> Sample:
    """All negatives are decided rightly, and some positives wrongly, less confidently than all other positives."""
    above = _filled(wrong * many - lost, np.zeros(many, dtype=np.intp), np.full(many, wrong))
    not_flagged = _of_heights(above, wrong)[0]
    labels = np.append(np.ones(few - wrong, dtype=bool), not_flagged)
    below = np.arange(1.0, not_flagged.size + 1)
    return labels, np.append(not_flagged.size + np.arange(few - wrong, 0, -1.0), -below)
