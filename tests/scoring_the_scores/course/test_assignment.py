"""Assignments: notebooks that run by themselves, hold no answer, and mean the same to Otter."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.contents import title
from scoring_the_scores.course import seconds, wheels
from scoring_the_scores.course.assignment import Assignment, chosen, drawing, title_of_all
from scoring_the_scores.course.command import main
from scoring_the_scores.course.grading import codes
from scoring_the_scores.course.plans import term
from tests.whole import in_whole_run
from tools import figures_to_read
from tools.wheels import build, build_key

from .submissions import ONE, RIGHT, WRONG, submission

ROOT = Path(__file__).parents[3]
SITE = ROOT / "_build" / "html" / "downloads"
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


def test_who_has_a_figure_read_sees_it_and_where_it_is_from() -> None:
    some = tuple(one for one in ALL if one.kind == "figure")
    assert some
    cells = Assignment("Figures", some, seeded=True, book="chapter.ipynb").notebook()["cells"]
    heads = [cell for cell in cells if "".join(cell["source"]).startswith("## ") and cell.get("attachments")]
    assert len(heads) == len(some)
    for one, cell in zip(some, heads, strict=True):
        source = "".join(cell["source"])
        assert f"chapter [{title(one.chapter)}](chapter.ipynb)" in source
        assert re.search(r"!\[[^]]{40,}\]\(attachment:figure\.svg\)", source)
        drawn = b64decode(cell["attachments"]["figure.svg"]["image/svg+xml"]).decode()
        assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("one", [one for one in ALL if one.figure], ids=lambda one: one.id)
def test_a_figure_that_is_read_is_the_chapters(one: exercises.Exercise) -> None:
    notebook = json.loads((ROOT / "book" / f"{one.chapter}.ipynb").read_text(encoding="utf-8"))
    figures = {cell["metadata"].get("mystnb", {}).get("figure", {}).get("name"): cell for cell in notebook["cells"]}
    assert drawing(one)[1] == figures[one.figure]["metadata"]["mystnb"]["image"]["alt"]
    if SITE.is_dir():
        stored = {path: text for path, text in figures_to_read.drawings(SITE.parent) if one.figure in path.name}
        for path, text in stored.items():
            assert path.read_text(encoding="utf-8") == text, "run `python -m tools.figures_to_read _build/html`"


def test_a_title_is_the_chapters_the_parts_or_the_weeks() -> None:
    assert title_of_all(["flach/h-measure", ONE]) == "The H measure; Two rankings, two orders"
    assert title_of_all(["flach"]) == "What does a mistake cost?"
    assert title_of_all(["week-3", "exam"]) == "Week 3: Hand's argument, and an answer; Exam"


def test_there_is_one_place_to_write_in() -> None:
    names: dict = {}
    first, task, *_ = codes(Assignment("One", chosen(["flach.h-by-segments"]), seeded=True).notebook())
    exec(f"{first}\n{task}".replace('student = ""', 'student = "ada"'), names)
    shown = names["task"]._repr_mimebundle_()["text/markdown"]
    assert "Hand in:" in shown
    assert "answer =" not in shown
    assert "```" not in shown
    assert "Hint 1" not in shown
    assert "answer =" in exercises.show("flach.h-by-segments").markdown()


def test_a_week_has_practice_without_points_and_an_exam_no_checks(tmp_path: Path) -> None:
    for name in ("week-3", "mid-term"):
        assert main(["assignment", name, "--output", str(tmp_path / name), "--seed-by-student"]) == 0
    week, exam = (json.loads((tmp_path / name / "assignment.ipynb").read_text()) for name in ("week-3", "mid-term"))
    points = week["metadata"]["scoring-the-scores"]["points"]
    assert {points[one.id] for one in term().sessions[2].exercises} == {0}
    assert {name: points[name] for name in ("flach.two-users", "flach.ties-that-hide")} == {
        "flach.two-users": 2,
        "flach.ties-that-hide": 4,
    }
    text = json.dumps(exam)
    assert "exercises.check" not in text
    assert "Hint 1" not in text
    assert "Answers are checked after" in text
    assert exam["metadata"]["scoring-the-scores"]["title"] == "Mid-term"
    assert main(["assignment", "week-13", "--output", str(tmp_path / "x")]) == 2


def test_wheels_lie_beside_the_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a clone those that it has built; elsewhere what was installed, packed again: here a package of others."""
    (tmp_path / "built").mkdir()
    for name in ("metricbook-1-py3-none-any.whl", "scoring_the_scores_key-1-py3-none-any.whl"):
        (tmp_path / "built" / name).write_bytes(b"PK")
    monkeypatch.setattr(wheels, "BUILT", tmp_path / "built")
    assert main(["assignment", ONE, "--output", str(tmp_path / "out")]) == 0
    assert [path.name for path in (tmp_path / "out").glob("*.whl")] == ["metricbook-1-py3-none-any.whl"]
    monkeypatch.setattr(wheels, "BUILT", tmp_path / "nothing")
    monkeypatch.setattr(wheels, "NAMES", ("iniconfig",))
    ((name, data),) = wheels.wheels().items()
    (tmp_path / name).write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", UNPACKED, str(tmp_path / name)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "all as recorded\n"), done.stderr
    assert wheels.wheels()[name] == data
    monkeypatch.setattr(wheels, "is_whole", lambda of: False)
    assert wheels.wheels() == {}


#: Reads a wheel as pip does: every file is in its record, with its digest, and it can be imported.
UNPACKED = """
import csv, hashlib, io, sys, zipfile
from base64 import urlsafe_b64encode
with zipfile.ZipFile(sys.argv[1]) as wheel:
    (record,) = [name for name in wheel.namelist() if name.endswith(".dist-info/RECORD")]
    rows = list(csv.reader(io.StringIO(wheel.read(record).decode())))
    assert sorted(row[0] for row in rows) == sorted(wheel.namelist())
    for name, digest, size in rows:
        if name != record:
            data = wheel.read(name)
            found = urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            assert (digest, int(size)) == (f"sha256={found}", len(data)), name
sys.path.insert(0, sys.argv[1])
import iniconfig
assert iniconfig.__file__.startswith(sys.argv[1])
print("all as recorded")
"""
