"""Checking of answers: whether one is right, and if not, what is wrong with it."""

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

#: Draws a student's instance: values for the names in the task.
Drawing: TypeAlias = Callable[[np.random.Generator], Mapping[str, Any]]
#: Checks an answer to an instance: returns a sentence about a right one, raises `Wrong` for any other.
Checker: TypeAlias = Callable[[Any, Mapping[str, Any]], str]

_CHECKERS: dict[str, tuple[Checker, Drawing | None]] = {}


@dataclass(frozen=True)
class Result:
    """The result of a check.

    Attributes
    ----------
    id : str
        Id of the exercise.
    right : bool
        Whether the answer is right.
    message : str
        A sentence about a right answer; for any other, what is wrong, with the smallest case that shows it.
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
        escaped = escape(self.message).replace("\n", "<br>")
        return f"<p><strong>{escape(self.id)}: {'right' if self.right else 'not yet'}.</strong> {escaped}</p>"


def checks(exercise_id: str, *, given: Drawing | None = None) -> Callable[[Checker], Checker]:
    """Register the checker of an exercise.

    Parameters
    ----------
    exercise_id : str
        Its id.
    given : callable, optional
        Draws a student's instance, for exercises that are seeded.
    """

    def register(checker: Checker) -> Checker:
        _CHECKERS[exercise_id] = checker, given
        return checker

    return register


@cache
def checkers() -> Mapping[str, tuple[Checker, Drawing | None]]:
    """The checker of each exercise, and the function that draws its instances, or None."""
    for exercise in load().values():
        _import_checker(exercise)
    return _CHECKERS


def _import_checker(exercise: Exercise) -> tuple[Checker, Drawing | None]:
    """Checker and drawing of one exercise; only its chapter's module is imported, as some need much of SciPy."""
    import_module(f"scoring_the_scores.{exercise.chapter.replace('/', '.').replace('-', '_')}.exercises")
    return _CHECKERS[exercise.id]


def instance(exercise: Exercise, seed: int | str | None = None) -> Mapping[str, Any]:
    """A student's instance: values for the names in the task; empty if all students have the same task."""
    return deepcopy(_draw_instance(exercise, seed))  # so that changes do not reach the cache


@lru_cache(maxsize=128, typed=True)
def _draw_instance(exercise: Exercise, seed: int | str | None) -> Mapping[str, Any]:
    """The instance, cached because every check of an answer needs it."""
    drawing = _import_checker(exercise)[1] if exercise.seeded else None
    return {} if drawing is None else drawing(exercise.rng(seed))


def check(exercise_id: str, answer: Any, *, seed: int | str | None = None) -> Result:
    """Check an answer.

    Parameters
    ----------
    exercise_id : str
        Such as ``"flach.crossing-rankings"``.
    answer : object
        Whatever the exercise asks for. No answer raises an error: one that cannot be read is wrong, and the message
        tells what was expected. A function is called on small cases.
    seed : int or str, optional
        The student's seed, for exercises that are seeded; by default the book's instance.

    Returns
    -------
    Result
        Whether it is right, and a message. Its truth value is whether the answer is right.

    Raises
    ------
    ValueError
        If there is no such exercise.
    """
    exercise = named(exercise_id)
    checker, _ = _import_checker(exercise)
    try:
        result = Result(exercise.id, True, _end_sentence(checker(answer, instance(exercise, seed))))
    except Wrong as wrong:
        result = Result(exercise.id, False, _end_sentence(str(wrong)))
    except (Exception, SystemExit) as error:  # an answer whose own methods fail is a wrong answer
        message = f"Expected: {exercise.answer} Reading the answer failed: {type(error).__name__}."
        result = Result(exercise.id, False, message)
    record(result, seed)
    return result


def _end_sentence(text: str) -> str:
    """A message with a full stop at the end."""
    return text if text.endswith((".", "!", "?", "$", "`")) else f"{text}."


def unchecked() -> set[str]:
    """Ids of exercises without a checker and of checkers without an exercise; should be empty."""
    return set(load()) ^ set(checkers())
