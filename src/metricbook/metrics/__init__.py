"""Metrics of scores, and the sorted samples (sweeps) from which they are computed."""
