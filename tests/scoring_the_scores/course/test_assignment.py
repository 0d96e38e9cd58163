"""Assignments: notebooks that run by themselves, hold no answer, and mean the same to Otter."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.course import seconds
from scoring_the_scores.course.assignment import Assignment, chosen
from scoring_the_scores.course.command import main
from scoring_the_scores.course.grading import codes
from tests.whole import in_whole_run
from tools.wheels import build, build_key

from .submissions import ONE, RIGHT, WRONG, submission

ROOT = Path(__file__).parents[3]
ALL = tuple(exercises.load().values())
#: Several commands, and what takes Otter seconds to import, once.
OTTER = """import os, sys
from otter.cli import cli
for place, line in (each.split(": ") for each in sys.argv[1:]):
    os.chdir(place)
    cli(line.split(), standalone_mode=False)
"""
SEEDED = [one.id for one in ALL if one.seeded]


@pytest.fixture(autouse=True)
def _no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")


def test_parts_chapters_and_ids_can_be_chosen() -> None:
    assert chosen([ONE])[0].id == ONE
    assert chosen(["h-measure"]) == chosen(["flach/h-measure"])
    assert {one.part for one in chosen(["flach"])} >= {"flach"}
    assert len(chosen([ONE, ONE, "h-measure"])) == len(chosen(["h-measure"]))
    with pytest.raises(ValueError, match=r"did you mean .*h-measure"):
        chosen(["h-mesure"])


@pytest.mark.parametrize("seeded", [False, True])
def test_an_assignment_of_all_exercises_is_a_notebook_whose_starters_run(seeded: bool) -> None:
    assignment = Assignment("All", ALL, seeded)
    for otter in (False, True):
        nbformat.validate(nbformat.from_dict(assignment.notebook(otter)))
    names: dict = {}
    for source in codes(assignment.notebook()):
        exec(source.replace('student = ""', 'student = "ada"'), names)
    more = {each for one in ALL if one.second for each in seconds.names(one.id)}
    assert set(names["answers"]) == set(exercises.load()) | more
    answers = {name: one for name, one in names["answers"].items() if name in exercises.load()}
    assert not any(exercises.check(name, one, seed=names["seed"]).right for name, one in answers.items())


@pytest.mark.parametrize("name", SEEDED)
def test_a_starter_has_the_numbers_of_the_student(name: str) -> None:
    sources = codes(Assignment("One", chosen([name]), seeded=True).notebook())
    (first, task, answer, *_) = [source.replace('student = ""', 'student = "ada"') for source in sources]
    found: dict = {}
    exec(f"{first}\n{task}\n{answer}", found)
    expected: dict = {}
    exec(exercises.show(name, seed="ada").starter, expected)
    assert {key: repr(value) for key, value in expected.items() if not callable(value) and key in found} == {
        key: repr(found[key]) for key, value in expected.items() if not callable(value) and key in found
    }


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["assignment", "nothing", "--output", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("metricbook course: there is no part, chapter or exercise 'nothing'")
    assert main(["list", "--part", "flach", "--level", "standard"]) == 0
    assert ONE in capsys.readouterr().out
    assert main(["grade", str(tmp_path / "none"), "--output", str(tmp_path / "g.csv")]) == 2
    assert "nothing was handed in" in capsys.readouterr().err


def test_a_reader_that_has_gone_is_no_error() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    call = [sys.executable, "-m", "metricbook", "course", "list"]
    done = subprocess.run(call, stdout=writes, stderr=subprocess.PIPE, check=False)
    os.close(writes)
    assert (done.returncode, done.stderr) == (0, b"")


#: A notebook that changes what checks, in its own process.
PATCHED = """from scoring_the_scores.exercises import checking
exercises.check = checking.check = lambda *a, **k: checking.Result("x", True, "yes")
answer = 1"""


@in_whole_run
def test_otter_accepts_the_right_answer_and_no_other(tmp_path: Path) -> None:
    """By public tests in the notebook's process, and by the key in a fresh one."""
    assert main(["assignment", ONE, "--output", str(tmp_path)]) == 0
    folder = tmp_path / "otter"
    notebook = json.loads((folder / "assignment.ipynb").read_text(encoding="utf-8"))
    for name, code in (("right", RIGHT), ("wrong", WRONG), ("patched", PATCHED)):
        made = submission(notebook, "ada", code)
        (folder / f"{name}.ipynb").write_text(json.dumps(made), encoding="utf-8")
        (folder / name).mkdir()
    grading = tmp_path / "otter-grading"
    built = [*build(ROOT, grading / "wheels", "wheel"), build_key(ROOT, grading / "wheels")]
    wheels = " ".join(path.rename(grading / path.name).name for path in built)
    commands = [f"{folder}: check wrong.ipynb -t tests"]
    commands += [f"{grading}: generate -t tests -r requirements.txt -o {folder}/autograder.zip {wheels}"]
    commands += [f"{folder}: run {name}.ipynb -a autograder.zip --no-logo -o {name}" for name in ("right", "patched")]
    program = [sys.executable, "-W", "ignore", "-c", OTTER, *commands]
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Test case failed" in done.stdout
    assert "must prefer the second" in done.stdout
    scores = {}
    for name in ("right", "patched"):
        tests = json.loads((folder / name / "results.json").read_text())["tests"]
        (scores[name],) = [(one["score"], one["max_score"]) for one in tests if "flach" in one["name"]]
    assert scores == {"right": (2, 2), "patched": (0, 2)}
    with zipfile.ZipFile(folder / "autograder.zip") as archive:
        asked = re.findall(r"\./(files/\S+\.whl)", archive.read("environment.yml").decode())
        assert len(asked) == 4
        assert set(asked) <= set(archive.namelist())


def test_who_leaves_the_number_blank_is_refused() -> None:
    first = codes(Assignment("One", chosen(["flach"]), seeded=True).notebook())[0]
    for blank in ("", " ", "\\u00a0"):
        with pytest.raises(ValueError, match="your student number is missing"):
            exec(first.replace('student = ""', f'student = "{blank}"'), {})
    names: dict = {}
    exec(first.replace('student = ""', 'student = "1001"'), names)
    assert names["seed"] == "1001"
    exec(codes(Assignment("One", chosen(["flach"])).notebook())[0], names)
    assert names["seed"] is None


def test_of_a_roster_each_finds_a_place_and_nobody_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("file,student\n,Zoë Å\n,1001\n,zoe\u0308 å\n,1002\n", encoding="utf-8")
    command = ["assignment", "h-measure", "--output", str(tmp_path / "out"), "--roster", str(roster)]
    assert main(command) == 2
    assert "it needs --seed-by-student" in capsys.readouterr().err
    assert main([*command, "--seed-by-student"]) == 0
    assert "share one" not in capsys.readouterr().out
    notebook = json.loads((tmp_path / "out" / "assignment.ipynb").read_text(encoding="utf-8"))
    assert "1001" not in json.dumps(notebook)
    first, seeds = codes(notebook)[0], {}
    for student in ("Zoë Å", " ZOË  å ", "1001", "1002"):
        names: dict = {}
        exec(first.replace('student = ""', f'student = "{student}"'), names)
        seeds[student] = names["seed"]
    assert len(set(seeds.values())) == 3
    assert seeds["Zoë Å"] == seeds[" ZOË  å "]
    for other, why in (("1003", "'1003' is not on the roster of this assignment"), ("", "is missing")):
        with pytest.raises(ValueError, match=why):
            exec(first.replace('student = ""', f'student = "{other}"'), {})
    for test in (tmp_path / "out" / "otter" / "tests").iterdir():
        assert first.partition('roster = "')[2].partition('"')[0] in test.read_text(encoding="utf-8")


def test_a_class_that_is_too_large_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("file,student\n" + "".join(f",{1000 + k}\n" for k in range(130)), encoding="utf-8")
    command = ["assignment", "synthesis.rule-no-price", "--output", str(tmp_path / "out"), "--roster", str(roster)]
    assert main([*command, "--seed-by-student"]) == 0
    assert "synthesis.rule-no-price has 100 instances: some of the 130 students share one" in capsys.readouterr().out
