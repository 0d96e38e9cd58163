"""Whether an answer is right, and if not, what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np

from scoring_the_scores.exercises.exercise import Exercise, load, named
from scoring_the_scores.exercises.keeping import record
from scoring_the_scores.exercises.reading import Wrong

#: What draws a student's instance: names, and what stands for them in the task.
Drawing: TypeAlias = Callable[[np.random.Generator], Mapping[str, Any]]
#: What looks at an answer: it returns what is true of it, or raises `Wrong`.
Checker: TypeAlias = Callable[[Any, Mapping[str, Any]], str]

_CHECKERS: dict[str, tuple[Checker, Drawing | None]] = {}


@dataclass(frozen=True)
class Result:
    """What a checker says.

    Attributes
    ----------
    id : str
        Which exercise was answered.
    right : bool
        Whether the answer is right.
    message : str
        What is true of a right answer; what is wrong with another, with the smallest case that shows it.
    """

    id: str
    right: bool
    message: str

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return f"{self.id}: {'right' if self.right else 'not yet'}. {self.message}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        said = escape(self.message).replace("\n", "<br>")
        return f"<p><strong>{escape(self.id)}: {'right' if self.right else 'not yet'}.</strong> {said}</p>"


def checks(exercise_id: str, *, given: Drawing | None = None) -> Callable[[Checker], Checker]:
    """Register the checker of an exercise.

    Parameters
    ----------
    exercise_id : str
        Its id.
    given : callable, optional
        What draws a student's instance, for exercises that are seeded.
    """

    def register(checker: Checker) -> Checker:
        _CHECKERS[exercise_id] = checker, given
        return checker

    return register


@cache
def checkers() -> Mapping[str, tuple[Checker, Drawing | None]]:
    """The checker of each exercise, and what draws its instances."""
    for exercise in load().values():
        _registered(exercise)
    return _CHECKERS


def _registered(exercise: Exercise) -> tuple[Checker, Drawing | None]:
    """What is registered for an exercise; its room's checkers are imported and no other, as some need much of SciPy."""
    import_module(f"scoring_the_scores.{exercise.chapter.replace('/', '.').replace('-', '_')}.exercises")
    return _CHECKERS[exercise.id]


def instance(exercise: Exercise, seed: int | str | None = None) -> Mapping[str, Any]:
    """What a student is given: names, and what stands for them; nothing if all are given the same."""
    return deepcopy(_drawn(exercise, seed))  # whoever writes into it spoils it for nobody


@lru_cache(maxsize=128, typed=True)
def _drawn(exercise: Exercise, seed: int | str | None) -> Mapping[str, Any]:
    """An instance as it is drawn, which is asked for with every answer."""
    drawing = _registered(exercise)[1] if exercise.seeded else None
    return {} if drawing is None else drawing(exercise.rng(seed))


def check(exercise_id: str, answer: Any, *, seed: int | str | None = None) -> Result:
    """Check an answer.

    Parameters
    ----------
    exercise_id : str
        Such as ``"flach.crossing-rankings"``.
    answer : object
        Whatever the exercise asks for. Nothing that is handed in raises: what cannot be read is wrong, and the message
        says what was expected. A function is called on small cases.
    seed : int or str, optional
        Whose instance it is, for exercises that are seeded; by default that of the book.

    Returns
    -------
    Result
        Whether it is right, and what is true or wrong of it. It counts as true if it is right.

    Raises
    ------
    ValueError
        If there is no such exercise.
    """
    exercise = named(exercise_id)
    checker, _ = _registered(exercise)
    try:
        result = Result(exercise.id, True, _sentence(checker(answer, instance(exercise, seed))))
    except Wrong as wrong:
        result = Result(exercise.id, False, _sentence(str(wrong)))
    except (Exception, SystemExit) as error:  # an object whose own methods fail is still only a wrong answer
        said = f"Expected: {exercise.answer} Reading the answer failed: {type(error).__name__}."
        result = Result(exercise.id, False, said)
    record(result, seed)
    return result


def _sentence(text: str) -> str:
    """A message with a full stop at its end."""
    return text if text.endswith((".", "!", "?", "$", "`")) else f"{text}."


def unchecked() -> set[str]:
    """Exercises without a checker, and checkers without an exercise: none, or something is missing."""
    return set(load()) ^ set(checkers())
