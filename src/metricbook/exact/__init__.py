"""The definitions in fractions: each module is the twin of one of `metricbook.metrics` or of `metricbook.tile`."""

from metricbook.exact import calibration, costs, indistinguishability, ranking, samples, tile

__all__ = ["calibration", "costs", "indistinguishability", "ranking", "samples", "tile"]
