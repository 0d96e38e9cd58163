"""Checkers of the exercises on classes without names, a module for each chapter."""

from scoring_the_scores.exercises.parts.lxcim import (
    causal_discovery,
    invariance,
    lxcim,
    reading_table_1,
    table_and_seeds,
)

__all__ = ["causal_discovery", "invariance", "lxcim", "reading_table_1", "table_and_seeds"]
