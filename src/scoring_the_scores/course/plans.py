"""Material to plan a course: chapters with their goals and minutes, syllabi, misconceptions and rubrics.

Syllabi and rubrics are data beside this module; goals and minutes of reading are in the chapters' rooms, misconceptions
in the parts' folders. What chapters need stands at their heads, in a copy of the book's repository; minutes of
exercises are the exercises' own. All minutes are the authors' estimates.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scoring_the_scores.contents import parts
from scoring_the_scores.contents import title as title_of
from scoring_the_scores.exercises import LEVELS, Exercise, load
from scoring_the_scores.exercises.exercise import of_chapter

if TYPE_CHECKING:
    import pandas as pd

    from claimledger import Page

HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE.parent
HEAD: Final = re.compile(r":class: chapter-head\n(.*?)\n:::", re.DOTALL)
FIELDS: Final = re.compile(r"\*\*(You need|Time|Level)\*\* (.*?)\. ?(?=\*\*)", re.DOTALL)
ROLE: Final = re.compile(r"\{\w+(?::\w+)?\}`([^`<]*?)(?: <[^`]*>)?`")


@dataclass(frozen=True)
class Chapter:
    """A chapter, as far as who sets it must know.

    Attributes
    ----------
    file : str
        Such as ``"flach/h-measure"``.
    part, title : str
        The caption of its part, and its own title.
    needs, level : str
        As its head says.
    minutes : int
        For reading it, as its head says.
    goal : str
        What a student can do afterwards.
    """

    file: str
    part: str
    title: str
    needs: str
    level: str
    minutes: int
    goal: str

    @property
    def exercises(self) -> list[Exercise]:
        """Its exercises."""
        return [one for one in load().values() if one.chapter == self.file]


@dataclass(frozen=True)
class Session:
    """A session of a syllabus.

    Attributes
    ----------
    title : str
        What it is about.
    chapters : tuple of Chapter
        What is read.
    exercises : tuple of Exercise
        What is solved for practice, or without saying whether it is graded.
    graded : tuple of Exercise
        What is solved and graded.
    also : tuple of mapping
        What else takes time: ``what``, and ``minutes``.
    """

    title: str
    chapters: tuple[Chapter, ...]
    exercises: tuple[Exercise, ...]
    graded: tuple[Exercise, ...] = ()
    also: tuple[Mapping[str, Any], ...] = ()

    @property
    def reading(self) -> int:
        """Minutes of reading."""
        return sum(chapter.minutes for chapter in self.chapters)

    @property
    def solving(self) -> int:
        """Minutes of exercises."""
        return sum(one.minutes for one in self.exercises + self.graded)

    @property
    def minutes(self) -> int:
        """Minutes of all of it."""
        return self.reading + self.solving + sum(one["minutes"] for one in self.also)


@dataclass(frozen=True)
class Syllabus:
    """A way through the book."""

    name: str
    for_whom: str
    outcome: str
    sessions: tuple[Session, ...]
    weights: tuple[Mapping[str, Any], ...] = ()

    @property
    def minutes(self) -> int:
        """Minutes of reading, of exercises, and of what else there is."""
        return sum(session.minutes for session in self.sessions)


def chapters(root: Path) -> list[Chapter]:
    """The chapters in the order of the book, from a copy of its repository.

    Raises
    ------
    ValueError
        If a chapter has no head, or no goal, or its head has other minutes than its room.
    FileNotFoundError
        If this is no copy of the repository.
    """
    return [_chapter(root, part.caption, chapter) for part in parts() if part.numbered for chapter in part.chapters]


def outline() -> list[Chapter]:
    """The chapters by their short titles, as far as the package alone knows them: without needs and levels."""
    return [
        Chapter(file, part.caption, title_of(file), "", "", of_chapter(file)["reading"], of_chapter(file)["goal"])
        for part in parts()
        if part.numbered
        for file in part.chapters
    ]


def _chapter(root: Path, part: str, file: str) -> Chapter:
    notebook = json.loads((root / "book" / f"{file}.ipynb").read_text(encoding="utf-8"))
    text = "\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    title, head = re.search(r"^# (.+)$", text, re.MULTILINE), HEAD.search(text)
    settings = dict(FIELDS.findall(head[1])) if head else {}
    goal = of_chapter(file).get("goal")
    if title is None or set(settings) != {"You need", "Time", "Level"} or goal is None:
        raise ValueError(f"{file} has no title, no whole head, or no goal in its exercises.toml")
    needs, minutes = ROLE.sub(r"\1", settings["You need"]), int(settings["Time"].split()[0])
    if minutes != of_chapter(file).get("reading"):
        raise ValueError(f"{file} takes {minutes} minutes by its head, but not by its exercises.toml")
    return Chapter(file, part, ROLE.sub(r"\1", title[1]), needs, settings["Level"], minutes, goal)


def syllabi(book: Sequence[Chapter]) -> list[Syllabus]:
    """The syllabi, with the chapters and exercises that they name.

    A chapter that is not in the book is left out, and a session without chapters too: whoever takes a part away need
    not edit them.
    """
    by_file = {chapter.file: chapter for chapter in book}

    def session(given: Mapping[str, Any]) -> Session:
        read = tuple(by_file[name] for name in given["read"] if name in by_file)
        there = {one.id: one for chapter in read for one in chapter.exercises}
        if "exercises" in given:
            return Session(given["title"], read, tuple(o for o in there.values() if o.level in given["exercises"]))
        practice, graded = (
            tuple(there[name] for name in given[kind] if name in there) for kind in ("practice", "graded")
        )
        return Session(given["title"], read, practice, graded, tuple(given.get("also", ())))

    return [
        Syllabus(
            given["name"],
            given["for_whom"],
            given["outcome"],
            tuple(one for one in map(session, given["session"]) if one.chapters),
            tuple(given.get("weights", ())),
        )
        for given in _read(HERE / "syllabi.toml")["syllabus"]
    ]


def chapters_table(book: Sequence[Chapter]) -> pd.DataFrame:
    """A row for each chapter: level, minutes of reading, exercises, and their minutes."""
    rows = [
        {
            "chapter": chapter.title,
            "level": chapter.level,
            "reading": chapter.minutes,
            **{level: sum(one.level == level for one in chapter.exercises) for level in LEVELS},
            "solving": sum(one.minutes for one in chapter.exercises),
        }
        for chapter in book
    ]
    import pandas as pd  # which who plans a course by the command needs not

    return pd.DataFrame(rows)


def parts_table(book: Sequence[Chapter]) -> pd.DataFrame:
    """A row for each part, in the order of the book: its chapters, their reading time, and the first of them."""
    rows = []
    for part, inside in groupby(book, key=lambda chapter: chapter.part):
        chapters = list(inside)
        rows.append((part, len(chapters), _reading(chapters), links(chapters)[0]))
    rows.append(("all", len(book), _reading(book), ""))
    import pandas as pd

    return pd.DataFrame(rows, columns=["part", "chapters", "reading", "begins with"])


def _reading(book: Sequence[Chapter]) -> str:
    return duration(sum(chapter.minutes for chapter in book))


def on_the_page() -> Page:
    """How many exercises can be answered on the site, as a sentence, and what the others are."""
    some = list(load().values())
    others = [one for one in some if not one.box and one.explorer is None]
    functions = sum(one.kind == "code" for one in others)
    here = f"{len(some) - len(others)} of the {len(some)} exercises can be answered where they stand"
    where = "without Python and without a server: in a box below the exercise, or in its explorer"
    rest = f"Of the other {len(others)}, {functions} ask for code"
    plain = f"{here}, {where}. {rest}, the others for simulations or intervals that a page does not compute."
    from claimledger import Page  # which who plans a course by the command needs not

    return Page(plain, f"**On the page.** {plain}")


def links(book: Sequence[Chapter]) -> list[str]:
    """Links to chapters, for a page of the book."""
    return [f"{{doc}}`{chapter.title} </book/{chapter.file}>`" for chapter in book]


def duration(minutes: int) -> str:
    """Minutes as hours and minutes.

    Examples
    --------
    >>> duration(40), duration(135), duration(120)
    ('40 min', '2 h 15 min', '2 h')
    """
    hours, rest = divmod(minutes, 60)
    return " ".join(filter(None, [f"{hours} h" if hours else "", f"{rest} min" if rest else ""]))


def sessions_table(syllabi: Sequence[Syllabus]) -> pd.DataFrame:
    """A row for each session of each syllabus: what is read, and the minutes of reading and of solving."""
    rows = [
        {
            "course": syllabus.name if place == 1 else "",
            "session": f"{place}. {session.title}",
            "read": "; ".join(chapter.title.partition(":")[0] for chapter in session.chapters),
            "reading": session.reading,
            "exercises": len(session.exercises + session.graded),
            "solving": session.solving,
            "in all": session.minutes,
        }
        for syllabus in syllabi
        for place, session in enumerate(syllabus.sessions, start=1)
    ]
    import pandas as pd

    return pd.DataFrame(rows)


def misconceptions() -> list[dict[str, str]]:
    """What students believe, what is true, and the claim that shows it."""
    return [
        {"part": part.name, **one}
        for part in parts()
        for one in _read(PACKAGE / part.name / "misconceptions.toml").get("misconception", [])
    ]


def term() -> Syllabus:
    """The syllabus of a term: the one that says what is graded."""
    return next(one for one in syllabi(outline()) if one.weights)


def exams() -> dict[str, dict[str, Any]]:
    """The exams of the term, by name: ``title``, ``minutes``, and the ids of its ``exercises`` that are in the book."""
    return {
        one["name"]: {**one, "exercises": [name for name in one["exercises"] if name in load()]}
        for one in _read(HERE / "syllabi.toml")["exam"]
    }


def rubrics() -> list[dict[str, Any]]:
    """How projects are judged."""
    rubrics_read: list[dict[str, Any]] = _read(HERE / "rubrics.toml")["rubric"]
    return rubrics_read


@cache
def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
