"""From rows of answers to marks: one row a student, tables that platforms import, and pages of feedback."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from metricbook.writing import write
from scoring_the_scores.course import feedback, grading, marks
from scoring_the_scores.course.command import main
from scoring_the_scores.course.marks import BYTE_ORDER, GRADED
from scoring_the_scores.course.notebook import HandedOut, set_by

ONE, TWO = "flach.crossing-rankings", "flach.h-by-segments"
ABOUT = HandedOut("Week 3: H", {ONE: 2, TWO: 3}, "https://book.example/")
ROSTER = """file,student,Student,ID,SIS User ID,SIS Login ID,Section,Email address
,1001,"Lovelace, Ada",4711,,ada,A,ada@uni.example
,1002,"Hopper, Grace",,S2,,A,grace@uni.example
,Zoë Å,"Å, Zoë",4713,,,B,zoe@uni.example
"""


def row(student: str, exercise: str, right: int, message: str = "It is.", **more: object) -> dict:
    """A row as the grader makes it."""
    worth = ABOUT.worth(exercise)
    made = {"student": student, "exercise": exercise, "right": right, "points": right * worth, "of": worth}
    told = {"message": message, "tries": "", "seconds": 0.1, "state": "checked", "note": "", "file": f"{student}.ipynb"}
    return {**made, **told, "answer": "", **more}


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "roster.csv"
    path.write_text(ROSTER, encoding="utf-8")
    return path


@pytest.fixture
def rows() -> list[dict]:
    """Ada twice, better the second time; Grace; nothing of Zoë; somebody who is not on the roster."""
    made = [row("1001", ONE, 0, "H gives 0.5 and 0.25.", answer="('PPN', 'PNP')"), row("1001", TWO, 1, answer="1/2")]
    made += [row("1001", ONE, 1, answer="('PNPN', 'PPNN')"), row("1001", TWO, 0)]
    made += [row("1002", ONE, 1, answer="['PNPN','PPNN']", tries=3), row("1002", TWO, 0, "The loss is 1/6, not 2/7.")]
    absent = {"state": "nothing handed in", "file": ""}
    made += [row("Zoë Å", name, 0, "Nothing was handed in.", **absent) for name in (ONE, TWO)]
    return [*made, row("=1+1", ONE, 0, "H gives 0.75 and 0.125."), row("=1+1", TWO, 0, "", state="no answer")]


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_every_student_has_a_row_and_no_grade_is_a_state(rows: list[dict], roster: Path) -> None:
    found = marks.marks(rows, roster)
    assert [(one.student, one.score, one.state) for one in found] == [
        ("1001", 5, GRADED),
        ("1002", 2, GRADED),
        ("Zoë Å", "", "nothing handed in"),
        ("=1+1", 0, GRADED),
    ]
    text = marks.marks_table(found)
    assert text.startswith(BYTE_ORDER)
    ada, _, zoe, stranger = csv.DictReader(io.StringIO(text.removeprefix(BYTE_ORDER)))
    assert [ada[name] for name in ("points", "of", "percent", "right", ONE, TWO)] == ["5", "5", "100.0", "2", "2", "3"]
    assert (ada["Student"], zoe["Student"], zoe["points"], zoe["state"], zoe[ONE]) == (
        "Lovelace, Ada",
        "Å, Zoë",
        "",
        "nothing handed in",
        "",
    )
    assert (stranger["student"], stranger["note"]) == ("'=1+1", "not on the roster")
    assert [one.student for one in marks.marks(rows)] == ["1001", "1002", "Zoë Å", "=1+1"]


def test_canvas_and_moodle_find_every_student_of_the_roster(rows: list[dict], roster: Path) -> None:
    found = marks.marks(rows, roster)
    head, possible, *students = read(marks.platform_table(found, "canvas", "Week 3: H"))
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Week 3: H"]
    assert possible == ["    Points Possible", "", "", "", "", "5"]
    assert students == [
        ["Lovelace, Ada", "4711", "", "ada", "A", "5"],
        ["Hopper, Grace", "", "S2", "", "A", "2"],
        ["Å, Zoë", "4713", "", "", "B", ""],
    ]
    head, *students = read(marks.platform_table(found, "moodle", "Week 3: H"))
    assert head[0] == "Email address"
    assert [(line[0], *line[3:]) for line in students] == [
        ("ada@uni.example", "5", "5 of 5 points, 2 of 2 answers right"),
        ("grace@uni.example", "2", "2 of 5 points, 1 of 2 answers right"),
        ("zoe@uni.example", "-", "nothing handed in"),
    ]


def test_a_roster_without_what_a_platform_needs_is_refused(roster: Path) -> None:
    marks.check_platform("canvas", roster)
    with pytest.raises(ValueError, match="--lms canvas needs --roster"):
        marks.check_platform("canvas", None)
    roster.write_text(ROSTER.replace("4713", ""), encoding="utf-8")
    with pytest.raises(ValueError, match=r"roster.csv, line 4: must have one of .* ID, SIS User ID or SIS Login"):
        marks.check_platform("canvas", roster)
    roster.write_text("file,student\n,1001\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"roster.csv: must have one of the columns Email address, .* by which Moodle"):
        marks.check_platform("moodle", roster)


def test_a_students_page_has_that_student_alone_and_runs_nothing(rows: list[dict], roster: Path) -> None:
    rows[0]["message"] = rows[2]["message"] = "<script>alert(1)</script>"
    rows[2]["note"] = "the same student as 1002.ipynb"
    ada, grace, zoe, _ = marks.marks(rows, roster)
    page = feedback.student_page(ada, ABOUT)
    assert "5 of 5 points" in page
    assert "https://book.example/book/flach/h-measure.html#exercise-flach-crossing-rankings" in page
    assert "&#39;PNPN&#39;" in page
    assert "<script" not in page
    assert not re.search(r"1002|Hopper|grace|Zoë", page)
    assert not re.search(r"(src|@import|url)\s*[=(]", page)
    assert "To read again: the chapter" in feedback.student_page(grace, HandedOut())
    assert "There is no grade: nothing handed in." in feedback.student_page(zoe, ABOUT)


def test_the_class_page_says_which_slip_how_often_and_what_is_the_same(rows: list[dict], roster: Path) -> None:
    found = marks.marks(rows, roster)
    rows[0]["message"] = "unseen, because the better answer counts"
    rankings, segments = feedback.items(found, ABOUT)
    assert (rankings.right, len(rankings.rows), rankings.tries, rankings.points) == (2, 3, 3, 2)
    assert (segments.right, segments.unanswered) == (1, 1)
    assert rankings.alike == [("('PNPN', 'PPNN')", ["1001", "1002"])]
    more = [row("7", ONE, 0, "H gives 0.3 and 0.125."), row("7", TWO, 1)]
    (again, _) = feedback.items(marks.marks([*rows, *more], roster), ABOUT)
    assert again.slips == [(2, "H gives 0.3 and 0.125.")]  # alike but for numbers; the shortest is shown
    assert [count for _, count in feedback.distribution(found)] == [1, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    page = feedback.class_page(found, ABOUT)
    assert "Zoë Å (nothing handed in)" in page
    assert "<script" not in page
    assert "<h1>Week 3: H: the class</h1>" in feedback.class_page([], ABOUT)


def test_pages_are_files_of_their_own_and_written_again(rows: list[dict], roster: Path, tmp_path: Path) -> None:
    rows += [row(name, exercise, 0) for name in ("a/b", "A b", "../..") for exercise in (ONE, TWO)]
    made = feedback.outputs(tmp_path / "week.csv", marks.marks(rows, roster), ABOUT)
    (tmp_path / "week-feedback").mkdir()
    for _ in range(2):
        write(made)
    names = sorted(path.name for path in (tmp_path / "week-feedback").iterdir())
    assert names == ["1-1.html", "1001.html", "1002.html", "A-b-2.html", "Zoë-Å.html", "a-b.html", "student.html"]
    assert (tmp_path / "week-class.html").is_file()


def test_points_are_the_teachers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["assignment", "h-measure", "--output", str(tmp_path / "out"), "--book", "https://book.example"]
    assert main([*command, "--points", "hard=0", "--points", f"{ONE}=5", "--points", "standard=1"]) == 0
    assert "The H measure: 3 exercises, 6 points, about 70 minutes" in capsys.readouterr().out
    notebook = json.loads((tmp_path / "out" / "assignment.ipynb").read_text(encoding="utf-8"))
    about = set_by(notebook)
    assert (about.title, about.worth(ONE), about.worth(TWO), about.worth("flach.h-changes-sides")) == (
        "The H measure",
        5,
        1,
        0,
    )
    assert about.link(ONE) == "https://book.example/book/flach/h-measure.html#exercise-flach-crossing-rankings"
    assert "points = 5" in (tmp_path / "out" / "otter" / "tests" / "flach-crossing-rankings.py").read_text()
    assert main([*command, "--points", "tile.places=2"]) == 2
    assert "--points tile.places=2: give an exercise of these" in capsys.readouterr().err
    notebook["metadata"]["scoring-the-scores"]["points"][ONE] = 0.5
    with pytest.raises(ValueError, match="not whole numbers"):
        set_by(notebook)


def test_the_command_writes_marks_the_platforms_table_and_feedback(
    rows: list[dict],
    roster: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(grading, "grade", lambda *paths, **options: rows)
    assert main(["assignment", "h-measure", "--output", str(tmp_path / "week")]) == 0
    command = ["grade", str(tmp_path), "--output", str(tmp_path / "week" / "grades.csv"), "--roster", str(roster)]
    command += ["--assignment", str(tmp_path / "week" / "assignment.ipynb"), "--lms", "canvas", "--feedback"]
    capsys.readouterr()
    for name in ("The H measure", "Homework 3 (4711)"):
        assert main([*command, *(["--column", name] if "(" in name else [])]) == 1  # Zoë has no grade
        told = capsys.readouterr()
        assert "without a grade: Zoë Å" in told.err
        assert "not on the roster, so not in the table: =1+1" in told.err
        assert "a page for each of 4 students" in told.out
        assert read((tmp_path / "week" / "canvas.csv").read_text(encoding="utf-8"))[0][-1] == name
    made = {path.name for path in (tmp_path / "week").iterdir()}
    assert {"marks.csv", "canvas.csv", "class.html", "feedback"} <= made
    (tmp_path / "week" / "marks.csv").write_text("mine\n", encoding="utf-8")
    assert main(command) == 1
    assert "marks.csv" in capsys.readouterr().err
    assert (tmp_path / "week" / "marks.csv").read_text(encoding="utf-8") == "mine\n"
    assert main([*command, "--lms", "moodle"]) == 1
    assert main([*command[:4], "--lms", "moodle"]) == 2
    assert "--lms moodle needs --roster" in capsys.readouterr().err
