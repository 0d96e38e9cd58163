"""Gregor Mendel, Experiments in plant hybridisation, 1866."""
