"""Every place that writes to a path given by a user, and everything that can be in the way there.

What is tried is the table that readers are shown: a row of it is a place, a column a hazard, a cell what happens.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pandas as pd
import pytest

from claimledger import __main__ as ledger
from metricbook import causal
from metricbook.__main__ import main
from metricbook.causal import runs, tuebingen
from metricbook.reports import Report, command
from metricbook.reports.analysis import analyse
from scoring_the_scores import exercises, pages
from scoring_the_scores.course import grading
from scoring_the_scores.lxcim import variants
from scoring_the_scores.mcdermott.literature import review
from scoring_the_scores.synthesis.disagreement import runs as zoo_runs
from tests.metricbook.reports.made import predictions

PAGE = Path(__file__).parents[2] / "book" / "back" / "using.md"
ONE, RIGHT = "flach.crossing-rankings", ("PNPNN", "NPPNN")
TABLE = pd.DataFrame({"weight": [1.0], "score": [2.0]}, index=pd.Index([1], name="pair"))


class Place(NamedTuple):
    """Something that writes.

    Attributes
    ----------
    row : str
        Where it stands in the table.
    name : str
        Of the file.
    write : callable
        Writes to a path, reading an input if it reads one; returns an exit status, or raises.
    beside : tuple of str
        What else it leaves in its folder, by the first letters.
    """

    row: str
    name: str
    write: Callable[[Path, Path], Any]
    beside: tuple[str, ...] = ()


@cache
def _analysis() -> Any:
    return analyse(predictions(60), replicates=2)


def _report(option: str) -> Callable[[Path, Path], int]:
    return lambda path, given: main(["report", str(given), "--label", "y", "--score", "s", "-q", option, str(path)])


def _summary(path: Path, given: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_STEP_SUMMARY", str(path))
        command._summarise(Report(_analysis(), (str(given),)))


def _grade(path: Path, given: Path) -> int:
    return main(["course", "grade", str(given.parent), "--output", str(path)])


def _ledger(option: str) -> Callable[[Path, Path], int]:
    def write(path: Path, given: Path) -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", ["ledger", "--go-on", option, str(path)])
            return ledger.main()

    return write


def _store(path: Path, given: Path) -> None:
    store = runs.Store(path.parent)
    store.add(runs.Result("RECI", 1, 0.5, 1, 7, 0.1, "ab"))
    store.write_scores(TABLE)


def _progress(path: Path, given: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("METRICBOOK_PROGRESS", str(path))
        exercises.check(ONE, RIGHT)


def _offer(path: Path, given: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("METRICBOOK_FIGDATA", str(path.parent))
        pages.offer(TABLE, path.stem)


def _variants(path: Path, given: Path) -> int:
    stored = path.with_name("variants.csv").is_file()  # and is not scored again
    asked = list(variants.VARIANTS)[: 2 if stored else 1]
    return variants.main(["--output", str(path.parent), "--variants", ";".join(asked)])


PLACES = [
    Place("`metricbook report --output`, `--json`, `--markdown`", "page.html", _report("--output")),
    Place("`metricbook report --output`, `--json`, `--markdown`", "numbers.json", _report("--json")),
    Place("`metricbook report --output`, `--json`, `--markdown`", "words.md", _report("--markdown")),
    Place("`metricbook.report(…).save(…)`", "page.html",
          lambda path, given: Report(_analysis(), (str(given),)).save(path)),
    Place("`GITHUB_STEP_SUMMARY`", "summary.md", _summary),
    Place("`metricbook course assignment --output`", "assignment.ipynb",
          lambda path, given: main(["course", "assignment", ONE, "--output", str(path.parent)]),
          ("otter", "claimledger", "metricbook", "scoring_the_scores")),
    Place("`metricbook course grade --output`", "grades.csv", _grade, ("grades.csv.kept", "marks.csv")),
    Place("`METRICBOOK_PROGRESS`", "progress.json", _progress),
    Place("`METRICBOOK_FIGDATA`", "roc.csv", _offer),
    Place("`python -m claimledger --share`, `--unconfirmed`", "run.json", _ledger("--share")),
    Place("`python -m claimledger --share`, `--unconfirmed`", "list.md", _ledger("--unconfirmed")),
    Place("The tables of `python -m scoring_the_scores.lxcim` and its like", "runs.csv", _store, ("scores.csv",)),
    Place("The tables of `python -m scoring_the_scores.lxcim` and its like", "scores.csv", _store, ("runs.csv",)),
    Place("The tables of `python -m scoring_the_scores.lxcim` and its like", "pairs.csv",
          lambda path, given: tuebingen.main(["--folder", str(given.parent), "--describe", str(path)])),
    Place("The tables of `python -m scoring_the_scores.lxcim` and its like", "variants.csv", _variants, ("made.json",)),
    Place("The tables of `python -m scoring_the_scores.lxcim` and its like", "made.json", _variants, ("variants.csv",)),
    Place("The tables of `python -m scoring_the_scores.lxcim` and its like", "crossings.csv",
          lambda path, given: zoo_runs.main(["--output", str(path.parent), "--splits", "1"]),
          ("orders.csv", "metrics.csv", "pairs.csv", "made.json", "unfinished.jsonl")),
    Place("The tables of `python -m scoring_the_scores.lxcim` and its like", "counts.csv",
          lambda path, given: review.main([str(given), "--output", str(path.parent)])),
]  # fmt: skip


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path, Path]:
    """A folder with an input, and one to write to; what takes long is left out of what writes."""
    (tmp_path / "in").mkdir()
    given = tmp_path / "in" / "given.ipynb"
    given.write_text(json.dumps({"cells": [{"cell_type": "code", "source": [f'answers["{ONE}"] = 1']}]}))
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")
    monkeypatch.setattr(command, "_take", lambda *_: None)
    monkeypatch.setattr(command, "analyse_taken", lambda *_, **how: _analysis())
    monkeypatch.setattr(grading.Grader, "judged", lambda self, one: [])
    found = {"x": SimpleNamespace(why="it does not", seconds=0.0)}
    monkeypatch.setattr(ledger, "_results", lambda arguments: found)
    for name in ("_counted", "_ending"):
        monkeypatch.setattr(ledger, name, lambda found: "said")
    monkeypatch.setattr(ledger, "share", lambda found: {"kind": "a machine"})
    monkeypatch.setattr(ledger.doubt, "report", lambda found: "a list\n")
    monkeypatch.setattr(tuebingen, "describe_tuebingen", lambda *_: TABLE)
    monkeypatch.setattr(tuebingen, "fetch_tuebingen", lambda: None)
    pairs = SimpleNamespace(missing=(), values=tuple, source="nowhere", weight=1.0)
    whole = type("Pairs", (dict,), vars(pairs) | {"values": dict.values})()
    monkeypatch.setattr(tuebingen, "load_tuebingen", lambda folder, **_: whole)
    monkeypatch.setattr(causal, "load_tuebingen", lambda folder: whole)
    monkeypatch.setattr(variants, "score_pairs", lambda pairs, variant: TABLE["score"])
    job = ("iris", 0)
    measured = _measured()
    monkeypatch.setattr(zoo_runs, "_jobs", lambda splits: [job])
    monkeypatch.setattr(zoo_runs, "measure", lambda *_: measured)
    monkeypatch.setattr(review, "parse", lambda text: {"counts": TABLE})
    return tmp_path, tmp_path / "out", given


@cache
def _measured() -> Any:
    return zoo_runs.measure("iris", 0)


def _snapshot(folder: Path, place: Place) -> dict[str, Any]:
    """Everything in it but what a place leaves beside its file."""
    found: dict[str, Any] = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if name.startswith(tuple(f"out/{one}" for one in place.beside)) and name != f"out/{place.name}":
            continue
        status = path.lstat()
        content = path.read_bytes() if stat.S_ISREG(status.st_mode) else ""
        found[name] = (status.st_mode, content, os.readlink(path) if path.is_symlink() else "")
    return found


def _fails(place: Place, path: Path, given: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What it says if it fails, else nothing."""
    capsys.readouterr()
    try:
        status = place.write(path, given)
    except SystemExit as ended:
        return str(ended.code) if ended.code else ""
    except (OSError, ValueError) as error:
        return f"{error}"
    said = capsys.readouterr().err
    return said if status in (1, 2) or "was not written" in said else ""


def _table() -> dict[str, dict[str, str]]:
    """The table of the page: for each row, by its first cell, the others by the heads of their columns."""
    text = PAGE.read_text(encoding="utf-8").partition("(what-is-kept)=")[2]
    head, *lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {line[0]: dict(zip(head[1:], line[1:], strict=True)) for line in lines}


CASES = [
    pytest.param(place, hazard, id=f"{place.row} {place.name} {hazard}")
    for place in PLACES
    for hazard, cell in _table().get(place.row, {}).items()
    if cell != "–"  # what reads no files has no input
]


@pytest.mark.parametrize(("place", "hazard"), CASES)
def test_what_happens_is_what_the_table_says(
    place: Place,
    hazard: str,
    worlds: tuple[Path, Path, Path],
    little_room: Callable[[int], AbstractContextManager[None]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, out, given = worlds
    cell, path = _table()[place.row][hazard], out / place.name
    text = prepared(hazard, place, path, given)
    heard: list[bytes] = []
    listener = threading.Thread(target=lambda: heard.append(path.read_bytes()), daemon=True)
    if cell == "written to":
        listener.start()
    before = _snapshot(folder, place)
    if hazard == "no room left":
        with little_room(6):
            failed = _fails(place, path, given, capsys)
    else:
        failed = _fails(place, path, given, capsys)
    after = _snapshot(folder, place)
    said = (
        any(name in failed for name in (place.name, *place.beside)) or place.row == "`METRICBOOK_PROGRESS`"
    )  # an answer is not refused because of it
    if cell in ("kept", "kept, unless of its kind", "kept, unless the same"):
        assert after == before
        assert said
        assert ".metricbook" not in failed
        if hazard == "there already":
            assert_replaces(cell, place, path, given, capsys)
        return
    assert failed == ""
    if cell == "followed":
        assert path.is_symlink()
        assert (folder / "other").stat().st_size > len("mine")
    elif cell == "written to":
        listener.join(timeout=20)
        assert stat.S_ISFIFO(path.stat().st_mode)
        assert heard[0]
    elif cell == "added to":
        assert path.read_bytes().startswith(text)
        assert len(path.read_bytes()) > len(text)
    else:
        assert cell == "replaced"
        assert path.read_bytes() != text
    assert {name for name in after if name not in before} <= {"other"}


def prepared(hazard: str, place: Place, path: Path, given: Path) -> bytes:
    """Put a hazard where a place writes; return the text that is there."""
    text = b"mine, whatever it is, and rather long\n"
    match hazard:
        case "an input":
            path.hardlink_to(given)
        case "a link":
            path.symlink_to("../other")
        case "a device or pipe":
            os.mkfifo(path)
        case "a folder":
            path.mkdir()
        case "read-only" | "no room left":
            place.write(path, given)
            path.chmod(0o444 if hazard == "read-only" else 0o644)
        case "there already":
            path.write_bytes(text)
    return text


def assert_replaces(cell: str, place: Place, path: Path, given: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is of its kind is replaced, or only what is the same."""
    path.unlink()
    assert _fails(place, path, given, capsys) == ""
    made = path.read_bytes()
    assert _fails(place, path, given, capsys) == ""
    if cell.endswith("the same"):
        path.write_bytes(made + b"\n")
        assert place.name in _fails(place, path, given, capsys)
        assert path.read_bytes() == made + b"\n"


def test_every_row_of_the_table_is_tried_and_all_that_is_tried_is_in_it() -> None:
    assert {place.row for place in PLACES} == set(_table())


def test_nothing_in_the_packages_writes_files_by_itself() -> None:
    """A new place is written to by the same rule, and stands in the table; the others are named here, with why."""
    writes = re.compile(
        r"write_text\(|write_bytes\(|\.to_csv\((?:path|temporary|draft|folder)|os\.replace\(|\.rename\(\w*path|"
        r"open\([^)]*[\"'][wax]b?\+?[\"']|savefig\((?!text|buffer)"
    )
    allowed = {
        "claimledger/_writing.py": "the rule itself",
        "claimledger/cache.py": "a cache of its own",
        "claimledger/graph.py": "what it read of the sources, in a file of its own",
        "claimledger/new.py": "a new paper, all files or none, and none that is there",
        "metricbook/causal/_wheel.py": "a cache of its own",
        "metricbook/reports/command.py": "adds to the summary of a run",
        "metricbook/writing.py": "the rule itself",
        "scoring_the_scores/course/runner.py": "talks to the judge through open files",
        "scoring_the_scores/course/unpacking.py": "unpacks what was handed in, into a folder of its own",
        "scoring_the_scores/synthesis/disagreement/runs.py": "adds a line to what it keeps",
        "scoring_the_scores/synthesis/how_sure/processors.py": "a table of the clone, under no name that is given",
    }
    root = Path(pages.__file__).parents[2]
    examples = re.compile(r"^ *(>>>|\.\.\.) .*", re.MULTILINE)
    found = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if writes.search(examples.sub("", path.read_text(encoding="utf-8")))
    }
    assert found == set(allowed)
