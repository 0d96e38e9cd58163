"""Checkers of the exercises on costs, a module for each chapter."""

from scoring_the_scores.exercises.parts.flach import (
    auc_as_expected_loss,
    costs_and_curves,
    h_measure,
    hands_argument,
    missing_label,
)

__all__ = ["auc_as_expected_loss", "costs_and_curves", "h_measure", "hands_argument", "missing_label"]
