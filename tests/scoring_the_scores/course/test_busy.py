"""What the clock or the system ends costs nobody points: it is told apart, run again alone, and never 0."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scoring_the_scores.course import fresh, sandbox
from scoring_the_scores.course.assignment import Assignment, chosen
from scoring_the_scores.course.command import main
from scoring_the_scores.course.grading import AGAIN, Grader, grade
from scoring_the_scores.course.judge import NOT_GRADED
from scoring_the_scores.course.marks import UNFINISHED, marks
from scoring_the_scores.course.sandbox import Limits
from tests.whole import in_whole_run, mostly

from . import submissions
from .submissions import ONE, RIGHT, WRONG, hand_in

NOTEBOOK = Assignment("One", chosen([ONE])).notebook()
LIMITS = Limits(seconds=30, memory=1_500_000_000)
TOO_LONG = "it took longer than 2 seconds of processor time"
WAITS = "import time\ntime.sleep(600)"
KILLED = "import os\nos.kill(os.getpid(), 9)"


def killed(request: str) -> Any:
    return "", -9


def refused(request: str) -> Any:
    raise BlockingIOError(11, "Resource temporarily unavailable")


@pytest.mark.parametrize("lost", mostly([killed, refused], killed))
def test_who_was_not_judged_is_judged_again_alone_after_all_others(
    lost: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(tmp_path / "in", NOTEBOOK, ada=RIGHT, ben=WRONG, cleo=RIGHT)
    before, order = Grader.judge, []

    def judged(self: Grader, request: str) -> tuple[str, int]:
        first = "ada" in request and all(who != "ada" for who, _ in order)
        order.append(("ada" if "ada" in request else "another", len(self.guard.running)))
        return lost(request) if first else before(self, request)

    monkeypatch.setattr(Grader, "judge", judged)
    rows = {row["file"]: row for row in grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS, jobs=2)}
    assert [rows[f"{name}.ipynb"]["points"] for name in ("ada", "ben", "cleo")] == [2, 0, 2]
    assert rows["ada.ipynb"]["note"].startswith(AGAIN)
    assert AGAIN not in rows["cleo.ipynb"]["note"]
    assert order[-1] == ("ada", 1)
    assert len(order) == 4


def test_who_uses_up_the_processor_time_is_wrong(tmp_path: Path) -> None:
    hand_in(tmp_path / "in", NOTEBOOK, loop=submissions.LOOP)
    (row,) = grade(tmp_path / "in", tmp_path / "grades.csv", limits=Limits(seconds=2, patience=100))
    assert (row["state"], row["points"], row["note"]) == ("stopped", 0, f"stopped: {TOO_LONG}")
    assert TOO_LONG in row["message"]


@in_whole_run
def test_who_waits_or_is_killed_has_no_mark_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "Limits", partial(Limits, patience=0.1))
    hand_in(tmp_path / "in", NOTEBOOK, waits=WAITS, killed=KILLED)
    command = ["grade", str(tmp_path / "in"), "--output", str(tmp_path / "grades.csv"), "--timeout", "20", "--feedback"]
    assert main(command) == 1
    assert "could be graded in two runs: killed, waits. Look at the note" in capsys.readouterr().err
    with (tmp_path / "grades.csv").open(encoding="utf-8", newline="") as lines:
        rows = {row["file"].partition(".")[0]: row for row in csv.DictReader(lines)}
    told = {name: (row["state"], row["points"], AGAIN in row["note"]) for name, row in rows.items()}
    assert told == {
        "waits": (NOT_GRADED, "", True),
        "killed": (NOT_GRADED, "", True),
    }
    assert rows["waits"]["message"].startswith("Not graded: time: it took more than 2 seconds by the clock")
    assert "the system ended it (SIGKILL)" in rows["killed"]["message"]
    with (tmp_path / "marks.csv").open(encoding="utf-8-sig", newline="") as lines:
        given = {row["student"]: (row["points"], row["state"], row[ONE]) for row in csv.DictReader(lines)}
    assert given["waits"] == given["killed"] == ("", UNFINISHED, "")
    page = (tmp_path / "feedback" / "waits.html").read_text(encoding="utf-8")
    assert "There is no mark yet" in page
    assert "Not graded: time" in page
    assert "Not yet right" not in page
    assert "0 of 2" not in page
    assert f"waits ({UNFINISHED})" in (tmp_path / "class.html").read_text(encoding="utf-8")
    assert list((tmp_path / "grades.csv.kept").iterdir()) == []  # the next run tries them again


def test_of_two_files_what_may_be_right_goes_before_what_is_wrong() -> None:
    row = {"student": "ada", "exercise": ONE, "of": 2, "note": "", "right": 0, "points": 0, "state": "checked"}
    lost, right = {**row, "state": NOT_GRADED, "points": ""}, {**row, "right": 1, "points": 2}
    assert [marks([row, lost])[0].state, marks([lost, right])[0].state] == [UNFINISHED, "graded"]
    assert marks([lost, right])[0].points == 2


def test_otter_asks_a_second_process_if_the_first_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict, asked = fresh._verdict, []
    monkeypatch.setattr(fresh, "_verdict", lambda *told: asked.append(1) or (verdict(*told) if asked[1:] else None))
    assert fresh.checked(ONE, ("PPNPNPNNN", "PPPNNNNPN"))[0]
    assert len(asked) == 2
    monkeypatch.setattr(fresh, "_verdict", verdict)
    monkeypatch.setattr(fresh, "MODULE", "scoring_the_scores.course.nothing")
    with pytest.raises(RuntimeError, match="not graded: the process that checks ended without a verdict, twice"):
        fresh.checked(ONE, ("PPNPNPNNN", "PPPNNNNPN"))
