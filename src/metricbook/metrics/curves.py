"""Curves as tables: what figures draw and readers download."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.selective import ConfidenceSweep, confidence_of, correctness
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.validation import Label, check_sample, check_threshold


def decisions(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> pd.DataFrame:
    """Every decision, from the most to the least confident.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, threshold
        As for `metricbook.metrics.selective.ConfidenceSweep`.

    Returns
    -------
    DataFrame
        One row per sample: ``confidence``, ``correct`` (1, 0, or 1/2 at the threshold), ``weight``, and the
        ``decision_rate`` (share of the total weight) reached with it. Samples of equal confidence keep their order.

    Examples
    --------
    >>> decisions([1, 1], [-1.0, 2.0])[["confidence", "correct", "decision_rate"]].values.tolist()
    [[2.0, 1.0, 0.5], [1.0, 0.0, 1.0]]
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    threshold = check_threshold(threshold)
    confidence = confidence_of(sample.scores, threshold)
    order = np.argsort(-confidence, kind="stable")
    weights = np.ones(order.size) if sample.weights is None else sample.weights[order]
    return pd.DataFrame(
        {
            "confidence": confidence[order],
            "correct": correctness(sample.labels, sample.scores, threshold)[order],
            "weight": weights,
            "decision_rate": np.cumsum(weights) / weights.sum(),
        }
    )


def decision_curves(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> pd.DataFrame:
    """Cumulative accuracy and accuracy against the decision rate.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, threshold
        As for `metricbook.metrics.selective.ConfidenceSweep`.

    Returns
    -------
    DataFrame
        One row for each distinct confidence, highest first, after a row for the decision rate 0:
        ``decision_rate``, ``cumulative_accuracy`` (correct weight so far over the total weight) and ``accuracy`` (over
        the weight so far; at rate 0 the limit from the right). All lie between 0 and 1. Twice the area under the
        cumulative accuracy is LxCIM.

    Examples
    --------
    >>> decision_curves([1, 1], [2.0, -1.0]).values.tolist()
    [[0.0, 0.0, 1.0], [0.5, 0.5, 1.0], [1.0, 0.5, 0.5]]
    """
    sweep = ConfidenceSweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, threshold=threshold)
    accuracy = sweep.correct / sweep.coverage
    return pd.DataFrame(
        {
            "decision_rate": _from_zero(sweep.coverage / sweep.total),
            "cumulative_accuracy": _from_zero(sweep.correct / sweep.total),
            "accuracy": np.append(accuracy[0], accuracy),
        }
    )


def roc_curve(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> pd.DataFrame:
    """The ROC curve, from (0, 0) to (1, 1); a tie of both classes is one sloping step.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.metrics.sweep.Sweep`.

    Returns
    -------
    DataFrame
        ``false_positive_rate`` and ``true_positive_rate``, one row for each distinct score after the origin.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Examples
    --------
    >>> roc_curve([1, 0], [2.0, 1.0]).values.tolist()
    [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    sweep = Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    sweep.require_both_classes("the ROC curve")
    return pd.DataFrame(
        {
            "false_positive_rate": _from_zero(sweep.false_positives / sweep.negatives),
            "true_positive_rate": _from_zero(sweep.true_positives / sweep.positives),
        }
    )


def _from_zero(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.append(0.0, values)
