"""The term with its dates: what is read, practised, graded and handed in, week by week."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from scoring_the_scores.course.plans import Session, Syllabus, exams
from scoring_the_scores.exercises import Exercise

WEEK = timedelta(days=7)
COLUMNS = ("week", "begins", "due", "title", "read", "practice", "graded", "also", "points", "minutes")


@dataclass(frozen=True)
class Week:
    """A week of the term: when it begins, when its graded work is due, and what is done in it."""

    number: int
    begins: date
    due: date
    session: Session

    @property
    def points(self) -> int:
        """What the graded exercises are worth."""
        return sum(one.points for one in self.session.graded)


def weeks(syllabus: Syllabus, starts: date, without: Collection[date] = ()) -> tuple[list[Week], date]:
    """The weeks of a term, and the first day after them, on which the exam may be.

    Parameters
    ----------
    syllabus : Syllabus
        What is taught.
    starts : date
        The first day.
    without : collection of date
        Days of which the whole week is left out; weeks are counted from the day on which the term starts.

    Raises
    ------
    ValueError
        If a day that is left out is not within the term.

    Examples
    --------
    >>> from scoring_the_scores.course.plans import term
    >>> found, after = weeks(term(), date(2027, 2, 15), [date(2027, 2, 24)])
    >>> [str(one.begins) for one in found[:3]], str(found[0].due), str(after)
    (['2027-02-15', '2027-03-01', '2027-03-08'], '2027-02-28', '2027-05-17')
    """
    left_out = {(day - starts) // WEEK for day in without}
    taught, place = list[date](), 0
    while len(taught) <= len(syllabus.sessions):
        taught += [] if place in left_out else [starts + place * WEEK]
        place += 1
    if outside := [str(day) for day in without if not starts <= day < taught[-1]]:
        raise ValueError(f"not within the term, which goes from {starts} to {taught[-1]}: {', '.join(outside)}")
    found = [
        Week(number, begins, after - timedelta(days=1), session)
        for number, (begins, after, session) in enumerate(
            zip(taught, taught[1:], syllabus.sessions, strict=False), start=1
        )
    ]
    return found, taught[-1]


def as_markdown(syllabus: Syllabus, found: Sequence[Week], after: date) -> str:
    """The term as a text to hand out, in Markdown."""
    last = exams()["exam"]
    lines = [
        f"# {syllabus.name}",
        f"From {found[0].begins} on. {syllabus.outcome}",
        "Minutes are the authors' estimates; nobody has measured them yet. Practice earns no points.",
        "| Part of the mark | Percent |\n|---|---|",
        *(f"| {one['what']} | {one['percent']} |" for one in syllabus.weights),
    ]
    text = "\n\n".join(lines[:4]) + "\n" + "\n".join(lines[4:]) + "\n"
    for one in found:
        session = one.session
        text += f"\n## Week {one.number}, from {one.begins}: {session.title}\n\n"
        text += f"- Read ({session.reading} min): {'; '.join(chapter.title for chapter in session.chapters)}\n"
        text += f"- Practise ({_minutes(session.exercises)} min): {_titles(session.exercises)}\n"
        if session.graded:
            worth = f"{_minutes(session.graded)} min, {one.points} points, due {one.due}"
            text += f"- Graded ({worth}): {_titles(session.graded)}\n"
        text += "".join(f"- Also ({also['minutes']} min): {also['what']}\n" for also in session.also)
        text += f"- In all {session.minutes} minutes\n"
    return f"{text}\n## After it, from {after} on\n\n- {last['title']} ({last['minutes']} min), on all weeks\n"


def as_csv(found: Sequence[Week]) -> str:
    """The term as a table, for a spreadsheet or a calendar."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for one in found:
        session = one.session
        read = "; ".join(chapter.title for chapter in session.chapters)
        named = ["; ".join(each.id for each in some) for some in (session.exercises, session.graded)]
        also = "; ".join(str(each["what"]) for each in session.also)
        due = one.due if session.graded else ""
        row = [one.number, one.begins, due, session.title, read, *named, also, one.points, session.minutes]
        writer.writerow(row)
    return text.getvalue()


def _minutes(some: Sequence[Exercise]) -> int:
    return sum(one.minutes for one in some)


def _titles(some: Sequence[Exercise]) -> str:
    return "; ".join(f"{one.title} (`{one.id}`)" for one in some)
