"""Measures of binary classifiers, all read off one sort, and the claims that five papers make about them."""

from metricbook.metrics.costs import cost_curve, cost_from_skew, cost_lines, loss, roc_hull, skew_from_cost
from metricbook.metrics.exchange import exchange_classes, exchange_effect
from metricbook.metrics.expected_loss import expected_loss, loss_line
from metricbook.metrics.h_measure import (
    expected_min_loss,
    h_measure,
    h_measure_prevalence,
    h_measure_severity,
    hand_weight,
)
from metricbook.metrics.indistinguishability import (
    indistinguishability_threshold,
    labelled_win_rate,
    precision_at_indistinguishability,
)
from metricbook.metrics.ranking import auch, auroc, average_precision
from metricbook.metrics.selective import (
    ConfidenceSweep,
    accuracy,
    audrc_integral,
    audrc_sum,
    lxcim,
)
from metricbook.metrics.summary import summary
from metricbook.metrics.sweep import Sweep

__version__ = "0.1.0"

__all__ = [
    "ConfidenceSweep",
    "Sweep",
    "accuracy",
    "auch",
    "audrc_integral",
    "audrc_sum",
    "auroc",
    "average_precision",
    "cost_curve",
    "cost_from_skew",
    "cost_lines",
    "exchange_classes",
    "exchange_effect",
    "expected_loss",
    "expected_min_loss",
    "h_measure",
    "h_measure_prevalence",
    "h_measure_severity",
    "hand_weight",
    "indistinguishability_threshold",
    "labelled_win_rate",
    "loss",
    "loss_line",
    "lxcim",
    "precision_at_indistinguishability",
    "roc_hull",
    "skew_from_cost",
    "summary",
]
