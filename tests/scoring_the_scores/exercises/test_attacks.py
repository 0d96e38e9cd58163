"""What falls to programs that think of nothing, where students' packages are installed and nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from scoring_the_scores.exercises import load
from scoring_the_scores.exercises.checking import checkers
from scoring_the_scores.exercises.public import instance
from scoring_the_scores.exercises.reading import Wrong
from tests.whole import MONTHLY, in_whole_run
from tools.public_checks import is_of_key
from tools.wheels import build

from . import attacks

ROOT = Path(__file__).parents[3]
#: Each fell to the first two attacks before its checker was the key's.
FELL = (
    *("foundations.elsewhere", "flach.auroc-from-loss", "mcdermott.border", "sumpter.halved", "lxcim.weighted-pairs"),
    *("tile.exact-tau", "synthesis.diagonal-price", "flach.lost-label", "tile.after-a-shift", "lxcim.in-five-lines"),
)
SECONDS = 5.0 if MONTHLY else 0.5


@pytest.fixture(scope="module")
def fallen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """How each exercise falls, and to what answer: of all in a monthly run, else of those that fell."""
    folder = tmp_path_factory.mktemp("attacker")
    for wheel in build(ROOT, folder / "wheels", "wheel"):
        shutil.unpack_archive(wheel, folder / "packages", "zip")
    command = [sys.executable, attacks.__file__, str(SECONDS), *([] if MONTHLY else FELL)]
    there = {**os.environ, "PYTHONPATH": str(folder / "packages")}
    done = subprocess.run(command, cwd=folder, env=there, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {name: (attack, answer) for name, attack, answer in map(json.loads, done.stdout.splitlines())}


def is_right(name: str, answer: str) -> bool:
    """Whether the key takes an answer that was written as Python writes it."""
    value = eval(answer, {"Fraction": Fraction, "np": np})
    try:
        checkers()[name](value, instance(load()[name], attacks.seed_of(name)))
    except Wrong:
        return False
    return True


@in_whole_run
def test_no_variable_holds_an_answer_that_the_key_has(fallen: dict[str, tuple[str, str]]) -> None:
    looked = [name for name, (attack, _) in fallen.items() if attack == "looking" and is_of_key(load()[name])]
    assert looked == []
    assert {attack for attack, _ in fallen.values()} >= {"borrowing"}


@in_whole_run
def test_no_checker_s_twin_can_be_borrowed(fallen: dict[str, tuple[str, str]]) -> None:
    """What can be is the library's, or what an open checker needs, and the grader sees it."""
    borrowed = {name: path for name, (attack, path) in fallen.items() if attack == "borrowing"}
    assert "tile.after-a-shift" not in borrowed
    assert [path for path in borrowed.values() if ".key:" in path] == []


@in_whole_run
def test_what_tries_finds_constructions_only(fallen: dict[str, tuple[str, str]]) -> None:
    for name, (attack, answer) in fallen.items():
        if attack == "trying":
            assert load()[name].kind in ("construct", "error")
            assert is_right(name, answer)
