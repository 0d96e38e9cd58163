"""What an AUROC says of other metrics: the least and the greatest value that each can have beside it.

Of very many cases, with a given share of positives, the ROC curve can be any that rises from (0, 0) to (1, 1). Among
the curves of one area each metric is extreme on one of few shapes: a step, a step and a straight line, or a step and a
curve of square roots or of third powers. With A the area, 1 - A = δ the share of pairs lost and r the number of
negatives to a positive:

- The best accuracy, the best F1, the Kolmogorov-Smirnov gap and H are greatest on a single step, and least where a
  concave curve runs along one contour of the metric; of H, which has no contour, where its least loss is proportional
  to that of the costs' own potential. The area under a concave curve is 1 less the integral of the squared slope of
  its least loss, over twice the product of the class shares, so that H's question is answered by Schwarz's inequality.
- Average precision is greatest on a single step, and least where r times the FPR is √(c TPR) - TPR, then a step.
- LxCIM is not read off the curve. With the threshold free, it is extreme where one class is decided rightly throughout,
  and of the other the wrong decisions are all less, or all more, confident than the right ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from metricbook.metrics.ranges_through import CONTOURS, HALVINGS, ROUNDING, check_point, ends_through
from metricbook.metrics.validation import Array, check_choice, check_number

#: The ends of a range, and the curves that reach them.
Ends = tuple[float, float, Array, Array]

#: Points of a curve that is not made of straight pieces.
POINTS: Final = 65
#: Nodes and weights on (0, 1) that integrate polynomials of degree 7.
NODES, WEIGHTS = (0.5 + np.polynomial.legendre.leggauss(4)[0] / 2, np.polynomial.legendre.leggauss(4)[1] / 2)


class RangeGivenAuroc(NamedTuple):
    """The least and the greatest value of a metric beside an AUROC, and ROC curves that reach them.

    Attributes
    ----------
    low, high : float
        In the metric's unit.
    lowest, highest : arrays of shape (points, 2)
        FPR and TPR along a curve from (0, 0) to (1, 1), to be joined by straight lines. Of LxCIM, the curve with its
        one corner at the threshold.
    """

    low: float
    high: float
    lowest: Array
    highest: Array


def range_given_auroc(
    metric: str, auroc: float, prevalence: float, *, point: tuple[float, float] = (0.0, 0.0)
) -> RangeGivenAuroc:
    r"""The least and the greatest value of a metric that an AUROC allows, of many cases at a prevalence.

    With :math:`\pi` the prevalence, :math:`\delta = 1 - A`, :math:`r = (1-\pi)/\pi` and :math:`m = \min(\pi, 1-\pi)`,
    the best accuracy for instance lies between :math:`1 - \min(m, \sqrt{2\pi(1-\pi)\delta})` and :math:`1 - m\delta`.

    Parameters
    ----------
    metric : str
        ``average_precision``, ``h_measure`` (costs from Beta(2, 2)), ``lxcim`` (threshold and confidences are free),
        ``kolmogorov_smirnov``, ``auch``, and ``best_accuracy`` and ``best_f1_score``, at the best of all thresholds.
    auroc : float
        The area A, between 0 and 1.
    prevalence : float
        The share of positives, strictly between 0 and 1.
    point : pair of float
        FPR and TPR at a threshold, if they are known too: for the best accuracy, the best F1 and the gap. Every curve
        passes (0, 0), the default.

    Returns
    -------
    RangeGivenAuroc
        Values between 0 and 1, each reached by some curve.

    Raises
    ------
    ValueError
        If the metric has no range here, a number is out of range, or no curve has this AUROC and the point.

    Notes
    -----
    Scores without ties. No sample leaves the range but for average precision, whose values on samples lie higher by
    the order of 1 in the number of positives: `sample_range_given_auroc` gives ranges of samples. Proofs are in the
    book's chapter "What does 0.8 tell you?"; for average precision the question is that of Mihelich, Castagnos and
    Dognin (2024).

    Examples
    --------
    Of even classes, an AUROC of 0.8 leaves a gap between the two error rates of at least 1 - √0.4 and at most 0.8:

    >>> found = range_given_auroc("kolmogorov_smirnov", 0.8, 0.5)
    >>> round(found.low, 4), round(found.high, 4)
    (0.3675, 0.8)
    >>> found.highest.tolist()
    [[0.0, 0.0], [0.0, 0.8], [1.0, 0.8], [1.0, 1.0]]

    If half of the positives are known to be above all negatives, the gap is at least one half:

    >>> range_given_auroc("kolmogorov_smirnov", 0.8, 0.5, point=(0, 0.5)).low
    0.5
    """
    check_choice("metric", metric, tuple(_ENDS))
    auroc = check_number("auroc", auroc, "lie between 0 and 1", lambda share: 0 <= share <= 1)
    prevalence = check_number("prevalence", prevalence, "lie strictly between 0 and 1", lambda share: 0 < share < 1)
    if check_point(point) in ((0, 0), (1, 1)):
        return RangeGivenAuroc(*_ENDS[metric](auroc, prevalence))
    if metric not in CONTOURS:
        raise ValueError(f"beside a point there are ranges of {', '.join(CONTOURS)}, not of {metric}")
    return RangeGivenAuroc(*ends_through(metric, auroc, prevalence, check_point(point)))


def _curve(*points: tuple[float, float]) -> Array:
    return np.array([(0.0, 0.0), *points, (1.0, 1.0)])


def _step(auroc: float, *, up_first: bool) -> Array:
    """All of the lost pairs by one share of positives below all negatives, or of negatives above all positives."""
    return _curve((0.0, auroc), (1.0, auroc)) if up_first else _curve((1 - auroc, 0.0), (1 - auroc, 1.0))


def _line(start: float, end: float) -> Array:
    """Up to TPR ``start``, straight to TPR 1 at FPR ``end``, and on."""
    return _curve((0.0, start), (end, 1.0))


def _best_accuracy(auroc: float, prevalence: float) -> Ends:
    rarer, product, lost = min(prevalence, 1 - prevalence), prevalence * (1 - prevalence), 1 - auroc
    most = min(rarer, math.sqrt(2 * product * lost))
    lowest = _below_line(auroc, most / prevalence, most / (1 - prevalence))
    return 1 - most, 1 - rarer * lost, lowest, _step(auroc, up_first=prevalence <= 0.5)


def _below_line(auroc: float, miss: float, alarm: float) -> Array:
    """A curve of the area, nowhere above the line from TPR ``1 - miss`` at FPR 0 to TPR 1 at FPR ``alarm``."""
    under = 1 - miss * alarm / 2
    if under <= auroc + ROUNDING:
        return _line(1 - miss, alarm)
    # Negatives before anything: the line is entered at FPR f, from which on the area is still enough.
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        inside = 1 - middle - (max(alarm - middle, 0.0) / alarm) ** 2 * miss * alarm / 2
        low, high = (middle, high) if inside > auroc else (low, middle)
    return _curve((low, 0.0), (low, min(1.0, 1 - miss * (1 - low / alarm))), (max(alarm, low), 1.0))


def _best_f1_score(auroc: float, prevalence: float) -> Ends:
    lost = (1 - prevalence) / prevalence * (1 - auroc)
    first, last = 2 * auroc / (1 + auroc), 2 / (2 + lost)
    # Where F1 is f, TPR = k (1 + r FPR) with k = f / (2 - f); written so that nothing cancels.
    start = max(prevalence, 1 / (1 + lost + math.sqrt(lost * (2 + lost))))
    alarm = (1 / start - 1) / ((1 - prevalence) / prevalence)
    lowest = _below_line(auroc, 1 - start, alarm)
    return 2 * start / (1 + start), max(first, last), lowest, _step(auroc, up_first=first >= last)


def _kolmogorov_smirnov(auroc: float, prevalence: float) -> Ends:
    far = max(auroc, 1 - auroc)
    least = 1 - math.sqrt(2 * (1 - far))
    lowest = _line(least, 1 - least) if auroc >= 0.5 else _curve((least, 0.0), (1.0, 1 - least))
    return least, far, lowest, _step(auroc, up_first=True)


def _auch(auroc: float, prevalence: float) -> Ends:
    least = max(auroc, 0.5)
    lowest = _curve((0.0, 2 * auroc - 1)) if auroc >= 0.5 else _curve((1 - 2 * auroc, 0.0))
    return least, (1 + auroc) / 2, lowest, _step(auroc, up_first=True)


def _average_precision(auroc: float, prevalence: float) -> Ends:
    odds = (1 - prevalence) / prevalence
    high = 1 - odds * math.log1p((1 - auroc) / (auroc + odds))
    low, turn, last = _least_precision(odds * (1 - auroc), odds)
    tpr = turn * np.linspace(0, 1, POINTS)[1:] ** 2
    # r FPR + TPR = √(c TPR), which is turn + last where TPR is turn
    fpr = np.clip(((turn + last) * np.sqrt(tpr / turn) - tpr) / odds, 0, 1) if turn else np.zeros(POINTS - 1)
    lowest = _curve(*zip(fpr.tolist(), tpr.tolist(), strict=True), (min(last / odds, 1.0), 1.0))
    return low, high, lowest, _step(auroc, up_first=True)


def _least_precision(lost: float, odds: float) -> tuple[float, float, float]:
    """Least average precision; the TPR at which the curve turns up; and r FPR there and from there on.

    ``lost`` is r times the share of pairs lost. With z the share of recall to the flagged at TPR 1, over that at the
    turn, all is an explicit function of z.
    """
    if lost == 0:
        return 1.0, 0.0, 0.0
    root = 1.5 * (lost + 0.5)
    turn, last = 1.0, root - 1
    if lost < 5 / 6:
        low, high = 0.0, 2 - math.log(lost)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            turn, last = _turn(middle)
            low, high = (low, middle) if _lost_by(turn, last) < lost else (middle, high)
    if last > odds:  # the FPR would exceed 1: it stays there from an earlier turn on
        turn, last = odds - math.sqrt(max(odds**2 - 6 * (odds - lost), 0.0)), odds
    if turn == 0:
        return 1 - last * math.log1p(1 / last), 0.0, last
    rising = 2 / 3 * turn * (turn / (turn + last))
    return rising + (1 - turn) - last * math.log((1 + last) / (turn + last)), turn, last


def _turn(log: float) -> tuple[float, float]:
    """Turn and r FPR there, by the logarithm of z."""
    z = math.exp(log)
    over = z - 1
    share = (log * z - over) / over**2 if log > 1e-3 else 0.5 - over / 6 + over**2 / 12 - over**3 / 20
    return share / (over + share), (1 - share) / (over + share)


def _lost_by(turn: float, last: float) -> float:
    return turn * (2 / 3 * (turn + last) - turn / 2) + (1 - turn) * last


def _lxcim(auroc: float, prevalence: float) -> Ends:
    rarer, mixed = min(prevalence, 1 - prevalence), 2 * prevalence * (1 - prevalence)
    low = mixed * auroc + (rarer * auroc) ** 2
    high = 1 - mixed * (1 - auroc) - (rarer * (1 - auroc)) ** 2
    # For the least, all of the larger class is decided wrongly: all flagged, or nothing, but for a step.
    return low, high, _step(auroc, up_first=prevalence <= 0.5), _step(auroc, up_first=prevalence <= 0.5)


def _h_measure(auroc: float, prevalence: float) -> Ends:
    lost, most = 1 - auroc, _loss(prevalence, 1 - prevalence)
    ends = _loss(prevalence * lost, 1 - prevalence), _loss(prevalence, (1 - prevalence) * lost)
    if auroc <= 0.5:
        lowest, low = _curve((1 - 2 * auroc, 0.0)), 0.0
    else:
        # Costs have the same law if the classes change places.
        found, fpr, fnr = _most_loss(lost, min(prevalence, 1 - prevalence))
        low = max(1 - found / most, 0.0)
        x, u = (fpr, fnr) if prevalence <= 0.5 else (fnr[::-1], fpr[::-1])
        lowest = _curve(*zip(x.tolist(), (1 - u).tolist(), strict=True))
    return low, 1 - min(ends) / most, lowest, _step(auroc, up_first=ends[0] <= ends[1])


def _below(c: float | Array) -> float | Array:
    """Probability of a cost below c under Beta(2, 2)."""
    return c * c * (3 - 2 * c)


def _moment(c: float | Array) -> float | Array:
    """Mean of the cost where it is below c, and of 0 elsewhere."""
    return c * c * c * (2 - 1.5 * c)


def _loss(positive: float, negative: float) -> float:
    """Mean over costs c of the lesser of c ``positive`` and (1 - c) ``negative``."""
    at = negative / (positive + negative) if positive + negative else 0.0
    other = 1 - at
    return float(positive * _moment(at) + negative * _moment(other))


def _most_loss(lost: float, prevalence: float) -> tuple[float, Array, Array]:
    """Greatest mean of the least loss among concave curves, at most half positive; FPR and FNR along the curve.

    Between two costs the least loss Q obeys -Q'' = μ w, with w the law of costs; below and above it is that of flagging
    nothing and of flagging everything.
    """
    p, q = prevalence, 1 - prevalence
    energy = 2 * p * q * lost
    free = math.sqrt(energy * 140 / 17)  # 17/140 is the integral of the squared slope of the potential of Beta(2, 2)
    if free <= 2 * p:
        left, right, rate = 0.0, 1.0, free
    else:
        left, right, rate = _contacts(energy, p)
    c = left + (right - left) * np.linspace(0, 1, POINTS)
    share, moment = _below(c) - _below(left), _moment(c) - _moment(left)
    start = 1.0 if left > 0 else rate / (2 * p)
    fpr, fnr = rate * moment / q, start - rate * (share - moment) / p
    outside = p * _moment(left) + q * _moment(1 - right)
    inside = energy / rate if rate else 0.0
    return float(outside + inside), np.clip(fpr, 0, 1), np.clip(fnr, 0, 1)


def _contacts(energy: float, p: float) -> tuple[float, float, float]:
    """Costs between which the least loss bends, and how much, so that its slopes are at most the class shares."""
    q = 1 - p

    def right_of(left: float) -> float:
        """The right end at which the tangents at both ends meet where flagging nothing costs what flagging all does."""
        if _moment(1.0) - _moment(left) <= q * (1 - _below(left)):
            return 1.0
        low, high = q, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            beyond = _moment(middle) - _moment(left) > q * (_below(middle) - _below(left))
            low, high = (low, middle) if beyond else (middle, high)
        return high

    def bending(left: float) -> tuple[float, float, float]:
        """The right end, the rate, and the integral of the squared slope."""
        right = right_of(left)
        rate = p / (0.5 - _below(left) + _moment(left)) if right == 1.0 else 1 / (_below(right) - _below(left))
        c = left + (right - left) * NODES
        bent = c * c * c * (1 - c / 2) - left * left * left * (1 - left / 2) - _below(left) * (c - left)
        loss = p * c - rate * bent
        return right, float(rate), float(rate * (right - left) * np.sum(WEIGHTS * loss * 6 * c * (1 - c)))

    low, high = 0.0, q
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if bending(middle)[2] < energy else (low, middle)
    right, rate, _ = bending(low)
    return low, right, rate


_ENDS: Final[dict[str, Callable[[float, float], Ends]]] = {
    "auch": _auch,
    "average_precision": _average_precision,
    "best_accuracy": _best_accuracy,
    "best_f1_score": _best_f1_score,
    "h_measure": _h_measure,
    "kolmogorov_smirnov": _kolmogorov_smirnov,
    "lxcim": _lxcim,
}
