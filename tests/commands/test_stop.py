"""Ctrl-C with real processes: what runs is not waited for, it is said in one line, and nothing is left running."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from metricbook.causal import tuebingen
from tests.whole import in_monthly_run, in_whole_run

ROOT = Path(__file__).resolve().parents[2]
RUN = [sys.executable, str(ROOT / "tools" / "run_chapters.py")]

pytestmark = pytest.mark.usefixtures("heard")


def write(path: Path, *cells: nbformat.NotebookNode) -> None:
    """Write a notebook."""
    path.parent.mkdir(exist_ok=True)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(new_notebook(cells=list(cells), metadata={"kernelspec": kernel}), path)


def stop(command: list[str], number: signal.Signals, ready: Callable[[psutil.Process], bool]) -> tuple[int, str, str]:
    """Signal a command's process group once it is ready; its exit status and output. It must leave no process."""
    pipe = subprocess.PIPE
    run = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True, cwd=ROOT)
    process = psutil.Process(run.pid)
    while not ready(process):
        assert run.poll() is None, run.communicate()
        time.sleep(0.05)
    below = process.children(recursive=True)
    assert below
    os.killpg(run.pid, number)
    output, error = run.communicate(timeout=60)
    psutil.wait_procs(below, timeout=60)
    assert not [each for each in below if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]
    return run.returncode, output, error


@in_whole_run
def test_chapters_stop_and_go_on(tmp_path: Path) -> None:
    write(tmp_path / "book" / "quick.ipynb", new_code_cell("1 + 1"), new_markdown_cell("The longest goes first. " * 90))
    for name in ("sleeper", "second"):
        write(
            tmp_path / "book" / f"{name}.ipynb",
            new_code_cell(f"open('{name}', 'w').close()\nimport time\ntime.sleep(600)"),
        )
    command = [*RUN, str(tmp_path / "book"), "--cache", str(tmp_path / "cache"), "--processes", "2"]

    def asleep(process: psutil.Process) -> bool:
        return (tmp_path / "book" / "sleeper").exists() and (tmp_path / "book" / "second").exists()

    status, output, error = stop(command, signal.SIGINT, asleep)
    assert status == 130
    assert error == "stopped with 2 chapters to run; those that ran are kept\n"
    assert [line.split()[2] for line in output.splitlines()] == [f"{tmp_path / 'book' / 'quick.ipynb'}:"]
    assert len(list((tmp_path / "runs").glob("book-quick-*"))) == 1
    assert not list((tmp_path / "runs").glob("kernels-*"))
    (tmp_path / "book" / "sleeper").unlink()
    (tmp_path / "book" / "second").unlink()
    status, output, error = stop(command, signal.SIGTERM, asleep)
    assert (status, output) == (130, "")


@in_whole_run
def test_what_a_cell_says_on_stderr_is_shown_and_skipped_cells_keep_their_output(tmp_path: Path) -> None:
    noisy = new_code_cell("import sys\nprint('careful', 'now', file=sys.stderr)")
    write(tmp_path / "book" / "noisy.ipynb", new_markdown_cell("# Title"), noisy)
    stored = new_output("stream", name="stdout", text="99 pairs")
    offer = (
        "import os\nfolder = os.environ['METRICBOOK_FIGDATA']\nos.mkdir(folder)\nopen(folder + '/x.csv', 'w').close()"
    )
    skipped = new_code_cell("pairs = 1 / 0", outputs=[stored], metadata={"tags": ["needs-pairs"]})
    write(tmp_path / "book" / "without.ipynb", skipped, new_code_cell("'pairs' in globals()"), new_code_cell(offer))
    command = [*RUN, "book", "--cache", "cache", "--without", "needs-pairs"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 1
    assert run.stderr.splitlines() == ["book/noisy.ipynb: cell 2: text on stderr: careful now"]
    assert not (tmp_path / "cache").exists()
    (kept,) = (tmp_path / "runs").glob("book-without-*/*.ipynb")
    assert (kept.parent / "figdata" / "x.csv").exists()
    first, second, _ = nbformat.read(kept, as_version=4).cells
    assert "Not run in this copy" in first.outputs[0]["data"]["text/markdown"]
    assert first.outputs[1:] == [stored]
    assert second.outputs[0]["data"]["text/plain"] == "False"


@in_monthly_run
def test_no_chapter_runs_in_no_process_and_none_twice_from_the_same(tmp_path: Path) -> None:
    write(tmp_path / "book" / "quick.ipynb", new_code_cell("1 + 1"))
    command = [*RUN, str(tmp_path / "book"), "--cache", str(tmp_path / "cache")]

    def asked(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *more], capture_output=True, text=True, check=False, cwd=ROOT)

    run = asked("--processes", "0")
    assert run.returncode == 2
    assert "--processes must be at least 1, not 0" in run.stderr
    for chapters in (1, 0):
        run = asked()
        assert run.returncode == 0, run.stderr
        assert run.stdout.count("quick.ipynb") == chapters


def test_the_ledger_stops() -> None:
    command = [sys.executable, "-m", "claimledger", "--processes", "2"]
    status, output, error = stop(command, signal.SIGINT, lambda process: len(process.children(recursive=True)) >= 3)
    assert (status, output, error) == (1, "", "stopped before all checks were run\n")


@in_whole_run
def test_tests_on_several_cores_stop(tmp_path: Path) -> None:
    """Even those that do not listen, as a test that waits for a kernel or a browser; xdist by itself waits 10 s."""
    for name in ("one", "two"):
        text = f"""import signal, subprocess\n
def test_{name}():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    subprocess.run(["sh", "-c", "sleep 8; touch '{tmp_path}/waited'"])
"""
        (tmp_path / f"test_{name}.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "conftest", str(tmp_path)]

    def asleep(process: psutil.Process) -> bool:
        return sum(child.name() == "sleep" for child in process.children(recursive=True)) == 2

    status, output, _ = stop(command, signal.SIGINT, asleep)
    assert status == 2
    assert not (tmp_path / "waited").exists()
    assert "KeyboardInterrupt" in output


def test_fetching_stops(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.delenv(tuebingen.ENVIRONMENT_VARIABLE, raising=False)
    monkeypatch.setattr(tuebingen, "fetch_tuebingen", interrupted)
    assert tuebingen.main([]) == 130
    assert capsys.readouterr().err == "Tübingen pairs: stopped; what was half fetched is not kept\n"


def test_no_check_and_no_chapter_but_by_tagged_cells_reads_the_fetched_pairs() -> None:
    """So all verdicts are confirmed without them, and a cell that reads them can be left out."""
    call = re.compile(r"(?<!def )load_tuebingen\(")
    readers = [path for path in (ROOT / "src").rglob("*.py") if call.search(path.read_text(encoding="utf-8"))]
    assert readers
    for path in readers:
        assert "def main(" in path.read_text(encoding="utf-8"), f"{path} is no command"
    for path in (ROOT / "book").rglob("*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code" and "load_tuebingen(" in cell.source:
                assert "needs-pairs" in cell.metadata.get("tags", []), path
