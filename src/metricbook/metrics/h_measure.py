"""Expected minimum loss under a Beta distribution of costs or skews, and Hand's H measure, in closed form.

Let v_b be the share of positives on segment b of the ROC convex hull and w_b the share of the total weight there. At
cost proportion c it is best to accept the segments with v_b > c and to reject the others, so each segment adds
w_b min{c (1 - v_b), (1 - c) v_b} to half the loss. The expectation over c can be taken segment by segment:

    L = 2 Σ_b w_b g(v_b),    g(v) = (1 - v) E[c; c < v] + v E[1 - c; c > v].

Under a Beta(α, β) distribution both partial means are regularised incomplete beta functions. Uninformative scores make
one segment with v = π_1, so that H = 1 - Σ_b w_b g(v_b) / g(π_1). As g is concave, H lies between 0 and 1.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook.metrics.costs import Over, blocks_of, error_prices
from metricbook.metrics.sweep import LIGHTEST, Sweep, share
from metricbook.metrics.validation import Label, check_number


def expected_min_loss(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    over: Over = "skew",
    alpha: float = 1,
    beta: float = 1,
) -> float:
    r"""Expected loss at the best threshold for each condition, :math:`\int_0^1 \min_t Q(t; z)\, B(z; α, β)\, dz`.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    over : {"skew", "cost"}
        What is drawn from the Beta distribution: the skew, or the cost proportion of a false positive (see
        `metricbook.metrics.costs` for both, for the factor 2 in the cost loss and for the orientation).
    alpha, beta : float
        Parameters of the Beta distribution, above 0. The uniform distribution, 1 and 1, over skews gives the area under
        the cost curve.

    Returns
    -------
    float
        0 where one threshold separates the classes. Uninformative scores have the largest value,
        2 g(1/2) for skews (1/4 under the uniform distribution) and 2 g(π_1) for cost proportions.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    Sources: Flach et al. (2011), Eqs. 17 and 19; Hand (2009) for cost proportions, Drummond and Holte (2006) for skews.

    Examples
    --------
    The cost curve is a triangle of height 1/4:

    >>> expected_min_loss([1, 0, 1, 0], [4, 3, 2, 1])
    0.125
    """
    return expected_min_loss_of(
        Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label), over=over, alpha=alpha, beta=beta
    )


def h_measure(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    alpha: float = 2,
    beta: float = 2,
) -> float:
    """Hand's H, 1 - L / L_Max: one less expected minimum loss as a share of that of uninformative scores.

    The cost proportion c of a false positive is drawn from Beta(alpha, beta). Beta(2, 2) is what Hand proposed in 2009.
    `h_measure_severity` and `h_measure_prevalence` take the parameters from the class shares, as later publications do.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    alpha, beta : float
        Parameters of the Beta distribution, above 0. The larger alpha, the more false positives cost.

    Returns
    -------
    float
        Between 0 and 1: 1 where one threshold separates the classes, 0 where no threshold beats the better of
        "all positive" and "all negative" at any cost.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    H depends on the class shares. For H over skews, which does not, weight the samples so that both classes have
    the same total weight. Sources: Hand (2009); Flach et al. (2011), Eqs. 17 and 18.

    Examples
    --------
    The middle pair is in the wrong order, and g(1/2) = 5/32 counts for half of the samples:

    >>> h_measure([1, 0, 1, 0], [4, 3, 2, 1])
    0.5
    """
    return h_measure_of(
        Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label), alpha=alpha, beta=beta
    )


def h_measure_severity(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    severity_ratio: float | None = None,
) -> float:
    """H under Beta(2, 1 + 1/SR), whose mode is the cost proportion SR / (1 + SR): the R package's convention.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.
    severity_ratio : float, optional
        How many times as much a false positive costs as a false negative, above 0. By default π_1 / π_0, so that the
        mode is π_1 and both classes matter alike; 1 is Beta(2, 2).

    Returns
    -------
    float
        Between 0 and 1, as for `h_measure`.

    Raises
    ------
    ValueError
        On bad input, if one class is missing, or if the ratio is not above 0.

    Notes
    -----
    Source: the R package hmeasure, argument ``severity.ratio``.

    Examples
    --------
    For balanced classes the ratio is 1, and this is Hand's proposal of 2009:

    >>> h_measure_severity([1, 0, 1, 0], [4, 3, 2, 1])
    0.5
    """
    return h_measure_severity_of(
        Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label), severity_ratio=severity_ratio
    )


def h_measure_prevalence(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> float:
    """H under Beta(1 + π_1, 1 + π_0), whose mode is the cost proportion π_1: Hand and Anagnostopoulos's proposal.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.

    Returns
    -------
    float
        Between 0 and 1, as for `h_measure`.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    Source: Hand and Anagnostopoulos (2014), "A better Beta for the H measure".

    Examples
    --------
    >>> round(h_measure_prevalence([1, 0, 1, 0], [4, 3, 2, 1]), 12)
    0.5
    """
    return h_measure_prevalence_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def expected_min_loss_of(sweep: Sweep, *, over: Over = "skew", alpha: float = 1, beta: float = 1) -> float:
    """`expected_min_loss` read off a sweep."""
    sweep.require_both_classes("expected_min_loss")
    per_positive, per_negative = error_prices(sweep, over)
    positives, negatives = blocks_of(sweep)
    return _total_loss(per_positive * positives, per_negative * negatives, alpha, beta)


def h_measure_of(sweep: Sweep, *, alpha: float = 2, beta: float = 2) -> float:
    """`h_measure` read off a sweep."""
    sweep.require_both_classes("h_measure", lightest=LIGHTEST)
    lost = _total_loss(*blocks_of(sweep), alpha, beta)
    most = _total_loss(np.array([sweep.positives]), np.array([sweep.negatives]), alpha, beta)
    if not most > 0:
        raise ValueError(f"h_measure is undefined: no cost of a Beta law of {alpha:g} and {beta:g} loses anything")
    return share(1 - lost / most)


def h_measure_severity_of(sweep: Sweep, *, severity_ratio: float | None = None) -> float:
    """`h_measure_severity` read off a sweep."""
    sweep.require_both_classes("h_measure_severity")
    if severity_ratio is None:
        return h_measure_of(sweep, alpha=2, beta=1 + sweep.negatives / sweep.positives)
    ratio = check_number("severity_ratio", severity_ratio, "be a positive number", lambda ratio: ratio > 0)
    return h_measure_of(sweep, alpha=2, beta=1 + 1 / ratio)


def h_measure_prevalence_of(sweep: Sweep) -> float:
    """`h_measure_prevalence` read off a sweep."""
    sweep.require_both_classes("h_measure_prevalence")
    total = sweep.positives + sweep.negatives
    return h_measure_of(sweep, alpha=1 + sweep.positives / total, beta=1 + sweep.negatives / total)


def _total_loss(positives: NDArray[np.float64], negatives: NDArray[np.float64], alpha: float, beta: float) -> float:
    """Σ_b w_b g(v_b), w_b and v_b being the weight of a block and the share of positives in it."""
    weight = positives + negatives
    heavy = weight > 0  # a block may be too light for its shares of the classes to be floats
    positives, negatives, weight = positives[heavy], negatives[heavy], weight[heavy]
    total = float(np.dot(weight, _loss_at_share(positives / weight, negatives / weight, alpha, beta)))
    if not math.isfinite(total):
        raise ValueError(f"the loss is undefined: floats do not hold a Beta law of {alpha:g} and {beta:g}")
    return total


def _loss_at_share(
    v: NDArray[np.float64], other: NDArray[np.float64], alpha: float, beta: float
) -> NDArray[np.float64]:
    """g(v) of the module's docstring, v being the share of positives and ``other`` that of negatives."""
    from scipy.special import betainc, betaincc  # here, for importing it takes longer than importing NumPy

    alpha = check_number("alpha", alpha, "be a positive number", lambda parameter: parameter > 0)
    beta = check_number("beta", beta, "be a positive number", lambda parameter: parameter > 0)
    mean = alpha / (alpha + beta)
    return other * mean * betainc(alpha + 1, beta, v) + v * (1 - mean) * betaincc(alpha, beta + 1, v)


class HandWeight(NamedTuple):
    """A discrete distribution of cost proportions, from the highest down."""

    costs: NDArray[np.float64]
    probabilities: NDArray[np.float64]


def hand_weight(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: Label | None = None
) -> HandWeight:
    """Distribution of cost proportions that AUCH implies: the share of positives on each segment of the ROC hull.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.Sweep`.

    Returns
    -------
    HandWeight
        Arrays of shape (k,) for k segments: each segment's share of positives, between 0 and 1, and its share of the
        total weight. The mean of the distribution is the share of positives in the sample.

    Raises
    ------
    ValueError
        On bad input, or if one class is missing.

    Notes
    -----
    The expected minimum loss over this distribution is 4 π_0 π_1 (1 - AUCH).
    Source: Flach et al. (2011), Eqs. 10 to 14 and footnote 1.

    Examples
    --------
    Two classifiers on four samples put different weight on the same costs:

    >>> law = hand_weight([1, 0, 1, 0], [4, 3, 2, 1])
    >>> law.costs.tolist(), law.probabilities.tolist()
    ([1.0, 0.5, 0.0], [0.25, 0.5, 0.25])
    >>> hand_weight([0, 1, 0, 1], [4, 3, 2, 1]).costs.tolist()
    [0.5]
    """
    return hand_weight_of(Sweep(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))


def hand_weight_of(sweep: Sweep) -> HandWeight:
    """`hand_weight` read off a sweep."""
    sweep.require_both_classes("hand_weight")
    positives, negatives = blocks_of(sweep)
    weight = positives + negatives
    return HandWeight(positives / weight, weight / (sweep.positives + sweep.negatives))
