"""The rooms of the papers and their chapters: checks of claims, tables, figures, and what these need.

A module named `check_*.py` holds one function per claim: it recomputes the claim from the package and returns the
evidence.
"""
