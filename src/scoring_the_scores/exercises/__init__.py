"""Exercises with automatic checks: `load` lists them, `show` states one, `check` tells whether an answer is right.

>>> from scoring_the_scores import exercises
>>> exercises.check("flach.crossing-rankings", ("PNPNN", "NPPNN")).right
False

Each exercise is data in its chapter's ``exercises.toml`` and a checker in ``exercises.py`` beside it, nothing else.
Wherever possible an exercise asks for a construction: the checker is then the metric itself, and many answers are
right. The checkers are open to read, and from many of them an answer can be derived.
"""

from scoring_the_scores.exercises.checking import Result, check
from scoring_the_scores.exercises.exercise import KINDS, LEVELS, Exercise, load
from scoring_the_scores.exercises.exploring import explore
from scoring_the_scores.exercises.keeping import Progress, progress
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
    "load",
    "progress",
    "seed_of",
    "show",
]
