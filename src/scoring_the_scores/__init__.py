"""*Scoring the Scores*, the book's own code: a folder for each part, and in it a room for each chapter.

A room holds what its chapter needs: checks of claims, tables, figures, exercises. A module named ``check_*.py`` has a
function for each claim, which recomputes it and returns the evidence. `exercises` states and checks exercises, `pages`
has the house style, `course` makes assignments and grades, and `ledger` is the claims' ledger.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_LOADED_WHEN_NAMED = {
    "exercises": "scoring_the_scores.exercises",
    "ledger": "claimledger",
    "pages": "scoring_the_scores.pages",
}


def __getattr__(name: str) -> Any:
    if name in _LOADED_WHEN_NAMED:
        return import_module(_LOADED_WHEN_NAMED[name])
    raise AttributeError(f"module 'scoring_the_scores' has no attribute {name!r}")
