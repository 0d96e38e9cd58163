"""Marks: one row for each student, and the tables that learning platforms import.

What Canvas reads is described in its guide to the gradebook's CSV files and decided by its importer: the columns
Student, ID, SIS User ID, SIS Login ID and Section come first, a row *Points Possible* says what an assignment is worth,
and a cell that is empty changes nothing. Moodle's grade import finds a student by one column, such as the email
address, and reads ``-`` as no grade.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from metricbook.writing import Output
from scoring_the_scores.course.grading import UNGRADED, beside, harmless, is_unfinished
from scoring_the_scores.course.roster import COLUMNS, lines_of
from scoring_the_scores.exercises.forms import folded

PLATFORMS: Final = ("canvas", "moodle")
#: By these columns of the roster each platform finds a student; one of them is enough.
KNOWN_BY: Final = {
    "canvas": ("ID", "SIS User ID", "SIS Login ID"),
    "moodle": ("Email address", "ID number", "Username"),
}
#: So that spreadsheets read the names of all languages.
BYTE_ORDER: Final = "\ufeff"
GRADED: Final = "graded"
#: A part of it was not graded, so that there is no mark yet.
UNFINISHED: Final = "not graded to its end"


@dataclass(frozen=True)
class Mark:
    """What a student gets for an assignment.

    Attributes
    ----------
    student : str
        Number or name, as the roster spells it.
    rows : tuple of mapping
        The best row of each exercise, if there are several.
    known : mapping
        What the roster says of the student; empty for who is not on it.
    """

    student: str
    rows: tuple[Mapping[str, Any], ...]
    known: Mapping[str, str] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """Whether it was graded, or what there was instead of a submission."""
        states = [row["state"] for row in self.rows]
        if is_unfinished(self.rows):
            return UNFINISHED
        return states[0] if all(state in UNGRADED for state in states) else GRADED

    @property
    def points(self) -> int:
        """The points earned, as far as it was graded."""
        return sum(row["points"] or 0 for row in self.rows)

    @property
    def possible(self) -> int:
        """The points that could be earned."""
        return sum(row["of"] for row in self.rows)

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(row["right"] for row in self.rows)

    @property
    def note(self) -> str:
        """All notes of the rows, each once."""
        return "; ".join(dict.fromkeys(row["note"] for row in self.rows if row["note"]))

    @property
    def score(self) -> int | str:
        """The points, or nothing where there is no grade."""
        return self.points if self.state == GRADED else ""


def marks(rows: Iterable[Mapping[str, Any]], roster: Path | None = None) -> list[Mark]:
    """The mark of each student, in the order of the roster; who is not on it comes after it.

    Of several submissions of one student, the best answer to each exercise counts.

    Raises
    ------
    ValueError
        If the roster cannot be read.
    """
    known = {folded(line["student"]): line for line in reversed(lines_of(roster))}
    by_student: dict[str, dict[str, Mapping[str, Any]]] = {name: {} for name in reversed(known)}
    for row in rows:
        best = by_student.setdefault(folded(str(row["student"])), {})
        best[row["exercise"]] = max(best.get(row["exercise"], row), row, key=_merit)
    return [
        Mark(str(next(iter(best.values()))["student"]), tuple(best.values()), known.get(name, {}))
        for name, best in by_student.items()
        if best
    ]


def _merit(row: Mapping[str, Any]) -> tuple[int, bool, bool]:
    return row["right"], is_unfinished([row]), row["state"] not in UNGRADED


def marks_table(given: Sequence[Mark]) -> str:
    """A table with a row for each student, for a spreadsheet: points, what the roster says, points of each exercise."""
    names = [row["exercise"] for row in given[0].rows] if given else []
    more = [name for one in given[:1] for name in one.known if name not in COLUMNS]
    head = ["student", *more, "points", "of", "percent", "state", "right", "note", *names]
    lines = [head]
    for one in given:
        by_name = {row["exercise"]: row["points"] for row in one.rows}
        graded = one.state == GRADED
        percent = round(100 * one.points / one.possible, 1) if graded and one.possible else ""
        told = [one.score, one.possible, percent, one.state, one.right if graded else "", _note(one, given)]
        each = [by_name[name] if graded or one.state == UNFINISHED else "" for name in names]
        lines.append([one.student, *(one.known.get(name, "") for name in more), *told, *each])
    return BYTE_ORDER + _csv([harmless(cell) for cell in line] for line in lines)


def _note(one: Mark, given: Sequence[Mark]) -> str:
    stranger = "not on the roster" if not one.known and any(each.known for each in given) else ""
    return "; ".join(filter(None, [stranger, one.note]))


def check_platform(platform: str, roster: Path | None) -> None:
    """See that a roster has what a platform finds students by.

    Raises
    ------
    ValueError
        If there is no roster, or a line of it has nothing of that kind.
    """
    wanted = KNOWN_BY[platform]
    if roster is None:
        raise ValueError(f"--lms {platform} needs --roster, a table that has one of the columns {_either(wanted)}")
    for number, line in enumerate(lines_of(roster), start=2):
        if not any(line.get(name) for name in wanted):
            missing = f"must have one of the columns {_either(wanted)}, by which {platform.capitalize()} finds students"
            raise ValueError(f"{roster}{f', line {number}' if set(wanted) & set(line) else ''}: {missing}")


def platform_table(given: Sequence[Mark], platform: str, title: str) -> str:
    """The table that a platform imports: a row for each student on the roster, and no grade where there is none."""
    on_roster = [one for one in given if one.known]
    return _csv({"canvas": _canvas, "moodle": _moodle}[platform](on_roster, title))


def _canvas(given: Sequence[Mark], title: str) -> list[list[Any]]:
    ids = KNOWN_BY["canvas"]
    possible = given[0].possible if given else 0
    lines: list[list[Any]] = [["Student", *ids, "Section", title], ["    Points Possible", "", "", "", "", possible]]
    for one in given:
        name = one.known.get("Student") or one.student
        lines.append([name, *(one.known.get(key, "") for key in ids), one.known.get("Section", ""), one.score])
    return lines


def _moodle(given: Sequence[Mark], title: str) -> list[list[Any]]:
    ids = KNOWN_BY["moodle"]
    lines: list[list[Any]] = [[*ids, title, f"Feedback: {title}"]]
    for one in given:
        graded = one.state == GRADED
        said = f"{one.points} of {one.possible} points, {one.right} of {len(one.rows)} answers right"
        score, told = (one.points, said) if graded else ("-", one.state)
        lines.append([*(one.known.get(key, "") for key in ids), score, told])
    return lines


def outputs(grades: Path, given: Sequence[Mark], platform: str | None, title: str) -> list[Output]:
    """The tables of marks, to be written beside the table of grades."""
    made = [Output(beside(grades, "marks.csv"), f"{BYTE_ORDER}student,", marks_table(given))]
    if platform:
        text = platform_table(given, platform, title)
        mark = ",".join((*["Student"] * (platform == "canvas"), *KNOWN_BY[platform], ""))
        made.append(Output(beside(grades, f"{platform}.csv"), mark, text))
    return made


def _either(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _csv(lines: Iterable[Iterable[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(lines)
    return text.getvalue()
