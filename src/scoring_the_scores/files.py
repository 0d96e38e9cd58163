"""The book as a project of the ledger, and the paths of its data."""

from __future__ import annotations

from pathlib import Path

from claimledger import Project

__all__ = ["PROJECT", "clone", "data_file", "data_folder"]

PROJECT = Project(
    "scoring_the_scores",
    Path(__file__).parent,
    follows=("metricbook",),
    libraries=("numpy", "scipy", "pandas", "sympy", "numba", "scikit-learn"),
    sources="../../_modules/{module}.html#{function}",
    ledger="../back/ledger.html",
    starter="tools/starter",
)


def clone() -> Path | None:
    """Return the root of the clone that the package runs from, or None if it is an installed copy."""
    return PROJECT.root


def data_folder() -> Path:
    """Return the folder of the committed data."""
    return PROJECT.data


def data_file(*parts: str) -> Path:
    """Return the path of a file of the committed data, given as the parts of its path."""
    return PROJECT.data_file(*parts)
