"""Grades of what is handed in, by whoever and however."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from scoring_the_scores.course import grading
from scoring_the_scores.course.assignment import Assignment, chosen
from scoring_the_scores.course.command import main
from scoring_the_scores.course.confining import landlock
from scoring_the_scores.course.grading import COLUMNS, grade, harmless, without_grade
from scoring_the_scores.course.notebook import codes
from scoring_the_scores.course.sandbox import MARK, Limits
from scoring_the_scores.exercises import checking, load, seed_of
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.students import sealed
from tests.scoring_the_scores.exercises.solutions import SOLUTIONS
from tests.whole import in_whole_run

from . import submissions
from .submissions import ONE, RIGHT, WRONG, hand_in

LIMITS = Limits(seconds=30, memory=1_500_000_000)


@pytest.fixture
def notebook() -> dict:
    return Assignment("One", chosen([ONE]), seeded=True).notebook()


def table(path: Path) -> dict[str, dict[str, str]]:
    """The table as a spreadsheet reads it, by file."""
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["file"]: row for row in csv.DictReader(lines)}


def left_running() -> list[psutil.Process]:
    """What is still there of the processes that submissions started."""
    children = psutil.Process().children(recursive=True)
    return [one for one in children if one.status() != psutil.STATUS_ZOMBIE and MARK in one.environ()]


def test_grades_are_given_kept_and_go_on(tmp_path: Path, notebook: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, output = tmp_path / "in", tmp_path / "grades.csv"
    hand_in(folder, notebook, ada=RIGHT, grace=WRONG)
    (folder / "broken.ipynb").write_text('{"cells": [', encoding="utf-8")
    (folder / "script.py").write_text(f'student = "=1+1"\nanswers = {{}}\n# %%\n{RIGHT}\nanswers["{ONE}"] = answer\n')
    rows = grade(folder, output, limits=LIMITS)
    found = table(output)
    assert output.read_text().splitlines()[0] == ",".join(COLUMNS)
    assert {name: (row["right"], row["state"]) for name, row in found.items()} == {
        "ada.ipynb": ("1", "checked"),
        "broken.ipynb": ("0", "unreadable"),
        "grace.ipynb": ("0", "checked"),
        "script.py": ("1", "checked"),
    }
    assert "must prefer the second" in found["grace.ipynb"]["message"]
    assert found["script.py"]["student"] == "'=1+1"

    judged = []
    monkeypatch.setattr(grading.Grader, "judged", lambda self, one: judged.append(one.name) or [])
    assert grade(folder, output, limits=LIMITS) == rows
    assert table(output) == found
    hand_in(folder, notebook, grace=RIGHT)
    grade(folder, output, limits=LIMITS)
    assert judged == ["grace.ipynb"]
    assert [path.name for path in tmp_path.rglob("*.new")] == []


def test_what_tampers_crashes_or_hides_is_told_apart(tmp_path: Path, notebook: dict) -> None:
    codes = {"tampered": submissions.TAMPERED, "crash": submissions.CRASH, "killer": submissions.KILLER}
    codes |= {"exits": "import sys\nsys.exit()", "missing": "", "opaque": "answer = object()", "unclosed": "answer = ("}
    hand_in(tmp_path / "in", notebook, **codes)
    grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS)
    found = {name.partition(".")[0]: row for name, row in table(tmp_path / "grades.csv").items()}
    assert {row["right"] for row in found.values()} == {"0"}
    states = {name: row["state"] for name, row in found.items()}
    assert states == {
        "tampered": "checked",
        "crash": "stopped",
        "killer": "cell failed" if landlock() >= 6 else "not graded",  # it cannot, or it ends its judge
        "exits": "cell failed",
        "missing": "cell failed",
        "opaque": "unreadable",
        "unclosed": "cell failed",
    }
    assert found["unclosed"]["message"].startswith("The cell of this exercise fails: SyntaxError: ")
    assert found["unclosed"]["message"].endswith(", line 1.")
    assert "SIGSEGV" in found["crash"]["message"]
    assert "must be a list" in found["tampered"]["message"]
    assert left_running() == []


def test_a_fork_bomb_is_ended_with_all_its_children(tmp_path: Path, notebook: dict) -> None:
    hand_in(tmp_path / "in", notebook, forks=submissions.FORKS)
    (row,) = grade(tmp_path / "in", tmp_path / "grades.csv", limits=Limits(seconds=30, processes=8))
    assert row["state"] in ("stopped", "cell failed")
    assert "longer than" not in row["message"]  # its processes were counted, and its time had not run out
    assert left_running() == []


@in_whole_run
def test_whose_numbers_they_are(tmp_path: Path, notebook: dict) -> None:
    folder = tmp_path / "in"
    hand_in(folder, notebook, ada=RIGHT, grace=RIGHT, nobody=RIGHT)
    text = (folder / "grace.ipynb").read_text().replace("'grace'", "'ada'")
    (folder / "grace.ipynb").write_text(text)
    (folder / "nobody.ipynb").write_text((folder / "nobody.ipynb").read_text().replace("'nobody'", "''"))
    grade(folder, tmp_path / "grades.csv", limits=LIMITS)
    notes = {name: row["note"] for name, row in table(tmp_path / "grades.csv").items()}
    assert "the same student as grace.ipynb" in notes["ada.ipynb"]
    assert "no student number" in notes["nobody.ipynb"]
    roster = tmp_path / "roster.csv"
    roster.write_text("file,student\ngrace,12345\n", encoding="utf-8")
    grade(folder, tmp_path / "grades.csv", limits=LIMITS, roster=roster)
    row = table(tmp_path / "grades.csv")["grace.ipynb"]
    assert (row["student"], row["note"].partition(";")[0]) == ("12345", "the notebook says ada")


def test_a_number_is_needed_and_may_be_spelt_in_every_way(tmp_path: Path) -> None:
    """Nobody is graded on the book's numbers; a roster has its own spelling."""
    name = "flach.auroc-from-loss"
    task = Assignment("One", chosen([name]), True, sealed(["Zoë Å", "1002"], "One"))
    first, *_ = codes(task.notebook())
    roster = tmp_path / "roster.csv"
    roster.write_text("file,student\n,Zoë Å\n", encoding="utf-8")
    (tmp_path / "in").mkdir()
    students = {"blank": "", "other": "1003", "zoe": " zoe\u0308  å"}
    for file, student in students.items():
        made = task.notebook()
        answer = SOLUTIONS[name](instance(load()[name], seed_of(student, task.roster))) if file == "zoe" else "1/2"
        cells = [first.replace('student = ""', f"student = {student!r}"), f'answers["{name}"] = "{answer}"']
        made["cells"] = [{"cell_type": "code", "source": one} for one in cells]
        (tmp_path / "in" / f"{file}.ipynb").write_text(json.dumps(made), encoding="utf-8")
    rows = {row["file"]: row for row in grade(tmp_path / "in", tmp_path / "g.csv", limits=LIMITS, roster=roster)}
    graded = {file: rows[f"{file}.ipynb"] for file in students}
    assert [row["state"] for row in graded.values()] == ["no number", "no number", "checked"]
    assert "your student number is missing" in graded["blank"]["message"]
    assert "is not on the roster" in graded["other"]["message"]
    assert (graded["zoe"]["student"], graded["zoe"]["right"]) == ("Zoë Å", 1)
    assert without_grade([graded["zoe"]], roster) == []


@pytest.mark.usefixtures("heard")
def test_what_is_stopped_is_not_kept(tmp_path: Path, notebook: dict) -> None:
    hand_in(tmp_path / "in", notebook, ada=RIGHT, loop=submissions.LOOP)
    command = [sys.executable, "-m", "metricbook", "course", "grade", "in", "--output", "grades.csv", "--timeout", "60"]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "grades.csv").exists():
        assert run.poll() is None
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    _, error = run.communicate(timeout=30)
    assert run.returncode == 130
    assert error.splitlines()[-1] == "stopped; what was graded is kept"
    assert set(table(tmp_path / "grades.csv")) == {"ada.ipynb"}
    assert len(list((tmp_path / "grades.csv.kept").iterdir())) == 1


def test_functions_are_called_where_they_were_written(tmp_path: Path) -> None:
    """In a process of its own, as the judge: it ends whatever it has started, and would end this one's browser too."""
    program = Path(__file__).with_name("sandboxed.py")
    run = subprocess.run([sys.executable, str(program), str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stdout) == (0, "as expected\n"), run.stderr


def test_tries_come_from_the_students_own_record(tmp_path: Path, notebook: dict) -> None:
    hand_in(tmp_path / "in" / "ada", notebook, homework=RIGHT)
    record = {ONE: {"tries": 3, "solved": True, "when": None, "seed": None}}
    (tmp_path / "in" / "ada" / "metricbook-progress.json").write_text(json.dumps(record))
    (row,) = grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS)
    assert (row["tries"], row["student"], row["file"]) == (3, "homework", "ada/homework.ipynb")


def test_who_has_no_key_cannot_grade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(checking, "has_key", lambda: False)
    assert main(["grade", str(tmp_path)]) == 1
    assert "install the wheel scoring_the_scores_key" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_no_cell_is_a_formula() -> None:
    for start in "=+-@":
        assert harmless(f"{start}1") == f"'{start}1"
    assert harmless("\t=1") == "'=1"
    assert harmless("plain\x00\ntext") == "plain text"
