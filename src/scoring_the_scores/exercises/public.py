"""What students have of an exercise whose checker is the key's: instances, seals of the book's answer, and cases.

Each room keeps it in ``public.json``, which `tools/public.py` of the repository writes.
"""

from __future__ import annotations

import hashlib
import json
import re
from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NoReturn

import numpy as np

from scoring_the_scores.contents import room
from scoring_the_scores.exercises.boxes import Entry, sealed_of
from scoring_the_scores.exercises.exercise import Exercise
from scoring_the_scores.exercises.forms import folded
from scoring_the_scores.exercises.reading import Wrong, apart, called, fields, function, number, several, wrong
from scoring_the_scores.exercises.sealing import ROUNDED, Group, opened
from scoring_the_scores.exercises.slips import described
from scoring_the_scores.exercises.students import PLACE

OWN: Final = (
    "The answer to numbers of your own can be read, and is graded when you hand it in. Try your way on the book's "
    'numbers: exercises.show("{id}") states the task with them, and exercises.check("{id}", answer) says at once '
    "whether it is right."
)
AGREES: Final = "The function agrees in all {count} cases that students have; it is graded on others, too."


class Unjudged(Exception):
    """An answer can be read, and whether it is right is for the key to say."""


@cache
def _of_chapter(chapter: str) -> Mapping[str, Any]:
    path = room(chapter) / "public.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def public(exercise: Exercise) -> Mapping[str, Any]:
    """What students have of an exercise: its ``instances``, ``seals`` and ``cases``."""
    return _of_chapter(exercise.chapter).get(exercise.id, {})


def instances(exercise: Exercise) -> Sequence[str]:
    """The instances that students are given, no two of them alike, as Python writes them."""
    return public(exercise).get("instances", [])[1:]


def instance(exercise: Exercise, seed: int | str | None = None) -> Mapping[str, Any]:
    """A student's instance: values for the names in the task; empty if all students have the same task.

    The book's is nobody's. Of a roster no two have one, as long as there are enough of them.
    """
    texts = public(exercise).get("instances")
    if not texts:
        return {}
    if seed is None:
        return literal_eval(texts[0])
    place = PLACE.fullmatch(str(seed))
    order = _order(exercise.id, place[2] if place else folded(str(seed)), len(texts) - 1)
    return literal_eval(texts[1 + order[int(place[1]) % len(order) if place else 0]])


@lru_cache(maxsize=128)
def _order(exercise_id: str, key: str, count: int) -> list[int]:
    """The places of instances in an order that a key gives, the same on every machine."""
    return sorted(range(count), key=lambda place: hashlib.sha256(f"{exercise_id}\n{key}\n{place}".encode()).digest())


def judged(
    exercise: Exercise,
    answer: Any,
    seed: int | str | None,
    rest: Callable[[Any, Mapping[str, Any]], str] | None = None,
) -> str:
    """What is said of a right answer, as far as that can be known without the key.

    Parameters
    ----------
    exercise : Exercise
        What is answered.
    answer : object
        What a student hands in.
    seed : int, str or None
        Of the student's instance.
    rest : callable, optional
        Checks the entries that seals do not check, given the instance and what the seals hide.

    Raises
    ------
    Wrong
        If the answer is wrong, or cannot be read.
    Unjudged
        If it answers an instance of the student's own.
    """
    told = public(exercise)
    if "cases" in told:
        return _on_cases(told["cases"], answer)
    entries = sealed_of(exercise.box)
    parts = dict(zip(exercise.box, parts_of([entry.at for entry in exercise.box], answer), strict=True))
    for entry in entries:  # so that a form that is wrong is named
        entry.canonical(parts[entry], entry.lattice(parts[entry]))
    for entry in (one for one in exercise.box if one.form == "number"):
        number(parts[entry], entry.label)
    if exercise.seeded and seed is not None:
        raise Unjudged(OWN.format(id=exercise.id))
    said = _by_seals(exercise, entries, told["seals"], [parts[entry] for entry in entries])
    return rest(answer, {**instance(exercise), **json.loads(said)}) if rest else said


def parts_of(places: Sequence[str], answer: Any, what: str = "the answer") -> list[Any]:
    """The parts of an answer at some places, in their order; the reader's message if one is not there."""
    heads = list(dict.fromkeys(place.partition(".")[0] for place in places))
    if heads == [""]:
        return [answer]
    if all(head.isdigit() for head in heads):
        inside = dict(zip(heads, several(answer, what, shortest=len(heads), longest=len(heads)), strict=True))
    else:
        inside = fields(answer, heads, what)
    tails = {head: [place.partition(".")[2] for place in places if place.partition(".")[0] == head] for head in heads}
    return [part for head in heads for part in parts_of(tails[head], inside[head], f"{head} of {what}")]


def _by_seals(exercise: Exercise, box: Sequence[Entry], groups: Sequence[Group], parts: Sequence[Any]) -> str:
    """What the seals that an answer opens say of it."""
    found = opened(exercise.id, groups, box, parts)
    if whole := [said for _, said, right in found if right]:
        return whole[0]
    right = [place for at, said, _ in found if not said for place in at]
    others = [place for place in range(len(box)) if place not in right]
    if rounded := [place for at, said, _ in found if said == ROUNDED for place in at]:
        exact = box[rounded[0]].form == "fraction"
        more = "the fraction, which is exact" if exact else "more digits"
        wrong(f"{_are(box, rounded)} right only when it is rounded: hand in {more}")
    # What is said of a slip was said where all else was right: it may say so.
    slips = [(at, said) for at, said, _ in found if said]
    for at, said in slips:
        if at == others or not re.search(r"\bright\b", said):
            wrong(said)
    if not right:
        _hint(exercise)
    wrong(f"{_are(box, right)} right, {_are(box, others)} not.")


def _hint(exercise: Exercise) -> NoReturn:
    wrong(f"That is not right yet. The hints lead on: {exercise.hints[0]}" if exercise.hints else "Not right yet.")


def _are(box: Sequence[Entry], places: Sequence[int]) -> str:
    names = [box[place].label or "the answer" for place in places]
    return f"{', '.join(names[:-1])}{' and ' if names[1:] else ''}{names[-1]} {'are' if names[1:] else 'is'}"


def _on_cases(told: Mapping[str, Any], answer: Any) -> str:
    """Compare a function with the stored values of the right one, smallest case first."""
    of, tolerance = function(answer), told["tolerance"]
    values = []
    for text in told["given"]:
        arguments = literal_eval(text)
        copies = [np.array(one) if told["arrays"] and isinstance(one, list) else one for one in arguments]
        values.append(_value(of, copies, described(arguments, told["names"]), told["right"][0]))
    for text, value, right in zip(told["given"], values, told["right"], strict=True):
        if _differ(value, right, tolerance):
            for slip in told["slips"]:
                if not any(_differ(one, two, tolerance) for one, two in zip(values, slip["values"], strict=True)):
                    wrong(slip["says"])
            case = described(literal_eval(text), told["names"])
            wrong(f"On {case} the function returns {_shown(value, right)}, and it should be {_shown(right, value)}.")
    return AGREES.format(count=len(values))


def _value(of: Any, arguments: list[Any], case: str, right: Any) -> Any:
    """What the function returns: True or False where the right one does, otherwise a number."""
    if not isinstance(right, bool):
        return called(of, *arguments, case=case)
    try:
        returned = of(*arguments)
    except (Exception, SystemExit) as error:
        raise Wrong(f"On {case} the function raises {type(error).__name__}: {str(error)[:200]}.") from error
    if not isinstance(returned, bool | np.bool_):
        wrong(f"On {case} the function must return True or False, not {type(returned).__name__}.")
    return bool(returned)


def _differ(one: Any, other: Any, tolerance: float) -> bool:
    return one is not other if isinstance(other, bool) else abs(one - other) > tolerance


def _shown(value: Any, other: Any) -> str:
    return str(value) if isinstance(value, bool) else apart(value, other)
