"""Metrics of binary classifiers, all computed from one sort of the scores.

Every metric is a function ``metric(y_true, y_score, *, sample_weight=None, pos_label=None)`` and sorts the sample once.
For several metrics of one sample, sort it once: each metric also has a version, with ``_of`` after its name, that takes
a sweep, the sorted sample. `Sweep` is for metrics of the ranking and of costs, `ConfidenceSweep` for those of decisions
by confidence, `IndistinguishabilitySweep` for the win rate.

>>> sweep = Sweep([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1])
>>> auroc_of(sweep), h_measure_of(sweep)
(0.875, 0.5)

`summary` computes them all. Uncertainty of a metric: `standard_error`, `interval` and `bootstrap`; comparison of two
models: `paired_difference`; of two metrics: `angle`, and which few of many are enough: `representatives`; what AUROC
leaves open of others: `range_given_auroc`; sensitivity to ties: `tie_break_range`. Metrics of the four counts of a
confusion matrix are in `metricbook.confusion`. These parts are imported when they are first used:
`metricbook.tile`, the Tile; `metricbook.exact`, the definitions in fractions; `metricbook.causal`, causal discovery;
`metricbook.explorers`, interactive drawings, of which `metricbook.explore` shows one;
`metricbook.reports`, whose `metricbook.report` judges predictions and writes a page about them; and
`metricbook.writing`, which writes all of several files or none.

What is not in the ``__all__`` of these, or of the modules that they export, may change at any time.
"""

from importlib import import_module
from typing import Any

from metricbook import confusion
from metricbook.metrics.angles import angle, disagreement
from metricbook.metrics.bootstrap import bootstrap
from metricbook.metrics.calibration import (
    brier_score,
    brier_score_of,
    calibration_curve,
    calibration_curve_of,
    log_loss,
    log_loss_of,
)
from metricbook.metrics.costs import (
    CostCurve,
    CostLines,
    Over,
    RocHull,
    cost_curve,
    cost_curve_of,
    cost_from_skew,
    cost_lines,
    cost_lines_of,
    loss,
    loss_of,
    roc_hull,
    roc_hull_of,
    skew_from_cost,
)
from metricbook.metrics.curves import (
    decision_curves,
    decision_curves_of,
    decisions,
    indistinguishability_curves,
    indistinguishability_curves_of,
    precision_recall_curve,
    precision_recall_curve_of,
    roc_curve,
    roc_curve_of,
)
from metricbook.metrics.decomposition import confidence_auroc, lxcim_from_parts
from metricbook.metrics.displays import ConfidenceCurveDisplay, CostCurveDisplay
from metricbook.metrics.exchange import ExchangeEffect, exchange_classes, exchange_effect, with_exchanged_copy
from metricbook.metrics.expected_loss import expected_loss, expected_loss_of
from metricbook.metrics.h_measure import (
    expected_min_loss,
    expected_min_loss_of,
    h_measure,
    h_measure_of,
    h_measure_prevalence,
    h_measure_prevalence_of,
    h_measure_severity,
    h_measure_severity_of,
)
from metricbook.metrics.hull import roc_hull_points
from metricbook.metrics.indistinguishability import (
    IndistinguishabilitySweep,
    indistinguishability_threshold,
    indistinguishability_threshold_of,
    labelled_win_rate,
    labelled_win_rate_of,
    precision_at_indistinguishability,
    precision_at_indistinguishability_of,
)
from metricbook.metrics.influence import Influence, influence
from metricbook.metrics.intervals import Interval, interval, paired_difference
from metricbook.metrics.near_ties import NearTies, near_ties, near_ties_of
from metricbook.metrics.optimism import Optimism, optimism
from metricbook.metrics.ranges import RangeGivenAuroc, range_given_auroc
from metricbook.metrics.ranking import (
    auch,
    auch_of,
    auroc,
    auroc_of,
    average_precision,
    average_precision_of,
    kolmogorov_smirnov,
    kolmogorov_smirnov_of,
    precision_at_k,
    precision_at_k_of,
    recall_at_k,
    recall_at_k_of,
)
from metricbook.metrics.representatives import representatives
from metricbook.metrics.sample_ranges import SampleRangeGivenAuroc, sample_range_given_auroc
from metricbook.metrics.selective import (
    ConfidenceSweep,
    accuracy,
    accuracy_of,
    audrc_integral,
    audrc_integral_of,
    audrc_sum,
    audrc_sum_of,
    confidence_bounds,
    confusion_at,
    lxcim,
    lxcim_of,
)
from metricbook.metrics.standard_errors import hanley_mcneil, standard_error
from metricbook.metrics.summary import summary
from metricbook.metrics.sweep import Sweep
from metricbook.metrics.tie_breaking import TieBreakRange, tie_break_range
from metricbook.metrics.validation import Sample

__version__ = "0.1.0"

_MODULES = ("causal", "exact", "explorers", "reports", "tile", "writing")
_FUNCTIONS = {"explore": "metricbook.explorers", "report": "metricbook.reports"}

__all__ = [
    "ConfidenceCurveDisplay",
    "ConfidenceSweep",
    "CostCurve",
    "CostCurveDisplay",
    "CostLines",
    "ExchangeEffect",
    "IndistinguishabilitySweep",
    "Influence",
    "Interval",
    "NearTies",
    "Optimism",
    "Over",
    "RangeGivenAuroc",
    "RocHull",
    "Sample",
    "SampleRangeGivenAuroc",
    "Sweep",
    "TieBreakRange",
    "accuracy",
    "accuracy_of",
    "angle",
    "auch",
    "auch_of",
    "audrc_integral",
    "audrc_integral_of",
    "audrc_sum",
    "audrc_sum_of",
    "auroc",
    "auroc_of",
    "average_precision",
    "average_precision_of",
    "bootstrap",
    "brier_score",
    "brier_score_of",
    "calibration_curve",
    "calibration_curve_of",
    "confidence_auroc",
    "confidence_bounds",
    "confusion",
    "confusion_at",
    "cost_curve",
    "cost_curve_of",
    "cost_from_skew",
    "cost_lines",
    "cost_lines_of",
    "decision_curves",
    "decision_curves_of",
    "decisions",
    "disagreement",
    "exchange_classes",
    "exchange_effect",
    "expected_loss",
    "expected_loss_of",
    "expected_min_loss",
    "expected_min_loss_of",
    "h_measure",
    "h_measure_of",
    "h_measure_prevalence",
    "h_measure_prevalence_of",
    "h_measure_severity",
    "h_measure_severity_of",
    "hanley_mcneil",
    "indistinguishability_curves",
    "indistinguishability_curves_of",
    "indistinguishability_threshold",
    "indistinguishability_threshold_of",
    "influence",
    "interval",
    "kolmogorov_smirnov",
    "kolmogorov_smirnov_of",
    "labelled_win_rate",
    "labelled_win_rate_of",
    "log_loss",
    "log_loss_of",
    "loss",
    "loss_of",
    "lxcim",
    "lxcim_from_parts",
    "lxcim_of",
    "near_ties",
    "near_ties_of",
    "optimism",
    "paired_difference",
    "precision_at_indistinguishability",
    "precision_at_indistinguishability_of",
    "precision_at_k",
    "precision_at_k_of",
    "precision_recall_curve",
    "precision_recall_curve_of",
    "range_given_auroc",
    "recall_at_k",
    "recall_at_k_of",
    "representatives",
    "roc_curve",
    "roc_curve_of",
    "roc_hull",
    "roc_hull_of",
    "roc_hull_points",
    "sample_range_given_auroc",
    "skew_from_cost",
    "standard_error",
    "summary",
    "tie_break_range",
    "with_exchanged_copy",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"metricbook.{name}")
    if name in _FUNCTIONS:
        return getattr(import_module(_FUNCTIONS[name]), name)
    raise AttributeError(f"module 'metricbook' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_FUNCTIONS})
