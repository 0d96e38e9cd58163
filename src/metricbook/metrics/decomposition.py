"""LxCIM decomposed: the accuracy, and how well confidence separates right decisions from wrong ones.

With a the accuracy, and u the AUROC of the confidence as a detector of correctness, LxCIM = a² + 2 a (1 - a) u.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.ranking import auroc_of
from metricbook.metrics.selective import confidence_of, correctness
from metricbook.metrics.sweep import Sweep, sort_by_score
from metricbook.metrics.validation import Label, Sample, check_number, check_sample, check_threshold


def confidence_auroc(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> float:
    r"""AUROC of confidence as a detector of right decisions, :math:`P[g^+ > g^-] + \frac12 P[g^+ = g^-]`.

    A right and a wrong decision, of confidence :math:`g^+` and :math:`g^-`, are drawn by weight: the right one should
    be the more confident. A score exactly at the threshold is half right and half wrong, both with confidence 0.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, threshold
        As for `metricbook.ConfidenceSweep`.

    Returns
    -------
    float
        Between 0 and 1: 1 where every right decision is more confident than every wrong one, 1/2 where confidence
        says nothing, 0 where the mistakes are the most confident.

    Raises
    ------
    ValueError
        On bad input, or if all decisions are right, or all wrong: then there is no pair.

    Notes
    -----
    Not in the paper. Together with the accuracy it gives LxCIM, see `lxcim_from_parts`.

    Examples
    --------
    Two right decisions of confidence 3 and 1, a wrong one of confidence 2: one pair of two is in order.

    >>> confidence_auroc([1, 1, 1], [3.0, -2.0, 1.0])
    0.5
    """
    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    sweep = Sweep.of_sorted(sort_by_score(_right_and_wrong(sample, check_threshold(threshold))))
    for weight, name in ((sweep.positives, "right"), (sweep.negatives, "wrong")):
        if not weight > 0:
            raise ValueError(f"confidence_auroc is undefined: no decision of positive weight is {name}")
    return auroc_of(sweep)


def lxcim_from_parts(accuracy: float, confidence_auroc: float) -> float:
    r"""LxCIM from its two parts, :math:`a^2 + 2a(1-a)\,u`.

    Parameters
    ----------
    accuracy : float
        The accuracy a, between 0 and 1.
    confidence_auroc : float
        The AUROC u of confidence as a detector of correctness, between 0 and 1. Where the accuracy is 0 or 1 it
        does not exist and is not needed: NaN will do.

    Returns
    -------
    float
        Between a² (u = 0) and 1 - (1 - a)² (u = 1).

    Raises
    ------
    ValueError
        If a part is not between 0 and 1.

    Notes
    -----
    Two decisions are drawn by weight, with replacement, and LxCIM is the probability that the more confident one is
    right. Both are right with probability a². With probability 2 a (1 - a) one is right and one wrong, and then the
    right one is the more confident with probability u.

    Examples
    --------
    The example of `confidence_auroc`, where 2 of 3 are right: 4/9 + 2 · 2/9 · 1/2.

    >>> round(lxcim_from_parts(2 / 3, 1 / 2), 4)
    0.6667
    """
    _require_share(accuracy, "accuracy")
    if accuracy in (0, 1) and math.isnan(confidence_auroc):
        return float(accuracy)
    _require_share(confidence_auroc, "confidence_auroc")
    return accuracy**2 + 2 * accuracy * (1 - accuracy) * confidence_auroc


def _right_and_wrong(sample: Sample, threshold: float) -> Sample:
    """The decisions as a sample: correctness for label, confidence for score, each score at s* as two halves."""
    correct = correctness(sample.labels, sample.scores, threshold)
    confidence = confidence_of(sample.scores, threshold)
    at_threshold = sample.scores == threshold
    if not at_threshold.any():
        return Sample(correct == 1, confidence, sample.weights)
    weights: NDArray[np.float64] = np.ones(correct.size) if sample.weights is None else sample.weights
    halved = np.where(at_threshold, weights / 2, weights)
    return Sample(
        np.append(correct > 0, np.zeros(np.count_nonzero(at_threshold), dtype=bool)),
        np.append(confidence, confidence[at_threshold]),
        np.append(halved, halved[at_threshold]),
    )


def _require_share(value: float, name: str) -> None:
    check_number(name, value, "lie between 0 and 1", lambda share: 0 <= share <= 1)
