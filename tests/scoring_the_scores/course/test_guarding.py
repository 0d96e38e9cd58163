"""No submission changes what grades it, or others, and none sees what is not its own."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

from scoring_the_scores.course import confining, guarding, isolating
from scoring_the_scores.course.assignment import Assignment, chosen
from scoring_the_scores.course.grading import HEAD, Grader, grade
from scoring_the_scores.course.guarding import Guard, TamperedError
from scoring_the_scores.course.isolating import Sandboxes
from scoring_the_scores.course.sandbox import Limits
from tests.whole import in_whole_run

from .submissions import ONE, RIGHT, WRONG, hand_in

LIMITS = Limits(seconds=60, memory=1_500_000_000)
NOTEBOOK = Assignment("One", chosen([ONE])).notebook()
SOMEBODY = 65534

needs_landlock = pytest.mark.skipif(not confining.landlock(), reason="this system has no Landlock")


@cache
def can_isolate() -> str:
    """Why there are no sandboxes here; empty if there are."""
    try:
        Sandboxes([])
    except OSError as error:
        return str(error)
    return ""


needs_bubblewrap = pytest.mark.skipif(bool(can_isolate()), reason=can_isolate() or "bubblewrap is there")


def rows_of(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["file"].partition(".")[0]: row for row in csv.DictReader(lines)}


def tells(expression: str) -> str:
    """A submission whose failing cell tells the value of an expression."""
    return f"raise Exception('told ' + str({expression}))"


def changes(path: Path, monkeypatch: pytest.MonkeyPatch, who: str = "bad") -> list[str]:
    """Let what one submission does change a file, as if nothing confined it; return who was judged."""
    judged: list[str] = []
    before: Callable = Grader.judged

    def judged_and_changed(self: Grader, one: object) -> list:
        judged.append(one.name)
        if one.name.startswith(who):
            path.write_text("changed")
            return []
        return before(self, one)

    monkeypatch.setattr(Grader, "judged", judged_and_changed)
    return judged


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the installed package."""
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "checking.py").write_text("right = False")
    monkeypatch.setattr(guarding, "PACKAGES", {"metricbook": folder})
    return folder


def test_all_our_packages_are_guarded(tmp_path: Path) -> None:
    modules = ("claimledger.claims", "metricbook.metrics.sweep", "scoring_the_scores.exercises.checking")
    assert {Path(find_spec(name).origin) for name in modules} <= set(Guard(tmp_path).known)


def test_who_changes_the_package_ends_the_grading(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(tmp_path / "in", NOTEBOOK, ada=RIGHT, bad=RIGHT, cleo=WRONG)
    judged = changes(package / "checking.py", monkeypatch)
    with pytest.raises(TamperedError, match=r"checking\.py changed while this ran: bad\.ipynb$"):
        grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS, jobs=1)
    assert judged == ["ada.ipynb", "bad.ipynb"]
    assert set(rows_of(tmp_path / "grades.csv")) == {"ada"}
    assert len(list((tmp_path / "grades.csv.kept").iterdir())) == 1


@in_whole_run
def test_who_changes_kept_grades_ends_the_grading_and_they_are_kept_no_longer(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(tmp_path / "in", NOTEBOOK, ada=RIGHT)
    grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS)
    hand_in(tmp_path / "in", NOTEBOOK, bad=RIGHT)
    (kept,) = (tmp_path / "grades.csv.kept").iterdir()
    with monkeypatch.context() as patched:
        changes(kept, patched)
        with pytest.raises(TamperedError, match=rf"{kept.name} changed while this ran: bad\.ipynb$"):
            grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS, jobs=1)
    assert not kept.exists()
    rows = grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS, jobs=1)
    assert [row["right"] for row in rows] == [1, 1]


def test_the_command_says_who_it_was_and_fails(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    from scoring_the_scores.course.command import main

    hand_in(tmp_path / "in", NOTEBOOK, bad=RIGHT)
    changes(package / "new.py", monkeypatch)
    assert main(["grade", str(tmp_path / "in"), "--output", str(tmp_path / "grades.csv")]) == 1
    assert "new.py changed while this ran: bad.ipynb. Look at that submission." in capsys.readouterr().err


@pytest.mark.parametrize("change", ["write", "add", "remove", "compiled", "kept"])
def test_a_change_of_any_kind_is_found(change: str, package: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (package / "data.toml").write_text("x = 1")
    guard = Guard(kept)
    with guard.around("good"):
        with guard.writing(kept / "good.json"):
            (kept / "good.json").write_text("[]")
        (package / "__pycache__" / f"checking.cpython-27{'.pyc'}").write_bytes(b"another Python's")
    assert guard.trusted(kept / "good.json") == "[]"
    compiled = next((package / "__pycache__").glob(f"*{guarding.CACHES}"))
    path = {"add": package / "new.py", "compiled": compiled, "kept": kept / "good.json"}.get(
        change, package / "data.toml"
    )
    with pytest.raises(TamperedError, match=path.name), guard.around("bad"):
        path.unlink() if change == "remove" else path.write_text("other")
    assert guard.trusted(kept / "good.json") == (None if change == "kept" else "[]")
    with pytest.raises(TamperedError, match="while this ran: bad"), guard.around("next"):
        pytest.fail("nothing runs after that")


def test_what_is_loaded_and_where_it_is_looked_for_is_known(tmp_path: Path) -> None:
    import numpy as np

    known = Guard(tmp_path).known
    assert known[Path(np.__file__)]
    assert known[Path(np.__file__).parents[1]]
    assert Path(guarding.__file__) in known


@in_whole_run
@needs_landlock
def test_a_submission_writes_in_its_own_folder_only(tmp_path: Path) -> None:
    """As root, too: the kernel does not let it."""
    other = tmp_path / "other.txt"
    other.write_text("as it was")
    codes = {
        "writes": f"open({str(other)!r}, 'w')",
        "makes": f"open({str(tmp_path / 'new.txt')!r}, 'w')",
        "removes": f"import os\nos.remove({str(other)!r})",
        "moves": f"import os\nos.replace({str(other)!r}, 'mine.txt')",
        "child": f"import subprocess\nsubprocess.run(['sh', '-c', 'echo > {other}'], check=True)",
        "good": f"import os, tempfile\nopen('a', 'w')\nopen(os.devnull, 'w')\ntempfile.TemporaryFile()\n{RIGHT}",
    }
    hand_in(tmp_path / "in", NOTEBOOK, **codes)
    grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS)
    rows = rows_of(tmp_path / "grades.csv")
    assert rows.pop("good")["right"] == "1"
    for name, row in rows.items():
        assert row["state"] == "cell failed", name
        assert ("CalledProcessError" if name == "child" else "Permission denied") in row["message"] or (
            name == "moves" and "cross-device" in row["message"]
        ), row["message"]
    assert other.read_text() == "as it was"
    assert not (tmp_path / "new.txt").exists()


LOOKS = """
import os, runpy, sys
if sys.argv[1] == "hidden":
    runpy.run_path(sys.argv[2])["hide"]()
child = os.fork()
if not child:
    os.execv(sys.executable, [sys.executable, "-c", "import os; print(open(f'/proc/{os.getppid()}/environ').read())"])
os.waitpid(child, 0)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has /proc and prctl")
def test_who_is_not_root_cannot_read_the_environment_of_a_process_that_hides() -> None:
    """Root still can; so this looks as somebody else, by a Python that everybody can run."""
    as_whom = {"user": SOMEBODY, "group": SOMEBODY, "extra_groups": []} if os.getuid() == 0 else {}
    program = next(filter(_runs_as(as_whom), (sys.executable, "/usr/bin/python3")), None)
    if program is None:
        pytest.skip("there is no Python that somebody but root can run")
    for hidden in ("open", "hidden"):
        run = subprocess.run(
            [program, "-B", "-c", LOOKS, hidden, confining.__file__],
            env={**os.environ, "TOKEN": "secret-1"},
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            **as_whom,
        )
        assert ("secret-1" in run.stdout) is (hidden == "open"), run.stderr
        assert ("PermissionError" in run.stderr) is (hidden == "hidden")


def _runs_as(as_whom: dict) -> Callable[[str], bool]:
    def runs(program: str) -> bool:
        try:
            return not subprocess.run([program, "-c", "pass"], capture_output=True, check=False, **as_whom).returncode
        except OSError:
            return False

    return runs


def test_no_process_near_a_submission_has_the_instructors_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge, which is its parent, never had it."""
    monkeypatch.setenv("TOKEN", "secret-2")
    hand_in(tmp_path / "in", NOTEBOOK, ada=RIGHT)
    seen = {}
    popen = subprocess.Popen

    def remembered(command: list[str], **options: object) -> subprocess.Popen:
        seen.update(options.get("env") or os.environ)
        return popen(command, **options)

    monkeypatch.setattr("scoring_the_scores.course.grading.subprocess.Popen", remembered)
    grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS)
    assert "PATH" in seen
    assert "TOKEN" not in seen


def test_a_sandbox_hides_what_is_not_the_submissions(tmp_path: Path) -> None:
    folder, grades = tmp_path / "work", tmp_path / "grades.csv"
    folder.mkdir()
    grades.touch()
    command = isolating.command("bwrap", folder, [tmp_path / "in", grades])
    pairs = list(pairwise(command))
    assert command[:5] == ["bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"]
    assert command[-4:] == ["--bind", str(folder), str(folder), "--"]
    assert command[command.index("--ro-bind") :][:3] == ["--ro-bind", "/", "/"]
    for hidden in (Path.home(), Path(tempfile.gettempdir()).resolve(), Path("/run").resolve()):
        assert ("--tmpfs", str(hidden)) in pairs
        for ours in isolating.PACKAGES.values():
            assert command.index(str(hidden)) < command.index(str(ours))  # the later goes before the earlier
    assert ["--ro-bind", "/dev/null", str(grades)] == command[command.index(str(grades)) - 2 :][:3]
    assert str(tmp_path / "in") not in command  # it is not there


def test_isolation_that_cannot_be_is_an_error_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    from scoring_the_scores.course.command import main

    hand_in(tmp_path / "in", NOTEBOOK, ada=RIGHT)
    said = ["grade", str(tmp_path / "in"), "--output", str(tmp_path / "grades.csv"), "--isolate"]
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(said) == 1
    assert "bubblewrap, which is not installed" in capsys.readouterr().err
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "bwrap").write_text("#!/bin/sh\necho 'bwrap: no permission' >&2\nexit 1\n")
    (tmp_path / "bin" / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    assert main(said) == 1
    assert "can make no sandbox here (bwrap: no permission)" in capsys.readouterr().err
    assert not list(tmp_path.glob("grades.csv*"))


@needs_bubblewrap
@in_whole_run
def test_in_a_sandbox_nothing_of_others_is_seen_and_nobody_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "secret.txt").write_text("secret-3")
    (tmp_path / "grades.csv").write_text(f"{HEAD}of before")
    codes = {
        "good": f"open('a', 'w').write('a')\n{RIGHT}",
        "home": f"open({str(tmp_path / 'home' / 'secret.txt')!r})",
        "others": tells(f"os.listdir({str(tmp_path / 'in')!r})"),
        "grades": tells(f"open({str(tmp_path / 'grades.csv')!r}).read()"),
        "processes": tells("sorted(int(name) for name in os.listdir('/proc') if name.isdigit())"),
        "network": "import socket\nsocket.create_connection(('127.0.0.1', 9), 5)",
        "crash": "os.kill(os.getpid(), 11)",
    }
    hand_in(tmp_path / "in", NOTEBOOK, **{name: f"import os\n{code}" for name, code in codes.items()})
    grade(tmp_path / "in", tmp_path / "grades.csv", limits=LIMITS, isolate=True)
    rows = rows_of(tmp_path / "grades.csv")
    assert rows["good"]["right"] == "1", rows["good"]
    said = {name: row["message"] for name, row in rows.items()}
    assert "FileNotFoundError" in said["home"] or "told []" in said["home"]
    assert "FileNotFoundError" in said["others"] or "told []" in said["others"]
    assert "of before" not in said["grades"]
    assert "told [1, 2]" in said["processes"]
    assert "OSError" in said["network"] or "ConnectionRefusedError" in said["network"]
    assert "SIGSEGV" in rows["crash"]["note"], rows["crash"]


def test_bubblewrap_is_looked_for_where_programs_are() -> None:
    assert bool(shutil.which("bwrap")) is ("not installed" not in can_isolate())
