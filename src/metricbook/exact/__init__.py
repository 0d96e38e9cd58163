"""Reference implementations in exact fractions, from the definitions, of `metricbook.metrics` and `metricbook.tile`."""

from metricbook.exact import calibration, costs, indistinguishability, ranges, ranking, samples, tile

__all__ = ["calibration", "costs", "indistinguishability", "ranges", "ranking", "samples", "tile"]
