"""Answers that a reader gave on the site's pages and saved as a file: read as a notebook that hands them in.

The file says which answers were right; nobody believes it. What counts is its answers, which are plain data, and the
checkers check each of them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from scoring_the_scores import exercises
from scoring_the_scores.course.seconds import names
from scoring_the_scores.exercises.boxes import Entry
from scoring_the_scores.exercises.formulas import source_of

SUFFIX: Final = ".json"
#: What the file has, under this name.
ABOUT: Final = ("scoring-the-scores", "answers")
#: How far into a file that stands.
HEAD: Final = 100


def is_of_pages(path: Path) -> bool:
    """Whether a file is one that a page saved, by how it begins."""
    if path.suffix.lower() != SUFFIX:
        return False
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return False
    name, value = ABOUT
    return f'"{name}":"{value}"'.encode() in head.replace(b" ", b"").replace(b"\n", b"")


def notebook_of(saved: Mapping[str, Any]) -> dict[str, Any]:
    """A notebook with a cell for each answer that a page saved.

    Raises
    ------
    ValueError
        If there are none.
    """
    given = saved.get("answers")
    given = given if isinstance(given, dict) else {}
    known = {name: one for name, one in given.items() if name in exercises.load() and isinstance(one, dict)}
    if not known:
        raise ValueError("the file has no answers")
    cells = ["answers = {}", *(_cell(name, one.get("answer")) for name, one in known.items())]
    cells += [cell for name, one in known.items() for cell in _second(name, one.get("second"))]
    tries = {name: one["tries"] for name, one in known.items() if isinstance(one.get("tries"), int)}
    about = {"exercises": list(known), "seeded": False}
    return {
        "cells": [{"cell_type": "code", "source": source} for source in cells],
        "metadata": {ABOUT[0]: about, "tries": tries},
    }


def not_graded(notebook: Mapping[str, Any], *, seeded: bool) -> dict[str | None, dict[str, Any]]:
    """What is said of answers to the book's numbers, which pages have, where each student has numbers of their own."""
    said = "Not graded: pages have the book's numbers, and this assignment the student's own."
    told = {"right": False, "seconds": 0.0, "state": "the book's numbers", "message": said}
    answered = notebook["metadata"][ABOUT[0]]["exercises"]
    return {name: {"exercise": name, **told} for name in answered if seeded and exercises.load()[name].seeded}


def _second(name: str, second: Any) -> list[str]:
    """The code that hands in a second example, and the sentence, which is the last of the texts."""
    texts = second.get("texts") if isinstance(second, dict) else None
    if not isinstance(texts, list) or not texts:
        return []
    return [_cell(one, answer) for one, answer in zip(names(name), (second.get("answer"), texts[-1]), strict=True)]


def _cell(name: str, answer: Any) -> str:
    """The code that hands an answer in: as it is, or as the function that its formula is."""
    known = exercises.load().get(name)
    formula = next((entry for entry in known.box if entry.names), None) if known else None
    if formula is not None and (source := _source(formula, answer)):
        return f"{source}\nanswers[{name!r}] = of"
    plain = json.dumps(answer)  # of what JSON has, and so without code
    return f"import json\nanswers[{name!r}] = json.loads({plain!r})"


def _source(entry: Entry, answer: Any) -> str | None:
    return source_of(answer, entry.names) if isinstance(answer, str) and not entry.at else None
