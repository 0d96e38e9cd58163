"""The roster of a class: who is in it, and who handed in what."""

from __future__ import annotations

import csv
from pathlib import Path

from scoring_the_scores.exercises.forms import folded


def roster_of(path: Path | None) -> list[tuple[str, str]]:
    """Who handed in what, line by line: a file, empty if there is none, and a student.

    Raises
    ------
    ValueError
        If it is no table with both columns, a line names no student, or two students are to have handed in one file.
    """
    if path is None:
        return []
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            rows = csv.DictReader(lines)
            if not {"file", "student"} <= set(rows.fieldnames or ()):
                raise ValueError(f"{path} must have the columns file and student")
            students = [((row["file"] or "").strip(), (row["student"] or "").strip()) for row in rows]
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text in UTF-8") from None
    whose: dict[str, str] = {}
    for number, (file, student) in enumerate(students, start=2):
        if not folded(student):
            raise ValueError(f"{path}, line {number}: there is no student")
        if file and folded(whose.setdefault(file, student)) != folded(student):
            raise ValueError(f"{path}, line {number}: {file} is {whose[file]}'s already")
    return students
