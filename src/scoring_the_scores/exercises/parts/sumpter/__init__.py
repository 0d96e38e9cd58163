"""Checkers of the exercises on the indistinguishability threshold, a module for each chapter."""

from scoring_the_scores.exercises.parts.sumpter import easy_negatives, indistinguishability, picture_without_numbers

__all__ = ["easy_negatives", "indistinguishability", "picture_without_numbers"]
