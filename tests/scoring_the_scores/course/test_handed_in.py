"""Every entry of a folder of submissions, and every line of a roster, has its rows."""

from __future__ import annotations

import csv
import json
import os
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scoring_the_scores.course import unpacking
from scoring_the_scores.course.assignment import Assignment, chosen
from scoring_the_scores.course.grading import handed_out
from scoring_the_scores.course.handed_in import Submission, entries
from scoring_the_scores.course.handed_in import chosen as chosen_of
from scoring_the_scores.course.notebook import task_of
from scoring_the_scores.course.roster import roster_of
from scoring_the_scores.course.unpacking import Room, unpack
from tests.whole import in_whole_run

from .submissions import ONE, RIGHT, WRONG, submission

COURSE = [sys.executable, "-m", "metricbook", "course"]
NOTEBOOK = Assignment("One", chosen([ONE]), seeded=True).notebook()


def written(path: Path, code: str | None, student: str = "eve", when: int = 1_000_000_000) -> Path:
    """A notebook that was handed in at some time; as it was handed out if there is no code."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(NOTEBOOK if code is None else submission(NOTEBOOK, student, code)), encoding="utf-8")
    os.utime(path, (when, when))
    return path


def packed(path: Path, **files: str) -> Path:
    """A zip of files, whose names have slashes for double underscores."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/") + ".ipynb", text)
    return path


def found(folder: Path, place: Path) -> dict[str, Submission]:
    """What counts of each entry, by its name in the table."""
    given = handed_out(task_of(NOTEBOOK), None)
    return {one.name: one for one in (chosen_of(each, given) for each in entries(folder, place))}


def text(code: str, student: str) -> str:
    return json.dumps(submission(NOTEBOOK, student, code))


@in_whole_run
def test_what_the_audit_handed_in_is_in_the_table(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    written(folder / "eve" / "assignment.ipynb", None, when=1_500_000_000)
    written(folder / "eve" / "final.ipynb", RIGHT, "evelyn")
    (folder / "fay").mkdir()
    (folder / "fay" / "homework.pdf").write_bytes(b"%PDF")
    (folder / "gus.pdf").write_bytes(b"%PDF")
    (folder / "ida").mkdir()
    packed(folder / "dan.zip", week__final=text(RIGHT, "dan"))
    written(folder / "bob_1002.ipynb", WRONG, "bob")
    (folder / "leo.ipynb").symlink_to(folder / "nowhere")
    written(tmp_path / "assignment.ipynb", None)
    (tmp_path / "roster.csv").write_text("file,student\neve,Eve\nbob_1002,Bob\nfay,Fay\nzed,Zed\n,Una\ndan,Dan\n")
    command = [*COURSE, "grade", "in", "--assignment", "assignment.ipynb", "--roster", "roster.csv", "--timeout", "60"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 1, run.stderr
    assert run.stderr.splitlines()[-1] == "metricbook course: 3 on the roster without a grade: Fay, Zed, Una"
    assert "7 submissions, 2 of 7 answers right" in run.stdout
    assert "gus.pdf: Not graded: no notebook, no file of Python and no zip." in run.stdout
    with (tmp_path / "grades.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert {row["file"]: (row["student"], row["right"], row["state"]) for row in rows} == {
        "eve/final.ipynb": ("Eve", "1", "checked"),
        "dan.zip/week/final.ipynb": ("Dan", "1", "checked"),
        "bob_1002.ipynb": ("Bob", "0", "checked"),
        "fay": ("Fay", "0", "nothing to grade"),
        "gus.pdf": ("gus", "0", "nothing to grade"),
        "ida": ("ida", "0", "nothing to grade"),
        "leo.ipynb": ("leo", "0", "nothing to grade"),
        "zed": ("Zed", "0", "nothing handed in"),
        "": ("Una", "0", "nothing handed in"),
    }
    notes = {row["file"]: row["note"] or row["message"] for row in rows}
    said = notes["eve/final.ipynb"].split("; ")
    assert said[:2] == ["also there: assignment.ipynb (nothing written in it)", "the notebook says evelyn"]
    assert said[-1] == "the same answer as dan.zip/week/final.ipynb"
    assert "but homework.pdf" in notes["fay"]
    assert "an empty folder" in notes["ida"]


def test_the_newest_notebook_in_which_something_is_written_counts(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    written(folder / "ann" / "a.ipynb", RIGHT, when=2_000_000)
    written(folder / "ann" / "b.ipynb", WRONG, when=1_000_000)
    written(folder / "ben" / "Submission.ipynb", WRONG)
    written(folder / "ben" / "Submission (1).ipynb", RIGHT)
    written(folder / "ben" / "Submission (10).ipynb", RIGHT)
    written(folder / "cay" / "work.ipynb", RIGHT, when=1_000_000)
    (folder / "cay" / "helper.py").write_text("x = 1")
    written(folder / "dot" / "assignment.ipynb", None, when=2_000_000_000)
    (folder / "dot" / "answers.py").write_text(f"answers = {{}}\n{RIGHT}\nanswers['{ONE}'] = answer\n")
    (folder / "eli").mkdir()
    written(folder / "eli" / "named.ipynb", None, when=2_000_000_000)
    named = (folder / "eli" / "named.ipynb").read_text().replace('student = \\"\\"', 'student = \\"eli\\"')
    (folder / "eli" / "named.ipynb").write_text(named)
    written(folder / "eli" / "done.ipynb", RIGHT, when=1_000_000)
    (folder / "eli" / "broken.ipynb").write_text("{")
    one = found(folder, tmp_path / "place")
    assert set(one) == {
        "ann/a.ipynb",
        "ben/Submission (10).ipynb",
        "cay/work.ipynb",
        "dot/answers.py",
        "eli/done.ipynb",
    }
    assert one["ben/Submission (10).ipynb"].note == "also there: Submission (1).ipynb, Submission.ipynb"
    assert "named.ipynb (nothing written in it)" in one["eli/done.ipynb"].note


def test_zips_are_unpacked_where_they_lie_and_moodles_is_taken_apart(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    written(folder / "ann" / "notes.ipynb", None)
    packed(folder / "ann" / "work.zip", final=text(RIGHT, "ann"))
    packed(folder / "class.ZIP", **{f"{who} (1)_7_assignsubmission_file__a": text(RIGHT, who) for who in ("bo", "cy")})
    (folder / "torn.zip").write_bytes(b"PK\x03\x04")
    one = found(folder, tmp_path / "place")
    moodle = {f"class.ZIP/{who} (1)_7_assignsubmission_file/a.ipynb" for who in ("bo", "cy")}
    assert set(one) == {"ann/work.zip/final.ipynb", "torn.zip", *moodle}
    assert one["torn.zip"].note == "the zip cannot be unpacked (File is not a zip file)"
    assert all(
        f"{who} (1)_7_assignsubmission_file" in one[name].keys
        for name, who in zip(sorted(moodle), ("bo", "cy"), strict=True)
    )
    assert [path.name for path in sorted((folder / "ann").iterdir())] == ["notes.ipynb", "work.zip"]  # as they were

    whole = packed(tmp_path / "all.zip", ann__final=text(RIGHT, "ann"), ben=text(RIGHT, "ben"))
    assert set(found(whole, tmp_path / "other")) == {"ann/final.ipynb", "ben.ipynb"}


@in_whole_run
def test_a_notebook_runs_in_its_own_folder(tmp_path: Path) -> None:
    code = f"{RIGHT}\nif open('beside.txt').read() != 'x': answer = 1"
    written(tmp_path / "in" / "ann" / "week" / "final.ipynb", code, "ann")
    (tmp_path / "in" / "ann" / "week" / "beside.txt").write_text("x")
    run = subprocess.run([*COURSE, "grade", "in"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 submission, 1 of 1 answers right" in run.stdout, run.stdout + run.stderr


@pytest.mark.parametrize("name", ["../out.txt", "/out.txt", "a/../../out.txt", "..\\out.txt", "C:\\out.txt"])
def test_a_zip_that_names_a_place_outside_is_not_unpacked(name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("good.txt", "x")
        archive.writestr(zipfile.ZipInfo(name), "x")
    with pytest.raises(ValueError, match="outside of itself"):
        unpack(tmp_path / "a.zip", tmp_path / "place")
    assert not list(tmp_path.rglob("out.txt"))


def test_a_zip_that_is_too_much_is_not_unpacked_to_its_end(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(4):
            archive.writestr(str(number), bytes(3_000_000))
    with pytest.raises(ValueError, match="more than can be unpacked"):
        unpack(tmp_path / "bomb.zip", tmp_path / "one", Room(5_000_000, 10))
    assert sum(path.stat().st_size for path in (tmp_path / "one").iterdir()) <= 5_000_000
    with pytest.raises(ValueError, match="more than 3 files"):
        unpack(tmp_path / "bomb.zip", tmp_path / "two", Room(50_000_000, 3))
    unpack(tmp_path / "bomb.zip", tmp_path / "three")
    assert unpacking.HAND_IN.size < unpacking.CLASS.size


def test_links_and_hidden_files_in_a_zip_are_left_out(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        link = zipfile.ZipInfo("link.ipynb")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("__MACOSX/._a.ipynb", "x")
        archive.writestr("a.ipynb", "x")
    unpack(tmp_path / "a.zip", tmp_path / "place")
    assert [path.name for path in (tmp_path / "place").rglob("*")] == ["a.ipynb"]


def test_nothing_handed_in_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not there"):
        entries(tmp_path / "nowhere", tmp_path / "place")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / ".DS_Store").touch()
    with pytest.raises(ValueError, match="is empty"):
        entries(tmp_path / "in", tmp_path / "place")
    (tmp_path / "in" / "grades.csv").touch()
    with pytest.raises(ValueError, match="is empty"):
        entries(tmp_path / "in", tmp_path / "place", {(tmp_path / "in" / "grades.csv").resolve()})


def test_a_roster_that_is_none_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    for content, why in (
        ("name\nx\n", "must have the columns"),
        ("file,student\na\n", "line 2: there is no student"),
        ("file,student\na,1\na,2\n", "line 3: a is 1's already"),
    ):
        path.write_text(content)
        with pytest.raises(ValueError, match=why):
            roster_of(path)
    path.write_bytes("file,student\na,José\n".encode("latin-1"))
    with pytest.raises(ValueError, match="UTF-8"):
        roster_of(path)
