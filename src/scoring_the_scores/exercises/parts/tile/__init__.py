"""Checkers of the exercises on ranking scores and the Tile, a module for each chapter."""

from scoring_the_scores.exercises.parts.tile import correlation_maps, geometry, ranking_scores, rankings

__all__ = ["correlation_maps", "geometry", "ranking_scores", "rankings"]
