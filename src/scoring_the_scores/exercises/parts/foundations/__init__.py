"""Checkers of the exercises on foundations, a module for each chapter."""

from scoring_the_scores.exercises.parts.foundations import checking_a_paper, one_sort, which_metric, your_scores

__all__ = ["checking_a_paper", "one_sort", "which_metric", "your_scores"]
