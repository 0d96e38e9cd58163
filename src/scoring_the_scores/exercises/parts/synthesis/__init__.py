"""Checkers of the exercises on what the papers say together, a module for each chapter."""

from scoring_the_scores.exercises.parts.synthesis import (
    diagonal,
    disagreement,
    how_sure,
    lxcim_as_loss,
    means_over_thresholds,
    one_data_set,
    one_rule,
    one_swap,
    what_it_ignores,
)

__all__ = [
    "diagonal",
    "disagreement",
    "how_sure",
    "lxcim_as_loss",
    "means_over_thresholds",
    "one_data_set",
    "one_rule",
    "one_swap",
    "what_it_ignores",
]
