"""tools/setup.sh: which Python it takes, and what it says where it cannot go on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "setup.sh"


@pytest.fixture
def machine(tmp_path: Path):
    """Run the script on a machine with these Pythons, by command, and a uv that reaches no registry."""

    def run(venv: str = "venv", **versions: str) -> subprocess.CompletedProcess[str]:
        commands = {"uv": 'case "$*" in "pip sync"*) exit 2 ;; esac'}
        for name, version in versions.items():
            told = tuple(map(int, version.split(".")))
            commands[name] = (
                f'if [ "$1" = --version ]; then echo Python {version}; exit; fi\n'
                f'[ "$1" = -c ] || exec "{sys.executable}" "$@"\n'
                f'exec "{sys.executable}" -c "import sys; sys.version_info = {told}; exec(sys.argv[1])" "$2"'
            )
        for name, text in commands.items():
            command = tmp_path / name
            command.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            command.chmod(0o755)
        environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "HOME": str(tmp_path)}
        named = os.environ | environment | {"PYTHON": " ".join(versions)}
        return subprocess.run(
            ["sh", str(SCRIPT), venv], cwd=tmp_path, env=named, capture_output=True, text=True, check=False
        )

    return run


@pytest.mark.parametrize("version", ["3.15.0", "3.10.13", "4.0.0"])
def test_a_python_the_lock_does_not_fit_is_refused(machine, version: str) -> None:
    run = machine(python3=version)
    assert run.returncode == 1
    assert run.stderr.startswith("setup: Python 3.11 to 3.14 is needed, and none was found among: python3\n")
    assert f"python3 is Python {version}" in run.stderr


def test_a_python_that_fits_is_preferred(machine) -> None:
    assert "setup: Python 3.13.1 and uv" in machine(**{"python3": "3.15.0", "python3.13": "3.13.1"}).stdout
    assert "setup: Python 3.14.2 and uv" in machine(**{"python3": "3.14.2", "python3.13": "3.13.1"}).stdout


def test_a_folder_that_cannot_be_written_to_is_named_and_nothing_else_is_advised(machine) -> None:
    run = machine(venv="/proc/venv", **{"python3": "3.13.1"})  # where nobody may, not even root
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.splitlines() == [
        "setup: nothing may be written here: /proc",
        "setup: copy the whole folder to one of your own, and run make there",
    ]


def test_the_last_line_names_the_network(machine) -> None:
    run = machine(python3="3.11.0")
    assert run.returncode == 1
    assert "needs a network" in run.stderr.splitlines()[-1]
