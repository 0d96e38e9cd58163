"""Metrics of the ranking that a score induces: AUROC, average precision, precision and recall at k, the hull's area."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.sweep import Sweep, curve_parts, doubled_area, share
from metricbook.metrics.validation import Label, check_number


def auroc(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> float:
    r"""Area under the ROC curve, :math:`P[s(X^+) > s(X^-)] + \frac12 P[s(X^+) = s(X^-)]`.

    A positive and a negative are drawn by weight; a tie between them earns half a point, which is the
    area of the straight ROC segment across the tie.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.

    Returns
    -------
    float
        Between 0 and 1: 1 where every positive outscores every negative, 1/2 for scores that tell the
        classes apart no better than chance, 0 for the reversed ranking.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing: with no positives or no negatives there is no pair.

    Notes
    -----
    Source: Hanley and McNeil (1982); Brogueira and Figueiredo, Section 1.1.

    Examples
    --------
    Of the four pairs three are right and one is tied:

    >>> auroc([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1])
    0.875
    """
    return auroc_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def average_precision(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> float:
    r"""Mean precision over the positives, :math:`\frac1P\sum_k (TP_k - TP_{k-1})\,\frac{TP_k}{TP_k + FP_k}`.

    The sum runs over the distinct thresholds from the highest down: each positive is scored by the
    precision at its own threshold, tied samples included. There is no interpolation between thresholds.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.

    Returns
    -------
    float
        Above 0 and at most 1: 1 where every positive outscores every negative; about the share of
        positives for scores that carry no information.

    Raises
    ------
    ValueError
        On bad input, or if there is no positive.

    Notes
    -----
    Source: the area under the precision-recall curve as McDermott et al. estimate it.

    Examples
    --------
    The precision at the first positive is 1, at the second 2/3:

    >>> round(average_precision([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1]), 4)
    0.8333
    """
    return average_precision_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def auch(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> float:
    """Area under the convex hull of the ROC curve and of the points (0, 0) and (1, 1).

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.

    Returns
    -------
    float
        Between 1/2 and 1, never below the AUROC: 1 where one threshold separates the classes, 1/2 where
        no threshold does better than guessing.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    The hull's segments are the blocks of the isotonic regression of the labels on the scores, so one
    linear pass of the pool-adjacent-violators algorithm finds them. Source: Fawcett (2006), Section 6.

    Examples
    --------
    The curve of a reversed ranking lies below the diagonal, so its hull is the diagonal:

    >>> auch([1, 0], [0.2, 0.7])
    0.5
    """
    return auch_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def kolmogorov_smirnov(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> float:
    """Largest gap `|TPR - FPR|` over all thresholds: the two-sample Kolmogorov-Smirnov statistic of the classes.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.

    Returns
    -------
    float
        Between 0 and 1: 1 where one threshold separates the classes, in either direction; 0 where both have the
        same distribution of scores.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Examples
    --------
    At the highest threshold half of the positives and no negative pass:

    >>> kolmogorov_smirnov([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1])
    0.5
    """
    return kolmogorov_smirnov_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def precision_at_k(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: float = 0.1,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
) -> float:
    """Share of positives among the k cases of the highest scores.

    Parameters
    ----------
    k : float, default 0.1
        Size of the top of the ranking: a share of the cases if below 1, else a number of cases, by weight.
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`; one class may be missing.

    Returns
    -------
    float
        Between 0 and 1: 1 where all k cases are positive; about the share of positives for scores that carry no
        information.

    Raises
    ------
    ValueError
        On bad input, or if ``k`` is not positive or exceeds the number of cases.

    Notes
    -----
    Where cases tie at the border of the top k, those that count are drawn at random: this is the mean over the draws.

    Examples
    --------
    The first is positive, and so is one half of the two that tie for the second place:

    >>> precision_at_k([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1], k=2)
    0.75
    """
    return precision_at_k_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label), k=k)


def recall_at_k(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    k: float = 0.1,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
) -> float:
    """Share of the positives that are among the k cases of the highest scores.

    Parameters
    ----------
    k, y_true, y_score, sample_weight, pos_label
        As for `precision_at_k`; the negatives may be missing.

    Returns
    -------
    float
        Between 0 and 1: 1 where every positive is among them; about ``k`` as a share for scores that carry no
        information.

    Raises
    ------
    ValueError
        On bad input, if there is no positive, or if ``k`` is not positive or exceeds the number of cases.

    Examples
    --------
    The first positive is among the two, and the other in one of two draws:

    >>> recall_at_k([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1], k=2)
    0.75
    """
    return recall_at_k_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label), k=k)


def auroc_of(sweep: Sweep) -> float:
    """`auroc` read off a sweep."""
    sweep.require_both_classes("auroc")
    return share(sweep.doubled_area / 2 / (sweep.positives * sweep.negatives))


def average_precision_of(sweep: Sweep) -> float:
    """`average_precision` read off a sweep."""
    sweep.require_positives("average_precision")
    return share(sweep.summed_precision / sweep.positives)


def auch_of(sweep: Sweep) -> float:
    """`auch` read off a sweep."""
    sweep.require_both_classes("auch")
    area = sum(doubled_area(*part) for part in curve_parts(*roc_hull_points(sweep))) / 2
    return share(area / (sweep.positives * sweep.negatives))


def kolmogorov_smirnov_of(sweep: Sweep) -> float:
    """`kolmogorov_smirnov` read off a sweep."""
    sweep.require_both_classes("kolmogorov_smirnov")
    gap = sweep.true_positives / sweep.positives - sweep.false_positives / sweep.negatives
    return float(np.abs(gap).max())


def precision_at_k_of(sweep: Sweep, *, k: float = 0.1) -> float:
    """`precision_at_k` read off a sweep."""
    end = weight_of_top(sweep, k)
    return share(positives_in_top(sweep, end) / end)


def recall_at_k_of(sweep: Sweep, *, k: float = 0.1) -> float:
    """`recall_at_k` read off a sweep."""
    sweep.require_positives("recall_at_k")
    return share(positives_in_top(sweep, weight_of_top(sweep, k)) / sweep.positives)


def weight_of_top(sweep: Sweep, k: float) -> float:
    """Weight of the top k of the ranking, k being a share below 1 or a number of cases."""
    total = sweep.positives + sweep.negatives
    k = check_number(
        "k", k, f"be a share below 1, or at most {total:g}, all there is", lambda one: 0 < one <= max(total, 1)
    )
    return k * total if k < 1 else min(k, total)


def positives_in_top(sweep: Sweep, weight: float) -> float:
    """Weight of the positives in the first ``weight`` of the ranking; a step that fits in part counts by that part."""
    reached = np.append(0.0, sweep.true_positives + sweep.false_positives)
    return float(np.interp(weight, reached, np.append(0.0, sweep.true_positives)))
