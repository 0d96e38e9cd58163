"""A term rehearsed: made-up students with typical slips, from the notebook to Canvas's table and the feedback."""

from __future__ import annotations

import copy
import csv
import json
import time
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.course.command import main
from scoring_the_scores.course.feedback import OWN
from scoring_the_scores.exercises import Exercise, seed_of
from scoring_the_scores.exercises.checking import instance
from tests.scoring_the_scores.exercises import solutions
from tests.whole import MONTHLY, in_whole_run
from tools.course import solution_code

WEEK = "week-3"
#: A class, and in a run that leaves nothing out the whole of it.
STUDENTS = 30 if MONTHLY else 6
#: Students 1, 2 and 3 hand in nothing, a PDF, and a notebook without a number.
ABSENT, PDF, NAMELESS = "2001", "2002", "2003"


def answer(one: Exercise, seed: str, rng: np.random.Generator) -> tuple[str, str]:
    """Code that hands in an answer, and what must be said of it: nothing if it is right."""
    if one.kind == "code":
        path = Path(solutions.__file__).parents[1] / one.chapter.replace("-", "_") / "solutions.py"
        imports, codes = solution_code(path)
        lines = [*imports, codes[one.id], f"answer = {solutions.SOLUTIONS[one.id].__name__}({{}})"]
        return ("\n".join(lines), "") if rng.random() < 0.7 else (exercises.show(one.id).starter, "On ")
    slips = [slip for slip in solutions.MISTAKES[one.id] if not callable(slip.of(given := instance(one, seed)))]
    right = rng.random() < 0.6 or not slips
    slip = slips[int(rng.integers(len(slips)))] if slips else None
    made = solutions.SOLUTIONS[one.id](given) if right or slip is None else slip.of(given)
    return f"from fractions import Fraction\nanswer = {made!r}", "" if right or slip is None else slip.says


def hand_in(folder: Path, notebook: dict[str, Any], roster: str, student: str, rng: np.random.Generator) -> list[str]:
    """Hand in a student's notebook, and return what must be said of each answer."""
    made, said = copy.deepcopy(notebook), []
    some = [exercises.load()[name] for name in notebook["metadata"]["scoring-the-scores"]["exercises"]]
    for cell in made["cells"]:
        source = "".join(cell["source"])
        if 'student = ""' in source and student != NAMELESS:
            cell["source"] = source.replace('student = ""', f'student = " {student} "')
        for one in some:
            if f'answers["{one.id}"] = answer' in source:
                code, wrong = answer(one, seed_of(student, roster), rng)
                cell["source"] = f'{code}\nanswers["{one.id}"] = answer'
                said.append(wrong)
    path = folder / f"{student}.ipynb"
    path.write_text(json.dumps(made), encoding="utf-8")
    if int(student) % 5 == 0:  # some pack it
        with zipfile.ZipFile(path.with_suffix(".zip"), "w") as packed:
            packed.write(path, "home work/assignment.ipynb")
        path.unlink()
    return said


def as_canvas_reads(path: Path) -> tuple[str, float, dict[str, str]]:
    """The assignment, its points, and the score by the id of each student, by the rules of Canvas's importer."""
    with path.open(encoding="utf-8", newline="") as lines:
        head, *rows = csv.reader(lines)
    assert "Student" in head[0]
    assert "ID" in head[1]
    assert head[2:5] == ["SIS User ID", "SIS Login ID", "Section"]
    (points,) = [row[5] for row in rows if "Points Possible" in row[0]]
    scores = {row[1]: row[5].strip() for row in rows if "Points Possible" not in row[0]}
    return head[5], float(points), scores


@in_whole_run
def test_a_class_hands_in_and_gets_its_marks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(2001 + place) for place in range(STUDENTS)]
    lines = [f'{name}.ipynb,{name},"Last, First {name}",{9000 + int(name)},A' for name in names]
    roster, folder, week = tmp_path / "roster.csv", tmp_path / "submissions", tmp_path / WEEK
    roster.write_text("\n".join(["file,student,Student,ID,Section", *lines]).replace(".ipynb,", ","), encoding="utf-8")
    assert main(["assignment", WEEK, "--output", str(week), "--seed-by-student", "--roster", str(roster)]) == 0
    notebook = json.loads((week / "assignment.ipynb").read_text(encoding="utf-8"))
    about = notebook["metadata"]["scoring-the-scores"]
    folder.mkdir()
    rng = np.random.default_rng(35)
    wrong = {name: hand_in(folder, notebook, about["roster"], name, rng) for name in names if name not in (ABSENT, PDF)}
    (folder / f"{PDF}.pdf").write_bytes(b"%PDF-1.7")
    command = ["grade", str(folder), "--assignment", str(week / "assignment.ipynb"), "--roster", str(roster)]
    command += ["--output", str(week / "grades.csv"), "--lms", "canvas", "--feedback"]
    capsys.readouterr()
    start = time.monotonic()
    assert main(command) == 1
    seconds = time.monotonic() - start
    assert f"2 on the roster without a grade: {ABSENT}, {PDF}" in capsys.readouterr().err

    title, possible, scores = as_canvas_reads(week / "canvas.csv")
    assert title == "Week 3: Hand's argument, and an answer"
    assert possible == sum(about["points"].values()) == 8
    worth = [about["points"][name] for name in about["exercises"]]
    expected = {ABSENT: "", PDF: ""}
    for name, said in wrong.items():
        seeded = [exercises.load()[one].seeded and name == NAMELESS for one in about["exercises"]]
        expected[name] = str(sum(w for w, s in zip(worth, said, strict=True) if not s))
        assert not any(w for w, own in zip(worth, seeded, strict=True) if own)  # what has points is one task for all
    assert scores == {str(9000 + int(name)): score for name, score in expected.items()}

    with (week / "grades.csv").open(encoding="utf-8", newline="") as table:
        rows = {(row["student"], row["exercise"]): row for row in csv.DictReader(table)}
    slips: Counter[tuple[str, str]] = Counter()
    for name, said in wrong.items():
        for one, says in zip(about["exercises"], said, strict=True):
            if name != NAMELESS or not exercises.load()[one].seeded:
                assert bool(int(rows[name, one]["right"])) == (not says)
                assert says in rows[name, one]["message"]
                slips[one, OWN.sub("…", rows[name, one]["message"])] += bool(says)
    page = (week / "class.html").read_text(encoding="utf-8")
    assert f'<td class="number">{slips.most_common(1)[0][1]}</td>' in page.partition("Exercises")[0]
    for name in names:
        text = (week / "feedback" / f"{name}.html").read_text(encoding="utf-8")
        assert [other for other in names if other != name and other in text] == []
    print(f"{STUDENTS} students graded in {seconds:.1f} s, {sum(map(bool, slips))} messages")
    again = time.monotonic()
    assert main(command) == 1  # nothing is run again
    assert time.monotonic() - again < seconds / 2
