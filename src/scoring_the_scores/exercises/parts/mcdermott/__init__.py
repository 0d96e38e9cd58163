"""Checkers of the exercises on rare positives: areas, groups and what is drawn at random, a module for each chapter."""

from scoring_the_scores.exercises.parts.mcdermott import closed_form, literature, matrices, subgroups, two_areas

__all__ = ["closed_form", "literature", "matrices", "subgroups", "two_areas"]
