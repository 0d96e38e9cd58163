"""What becomes of a score exactly at the threshold: the three conventions of the papers, and their counts."""

from __future__ import annotations

import pandas as pd
from numpy.typing import ArrayLike

from metricbook import Sweep, confusion_at

#: Which cases are called positive, and who writes it so.
USED_BY = {
    "s > t": "Flach et al.; McDermott et al. in their formulas",
    "s ≥ t": "Sumpter; McDermott et al. in their counts; `Sweep`",
    "s > t, half at t": "Brogueira and Figueiredo; `confusion_at`, `accuracy`, `lxcim`",
}


def conventions(y_true: ArrayLike, y_score: ArrayLike, *, threshold: float) -> pd.DataFrame:
    """The four outcomes at a threshold that is one of the scores, under each convention.

    Returns
    -------
    DataFrame
        ``called positive``, the four counts, and ``used by``.

    Examples
    --------
    >>> conventions([1, 0], [2, 2], threshold=2)[["tn", "fp", "fn", "tp"]].values.tolist()
    [[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [0.5, 0.5, 0.5, 0.5]]
    """
    sweep = Sweep(y_true, y_score)
    (place,) = (sweep.thresholds == threshold).nonzero()[0]
    above = (sweep.false_positives[place - 1], sweep.true_positives[place - 1]) if place else (0.0, 0.0)
    called = [above, (sweep.false_positives[place], sweep.true_positives[place])]
    outcomes = [(sweep.negatives - fp, fp, sweep.positives - tp, tp) for fp, tp in called]
    outcomes.append(confusion_at(y_true, y_score, threshold=threshold))
    table = pd.DataFrame(outcomes, columns=["tn", "fp", "fn", "tp"], dtype=float)
    table.insert(0, "called positive", list(USED_BY))
    return table.assign(**{"used by": list(USED_BY.values())})
