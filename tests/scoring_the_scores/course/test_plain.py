"""What crosses from a student's process: values, and nothing that runs."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.course.plain import NotPlainError, decode, encode
from scoring_the_scores.exercises.checking import instance
from tests.scoring_the_scores.exercises.solutions import MISTAKES, SOLUTIONS
from tests.whole import WHOLE

VALUES = [
    *(None, True, 0, -(10**400), 1.5, math.inf, "PNNP", "é\x00", 2j, Fraction(-3, 8), [], (), {}, set()),
    *([1, [2, (3,)]], {"TPR": "3/8", 1: [None]}, {1, 2}, (1, {"a": Fraction(1, 3)})),
]


def crossed(value: object) -> object:
    """The value after it went through text."""
    return decode(json.loads(json.dumps(encode(value))))


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_values_come_over_as_they_are(value: object) -> None:
    found = crossed(value)
    assert found == value
    assert type(found) is type(value)


def test_arrays_and_frames_come_over() -> None:
    for array in (np.arange(6.0).reshape(2, 3), np.array([True, False]), np.array(["P", "N"]), np.empty((0, 3))):
        found = crossed(array)
        assert found.dtype == array.dtype
        np.testing.assert_array_equal(found, array)
    assert type(crossed(np.float32(0.5))) is np.float32
    assert math.isnan(crossed(math.nan))
    frame = pd.DataFrame({"a": [1, 2], "b": ["x", None]})
    assert crossed(frame)["a"].tolist() == [1, 2]
    assert crossed(iter([1, 2])) == [1, 2]


def test_what_is_not_plain_is_refused() -> None:
    nested: list[object] = []
    nested.append(nested)
    for thing in (object(), np.array([object()]), nested, 10**2000, iter(int, 1), np.ma.masked_all(2), print, b"ab"):
        with pytest.raises(NotPlainError):
            encode(thing)
    for said in ({}, {"is a": "x", "of": []}, {"is a": "mapping", "of": [[[], 1]]}, {"is a": "fraction", "of": [1, 0]}):
        with pytest.raises(NotPlainError):
            decode(said)


def came_over(answer: object) -> object:
    """The answer as the grader has it: functions are called from afar, all else is a value."""
    functions: list[Callable[..., object]] = []

    def number(function: Callable[..., object]) -> int:
        functions.append(function)
        return len(functions) - 1

    def far(place: int) -> Callable[..., object]:
        """The function as the grader calls it: what is given and what comes back goes through text."""

        def call(*arguments: object, **named: object) -> object:
            given, others = crossed(list(arguments)), crossed(named)
            found = functions[place](*given, **others)  # type: ignore[misc]
            return decode(json.loads(json.dumps(encode(found, number))), far)

        return call

    return decode(json.loads(json.dumps(encode(answer, number))), far)


@pytest.mark.parametrize("name", sorted(SOLUTIONS))
def test_what_came_over_is_as_right_and_as_wrong(name: str) -> None:
    """So each exercise is checked in a process that no student's code runs in; in a whole run every mistake."""
    given = instance(exercises.load()[name], "ada")
    result = exercises.check(name, came_over(SOLUTIONS[name](given)), seed="ada")
    assert result.right, result
    for mistake in MISTAKES.get(name, ())[: None if WHOLE else 1]:
        result = exercises.check(name, came_over(mistake.of(given)), seed="ada")
        assert not result.right
        assert mistake.says in result.message, result
