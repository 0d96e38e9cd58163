"""Solutions, and answers that students hand in, for teachers and tests; of warm-ups, the site shows the solution.

A module for each chapter, named as that of its checkers; none needs another, as each becomes a notebook of its own.

A solution is a function that takes what the student was given and returns an answer; its docstring says why the answer
is right, its body is what the teachers' notebooks show, with what stands above it. A mistake is a function of the same
kind, with words that the checker's message must have in it; what only mistakes need stands below the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Answering: TypeAlias = Callable[[Mapping[str, Any]], Any]


class Mistake(NamedTuple):
    """An answer that is wrong, and words of the message that name the mistake."""

    of: Answering
    says: str


SOLUTIONS: dict[str, Answering] = {}
MISTAKES: dict[str, list[Mistake]] = {}


def solves(exercise_id: str) -> Callable[[Answering], Answering]:
    """Register the solution of an exercise."""

    def register(of: Answering) -> Answering:
        assert exercise_id not in SOLUTIONS, f"{exercise_id} is solved twice"
        SOLUTIONS[exercise_id] = of
        return of

    return register


def mistakes(exercise_id: str, says: str) -> Callable[[Answering], Answering]:
    """Register an answer that is wrong and what is said of it."""

    def register(of: Answering) -> Answering:
        MISTAKES.setdefault(exercise_id, []).append(Mistake(of, says))
        return of

    return register


for path in sorted(Path(__file__).parents[1].glob("*/*/solutions.py")):
    import_module(f"tests.scoring_the_scores.{path.parent.parent.name}.{path.parent.name}.solutions")
