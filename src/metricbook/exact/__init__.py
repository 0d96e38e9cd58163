"""The definitions in fractions: each module is the twin of one of `metricbook.metrics` or of `metricbook.tile`."""
