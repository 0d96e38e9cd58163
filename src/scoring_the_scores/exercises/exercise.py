"""What an exercise is, and the reading of all of them."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Final

import numpy as np

from scoring_the_scores.contents import parts, room

#: From a minute's thought to an afternoon's work.
LEVELS: Final = ("warm-up", "standard", "hard", "project")
#: What is handed in: a construction, a function, a value, a found mistake, a prediction, what a figure shows, work.
KINDS: Final = ("construct", "code", "compute", "error", "predict", "figure", "project")
#: The instance that the book shows.
BOOK: Final = "the book"


@dataclass(frozen=True)
class Exercise:
    """An exercise as it is stated.

    Attributes
    ----------
    id : str
        Its part and its name, such as ``"flach.crossing-rankings"``.
    chapter : str
        Where it stands in the book, such as ``"flach/h-measure"``.
    title : str
        What one calls it.
    level : str
        One of `LEVELS`.
    kind : str
        One of `KINDS`.
    minutes : int
        How long it takes who has read the chapter.
    needs : tuple of str
        What should be read or solved before: chapters, or ids of exercises.
    text : str
        The task, in Markdown; ``<<name>>`` stands for what differs from student to student.
    answer : str
        What is to be handed in, in one sentence.
    starter : str
        Code to begin with; it ends by giving ``answer`` a value.
    hints : tuple of str
        From a nudge to nearly the solution.
    explorer : str or None
        The explorer in which the same exercise can be solved by hand.
    goal : str
        What is to be reached there, in plain words; ``<<name>>`` as in the text. Empty without an explorer.
    start : mapping
        Entries of the explorer's state that differ at first.
    seeded : bool
        Whether every student has an instance of their own.
    """

    id: str
    chapter: str
    title: str
    level: str
    kind: str
    minutes: int
    needs: tuple[str, ...]
    text: str
    answer: str
    starter: str
    hints: tuple[str, ...]
    explorer: str | None = None
    goal: str = ""
    start: Mapping[str, Any] = field(default_factory=dict, hash=False)
    seeded: bool = False

    @property
    def part(self) -> str:
        """The part of the book that it belongs to."""
        return self.id.partition(".")[0]

    def rng(self, seed: int | str | None) -> np.random.Generator:
        """The generator that draws a student's instance, the same on every machine."""
        digest = hashlib.sha256(f"{self.id}\n{BOOK if seed is None else seed}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:16], "big"))


@cache
def load() -> Mapping[str, Exercise]:
    """All exercises by id, in the order of the book.

    Raises
    ------
    ValueError
        If a file of exercises is not well formed: which, and where.

    Examples
    --------
    >>> load()["flach.crossing-rankings"].level
    'standard'
    """
    found: dict[str, Exercise] = {}
    for chapter in (chapter for part in parts() if part.numbered for chapter in part.chapters):
        for number, entry in enumerate(of_chapter(chapter).get("exercise", []), start=1):
            where = f"exercises.toml of {chapter}, exercise {number}"
            one = _exercise(entry, where)
            if one.chapter != chapter or one.part != chapter.partition("/")[0] or one.id in found:
                raise ValueError(f"{where}: '{one.id}' is of another chapter, or there twice")
            found[one.id] = one
    return found


def of_chapter(chapter: str) -> dict[str, Any]:
    """What the ``exercises.toml`` of a chapter holds, its goal and its exercises; nothing without one."""
    path = room(chapter) / "exercises.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def named(exercise_id: object) -> Exercise:
    """The exercise of an id; ``ValueError`` if there is none, with the ids that are nearest to it."""
    from difflib import get_close_matches

    exercises = load()
    if not isinstance(exercise_id, str) or exercise_id not in exercises:
        near = get_close_matches(str(exercise_id), exercises, n=3, cutoff=0.4)
        asked = f": did you mean {' or '.join(near)}?" if near else "; exercises.load() lists them"
        raise ValueError(f"there is no exercise {exercise_id!r}{asked}")
    return exercises[exercise_id]


def _exercise(entry: dict[str, Any], where: str) -> Exercise:
    known = {field.name for field in fields(Exercise)}
    required = known - {"explorer", "goal", "start", "seeded"}
    if wrong := sorted((set(entry) - known) | (required - set(entry))):
        raise ValueError(f"{where}: fields that are missing or unknown: {', '.join(wrong)}")
    for name, kind in (("level", LEVELS), ("kind", KINDS)):
        if entry[name] not in kind:
            raise ValueError(f"{where}: {name} is {entry[name]!r}, not one of {', '.join(kind)}")
    if ("explorer" in entry) != bool(entry.get("goal")):
        raise ValueError(f"{where}: an explorer needs a goal, and a goal an explorer")
    of_several = {name: tuple(entry[name]) for name in ("needs", "hints")}
    texts = {name: entry[name].strip("\n") for name in ("text", "answer", "starter")}
    texts["goal"] = " ".join(entry.get("goal", "").split())
    return Exercise(**{**entry, **of_several, **texts})
