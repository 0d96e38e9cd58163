"""Measures of binary classifiers, all read off one sort, and the claims that five papers make about them."""

from metricbook.ranking import auch, auroc, average_precision
from metricbook.selective import (
    ConfidenceSweep,
    accuracy,
    audrc,
    audrc_integral,
    audrc_sum,
    exchange_classes,
    exchange_effect,
    lxcim,
)
from metricbook.summary import summary
from metricbook.sweep import Sweep

__version__ = "0.1.0"

__all__ = [
    "ConfidenceSweep",
    "Sweep",
    "accuracy",
    "auch",
    "audrc",
    "audrc_integral",
    "audrc_sum",
    "auroc",
    "average_precision",
    "exchange_classes",
    "exchange_effect",
    "lxcim",
    "summary",
]
