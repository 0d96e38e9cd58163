"""Assignments: notebooks without solutions, for students and, in the same words, for Otter.

A notebook is JSON, and made as such, so that nothing but Python is needed to make one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from metricbook.writing import Output, check, write
from scoring_the_scores import exercises
from scoring_the_scores.course import seconds
from scoring_the_scores.exercises import Exercise

Cell = dict[str, Any]
KERNEL: Final = {"display_name": "Python 3", "language": "python", "name": "python3"}
#: Of the packages with the exercises, which have one version.
VERSION: Final = version("scoring-the-scores")
#: Starters begin with it; in an assignment it stands once.
IMPORT: Final = "from scoring_the_scores import exercises"
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
#: What an exercise is worth where points are counted.
POINTS: Final = {"warm-up": 1, "standard": 2, "hard": 4, "project": 8}


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
    """

    title: str
    exercises: tuple[Exercise, ...]
    seeded: bool = False
    roster: str = ""

    @property
    def minutes(self) -> int:
        """How long it takes."""
        return sum(one.minutes for one in self.exercises)

    def notebook(self, otter: bool = False) -> dict[str, Any]:
        """The notebook that is handed out; with ``otter`` its checks are Otter's, whose tests lie beside it."""
        cells = [_text(self._head(otter)), _code(self._first(otter))]
        for place, one in enumerate(self.exercises, start=1):
            cells += self._stated(one, place) + self._answered(one, otter)
            if one.second and not otter:
                text, code = seconds.asked(one)
                cells += [_text(text), _code(code)]
        cells += [_text(LAST), _code("print(exercises.progress())")]
        for place, cell in enumerate(cells):
            cell["id"] = f"cell-{place}"
        about = {"exercises": [one.id for one in self.exercises], "seeded": self.seeded}
        metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
        about |= {"seconds": [one.id for one in self.exercises if one.second and not otter]}
        about |= {"title": self.title, "version": VERSION, "roster": self.roster}
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
            given = {"title": one.title, "id": one.id, "name": otter_name(one), "points": POINTS[one.level]}
            text = OTTER_TEST + OTTER_HIDDEN_TEST if hidden else OTTER_TEST
            shown = 0 if hidden else given["points"]
            files[f"{otter_name(one)}.py"] = text.format(**given, seed=seed, shown=shown)
        return files

    def write(self, folder: Path, *, force: bool = False) -> list[Path]:
        """Write both forms into a folder, all files or none, and return them.

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
        outputs = [Output(folder / name, text=text) for name, text in files.items()]
        check([output for output in outputs if Path(output.path).exists()], force=force)  # before a folder is made
        for name in ("otter/tests", "otter-grading/tests"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        write(outputs, force=force)
        return [folder / name for name in files]

    def _head(self, otter: bool) -> str:
        own = " It decides which numbers you are given; without it the cell fails." if self.seeded else ""
        more = " otter-grader" if otter else ""
        count = "One exercise" if len(self.exercises) == 1 else f"{len(self.exercises)} exercises"
        about = {"title": self.title, "count": count, "minutes": self.minutes, "version": VERSION}
        return HEAD.format(**about, own=own, otter=more)

    def _first(self, otter: bool) -> str:
        lines = [IMPORT]
        if otter:
            lines = ["import otter", *lines, "", 'grader = otter.Notebook(tests_dir="tests")']
        lines += ["", 'student = ""  # your student number or name, between the quotation marks']
        lines += [f'roster = "{self.roster}"'] if self.seeded and self.roster else []
        seed = f"exercises.seed_of(student{', roster' * bool(self.roster)})" if self.seeded else "None"
        lines += ["answers = {}", f"seed = {seed}"]
        return "\n".join(lines)

    def _stated(self, one: Exercise, place: int) -> list[Cell]:
        head = f"## {place}. {one.title}\n\n{one.level} · {one.minutes} minutes"
        if self._drawn(one):
            task = f'task = exercises.show("{one.id}", seed=seed)\ngiven = task.given\ntask'
            return [_text(f"{head}\n\nRun the next cell: it states the task, with numbers of your own."), _code(task)]
        shown = exercises.show(one.id)
        hints = [
            f"<details><summary>Hint {number} of {len(one.hints)}</summary>\n\n{hint}\n\n</details>"
            for number, hint in enumerate(one.hints, start=1)
        ]
        return [_text("\n\n".join([head, shown.text, f"*Hand in:* {one.answer}", *hints]))]

    def _answered(self, one: Exercise, otter: bool) -> list[Cell]:
        starter = PLACE.sub(r'given["\1"]', one.starter) if self._drawn(one) else exercises.show(one.id).starter
        lines = starter.replace(f"{IMPORT}\n", "").strip("\n")
        check = f'exercises.check("{one.id}", answers.get("{one.id}"), seed=seed)'
        if otter:
            check = f'grader.check("{otter_name(one)}")'
        return [_code(f'{lines}\nanswers["{one.id}"] = answer'), _code(check)]

    def _drawn(self, one: Exercise) -> bool:
        return self.seeded and one.seeded


HEAD = """# {title}

{count}, about {minutes} minutes. Each has a cell for your answer and a cell that checks it, as often as you like: it
says at once whether the answer is right, and what is wrong if it is not. Hints open when you press on them.

This notebook needs Python 3.11 or newer, a program that runs notebooks, and the package `scoring-the-scores`. If that
is not there yet, save the three files `*-{version}-py3-none-any.whl`, which your teacher has, in this folder and run,
once:

```sh
pip install --find-links . scoring-the-scores=={version}{otter}
```

Write your student number, or the name that you are graded under, between the quotation marks in the first cell.{own}
Run the cells from top to bottom before you hand in, and keep the lines that begin with `answers[`: they are what is
graded."""
LAST = """## Summary

What you have solved so far, from the file `metricbook-progress.json` in this folder. It stays on your machine; set the
environment variable `METRICBOOK_PROGRESS` to `off` if you want none kept. Save the notebook and hand it in."""


def chosen(names: Sequence[str]) -> tuple[Exercise, ...]:
    """The exercises of parts, of chapters, or of ids, each once, in the order in which they are named.

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
        some = {one.id: one for one in exercises.load().values() if pattern in names_of(one)}
        if not some:
            known_names = {each for one in exercises.load().values() for each in names_of(one)}
            near = get_close_matches(pattern, sorted(known_names), n=3, cutoff=0.5)
            suggestion = f": did you mean {' or '.join(near)}?" if near else "; metricbook course list shows all"
            raise ValueError(f"there is no part, chapter or exercise {name!r}{suggestion}")
        exercises_chosen |= some
    return tuple(exercises_chosen.values())


def names_of(one: Exercise) -> Iterable[str]:
    """All names by which an exercise can be chosen."""
    return one.id, one.part, one.chapter, one.chapter.partition("/")[2], one.chapter.partition("/")[0]


def otter_name(one: Exercise) -> str:
    """The name that Otter calls an exercise by: it must be one of a file, without a dot."""
    return one.id.replace(".", "-")


def dumps(notebook: dict[str, Any]) -> str:
    """The text of a notebook's file."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _text(source: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)}


def _code(source: str) -> Cell:
    lines = source.splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": lines}
