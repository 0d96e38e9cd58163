"""Sphinx extension: below each exercise that a page can check, a box for its answer, and the page's script for it.

The script holds no answer: it has seals of it and of known mistakes, from the tests' solutions, or the checkers of
constructions.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from scoring_the_scores.contents import room
from scoring_the_scores.exercises import Exercise, check, load
from scoring_the_scores.exercises.boxes import Entry, put
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.keeping import VARIABLE
from scoring_the_scores.exercises.sealing import sealed
from tests.scoring_the_scores.exercises.solutions import MISTAKES, SOLUTIONS


def rooms() -> list[Path]:
    """Return the scripts of the rooms that check constructions."""
    chapters = dict.fromkeys(one.chapter for one in load().values())
    return [path for chapter in chapters if (path := room(chapter) / "answers.js").exists()]


@cache
def asked(exercise_id: str) -> dict[str, Any]:
    """Return what the page is told of an exercise: its entries, and its seals or what its task gives."""
    one = load()[exercise_id]
    told = {"title": one.title, "entries": [(entry.at, entry.form, entry.label) for entry in one.box]}
    given = instance(one)
    if constructed(exercise_id):
        return told | {"given": {name: value for name, value in given.items() if name != "table"}}
    os.environ[VARIABLE] = "off"
    right, *slips = (of(given) for of in (SOLUTIONS[one.id], *(mistake.of for mistake in MISTAKES[one.id])))
    right = centred(one, right)
    said = [(answer, check(one.id, answer).message) for answer in (right, *slips)]
    return told | {"groups": sealed(one.id, one.box, said[0], said[1:])}


def constructed(exercise_id: str) -> bool:
    """Return whether a script of the exercise's room checks its answers."""
    path = room(load()[exercise_id].chapter) / "answers.js"
    return path.exists() and f'answeredIf("{exercise_id}"' in path.read_text(encoding="utf-8")


def centred(one: Exercise, answer: Any) -> Any:
    """Return a right answer with numbers in the middle of those that the checker takes: a solution may be rounded."""
    for entry in one.box:
        for at, value in _numbers(entry, answer):
            half = entry.reach(value)
            low, high = (_edge(one.id, answer, at, value, sign * half) for sign in (-1, 1))
            answer = put(answer, at, entry.middle(low, high))
    return answer


def _numbers(entry: Entry, answer: Any) -> list[tuple[str, float]]:
    """Return the numbers of an entry that has a tolerance, and where they are in the answer."""
    part = entry.of(answer)
    if not entry.lattice(part):
        return []
    if entry.form.startswith("two numbers "):
        return [(f"{entry.at}.{place}", float(one)) for place, one in enumerate(part)]
    return [(entry.at, float(part))]


def _edge(exercise_id: str, answer: Any, at: str, value: float, reach: float) -> float:
    """Return the number that is farthest from a right one and right, by halving."""
    right, wrong = value, value + 2 * reach
    assert not check(exercise_id, put(answer, at, wrong)).right, f"{exercise_id}, {at}: {wrong} is right"
    for _ in range(30):
        middle = (right + wrong) / 2
        if check(exercise_id, put(answer, at, middle)).right:
            right = middle
        else:
            wrong = middle
    return right
