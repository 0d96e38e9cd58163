"""Timings and memory of the package beside those of public peers, printed as ratios; no part of the tests."""
