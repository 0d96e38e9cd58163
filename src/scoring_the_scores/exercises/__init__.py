"""Exercises with automatic checks: `load` lists them, `show` states one, `check` tells whether an answer is right.

>>> from scoring_the_scores import exercises
>>> exercises.check("flach.crossing-rankings", ("PNPNN", "NPPNN")).right
False

Each exercise is data in its chapter's ``exercises.toml`` and a checker in ``exercises.py`` or ``key.py`` beside it.
Wherever possible an exercise asks for a construction: the checker is then the metric itself, and many answers are
right. Checkers that hold an answer stand in ``key.py``, which students do not have: they check by what is stored.
"""

from scoring_the_scores.exercises.checking import Result, check
from scoring_the_scores.exercises.exercise import KINDS, LEVELS, Exercise, load
from scoring_the_scores.exercises.exploring import explore
from scoring_the_scores.exercises.keeping import Progress, keep_times, progress
from scoring_the_scores.exercises.showing import Shown, show
from scoring_the_scores.exercises.students import seed_of

__all__ = [
    "KINDS",
    "LEVELS",
    "Exercise",
    "Progress",
    "Result",
    "Shown",
    "check",
    "explore",
    "keep_times",
    "load",
    "progress",
    "seed_of",
    "show",
]
