r"""AUROC and AUPRC as expectations over the positives, with the convention for equal scores spelled out.

For continuous scores :math:`\mathrm{AUROC} = 1 - E_+[\mathrm{FPR}(s^+)]` and
:math:`\mathrm{AUPRC} = 1 - P(y=0)\,E_+[\mathrm{FPR}(s^+) / P(s > s^+)]`. In a sample every positive's score is a
threshold that the positive itself attains, so "above the threshold" has to say what it does with equality:

- ``"at least"``: scores at or above the threshold count. The second formula then is `average_precision`, the first
  counts a tie between the classes as lost.
- ``"above"``: only larger scores count. The first formula counts a tie as won; the second is 0/0, hence undefined,
  whenever nothing scores above some positive, so for every sample whose highest score is a positive's.
- ``"half"``: equal scores count one half, the mean of the two. The first formula then is `auroc`; the second is always
  defined, and neither of the two other values nor their mean.

Source: McDermott et al., Theorem 1 and Appendix A, which uses both of the first two.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metricbook import Sweep

Inequality = Literal["at least", "above", "half"]


def auroc_as_expectation(
    y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, inequality: Inequality = "half"
) -> float:
    r"""One less the mean false positive rate at the positives' scores, :math:`1 - E_+[\mathrm{FPR}(s^+)]`.

    Returns
    -------
    float
        Between 0 and 1. `metricbook.auroc` for "half"; half the weight of the tied pairs less for
        "at least", and as much more for "above".

    Examples
    --------
    Of four pairs three are in order and one is tied:

    >>> sample = [1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1]
    >>> [auroc_as_expectation(*sample, inequality=kind) for kind in ("at least", "half", "above")]
    [0.75, 0.875, 1.0]
    """
    sweep = Sweep(y_true, y_score, sample_weight=sample_weight)
    sweep.require_both_classes("auroc_as_expectation")
    gained, _, false = _at_the_positives(sweep, inequality)
    return float(np.clip(1 - np.dot(gained, false) / (sweep.positives * sweep.negatives), 0, 1))


def auprc_as_expectation(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    inequality: Inequality = "at least",
) -> float:
    r"""One less the negatives' share times the mean of FPR over firing rate at the positives' scores.

    In symbols :math:`1 - P(y=0)\,E_+[\mathrm{FPR}(s^+)/P(s > s^+)]`, the firing rate being the share of the sample
    that scores above the threshold.

    Returns
    -------
    float
        Between 0 and 1. `metricbook.average_precision` for "at least"; without ties the mean of
        (k - 1)/(r - 1) over the positives for "above", the k-th positive being at rank r.

    Examples
    --------
    A negative above two positives, precisions 1/2 and 2/3; strictly above them, 0 and 1/2:

    >>> sample = [0, 1, 1], [0.9, 0.5, 0.1]
    >>> round(auprc_as_expectation(*sample), 4), auprc_as_expectation(*sample, inequality="above")
    (0.5833, 0.25)
    """
    sweep = Sweep(y_true, y_score, sample_weight=sample_weight)
    sweep.require_positives("auprc_as_expectation")
    gained, true, false = _at_the_positives(sweep, inequality)
    fires = true + false
    if not (fires > 0).all():
        raise ValueError(
            f"auprc_as_expectation with inequality '{inequality}' is undefined: nothing scores above "
            f"{sweep.thresholds[0]:g}, the highest score, which is a positive's, so the firing rate there is 0"
        )
    # P(y=0) FPR / firing rate = negatives above / all above: the totals cancel, also where there is no negative
    return float(np.clip(1 - np.dot(gained, false / fires) / sweep.positives, 0, 1))


def _at_the_positives(
    sweep: Sweep, inequality: Inequality
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Weight of the positives at each score that a positive has; positives and negatives above it."""
    above = _above(sweep.true_positives), _above(sweep.false_positives)
    if inequality == "at least":
        counts = sweep.true_positives, sweep.false_positives
    elif inequality == "above":
        counts = above
    elif inequality == "half":
        counts = (sweep.true_positives + above[0]) / 2, (sweep.false_positives + above[1]) / 2
    else:
        raise ValueError(f"inequality must be 'at least', 'above' or 'half', not {inequality!r}")
    gained = sweep.true_positives - above[0]
    reached = gained > 0
    return gained[reached], counts[0][reached], counts[1][reached]


def _above(cumulative: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([[0.0], cumulative[:-1]])
