"""A week rehearsed: made-up students with typical slips, on paths of their own, to tables of marks and feedback.

A third hand in the notebook, a third what a page saved, a third Otter's notebook, which its hidden tests grade, too.
"""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.course.command import main
from scoring_the_scores.course.feedback import OWN
from scoring_the_scores.course.judge import NOT_GRADED
from scoring_the_scores.exercises import Exercise, seed_of
from scoring_the_scores.exercises.checking import instance
from tests.scoring_the_scores.exercises import solutions
from tests.scoring_the_scores.exercises.pages import NODE, filled
from tests.scoring_the_scores.exercises.pages import said as said_on_pages
from tests.whole import MONTHLY, in_whole_run
from tools.course import solution_code

WEEK = "week-3"
#: A class, and in a run that leaves nothing out the whole of it.
STUDENTS = 30 if MONTHLY else 6
#: Students 1, 2 and 3 hand in nothing, a PDF, and a notebook without a number.
ABSENT, PDF, NAMELESS = "302001", "302002", "302003"
#: What is said of an exercise that pages have no box for, and of one with numbers of a student's own.
MISSING, NUMBERS = "There is no answer", "pages have the book's numbers"
#: Runs Otter's notebooks where its tests lie, then its hidden tests, and prints the points of each student.
OTTER = """
import contextlib, json, os, sys
from pathlib import Path
from otter.test_files import ExceptionTestFile
from scoring_the_scores.course.notebook import codes, read
os.chdir(sys.argv[1])
given = []
for path in sys.argv[2:]:
    names, tests = {}, [ExceptionTestFile.from_file(str(test)) for test in Path("../otter-grading/tests").glob("*.py")]
    with contextlib.redirect_stdout(sys.stderr):
        for code in codes(read(Path(path))):
            exec(code, names)
        for test in (test for test in tests if test.possible):
            test.run(names)
    given.append(sum(test.score for test in tests if test.possible))
print(json.dumps(given))
"""


def way(student: str) -> str:
    """What a student answers in."""
    return ("page", "otter", "notebook")[int(student) % 3]


def drawn(one: Exercise, given: Mapping[str, Any], rng: np.random.Generator) -> tuple[Any, str]:
    """An answer to an instance, and what must be said of it: nothing if it is right."""
    slips = [slip for slip in solutions.MISTAKES[one.id] if not callable(slip.of(given))]
    if rng.random() < 0.6 or not slips:
        return solutions.SOLUTIONS[one.id](given), ""
    slip = slips[int(rng.integers(len(slips)))]
    return slip.of(given), slip.says


def code(one: Exercise, seed: str | None, rng: np.random.Generator) -> tuple[str, str]:
    """Code that hands in an answer, and what must be said of it."""
    if one.kind == "code":
        path = Path(solutions.__file__).parents[1] / one.chapter.replace("-", "_") / "solutions.py"
        imports, codes = solution_code(path)
        lines = [*imports, codes[one.id], f"answer = {solutions.SOLUTIONS[one.id].__name__}({{}})"]
        return ("\n".join(lines), "") if rng.random() < 0.7 else (exercises.show(one.id).starter, "On ")
    made, says = drawn(one, instance(one, seed), rng)
    return f"from fractions import Fraction\nanswer = {made!r}", says


def on_pages(some: list[Exercise], rng: np.random.Generator) -> tuple[str, list[str]]:
    """The file that a page saves of a student's answers, and what must be said of each."""
    made = {one.id: drawn(one, instance(one), rng) for one in some if one.box}
    boxes = [filled(name, answer) for name, (answer, _) in made.items()]
    verdicts = dict(zip(made, said_on_pages(boxes)["verdicts"], strict=True))
    assert [verdicts[name]["right"] for name in made] == [not says for _, says in made.values()]
    answers = {name: {"answer": verdict["answer"], "tries": 1} for name, verdict in verdicts.items()}
    own = {one.id: NUMBERS for one in some if one.seeded}
    said = [made[one.id][1] if one.box else MISSING for one in some]
    told = [own.get(one.id, says) for one, says in zip(some, said, strict=True)]
    return json.dumps({"scoring-the-scores": "answers", "answers": answers}), told


def hand_in(folder: Path, week: Path, student: str, rng: np.random.Generator) -> list[str]:
    """Hand in what a student has answered, and return what must be said of each answer."""
    made = json.loads((week / ("otter" if way(student) == "otter" else "") / "assignment.ipynb").read_text("utf-8"))
    about = made["metadata"]["scoring-the-scores"]
    some = [exercises.load()[name] for name in about["exercises"]]
    path = folder / f"{student}{'.json' if way(student) == 'page' else '.ipynb'}"
    if way(student) == "page":
        text, said = on_pages(some, rng)
    else:
        said = []
        for cell in made["cells"]:
            source = "".join(cell["source"])
            if 'student = ""' in source and student != NAMELESS:
                cell["source"] = source.replace('student = ""', f'student = " {student} "')
            for one in some:
                if f'answers["{one.id}"] = answer' in source:
                    written, says = code(one, seed_of(student, about["roster"]), rng)
                    cell["source"] = f'{written}\nanswers["{one.id}"] = answer'
                    said.append(says)
        text = json.dumps(made)
    path.write_text(text, encoding="utf-8")
    if int(student) % 5 == 0 and way(student) != "otter":  # some pack it
        with zipfile.ZipFile(path.with_suffix(".zip"), "w") as packed:
            packed.write(path, f"home work/answers{path.suffix}")
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


def seconds() -> float:
    """Processor time of this process, and of those that it has waited for."""
    return sum(os.times()[:4])


@in_whole_run
@pytest.mark.skipif(NODE is None, reason="Node is not here")
def test_a_class_hands_in_and_gets_its_marks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(302001 + place) for place in range(STUDENTS)]
    lines = [f'{name},{name},"Last, First {name}",{9000 + int(name)},A,{name}@example.org' for name in names]
    roster, folder, week = tmp_path / "roster.csv", tmp_path / "submissions", tmp_path / WEEK
    roster.write_text("\n".join(["file,student,Student,ID,Section,Email address", *lines]), encoding="utf-8")
    assert main(["assignment", WEEK, "--output", str(week), "--seed-by-student", "--roster", str(roster)]) == 0
    notebook = json.loads((week / "assignment.ipynb").read_text(encoding="utf-8"))
    about = notebook["metadata"]["scoring-the-scores"]
    folder.mkdir()
    rng = np.random.default_rng(35)
    start = seconds()
    wrong = {name: hand_in(folder, week, name, rng) for name in names if name not in (ABSENT, PDF)}
    spent = [seconds() - start]
    (folder / f"{PDF}.pdf").write_bytes(b"%PDF-1.7")
    command = ["grade", str(folder), "--assignment", str(week / "assignment.ipynb"), "--roster", str(roster)]
    command += ["--output", str(week / "grades.csv"), "--feedback", "--lms"]
    capsys.readouterr()
    start = seconds()
    assert main([*command, "canvas"]) == 1
    spent.append(seconds() - start)
    assert f"2 on the roster without a grade: {ABSENT}, {PDF}" in capsys.readouterr().err

    with (week / "grades.csv").open(encoding="utf-8", newline="") as table:
        graded = list(csv.DictReader(table))
    assert [row for row in graded if row["state"] in ("stopped", NOT_GRADED, "cell failed", "unreadable")] == []
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

    start = seconds()
    assert main([*command, "moodle"]) == 1  # nothing is run again
    again = seconds() - start
    with (week / "moodle.csv").open(encoding="utf-8", newline="") as table:
        in_moodle = {row["Email address"].partition("@")[0]: row[title] for row in csv.DictReader(table)}
    assert in_moodle == {name: score or "-" for name, score in expected.items()}
    with_otter = [name for name in wrong if way(name) == "otter"]
    start = seconds()
    asked = [
        sys.executable,
        "-W",
        "ignore",
        "-c",
        OTTER,
        week / "otter",
        *(folder / f"{name}.ipynb" for name in with_otter),
    ]
    done = subprocess.run([*map(str, asked)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [int(expected[name]) for name in with_otter]
    spent.append(seconds() - start)

    rows = {(row["student"], row["exercise"]): row for row in graded}
    slips: Counter[tuple[str, str]] = Counter()
    for name, said in wrong.items():
        for one, says in zip(about["exercises"], said, strict=True):
            if name != NAMELESS or not exercises.load()[one].seeded:
                assert bool(int(rows[name, one]["right"])) == (not says)
                assert says in rows[name, one]["message"]
                slips[one, OWN.sub("…", rows[name, one]["message"])] += says not in ("", MISSING, NUMBERS)
    page = (week / "class.html").read_text(encoding="utf-8").partition("Exercises")[0]
    often = [count for _, count in slips.most_common(10) if count > 1]
    assert [int(count) for count in re.findall(r'<td class="number">(\d+)</td>', page)] == often
    for name in names:
        text = (week / "feedback" / f"{name}.html").read_text(encoding="utf-8")
        assert [other for other in names if other != name and other in text] == []
    told = ", ".join(
        f"{what} {took:.0f} s" for what, took in zip(("answering", "grading", "Otter"), spent, strict=True)
    )
    print(f"{STUDENTS} students, processor time: {told}; {sum(map(bool, slips))} messages")
    assert again < spent[1] / 2
