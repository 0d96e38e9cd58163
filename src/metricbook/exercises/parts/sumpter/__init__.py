"""Checkers of the exercises on the indistinguishability threshold, a module for each chapter."""

from metricbook.exercises.parts.sumpter import easy_negatives, indistinguishability, picture_without_numbers

__all__ = ["easy_negatives", "indistinguishability", "picture_without_numbers"]
