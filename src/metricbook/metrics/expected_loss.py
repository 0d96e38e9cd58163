"""Expected loss with every sample's score as the threshold, and the loss line it is the area under.

A threshold is drawn from the scores by weight, and the operating condition uniformly, without regard to each other: no
threshold is chosen to suit its condition. This is the reading of AUROC as a classification loss by Flach,
Hernández-Orallo and Ferri (2011, Section 3). What a tie does depends on which side of its own threshold a sample falls:

- ``ties="negative"``: a score at the threshold is negative (the paper's rule: positive if s > t). The thresholds give
  every classifier but the one that predicts all samples positive, which is then the *default classifier*.
- ``ties="positive"``: a score at the threshold is positive; the default predicts all samples negative. This is the
  paper's calculation with the classes exchanged and the scores negated.
- ``ties="half"``: the mean of both, which has no such bias.

With ``ties="half"``, for a sample of n and the default counted as one sample more,

    n/(n+1) {1/4 + (1 - AUROC)/2} + 1/(n+1) 1/2                              for skews (the paper's Theorem 4),
    n/(n+1) {(π_0² + π_1²)/2 + 2 π_0 π_1 (1 - AUROC)} + 1/(n+1) 1/2        for cost proportions,

whatever the ties; without the default, the braces alone, which are the paper's Corollary 3 and Theorem 2.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.costs import TIES, Over, Ties, error_prices
from metricbook.metrics.sweep import Sweep, steps_of
from metricbook.metrics.validation import Label, check_choice, check_number


class LossLine(NamedTuple):
    """A straight line over operating conditions, by its values at 0 and at 1."""

    at_zero: float
    at_one: float


def expected_loss(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    over: Over = "skew",
    ties: Ties = "half",
    default_weight: float = 1,
) -> float:
    """Mean loss over uniform operating conditions and over thresholds at the scores: the area under the loss line.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`. Thresholds are drawn by weight.
    over : {"skew", "cost"}
        What is uniform: the skew, or the cost proportion of a false positive (see `metricbook.metrics.costs`).
    ties : {"half", "negative", "positive"}
        Where a score at the threshold belongs.
    default_weight : float
        Weight of the default classifier, in the units of the sample weights; 0 leaves it out. By default it counts as
        one unweighted sample, so that whole-number weights mean repetition.

    Returns
    -------
    float
        Linear in AUROC for ``ties="half"``: over skews from (n+2)/(4(n+1)) for a perfect ranking to (3n+2)/(4(n+1)) for
        the worst, with 1/2 where AUROC is 1/2. It is not 0 for a perfect ranking, because few thresholds suit it.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    Only the mean of the distribution of conditions matters: any other of mean 1/2 gives the same.
    Sources: Flach et al. (2011), Theorems 2, 4 and 5.

    Examples
    --------
    The paper's Example 1, with and without the default classifier; it prints 7/24 and 1/4:

    >>> example = [1, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.2, 0.1]
    >>> round(24 * expected_loss(*example), 12), expected_loss(*example, ties="negative", default_weight=0)
    (7.0, 0.25)
    """
    return expected_loss_of(
        Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label),
        over=over,
        ties=ties,
        default_weight=default_weight,
    )


def loss_line(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    over: Over = "skew",
    ties: Ties = "half",
    default_weight: float = 1,
) -> LossLine:
    """Mean of the cost lines of all thresholds at the scores, and of the default classifier.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label, over, ties, default_weight
        As for `expected_loss`.

    Returns
    -------
    LossLine
        Its height at operating conditions 0 and 1; the area under it is `expected_loss`.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    Source: Flach et al. (2011), Section 3.1.

    Examples
    --------
    From 1/4 to 1/3 in the paper's Example 1:

    >>> line = loss_line([1, 1, 0, 0, 0], [0.9, 0.8, 0.7, 0.2, 0.1])
    >>> round(4 * line.at_zero, 12), round(3 * line.at_one, 12)
    (1.0, 1.0)
    """
    return loss_line_of(
        Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label),
        over=over,
        ties=ties,
        default_weight=default_weight,
    )


def expected_loss_of(sweep: Sweep, *, over: Over = "skew", ties: Ties = "half", default_weight: float = 1) -> float:
    """`expected_loss` read off a sweep."""
    line = loss_line_of(sweep, over=over, ties=ties, default_weight=default_weight)
    return (line.at_zero + line.at_one) / 2


def loss_line_of(sweep: Sweep, *, over: Over = "skew", ties: Ties = "half", default_weight: float = 1) -> LossLine:
    """`loss_line` read off a sweep."""
    sweep.require_both_classes("expected_loss")
    check_choice("ties", ties, TIES)
    default_weight = check_number(
        "default_weight", default_weight, "be a finite number, none negative", lambda weight: weight >= 0
    )
    per_false_negative, per_false_positive = error_prices(sweep, over)
    drawn = steps_of(sweep.true_positives + sweep.false_positives)
    accepted = (
        _mean_accepted(sweep.true_positives, drawn, ties, default_weight),
        _mean_accepted(sweep.false_positives, drawn, ties, default_weight),
    )
    return LossLine(per_false_negative * (sweep.positives - accepted[0]), per_false_positive * accepted[1])


def _mean_accepted(
    at_least: NDArray[np.float64], drawn: NDArray[np.float64], ties: Ties, default_weight: float
) -> float:
    """Mean weight on the positive side of the threshold, given the weight that scores at least each threshold."""
    if ties == "negative":
        accepted, default = np.append(0.0, at_least[:-1]), at_least[-1]
    elif ties == "positive":
        accepted, default = at_least, 0.0
    else:
        accepted, default = (np.append(0.0, at_least[:-1]) + at_least) / 2, at_least[-1] / 2
    return float((np.dot(drawn, accepted) + default_weight * default) / (drawn.sum() + default_weight))
