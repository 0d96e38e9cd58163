"""The Makefile by itself: which files it touches, when it builds, where it goes on. Python is a stand-in here."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Does at once what takes minutes, and notes what it was asked for. `-m metricbook.causal.tuebingen` fails beside a file
# "offline", the site takes its time beside a file "slow", and the package is another folder's beside a file "moved".
# The machine is what a file "processor" says, and what the ledger does not confirm is what a file "doubtful" does.
PYTHON = f"""#!/bin/sh
case "$*" in
*as_uri*|*tools/alone.py*) exec "{sys.executable}" "$@" ;;
*find_spec*) test ! -e moved; exit ;;
--version) echo Python 3.12.1; exit ;;
*"claimledger --machine"*) cat processor 2>/dev/null; exit ;;
esac
echo "$*" >> log
case "$*" in
*metricbook.causal.tuebingen*) test ! -e offline ;;
*claimledger*) rm -f _build/unconfirmed.md; test ! -e doubtful || cp doubtful _build/unconfirmed.md ;;
*build_site*)
    rm -rf _build/html; mkdir -p _build/html; echo > _build/html/index.html
    while test -e slow; do sleep 0.1; done ;;
esac
"""
SETUP = f"""mkdir -p .venv/bin
cat > .venv/bin/python <<'E'
{PYTHON}E
chmod +x .venv/bin/python
echo > .venv/pyvenv.cfg
touch "$2"
"""
NAMES = [
    "scoring copy",
    "it's",
    'she said "so"',
    "$HOME",
    "$(shell touch hit) `touch hit`",
    "#1 $$ #",
    "100% %",
    "-rf",
    "Übung 二",
    "a;touch hit & b",
    "back\\slash",
    "* [ab] ?",
]


def copy(folder: Path) -> Path:
    """Make a small book there, with our Makefile."""
    for name in (
        "book/one.ipynb",
        "book/two.ipynb",
        "src/a.py",
        "data/b.csv",
        "_config.yml",
        "_toc.yml",
        "tools/setup.sh",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")
    for name in ("run_chapters.py", "notebooks.py", "public_home.py", "figure_data.py"):
        (folder / "tools" / name).touch()
    for name in ("Makefile", "requirements.lock", "requirements-causal.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("alone.py", "sound.sh", "stage.sh"):
        shutil.copy(ROOT / "tools" / name, folder / "tools" / name)
    for name in ("README.md", "CHANGELOG.md"):
        (folder / name).touch()
    (folder / "tools" / "setup.sh").write_text(SETUP, encoding="utf-8")
    (folder / "book" / "two.ipynb").write_text('"needs-pairs"', encoding="utf-8")
    return folder


def make(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run make in the folder."""
    outer = {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "METRICBOOK_DATA")
    }
    command = ["make", *arguments]
    return subprocess.run(command, cwd=folder, env=outer | environment, capture_output=True, text=True, check=False)


def built(folder: Path, **environment: str) -> list[str]:
    """Make the book there and return what Python was asked for."""
    (folder / "log").unlink(missing_ok=True)
    run = make(folder, "book", **environment)
    assert run.returncode == 0, run.stderr
    return (folder / "log").read_text(encoding="utf-8").splitlines() if (folder / "log").exists() else []


def contents(folder: Path) -> dict[Path, bytes]:
    """All files below a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", NAMES)
def test_building_and_cleaning_touch_nothing_outside(tmp_path: Path, name: str) -> None:
    neighbours = [*name.split(), name.split()[0] + "x", "_build/html", "copy/_build"]
    for neighbour in neighbours:
        if neighbour not in ("*", "?", name):
            (tmp_path / neighbour).mkdir(parents=True, exist_ok=True)
            (tmp_path / neighbour / "precious").write_text("here", encoding="utf-8")
    before = contents(tmp_path)
    folder = copy(tmp_path / name)
    run = make(folder, "book")
    assert run.returncode == 0, run.stderr
    assert (folder / "_build" / "html" / ".built").exists()
    assert (folder / "_build" / "html" / "index.html").as_uri() in run.stdout
    assert make(folder, "help").returncode == 0
    run = make(folder, "clean")
    assert run.returncode == 0, run.stderr
    assert not (folder / "_build").exists()
    assert {path: content for path, content in contents(tmp_path).items() if folder not in path.parents} == before


def test_a_makefile_used_from_elsewhere_refuses(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    (tmp_path / "_build").mkdir()
    for target in ("clean", "book"):
        run = make(tmp_path, "-f", str(folder / "Makefile"), target)
        assert run.returncode == 2
        assert "run make in the folder of this Makefile" in run.stderr
    assert (tmp_path / "_build").is_dir()


def test_what_is_not_committed_is_said_before_anything_is_made(tmp_path: Path) -> None:
    planned = make(copy(tmp_path / "book"), "archive", "--dry-run").stdout
    assert planned.index("committed(ROOT)") < planned.index("mkdir -p _build")


def test_a_colon_is_refused_at_once(tmp_path: Path) -> None:
    folder = copy(tmp_path / "a:b")
    shutil.copy(ROOT / "tools" / "setup.sh", folder / "tools")
    run = make(folder, "book")
    assert run.returncode == 2
    assert run.stderr.startswith("setup: no environment can be made in a folder with a colon in its path")
    assert not (folder / ".venv").exists()


def test_what_the_site_is_made_of_counts_and_nothing_else(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    assert len(built(folder)) == 5
    assert built(folder) == []
    (folder / "CONTRIBUTING.md").touch()
    assert built(folder) == []
    (folder / "book" / "one.ipynb").unlink()
    assert len(built(folder)) == 5
    (folder / "book" / "three.md").write_text("", encoding="utf-8")
    assert len(built(folder)) == 5
    assert len(built(folder, METRICBOOK_DATA="elsewhere")) == 5
    assert built(folder, METRICBOOK_DATA="elsewhere") == []
    assert len(built(folder)) == 5
    (folder / "src" / "a.py").write_text("", encoding="utf-8")  # the same, but nobody can know what was there meanwhile
    assert len(built(folder)) == 5
    assert built(folder) == []


def test_a_build_that_was_carried_to_another_processor_is_made_anew(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    (folder / "processor").write_text("processor: x86_64, Haswell kernels\n", encoding="utf-8")
    assert len(built(folder)) == 5
    assert built(folder) == []
    (folder / "processor").write_text("processor: x86_64, SkylakeX kernels\n", encoding="utf-8")
    assert len(built(folder)) == 5
    assert built(folder) == []


def test_a_build_goes_on_whatever_the_verdicts_says_so_at_its_end_and_tries_again(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    assert len(built(folder)) == 5
    (folder / "src" / "a.py").write_text("wrong", encoding="utf-8")
    (folder / "doubtful").write_text("1 of 2 claims is not confirmed\n", encoding="utf-8")
    for _ in range(2):
        (folder / "log").unlink()
        run = make(folder, "book")
        assert run.returncode == 0, run.stderr
        assert run.stdout.index("The book is built") < run.stdout.index("\n1 of 2 claims is not confirmed\n")
        stages = (folder / "log").read_text(encoding="utf-8").splitlines()
        assert len(stages) == 5  # what shows it is made, too
        (ledger,) = (stage for stage in stages if "claimledger" in stage)
        assert "--go-on" in ledger
    (folder / "doubtful").unlink()
    assert len(built(folder)) == 5
    assert "not confirmed" not in make(folder, "book").stdout
    assert built(folder) == []


def test_as_many_processes_as_one_says_check_and_run(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    run = make(folder, "book", "CORES=1")
    assert run.returncode == 0, run.stderr
    asked = (folder / "log").read_text(encoding="utf-8").splitlines()
    assert ["--processes 1" in line for line in asked if "ledger" in line or "run_chapters" in line] == [True, True]
    assert "-n 3 --dist" in make(folder, "quick", "CORES=3", "--dry-run").stdout
    assert "-n logical --dist" in make(folder, "quick", "--dry-run", CORES="").stdout
    assert "--processes" not in make(folder, "book", "--dry-run", CORES="").stdout


def test_without_the_pairs_the_rest_is_built(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    (folder / "offline").touch()
    run = make(folder, "book", METRICBOOK_DATA="")
    assert run.returncode == 0, run.stderr
    assert "Built without the real cause-effect pairs" in run.stdout
    assert "  book/two.ipynb" in run.stdout
    assert "--without needs-pairs" in (folder / "log").read_text(encoding="utf-8")
    assert built(folder) == []
    assert make(folder, "data").returncode == 2
    assert built(folder) == []
    (folder / "offline").unlink()
    assert make(folder, "data").returncode == 0
    assert "--without" not in " ".join(built(folder))
    assert "Built without" not in make(folder, "book").stdout


def test_a_wrong_folder_of_pairs_is_refused(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    (folder / "offline").touch()
    assert make(folder, "book", METRICBOOK_DATA="nowhere").returncode == 2
    assert not (folder / "_build" / "html").exists()


@contextmanager
def begun(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A build that has come to the site, where it takes its time."""
    (folder / "slow").touch()
    run = begin(folder)
    try:
        while not (folder / "_build" / "html" / "index.html").exists():
            assert run.poll() is None
            time.sleep(0.02)
        yield run
    finally:
        (folder / "slow").unlink(missing_ok=True)
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)  # what has not stopped must not trouble other tests
        run.communicate()


def begin(folder: Path) -> subprocess.Popen[str]:
    """Begin a build."""
    out = subprocess.PIPE
    return subprocess.Popen(["make", "book"], cwd=folder, stdout=out, stderr=out, text=True, start_new_session=True)


@pytest.mark.usefixtures("heard")
def test_a_build_that_was_stopped_goes_on_after_its_last_whole_stage(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    with begun(folder) as run:
        os.killpg(run.pid, signal.SIGINT)
        _, error = run.communicate(timeout=60)  # the stage that is interrupted would never end
    assert "Interrupt" in error
    assert not (folder / "_build" / "html").exists()
    (again,) = built(folder)
    assert "build_site" in again
    assert built(folder) == []


def test_of_two_builds_in_a_folder_the_second_waits_and_finds_everything_made(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    with begun(folder) as first:
        stages = (folder / "log").read_text(encoding="utf-8")
        second = begin(folder)
        assert second.stderr
        assert second.stderr.readline().startswith("waiting for another build in this folder to end: ")
        other = copy(tmp_path / "other")  # one in another folder does not wait
        assert len(built(other)) == 5
        (folder / "slow").unlink()
        for run in (first, second):
            output, error = run.communicate(timeout=20)
            assert run.returncode == 0, error
            assert "The book is built" in output
    assert (folder / "log").read_text(encoding="utf-8") == stages


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_build_that_was_killed_is_in_nobodys_way(tmp_path: Path, number: signal.Signals) -> None:
    folder = copy(tmp_path / "book")
    with begun(folder) as run:
        os.killpg(run.pid, number)
        run.communicate(timeout=10)
    again = make(folder, "book")
    assert again.returncode == 0, again.stderr
    assert "waiting" not in again.stderr
    assert built(folder) == []


def test_an_environment_that_cannot_be_used_is_made_anew(tmp_path: Path) -> None:
    folder = copy(tmp_path / "book")
    (folder / "tools" / "setup.sh").write_text(SETUP + "echo made\n", encoding="utf-8")
    assert "made" in make(folder, "setup").stdout
    assert "made" not in make(folder, "setup").stdout
    (folder / ".venv" / "bin" / "python").unlink()  # as if its Python had been removed
    assert "made" in make(folder, "setup").stdout
    (folder / "moved").touch()
    assert "made" in make(folder, "setup").stdout
    (folder / "moved").unlink()
    for version, outcome in (("3.12.1", False), ("3.13.0", True)):
        (folder / "python").write_text(f"#!/bin/sh\necho Python {version}\n", encoding="utf-8")
        (folder / "python").chmod(0o755)
        assert ("made" in make(folder, "setup", "PYTHON=./python").stdout) == outcome
    assert "made" not in make(folder, "setup", "PYTHON=./nowhere").stdout


@pytest.mark.parametrize(("room", "said"), [(0, True), (99 * 1024, True), (100 * 1024, False)])
def test_a_full_disk_is_named(tmp_path: Path, room: int, said: bool) -> None:
    (tmp_path / "df").write_text(f"#!/bin/sh\necho heads\necho disk 1 1 {room} 100% /\n", encoding="utf-8")
    (tmp_path / "df").chmod(0o755)
    run = subprocess.run(
        ["sh", str(ROOT / "tools" / "stage.sh"), "sh", "-c", "exit 3"],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 3
    assert (f"Only {room // 1024} MB are left on the disk of this folder." in run.stderr) == said
