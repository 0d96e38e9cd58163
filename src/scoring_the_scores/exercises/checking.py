"""Checking of answers: whether one is right, and if not, what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

import numpy as np

from scoring_the_scores.exercises.exercise import Exercise, load, named
from scoring_the_scores.exercises.keeping import plain, record
from scoring_the_scores.exercises.public import Unjudged, instance, judged
from scoring_the_scores.exercises.reading import Wrong

#: Draws a student's instance: values for the names in the task.
Drawing: TypeAlias = Callable[[np.random.Generator], Mapping[str, Any]]
#: Checks an answer to an instance: returns a sentence about a right one, raises `Wrong` for any other.
Checker: TypeAlias = Callable[[Any, Mapping[str, Any]], str]

#: Numbers that a check compares with, for an instance.
Reference: TypeAlias = Callable[[Mapping[str, Any]], Mapping[str, Any]]

_CHECKERS: dict[str, Checker] = {}
#: What draws the instances of an exercise: the first, and others for classes that are larger than it has instances.
_DRAWINGS: dict[str, list[Drawing]] = {}
#: What the check of an exercise on its page needs beside the task, which only whoever has the sealed part may see.
_REFERENCES: dict[str, Reference] = {}
#: What students have of checkers that the key has: what is left to check once the sealed entries are right.
_REST: dict[str, Checker] = {}
#: How many cases a right answer has at least, where an assignment asks for a smallest one.
_SMALLEST: dict[str, int] = {}
#: Where the outputs of a notebook keep what was first predicted.
PREDICTED: Final = "scoring-the-scores"
#: What is said of a result.
_SAID: Mapping[bool | None, str] = {True: "right", False: "not yet", None: "kept for grading"}


@dataclass(frozen=True)
class Result:
    """The result of a check.

    Attributes
    ----------
    id : str
        Id of the exercise.
    right : bool or None
        Whether the answer is right; None if that is for the key to say, which graders have.
    message : str
        A sentence about a right answer; for any other, what is wrong, with the smallest case that shows it.
    first : mapping or None
        Of a prediction, which ``exercise`` and ``seed`` it is of and what was predicted ``first``, which counts.
    """

    id: str
    right: bool | None
    message: str
    first: Mapping[str, Any] | None = None

    def __bool__(self) -> bool:
        return self.right is True

    def __str__(self) -> str:
        return f"{self.id}: {_SAID[self.right]}. {self.message}"

    __repr__ = __str__

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, str], dict[str, Any]]:
        data = {"text/plain": str(self), "text/html": self._repr_html_()}
        return data, {PREDICTED: dict(self.first)} if self.first else {}

    def _repr_html_(self) -> str:
        escaped = escape(self.message).replace("\n", "<br>")
        return f"<p><strong>{escape(self.id)}: {_SAID[self.right]}.</strong> {escaped}</p>"


def checks(exercise_id: str, *, reference: Reference | None = None) -> Callable[[Checker], Checker]:
    """Register the checker of an exercise.

    Parameters
    ----------
    exercise_id : str
        Its id.
    reference : callable, optional
        Numbers that the check on the exercise's page compares with and cannot compute there.
    """

    def register(checker: Checker) -> Checker:
        _CHECKERS[exercise_id] = checker
        if reference is not None:
            _REFERENCES[exercise_id] = reference
        return checker

    return register


def checks_rest(exercise_id: str) -> Callable[[Checker], Checker]:
    """Register what checks the other entries where the sealed ones are right; it is given the reference, too."""

    def register(checker: Checker) -> Checker:
        _REST[exercise_id] = checker
        return checker

    return register


def draws(exercise_id: str) -> Callable[[Drawing], Drawing]:
    """Register what draws instances of an exercise; of several, the first goes first."""

    def register(drawing: Drawing) -> Drawing:
        _DRAWINGS.setdefault(exercise_id, []).append(drawing)
        return drawing

    return register


def smallest(exercise_id: str, size: int) -> None:
    """Register how many cases a right answer has at least."""
    _SMALLEST[exercise_id] = size


def smallest_size(exercise: Exercise) -> int:
    """How many cases a right answer has at least, which the key knows."""
    _import_room(exercise.chapter)
    return _SMALLEST[exercise.id]


@cache
def checkers() -> Mapping[str, Checker]:
    """The checker of each exercise; without the key, of those that can be open to read."""
    for exercise in load().values():
        _import_room(exercise.chapter)
    return _CHECKERS


def drawings(exercise: Exercise) -> list[Drawing]:
    """What draws the instances of an exercise, which the key has."""
    _import_room(exercise.chapter)
    return _DRAWINGS.get(exercise.id, [])


def has_key(exercise_id: str = "") -> bool:
    """Whether the key is installed, for one exercise or for all: checkers that hold an answer."""
    if not exercise_id:
        return set(load()) <= set(checkers())
    _import_room(named(exercise_id).chapter)
    return exercise_id in _CHECKERS


def reference_of(exercise: Exercise) -> Mapping[str, Any]:
    """Numbers that the check on the exercise's page compares with, for the book's instance; often none."""
    _import_room(exercise.chapter)
    return _REFERENCES[exercise.id](instance(exercise)) if exercise.id in _REFERENCES else {}


@cache
def _import_room(chapter: str) -> None:
    """Import the checkers of one chapter only, as some need much of SciPy."""
    for module in ("exercises", "key"):
        name = f"scoring_the_scores.{chapter.replace('/', '.').replace('-', '_')}.{module}"
        with suppress(PermissionError):  # a submission may not read the key
            if find_spec(name) is not None:
                import_module(name)


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
    _import_room(exercise.chapter)
    checker = _CHECKERS.get(exercise.id)
    try:
        if checker is None:
            said = judged(exercise, answer, seed, _REST.get(exercise.id))
        else:
            said = checker(answer, instance(exercise, seed))
        result = Result(exercise.id, True, _end_sentence(said))
    except Wrong as wrong:
        result = Result(exercise.id, False, _end_sentence(str(wrong)))
    except Unjudged as unjudged:
        result = Result(exercise.id, None, str(unjudged))
    except (Exception, SystemExit) as error:  # an answer whose own methods fail is a wrong answer
        message = f"Expected: {exercise.answer} Reading the answer failed: {type(error).__name__}."
        result = Result(exercise.id, False, message)
    first = record(result, answer, seed)
    if first is None:
        return result
    changed = first["first"] != plain(answer)
    message = f"{result.message} What you predicted first counts: {first['first']}." if changed else result.message
    return replace(result, message=message, first=first)


def _end_sentence(text: str) -> str:
    """A message with a full stop at the end."""
    return text if text.endswith((".", "!", "?", "$", "`")) else f"{text}."
