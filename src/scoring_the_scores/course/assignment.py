"""Assignments: notebooks without solutions, for students and, in the same words, for Otter.

A notebook is JSON, and made as such, so that nothing but Python is needed to make one.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from html import unescape
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from metricbook.writing import Output, check, write
from scoring_the_scores import exercises
from scoring_the_scores.contents import parts, room
from scoring_the_scores.contents import title as title_of
from scoring_the_scores.course import seconds
from scoring_the_scores.course.notebook import HandedOut
from scoring_the_scores.course.plans import Session, exams, term
from scoring_the_scores.exercises import Exercise
from scoring_the_scores.exercises.showing import folded_hints

Cell = dict[str, Any]
KERNEL: Final = {"display_name": "Python 3", "language": "python", "name": "python3"}
#: Of the packages with the exercises, which have one version.
VERSION: Final = version("scoring-the-scores")
#: Starters begin with it; in an assignment it stands once.
IMPORT: Final = "from scoring_the_scores import exercises"
WEEK: Final = re.compile(r"week-(\d{1,2})")
#: Keeps times, for who asks for it.
TIMED: Final = "exercises.keep_times()"
PLACE: Final = re.compile(r"<<(\w+)>>")
OTTER_TEST: Final = '''"""{title}"""

from otter.test_files import test_case

OK_FORMAT = False
name = "{name}"
points = {points}


@test_case(points={shown})
def the_answer_is_right(env):
    from scoring_the_scores import exercises

    answers = env.get("answers") or {{}}
    result = exercises.check("{id}", answers.get("{id}"), seed={seed})
    assert result or result.right is None, result.message
'''
#: What the grader has besides: the key says whether an answer is right, in a process of its own.
OTTER_HIDDEN_TEST: Final = """

@test_case(points={points}, hidden=True)
def the_key_says_so(env):
    from scoring_the_scores import exercises
    from scoring_the_scores.course.fresh import checked

    answers = env.get("answers") or {{}}
    right, message = checked("{id}", answers.get("{id}"), {seed})
    assert right, message
"""
#: What the image of Otter's grader installs: `otter generate` puts the wheels that it is given beside this.
OTTER_WHEELS: Final = """./files/claimledger-{version}-py3-none-any.whl
./files/metricbook-{version}-py3-none-any.whl
./files/scoring_the_scores-{version}-py3-none-any.whl
./files/scoring_the_scores_key-{version}-py3-none-any.whl
"""


@dataclass(frozen=True)
class Assignment:
    """Exercises that are set together.

    Attributes
    ----------
    title : str
        What stands at the head.
    exercises : tuple of Exercise
        In the order in which they are set.
    seeded : bool
        Whether each student gets numbers of their own where an exercise has them.
    roster : str
        The class, sealed, so that no two get the same numbers; empty if it is not known.
    points : mapping
        What exercises are worth, by id, where that is not what they say themselves.
    book : str
        Where the chapters are: the address of the site, or a notebook beside the assignment; empty for no links.
    exam : bool
        Whether it has neither hints nor checks.
    """

    title: str
    exercises: tuple[Exercise, ...]
    seeded: bool = False
    roster: str = ""
    points: Mapping[str, int] = field(default_factory=dict)
    book: str = ""
    exam: bool = False

    @property
    def about(self) -> HandedOut:
        """What the grader reads of it."""
        return HandedOut(self.title, self.points, self.book)

    @property
    def possible(self) -> int:
        """The points that can be earned."""
        return sum(self.about.worth(one.id) for one in self.exercises)

    @property
    def minutes(self) -> int:
        """How long it takes, as the authors estimate."""
        return sum(one.minutes for one in self.exercises)

    def notebook(self, otter: bool = False) -> dict[str, Any]:
        """The notebook that is handed out; with ``otter`` its checks are Otter's, whose tests lie beside it."""
        cells = [_text(self._head(otter)), _code(self._first(otter))]
        for place, one in enumerate(self.exercises, start=1):
            cells += self._stated(one, place) + self._answered(one, otter)
            if one.second and not otter and not self.exam:
                text, code = seconds.asked(one)
                cells += [_text(text), _code(code)]
        cells += [] if self.exam else [_text(LAST.format(timed=TIMED)), _code("print(exercises.progress())")]
        for place, cell in enumerate(cells):
            cell["id"] = f"cell-{place}"
        about = {"exercises": [one.id for one in self.exercises], "seeded": self.seeded}
        metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
        about |= {"seconds": [one.id for one in self.exercises if one.second and not otter and not self.exam]}
        about |= {"title": self.title, "version": VERSION, "roster": self.roster, "book": self.book}
        about |= {"points": {one.id: self.about.worth(one.id) for one in self.exercises}}
        return {
            "cells": cells,
            "metadata": {**metadata, "scoring-the-scores": about},
            "nbformat": 4,
            "nbformat_minor": 5,
        }

    def otter_tests(self, hidden: bool = False) -> dict[str, str]:
        """The tests that Otter reads, by the names of their files: the public ones, for graders with hidden ones."""
        roster = f', "{self.roster}"' if self.roster else ""
        seed = f'exercises.seed_of(env.get("student"){roster})' if self.seeded else "None"
        files = {}
        for one in self.exercises:
            given = {"title": one.title, "id": one.id, "name": otter_name(one)}
            points = self.about.worth(one.id)
            text = OTTER_TEST + OTTER_HIDDEN_TEST if hidden else OTTER_TEST
            shown = 0 if hidden else points
            files[f"{otter_name(one)}.py"] = text.format(**given, points=points, seed=seed, shown=shown)
        return files

    def write(self, folder: Path, *, beside: Mapping[str, bytes] | None = None, force: bool = False) -> list[Path]:
        """Write both forms into a folder, and what lies beside them, all files or none, and return them.

        Raises
        ------
        OSError
            If they cannot be written, or, without ``force``, other files of these names are there: they may have been
            worked on.
        """
        files = {"assignment.ipynb": dumps(self.notebook()), "otter/assignment.ipynb": dumps(self.notebook(otter=True))}
        files["otter/requirements.txt"] = f"scoring-the-scores=={VERSION}\notter-grader>=6.1\n"
        files |= {f"otter/tests/{name}": text for name, text in self.otter_tests().items()}
        files["otter-grading/requirements.txt"] = OTTER_WHEELS.format(version=VERSION)
        files |= {f"otter-grading/tests/{name}": text for name, text in self.otter_tests(hidden=True).items()}
        texts: dict[str, str | bytes] = {**files, **(beside or {})}
        outputs = [Output(folder / name, text=text) for name, text in texts.items()]
        check([output for output in outputs if Path(output.path).exists()], force=force)  # before a folder is made
        for name in ("otter/tests", "otter-grading/tests"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        write(outputs, force=force)
        return [Path(one.path) for one in outputs]

    def _head(self, otter: bool) -> str:
        own = " It decides which numbers you are given; without it the cell fails." if self.seeded else ""
        more = " otter-grader" if otter else ""
        count = "One exercise" if len(self.exercises) == 1 else f"{len(self.exercises)} exercises"
        about = {"title": self.title, "count": count, "minutes": self.minutes, "version": VERSION}
        about |= {"points": f"{self.possible} point{'s' * (self.possible != 1)}"}
        how = EXAM if self.exam else CHECKED
        return HEAD.format(**about, own=own, otter=more, how=how)

    def _first(self, otter: bool) -> str:
        lines = [IMPORT]
        if otter:
            lines = ["import otter", *lines, "", 'grader = otter.Notebook(tests_dir="tests")']
        lines += ["", 'student = ""  # your student number or name, between the quotation marks']
        lines += [f'roster = "{self.roster}"'] if self.seeded and self.roster else []
        seed = f"exercises.seed_of(student{', roster' * bool(self.roster)})" if self.seeded else "None"
        lines += ["answers = {}", f"seed = {seed}"]
        lines += [] if self.exam else [f"# {TIMED}  # without the first #, times are kept: see the end"]
        return "\n".join(lines)

    def _stated(self, one: Exercise, place: int) -> list[Cell]:
        worth = self.about.worth(one.id)
        chapter, link = title_of(one.chapter), self.about.link(one.id)
        told = [one.level, f"{one.minutes} minutes", f"{worth} point{'s' * (worth != 1)}"]
        told += [f"chapter [{chapter}]({link})" if link else f"chapter *{chapter}*"]
        head = [f"## {place}. {one.title}", " · ".join(told)]
        head += [f"![{drawing(one)[1]}](attachment:figure.svg)"] if one.figure else []
        hints = [] if self.exam else folded_hints(one)
        if self._drawn(one):
            task = f'task = exercises.show("{one.id}", seed=seed, bare=True)\ngiven = task.given\ntask'
            head += ["Run the next cell: it states the task, with numbers of your own."]
            return [_text("\n\n".join(head), one), _code(task), *([_text("\n\n".join(hints))] if hints else [])]
        return [_text("\n\n".join([*head, exercises.show(one.id, bare=True).markdown(), *hints]), one)]

    def _answered(self, one: Exercise, otter: bool) -> list[Cell]:
        starter = PLACE.sub(r'given["\1"]', one.starter) if self._drawn(one) else exercises.show(one.id).starter
        lines = starter.replace(f"{IMPORT}\n", "").strip("\n")
        check = f'exercises.check("{one.id}", answers.get("{one.id}"), seed=seed)'
        if otter:
            check = f'grader.check("{otter_name(one)}")'
        return [_code(f'{lines}\nanswers["{one.id}"] = answer'), *([] if self.exam else [_code(check)])]

    def _drawn(self, one: Exercise) -> bool:
        return self.seeded and one.seeded


HEAD = """# {title}

{count}, {points}, about {minutes} minutes (an estimate). {how}

This notebook needs Python 3.11 or newer, a program that runs notebooks, and the package `scoring-the-scores`. If that
is not there yet, save the three files `*-{version}-py3-none-any.whl`, which came with it, in this folder and run,
once:

```sh
pip install --find-links . scoring-the-scores=={version}{otter}
```

Write your student number, or the name that you are graded under, between the quotation marks in the first cell.{own}
Run the cells from top to bottom before you hand in, and keep the lines that begin with `answers[`: they are what is
graded."""
CHECKED = """Each has a cell for your answer and a cell that checks it, as
often as you like: it says at once whether the answer is right, and what is wrong if it is not. Hints open when you
press on them."""
EXAM = """Each has a cell for your answer. Answers are checked after
you have handed the notebook in."""
LAST = """## Summary

What you have solved so far, from the file `metricbook-progress.json` in this folder. It stays on your machine; set the
environment variable `METRICBOOK_PROGRESS` to `off` if you want none kept. Save the notebook and hand it in.

How long exercises take was estimated and not measured. If you want to help, take the `#` before `{timed}` in the
first cell away: the file then also says how many seconds you worked on each. You may hand it in with the notebook."""


def chosen(names: Sequence[str]) -> tuple[Exercise, ...]:
    """The exercises of parts, chapters, ids, weeks of the term (``week-3``) or exams, each once, as they are named.

    Raises
    ------
    ValueError
        If a name is none of these; it says which are near.

    Examples
    --------
    >>> [one.id for one in chosen(["flach.crossing-rankings"])]
    ['flach.crossing-rankings']
    """
    exercises_chosen: dict[str, Exercise] = {}
    for name in names:
        pattern = name.strip("/")
        some = {one.id: one for one in of_term(pattern)} or {
            one.id: one for one in exercises.load().values() if pattern in names_of(one)
        }
        if not some:
            known_names = {each for one in exercises.load().values() for each in names_of(one)}
            known_names |= {*exams(), *(f"week-{place}" for place, _ in enumerate(term().sessions, start=1))}
            near = get_close_matches(pattern, sorted(known_names), n=3, cutoff=0.5)
            suggestion = f": did you mean {' or '.join(near)}?" if near else "; metricbook course list shows all"
            raise ValueError(f"there is no part, chapter or exercise {name!r}{suggestion}")
        exercises_chosen |= some
    return tuple(exercises_chosen.values())


def of_term(name: str) -> tuple[Exercise, ...]:
    """The exercises of a week of the term, or of an exam; none if it is neither."""
    if session := week(name):
        return session.exercises + session.graded
    return tuple(exercises.load()[one] for one in exams().get(name, {"exercises": ()})["exercises"])


def week(name: str) -> Session | None:
    """The session of the term that is called so, such as ``week-3``."""
    number = WEEK.fullmatch(name)
    sessions = term().sessions if number else ()
    return sessions[int(number[1]) - 1] if number and 0 < int(number[1]) <= len(sessions) else None


def names_of(one: Exercise) -> Iterable[str]:
    """All names by which an exercise can be chosen."""
    return one.id, one.part, one.chapter, one.chapter.partition("/")[2], one.chapter.partition("/")[0]


def title_of_all(names: Sequence[str]) -> str:
    """A title for the exercises of parts, of chapters, or of ids: their titles.

    Examples
    --------
    >>> title_of_all(["h-measure", "flach/costs-and-curves"])
    'The H measure; What a mistake costs'
    """
    captions = {part.name: part.caption for part in parts()}
    titles = []
    for name in names:
        (first, *_) = chosen([name])
        pattern = name.strip("/")
        if session := week(pattern):
            titles.append(f"{pattern.capitalize().replace('-', ' ')}: {session.title}")
        elif pattern in exams():
            titles.append(exams()[pattern]["title"])
        else:
            titles.append(first.title if pattern == first.id else captions.get(pattern) or title_of(first.chapter))
    return "; ".join(dict.fromkeys(titles))


def otter_name(one: Exercise) -> str:
    """The name that Otter calls an exercise by: it must be one of a file, without a dot."""
    return one.id.replace(".", "-")


def dumps(notebook: dict[str, Any]) -> str:
    """The text of a notebook's file."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def drawing(one: Exercise) -> tuple[bytes, str]:
    """The figure that an exercise has read, as SVG, and the words for who cannot see it."""
    text = (room(one.chapter) / f"{one.figure}.svg").read_text(encoding="utf-8")
    return text.encode(), unescape(text.partition("<desc>")[2].partition("</desc>")[0])


def _text(source: str, one: Exercise | None = None) -> Cell:
    cell: Cell = {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)}
    if one and one.figure:
        cell["attachments"] = {"figure.svg": {"image/svg+xml": b64encode(drawing(one)[0]).decode()}}
    return cell


def _code(source: str) -> Cell:
    lines = source.splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": lines}
