"""Every metric of a scored sample from one sort."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from metricbook.metrics.h_measure import h_measure_of
from metricbook.metrics.ranking import auch_of, auroc_of, average_precision_of
from metricbook.metrics.selective import (
    ConfidenceSweep,
    accuracy_of,
    audrc_integral_of,
    audrc_sum_of,
    lxcim_of,
)
from metricbook.metrics.sweep import Sweep, merge_ties, sort_by_score
from metricbook.metrics.validation import Label, check_sample

if TYPE_CHECKING:
    import pandas as pd

_OF_THE_SWEEP: dict[str, Callable[[Any], float]] = {
    "auroc": auroc_of,
    "average_precision": average_precision_of,
    "auch": auch_of,
    "h_measure": h_measure_of,
}
_OF_THE_CONFIDENCE_SWEEP: dict[str, Callable[[Any], float]] = {
    "accuracy": accuracy_of,
    "lxcim": lxcim_of,
    "audrc_sum": audrc_sum_of,
    "audrc_integral": audrc_integral_of,
}


def summary(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    threshold: float = 0.0,
) -> pd.Series:
    """Every metric of the package as one Series, from one sort of the sample.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As for `metricbook.metrics.sweep.Sweep`.
    threshold : float
        The decision threshold, in the units of the scores.

    Returns
    -------
    pandas.Series
        Values by the name of the metric's function. A metric that needs a class which is missing is NaN; called
        by itself it raises and says so.

    Raises
    ------
    ValueError
        On bad input.

    Examples
    --------
    >>> summary([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1], threshold=0.4)[["auroc", "accuracy"]].to_dict()
    {'auroc': 0.875, 'accuracy': 0.75}
    """
    from pandas import Series  # here, for importing it takes longer than importing all else

    sample = check_sample(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    sample = merge_ties(sort_by_score(sample))
    values = {}
    sweep = Sweep.of_sorted(sample)
    defined = sweep.positives > 0 and sweep.negatives > 0
    for name, metric in _OF_THE_SWEEP.items():
        # Without negatives precision is 1 throughout; everything else here needs both classes.
        possible = defined or (name == "average_precision" and sweep.positives > 0)
        values[name] = metric(sweep) if possible else float("nan")
    del sweep  # its arrays are as long as the sample: free them before the second set is made
    decisions = ConfidenceSweep.of_sorted(sample, threshold=threshold)
    values.update((name, metric(decisions)) for name, metric in _OF_THE_CONFIDENCE_SWEEP.items())
    return Series(values, name="value")
