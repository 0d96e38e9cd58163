"""Losses at operating conditions: cost lines, their lower envelope the cost curve, and the ROC convex hull.

Orientation. Labels and scores are scikit-learn's: class 1 is the positive class and scores high. Hand (2009) and
Flach, Hernández-Orallo and Ferri (2011) call class 0 the positive class, and it scores low. Their data enter here
unchanged; only the names differ. With their rule, class 1 if s > t,

====================================  =====================================
in the paper                          here
====================================  =====================================
F_0(t), "true positive rate"          true negative rate, 1 - FPR
F_1(t), "false positive rate"         false negative rate, 1 - TPR
ROC point (F_1, F_0)                  ROC point (FPR, TPR) = (1 - F_0, 1 - F_1)
c, cost share of class 0              cost share of a false positive
z, skew                               z, the same
====================================  =====================================

The two ROC curves are mirror images in the diagonal that falls from (0, 1) to (1, 0), so that areas agree.

Operating conditions. An error on class 0 costs c_0, one on class 1 costs c_1. The *cost proportion* is
c = c_0 / (c_0 + c_1); the *skew* z = c_0 π_0 / (c_0 π_0 + c_1 π_1) also counts how many of each class there are, with
π_0 and π_1 the weights of the negatives and the positives over the total. With costs that add up to 2,

    Q_c = 2 {c π_0 FPR + (1 - c) π_1 FNR}    and    Q_z = z FPR + (1 - z) FNR,

both between 0 and 2 max(π_0, π_1), or 1; for balanced classes they are the same. Here ``over="cost"`` means Q_c as a
function of c, and ``over="skew"`` Q_z as a function of z.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.sweep import Sweep, steps_of
from metricbook.metrics.validation import Label, as_floats, check_choice, check_number

#: Kind of an operating condition: a cost proportion, or a skew.
Over = Literal["cost", "skew"]
Ties = Literal["negative", "positive", "half"]

OVER: Final[tuple[Over, ...]] = ("cost", "skew")
TIES: Final = ("negative", "positive", "half")


class CostLines(NamedTuple):
    """Straight lines from the loss at operating condition 0 to the loss at 1, one for each threshold."""

    thresholds: NDArray[np.float64]
    at_zero: NDArray[np.float64]
    at_one: NDArray[np.float64]


class CostCurve(NamedTuple):
    """Corners of the lower envelope of all cost lines, straight in between; conditions rise from 0 to 1."""

    conditions: NDArray[np.float64]
    losses: NDArray[np.float64]


class RocHull(NamedTuple):
    """Vertices of the ROC convex hull from (0, 0) to (1, 1); no three of them lie on a line."""

    false_positive_rates: NDArray[np.float64]
    true_positive_rates: NDArray[np.float64]


class Blocks(NamedTuple):
    """Weight of the positives and of the negatives on each segment of the ROC convex hull, highest scores first."""

    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]


def skew_from_cost(cost: ArrayLike, prevalence: float) -> NDArray[np.float64] | float:
    """Skew z = c (1 - π) / {c (1 - π) + (1 - c) π} of a cost proportion c, π being the share of the positives.

    Parameters
    ----------
    cost : float or array
        Cost proportions between 0 and 1.
    prevalence : float
        Above 0 and below 1.

    Returns
    -------
    float or array like ``cost``
        Between 0 and 1, rising with the cost proportion, and equal to it for balanced classes.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Source: Flach et al. (2011), Eq. 2, with π_0 = 1 - π.

    Examples
    --------
    >>> skew_from_cost(0.5, 0.25)
    0.75
    """
    values, share = check_conditions(cost), _check_share(prevalence)
    false_positive, false_negative = values * (1 - share), (1 - values) * share
    return _like(false_positive / (false_positive + false_negative))


def cost_from_skew(skew: ArrayLike, prevalence: float) -> NDArray[np.float64] | float:
    """Cost proportion of a skew, the inverse of `skew_from_cost`.

    Parameters
    ----------
    skew : float or array
        Skews between 0 and 1.
    prevalence : float
        Above 0 and below 1.

    Returns
    -------
    float or array like ``skew``
        Between 0 and 1.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> cost_from_skew(0.75, 0.25)
    0.5
    """
    return skew_from_cost(skew, 1 - _check_share(prevalence))


def loss(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    threshold: ArrayLike,
    condition: ArrayLike,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    over: Over = "skew",
    ties: Ties = "half",
) -> NDArray[np.float64] | float:
    """Loss Q_z = z FPR + (1 - z) FNR, or Q_c = 2 {c π_0 FPR + (1 - c) π_1 FNR}, of the decisions at a threshold.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    threshold : float or array
        Decision thresholds in the units of the scores; infinite ones put all samples in one class.
    condition : float or array
        Skews or cost proportions between 0 and 1; broadcast against the thresholds.
    over : {"skew", "cost"}
        What the condition is.
    ties : {"half", "negative", "positive"}
        Where a score at the threshold belongs: half to each class, to the negatives (the paper's rule: positive only if
        above), or to the positives.

    Returns
    -------
    float or array
        0 is perfect. A skew loss of 1/2 at z = 1/2, or a cost loss of 1/2 at c = 1/2 with balanced classes, is what
        guessing gets; at c = 1/2 the cost loss is the error rate.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    Source: Flach et al. (2011), Eqs. 1 and 3 with b = 2.

    Examples
    --------
    Half of the negatives and none of the positives are on the wrong side:

    >>> loss([1, 1, 0, 0], [0.9, 0.8, 0.7, 0.1], threshold=0.5, condition=0.75)
    0.375
    """
    sweep = Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    return loss_of(sweep, threshold=threshold, condition=condition, over=over, ties=ties)


def cost_lines(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    over: Over = "skew",
) -> CostLines:
    """The loss at every threshold as a line over operating conditions: from FNR at z = 0 to FPR at z = 1.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    over : {"skew", "cost"}
        Cost lines over cost proportions run from 2 π_1 FNR to 2 π_0 FPR.

    Returns
    -------
    CostLines
        Arrays of shape (m + 1,) for m distinct scores. The first threshold is infinite (nothing is positive); the rest
        are the distinct scores, highest first, positive if score >= threshold.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    Source: Drummond and Holte (2006); Flach et al. (2011), Section 2.2.

    Examples
    --------
    >>> lines = cost_lines([1, 0], [0.7, 0.2])
    >>> lines.thresholds.tolist(), lines.at_zero.tolist(), lines.at_one.tolist()
    ([inf, 0.7, 0.2], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0])
    """
    return cost_lines_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label), over=over)


def cost_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    over: Over = "skew",
) -> CostCurve:
    """Smallest loss of any threshold, min_t Q(t; z), as a function of the operating condition.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    over : {"skew", "cost"}
        What the operating condition is.

    Returns
    -------
    CostCurve
        The corners of a concave curve, 0 at both ends; ``np.interp`` gives the values in between. A perfect ranking
        has the curve 0, with its two ends only. Uninformative scores have min(z, 1 - z), whose corner is at
        z = 1/2, or for cost proportions at c = π_1.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    A corner is where the optimal threshold changes: it belongs to one segment of the ROC convex hull, and lies at the
    share of positives among the samples on that segment, which is their value in the isotonic regression of the
    labels on the scores. Segments that rise straight up or run level belong to the ends.
    Source: Flach et al. (2011), Eq. 8.

    Examples
    --------
    >>> curve = cost_curve([1, 0, 1, 0], [4, 3, 2, 1])
    >>> curve.conditions.tolist(), curve.losses.tolist()
    ([0.0, 0.5, 1.0], [0.0, 0.25, 0.0])
    """
    return cost_curve_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label), over=over)


def roc_hull(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> RocHull:
    """Vertices (FPR, TPR) of the convex hull of the ROC curve and of the points (0, 0) and (1, 1).

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.

    Returns
    -------
    RocHull
        At least the two ends; three points, (0, 0), (0, 1), (1, 1), for a perfect ranking.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    The vertices are exact for whole-number weights: sums of weights, divided once.

    Examples
    --------
    >>> hull = roc_hull([1, 0, 1, 0], [4, 3, 2, 1])
    >>> hull.false_positive_rates.tolist(), hull.true_positive_rates.tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0])
    """
    return roc_hull_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def loss_of(
    sweep: Sweep, *, threshold: ArrayLike, condition: ArrayLike, over: Over = "skew", ties: Ties = "half"
) -> NDArray[np.float64] | float:
    """`loss` read off a sweep."""
    limits = as_floats(threshold, "threshold")
    if np.isnan(limits).any():
        raise ValueError("threshold must be a number, not NaN")
    conditions = check_conditions(condition)
    check_choice("ties", ties, TIES)
    sweep.require_both_classes("loss")
    per_false_negative, per_false_positive = error_prices(sweep, over)
    true = np.append(0.0, sweep.true_positives)
    false = np.append(0.0, sweep.false_positives)
    above = np.searchsorted(-sweep.thresholds, -limits, side="left")
    reached = np.searchsorted(-sweep.thresholds, -limits, side="right")
    first = reached if ties == "positive" else above
    second = above if ties == "negative" else reached
    at_zero = per_false_negative * (sweep.positives - (true[first] + true[second]) / 2)
    at_one = per_false_positive * (false[first] + false[second]) / 2
    return _like((1 - conditions) * at_zero + conditions * at_one)


def cost_lines_of(sweep: Sweep, *, over: Over = "skew") -> CostLines:
    """`cost_lines` read off a sweep."""
    sweep.require_both_classes("cost_lines")
    per_false_negative, per_false_positive = error_prices(sweep, over)
    return CostLines(
        np.append(np.inf, sweep.thresholds),
        per_false_negative * (sweep.positives - np.append(0.0, sweep.true_positives)),
        per_false_positive * np.append(0.0, sweep.false_positives),
    )


def cost_curve_of(sweep: Sweep, *, over: Over = "skew") -> CostCurve:
    """`cost_curve` read off a sweep."""
    sweep.require_both_classes("cost_curve")
    per_false_negative, per_false_positive = error_prices(sweep, over)
    positives, negatives = blocks_of(sweep)
    gained, lost = per_false_negative * positives[::-1], per_false_positive * negatives[::-1]
    heavy = gained + lost > 0  # a block may be too light for its shares of the classes to be floats
    gained, lost = gained[heavy], lost[heavy]
    conditions = gained / (gained + lost)
    # The loss at each corner, where rejecting a block costs as much as accepting it.
    losses = (1 - conditions) * (np.cumsum(gained) - gained) + conditions * (np.cumsum(lost[::-1])[::-1])
    inside = (conditions > 0) & (conditions < 1)
    return CostCurve(np.concatenate([[0.0], conditions[inside], [1.0]]), np.concatenate([[0.0], losses[inside], [0.0]]))


def roc_hull_of(sweep: Sweep) -> RocHull:
    """`roc_hull` read off a sweep."""
    sweep.require_both_classes("roc_hull")
    false_positives, true_positives = roc_hull_points(sweep)
    return RocHull(np.append(0.0, false_positives / sweep.negatives), np.append(0.0, true_positives / sweep.positives))


def blocks_of(sweep: Sweep) -> Blocks:
    """Weight of each class on the segments of the ROC convex hull, from the highest scores down."""
    false_positives, true_positives = roc_hull_points(sweep)
    return Blocks(steps_of(true_positives), steps_of(false_positives))


def error_prices(sweep: Sweep, over: Over) -> tuple[float, float]:
    """Loss per unit weight of false negatives at condition 0, and of false positives at condition 1."""
    check_choice("over", over, OVER)
    if over == "skew":
        return 1 / sweep.positives, 1 / sweep.negatives
    each = 2 / (sweep.positives + sweep.negatives)
    return each, each


def check_conditions(values: ArrayLike) -> NDArray[np.float64]:
    """Operating conditions as floats; ``ValueError`` unless all lie between 0 and 1."""
    array = as_floats(values, "condition")
    if not ((array >= 0) & (array <= 1)).all():
        raise ValueError(f"operating conditions lie between 0 and 1, not {values!r}")
    return array


def _check_share(value: float) -> float:
    return check_number("prevalence", value, "lie strictly between 0 and 1", lambda share: 0 < share < 1)


def _like(values: NDArray[np.float64]) -> NDArray[np.float64] | float:
    """A zero-dimensional array as a float, any other as it is."""
    return float(values) if np.ndim(values) == 0 else values
