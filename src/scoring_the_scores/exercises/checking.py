"""Checking of answers: whether one is right, and if not, what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from importlib import import_module
from itertools import islice
from typing import Any, Final, TypeAlias

import numpy as np

from scoring_the_scores.exercises.exercise import Exercise, load, named
from scoring_the_scores.exercises.keeping import record
from scoring_the_scores.exercises.reading import Wrong
from scoring_the_scores.exercises.students import PLACE

#: Draws a student's instance: values for the names in the task.
Drawing: TypeAlias = Callable[[np.random.Generator], Mapping[str, Any]]
#: Checks an answer to an instance: returns a sentence about a right one, raises `Wrong` for any other.
Checker: TypeAlias = Callable[[Any, Mapping[str, Any]], str]

#: Numbers that a check compares with, for an instance.
Reference: TypeAlias = Callable[[Mapping[str, Any]], Mapping[str, Any]]

_CHECKERS: dict[str, tuple[Checker, Drawing | None]] = {}
#: Draws instances of an exercise that has few, for classes that are larger.
_MORE: dict[str, Drawing] = {}
#: What the check of an exercise on its page needs beside the task, which only whoever has the sealed part may see.
_REFERENCES: dict[str, Reference] = {}
#: So many draws for each instance that is known, and no new one among them: there are no others.
_PATIENCE: Final = 10


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


def checks(
    exercise_id: str,
    *,
    given: Drawing | None = None,
    more: Drawing | None = None,
    reference: Reference | None = None,
) -> Callable[[Checker], Checker]:
    """Register the checker of an exercise.

    Parameters
    ----------
    exercise_id : str
        Its id.
    given : callable, optional
        Draws a student's instance, for exercises that are seeded.
    more : callable, optional
        Draws further instances, for a class that is larger than the number of those.
    reference : callable, optional
        Numbers that the check on the exercise's page compares with and cannot compute there.
    """

    def register(checker: Checker) -> Checker:
        _CHECKERS[exercise_id] = checker, given
        if more is not None:
            _MORE[exercise_id] = more
        if reference is not None:
            _REFERENCES[exercise_id] = reference
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


def reference_of(exercise: Exercise) -> Mapping[str, Any]:
    """Numbers that the check on the exercise's page compares with, for the book's instance; often none."""
    _import_checker(exercise)
    return _REFERENCES[exercise.id](instance(exercise)) if exercise.id in _REFERENCES else {}


def instance(exercise: Exercise, seed: int | str | None = None) -> Mapping[str, Any]:
    """A student's instance: values for the names in the task; empty if all students have the same task."""
    return deepcopy(_draw_instance(exercise, seed))  # so that changes do not reach the cache


@lru_cache(maxsize=128, typed=True)
def _draw_instance(exercise: Exercise, seed: int | str | None) -> Mapping[str, Any]:
    """The instance, cached because every check of an answer needs it."""
    drawing = _import_checker(exercise)[1] if exercise.seeded else None
    if drawing is None:
        return {}
    place = PLACE.fullmatch(str(seed))
    return drawing(exercise.rng(seed)) if place is None else _at_place(exercise, place[2], int(place[1]))


def _at_place(exercise: Exercise, key: str, place: int) -> Mapping[str, Any]:
    """The instance at a place of the order that a key gives; from the first again if there are not so many."""
    drawn, further = _order(exercise, key)
    drawn.extend(islice(further, max(0, place + 1 - len(drawn))))
    return drawn[place % len(drawn)]


@lru_cache(maxsize=8)
def _order(exercise: Exercise, key: str) -> tuple[list[Mapping[str, Any]], Iterator[Mapping[str, Any]]]:
    """The first instances of an order, as far as they were asked for, and those that follow."""
    return [], instances(exercise, key)


def instances(exercise: Exercise, key: str) -> Iterator[Mapping[str, Any]]:
    """The instances of an exercise, each once, in an order that a key gives."""
    known: set[str] = set()
    for drawing in (_import_checker(exercise)[1], _MORE.get(exercise.id)):
        waiting, draw = 0, 0
        while drawing is not None and waiting <= _PATIENCE * (len(known) + 1):
            drawn = drawing(exercise.rng(f"{key} {draw}"))
            waiting, draw = waiting + 1, draw + 1
            if repr(drawn) not in known:
                known.add(repr(drawn))
                waiting = 0
                yield drawn


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
