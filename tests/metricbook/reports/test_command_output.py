"""Where the command writes: no input, nothing that is not its own, all of it or nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pandas as pd
import psutil
import pytest

import metricbook as mb
from metricbook.__main__ import main
from metricbook.reports import command
from metricbook.reports._report import digest
from metricbook.reports.rendering import MARKS, page_mark
from tests.metricbook.reports.calling import CALL
from tests.whole import in_monthly_run, mostly


@pytest.mark.parametrize(
    ("option", "start"), [("--json", "{"), ("--markdown", MARKS["markdown"]), ("--output", "<!DOCTYPE")]
)
def test_what_goes_to_standard_output_goes_alone(
    option: str, start: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*CALL, option, "-"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(start)
    assert "has the higher" not in said.out.splitlines()[0]
    assert said.out.count(start) == 1 or option == "--json"
    assert not [line for line in said.out.splitlines() if line.startswith("! ")]
    assert [path.name for path in folder.iterdir()] == ["scores.csv"]


def both(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("option", ["--output", "--json", "--markdown"])
@pytest.mark.parametrize("name", ["scores.csv", "link.csv", "twin.csv", "./scores.csv"])
def test_no_output_is_an_input(
    name: str, option: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "link.csv").symlink_to("scores.csv")
    (folder / "twin.csv").hardlink_to("scores.csv")
    before = both(folder)
    monkeypatch.setattr(command, "analyse_taken", None)  # it is said before anything is computed
    assert main([*CALL, "--markdown", "new.md", option, name, "--force"]) == 2
    assert capsys.readouterr().err == f"metricbook report: {name}: is an input, which is never written\n"
    assert both(folder) == before


def test_what_is_no_report_is_kept_unless_forced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = [*CALL, "-q", "--json", "a.json", "--markdown", "a.md", "-o", "a.html"]
    assert main(call) == 0
    before = both(folder)
    assert main([*call, "--seed", "2"]) == 0
    after = both(folder)
    assert {name for name in before if before[name] != after[name]} == {"a.json", "a.md", "a.html"}
    for name in ("a.json", "a.md", "a.html"):
        (folder / name).write_text("mine")
        kept = both(folder)
        assert main(call) == 2
        said = f"{name}: something else is there already, and is kept; --output names another place, --force replaces"
        assert said in capsys.readouterr().err
        assert both(folder) == kept
        assert main([*call, "--force"]) == 0
        assert both(folder) == before


def test_pages_of_two_inputs_do_not_replace_each_other(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = (folder / "scores.csv").read_bytes()
    pages = {}
    (folder / "x").mkdir()
    for name, page in (
        ("fraud.v1.csv", "fraud.v1-report.html"),
        ("fraud.v2.csv", "fraud.v2-report.html"),
        ("fraud.csv", "fraud-report.html"),
    ):
        (folder / name).write_bytes(content)
        assert main(["report", name, *CALL[2:], "-q"]) == 0
        pages[page] = (folder / page).read_bytes()
    for name in ("x/fraud.csv", "fraud.tsv"):
        (folder / name).write_bytes(content)
        assert main(["report", name, *CALL[2:], "-q"]) == 2
        assert "fraud-report.html: something else is there already" in capsys.readouterr().err
        assert {page: (folder / page).read_bytes() for page in pages} == pages
        assert main(["report", name, *CALL[2:], "-q", "-o", "fraud-report.html"]) == 0
        (folder / "fraud-report.html").write_bytes(pages["fraud-report.html"])
    (folder / "fraud.csv").write_bytes(content + b"300,1,0.9,0.9\n")
    assert main(["report", "./fraud.csv", *CALL[2:], "-q"]) == 0
    assert (folder / "fraud-report.html").read_bytes() != pages["fraud-report.html"]
    assert sorted(path.name for path in folder.glob("*.html")) == sorted(pages)


def test_a_second_output_that_fails_leaves_no_first(
    folder: Path, little_room: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    before = both(folder)
    for path, why in (("nowhere/x.html", "there is no such folder"), ("/dev/full", "No space left on device")):
        assert main([*CALL, "-q", "--json", "j.json", "-o", path]) == 2
        assert capsys.readouterr().err == f"metricbook report: {path}: {why}\n"
        assert both(folder) == before
    with little_room(20_000):
        assert main([*CALL, "-q", "--markdown", "m.md", "-o", "x.html"]) == 2
    assert capsys.readouterr().err == "metricbook report: x.html: File too large\n"
    assert both(folder) == before


@pytest.mark.parametrize(
    ("more", "path"),
    [
        (["--json", "a", "--markdown", "./a"], "./a"),
        (["--json", "-", "-o", "-"], "/dev/stdout"),
        (["--json", "-", "-o", "/dev/stdout"], "/dev/stdout"),
        (["-o", "link", "--json", "a"], "link"),
    ],
)
def test_two_outputs_of_one_name_are_a_wrong_call(
    more: list[str], path: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "link").symlink_to("a")
    assert main([*CALL, *more]) == 2
    assert f"{path}: is the same file as" in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == ["link", "scores.csv"]


def test_special_files_are_written_to_and_stay(folder: Path) -> None:
    (folder / "null").symlink_to("/dev/null")
    assert main([*CALL, "-q", "--json", "null", "-o", "/dev/null"]) == 2  # which are the same
    assert main([*CALL, "-q", "--json", "null", "-o", "page.html"]) == 0
    assert (folder / "null").readlink() == Path("/dev/null")
    assert Path("/dev/null").is_char_device()
    (folder / "link.html").symlink_to("page.html")
    before = (folder / "page.html").read_bytes()
    assert main([*CALL, "-q", "--seed", "3", "-o", "link.html"]) == 0
    assert (folder / "link.html").readlink() == Path("page.html")
    assert (folder / "page.html").read_bytes() != before


GONE = [[], ["-q"], ["--json", "-"], ["--json", "/dev/stdout"]]


@pytest.mark.parametrize("more", mostly(GONE, GONE[2], rest=in_monthly_run))
@pytest.mark.parametrize(("bound", "code"), [(0.99, 1), (0.2, 0)])
def test_a_reader_that_has_gone_swallows_no_bound(more: list[str], bound: float, code: int, folder: Path) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    call = [sys.executable, "-m", "metricbook", *CALL, *more, "--fail-under", f"auroc={bound}"]
    done = subprocess.run(call, stdout=writes, stderr=subprocess.PIPE, text=True, check=False)
    both_gone = subprocess.run(call, stdout=writes, stderr=writes, check=False)
    os.close(writes)
    assert (done.returncode, both_gone.returncode) == (code, code)
    assert done.stderr.count("auroc of") == 2 * code
    assert not {"Broken", "Traceback", "Exception"} & set(done.stderr.split())


def test_standard_output_by_any_name_has_nothing_else_on_it(folder: Path) -> None:
    call = [sys.executable, "-m", "metricbook", *CALL, "--json"]
    for name in ("-", "/dev/stdout", "/dev/fd/1"):
        with (folder / "log").open("a") as log:
            subprocess.run([*call, name], stdout=log, stderr=subprocess.PIPE, check=True)
    texts = (folder / "log").read_text().split(MARKS["json"])
    assert (len(texts), texts[0], len(set(texts[1:]))) == (4, "", 1)
    assert json.loads(MARKS["json"] + texts[1])["size"] == 300


@pytest.mark.parametrize("place", ["nowhere/summary.md", "scores.csv"])
def test_a_summary_that_cannot_be_written_is_said_and_fails_nothing(
    place: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "scores.csv").read_bytes()
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", place)
    assert main([*CALL, "-q"]) == 0
    assert f"the summary of the run was not written: {place}: " in capsys.readouterr().err
    assert (folder / "scores.csv").read_bytes() == before


def test_the_function_writes_by_the_same_rule(folder: Path) -> None:
    found = mb.report("scores.csv", label="y", scores=["first"], replicates=3)
    (folder / "link.json").symlink_to("scores.csv")
    before = both(folder)
    for force in (False, True):
        with pytest.raises(OSError, match=r"link\.json: is an input"):
            found.save("link.json", force=force)
    assert both(folder) == before
    (folder / "mine.md").write_text("mine")
    with pytest.raises(OSError, match=r"mine\.md: something else is there already"):
        found.save("mine.md")
    assert found.save("mine.md", force=True) == Path("mine.md")
    assert found.save("mine.md").read_text(encoding="utf-8") == found.markdown
    assert mb.report(Path("scores.csv"), label="y", scores=["first"], replicates=3).html == found.html
    table = pd.read_csv("scores.csv")
    assert mb.report(table, label="y", scores=["first"], replicates=3).files == ()
    assert mb.report(["scores.csv"], label="y", scores=["first"], replicates=3).files == ("scores.csv",)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize(("signal_", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_call(
    signal_: signal.Signals, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_run", lambda options: signal.raise_signal(signal_))
    before = signal.getsignal(signal.SIGTERM)
    try:
        ended = command.main(["a.csv"])
    except SystemExit as stopped:
        ended = stopped.code
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended == code
    assert ("nothing was written" in capsys.readouterr().err) == (signal_ == signal.SIGINT)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(28, "No space left on device"), "output: No space left on device"),
        (OSError(13, "Permission denied", "r.html"), "r.html: Permission denied"),
        (OSError("odd"), "output: odd"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_line(
    error: OSError, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(command, "write", refuse)
    assert main([*CALL, "-q"]) == 2
    assert capsys.readouterr().err == f"metricbook report: {said}\n"


def test_github_gets_a_summary(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "summary.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    main([*CALL, "-q"])
    assert (
        (folder / "summary.md")
        .read_text(encoding="utf-8")
        .startswith(f"before\n{MARKS['markdown']}# Report on scores.csv")
    )


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("end", mostly([(signal.SIGINT, 130), (signal.SIGTERM, 143)], (signal.SIGINT, 130)))
def test_an_interrupt_leaves_nothing(end: tuple[signal.Signals, int], folder: Path) -> None:
    before = f"{page_mark(digest(['scores.csv']))}as it was"
    (folder / "scores-report.html").write_text(before)
    call = [sys.executable, "-m", "metricbook", *CALL, "--replicates", "1000000"]
    with subprocess.Popen(call, stderr=subprocess.PIPE) as running:
        try:
            # A whole report of few replicates takes one second of the processor.
            while running.poll() is None and psutil.Process(running.pid).cpu_times().user < 3:
                time.sleep(0.05)
            running.send_signal(end[0])
            _, said = running.communicate(timeout=20)
        finally:
            running.kill()
    assert running.returncode == end[1], said
    assert b"Traceback" not in said
    assert (folder / "scores-report.html").read_text() == before
    assert sorted(path.name for path in folder.iterdir()) == ["scores-report.html", "scores.csv"]


def test_the_umask_decides_who_may_read_a_report(folder: Path) -> None:
    before = os.umask(0o027)
    try:
        main([*CALL, "-q"])
    finally:
        os.umask(before)
    assert (folder / "scores-report.html").stat().st_mode & 0o777 == 0o640
