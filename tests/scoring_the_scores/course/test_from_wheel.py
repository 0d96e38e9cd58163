"""A new instructor and a new student, each with the wheels and an empty folder."""

from __future__ import annotations

import csv
import json
import time
import zipfile
from pathlib import Path

import pytest

from scoring_the_scores.course.assignment import Assignment, chosen
from scoring_the_scores.course.confining import landlock
from tests.environments import Environment, Wheels
from tests.whole import in_monthly_run, in_whole_run

from . import submissions
from .submissions import ONE, RIGHT, WRONG, hand_in

HONEST = {"ada": RIGHT, "grace": RIGHT, "emmy": WRONG, "sofia": "answer = None", "@mary": RIGHT}
HOSTILE = {"loop": submissions.LOOP, "greedy": submissions.GREEDY, "crash": submissions.CRASH}


@pytest.fixture(scope="module")
def instructor(wheels: Wheels, key_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What `pip install scoring-the-scores-key` makes."""
    name = "scoring-the-scores-key"
    return Environment(tmp_path_factory.mktemp("instructor"), {**wheels, name: key_wheel}, name)


@pytest.fixture(scope="module")
def student(wheels: Wheels, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What `pip install scoring-the-scores` makes."""
    return Environment(tmp_path_factory.mktemp("student"), wheels, "scoring-the-scores")


@in_monthly_run
def test_an_instructor_sets_an_exercise_and_grades_ten_submissions(instructor: Environment) -> None:
    course = ("-m", "metricbook", "course")
    listed = instructor.run(*course, "list", "--chapter", "h-measure")
    assert listed.returncode == 0, listed.stderr
    assert ONE in listed.stdout
    made = instructor.run(*course, "assignment", ONE, "--output", "week 3", "--title", "Week three")
    assert made.returncode == 0, made.stderr
    notebook = json.loads((instructor.folder / "week 3" / "assignment.ipynb").read_text(encoding="utf-8"))
    folder = instructor.folder / "submissions"
    hand_in(folder, notebook, **HONEST, **HOSTILE)
    (folder / "broken.ipynb").write_text("PK\x03\x04", encoding="utf-8")
    (folder / "missing.ipynb").write_text(json.dumps({**notebook, "cells": notebook["cells"][:2]}), encoding="utf-8")

    grading = [*course, "grade", "submissions", "--output", "grades.csv", "--timeout", "8", "--memory", "1G"]
    start = time.monotonic()
    graded = instructor.run(*grading)
    first = time.monotonic() - start
    assert graded.returncode == 0, graded.stderr
    assert "10 submissions, 3 of 10 answers right" in graded.stdout
    with (instructor.folder / "grades.csv").open(encoding="utf-8", newline="") as lines:
        rows = {row["file"].lstrip("'").partition(".")[0]: row for row in csv.DictReader(lines)}
    assert {name for name, row in rows.items() if row["right"] == "1"} == {"ada", "grace", "@mary"}
    assert rows["@mary"]["student"] == "'@mary"
    assert {name: rows[name]["state"] for name in [*HOSTILE, "broken", "missing", "emmy"]} == {
        "loop": "stopped",
        "greedy": "cell failed",
        "crash": "stopped",
        "broken": "unreadable",
        "missing": "no answer",
        "emmy": "checked",
    }
    assert "longer than 8 seconds" in rows["loop"]["message"]
    assert "MemoryError" in rows["greedy"]["message"]

    start = time.monotonic()
    again = instructor.run(*grading)
    assert again.stdout == graded.stdout
    assert time.monotonic() - start < first / 2


EDITS = """import scoring_the_scores.exercises.checking as checking
with open(checking.__file__, "a") as file:
    file.write("\\nWrong = ()\\n")
answer = 1"""
#: What a system without Landlock does: nothing keeps a submission from writing where its user can write.
CONFINING = "scoring_the_scores.course.confining"
UNCONFINED = f"import {CONFINING}\n{CONFINING}.confine = lambda folder, hidden: False\n"


@in_whole_run
def test_a_submission_that_edits_the_package_grades_nobody_after_it(instructor: Environment) -> None:
    (packages,) = (instructor.python.parents[1] / "lib").glob("python*/site-packages")
    edited, customized = packages / "scoring_the_scores" / "exercises" / "checking.py", packages / "sitecustomize.py"
    before, notebook = edited.read_bytes(), Assignment("One", chosen([ONE])).notebook()
    hand_in(instructor.folder / "hostile", notebook, a_good=RIGHT, b_edits=EDITS, c_wrong=WRONG)
    grading = ["-m", "metricbook", "course", "grade", "hostile", "--jobs", "1", "--output"]
    if landlock():
        done = instructor.run(*grading, "confined.csv")
        assert "3 submissions, 1 of 3 answers right" in done.stdout, done.stderr
        assert edited.read_bytes() == before
    customized.write_text(UNCONFINED)
    try:
        done = instructor.run(*grading, "open.csv")
        assert done.returncode == 1, done.stdout
        assert f"{edited} changed while this ran: b_edits.ipynb" in done.stderr
        with (instructor.folder / "open.csv").open(encoding="utf-8", newline="") as lines:
            assert [row["file"] for row in csv.DictReader(lines)] == ["a_good.ipynb"]
        again = instructor.run(*grading, "open.csv")
        assert again.returncode == 2
        assert f"{edited} is not what was installed" in again.stderr
    finally:
        customized.unlink()
        edited.write_bytes(before)


@in_whole_run
def test_a_student_without_the_repository_solves_it(
    instructor: Environment,
    student: Environment,
    wheels: Wheels,
) -> None:
    made = student.run("-m", "metricbook", "course", "assignment", "flach", "--output", "homework", "--seed-by-student")
    assert made.returncode == 0, made.stderr
    for built in wheels.values():  # which the command has made again of what is installed
        with zipfile.ZipFile(built) as before, zipfile.ZipFile(student.folder / "homework" / built.name) as again:
            assert set(again.namelist()) == set(before.namelist())
            assert all(again.read(name) == before.read(name) for name in again.namelist() if "dist-info" not in name)
    notebook = (student.folder / "homework" / "assignment.ipynb").read_text(encoding="utf-8")
    path = instructor.folder / "homework.ipynb"
    path.write_text(notebook.replace('student = \\"\\"', 'student = \\"4711\\"'), encoding="utf-8")
    done = instructor.run("-c", "from nbclient.cli import main; main()", "--inplace", path.name)
    assert done.returncode == 0, done.stderr[-2000:]
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = ["".join(str(output) for output in cell.get("outputs", ())) for cell in cells]
    assert not any("'output_type': 'error'" in text for text in outputs)
    checked = [cell for cell in cells if "exercises.check(" in "".join(cell["source"])]
    assert all("not yet" in str(cell["outputs"]) for cell in checked)
    assert "exercises solved" in outputs[-1]
    progress = json.loads((instructor.folder / "metricbook-progress.json").read_text(encoding="utf-8"))
    assert progress[ONE]["tries"] == 1


def test_grading_without_its_extra_says_so(student: Environment) -> None:
    done = student.run("-m", "metricbook", "course", "grade", ".")
    assert done.returncode == 1
    assert done.stderr == "psutil is not installed: pip install 'scoring-the-scores[course]' brings it\n"
