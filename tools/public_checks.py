"""What students have of exercises that the key checks, written into ``public.json`` of each room.

Instances that the key draws; seals of the book's answer and of known mistakes; and, of functions, what the right one
and known mistakes return in some of the cases that the key tries. With ``--check`` it says which files are not so.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from scoring_the_scores.contents import room
from scoring_the_scores.exercises import Exercise, load
from scoring_the_scores.exercises.boxes import Entry, put, sealed_of
from scoring_the_scores.exercises.checking import Checker, checkers, drawings, reference_of
from scoring_the_scores.exercises.keeping import VARIABLE
from scoring_the_scores.exercises.reading import Wrong
from scoring_the_scores.exercises.sealing import ROUNDS, sealed
from tests.scoring_the_scores.exercises.solutions import MISTAKES, SOLUTIONS

#: Instances for students, beside the book's.
COUNT: Final = 100
#: So many draws for each instance that is known, and no new one among them: there are no others.
PATIENCE: Final = 10
#: Of the cases that the key tries of a function, at most so many of the smallest, and so many of the others.
SMALLEST: Final = 25
OTHERS: Final = 15


def is_of_key(exercise: Exercise) -> bool:
    """Whether students do not have the checker."""
    return checkers()[exercise.id].__module__.endswith(".key")


def of_room(chapter: str) -> dict[str, Any]:
    """What students have of the exercises of a chapter, by id."""
    told = {}
    for exercise in (one for one in load().values() if one.chapter == chapter):
        one: dict[str, Any] = {}
        if exercise.seeded:
            one["instances"] = list(islice(drawn(exercise), COUNT + 1))
        if is_of_key(exercise) and exercise.kind == "code":
            one["cases"] = cases(exercise)
        elif is_of_key(exercise):
            one["seals"] = seals(exercise, literal_eval(one["instances"][0]) if exercise.seeded else {})
        if one:
            told[exercise.id] = one
    return told


def drawn(exercise: Exercise) -> Iterator[str]:
    """The book's instance and others, each once, as Python writes them: none on which a known mistake is right."""
    known: set[str] = set()
    checker, mistakes = checkers()[exercise.id], [mistake.of for mistake in MISTAKES[exercise.id]]
    for drawing in drawings(exercise):
        waiting, draw = 0, 0
        while waiting <= PATIENCE * (len(known) + 1):
            given = drawing(exercise.rng(None if not known else f"draw {draw}"))
            waiting, draw, text = waiting + 1, draw + 1, repr(dict(given))
            assert literal_eval(text) == given, f"{exercise.id}: {text} is not plain"
            if text not in known:
                known.add(text)
                waiting = 0
                if not any(is_right(checker, *made, given) for of in mistakes for made in _made(of, given)):
                    yield text


def _made(of: Callable[..., Any], given: Mapping[str, Any]) -> list[tuple[Any]]:
    """The answer of a mistake, if it can be made with these numbers."""
    try:
        return [(of(given),)]
    except StopIteration:
        return []


def seals(exercise: Exercise, given: Mapping[str, Any], rounds: int = ROUNDS) -> list[dict[str, Any]]:
    """The seals of the book's answer, and of known mistakes; where entries are left, it hides what they need."""
    checker, entries = checkers()[exercise.id], sealed_of(exercise.box)
    right = centred(entries, SOLUTIONS[exercise.id](given), lambda answer: is_right(checker, answer, given))
    left = len(entries) < len(exercise.box)
    opens = json.dumps(dict(reference_of(exercise))) if left else says(checker, right, given)
    slips = [mistake.of(given) for mistake in MISTAKES[exercise.id]]
    said = [(answer, says(checker, answer, given)) for answer in slips]
    return sealed(exercise.id, entries, (right, opens), said, rounds)


def says(checker: Checker, answer: Any, given: Mapping[str, Any]) -> str:
    """What a checker says of an answer."""
    try:
        return checker(answer, given)
    except Wrong as wrong:
        return str(wrong)


def is_right(checker: Checker, answer: Any, given: Mapping[str, Any]) -> bool:
    """Whether a checker takes an answer."""
    try:
        checker(answer, given)
    except Wrong:
        return False
    return True


def centred(entries: Sequence[Entry], answer: Any, is_right: Callable[[Any], bool]) -> Any:
    """Return a right answer with numbers in the middle of those that the checker takes: a solution may be rounded."""
    for entry in entries:
        for at, value in _numbers(entry, answer):
            half = entry.reach(value)
            others = partial(put, answer, at)
            low, high = (_edge(lambda part, of=others: is_right(of(part)), value, sign * half) for sign in (-1, 1))
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


def _edge(is_right: Callable[[float], bool], value: float, reach: float) -> float:
    """Return the number that is farthest from a right one and right, by halving."""
    right, wrong = value, value + 2 * reach
    assert not is_right(wrong), f"{wrong} is right"
    for _ in range(30):
        middle = (right + wrong) / 2
        if is_right(middle):
            right = middle
        else:
            wrong = middle
    return right


def cases(exercise: Exercise) -> dict[str, Any]:
    """Some of the cases that the key tries of a function, and what the right one and known mistakes return there."""
    checker, right = checkers()[exercise.id], SOLUTIONS[exercise.id]({})
    tried: dict[str, list[Any]] = {}
    arrays = []

    def recording(*arguments: Any) -> Any:
        arrays.append(any(isinstance(one, np.ndarray) for one in arguments))
        plain = [one.tolist() if isinstance(one, np.ndarray) else one for one in arguments]
        tried.setdefault(repr(plain), plain)
        return right(*arguments)

    checker(recording, {})
    texts = list(tried)
    small = min(SMALLEST, len(texts) // 3)
    texts = texts[:small] + texts[small :: max(3, len(texts[small:]) // OTHERS)]

    def values(of: Callable[..., Any]) -> list[Any]:
        copies = (
            [np.array(one) if arrays[0] and isinstance(one, list) else one for one in literal_eval(text)]
            for text in texts
        )
        returned = (of(*arguments) for arguments in copies)
        return [bool(one) if isinstance(one, bool | np.bool_) else float(one) for one in returned]

    slips = []
    for mistake in MISTAKES[exercise.id]:
        try:
            slips.append({"says": says(checker, mistake.of({}), {}), "values": values(mistake.of({}))})
        except Exception:  # a mistake that returns nothing that can be compared
            continue
    about = {"names": list(inspect.signature(right).parameters), "arrays": arrays[0]}
    return about | {"tolerance": tolerance(checker, right), "given": texts, "right": values(right), "slips": slips}


def tolerance(checker: Checker, right: Callable[..., Any]) -> float:
    """How far off a checker lets a function be: 2e-5 or 1e-9."""
    return 2e-5 if is_right(checker, lambda *arguments: right(*arguments) + 1e-5, {}) else 1e-9


def text_of(chapter: str) -> str:
    """The content of a room's file; empty if there is to be none."""
    told = of_room(chapter)
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n" if told else ""


def main(arguments: list[str]) -> int:
    """Write the files of all chapters, or of some, or say which are not as they should be."""
    os.environ[VARIABLE] = "off"
    names, check = [one for one in arguments if one != "--check"], "--check" in arguments
    old = []
    for chapter in names or dict.fromkeys(one.chapter for one in load().values()):
        path, text = room(chapter) / "public.json", text_of(chapter)
        if (path.read_text(encoding="utf-8") if path.exists() else "") != text:
            old.append(str(path))
            if not check:
                path.write_text(text, encoding="utf-8")
    print("\n".join(old) or "all are as they should be")
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
