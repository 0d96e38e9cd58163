"""Read what was handed in: a notebook's cells, and the exercises that it answers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from scoring_the_scores import exercises
from scoring_the_scores.course.from_pages import is_of_pages, notebook_of

SUFFIXES: Final = (".ipynb", ".py")
#: A notebook that is larger holds no answers that somebody wrote.
LARGEST: Final = 50_000_000
NAMED: Final = re.compile(r"""answers(?:\.get\(|\[)\s*["']([\w-]+\.[\w-]+)["']""")


def is_notebook(path: Path) -> bool:
    """Whether a file is read as a notebook."""
    return path.suffix.lower() in SUFFIXES or is_of_pages(path)


@dataclass(frozen=True)
class Task:
    """The task that every submission answers."""

    exercises: tuple[str, ...]
    seeded: bool
    roster: str = ""
    seconds: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandedOut:
    """What an assignment says beside its task.

    Attributes
    ----------
    title : str
        Its title.
    points : mapping
        What its exercises are worth, by id, where that is not what they say themselves.
    book : str
        Where the chapters are: the address of the site, or a notebook; empty if neither is known.
    """

    title: str = ""
    points: Mapping[str, int] = field(default_factory=dict)
    book: str = ""

    def worth(self, name: str) -> int:
        """What an exercise is worth."""
        return self.points.get(name, exercises.load()[name].points)

    def link(self, name: str) -> str:
        """Where an exercise stands in its chapter; empty if that is not known."""
        if not self.book or self.book.endswith(".ipynb"):
            return self.book
        one = exercises.load()[name]
        return f"{self.book.rstrip('/')}/book/{one.chapter}.html#exercise-{one.id.replace('.', '-')}"


def read(path: Path) -> dict[str, Any]:
    """A notebook, as JSON has it; as notebooks, a file of Python whose cells begin with ``# %%``, and answers of pages.

    Raises
    ------
    ValueError
        If it is neither.
    """
    if path.stat().st_size > LARGEST:
        raise ValueError(f"the file is larger than {LARGEST // 10**6} MB")
    text = path.read_bytes().decode("utf-8", errors="replace")
    if path.suffix.lower() == ".py":
        parts = re.split(r"^# ?%%.*$", text, flags=re.MULTILINE)
        return {"cells": [{"cell_type": "code", "source": part} for part in parts], "metadata": {}}
    if is_of_pages(path):
        return notebook_of(_saved(text))
    try:
        notebook = json.loads(text)
        codes = [_source(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError("the file is no notebook") from None
    if not isinstance(notebook.get("metadata", {}), dict):
        raise ValueError("the file is no notebook")
    if not codes:
        raise ValueError("the notebook has no code")
    return notebook


def _saved(text: str) -> dict[str, Any]:
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        raise ValueError("the file of answers is broken") from None


def _source(cell: Mapping[str, Any]) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def codes(notebook: Mapping[str, Any]) -> list[str]:
    """The code of a notebook's cells."""
    return [_source(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def task_of(notebook: Mapping[str, Any]) -> Task:
    """The task of a notebook, by its metadata or else by its code."""
    about = notebook.get("metadata", {}).get("scoring-the-scores", {})
    about = about if isinstance(about, dict) else {}
    listed = about.get("exercises")
    names = listed if isinstance(listed, list) else NAMED.findall("\n".join(codes(notebook)))
    known = [name for name in dict.fromkeys(map(str, names)) if name in exercises.load()]
    roster = about.get("roster")
    asked = about.get("seconds")
    seconds = tuple(name for name in known if name in asked) if isinstance(asked, list) else ()
    return Task(tuple(known), bool(about.get("seeded")), roster if isinstance(roster, str) else "", seconds)


def set_by(notebook: Mapping[str, Any]) -> HandedOut:
    """What the notebook that was handed out says of the assignment: its title, its points, where the chapters are.

    Raises
    ------
    ValueError
        If its points are no whole numbers.
    """
    about = notebook.get("metadata", {}).get("scoring-the-scores", {})
    points = about.get("points", {})
    if not all(type(each) is int and each >= 0 for each in points.values()):
        raise ValueError("the points of the assignment are not whole numbers from 0 on")
    return HandedOut(str(about.get("title", "")), points, str(about.get("book", "")))
