"""Feedback: a page for each student, and one of the class for who teaches it.

Each is a single file without a script. A student's page has the student's own answers, and nothing of anybody else.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from metricbook.writing import Output
from scoring_the_scores.contents import title
from scoring_the_scores.course.grading import UNGRADED, beside
from scoring_the_scores.course.marks import GRADED, UNFINISHED, Mark
from scoring_the_scores.course.notebook import HandedOut
from scoring_the_scores.exercises import Exercise, load

HERE: Final = Path(__file__).parent
#: How every page begins.
HEAD: Final = "<!DOCTYPE html>\n<!-- metricbook course -->"
#: What differs from student to student in a message: numbers, and rankings.
OWN: Final = re.compile(r"[-+]?\d[\d./,:e%-]*|\b[PNRW]{3,}\b")
#: Lists and tuples are one, however they are spaced and quoted.
SPELLING: Final = str.maketrans("[]", "()", " '\"")
#: In the distribution of marks.
BINS: Final = 10
#: Kinds of exercises with so many right answers that two alike are worth a look.
CONSTRUCTED: Final = ("construct", "error", "project")


@dataclass(frozen=True)
class Item:
    """An exercise, as a class did it."""

    exercise: Exercise
    link: str
    points: int
    rows: tuple[tuple[Mark, Mapping[str, Any]], ...]

    @property
    def right(self) -> int:
        """The number of students with the right answer."""
        return sum(row["right"] for _, row in self.rows)

    @property
    def unanswered(self) -> int:
        """The number of students without an answer."""
        return sum(row["state"] == "no answer" for _, row in self.rows)

    @property
    def tries(self) -> float | None:
        """The median of tries, of students whose record says how many."""
        told = [int(row["tries"]) for _, row in self.rows if row["tries"] != ""]
        return median(told) if told else None

    @property
    def slips(self) -> list[tuple[int, str]]:
        """How often each thing was said of a wrong answer, with one such message, the most frequent first."""
        said: dict[str, list[str]] = defaultdict(list)
        for _, row in self.rows:
            if not row["right"] and row["state"] != "no answer" and not row["message"].startswith("Not graded"):
                said[OWN.sub("…", row["message"])].append(row["message"])
        return sorted(((len(each), min(each, key=len)) for each in said.values()), key=lambda slip: -slip[0])

    @property
    def alike(self) -> list[tuple[str, list[str]]]:
        """Right constructions that several students handed in, as one wrote it, with who they are."""
        if self.exercise.kind not in CONSTRUCTED:
            return []
        whose: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for mark, row in self.rows:
            if row["right"] and row["answer"]:
                whose[row["answer"].translate(SPELLING)].append((row["answer"], mark.student))
        return [(same[0][0], [student for _, student in same]) for same in whose.values() if len(same) > 1]


def items(given: Sequence[Mark], about: HandedOut) -> list[Item]:
    """Each exercise with its rows of all students who have a grade."""
    rows: dict[str, list[tuple[Mark, Mapping[str, Any]]]] = {}
    for mark in given:
        for row in mark.rows:
            some = rows.setdefault(row["exercise"], [])
            some += [(mark, row)] if mark.state == GRADED and row["state"] not in UNGRADED else []
    return [Item(load()[name], about.link(name), about.worth(name), tuple(some)) for name, some in rows.items()]


def distribution(given: Sequence[Mark]) -> list[tuple[str, int]]:
    """How many students earned which share of the points, in steps of a tenth."""
    shares = [int(BINS * one.points / one.possible) for one in given if one.state == GRADED and one.possible]
    counts = Counter(min(share, BINS - 1) for share in shares)
    step = 100 // BINS
    return [(f"{step * place} to {step * (place + 1)} %", counts[place]) for place in range(BINS)]


def student_page(mark: Mark, about: HandedOut) -> str:
    """The page of one student, as HTML."""
    rows = [(load()[row["exercise"]], row, about.link(row["exercise"])) for row in mark.rows]
    shown = rows if mark.state in (GRADED, UNFINISHED) else []
    return _page("student.html", mark=mark, rows=shown, heading=heading(about), title=title, unfinished=UNFINISHED)


def class_page(given: Sequence[Mark], about: HandedOut) -> str:
    """The page of the class, as HTML."""
    graded = [one for one in given if one.state == GRADED]
    points = [one.points for one in graded]
    found = items(given, about)
    common = sorted(((count, said, one) for one in found for count, said in one.slips), key=lambda slip: -slip[0])
    known = {"graded": graded, "ungraded": [one for one in given if one.state != GRADED], "items": found}
    known |= {"mean": mean(points) if points else 0, "median": median(points) if points else 0}
    known |= {"common": [slip for slip in common if slip[0] > 1][:10], "bins": distribution(given)}
    return _page("class.html", heading=heading(about), title=title, **known)


def heading(about: HandedOut) -> str:
    """The title of the assignment, or what stands for it where nobody has told it."""
    return about.title or "Exercises"


def outputs(grades: Path, given: Sequence[Mark], about: HandedOut) -> list[Output]:
    """The pages, to be written beside the table of grades: a folder with those of students, and that of the class."""
    folder, named = beside(grades, "feedback"), set[str]()
    made = [Output(beside(grades, "class.html"), HEAD, class_page(given, about))]
    for mark in given:
        name = _unused(re.sub(r"[^\w.-]+", "-", mark.student).strip("-.")[:80] or "student", named)
        made.append(Output(folder / f"{name}.html", HEAD, student_page(mark, about)))
    return made


def _unused(name: str, named: set[str]) -> str:
    """A name that no other file has, also where small and capital letters are one."""
    tries = (name if number == 1 else f"{name}-{number}" for number in range(1, len(named) + 2))
    free = next(each for each in tries if each.casefold() not in named)
    named.add(free.casefold())
    return free


def _page(template: str, **known: Any) -> str:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    folder = FileSystemLoader(HERE / "templates")
    options: Mapping[str, Any] = {"trim_blocks": True, "lstrip_blocks": True, "autoescape": True}
    text: str = Environment(loader=folder, undefined=StrictUndefined, **options).get_template(template).render(known)
    return text
