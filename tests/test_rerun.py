"""A run as another processor, or with noise: where it happens, what it is told, and what it says of what fails."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import rerun

#: Stands for a command: fails where the file that it names is in the copy, or under noise where "noise" is one.
STEP = """
import os, pathlib, sys
kind = os.environ.get("OPENBLAS_CORETYPE", "itself")
print(sys.argv[1], kind, os.environ.get("METRICBOOK_NOISE"), os.environ["PYTHONPATH"].count(os.pathsep), flush=True)
sys.exit(pathlib.Path(sys.argv[1]).exists() or ("METRICBOOK_NOISE" in os.environ and pathlib.Path("noise").exists()))
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small checkout, each step of whose runs is a stand-in; the machine can be two kinds."""

    def commands(folder: Path, steps: Sequence[str], *, quick: bool) -> dict[str, list[str]]:
        return {step: [sys.executable, "-c", STEP, step] for step in steps}

    def copied(folder: Path) -> None:
        for path in tmp_path.iterdir():
            (folder / path.name).write_bytes(path.read_bytes())

    monkeypatch.setattr(rerun, "copy", copied)
    monkeypatch.setattr(rerun, "ROOT", tmp_path)
    monkeypatch.setattr(rerun, "commands", commands)
    monkeypatch.setattr(rerun, "described", lambda folder, told: None)
    monkeypatch.setattr(rerun.processors, "possible", lambda: ["Nehalem", "itself"])
    monkeypatch.setattr(
        rerun.processors, "refusal", lambda name: None if name in ("Nehalem", "itself") else f"no {name}"
    )
    return tmp_path


def test_every_kind_and_every_seed_is_a_run_of_its_own(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert rerun.main(["oldest", "newest", "--noise", "1", "2", "--only", "ledger"]) == 0
    said = [line for line in capfd.readouterr().out.splitlines() if not line.startswith("rerun")]
    assert said == ["ledger Nehalem 1 2", "ledger Nehalem 2 2", "ledger itself 1 2", "ledger itself 2 2"]


def test_without_noise_the_tests_run_too_and_what_cannot_be_run_is_said(
    checkout: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert rerun.main(["all"]) == 0
    said = capfd.readouterr().out
    assert "rerun: left out: no SkylakeX\n" in said
    assert [line for line in said.splitlines() if "Nehalem None" in line] == [
        f"{step} Nehalem None 1" for step in ("ledger", "chapters", "tests")
    ]
    assert said.endswith("rerun: 2 runs, 0 with something that is not as it is stored\n")


@pytest.mark.parametrize(("file", "blamed"), [("noise", "passes"), ("chapters", "fails, too")])
def test_what_fails_is_named_and_of_another_kind_with_noise_tried_without(
    file: str, blamed: str, checkout: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (checkout / file).touch()
    assert rerun.main(["oldest", "--noise", "7"]) == 1
    said = capfd.readouterr().out
    assert "rerun: Nehalem, noise 7: chapters FAILED (" in said
    assert f"rerun: Nehalem, noise 7: without the noise it {blamed}\n" in said


def test_a_kind_that_this_machine_cannot_be_ends_the_run(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        rerun.main(["SkylakeX"])
    assert "no SkylakeX" in capfd.readouterr().err


def test_the_commands_are_those_of_a_build_and_the_tests_those_of_what_computes(tmp_path: Path) -> None:
    there = Path(__file__).resolve().parents[1]
    for part in rerun.TESTED:
        (tmp_path / "tests" / part).mkdir(parents=True)
    quick = rerun.commands(tmp_path, rerun.STEPS, quick=True)
    assert quick["tests"][-3:] == ["tests/metricbook/metrics", "-k", "not small"]
    assert list((there / quick["chapters"][2]).glob("*.ipynb"))
    told = rerun.commands(tmp_path, rerun.STEPS)
    assert list(told) == ["ledger", "chapters", "outputs", "tests"]
    assert told["chapters"][-2:] == ["--without", "needs-pairs"]  # the copy has none
    assert [word for word in told["tests"] if word.startswith("tests/")] == [f"tests/{part}" for part in rerun.TESTED]
    assert all((there / "tests" / part).is_dir() for part in rerun.TESTED)
    makefile = (there / "Makefile").read_text(encoding="utf-8")
    assert "tools/run_chapters.py book --cache" in makefile
    assert "-m claimledger" in makefile
