"""Answers that a page saved are graded as a notebook's are: by what they are, and not by what the file says of them."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring_the_scores.course.assignment import Assignment, chosen
from scoring_the_scores.course.from_pages import is_of_pages
from scoring_the_scores.course.grading import tried
from scoring_the_scores.course.handed_in import Submission, entries
from scoring_the_scores.course.notebook import codes, read, task_of
from scoring_the_scores.exercises import check
from tests.whole import in_whole_run

RANKINGS, FORMULA, SEEDED = "flach.crossing-rankings", "synthesis.swap-discount", "flach.auroc-from-loss"
RIGHT = {RANKINGS: ["PPNPNPNNN", "PPPNNNNPN"], FORMULA: "1/log2(i + j) - 1/log2(i + j + 1)"}
WHY = "The first has more positives on top, the second the better middle."
SECOND = {"answer": ["PPNNPPNNN", "PPPNNNNNP"], "texts": ["", "", WHY]}
FORGED = {RANKINGS: ["PPPPNNNNN", "PPPNNNNPN"], FORMULA: "__import__('os').getcwd()"}


def saved(path: Path, answers: dict[str, Any], **about: Any) -> Path:
    """A file as a page saves it, which says that all is right."""
    told = {
        name: {"answer": answer, "solved": "2026-11-26T10:00:00+00:00", "tries": 2} for name, answer in answers.items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"scoring-the-scores": "answers", "answers": told, **about}, indent=1), encoding="utf-8")
    return path


def ran(path: Path) -> dict[str, Any]:
    """The answers that a file hands in."""
    names: dict[str, Any] = {}
    exec("\n".join(codes(read(path))), names)
    return names["answers"]


def test_answers_are_handed_in_and_what_the_file_says_of_them_is_not_believed(tmp_path: Path) -> None:
    answers = ran(saved(tmp_path / "ada.json", RIGHT))
    assert [check(name, answer).right for name, answer in answers.items()] == [True, True]
    forged = saved(tmp_path / "eve.json", FORGED | {"no.such": 1})
    assert [check(name, answer).right for name, answer in ran(forged).items()] == [False, False]
    assert task_of(read(forged)).exercises == (RANKINGS, FORMULA)
    assert tried(Submission("eve.json", "eve.json", forged), read(forged)) == {RANKINGS: 2, FORMULA: 2}


def test_data_stay_data(tmp_path: Path) -> None:
    odd = "'''\"\"\"\\\n#)]}; import os  __import__('os')"
    answers = {RANKINGS: {odd: [odd, 1e300, None, True, float("nan")]}, FORMULA: odd}
    handed = ran(saved(tmp_path / "eve.json", answers))
    assert json.dumps(handed) == json.dumps(answers)


def test_only_a_page_s_file_is_one_and_a_broken_one_says_so(tmp_path: Path) -> None:
    files = {
        "ada.json": saved(tmp_path / "ada.json", RIGHT),
        "progress.json": tmp_path / "progress.json",
        "data.json": tmp_path / "data.json",
    }
    files["progress.json"].write_text('{"flach.crossing-rankings": {"tries": 3}}', encoding="utf-8")
    files["data.json"].write_bytes(b"\xff\xfe")
    assert [name for name, path in files.items() if is_of_pages(path)] == ["ada.json"]
    there = {one.name: (len(one.notebooks), one.instead) for one in entries(tmp_path, tmp_path / "place")}
    assert there["ada.json"] == (1, "")
    assert there["data.json"][0] == 0
    for text, says in (("[1, 2", "broken"), ("", "broken"), ('"answers": {"x": 1}}', "no answers")):
        (tmp_path / "bob.json").write_text(f'{{"scoring-the-scores": "answers", {text}', encoding="utf-8")
        with pytest.raises(ValueError, match=says):
            read(tmp_path / "bob.json")


@in_whole_run
def test_the_grader_takes_a_file_of_a_page(tmp_path: Path) -> None:
    folder, output = tmp_path / "in", tmp_path / "grades.csv"
    path = saved(folder / "ada.json", RIGHT)
    both = json.loads(path.read_text(encoding="utf-8"))
    both["answers"][RANKINGS]["second"] = SECOND
    path.write_text(json.dumps({"scoring-the-scores": "answers", **both}), encoding="utf-8")
    saved(folder / "bob" / "my-answers.json", RIGHT | {SEEDED: "1/2"})
    saved(folder / "eve.json", FORGED)
    notebook = Assignment("One", chosen([RANKINGS, FORMULA, SEEDED]), seeded=True).notebook()
    (tmp_path / "assignment.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    command = [sys.executable, "-m", "metricbook", "course", "grade", folder, "--output", output]
    done = subprocess.run(
        [*map(str, command), "--assignment", str(tmp_path / "assignment.ipynb")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = {
        (row["student"], row["exercise"]): row
        for row in csv.DictReader(output.read_text(encoding="utf-8").splitlines())
    }
    marks = {key: (row["right"], row["state"]) for key, row in rows.items()}
    assert {marks[student, FORMULA] for student in ("ada", "bob")} == {("1", "checked")}
    assert marks["eve", FORMULA] == ("0", "checked")
    assert marks["bob", SEEDED] == ("0", "the book's numbers")
    assert [marks[student, RANKINGS][0] for student in ("ada", "bob", "eve")] == ["1", "0", "0"]
    assert "The second one is missing" in rows["bob", RANKINGS]["message"]
    assert rows["ada", RANKINGS]["note"].endswith(f"why: {WHY}")
    assert {rows["ada", name]["tries"] for name in RIGHT} == {"2"}
