"""`Exercise`, and the loading of all exercises from the chapters' ``exercises.toml``."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Final

import numpy as np

from scoring_the_scores.contents import parts, room
from scoring_the_scores.exercises.boxes import Entry, entries_of
from scoring_the_scores.exercises.forms import folded

#: Levels of difficulty, from a minute's thought to an afternoon's work.
LEVELS: Final = ("warm-up", "standard", "hard", "project")
#: What an exercise of a level is worth, unless it says otherwise.
POINTS: Final = {"warm-up": 1, "standard": 2, "hard": 4, "project": 8}
#: Kinds of hand-in: a construction, a function, a value, a mistake located, a prediction, a figure's data, a project.
KINDS: Final = ("construct", "code", "compute", "error", "predict", "figure", "project")
#: What a second example can be.
SECOND: Final = ("", "another", "smallest")
#: Seed of the instance that the book shows.
BOOK: Final = "the book"


@dataclass(frozen=True)
class Exercise:
    """An exercise: the task, and what is needed to state it.

    Attributes
    ----------
    id : str
        Its part and its name, such as ``"flach.crossing-rankings"``.
    chapter : str
        Its chapter, such as ``"flach/h-measure"``.
    title : str
        Its title.
    level : str
        One of `LEVELS`.
    kind : str
        One of `KINDS`.
    minutes : int
        Time it takes after reading the chapter.
    needs : tuple of str
        Prerequisites: chapters, or ids of exercises.
    text : str
        The task, in Markdown; ``<<name>>`` stands for a value of the student's instance.
    answer : str
        What is to be handed in, in one sentence.
    starter : str
        Code to begin with; its last line assigns ``answer``.
    hints : tuple of str
        Hints, from a nudge to nearly the solution.
    explorer : str or None
        The explorer in which the same exercise can be solved by hand.
    goal : str
        The task in the explorer, in plain words; ``<<name>>`` as in the text. Empty without an explorer.
    start : mapping
        Entries of the explorer's initial state that differ from its default.
    seeded : bool
        Whether every student has their own instance.
    points : int
        What a right answer is worth where points are counted: by its level, or as its entry says.
    figure : str
        Name of the chapter's figure that is read, a drawing of which is in the chapter's room; empty without one.
    second : str
        What a second example that an assignment asks for is to be: ``"another"``, of which the check says something
        else, or ``"smallest"``; empty if it asks for none.
    box : tuple of Entry
        The entries of its answer on a page; empty if it cannot be answered there.
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
    points: int = 0
    figure: str = ""
    second: str = ""
    box: tuple[Entry, ...] = ()

    @property
    def part(self) -> str:
        """The part of the book to which it belongs."""
        return self.id.partition(".")[0]

    def rng(self, seed: int | str | None) -> np.random.Generator:
        """The generator that draws a student's instance, the same on every machine and for every spelling of a name."""
        digest = hashlib.sha256(f"{self.id}\n{BOOK if seed is None else folded(str(seed))}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:16], "big"))


@cache
def load() -> Mapping[str, Exercise]:
    """All exercises by id, in the order of the book.

    Raises
    ------
    ValueError
        If a file of exercises is not well formed; the message names the file and the exercise.

    Examples
    --------
    >>> load()["flach.crossing-rankings"].level
    'standard'
    """
    exercises: dict[str, Exercise] = {}
    for chapter in (chapter for part in parts() if part.numbered for chapter in part.chapters):
        for number, entry in enumerate(of_chapter(chapter).get("exercise", []), start=1):
            where = f"exercises.toml of {chapter}, exercise {number}"
            exercise = _exercise(entry, where)
            if exercise.chapter != chapter or exercise.part != chapter.partition("/")[0] or exercise.id in exercises:
                raise ValueError(f"{where}: '{exercise.id}' is of another chapter, or there twice")
            exercises[exercise.id] = exercise
    return exercises


def of_chapter(chapter: str) -> dict[str, Any]:
    """Content of a chapter's ``exercises.toml``, its learning goal and its exercises; empty without the file."""
    path = room(chapter) / "exercises.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def named(exercise_id: object) -> Exercise:
    """The exercise of an id; ``ValueError`` if there is none, with the ids that are nearest to it."""
    from difflib import get_close_matches

    exercises = load()
    if not isinstance(exercise_id, str) or exercise_id not in exercises:
        near = get_close_matches(str(exercise_id), exercises, n=3, cutoff=0.4)
        advice = f": did you mean {' or '.join(near)}?" if near else "; exercises.load() lists them"
        raise ValueError(f"there is no exercise {exercise_id!r}{advice}")
    return exercises[exercise_id]


def _exercise(entry: dict[str, Any], where: str) -> Exercise:
    known = {field.name for field in fields(Exercise)}
    required = known - {"explorer", "goal", "start", "seeded", "points", "figure", "second", "box"}
    if wrong := sorted((set(entry) - known) | (required - set(entry))):
        raise ValueError(f"{where}: fields that are missing or unknown: {', '.join(wrong)}")
    for name, kind in (("level", LEVELS), ("kind", KINDS)):
        if entry[name] not in kind:
            raise ValueError(f"{where}: {name} is {entry[name]!r}, not one of {', '.join(kind)}")
    if entry.get("second", "") not in SECOND:
        raise ValueError(f"{where}: second is {entry['second']!r}, not one of {', '.join(filter(None, SECOND))}")
    if ("explorer" in entry) != bool(entry.get("goal")):
        raise ValueError(f"{where}: an explorer needs a goal, and a goal an explorer")
    if ("figure" in entry) != (entry["kind"] == "figure"):
        raise ValueError(f"{where}: a figure is named by the exercises that have one read, and by no others")
    points = entry.get("points", POINTS[entry["level"]])
    if type(points) is not int or points < 1:
        raise ValueError(f"{where}: points are {points!r}, not a whole number above 0")
    of_several = {name: tuple(entry[name]) for name in ("needs", "hints")}
    texts = {name: entry[name].strip("\n") for name in ("text", "answer", "starter")}
    texts["goal"] = " ".join(entry.get("goal", "").split())
    box = entries_of(entry.get("box", ()))
    return Exercise(**{**entry, **of_several, **texts, "points": points, "box": box})
