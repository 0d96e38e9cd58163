"""Number of false alarms that one missed case is worth at the best F1: a finding of the front page."""

from __future__ import annotations

import numpy as np
from scipy.stats import norm


def best_f1(prevalence: float, auroc: float) -> float:
    """The largest F1 of any threshold if the scores of both classes are normal with one spread.

    Examples
    --------
    Uninformative scores: it is best to predict all positive, with precision 0.2 and recall 1.

    >>> round(best_f1(0.2, 0.5), 4) == round(2 * 0.2 / 1.2, 4)
    True
    """
    gap = np.sqrt(2) * norm.ppf(auroc)  # between the means, in units of the spread
    thresholds = np.linspace(-8, 8 + gap, 8001)
    true_positives = prevalence * norm.sf(thresholds - gap)
    predicted_positives = true_positives + (1 - prevalence) * norm.sf(thresholds)
    return float((2 * true_positives / (predicted_positives + prevalence)).max())


def price_of_a_miss(prevalence: float, auroc: float) -> float:
    """Number of false alarms that one missed case is worth at the threshold of the best F1.

    Notes
    -----
    At that threshold a case is positive with probability c = F1 / 2; being indifferent there means that a missed case
    costs as much as (1 - c) / c false alarms. The chapter on the indistinguishability threshold proves it.

    Examples
    --------
    Perfect scores: F1 is 1, and both mistakes count alike.

    >>> round(price_of_a_miss(0.1, 1 - 1e-12), 3)
    1.0
    """
    return 2 / best_f1(prevalence, auroc) - 1
