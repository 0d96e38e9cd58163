"""Curves as pandas tables, to draw and to download."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.indistinguishability import IndistinguishabilitySweep, Ties
from metricbook.metrics.selective import ConfidenceSweep, confidence_of, correctness
from metricbook.metrics.sweep import Curve, Sweep
from metricbook.metrics.validation import Label, check_sample, check_threshold

if TYPE_CHECKING:
    import pandas as pd


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
        As for `metricbook.ConfidenceSweep`.

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
    return _make_table(
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
        As for `metricbook.ConfidenceSweep`.

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
    return decision_curves_of(
        ConfidenceSweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, threshold=threshold)
    )


def roc_curve(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> pd.DataFrame:
    """The ROC curve, from (0, 0) to (1, 1); a tie of both classes is one sloping step.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.

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
    return roc_curve_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def precision_recall_curve(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> pd.DataFrame:
    """Precision and recall at every threshold, the highest first.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.

    Returns
    -------
    DataFrame
        ``recall`` and ``precision``, one row for each distinct score that carries weight. There is no point at recall
        0 that no threshold reaches, and no interpolation: the mean of the precision over the rises of the recall is
        `metricbook.average_precision`.

    Raises
    ------
    ValueError
        On bad input, or if there is no positive.

    Examples
    --------
    >>> precision_recall_curve([1, 0], [2.0, 1.0]).values.tolist()
    [[1.0, 1.0], [1.0, 0.5]]
    """
    return precision_recall_curve_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def indistinguishability_curves(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    ties: Ties = "half",
) -> pd.DataFrame:
    """The win rate B with its parts, precision, F1, TPR and FPR at every threshold, as a table.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, ties
        As for `IndistinguishabilitySweep`.

    Returns
    -------
    DataFrame
        ``threshold`` (highest first), ``B``, ``B_plus``, ``B_minus``, ``C``, ``F1``, ``tpr``, ``fpr``.

    Raises
    ------
    ValueError
        As `IndistinguishabilitySweep`.

    Examples
    --------
    >>> indistinguishability_curves([1, 0], [2.0, 1.0])[["threshold", "B", "C"]].values.tolist()
    [[2.0, 0.5, 1.0], [1.0, 0.75, 0.5]]
    """
    return indistinguishability_curves_of(
        IndistinguishabilitySweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, ties=ties)
    )


def decision_curves_of(sweep: ConfidenceSweep) -> pd.DataFrame:
    """`decision_curves` read off a confidence sweep."""
    rate, cumulative = decision_points(sweep)
    accuracy = sweep.correct / sweep.coverage
    return _make_table(
        {"decision_rate": rate, "cumulative_accuracy": cumulative, "accuracy": np.append(accuracy[0], accuracy)}
    )


def decision_points(sweep: ConfidenceSweep) -> Curve:
    """Decision rates, from 0 up, and the cumulative accuracy at each."""
    return _prepend_zero(sweep.coverage / sweep.total), _prepend_zero(sweep.correct / sweep.total)


def roc_curve_of(sweep: Sweep) -> pd.DataFrame:
    """`roc_curve` read off a sweep."""
    false, true = roc_points(sweep)
    return _make_table({"false_positive_rate": false, "true_positive_rate": true})


def roc_points(sweep: Sweep) -> Curve:
    """False positive rates, from 0 up, and the true positive rate at each."""
    sweep.require_both_classes("the ROC curve")
    return _prepend_zero(sweep.false_positives / sweep.negatives), _prepend_zero(sweep.true_positives / sweep.positives)


def precision_recall_curve_of(sweep: Sweep) -> pd.DataFrame:
    """`precision_recall_curve` read off a sweep."""
    recall, precision = precision_recall_points(sweep)
    return _make_table({"recall": recall, "precision": precision})


def precision_recall_points(sweep: Sweep) -> Curve:
    """Recalls, ascending, and the precision at each."""
    sweep.require_positives("the precision-recall curve")
    predicted_positive = sweep.true_positives + sweep.false_positives
    reached = predicted_positive > 0
    true = sweep.true_positives[reached]
    return true / sweep.positives, true / predicted_positive[reached]


def indistinguishability_curves_of(sweep: IndistinguishabilitySweep) -> pd.DataFrame:
    """`indistinguishability_curves` read off a sweep."""
    return _make_table(
        {
            "threshold": sweep.thresholds,
            "B": sweep.win_rate,
            "B_plus": sweep.positive_part,
            "B_minus": sweep.negative_part,
            "C": sweep.precision,
            "F1": sweep.f1,
            "tpr": sweep.true_positive_rate,
            "fpr": sweep.false_positive_rate,
        }
    )


def _make_table(columns: dict[str, NDArray[np.float64]]) -> pd.DataFrame:
    from pandas import DataFrame  # here, for importing it takes longer than importing all else

    return DataFrame(columns)


def _prepend_zero(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.append(0.0, values)
