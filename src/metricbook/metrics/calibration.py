"""Calibration of scores as probabilities: Brier score, log loss and calibration curve, for scores between 0 and 1."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.sweep import Sweep, share, steps_of
from metricbook.metrics.validation import Label

if TYPE_CHECKING:
    import pandas as pd


def brier_score(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> float:
    r"""Mean squared distance of the score from the label, :math:`\frac1W\sum_i w_i\,(s_i - y_i)^2`.

    It is least, on average over the labels, if every score is the probability of being positive.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`, with scores between 0 and 1; one class may be missing.

    Returns
    -------
    float
        Between 0 and 1: 0 is perfect, 1/4 is the score 1/2 for everybody, and the prevalence p for everybody gets
        p (1 - p).

    Raises
    ------
    ValueError
        On bad input, or if a score is not between 0 and 1.

    Notes
    -----
    Source: Brier (1950), halved, as is usual for two classes.

    Examples
    --------
    The distances are 0.2, 0.5, 0.5 and 0, their squares 0.04, 0.25, 0.25 and 0:

    >>> round(brier_score([1, 1, 0, 0], [0.8, 0.5, 0.5, 0.0]), 4)
    0.135
    """
    return brier_score_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def log_loss(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> float:
    r"""Mean negative logarithm of the probability given to the true label, :math:`-\frac1W\sum_i w_i \ln p_i(y_i)`.

    Here :math:`p_i(1) = s_i` and :math:`p_i(0) = 1 - s_i`. Like the Brier score it is least, on average over the
    labels, if every score is the probability of being positive; a probability of 0 for a true label costs infinitely
    much.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`, with scores between 0 and 1; one class may be missing.

    Returns
    -------
    float
        At least 0, in nats: 0 is perfect, ln 2 is the score 1/2 for everybody, infinity is a probability of 0 for a
        true label.

    Raises
    ------
    ValueError
        On bad input, or if a score is not between 0 and 1.

    Notes
    -----
    Source: Good (1952). No score is moved away from 0 or 1 beforehand, as scikit-learn's function does.

    Examples
    --------
    The probabilities given to the true labels are 1/2, 1/2, 1 and 1:

    >>> round(log_loss([1, 0, 1, 0], [0.5, 0.5, 1.0, 0.0]) / math.log(2), 4)
    0.5
    """
    return log_loss_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def calibration_curve(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    bins: int | None = None,
) -> pd.DataFrame:
    """Share of positives against mean score, in groups of neighbouring scores: the diagonal is calibrated.

    Without ``bins`` the groups are the segments of the ROC convex hull, which are the blocks of the isotonic
    regression of the labels on the scores: as many as the data ask for, their shares of positives rising.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`, with scores between 0 and 1; one class may be missing.
    bins : int, optional
        Number of equally wide bins of the scores; a score at the border of two belongs to the lower, and bins without
        weight are left out.

    Returns
    -------
    DataFrame
        ``score``, the weighted mean score of a group; ``share``, its share of positives; and ``weight``. One row for
        each group, lowest scores first.

    Raises
    ------
    ValueError
        On bad input, if a score is not between 0 and 1, or if ``bins`` is not a whole number from 1 on.

    Notes
    -----
    Source: Dimitriadis, Gneiting and Jordan (2021) for the blocks, Murphy and Winkler (1977) for the bins.

    Examples
    --------
    The negative above a positive makes one block of the two:

    >>> calibration_curve([1, 0, 1, 0], [1.0, 0.5, 0.25, 0.125]).values.tolist()
    [[0.125, 0.0, 1.0], [0.375, 0.5, 2.0], [1.0, 1.0, 1.0]]
    >>> calibration_curve([1, 0, 1, 0], [0.75, 0.5, 0.25, 0.0], bins=2).values.tolist()
    [[0.25, 0.3333333333333333, 3.0], [0.75, 1.0, 1.0]]
    """
    sweep = Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    return calibration_curve_of(sweep, bins=bins)


def brier_score_of(sweep: Sweep) -> float:
    """`brier_score` read off a sweep."""
    probabilities = _probabilities(sweep, "brier_score")
    positives, negatives = _steps(sweep)
    total = np.dot(positives, (1 - probabilities) ** 2) + np.dot(negatives, probabilities**2)
    return share(float(total) / (sweep.positives + sweep.negatives))


def log_loss_of(sweep: Sweep) -> float:
    """`log_loss` read off a sweep."""
    probabilities = _probabilities(sweep, "log_loss")
    total = 0.0
    for weights, probability in zip(_steps(sweep), (probabilities, 1 - probabilities), strict=True):
        present = weights > 0
        if not probability[present].all():
            return math.inf
        total -= float(np.dot(weights[present], np.log(probability[present])))
    return max(total, 0.0) / (sweep.positives + sweep.negatives)


def calibration_curve_of(sweep: Sweep, *, bins: int | None = None) -> pd.DataFrame:
    """`calibration_curve` read off a sweep."""
    from pandas import DataFrame  # here, for importing it takes longer than importing all else

    probabilities = _probabilities(sweep, "calibration_curve")
    weights = sweep.true_positives + sweep.false_positives
    if bins is None:
        false_positives, true_positives = roc_hull_points(sweep)
        last = np.searchsorted(weights, false_positives + true_positives)
    else:
        last = _last_of_each_bin(probabilities, bins)
    sums = (np.cumsum(steps_of(weights) * probabilities), sweep.true_positives, weights)
    score, positive, weight = (steps_of(values[last])[::-1] for values in sums)
    weighted = weight > 0
    score, positive, weight = score[weighted], positive[weighted], weight[weighted]
    return DataFrame({"score": score / weight, "share": positive / weight, "weight": weight})


def _last_of_each_bin(probabilities: NDArray[np.float64], bins: int) -> NDArray[np.intp]:
    if isinstance(bins, bool) or not isinstance(bins, (int, np.integer)) or bins < 1:
        raise ValueError(f"bins must be a whole number from 1 on, not {bins!r}")
    place = np.searchsorted(np.linspace(0, 1, bins + 1)[1:-1], probabilities)
    return np.append(np.flatnonzero(np.diff(place)), probabilities.size - 1)


def _probabilities(sweep: Sweep, metric: str) -> NDArray[np.float64]:
    """The distinct scores; ValueError unless all lie between 0 and 1."""
    for score in (sweep.thresholds[0], sweep.thresholds[-1]):
        if not 0 <= score <= 1:
            raise ValueError(f"{metric} needs scores between 0 and 1, which are chances: found {score}")
    return sweep.thresholds


def _steps(sweep: Sweep) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weight of the positives and of the negatives at each distinct score."""
    return steps_of(sweep.true_positives), steps_of(sweep.false_positives)
