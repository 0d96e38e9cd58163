"""The roster of a class: who is in it, who handed in what, and by which names other programs know them."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

from scoring_the_scores.exercises.forms import folded

COLUMNS: Final = ("file", "student")


def roster_of(path: Path | None) -> list[tuple[str, str]]:
    """Who handed in what, line by line: a file, empty if there is none, and a student.

    Raises
    ------
    ValueError
        If it is no table with both columns, a line names no student, or two students are to have handed in one file.
    """
    lines = lines_of(path)
    students = [(line["file"], line["student"]) for line in lines]
    whose: dict[str, str] = {}
    for number, (file, student) in enumerate(students, start=2):
        if not folded(student):
            raise ValueError(f"{path}, line {number}: there is no student")
        if file and folded(whose.setdefault(file, student)) != folded(student):
            raise ValueError(f"{path}, line {number}: {file} is {whose[file]}'s already")
    return students


def lines_of(path: Path | None) -> list[dict[str, str]]:
    """The lines of a roster, with all of its columns; what is missing is empty.

    Raises
    ------
    ValueError
        If it is no table with the columns file and student.
    """
    if path is None:
        return []
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            rows = csv.DictReader(lines, restkey="")
            names = [name for name in rows.fieldnames or () if name]
            if not set(COLUMNS) <= set(names):
                raise ValueError(f"{path} must have the columns file and student")
            return [{name: (row[name] or "").strip() for name in names} for row in rows]
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text in UTF-8") from None
